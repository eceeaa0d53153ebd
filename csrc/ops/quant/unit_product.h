/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuant: what its checks and its list share. */
#ifndef ACLNN_PY_OPS_QUANT_UNIT_PRODUCT_H
#define ACLNN_PY_OPS_QUANT_UNIT_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/operator.h"
#include "tensor/tensor.h"

struct unit_product {
    const struct call *call;
    const struct tensor *x, *weight, *bias, *scale;
    bool is_small;          /* weight is of 4 bits, two in a byte or eight in an int32 */
    int64_t in_one;         /* columns in an element of weight */
    int64_t depth;          /* rows of a matrix */
    int64_t stored_columns; /* elements of weight in a row of a matrix */
};

struct unit_product quant_read_unit_product(const struct call *call);

#endif
