/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/gemm.h: products of matrices, added to what is there.
 *
 *     c = alpha * (a @ b) + beta * c
 *
 * c  [B..., M, N] of T, read and written
 * a  [B..., M, K] (leading sizes broadcast) of T
 * b  [B..., K, N] (leading sizes broadcast) of T
 * T is F16, BF16, F32
 *
 * Sums are float32. Where beta is 0, c is not read, and may hold anything.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_GEMM_H
#define INFINIOP_OPS_GEMM_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopGemmDescriptor_t;

infiniStatus_t infiniopCreateGemmDescriptor(infiniopHandle_t handle,
                                            infiniopGemmDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t c_desc,
                                            infiniopTensorDescriptor_t a_desc,
                                            infiniopTensorDescriptor_t b_desc);
infiniStatus_t infiniopGetGemmWorkspaceSize(infiniopGemmDescriptor_t desc, size_t *size);
infiniStatus_t infiniopGemm(infiniopGemmDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *c, const void *a, const void *b, float alpha, float beta,
                            void *stream);
infiniStatus_t infiniopDestroyGemmDescriptor(infiniopGemmDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
