/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_trans_convolution_weight.h: weights in the device's layout.
 *
 * Only Ascend310P has a layout for weights of convolutions.
 */
#ifndef ACLNNOP_ACLNN_TRANS_CONVOLUTION_WEIGHT_H
#define ACLNNOP_ACLNN_TRANS_CONVOLUTION_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnCalculateConvolutionWeightSize: elements of a weight in the layout of
 * aclnnTransConvolutionWeight. No product of this library has that call, so that all refuse:
 * convolutions take the weight as it is.
 *
 * tensorShape       the shape, 4 dimensions
 * transposed        whether the convolution is a transposed one: no
 * groups            of the convolution, not 0
 * dataType          of the weight
 * weightTensorSize  keeps its value
 *
 * Errors, in the order tested.
 *
 *   361001  in a forked child
 *   161001  tensorShape or weightTensorSize NULL
 *   161002  tensorShape no live aclIntArray, or not of 4 entries; transposed; groups 0; on every
 * product
 */
ACLNN_API aclnnStatus aclnnCalculateConvolutionWeightSize(const aclIntArray *tensorShape,
                                                          bool transposed, int64_t groups,
                                                          aclDataType dataType,
                                                          uint64_t *weightTensorSize);

/*
 * aclnnTransConvolutionWeight: brings a weight into that layout.
 *
 * Errors, in the order tested.
 *
 *   361001  in a forked child
 *   161001  workspaceSize, executor, weightIn or weightOut NULL
 *   161002  on every product
 */
ACLNN_API aclnnStatus aclnnTransConvolutionWeightGetWorkspaceSize(
    const aclTensor *weightIn, bool transposed, const int64_t groups, aclTensor *weightOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);

/* Phase two: refuses, because no executor is one of the call. 161001 without an executor, else
 * 561000. */
ACLNN_API aclnnStatus aclnnTransConvolutionWeight(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
