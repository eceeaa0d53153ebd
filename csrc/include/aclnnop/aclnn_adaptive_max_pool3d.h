/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_adaptive_max_pool3d.h: aclnnAdaptiveMaxPool3d.
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
#ifndef ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_H
#define ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_H

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
 *  aclnnAdaptiveMaxPool3d
 ************************************************/

/*
 * aclnnAdaptiveMaxPool3dGetWorkspaceSize: phase one. The largest of each of so many parts of
 * volumes, and where it is.
 *
 *     outputOut[n, c, z, y, x], indicesOut[n, c, z, y, x] = the largest of self[n, c, d, h, w], and
 *         (d * height + h) * width + w of the first such one, over the part; NaN where there is one
 *
 * self        the volumes, [channels, depth, height, width], or with a batch before that.
 *             NEW_SINGLE_OR_HALF.
 * outputSize  parts of the last three dimensions; on Ascend950 also one number for all, or none for
 *             the size of self.
 * outputOut   a place for each part. NEW_SINGLE_OR_HALF.
 * indicesOut  the places in the volume, of the shape of outputOut. VOLUME_PLACES.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, outputSize, outputOut or indicesOut NULL
 *   161002  self, outputOut or indicesOut not of 4 or 5 dimensions
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of outputOut not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of indicesOut not one of VOLUME_PLACES
 *   161002  format of self neither NCDHW nor NCHW, nor ND on Ascend950
 *   161002  layouts of self and outputOut differ
 *   161002  a dimension of self 0, but the first
 *   161002  outputSize not of a number above 0 for each of 3 dimensions (none or one for all on
 *           Ascend950), or outputOut not of the shape that follows
 *   161002  shapes of indicesOut and outputOut differ
 *   161002  the data type of self is not the data type of outputOut
 *   161002  the data type of indicesOut ACL_INT32, and more than 2147483647 elements in the last 3
 *           dimensions of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dGetWorkspaceSize(const aclTensor *self,
                                                             const aclIntArray *outputSize,
                                                             aclTensor *outputOut,
                                                             aclTensor *indicesOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnAdaptiveMaxPool3d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3d(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
