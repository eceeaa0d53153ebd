/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/rope.h: rotary position embedding: pairs of columns are turned.
 *
 *     y0 = x0 * cos - x1 * sin, y1 = x0 * sin + x1 * cos, of row pos_ids of the tables, where
 *     (x0, x1) are neighbours (GPT_J), or the two halves of the last dimension (GPT_NEOX)
 *
 * y          [B..., S, H, D] of T, written, last stride 1
 * x          [B..., S, H, D] of T, last stride 1
 * pos_ids    [B..., S] (leading sizes broadcast) of I, dense
 * sin_table  [R, C] of T, dense
 * cos_table  [R, C] of T, dense
 * T is F16, BF16, F32, F64
 * I is I8, I16, I32, I64, U8, U16, U32, U64
 *
 * C is D / 2, else BAD_TENSOR_SHAPE. A position that is no row of the tables is reported as by
 * infiniopEmbedding.
 *
 * BAD_PARAM unless algo is from 0 to 1.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_ROPE_H
#define INFINIOP_OPS_ROPE_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    INFINIOP_ROPE_ALGO_GPT_J = 0,    /* pairs are neighbours */
    INFINIOP_ROPE_ALGO_GPT_NEOX = 1, /* pairs are places of the two halves */
    INFINIOP_ROPE_ALGO_COUNT = 2
} infiniopRoPEAlgo_t;

typedef struct InfiniopDescriptor *infiniopRoPEDescriptor_t;

infiniStatus_t infiniopCreateRoPEDescriptor(infiniopHandle_t handle,
                                            infiniopRoPEDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t y_desc,
                                            infiniopTensorDescriptor_t x_desc,
                                            infiniopTensorDescriptor_t pos_ids_desc,
                                            infiniopTensorDescriptor_t sin_table_desc,
                                            infiniopTensorDescriptor_t cos_table_desc,
                                            infiniopRoPEAlgo_t algo);
infiniStatus_t infiniopGetRoPEWorkspaceSize(infiniopRoPEDescriptor_t desc, size_t *size);
infiniStatus_t infiniopRoPE(infiniopRoPEDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *y, const void *x, const void *pos_ids, const void *sin_table,
                            const void *cos_table, void *stream);
infiniStatus_t infiniopDestroyRoPEDescriptor(infiniopRoPEDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
