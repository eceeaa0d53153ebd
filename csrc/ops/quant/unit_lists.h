/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2: what its checks, shapes and list share. */
#ifndef ACLNN_PY_OPS_QUANT_UNIT_LISTS_H
#define ACLNN_PY_OPS_QUANT_UNIT_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/operator.h"
#include "tensor/tensor.h"

struct unit_lists {
    const struct call *call;
    const struct tensor *x;
    const struct tensor_array *weight, *scale, *assist;
    bool is_small;  /* weight is of 4 bits, two in a byte or eight in an int32 */
    bool is_one;    /* one tensor has the matrices of all groups */
    int64_t in_one; /* columns in an element of weight */
    int64_t groups;
    int64_t columns; /* of a matrix, as the scales say */
};

/* Reads a call whose lists have members. */
struct unit_lists quant_unit_lists(const struct call *call);

#endif
