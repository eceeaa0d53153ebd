/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors that are made from numbers: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_FILL_FILL_H
#define ACLNN_PY_OPS_FILL_FILL_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/tensor.h"

static inline int32_t fill_class_axis(const struct tensor *self, int64_t axis)
{
    return axis < 0 ? self->rank : (int32_t)axis;
}

#endif
