/* SPDX-License-Identifier: Apache-2.0 */
/* What operators with checks of their own require of a tensor. Each function returns ACLNN_SUCCESS,
 * or 161002 and reports. */
#ifndef ACLNN_PY_OPS_COMMON_TENSOR_CHECK_H
#define ACLNN_PY_OPS_COMMON_TENSOR_CHECK_H

#include "aclnn/aclnn_base.h"
#include "base/argument_name.h"
#include "tensor/tensor.h"

aclnnStatus check_tensor_rank(const struct tensor *tensor, struct argument_name name, int lowest,
                              int highest);

/* No dimension is negative, and the bytes fit into int64_t. */
aclnnStatus check_tensor_dims(const struct tensor *tensor, struct argument_name name);

/* The format keeps elements in the sequence of the dimensions. */
aclnnStatus check_tensor_format(const struct tensor *tensor, struct argument_name name);

/* The name of an argument that is no list. */
static inline struct argument_name argument_named(const char *name)
{
    return (struct argument_name){name, -1};
}

#endif
