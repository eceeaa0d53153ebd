/* SPDX-License-Identifier: Apache-2.0 */
/* LinalgCross: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_LINALG_CROSS_H
#define ACLNN_PY_OPS_LINALG_CROSS_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/tensor.h"

/* The dimension of the result that is meant. The number counts dimensions of the first operand,
 * which may lack those in front. */
static inline int32_t linalg_cross_dim(const struct tensor *self, const struct tensor *out,
                                       int64_t dim)
{
    return (int32_t)(dim < 0 ? dim + out->rank : dim + (out->rank - self->rank));
}

#endif
