/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_embedding_dense_backward.h: gradient of an embedding table.
 *
 * Introduction
 * ------------
 * An embedding looks up rows of a table: y[i] = weight[indices[i]]. Its gradient adds every row of
 * the incoming gradient to the row of the table that it came from:
 *
 *     out = 0
 *     for each i with indices[i] != paddingIdx:
 *         out[indices[i]] += grad[i] / (scaleGradByFreq ? count[indices[i]] : 1)
 *
 * where count[j] is how often j occurs in indices. It is what torch computes as
 * embedding_dense_backward.
 *
 *     aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad, indices, numWeights, (uint64_t)-1, false,
 *                                                 out, &size, &executor);
 *     ... aclrtMalloc(&workspace, size, ...) if size > 0 ...
 *     aclnnEmbeddingDenseBackward(workspace, size, executor, stream);
 *     aclrtSynchronizeStream(stream);
 *
 * Rules marked (CANN) are those of the vendor's documentation or code, those marked (here) are
 * this library's own. aclnn/acl_meta.h says how the two phases and the handles work.
 */
#ifndef ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H
#define ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H

#include <stdbool.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  Phase one
 ************************************************/

/*
 * aclnnEmbeddingDenseBackwardGetWorkspaceSize: checks the operands, sizes the workspace and makes
 * the executor. Needs no device, and no memory: tensors may have NULL addresses.
 *
 * Operands. All three tensors may have any strides and offsets.
 *
 * grad             the gradient with respect to y, [..., D], 2 to 8 dimensions. ACL_FLOAT,
 *                  ACL_FLOAT16, or ACL_BF16 where the product has it (not the family Ascend910)
 * indices          which row each row of grad came from; up to 8 dimensions, with as many
 *                  elements as grad has rows, that is, product of all dimensions but the last.
 *                  ACL_INT32, ACL_INT64, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL, ACL_FLOAT,
 *                  ACL_FLOAT16 or ACL_DOUBLE. Numbers with a fraction are truncated toward zero.
 *                  Values: 0 to numWeights - 1, see "Errors that show later"
 * numWeights       rows of the table
 * paddingIdx       a row that takes no part: it comes out zero, and grad's rows that point to it
 *                  are left out of sums and counts. (uint64_t)-1, like every number that is not
 *                  below numWeights, means that there is none. There is no default: it must be
 *                  given
 * scaleGradByFreq  divides every row of out by how often its index occurs
 * out              [numWeights, D]; ACL_FLOAT, ACL_FLOAT16 or ACL_BF16 as for grad, also another
 *                  type than grad's. Every element is overwritten
 * workspaceSize    receives the bytes that phase two needs: what CANN asks for on the product
 *                  (ACLNN_SOC, with its cores and unified buffer), 0 where it asks for none. It
 *                  follows from the shapes, types, strides, storageDims, offsets and attributes and
 *                  from ACL_OPT_DETERMINISTIC; aclnn_ext/aclnn_workspace.h shows how. The work may
 *                  need more scratch than that: it then takes host memory of the library's own
 * executor         receives the executor: the caller's until phase two spends it
 *
 * Errors, in the order tested. *workspaceSize and *executor keep their values.
 *
 *   361001  in a forked child                                                             (here)
 *   161001  workspaceSize or executor NULL                                                (CANN)
 *   161001  grad, indices or out NULL                                                     (CANN)
 *   161002  one of them destroyed or not a tensor                                         (here)
 *   161002  data type of grad, indices or out not one of those above                      (CANN)
 *   161002  grad, indices or out of more than 8 dimensions, grad of less than 2           (CANN)
 *   161002  a negative dimension, or a view that covers more than 2^63 bytes              (here)
 *   161002  rows of grad and elements of indices differ in number; not tested if D is 0   (CANN)
 *   161002  out not [numWeights, D]                                                       (CANN)
 *   161002  a layout private to the device                                                (CANN)
 *   161002  scratch of more than 2^63 bytes would be needed                               (here)
 *   561101  out of host memory                                                            (CANN)
 *   561103  numWeights 0 with scaleGradByFreq on the families Ascend910B and Ascend910_93 (CANN)
 *   561103  grad or indices with a negative stride on Ascend950; not tested for indices of
 *           ACL_DOUBLE, and for empty operands                                            (CANN)
 *   561103  a unified buffer (ACLNN_SOC=...,ub=) that is too small for a kernel's tiling  (CANN)
 *   161002  a workspace of more than 2^63 bytes would be needed                           (here)
 */
