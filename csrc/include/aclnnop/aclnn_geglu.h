/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_geglu.h: aclnnGeGluV3, aclnnGeGlu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_GEGLU_H
#define ACLNNOP_ACLNN_GEGLU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGeGluV3
 ************************************************/

/*
 * aclnnGeGluV3GetWorkspaceSize: phase one. Multiplies one half of a tensor by Gelu of the other.
 *
 *     outGelu = Gelu(b), out = a * outGelu, self = [a, b] along dim; [b, a] where activateLeft is
 *         true
 *
 * self          both halves. SINGLE_OR_HALF.
 * dim           the dimension that they lie along; negative ones count from the last.
 * approximate   1 for the approximation of Gelu with tanh, 0 for none.
 * activateLeft  whether Gelu is of the first half.
 * out           the product. SINGLE_OR_HALF.
 * outGelu       Gelu of the half. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out or outGelu NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of outGelu not one of SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of self, if self has elements
 *   161002  the data type of outGelu is not the data type of self, if self has elements
 *   161002  self not of 1 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  outGelu not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, that dimension odd, or out not of the shape of a
 *           half
 *   161002  dim outside the dimensions of self, that dimension odd, or outGelu not of the shape of
 *           a half
 *   161002  approximate neither 0 nor 1
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeGluV3GetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                   int64_t approximate, bool activateLeft,
                                                   aclTensor *out, aclTensor *outGelu,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnGeGluV3: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeGluV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

/*-**********************************************
 *  aclnnGeGlu
 ************************************************/

/*
 * aclnnGeGluGetWorkspaceSize: phase one. Multiplies one half of a tensor by Gelu of the other.
 *
 *     outGelu = Gelu(b), out = a * outGelu, self = [a, b] along dim
 *
 * self         both halves. SINGLE_OR_HALF.
 * dim          the dimension that they lie along; negative ones count from the last.
 * approximate  1 for the approximation of Gelu with tanh, 0 for none.
 * out          the product. SINGLE_OR_HALF.
 * outGelu      Gelu of the second half. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out or outGelu NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of outGelu not one of SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of self, if self has elements
 *   161002  the data type of outGelu is not the data type of self, if self has elements
 *   161002  self not of 1 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  outGelu not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, that dimension odd, or out not of the shape of a
 *           half
 *   161002  dim outside the dimensions of self, that dimension odd, or outGelu not of the shape of
 *           a half
 *   161002  approximate neither 0 nor 1
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeGluGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                 int64_t approximate, aclTensor *out,
                                                 aclTensor *outGelu, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnGeGlu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeGlu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
