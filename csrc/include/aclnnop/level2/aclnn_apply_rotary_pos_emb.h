/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_APPLY_ROTARY_POS_EMB_H
#define ACLNNOP_LEVEL2_ACLNN_APPLY_ROTARY_POS_EMB_H

#include "../aclnn_apply_rotary_pos_emb.h"

#endif
