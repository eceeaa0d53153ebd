/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/attention/attention.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_PROMPT_FLASH_ATTENTION_H
#define ACLNNOP_LEVEL2_ACLNN_PROMPT_FLASH_ATTENTION_H

#include "../aclnn_prompt_flash_attention.h"

#endif
