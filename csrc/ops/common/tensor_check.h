/* SPDX-License-Identifier: Apache-2.0 */
/* What operators with checks of their own ask of a tensor: 161002 and a text, or ACLNN_SUCCESS. */
#ifndef ACLNN_PY_OPS_COMMON_TENSOR_CHECK_H
#define ACLNN_PY_OPS_COMMON_TENSOR_CHECK_H

#include "aclnn/aclnn_base.h"
#include "base/argument_name.h"
#include "tensor/tensor.h"

aclnnStatus check_tensor_rank(const struct tensor *tensor, struct argument_name name, int lowest,
                              int highest);

/* Dimensions that can be multiplied: none is negative, and the bytes fit into 63 bits. */
aclnnStatus check_tensor_dims(const struct tensor *tensor, struct argument_name name);

/* Elements lie in the order of the dimensions. */
aclnnStatus check_tensor_format(const struct tensor *tensor, struct argument_name name);

/* An argument that is no list, by its name. */
static inline struct argument_name argument_named(const char *name)
{
    return (struct argument_name){name, -1};
}

#endif
