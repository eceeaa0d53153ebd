/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/binary_embedding.h: embeddings whose weights are signs.
 *
 * Introduction
 * ------------
 * The weights of a binary embedding are +1 and -1, eight to a byte, and every row of the table has
 * one scale. A row that was looked up is scale * signs; the gradient of the table is made of signs,
 * too. bitorch-engine has such embeddings; CANN has no operator for them, so these are this
 * library's own. They follow the protocol of every other operator (aclnn/acl_meta.h):
 *
 *     aclnnExtBinaryPackGetWorkspaceSize(weight, qweight, &size, &executor);
 *     ... aclrtMalloc(&workspace, size, ...) if size > 0 ...
 *     aclnnExtBinaryPack(workspace, size, executor, stream);
 *     aclrtSynchronizeStream(stream);
 *
 * Packed signs. Element 8 * p + j of a row is bit j of byte p, the lowest bit being 0. Bit 1 stands
 * for +1, bit 0 for -1. A row of K elements takes ceil(K / 8) bytes.
 *
 * docs/bitorch.md has a program in C, and the same from Python.
 *
 * What holds for all of them
 * --------------------------
 * Tensors. Inputs may have any strides and offsets. The last stride of out must be 1 and its
 * elements must not share memory, unless there are none; its rows may be apart. The stride of a
 * dimension of 1 does not count. Data types do not depend on the product. out must not share memory
 * with inputs or workspace: the result would be unspecified.
 *
 * Empty tensors. A call whose out has no elements does nothing, unless it has indices: with a
 * table of no rows no index is in range.
 *
 * Phase one needs no device, and no memory: tensors may have NULL addresses. Errors, in the order
 * tested; *workspaceSize and *executor keep their values:
 *
 *   361001  in a forked child
 *   161001  workspaceSize or executor NULL
 *   161001  a tensor NULL that is not called optional below
 *   161002  one of them destroyed or not a tensor
 *   161002  a data type that is not among those below
 *   161002  for one tensor after the other, as they are in the call: more or fewer dimensions than
 *           below, a negative dimension, a view that covers more than 2^63 bytes, a layout private
 *           to the device
 *   161002  a shape that does not fit the others
 *   161002  the last stride of out not 1; elements of out that share memory, or rows that interleave
 *   161002  scratch or a workspace of more than 2^63 bytes
 *   561101  out of host memory
 *
 * Phase two queues the executor on a stream and returns. Its arguments, errors and the rules of
 * workspaces are those of aclnnEmbeddingDenseBackward (aclnnop/aclnn_embedding_dense_backward.h).
 *
 * Errors that show later. An index that is no row never touches memory: the work fails with 507015,
 * which the next synchronize returns once, and the text has the position, the index and the limit.
 * 507015 also for a workspace that is freed, shared or overwritten; 207001 without host memory for
 * scratch.
 *
 * Determinism. The same operands give the same bits, whatever the number of cores, the kind of
 * stream, and the run.
 */
#ifndef ACLNN_EXT_BINARY_EMBEDDING_H
#define ACLNN_EXT_BINARY_EMBEDDING_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  Signs as bits
 ************************************************/

/*
 * aclnnExtBinaryPack: bits that are 1 where an element is at least 0.
 *
 * x    [..., K], 1 to 8 dimensions. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_BOOL, or an
 *      integer type of 8 to 64 bits. 0.0 and -0.0 give 1, NaN gives 0; what has no negative numbers
 *      gives ones
 * out  [..., ceil(K / 8)], ACL_UINT8. Bits behind the last element of a row are 0
 *
 * workspaceSize is 0.
 */
ACLNN_API aclnnStatus aclnnExtBinaryPackGetWorkspaceSize(const aclTensor *x, const aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnExtBinaryPack(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  Bits as numbers
 ************************************************/

/*
 * aclnnExtBinaryUnpack: +scale where a bit is 1, -scale where it is 0.
 *
 * packed  [..., P], 1 to 8 dimensions, ACL_UINT8
 * scale   [..., 1], a number for each row; of out's data type. Optional: NULL is 1 for every row
 * out     [..., D] with 0 <= D <= 8 * P: the first D elements of each row. ACL_FLOAT, ACL_FLOAT16,
 *         ACL_BF16 or ACL_DOUBLE
 *
 * Nothing is rounded: an element is scale with its own sign bit or the opposite one, for 0, infinity
 * and NaN, too. workspaceSize is 0.
 */
ACLNN_API aclnnStatus aclnnExtBinaryUnpackGetWorkspaceSize(const aclTensor *packed,
                                                           const aclTensor *scale,
                                                           const aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnExtBinaryUnpack(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*
 * aclnnExtBinaryEmbedding: the same for the rows that indices name.
 *
 *     out[i, :] = embedScale[indices[i]] * signs of qweight[indices[i]]
 *
 * indices     [...], 0 to 7 dimensions, an integer type of 8 to 64 bits; 0 to V - 1
 * qweight     [V, P], ACL_UINT8
 * embedScale  [V, 1], of out's data type. Optional: NULL is 1 for every row
 * out         [..., D], the dimensions of indices and one more, 0 <= D <= 8 * P. ACL_FLOAT,
 *             ACL_FLOAT16, ACL_BF16 or ACL_DOUBLE. Unspecified when an index is out of range
 *
 * Without columns indices are not looked at. workspaceSize is 0.
 */
ACLNN_API aclnnStatus aclnnExtBinaryEmbeddingGetWorkspaceSize(const aclTensor *indices,
                                                              const aclTensor *qweight,
                                                              const aclTensor *embedScale,
                                                              const aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnExtBinaryEmbedding(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  The gradient
 ************************************************/

/*
 * aclnnExtBinaryEmbeddingBackward: the signs of the gradient of qweight.
 *
 *     sum[v, :] = 0
 *     for each row i of outputGradient, in ascending order:
 *         sum[indices[i], :] += scale[i] * (row i, padded with -1 to a multiple of 8 columns)
 *     out = bits that are 1 where sum is at least 0
 *
 * outputGradient  [..., D], 1 to 8 dimensions. ACL_FLOAT, ACL_FLOAT16, ACL_BF16 or ACL_DOUBLE
 * indices         [...], the dimensions of outputGradient without the last, an integer type of 8 to
 *                 64 bits; 0 to V - 1
 * scale           [..., 1], the scale of the row that was looked up, for each row of outputGradient.
 *                 ACL_FLOAT, ACL_FLOAT16 or ACL_BF16, with outputGradient of ACL_DOUBLE also
 *                 ACL_DOUBLE. Optional: NULL is 1 for every row
 * out             [V, ceil(D / 8)], ACL_UINT8. Not touched when an index is out of range
 *
 * Rows that no index names have the sum 0: every bit is 1. A sum that is NaN gives 0. Bits behind
 * the last column come from the padding: of a row with an index they are 1 where the sum of its
 * negated scales is at least 0. Without columns indices are not looked at.
 *
 * Precision. An element times its scale is rounded to float32, and then added in float32; for
 * outputGradient of ACL_DOUBLE both are float64. The order is that of the rows, so that the sign of
 * every sum is the same in every run. No table of sums is written anywhere.
 *
 * workspaceSize is what sorting the rows takes: about 12 bytes for each row and 4 for each row of
 * the table. 0 when there is nothing to sort.
 */
ACLNN_API aclnnStatus aclnnExtBinaryEmbeddingBackwardGetWorkspaceSize(
    const aclTensor *outputGradient, const aclTensor *indices, const aclTensor *scale,
    const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnExtBinaryEmbeddingBackward(void *workspace, uint64_t workspaceSize,
                                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
