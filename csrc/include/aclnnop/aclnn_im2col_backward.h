/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_im2col_backward.h: aclnnIm2colBackward.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_IM2COL_BACKWARD_H
#define ACLNNOP_ACLNN_IM2COL_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIm2colBackward
 ************************************************/

/*
 * aclnnIm2colBackwardGetWorkspaceSize: phase one. Adds the columns of windows up to images: the
 * gradient of Im2col.
 *
 *     out[n, c, h, w] = the sum of gradOutput[n, (c, i, j), (y, x)] over h = y * stride[0] -
 *         padding[0] + i * dilation[0] and w = x * stride[1] - padding[1] + j * dilation[1]
 *
 * gradOutput  a column for each window, [channels * kernel elements, windows], or with a batch
 *             before that. SINGLE_OR_HALF.
 * inputSize   height and width of the images.
 * kernelSize  height and width of a window.
 * dilation    from one element of a window to the next, down and across.
 * padding     rows and columns of zeros on each side.
 * stride      from one window to the next, down and across.
 * out         the images, [channels, height, width], with the batch if there is one.
 *             SINGLE_OR_HALF.
 *
 * Sums are rounded once; units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, inputSize, kernelSize, dilation, padding, stride or out NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  gradOutput not of 2 or 3 dimensions, or out not of one more
 *   161002  an array not of two numbers, or one out of its range; gradOutput not of the rows and
 *           columns of the windows, or out not of the shape that follows
 *   empty   gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIm2colBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                          const aclIntArray *inputSize,
                                                          const aclIntArray *kernelSize,
                                                          const aclIntArray *dilation,
                                                          const aclIntArray *padding,
                                                          const aclIntArray *stride, aclTensor *out,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnIm2colBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIm2colBackward(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
