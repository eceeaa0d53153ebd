/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_index_fill_tensor.h: aclnnIndexFillTensor, aclnnInplaceIndexFillTensor.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   INDEX_FILLED  ACL_INT32, ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_BOOL; ACL_BF16 not on
 *                 Ascend910; ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE on Ascend950
 */
#ifndef ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H
#define ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIndexFillTensor
 ************************************************/

/*
 * aclnnIndexFillTensorGetWorkspaceSize: phase one. Writes a number to all rows that an array names.
 *
 *     out = self, with out[..., index[i], ...] = value
 *
 * self   what is changed. INDEX_FILLED.
 * dim    the dimension; negative ones count from the last.
 * index  the places; negative ones count from the end.
 * value  the number, in the type of self; as a float32 first, but on Ascend950.
 * out    self, changed.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, index, value or out NULL
 *   161002  the data type of self not one of INDEX_FILLED
 *   161002  the data type of self is not the data type of out
 *   161002  self has elements, and dim is outside its dimensions, a number of index outside the
 *           places along it, or out not of the shape of self
 *   161002  value complex
 */
ACLNN_API aclnnStatus aclnnIndexFillTensorGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                           const aclIntArray *index,
                                                           const aclScalar *value, aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnIndexFillTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIndexFillTensor(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceIndexFillTensor
 ************************************************/

/*
 * aclnnInplaceIndexFillTensorGetWorkspaceSize: phase one. Writes a number to all rows that an array
 * names, in their place.
 *
 *     selfRef = selfRef, with selfRef[..., index[i], ...] = value
 *
 * selfRef  what is changed; receives the result. INDEX_FILLED.
 * dim      the dimension; negative ones count from the last.
 * index    the places; negative ones count from the end.
 * value    the number, in the type of self; as a float32 first, but on Ascend950.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, index or value NULL
 *   161002  the data type of selfRef not one of INDEX_FILLED
 *   161002  selfRef has elements, and dim is outside its dimensions, a number of index outside the
 *           places along it, or selfRef not of the shape of selfRef
 *   161002  value complex
 */
ACLNN_API aclnnStatus aclnnInplaceIndexFillTensorGetWorkspaceSize(aclTensor *selfRef, int64_t dim,
                                                                  const aclIntArray *index,
                                                                  const aclScalar *value,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnInplaceIndexFillTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceIndexFillTensor(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
