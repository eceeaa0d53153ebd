/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_unpool3d.h: aclnnMaxUnpool3d.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_WITHOUT_BFLOAT16  ACL_FLOAT16, ACL_FLOAT, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_INT32,
 *                          ACL_INT64, ACL_DOUBLE
 */
#ifndef ACLNNOP_ACLNN_MAX_UNPOOL3D_H
#define ACLNNOP_ACLNN_MAX_UNPOOL3D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxUnpool3d
 ************************************************/

/*
 * aclnnMaxUnpool3dGetWorkspaceSize: phase one. Puts elements at the places of a larger volume that
 * a pool took them from.
 *
 *     outRef = 0; outRef[n, c, indices[n, c, z, y, x]] = self[n, c, z, y, x] of a volume's places,
 *         row by row; the last of several stays
 *
 * self        the elements, [channels, depth, height, width], or with a batch before that.
 *             REAL_WITHOUT_BFLOAT16.
 * indices     the place of each in a volume of outputSize. ACL_INT32, ACL_INT64.
 * outputSize  depth, height and width of the result.
 * stride      three numbers above 0, which compute the same.
 * padding     three numbers, which compute the same.
 * outRef      of the type of self.
 *
 * An index outside of the volume fails the launch.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, indices, outputSize, stride, padding or outRef NULL
 *   161002  the data type of self not one of REAL_WITHOUT_BFLOAT16
 *   161002  the data type of outRef is not the data type of self
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  self not of 4 or 5 dimensions
 *   161002  shapes of self and indices differ
 *   161002  a dimension of self 0, but the first
 *   161002  outputSize not of 3 entries above 0
 *   161002  stride not of 3 entries above 0
 *   161002  padding not of 3 entries
 *   161002  outputSize of fewer places than a plane of self has
 *   161002  outRef not of the shape of self with outputSize as its last dimensions, if self has
 *           elements
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaxUnpool3dGetWorkspaceSize(const aclTensor *self,
                                                       const aclTensor *indices,
                                                       const aclIntArray *outputSize,
                                                       const aclIntArray *stride,
                                                       const aclIntArray *padding,
                                                       aclTensor *outRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnMaxUnpool3d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxUnpool3d(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
