/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_nearest_exact2d.h: aclnnUpsampleNearestExact2d.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_H
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleNearestExact2d
 ************************************************/

/*
 * aclnnUpsampleNearestExact2dGetWorkspaceSize: phase one. Images in another size, of the nearest
 * elements, by their middles.
 *
 *     out[..., i] = self[..., min(floor((i + 0.5) * f), size of self - 1)]; f is 1 / factor where
 *         that is above 0, else the quotient of the sizes of self and out. The same in each
 *         dimension of the image
 *
 * self        [batch, channels, height, width], or with the channels last. ACL_FLOAT, ACL_FLOAT16,
 *             ACL_BF16; ACL_UINT8 not on Ascend950.
 * outputSize  the new size, of height and width.
 * scalesH     how many times as large the size becomes; 0 or below follows from the sizes.
 * scalesW     how many times as large the size becomes; 0 or below follows from the sizes.
 * out         of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, outputSize or out NULL
 *   empty   self or out empty: nothing is done
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_UINT8 (on
 *           Ascend910, Ascend910B and Ascend910_93)
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16 (on Ascend950)
 *   161002  the data type of self is not the data type of out
 *   161002  the format of self not one of images of 2 dimension(s): NCL, or NCHW and NHWC
 *   161002  layouts of self and out differ
 *   161002  self not of 2 + 2 dimensions, sizes of 0 in outputSize or in self, or shape of out not
 *           that of self in the new sizes
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2dGetWorkspaceSize(const aclTensor *self,
                                                                  const aclIntArray *outputSize,
                                                                  double scalesH, double scalesW,
                                                                  aclTensor *out,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnUpsampleNearestExact2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2d(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
