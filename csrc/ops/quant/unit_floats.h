/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2 on Ascend950, which has forms of its own: what its check and list
 * share. */
#ifndef ACLNN_PY_OPS_QUANT_UNIT_FLOATS_H
#define ACLNN_PY_OPS_QUANT_UNIT_FLOATS_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/operator.h"
#include "tensor/tensor.h"

/* What dequantMode and quantMode say, which are equal. */
enum unit_mode { UNIT_OF_ROWS = 0, UNIT_OF_POWERS = 2 };

struct unit_floats {
    const struct call *call;
    const struct tensor *x, *tokens, *groups, *y, *y_scale;
    const struct tensor_array *weight, *scale;
    enum unit_mode mode;
    bool is_list;    /* each member of weight is the matrix of a group */
    bool is_fractal; /* weight is in fractals */
    bool is_mixed;   /* float8 by float4 */
    bool is_turned;  /* weight lies transposed in memory */
};

/* Reads a call whose lists have members, and whose weight has two dimensions at least. */
struct unit_floats quant_read_unit_floats(const struct call *call);

struct l0_list;
void quant_list_unit_floats(struct l0_list *list, const struct call *call);

/* The rows and columns of a matrix, as the view has them. */
static inline int64_t unit_floats_depth(const struct tensor *weight)
{
    return weight->dims[weight->rank - 2];
}

static inline int64_t unit_floats_columns(const struct tensor *weight)
{
    return weight->dims[weight->rank - 1];
}

#endif
