/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_nearest_1d_v2.h: aclnnUpsampleNearest1dV2.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_V2_H
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleNearest1dV2
 ************************************************/

/*
 * aclnnUpsampleNearest1dV2GetWorkspaceSize: phase one. Rows in another size, of the nearest
 * elements.
 *
 *     out[..., i] = self[..., min(floor(i * f), size of self - 1)]; f is 1 / factor where that is
 *         above 0, else the quotient of the sizes of self and out. The same in each dimension of
 *         the row
 *
 * self        [batch, channels, width]. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_UINT8; ACL_BF16 not
 *             on Ascend910.
 * outputSize  the new size, of the width.
 * scaleL      how many times as large the size becomes; 0 or below follows from the sizes.
 * out         of the same type.
 *
 * Products differ in what they take of factors: Ascend910 knows none in images, Ascend910B takes
 * those of images where both are above 0, and none at all goes with float64 and uint8.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, outputSize or out NULL
 *   161002  the data type of self not one of ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_UINT8 (on
 *           Ascend910)
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_UINT8 (on Ascend910B, Ascend910_93 and Ascend950)
 *   161002  the data type of self is not the data type of out
 *   161002  the format of self not one of images of 1 dimension(s): NCL, or NCHW and NHWC
 *   161002  layouts of self and out differ
 *   161002  self not of 1 + 2 dimensions, sizes of 0 in outputSize or in self, or shape of out not
 *           that of self in the new sizes
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest1dV2GetWorkspaceSize(const aclTensor *self,
                                                               const aclIntArray *outputSize,
                                                               float scaleL, aclTensor *out,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnUpsampleNearest1dV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleNearest1dV2(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
