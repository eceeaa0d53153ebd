/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_adaptive_avg_pool2d_backward.h: aclnnAdaptiveAvgPool2dBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAdaptiveAvgPool2dBackward
 ************************************************/

/*
 * aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize: phase one. The gradient of AdaptiveAvgPool2d.
 *
 *     out[n, c, h, w] = the sum of gradOutput[n, c, y, x] / elements of the part, over the parts
 *         that h, w lies in
 *
 * gradOutput  the gradient of the result. SINGLE_OR_HALF.
 * self        the images, which are not read; of the same type and format. SINGLE_OR_HALF.
 * out         of the shape and type of self.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or out NULL
 *   161002  self or out not of 3 or 4 dimensions
 *   161002  self and out not of as many dimensions, or of another batch or channels
 *   161002  self and gradOutput not of as many dimensions, or of another batch or channels
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  layouts of gradOutput and self differ
 *   161002  a layout of gradOutput private to the device
 *   161002  shapes of self and out differ
 *   161002  the data type of out is not the data type of self
 *   empty   self or gradOutput empty: nothing is done
 *   561103  more than 536870911 elements in the rows of self and gradOutput, in their columns or in
 *           a plane of gradOutput, but for one part (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                     const aclTensor *self,
                                                                     aclTensor *out,
                                                                     uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);

/* aclnnAdaptiveAvgPool2dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackward(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
