/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/embedding.h: rows of a table by index.
 *
 *     output[k, :] = weight[input[k], :]          for every k, of any rank
 *
 * The interface is that of InfiniCore; strides other than contiguous ones are this library's own.
 */
#ifndef INFINIOP_OPS_EMBEDDING_H
#define INFINIOP_OPS_EMBEDDING_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopEmbeddingDescriptor_t;

/*
 * infiniopCreateEmbeddingDescriptor
 *
 * desc_ptr      receives the descriptor: the caller's until it destroys it
 * output_desc   [..., D]: the shape of input and then D; up to 8 dimensions; last stride 1,
 *               elements may not share memory
 * input_desc    [...], any integer type; any strides
 * weight_desc   [V, D]; last stride 1, that of the rows any. F16, BF16, F32, F64, any integer, C32,
 *               C64 or C128; output has the same type
 *
 * The stride of a dimension of size 1 or 0 is not looked at.
 *
 * Statuses, in the order tested: NULL_POINTER (an argument is NULL), BAD_PARAM (not alive),
 * BAD_TENSOR_SHAPE, BAD_TENSOR_DTYPE, BAD_TENSOR_STRIDES, INTERNAL_ERROR (no host memory).
 */
infiniStatus_t infiniopCreateEmbeddingDescriptor(infiniopHandle_t handle,
                                                 infiniopEmbeddingDescriptor_t *desc_ptr,
                                                 infiniopTensorDescriptor_t output_desc,
                                                 infiniopTensorDescriptor_t input_desc,
                                                 infiniopTensorDescriptor_t weight_desc);

/*
 * infiniopEmbedding: memory, streams and statuses as in infiniop/ops/embedding_backward.h. An index
 * outside of the table leaves its row of output as it was, and is reported in the same way.
 * BAD_PARAM: output shares memory with input or weight.
 */
infiniStatus_t infiniopEmbedding(infiniopEmbeddingDescriptor_t desc, void *output,
                                 const void *input, const void *weight, void *stream);

/* Work that is queued goes on. NULL_POINTER for NULL, BAD_PARAM for none that is alive. */
infiniStatus_t infiniopDestroyEmbeddingDescriptor(infiniopEmbeddingDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
