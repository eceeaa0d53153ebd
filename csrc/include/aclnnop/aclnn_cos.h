/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cos.h: aclnnCos, aclnnInplaceCos.
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
#ifndef ACLNNOP_ACLNN_COS_H
#define ACLNNOP_ACLNN_COS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCos
 ************************************************/

/*
 * aclnnCosGetWorkspaceSize: phase one. The cosine of every element.
 *
 *     out = cos(input)
 *
 * input  angles in radians; integers and bool are computed in float32. NUMBER.
 * out    their cosines. FLOAT_OR_COMPLEX.
 *
 * Precision: within 0.51 units in the last place in float32, within 1 unit in the last place in
 * float64, within 3 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input or out NULL
 *   161002  the data type of input not one of NUMBER
 *   161002  the data type of out not one of FLOAT_OR_COMPLEX
 *   161002  shapes of input and out differ
 *   161002  input not of 0 to 8 dimensions
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCosGetWorkspaceSize(const aclTensor *input, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnCos: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCos(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceCos
 ************************************************/

/*
 * aclnnInplaceCosGetWorkspaceSize: phase one. The cosine of every element, in its place.
 *
 *     inputRef = cos(inputRef)
 *
 * inputRef  angles in radians; integers and bool are computed in float32; receives the result.
 *           ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *           Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1 unit in the last place in
 * float64, within 3 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  inputRef NULL
 *   161002  the data type of inputRef not one of FLOAT_OR_COMPLEX
 *   161002  the data type of inputRef not one of NUMBER
 *   161002  inputRef not of 0 to 8 dimensions
 *   empty   inputRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceCosGetWorkspaceSize(aclTensor *inputRef, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceCos: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceCos(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
