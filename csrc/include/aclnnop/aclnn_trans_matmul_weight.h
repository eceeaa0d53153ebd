/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_trans_matmul_weight.h: aclnnTransMatmulWeight.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   MATMUL_WEIGHT  ACL_FLOAT16; ACL_BF16, ACL_INT8, ACL_FLOAT8_E4M3FN, ACL_HIFLOAT8, ACL_UINT8 not
 *                  on Ascend910
 */
#ifndef ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H
#define ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"
#include "aclnn_matmul_weight_size.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTransMatmulWeight
 ************************************************/

/*
 * aclnnTransMatmulWeightGetWorkspaceSize: phase one. Brings the weight of a product to the device's
 * layout; here it stays as it is.
 *
 *     mmWeightRef = mmWeightRef
 *
 * mmWeightRef  the weight, a matrix, or several on Ascend910B and 910_93, with format
 *              ACL_FORMAT_ND; receives the result. MATMUL_WEIGHT.
 *
 * CANN writes the weight in blocks, and changes the tensor's format and shape in storage; here
 * products read it as it is, so that its memory and its format stay.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  mmWeightRef NULL
 *   161002  the data type of mmWeightRef not one of MATMUL_WEIGHT
 *   161002  format of mmWeightRef not ACL_FORMAT_ND
 *   161002  mmWeightRef not of 0 to 8 dimensions
 *   empty   mmWeightRef empty: nothing is done
 *   161002  mmWeightRef not of two dimensions; on Ascend910B and 910_93, and of int8, of 2 to 6
 */
ACLNN_API aclnnStatus aclnnTransMatmulWeightGetWorkspaceSize(aclTensor *mmWeightRef,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnTransMatmulWeight: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTransMatmulWeight(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
