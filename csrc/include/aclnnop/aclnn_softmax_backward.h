/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_softmax_backward.h: aclnnSoftmaxBackward.
 *
 * Made from csrc/ops/softmax/softmax.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SOFTMAX_BACKWARD_H
#define ACLNNOP_ACLNN_SOFTMAX_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
#include <array>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftmaxBackward
 ************************************************/

/*
 * aclnnSoftmaxBackwardGetWorkspaceSize: phase one. The gradient of aclnnSoftmax.
 *
 *     out = output * (gradOutput - the sum of gradOutput * output along dim)
 *
 * gradOutput  the gradient of what aclnnSoftmax gave. SINGLE_OR_HALF.
 * output      what it gave. SINGLE_OR_HALF.
 * dim         the dimension that it summed along.
 * out         the gradient of its input.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, output or out NULL
 *   empty   gradOutput or output empty: nothing is done
 *   empty   gradOutput or output empty: nothing is done
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of output not one of SINGLE_OR_HALF
 *   161002  the data type of output is not the data type of gradOutput
 *   161002  dim outside the dimensions of gradOutput
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  shapes of gradOutput and output differ
 *   161002  shapes of gradOutput and out differ
 *   empty   gradOutput or output empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSoftmaxBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *output, int64_t dim,
                                                           aclTensor *out, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnSoftmaxBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftmaxBackward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
