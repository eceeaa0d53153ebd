/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/embedding_backward.h: gradient of one or two embedding tables.
 *
 * Introduction
 * ------------
 * The rows of dy are added to the rows of the tables that they came from:
 *
 *     for each k:
 *         dtable1[i1[k], :] += alpha1 * dy[k, :]
 *         dtable2[i2[k], :] += alpha2 * dy[k, :]      with a second table
 *
 * The operator is documented for InfiniOP (InfiniCore-Documentation, pull request 15) and carried
 * out by nobody else. The points that its page leaves open are settled here, marked (here).
 *
 * Numbers
 * -------
 * F16 and BF16 are added in float32 and rounded once, in the order of k; F32 and F64 in their own
 * type. Integers wrap around as unsigned ones do in C. A complex number is added part by part. The
 * alphas are floats, also for F64: 0.1f is 0.10000000149011612. The results do not depend on the
 * number of cores, and with two tables they are those of two calls.
 */
#ifndef INFINIOP_OPS_EMBEDDING_BACKWARD_H
#define INFINIOP_OPS_EMBEDDING_BACKWARD_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopEmbeddingBackwardDescriptor_t;

/*
 * infiniopCreateEmbeddingBackwardDescriptor
 *
 * desc_ptr       receives the descriptor: the caller's until it destroys it
 * dtable1_desc   [N1, D], data type dT: F16, BF16, F32, F64, I8 to I64, U8 to U64, C32, C64 or
 *                C128. The last stride is 1; rows may be any distance apart, also downwards, but
 *                may not share memory. What lies between rows is not touched
 * dtable2_desc   [N2, D], likewise; NULL without a second table. If there is none it is ignored
 *                                                                                        (here)
 * dy_desc        [N, D], dT; the last stride is 1, that of the rows any, also 0 or negative
 * i1_desc        [N], data type dI: any integer, I8 to I64, U8 to U64; stride 1
 * i2_desc        [N], dI; NULL without a second table
 * alpha1         a finite number or not; 0 is allowed: the sums are then 0 times dy      (here)
 * alpha2         likewise; 0 exactly when i2_desc is NULL
 * dtable1_acc    0: the table becomes the gradient; rows that no index names become 0    (here)
 *                else: the gradient is added to what is in the table
 * dtable2_acc    likewise
 *
 * The stride of a dimension of size 1 or 0 is not looked at.
 *
 * Statuses, in the order tested:
 *
 *   NULL_POINTER                handle, desc_ptr, dtable1_desc, dy_desc or i1_desc NULL
 *   BAD_PARAM                   one of them, or of the others that are given, not alive
 *   BAD_PARAM                   i2_desc given and alpha2 0, or i2_desc NULL and alpha2 not 0
 *   NULL_POINTER                dtable2_desc NULL with a second table                     (here)
 *   BAD_TENSOR_SHAPE            not the ranks or sizes above; more than 2^63 bytes
 *   BAD_TENSOR_DTYPE            not the data types above, or not the same
 *   BAD_TENSOR_STRIDES          a last stride, or that of an index vector, is not 1; rows of a
 *                               table that share memory
 *   BAD_PARAM                   a table of integers and an alpha that is none             (here)
 *   INTERNAL_ERROR              no host memory
 */
infiniStatus_t infiniopCreateEmbeddingBackwardDescriptor(
    infiniopHandle_t handle, infiniopEmbeddingBackwardDescriptor_t *desc_ptr,
    infiniopTensorDescriptor_t dtable1_desc, infiniopTensorDescriptor_t dtable2_desc,
    infiniopTensorDescriptor_t dy_desc, infiniopTensorDescriptor_t i1_desc,
    infiniopTensorDescriptor_t i2_desc, float alpha1, float alpha2, char dtable1_acc,
    char dtable2_acc);

/*
 * infiniopEmbeddingBackward
 *
 * On a CPU descriptor the pointers are host memory and the work is done in the call; stream is
 * ignored. On ASCEND they are memory of that device or mapped host memory (aclrtHostRegister), and
 * the work is queued on the stream (NULL: the default stream of the ASCEND device that this thread
 * selected last); they must stay until it has run. The descriptor may be destroyed before. dtable2
 * and i2 are ignored without a second table. Pointers of tensors without elements may be NULL. No
 * workspace is needed: scratch is the library's own.
 *
 * An index outside of its table adds nothing anywhere; the other rows are added. It is reported
 * with the first of them: on CPU by BAD_PARAM from this call, on ASCEND by INTERNAL_ERROR from the
 * next synchronize of the stream.                                                         (here)
 *
 * Statuses:
 *
 *   NULL_POINTER               desc NULL, or a pointer that is needed
 *   BAD_PARAM                  desc not alive; memory of another device, or less than the tensor
 *                              covers; a table that shares memory with dy or an index vector, or
 *                              an overwritten dtable2 with dtable1                        (here)
 *   DEVICE_NOT_INITIALIZED     this thread has selected no ASCEND device
 *   DEVICE_TYPE_NOT_SUPPORTED  the stream belongs to another device
 *   INTERNAL_ERROR             no host memory
 */
infiniStatus_t infiniopEmbeddingBackward(infiniopEmbeddingBackwardDescriptor_t desc, void *dtable1,
                                         void *dtable2, const void *dy, const void *i1,
                                         const void *i2, void *stream);

/* Work that is queued goes on. NULL_POINTER for NULL, BAD_PARAM for none that is alive. */
infiniStatus_t
infiniopDestroyEmbeddingBackwardDescriptor(infiniopEmbeddingBackwardDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
