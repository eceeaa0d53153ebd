/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_unfold_grad.h: aclnnUnfoldGrad.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UNFOLD_GRAD_H
#define ACLNNOP_ACLNN_UNFOLD_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUnfoldGrad
 ************************************************/

/*
 * aclnnUnfoldGradGetWorkspaceSize: phase one. Adds windows of a dimension up to what they were cut
 * from: the gradient of unfold.
 *
 *     gradIn[..., i, ...] = the sum of gradOut[..., w, ..., j] over i = w * step + j
 *
 * gradOut     inputSizes with the windows in place of dim, and their places behind all. ACL_FLOAT,
 *             ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950.
 * inputSizes  the shape of gradIn, of 1 to 7 dimensions.
 * dim         the dimension of the windows.
 * size        places of a window.
 * step        from one window to the next.
 * gradIn      the sums, of the same type. ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B,
 *             Ascend910_93 and Ascend950.
 *
 * Sums are rounded once; units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   561103  gradOut, inputSizes or gradIn NULL
 *   161002  the data type of gradOut not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradIn not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  gradOut not of 1 to 8 dimensions, or not of one more than inputSizes has entries;
 *           gradIn not of the shape inputSizes; dim outside of it; size or step not above 0
 *   161002  a layout of gradOut private to the device
 *   empty   gradOut or gradIn empty: nothing is done
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  gradOut not of the shape of windows of inputSizes
 *   561103  gradOut is not the data type of gradIn
 */
ACLNN_API aclnnStatus aclnnUnfoldGradGetWorkspaceSize(const aclTensor *gradOut,
                                                      const aclIntArray *inputSizes, int64_t dim,
                                                      int64_t size, int64_t step,
                                                      const aclTensor *gradIn,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnUnfoldGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUnfoldGrad(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
