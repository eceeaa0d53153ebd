/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cumprod.h: aclnnCumprod, aclnnInplaceCumprod.
 *
 * Made from csrc/ops/scan/scan.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   MULTIPLIED_ALONG  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32,
 *                     ACL_INT64, ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64
 */
#ifndef ACLNNOP_ACLNN_CUMPROD_H
#define ACLNNOP_ACLNN_CUMPROD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCumprod
 ************************************************/

/*
 * aclnnCumprodGetWorkspaceSize: phase one. The running product along a dimension.
 *
 *     out[i] = input[0] * ... * input[i] along dim
 *
 * input  the factors. MULTIPLIED_ALONG.
 * dim    the dimension to multiply along, int32 or int64, negative ones counted from the last.
 *        ACL_INT32, ACL_INT64.
 * dtype  the type to compute in; that of out, or ACL_DT_UNDEFINED.
 * out    the products. MULTIPLIED_ALONG.
 *
 * float32 and the 16-bit types are multiplied in float64.
 *
 * Precision: within 32 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input, dim or out NULL
 *   161002  the data type of input not one of MULTIPLIED_ALONG
 *   161002  the data type of out not one of MULTIPLIED_ALONG
 *   161002  the data type of dim not one of ACL_INT32, ACL_INT64
 *   161002  dim outside the dimensions of input
 *   161002  shapes of out and input differ
 *   161002  the data type of out is not dtype, which may be ACL_DT_UNDEFINED
 *   161002  input not of 0 to 8 dimensions
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCumprodGetWorkspaceSize(const aclTensor *input, const aclScalar *dim,
                                                   aclDataType dtype, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnCumprod: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCumprod(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceCumprod
 ************************************************/

/*
 * aclnnInplaceCumprodGetWorkspaceSize: phase one. The running product along a dimension, in its
 * place.
 *
 *     input[i] = input[0] * ... * input[i] along dim
 *
 * input  the factors, and the products; receives the result. MULTIPLIED_ALONG.
 * dim    the dimension to multiply along, int32 or int64, negative ones counted from the last.
 *        ACL_INT32, ACL_INT64.
 *
 * Precision: within 32 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input or dim NULL
 *   161002  the data type of input not one of MULTIPLIED_ALONG
 *   161002  the data type of dim not one of ACL_INT32, ACL_INT64
 *   161002  dim outside the dimensions of input
 *   161002  input not of 0 to 8 dimensions
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceCumprodGetWorkspaceSize(aclTensor *input, const aclScalar *dim,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnInplaceCumprod: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceCumprod(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
