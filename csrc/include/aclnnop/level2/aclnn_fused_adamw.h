/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/optimizer/optimizer.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_FUSED_ADAMW_H
#define ACLNNOP_LEVEL2_ACLNN_FUSED_ADAMW_H

#include "../aclnn_fused_adamw.h"

#endif
