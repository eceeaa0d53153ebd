/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_convolution.h: aclnnConvolution, aclnnConvDepthwise2d, aclnnConvTbc.
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
#ifndef ACLNNOP_ACLNN_CONVOLUTION_H
#define ACLNNOP_ACLNN_CONVOLUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnConvolution
 ************************************************/

/*
 * aclnnConvolutionGetWorkspaceSize: phase one. Convolves images with windows of weights, in 1 to 3
 * dimensions, or transposes that.
 *
 *     output[n, o, y] = bias[o] + the sum of weight[o, c, k] * input[n, c of the group of o, y *
 *         stride - padding + k * dilation] over c and k; what lies outside of the input is 0
 *     transposed: output[n, c, x] = bias[c] + the sum of weight[o, c, k] * input[n, o, y] over o of
 *         the group of c and x = y * stride - padding + k * dilation
 *
 * input          the images, [n, channels, length], [n, channels, height, width] or [n, channels,
 *                depth, height, width], with format NCL, NCHW or NCDHW. CONVOLVED_EITHER_WAY.
 * weight         the windows, [output channels, channels / groups, ...]; [channels, output channels
 *                / groups, ...] of a transposed convolution; with the format of input.
 *                CONVOLVED_EITHER_WAY.
 * bias           a number for each output channel; none where it is NULL; may be NULL. ACL_FLOAT,
 *                ACL_FLOAT16, ACL_BF16.
 * stride         from one window to the next, for each spatial dimension.
 * padding        zeros on each side of the input, for each spatial dimension; of one and two
 *                dimensions also for each of the two sides, top, bottom, left, right.
 * dilation       from one element of a window to the next.
 * transposed     whether input is what a convolution gave.
 * outputPadding  places of a transposed convolution's output that no window needs; not read
 *                otherwise, and may be NULL then; may be NULL.
 * groups         parts that the channels are in, each of which is convolved by itself.
 * output         [n, output channels, ...], with the format of input. CONVOLVED_EITHER_WAY.
 * cubeMathType   the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *                float16, 3 HFLOAT32, 4 sum float32 in groups. All are computed in float32 and
 *                rounded once.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  input, weight, stride, padding, dilation or output NULL
 *   161001  outputPadding NULL, where transposed is true
 *   161002  the data type of bias not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of input not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of input float8_e4m3fn, and transposed false
 *   161002  the data type of weight not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of weight float8_e4m3fn, and transposed false
 *   161002  the data type of output not one of CONVOLVED_EITHER_WAY
 *   161002  the data type of output float8_e4m3fn, and transposed false
 *   161002  input, weight and output not of 3, 4 or 5 dimensions with the format NCL, NCHW or NCDHW
 *           (on Ascend910, 910B and 910_93 also NDHWC), bias not of one element for each output
 *           channel, an array without an entry for each spatial dimension, stride or dilation below
 *           1, outputPadding negative or not less than stride or dilation, no window that fits into
 *           input, channels that groups does not divide, or output not of the shape that follows;
 *           on Ascend910, 910B and 910_93 more of a transposed window beyond padding than 255
 *           places
 *   161002  cubeMathType not from 0 to 4; on Ascend910 neither 1 nor 2 with float32
 *   207000  the data type of input one of ACL_HIFLOAT8, ACL_FLOAT8_E4M3FN, which CANN computes and
 *           this library does not (on Ascend950)
 *   561103  one of weight and output of a data type of 8 bits, and the first operand not (on
 *           Ascend950)
 *   361001  the data type of output float32, the data type of input and the data type of weight one
 *           of 16 bits, transposed true and cubeMathType not 2, with elements; not on Ascend910,
 *           nor on Ascend950 where one place is spread out
 *   empty   output empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnConvolutionGetWorkspaceSize(const aclTensor *input,
                                                       const aclTensor *weight,
                                                       const aclTensor *bias,
                                                       const aclIntArray *stride,
                                                       const aclIntArray *padding,
                                                       const aclIntArray *dilation, bool transposed,
                                                       const aclIntArray *outputPadding,
                                                       int64_t groups, aclTensor *output,
                                                       int8_t cubeMathType, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnConvolution: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnConvolution(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnConvDepthwise2d
 ************************************************/

