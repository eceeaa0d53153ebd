/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_atan.h: aclnnAtan, aclnnInplaceAtan.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 *   FLOAT         ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ATAN_H
#define ACLNNOP_ACLNN_ATAN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAtan
 ************************************************/

/*
 * aclnnAtanGetWorkspaceSize: phase one. The angle that has every element as its tangent.
 *
 *     out = atan(input)
 *
 * input  tangents; integers and bool are computed in float32. REAL_OR_BOOL.
 * out    angles in radians. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input or out NULL
 *   161002  the data type of input not one of REAL_OR_BOOL
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16
 *   161002  shapes of input and out differ
 *   161002  input not of 0 to 8 dimensions
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAtanGetWorkspaceSize(const aclTensor *input, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAtan: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAtan(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAtan
 ************************************************/

/*
 * aclnnInplaceAtanGetWorkspaceSize: phase one. The angle that has every element as its tangent, in
 * its place.
 *
 *     inputRef = atan(inputRef)
 *
 * inputRef  tangents; integers and bool are computed in float32; receives the result. ACL_FLOAT,
 *           ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  inputRef NULL
 *   161002  the data type of inputRef not one of FLOAT
 *   161002  the data type of inputRef not one of REAL_OR_BOOL
 *   161002  the data type of inputRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16
 *   161002  inputRef not of 0 to 8 dimensions
 *   empty   inputRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAtanGetWorkspaceSize(aclTensor *inputRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceAtan: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAtan(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
