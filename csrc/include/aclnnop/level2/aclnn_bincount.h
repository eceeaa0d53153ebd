/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_BINCOUNT_H
#define ACLNNOP_LEVEL2_ACLNN_BINCOUNT_H

#include "../aclnn_bincount.h"

#endif
