/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/attention/attention.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_INCRE_FLASH_ATTENTION_V2_H
#define ACLNNOP_LEVEL2_ACLNN_INCRE_FLASH_ATTENTION_V2_H

#include "../aclnn_incre_flash_attention_v2.h"

#endif
