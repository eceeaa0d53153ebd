/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_frac.h: aclnnFrac, aclnnInplaceFrac.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_INTEGER  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                      ACL_UINT8; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_FRAC_H
#define ACLNNOP_ACLNN_FRAC_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFrac
 ************************************************/

/*
 * aclnnFracGetWorkspaceSize: phase one. The fraction of every element.
 *
 *     out = input - trunc(input)
 *
 * input  the numbers. SINGLE_OR_INTEGER.
 * out    their fractions, with their signs; 0 of integers, NaN of infinities.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  input or out NULL
 *   161002  the data type of out is not the data type of input
 *   161002  the data type of input not one of SINGLE_OR_INTEGER
 *   161002  shapes of input and out differ
 *   161002  input not of 0 to 8 dimensions
 *   empty   input empty: nothing is done
 *   561103  the data type of input one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, and
 *           format of input neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnFracGetWorkspaceSize(const aclTensor *input, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFrac: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFrac(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceFrac
 ************************************************/

/*
 * aclnnInplaceFracGetWorkspaceSize: phase one. The fraction of every element, in its place.
 *
 *     inputRef = inputRef - trunc(inputRef)
 *
 * inputRef  the numbers; receives the result. SINGLE_OR_INTEGER.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  inputRef NULL
 *   161002  the data type of inputRef not one of SINGLE_OR_INTEGER
 *   161002  inputRef not of 0 to 8 dimensions
 *   empty   inputRef empty: nothing is done
 *   561103  the data type of inputRef one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           and format of inputRef neither ACL_FORMAT_ND nor that of inputRef
 */
ACLNN_API aclnnStatus aclnnInplaceFracGetWorkspaceSize(aclTensor *inputRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceFrac: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceFrac(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
