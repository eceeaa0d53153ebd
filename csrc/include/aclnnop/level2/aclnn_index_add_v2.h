/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/index/index.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_INDEX_ADD_V2_H
#define ACLNNOP_LEVEL2_ACLNN_INDEX_ADD_V2_H

#include "../aclnn_index_add_v2.h"

#endif
