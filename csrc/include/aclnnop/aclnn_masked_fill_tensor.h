/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_masked_fill_tensor.h: aclnnInplaceMaskedFillTensor.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   MASK_FILLED  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT8, ACL_BOOL; ACL_BF16 not on
 *                Ascend910
 */
#ifndef ACLNNOP_ACLNN_MASKED_FILL_TENSOR_H
#define ACLNNOP_ACLNN_MASKED_FILL_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceMaskedFillTensor
 ************************************************/

/*
 * aclnnInplaceMaskedFillTensorGetWorkspaceSize: phase one. Writes the one element of a tensor where
 * a mask is true.
 *
 *     selfRef = where(mask, value, selfRef)
 *
 * selfRef  what is filled; receives the result. MASK_FILLED.
 * mask     where; it broadcasts to selfRef. ACL_BOOL.
 * value    a tensor without dimensions, which becomes the type of selfRef. ACL_FLOAT, ACL_INT32,
 *          ACL_INT64, ACL_FLOAT16, ACL_INT8, ACL_BOOL, ACL_BF16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, mask or value NULL
 *   161002  the data type of selfRef not one of MASK_FILLED
 *   161002  the data type of value not one of ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16,
 *           ACL_INT8, ACL_BOOL, ACL_BF16
 *   161002  the data type of mask not one of ACL_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  mask not of 0 to 8 dimensions
 *   161002  value not of 0 to 0 dimensions
 *   161002  selfRef and mask do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or mask empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceMaskedFillTensorGetWorkspaceSize(aclTensor *selfRef,
                                                                   const aclTensor *mask,
                                                                   const aclTensor *value,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnInplaceMaskedFillTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceMaskedFillTensor(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
