/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of pads: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_PAD_PAD_BACKWARD_H
#define ACLNN_PY_OPS_PAD_PAD_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"

/* Other kernels are used when more elements than this are added before or behind a dimension. */
#define MOST_OF_SMALL_PADS 7

/* Whether the paddings of two dimensions are small enough for the first kernel. */
bool pad_backward_are_small(const struct array *array);

#endif
