/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/attention/attention.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H
#define ACLNNOP_LEVEL2_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H

#include "../aclnn_fused_infer_attention_score_v2.h"

#endif
