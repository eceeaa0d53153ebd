/* SPDX-License-Identifier: Apache-2.0 */
/* Products with quantised weights: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_QUANT_WEIGHT_QUANT_H
#define ACLNN_PY_OPS_QUANT_WEIGHT_QUANT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/tensor.h"

#define IN_A_WORD 8

enum quant_operand { X, WEIGHT, SCALE, OFFSET, QUANT_SCALE, QUANT_OFFSET, BIAS, OPERANDS };

struct weight_quant {
    int at[OPERANDS]; /* indices among the inputs, or -1 */
    int64_t group;    /* rows of weight that share a scale; 0: all rows */
    bool is_packed;   /* an int32 holds 8 numbers of 4 bits */
    int64_t rows;
    int64_t columns;
    int64_t depth;
};

static inline bool quant_weight_is_transposed(const struct tensor *t)
{
    return t->rank == 2 && t->strides[0] == 1 && t->strides[1] == t->dims[0] &&
           !(t->dims[0] == 1 && t->dims[1] == 1);
}

/* The rows and columns of the weights in a tensor. float32 too may hold 8 numbers of 4 bits. */
static inline void quant_weight_find_sides(const struct tensor *weight, int64_t *depth,
                                           int64_t *columns)
{
    bool is_packed = weight->type == ACL_INT32 || weight->type == ACL_FLOAT;
    *depth = weight->dims[0] * (is_packed && quant_weight_is_transposed(weight) ? IN_A_WORD : 1);
    *columns = weight->dims[1] * (is_packed && !quant_weight_is_transposed(weight) ? IN_A_WORD : 1);
}

/* x @ ((weight + offset) * scale) in float32, of tensors of a list and two dimensions; weight is
 * one of the caller's. offset may be L0_NONE; group are the rows of weight that share scales, 0:
 * all. */
struct l0_list;
int quant_list_weights_restored(struct l0_list *list, int x, int weight, int scale, int offset,
                                int group);

/* y = x @ (weight * scale) + bias of a list, for weights that are floats; bias may be L0_NONE. */
void quant_list_weight_float_product(struct l0_list *list, int x, int weight, int scale, int bias,
                                     int64_t group, int y);

/* Whether weights are whole numbers, of 8 bits or of 4. */
static inline bool quant_weight_is_whole(aclDataType type)
{
    return type == ACL_INT8 || type == ACL_INT4 || type == ACL_INT32;
}

/* A bias without elements counts as left out. */
static inline bool quant_weight_is_left_out(const struct tensor *bias)
{
    return bias->rank == 1 && bias->dims[0] == 0;
}

#endif
