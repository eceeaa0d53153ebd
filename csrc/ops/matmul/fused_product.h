/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose kernels do more than multiply: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_MATMUL_FUSED_PRODUCT_H
#define ACLNN_PY_OPS_MATMUL_FUSED_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

#define LONGEST_SIDE 65535 /* before Ascend950 */
#define MOST_FUSED 3

struct turned_product {
    bool is_left_by_rows; /* x1 is [m, b, k] instead of [b, m, k] */
    bool is_right_turned; /* x2 is [b, n, k] instead of [b, k, n] */
    int64_t parts;        /* into how many parts the batches of out are divided */
};

struct turned_sides {
    int64_t batches;
    int64_t rows;
    int64_t depth;
    int64_t columns;
};

static inline struct turned_sides matmul_fused_product_sides_of(const int64_t *left,
                                                                const int64_t *right, bool by_rows,
                                                                bool is_turned)
{
    return (struct turned_sides){.batches = left[by_rows ? 1 : 0],
                                 .rows = left[by_rows ? 0 : 1],
                                 .depth = left[2],
                                 .columns = right[is_turned ? 1 : 2]};
}

enum fused {
    FUSED_NOTHING,
    FUSED_TO_FLOAT,
    FUSED_ADD,
    FUSED_MUL,
    FUSED_GELU,
    FUSED_GELU_TANH,
    FUSED_RELU,
    FUSED_KINDS
};

extern const char *const matmul_fused_names[FUSED_KINDS];

static inline int matmul_fused_product_fused_named(const char *text)
{
    for (int i = 0; text != NULL && i < FUSED_KINDS; i++)
        if (strcmp(text, matmul_fused_names[i]) == 0)
            return i;
    return -1;
}

static inline bool matmul_fused_product_is_gelu(int kind)
{
    return kind == FUSED_GELU || kind == FUSED_GELU_TANH;
}

static inline bool matmul_fused_product_takes_x3(int kind)
{
    return kind == FUSED_ADD || kind == FUSED_MUL;
}

/* Gives the tensor to a kernel, which takes a transposed matrix directly; otherwise makes it
 * dense. */
struct l0_list;
int matmul_list_for_kernel(struct l0_list *list, int tensor);

#endif
