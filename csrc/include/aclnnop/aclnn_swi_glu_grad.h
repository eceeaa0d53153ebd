/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_swi_glu_grad.h: aclnnSwiGluGrad.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_SWI_GLU_GRAD_H
#define ACLNNOP_ACLNN_SWI_GLU_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSwiGluGrad
 ************************************************/

/*
 * aclnnSwiGluGradGetWorkspaceSize: phase one. The gradient of SwiGlu.
 *
 *     out = [yGrad * b * s * (1 + a * (1 - s)), yGrad * a * s] along dim, x = [a, b], s = 1 / (1 +
 *         e ^ -a)
 *
 * yGrad  the gradient by the result.
 * x      what SwiGlu was given. NEW_SINGLE_OR_HALF.
 * dim    the dimension that the halves lie along.
 * out    the gradient.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  yGrad, x or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of yGrad is not the data type of x
 *   161002  the data type of out is not the data type of x
 *   161002  x not of 1 to 8 dimensions
 *   161002  dim outside the dimensions of x, that dimension odd, or yGrad not of the shape of a
 *           half
 *   161002  shapes of x and out differ
 *   161002  a layout of yGrad, x or out private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSwiGluGradGetWorkspaceSize(const aclTensor *yGrad, const aclTensor *x,
                                                      int64_t dim, const aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnSwiGluGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSwiGluGrad(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