/*
 * aclnnConvDepthwise2dGetWorkspaceSize: phase one. Convolves each channel of images by itself.
 *
 *     out[n, o, y, x] = bias[o] + the sum of weight[o, 0, i, j] * self[n, o / (O / C), y *
 *         stride[0] - padding[0] + i * dilation[0], x * stride[1] - padding[1] + j * dilation[1]],
 *         of C channels and O output channels
 *
 * self          the images, [n, channels, height, width], with format NCHW. SINGLE_OR_HALF.
 * weight        the windows, [output channels, 1, height, width], a multiple of the channels; with
 *               format NCHW. SINGLE_OR_HALF.
 * kernelSize    the last two dimensions of weight.
 * bias          a number for each output channel, of the type of self; none where it is NULL; may
 *               be NULL. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * stride        from one window to the next, down and across.
 * padding       zeros on each side, down and across.
 * dilation      from one element of a window to the next.
 * out           [n, output channels, ...], with format NCHW. SINGLE_OR_HALF.
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups. All are computed in float32 and
 *               rounded once.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, weight, kernelSize, stride, padding, dilation or out NULL
 *   161002  the data type of bias not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of bias is not the data type of self
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of weight
 *   161002  the data type of weight is not the data type of out
 *   161002  self, weight or out not of 4 dimensions with format NCHW, bias not of one element for
 *           each output channel, stride, padding or dilation not of two numbers, stride or dilation
 *           below 1, no window that fits into self, weight not of 1 in its second dimension and a
 *           multiple of the channels in its first, out not of the shape that follows, or kernelSize
 *           not the last dimensions of weight
 *   161002  cubeMathType not from 0 to 4; on Ascend910 neither 1 nor 2 with float32
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnConvDepthwise2dGetWorkspaceSize(const aclTensor *self,
                                                           const aclTensor *weight,
                                                           const aclIntArray *kernelSize,
                                                           const aclTensor *bias,
                                                           const aclIntArray *stride,
                                                           const aclIntArray *padding,
                                                           const aclIntArray *dilation,
                                                           aclTensor *out, int8_t cubeMathType,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnConvDepthwise2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnConvDepthwise2d(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnConvTbc
 ************************************************/

/*
 * aclnnConvTbcGetWorkspaceSize: phase one. Convolves sequences, whose first dimension is the time.
 *
 *     output[t, b, o] = bias[o] + the sum of weight[k, c, o] * self[t - pad + k, b, c] over k and
 *         c; what lies outside of self is 0
 *
 * self          the sequences, [time, batch, channels], with format ND or NCL. SINGLE_OR_HALF.
 * weight        the windows, [places, channels, output channels].
 * bias          a number for each output channel. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * pad           zeros before and behind the time.
 * output        [time + 2 * pad + 1 - places, batch, output channels].
 * cubeMathType  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
 *               float16, 3 HFLOAT32, 4 sum float32 in groups. All are computed in float32 and
 *               rounded once.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, weight, bias or output NULL
 *   161002  format of bias not ACL_FORMAT_ND (on Ascend950)
 *   161002  the data type of bias not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of weight
 *   161002  the data type of weight is not the data type of output
 *   161002  format of self, weight or output neither ND nor NCL
 *   161002  self not [time, batch, channels], weight not [places, channels, output channels], bias
 *           not of one element for each output channel, pad negative, no window that fits into
 *           self, or output not of the shape that follows
 *   161002  weight of more places than self with pad once, where self has elements
 *   161002  cubeMathType not from 0 to 4; on Ascend910 neither 1 nor 2 with float32
 *   empty   output empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnConvTbcGetWorkspaceSize(const aclTensor *self, const aclTensor *weight,
                                                   const aclTensor *bias, int64_t pad,
                                                   aclTensor *output, int8_t cubeMathType,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnConvTbc: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnConvTbc(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
