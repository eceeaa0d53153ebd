/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_adaptive_avg_pool2d.h: aclnnAdaptiveAvgPool2d.
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
#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_H
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_H

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
 *  aclnnAdaptiveAvgPool2d
 ************************************************/

/*
 * aclnnAdaptiveAvgPool2dGetWorkspaceSize: phase one. The mean of each of so many parts of images.
 *
 *     out[n, c, y, x] = the mean of self[n, c, floor(y * H / outputSize[0]) : ceil((y + 1) * H /
 *         outputSize[0]), likewise across]
 *
 * self        the images, [channels, height, width] with format NCL, or with a batch before that
 *             and format NCHW. SINGLE_OR_HALF.
 * outputSize  parts down and across.
 * out         a place for each part, of the same type and format. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the mean of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, outputSize or out NULL
 *   161002  self or out not of 3 or 4 dimensions
 *   161002  self and out not of as many dimensions, or of another batch or channels
 *   161002  one of the last 2 dimensions of self 0 (on Ascend950)
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of self
 *   161002  layouts of self and out differ
 *   161002  self or out not of 3 dimensions with format NCL or 4 with NCHW
 *   161002  outputSize not of a number above 0 for each dimension, or not the last dimensions of
 *           out
 *   empty   self or out empty: nothing is done
 *   561103  more than 536870911 elements in the rows of self and out, in their columns or in a
 *           plane of out, but for one part (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dGetWorkspaceSize(const aclTensor *self,
                                                             const aclIntArray *outputSize,
                                                             aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnAdaptiveAvgPool2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2d(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
