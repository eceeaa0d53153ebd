/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_adaptive_avg_pool3d_backward.h: aclnnAdaptiveAvgPool3dBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAdaptiveAvgPool3dBackward
 ************************************************/

/*
 * aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize: phase one. The gradient of AdaptiveAvgPool3d.
 *
 *     out[n, c, d, h, w] = the sum of gradOutput[n, c, z, y, x] / elements of the part, over the
 *         parts that d, h, w lies in
 *
 * gradOutput  the gradient of the result; on Ascend910, and in ACL_DOUBLE, of one part. FLOAT.
 * self        the volumes, which are not read; of the same type and format. FLOAT.
 * out         of the shape, type and format of self.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or out NULL
 *   161002  self not of 4 or 5 dimensions
 *   161002  self and gradOutput not of as many dimensions, or of another batch or channels
 *   161002  a dimension of self 0, but the first on Ascend950
 *   161002  shapes of self and out differ
 *   161002  one of the last 3 dimensions of gradOutput 0
 *   161002  the data type of gradOutput not one of FLOAT
 *   161002  the data type of self not one of FLOAT
 *   161002  the data type of gradOutput ACL_DOUBLE, and its last 3 dimensions not all 1
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  layouts of gradOutput and self differ
 *   161002  layouts of out and self differ
 *   161002  a layout of gradOutput private to the device
 *   161002  the last 3 dimensions of gradOutput not all 1 (on Ascend910)
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                     const aclTensor *self,
                                                                     aclTensor *out,
                                                                     uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);

/* aclnnAdaptiveAvgPool3dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3dBackward(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
