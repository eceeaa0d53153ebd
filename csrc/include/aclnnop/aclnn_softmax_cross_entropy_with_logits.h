/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_softmax_cross_entropy_with_logits.h: aclnnSoftmaxCrossEntropyWithLogits.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H
#define ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftmaxCrossEntropyWithLogits
 ************************************************/

/*
 * aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize: phase one. The cross entropy of labels and
 * the softmax of rows, and its gradient.
 *
 *     loss[n] = -the sum over c of labels[n, c] * log(s[n, c]), backprop = s - labels, with s[n, c]
 *         = exp(features[n, c]) / the sum of exp(features[n, :])
 *
 * features  the exponents, (N, C). SINGLE_OR_HALF.
 * labels    probabilities, (N, C), or what broadcasts to it. SINGLE_OR_HALF.
 * loss      the losses, (N). SINGLE_OR_HALF.
 * backprop  the gradient of features by the sum of the losses. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  features, labels, loss or backprop NULL
 *   161002  the data type of features not one of SINGLE_OR_HALF
 *   161002  the data type of labels not one of SINGLE_OR_HALF
 *   161002  the data type of loss not one of SINGLE_OR_HALF
 *   161002  the data type of backprop not one of SINGLE_OR_HALF
 *   161002  the data type of loss is not the data type of features
 *   161002  the data type of backprop is not the data type of features
 *   161002  features not of 0 to 8 dimensions
 *   161002  labels not of 0 to 8 dimensions
 *   161002  loss not of 0 to 8 dimensions
 *   161002  backprop not of 0 to 8 dimensions
 *   161002  features or labels not of two dimensions, labels does not broadcast to features, loss
 *           not of an element for each row, or backprop not of the shape of features
 *   empty   features or labels empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(const aclTensor *features,
                                                                         aclTensor *labels,
                                                                         aclTensor *loss,
                                                                         aclTensor *backprop,
                                                                         uint64_t *workspaceSize,
                                                                         aclOpExecutor **executor);

/* aclnnSoftmaxCrossEntropyWithLogits: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftmaxCrossEntropyWithLogits(void *workspace, uint64_t workspaceSize,
                                                         aclOpExecutor *executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
