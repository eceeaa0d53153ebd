/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_atanh.h: aclnnAtanh, aclnnInplaceAtanh.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER            ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *                     ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *                     Ascend910
 *   FLOAT_OR_COMPLEX  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16
 *                     not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ATANH_H
#define ACLNNOP_ACLNN_ATANH_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAtanh
 ************************************************/

/*
 * aclnnAtanhGetWorkspaceSize: phase one. The number that has every element as its hyperbolic
 * tangent.
 *
 *     out = atanh(input)
 *
 * input  the numbers; integers and bool are computed in float32. NUMBER.
 * out    the results. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 6 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input or out NULL
 *   161002  the data type of input not one of NUMBER
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  shapes of input and out differ
 *   161002  input not of 0 to 8 dimensions
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAtanhGetWorkspaceSize(const aclTensor *input, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAtanh: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAtanh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAtanh
 ************************************************/

/*
 * aclnnInplaceAtanhGetWorkspaceSize: phase one. The number that has every element as its hyperbolic
 * tangent, in its place.
 *
 *     inputRef = atanh(inputRef)
 *
 * inputRef  the numbers; integers and bool are computed in float32; receives the result. ACL_FLOAT,
 *           ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 6 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  inputRef NULL
 *   161002  the data type of inputRef not one of FLOAT_OR_COMPLEX
 *   161002  the data type of inputRef not one of NUMBER
 *   161002  the data type of inputRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  inputRef not of 0 to 8 dimensions
 *   empty   inputRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAtanhGetWorkspaceSize(aclTensor *inputRef,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceAtanh: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAtanh(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
