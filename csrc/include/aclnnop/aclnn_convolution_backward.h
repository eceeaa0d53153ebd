/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_convolution_backward.h: aclnnConvolutionBackward, aclnnConvTbcBackward.
 *
 * Made from csrc/ops/conv/conv.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   CONVOLVED_EITHER_WAY  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910; ACL_HIFLOAT8,
 *                         ACL_FLOAT8_E4M3FN on Ascend950
 *   SINGLE_OR_HALF        ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H
#define ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnConvolutionBackward
 ************************************************/

/*
 * aclnnConvolutionBackwardGetWorkspaceSize: phase one. The gradients of a convolution: of its
 * input, its weight and its bias.
 *
 *     gradInput = the sum of gradOutput * weight over the outputs that read an element
 *     gradWeight = the sum of gradOutput * input over the outputs and images
 *     gradBias = the sum of gradOutput over images and places
 *
 * gradOutput     the gradient of the convolution's result, [n, output channels, ...], with format
 *                NCL, NCHW or NCDHW. CONVOLVED_EITHER_WAY.
 * input          the images, [n, channels, ...]. CONVOLVED_EITHER_WAY.
 * weight         the windows, [output channels, channels / groups, ...]; [channels, output channels
 *                / groups, ...] of a transposed convolution. CONVOLVED_EITHER_WAY.
 * biasSizes      the shape of the bias; read only where input or weight is empty; may be NULL.
 * stride         from one window to the next, for each spatial dimension.
 * padding        zeros on each side of the input, for each spatial dimension; of two dimensions
 *                also for each of the sides, top, bottom, left, right.
 * dilation       from one element of a window to the next.
 * transposed     whether the convolution was a transposed one.
 * outputPadding  places of a transposed convolution's output that no window needs; 0 otherwise.
 * groups         parts that the channels are in.
 * outputMask     three entries: whether each of the gradients is wanted.
 * cubeMathType   the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *                float16, 3 HFLOAT32. All are computed in float32 and rounded once.
 * gradInput      of the shape of input; may be NULL where it is not wanted; may be NULL.
 *                CONVOLVED_EITHER_WAY.
 * gradWeight     of the shape of weight; may be NULL where it is not wanted; may be NULL.
 *                CONVOLVED_EITHER_WAY.
 * gradBias       [output channels], with format ND; may be NULL where it is not wanted; may be
 *                NULL. CONVOLVED_EITHER_WAY.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * A gradient that is not wanted is left as it is.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, input, weight, stride, padding, dilation, outputPadding or outputMask NULL
 *   161001  outputMask not of three entries, or NULL what it asks for
 *   161002  the data type of gradOutput not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of input not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of weight not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of gradInput not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of gradInput is not the data type of input (on Ascend950)
 *   161002  the data type of gradWeight not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of gradWeight is not the data type of weight (on Ascend950)
 *   161002  the data type of gradBias not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of gradBias is not the data type of gradOutput (on Ascend950)
 *   161002  gradOutput, input, weight, gradInput or gradWeight not of 3, 4 or 5 dimensions with the
 *           format NCL, NCHW or NCDHW
 *   161002  format of gradBias not ND, with transposed false; not on Ascend910
 *   161002  stride, dilation or groups below 1, padding or outputPadding negative, outputPadding
 *           not 0 with transposed false, or not below stride with input of three spatial dimensions
 *   161002  cubeMathType not from 0 to 3; on Ascend910 neither 1 nor 2 with float32
 *   161002  gradOutput, input and weight not of as many dimensions, gradOutput empty where the
 *           others are not, gradInput, gradWeight or gradBias not of the shape of what it is the
 *           gradient of, an array without an entry for each spatial dimension, channels that do not
 *           fit groups, or in three dimensions gradOutput not of the shape that follows
 *   161002  input of 5 dimensions, on Ascend910
 *   207000  the data type of gradOutput one of ACL_HIFLOAT8, ACL_FLOAT8_E4M3FN, which CANN computes
 *           and this library does not (on Ascend950)
 *   561103  one of input, weight, gradInput, gradWeight and gradBias of a data type of 8 bits, and
 *           the first operand not (on Ascend950)
 *   161002  the data type of gradWeight float32 in three spatial dimensions with groups above 1,
 *           and cubeMathType 2 or all others of 16 bits; not on Ascend950
 */
ACLNN_API aclnnStatus aclnnConvolutionBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                               const aclTensor *input,
                                                               const aclTensor *weight,
                                                               const aclIntArray *biasSizes,
                                                               const aclIntArray *stride,
                                                               const aclIntArray *padding,
                                                               const aclIntArray *dilation,
                                                               bool transposed,
                                                               const aclIntArray *outputPadding,
                                                               int groups,
                                                               const aclBoolArray *outputMask,
                                                               int8_t cubeMathType,
                                                               aclTensor *gradInput,
                                                               aclTensor *gradWeight,
                                                               aclTensor *gradBias,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnConvolutionBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnConvolutionBackward(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnConvTbcBackward
 ************************************************/

/*
 * aclnnConvTbcBackwardGetWorkspaceSize: phase one. The gradients of ConvTbc.
 *
 *     gradInput[t, b, c] = the sum of self[s, b, o] * weight[k, c, o] over o, k and s = t + pad - k
 *     gradWeight[k, c, o] = the sum of self[t, b, o] * input[t - pad + k, b, c] over t and b
 *     gradBias[o] = the sum of self[t, b, o] over t and b
 *
 * self          the gradient of the result, [time + 2 * pad + 1 - places, batch, output channels].
 *               SINGLE_OR_HALF.
 * input         the sequences, [time, batch, channels]. SINGLE_OR_HALF.
 * weight        the windows, [places, channels, output channels]. SINGLE_OR_HALF.
 * bias          the bias, which is not read. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * pad           zeros before and behind the time.
 * cubeMathType  0 to 3, which computes the same here.
 * gradInput     of the shape of input. SINGLE_OR_HALF.
 * gradWeight    of the shape of weight. SINGLE_OR_HALF.
 * gradBias      of the shape of bias. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, input, weight, bias, gradInput, gradWeight or gradBias NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of input not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of bias not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  the data type of gradWeight not one of SINGLE_OR_HALF
 *   161002  the data type of gradBias not one of SINGLE_OR_HALF
 *   161002  format of self, input, weight, gradInput or gradWeight neither ND nor NCL
 *   161002  format of bias not ACL_FORMAT_ND
 *   161002  format of gradBias not ACL_FORMAT_ND
 *   161002  self empty
 *   161002  input not [time, batch, channels], weight not [places, channels, output channels], bias
 *           not of one element for each output channel, pad negative, no window that fits into
 *           input, or self not of the shape that follows
 *   161002  shapes of input and gradInput differ
 *   161002  shapes of weight and gradWeight differ
 *   161002  shapes of bias and gradBias differ
 *   161002  cubeMathType not from 0 to 3; on Ascend910 neither 1 nor 2 with float32
 *   161002  the data type of gradInput is not the data type of input (on Ascend950)
 *   161002  the data type of gradWeight is not the data type of weight (on Ascend950)
 *   161002  the data type of gradBias is not the data type of bias (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnConvTbcBackwardGetWorkspaceSize(const aclTensor *self,
                                                           const aclTensor *input,
                                                           const aclTensor *weight,
                                                           const aclTensor *bias, int64_t pad,
                                                           int8_t cubeMathType,
                                                           aclTensor *gradInput,
                                                           aclTensor *gradWeight,
                                                           aclTensor *gradBias,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnConvTbcBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnConvTbcBackward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
