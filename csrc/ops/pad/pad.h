/* SPDX-License-Identifier: Apache-2.0 */
/* Pads and their gradients: what both know of arrays of paddings. */
#ifndef ACLNN_PY_OPS_PAD_PAD_H
#define ACLNN_PY_OPS_PAD_PAD_H

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"
#include "tensor/tensor.h"

enum pad_mode { PAD_CONSTANT, PAD_REFLECTION, PAD_REPLICATION, PAD_CIRCULAR };

/* Entries of an array of paddings: two for each dimension, from the last dimension on; a missing
 * one is 0. */
struct padding {
    int64_t before;
    int64_t after;
};

struct padding pad_padding_of(const struct array *array, int32_t dim, int32_t rank);

/* Attributes: the mode that fills new elements, and how many are added before each dimension of the
 * input. Negative numbers cut elements off. */
struct pad {
    enum pad_mode mode;
    int64_t before[TENSOR_MAX_DIMS];
};

#endif
