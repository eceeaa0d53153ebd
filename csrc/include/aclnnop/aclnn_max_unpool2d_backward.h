/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_unpool2d_backward.h: aclnnMaxUnpool2dBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   UNPOOLED_GRAD  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                  ACL_BOOL
 */
#ifndef ACLNNOP_ACLNN_MAX_UNPOOL2D_BACKWARD_H
#define ACLNNOP_ACLNN_MAX_UNPOOL2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxUnpool2dBackward
 ************************************************/

/*
 * aclnnMaxUnpool2dBackwardGetWorkspaceSize: phase one. The gradient of MaxUnpool2d.
 *
 *     out[n, c, y, x] = gradOutput[n, c, indices[n, c, y, x]] of a plane's places, row by row
 *
 * gradOutput  the gradient of the result. UNPOOLED_GRAD.
 * self        the elements, which are not read. UNPOOLED_GRAD.
 * indices     the place of each in a plane of outputSize. ACL_INT32, ACL_INT64.
 * outputSize  height and width of gradOutput.
 * out         of the shape of self. UNPOOLED_GRAD.
 *
 * An index outside of the plane fails the launch.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, indices, outputSize or out NULL
 *   161002  the data type of gradOutput not one of UNPOOLED_GRAD
 *   161002  the data type of self not one of UNPOOLED_GRAD
 *   161002  the data type of out not one of UNPOOLED_GRAD
 *   161002  the data type of gradOutput does not convert to the data type of out
 *   161002  the data type of self is not the data type of gradOutput
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  self not of 3 or 4 dimensions
 *   161002  shapes of self and indices differ
 *   161002  shapes of self and out differ
 *   161002  outputSize not of 2 entries
 *   161002  gradOutput not of the shape of self with outputSize as its last dimensions, if self has
 *           elements
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaxUnpool2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                               const aclTensor *self,
                                                               const aclTensor *indices,
                                                               const aclIntArray *outputSize,
                                                               aclTensor *out,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnMaxUnpool2dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxUnpool2dBackward(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
