/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_adaptive_max_pool2d.h: aclnnAdaptiveMaxPool2d.
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
#ifndef ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H
#define ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H

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
 *  aclnnAdaptiveMaxPool2d
 ************************************************/

/*
 * aclnnAdaptiveMaxPool2dGetWorkspaceSize: phase one. The largest of each of so many parts of
 * images, and where it is.
 *
 *     outputOut[n, c, y, x], indicesOut[n, c, y, x] = the largest of self[n, c, h, w], and h *
 *         width + w of the first such one, over floor(y * H / outputSize[0]) to ceil((y + 1) * H /
 *         outputSize[0]), likewise across; NaN where there is one
 *
 * self        the images, [channels, height, width], or with a batch before that; with format NHWC
 *             the channels come last. FLOAT.
 * outputSize  parts down and across.
 * outputOut   a place for each part. FLOAT.
 * indicesOut  the places in the plane, of the shape of outputOut. ACL_INT64.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, outputSize, outputOut or indicesOut NULL
 *   161002  the data type of self not one of FLOAT
 *   161002  the data type of outputOut not one of FLOAT
 *   161002  the data type of outputOut is not the data type of self
 *   161002  the data type of indicesOut not one of ACL_INT64
 *   161002  self not of 3 or 4 dimensions
 *   161002  shapes of outputOut and indicesOut differ
 *   161002  a dimension of self 0, but the first
 *   161002  outputSize not of two numbers above 0
 *   161002  a layout of self private to the device
 *   empty   self empty: nothing is done
 *   561103  outputOut not of the shape of self with outputSize in it, if self has elements
 */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2dGetWorkspaceSize(const aclTensor *self,
                                                             const aclIntArray *outputSize,
                                                             aclTensor *outputOut,
                                                             aclTensor *indicesOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnAdaptiveMaxPool2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2d(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
