/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_APPLY_TOP_K_TOP_P_H
#define ACLNNOP_LEVEL2_ACLNN_APPLY_TOP_K_TOP_P_H

#include "../aclnn_apply_top_k_top_p.h"

#endif
