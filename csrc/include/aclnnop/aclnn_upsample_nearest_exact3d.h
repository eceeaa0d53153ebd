/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_nearest_exact3d.h: aclnnUpsampleNearestExact3d.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_H
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleNearestExact3d
 ************************************************/

/*
 * aclnnUpsampleNearestExact3dGetWorkspaceSize: phase one. Volumes in another size, of the nearest
 * elements, by their middles.
 *
 *     out[..., i] = self[..., min(floor((i + 0.5) * f), size of self - 1)]; f is 1 / factor where
 *         that is above 0, else the quotient of the sizes of self and out. The same in each
 *         dimension of the volume
 *
 * self        [batch, channels, depth, height, width], or with the channels last. ACL_FLOAT,
 *             ACL_FLOAT16, ACL_BF16.
 * outputSize  the new size, of depth, height and width.
 * scalesD     how many times as large the size becomes; 0 or below follows from the sizes.
 * scalesH     how many times as large the size becomes; 0 or below follows from the sizes.
 * scalesW     how many times as large the size becomes; 0 or below follows from the sizes.
 * out         of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, outputSize or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of self is not the data type of out
 *   161002  a layout of self private to the device
 *   161002  layouts of self and out differ
 *   161002  self not of 3 + 2 dimensions, sizes of 0 in outputSize or in self, or shape of out not
 *           that of self in the new sizes
 *   161002  scalesD, scalesH and scalesW above 0, and the sizes in outputSize not what they make of
 *           self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact3dGetWorkspaceSize(const aclTensor *self,
                                                                  const aclIntArray *outputSize,
                                                                  double scalesD, double scalesH,
                                                                  double scalesW, aclTensor *out,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnUpsampleNearestExact3d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact3d(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
