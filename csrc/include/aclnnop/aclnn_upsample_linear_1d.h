/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_linear_1d.h: aclnnUpsampleLinear1d.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_H
#define ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleLinear1d
 ************************************************/

/*
 * aclnnUpsampleLinear1dGetWorkspaceSize: phase one. Images in another size, interpolated linearly
 * along rows.
 *
 *     a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1) /
 *         (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else the
 *         quotient of the sizes. out is interpolated there, by the line between the two nearest
 *         elements
 *
 * self          [batch, channels, width]. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * outputSize    the new size, of the width.
 * alignCorners  whether the first and last places of both lie on each other; else places are of
 *               equal width.
 * scale         how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * out           of the same type.
 *
 * Precision: within 16 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, out or outputSize NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of self is not the data type of out
 *   161002  a layout of self private to the device
 *   161002  self not of 1 + 2 dimensions, sizes of 0 in outputSize or in self, or shape of out not
 *           that of self in the new sizes
 *   161002  scale of 0 or above, and outputSize not the whole places that it makes of self (on
 *           Ascend910, Ascend910B and Ascend910_93)
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleLinear1dGetWorkspaceSize(const aclTensor *self,
                                                            const aclIntArray *outputSize,
                                                            bool alignCorners, double scale,
                                                            aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnUpsampleLinear1d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleLinear1d(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