ACLNN_API aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSize(
    const aclTensor *grad, const aclTensor *indices, uint64_t numWeights, uint64_t paddingIdx,
    bool scaleGradByFreq, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);

/*-**********************************************
 *  Phase two
 ************************************************/

/*
 * aclnnEmbeddingDenseBackward: queues the executor on a stream and returns. Results are there, and
 * the memory of workspace and tensors may be released, after the stream was synchronized with.
 *
 * workspace      device memory of workspaceSize bytes, the caller's; contents are lost. NULL if
 *                phase one said 0. The launch's alone while it runs: see "Workspaces" in
 *                aclnn/acl_meta.h
 * workspaceSize  its size, at least what phase one said
 * executor       from phase one of this operator. Spent by the call, also by one that fails,
 *                unless it is repeatable (aclSetAclOpExecutorRepeatable). A NULL workspace where
 *                one is needed spends even that                                          (CANN)
 * stream         NULL is the default stream of the current context
 *
 * Errors, in the order tested. Nothing was queued. Of those marked (here) CANN says
 * nothing, or faults.
 *
 *   361001  in a forked child                                                             (here)
 *   161001  executor NULL                                                                 (CANN)
 *   561000  executor spent, destroyed, foreign, or of another operator                    (here)
 *   161001  workspace NULL though one is needed, or though workspaceSize is not 0         (CANN)
 *   161002  workspaceSize less than what phase one said                                   (here)
 *   561103  on the family Ascend910 with scaleGradByFreq: D too large, see below          (CANN)
 *   361001  stream destroyed, foreign, or of a context that is not current                (CANN)
 *   361001  no current context                                                            (CANN)
 *   161002  workspace freed, host memory, memory of another device, or an allocation
 *           that is shorter than workspaceSize; not tested if none is needed              (here)
 *   161002  grad, indices or out, unless empty: address NULL, host memory that is not
 *           mapped (see aclrtHostRegister), freed, on another device, or in an allocation
 *           that does not hold every element that the view can reach                      (here)
 *
 * Errors that show later. An index outside 0 to numWeights - 1 never touches memory: the work
 * fails with 507015, which the next synchronize (stream, device, or an event behind it) returns
 * once. out has the sums of all other rows then. The range is tested after truncation and before
 * any narrowing: -0.5 is row 0, but NaN and 2^32 + 5 are outside. The text has the position, the
 * index and the limit. CANN does not test indices.                                         (here)
 * A workspace that is freed, shared or overwritten is 507015 too (aclnn/acl_meta.h), and 207001
 * says that there was no host memory for scratch.                                          (here)
 *
 * Empty operands. If grad or indices has no elements, out comes out zero. If D is 0 there is
 * nothing to do and indices are not looked at. If numWeights is 0 no index is in range.
 *
 * Precision. Sums and quotients are computed in float32 and rounded to out's type once, at the
 * end, to nearest, ties to even.                                                           (here)
 *
 * Determinism. The same operands give the same bits, whatever the number of cores, the kind of
 * stream, and the run. CANN promises that only with ACL_OPT_DETERMINISTIC.                 (here)
 *
 * The limit of Ascend910. With scaleGradByFreq that family needs
 *
 *     D < (180192 - 4 * counts) / 36      indices of every type but ACL_INT64
 *     D < (180192 - 8 * counts) / 20      indices ACL_INT64
 *     counts = numWeights / cores + numWeights % cores        (integer division)
 *
 * with the product's cores. The formula is the vendor's; that it shows in phase two, and as
 * 561103, was read from the public sources and not seen on a device.                       (CANN)
 *
 * What it does not do: add to what out holds; skip padding rows of grad that are not named by
 * paddingIdx; take sparse gradients, or negative indices that count from the end. out must not
 * share memory with grad, indices or workspace: the result would be unspecified. Where elements of
 * out share memory with each other (a stride of 0), one of their values is left, the same one in
 * every run.
 */
ACLNN_API aclnnStatus aclnnEmbeddingDenseBackward(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
