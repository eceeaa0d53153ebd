/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of pads: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_PAD_PAD_BACKWARD_H
#define ACLNN_PY_OPS_PAD_PAD_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"

/* More places than that before or behind a dimension are padded by other kernels. */
#define MOST_OF_SMALL_PADS 7

/* Whether the kernel for few places takes pads of two dimensions. */
bool pad_backward_are_small(const struct array *array);

#endif
