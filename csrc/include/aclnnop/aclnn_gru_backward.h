/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gru_backward.h: aclnnGRUBackward.
 *
 * Made from csrc/ops/rnn/rnn.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_FLOAT16  ACL_FLOAT, ACL_FLOAT16
 */
#ifndef ACLNNOP_ACLNN_GRU_BACKWARD_H
#define ACLNNOP_ACLNN_GRU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGRUBackward
 ************************************************/

/*
 * aclnnGRUBackwardGetWorkspaceSize: phase one. The gradient of layers of a GRU.
 *
 *     behind each step, from the last one back: d = dy[t] + dgates_h[t + 1] @ w_hh + d[t + 1] z[t +
 *         1]; dn = d (1 - z) (1 - n^2), dr = dn hn r (1 - r), dz = d (h[t - 1] - n) z (1 - z);
 *         dgates = dr, dz, dn beside the input, dr, dz, dn r beside the state
 *
 * input        the input of the pass. SINGLE_OR_FLOAT16.
 * params       its weights and biases.
 * hx           its hidden states before, [L D, B, H].
 * dy           the gradient of output.
 * dh           that of hy.
 * r            the gates r, [T, B, H] for each layer and direction.
 * z            those of z.
 * n            those of n.
 * hn           hn of the pass.
 * h            the hidden states.
 * batchSizes   NULL: CANN has no other way yet; may be NULL.
 * hasBias      whether there are biases.
 * numLayers    L.
 * bidirection  whether D is 2.
 * batchFirst   whether the batch is the first dimension of input, dy and dxOut.
 * dxOut        the gradient of input.
 * dhPrevOut    that of the hidden states before.
 * dparamsOut   those of params.
 *
 * Sums are float32, and rounded once.
 *
 * Units in the last place are those of the largest number of a result.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 2 units in the last place in
 * float16.
 *
 * Errors, in the order tested:
 *
 *   161001  input, hx, params, dy, dh, r, z, n, hn, h, dxOut, dhPrevOut or dparamsOut NULL
 *   161002  the data type of input not one of SINGLE_OR_FLOAT16
 *   161002  batchSizes not NULL
 *   161002  a member of a list NULL, a format neither ACL_FORMAT_ND nor ACL_FORMAT_NCL, params,
 *           dparamsOut or a list of gates not of as many members as the call says, numLayers below
 *           1, shapes or data types that do not go together, or nothing in input or h
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  on Ascend950, which has no kernel of the operator
 */
ACLNN_API aclnnStatus aclnnGRUBackwardGetWorkspaceSize(const aclTensor *input,
                                                       const aclTensorList *params,
                                                       const aclTensor *hx, const aclTensor *dy,
                                                       const aclTensor *dh, const aclTensorList *r,
                                                       const aclTensorList *z,
                                                       const aclTensorList *n,
                                                       const aclTensorList *hn,
                                                       const aclTensorList *h,
                                                       const aclTensor *batchSizes, bool hasBias,
                                                       int64_t numLayers, bool bidirection,
                                                       bool batchFirst, aclTensor *dxOut,
                                                       aclTensor *dhPrevOut,
                                                       aclTensorList *dparamsOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnGRUBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGRUBackward(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
