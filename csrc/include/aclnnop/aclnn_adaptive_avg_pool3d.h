/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_adaptive_avg_pool3d.h: aclnnAdaptiveAvgPool3d.
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
#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_H
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
#include <array>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAdaptiveAvgPool3d
 ************************************************/

/*
 * aclnnAdaptiveAvgPool3dGetWorkspaceSize: phase one. The mean of each of so many parts of volumes.
 *
 *     out[n, c, z, y, x] = the mean of self[n, c, floor(z * D / outputSize[0]) : ceil((z + 1) * D /
 *         outputSize[0]), likewise down and across]
 *
 * self        the volumes, [channels, depth, height, width], or with a batch before that.
 *             SINGLE_OR_HALF.
 * outputSize  parts of the last three dimensions.
 * out         a place for each part, of the same type and format. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the mean of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, outputSize or out NULL
 *   161002  self not of 4 or 5 dimensions
 *   161002  self and out not of as many dimensions, or of another batch or channels
 *   161002  a dimension of self 0, but the first on Ascend950
 *   161002  one of the last 3 dimensions of out 0
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of self
 *   161002  layouts of self and out differ
 *   161002  format of self neither NCDHW nor NCHW, nor ND on Ascend950 (on Ascend950)
 *   161002  a layout of self private to the device
 *   161002  outputSize not of a number above 0 for each dimension, or not the last dimensions of
 *           out
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3dGetWorkspaceSize(const aclTensor *self,
                                                             const aclIntArray *outputSize,
                                                             aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnAdaptiveAvgPool3d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3d(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
