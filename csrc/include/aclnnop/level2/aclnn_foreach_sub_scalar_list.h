/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_FOREACH_SUB_SCALAR_LIST_H
#define ACLNNOP_LEVEL2_ACLNN_FOREACH_SUB_SCALAR_LIST_H

#include "../aclnn_foreach_sub_scalar_list.h"

#endif
