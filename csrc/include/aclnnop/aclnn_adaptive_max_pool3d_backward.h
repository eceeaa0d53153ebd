/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_adaptive_max_pool3d_backward.h: aclnnAdaptiveMaxPool3dBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   VOLUME_PLACES       ACL_INT32 on Ascend910B, Ascend910_93 and Ascend950; ACL_INT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H
#define ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAdaptiveMaxPool3dBackward
 ************************************************/

/*
 * aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize: phase one. The gradient of AdaptiveMaxPool3d.
 *
 *     gradInput[n, c, d, h, w] = the sum of gradOutput[n, c, z, y, x] over indices[n, c, z, y, x] =
 *         (d * height + h) * width + w
 *
 * gradOutput  the gradient of the largest.
 * self        the volumes, which are not read. NEW_SINGLE_OR_HALF.
 * indices     the place of each in its volume, as the pool gave it. VOLUME_PLACES.
 * gradInput   of the shape of self.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, indices or gradInput NULL
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of indices not one of VOLUME_PLACES
 *   161002  the data type of self is not the data type of gradOutput
 *   161002  the data type of self is not the data type of gradInput
 *   161002  shapes of indices and gradOutput differ
 *   161002  shapes of self and gradInput differ
 *   161002  self, gradInput, gradOutput or indices not of 4 or 5 dimensions
 *   161002  more than 2147483647 elements in the last 3 dimensions of self (on Ascend910B and
 *           Ascend910_93)
 *   161002  layouts of self and gradOutput differ
 *   161002  layouts of self and gradInput differ
 *   161002  layouts of self and indices differ
 *   161002  a layout of self private to the device
 *   empty   gradOutput or self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                     const aclTensor *self,
                                                                     const aclTensor *indices,
                                                                     aclTensor *gradInput,
                                                                     uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);

/* aclnnAdaptiveMaxPool3dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dBackward(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
