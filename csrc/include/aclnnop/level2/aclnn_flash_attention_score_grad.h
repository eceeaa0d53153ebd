/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/attention/attention.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H
#define ACLNNOP_LEVEL2_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H

#include "../aclnn_flash_attention_score_grad.h"

#endif
