/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/quant/quant.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H
#define ACLNNOP_LEVEL2_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H

#include "../aclnn_weight_quant_batch_matmul_v2.h"

#endif
