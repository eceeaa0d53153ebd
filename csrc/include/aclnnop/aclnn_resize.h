/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_resize.h: aclnnResize.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_RESIZE_H
#define ACLNNOP_ACLNN_RESIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnResize
 ************************************************/

/*
 * aclnnResizeGetWorkspaceSize: phase one. Images in another size, of the nearest elements or
 * interpolated bilinearly.
 *
 *     a place i is at i * f of self, of which the whole part counts, or at (i + 0.5) * f - 0.5,
 *         where two lines are interpolated in each dimension; f is the quotient of the sizes of
 *         self and out
 *
 * self    [batch, channels, height, width], or with the channels last. ACL_FLOAT, ACL_FLOAT16,
 *         ACL_BF16.
 * scales  how many times as large each dimension becomes; those of images and channels count for
 *         nothing.
 * mode    "nearest" or "bilinear"; may be NULL.
 * out     of the same type, each size the whole part of self's by scales.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, scales or out NULL
 *   161002  mode neither "nearest" nor "bilinear" (161001: NULL)
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of out is not the data type of self
 *   161002  self or out neither ACL_FORMAT_NCHW nor NHWC, of different formats, or not of four
 *           dimensions; scales not of four entries; out not of the images and channels of self, or
 *           not of its height and width by scales
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnResizeGetWorkspaceSize(const aclTensor *self,
                                                  const aclFloatArray *scales, const char *mode,
                                                  aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnResize: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnResize(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
