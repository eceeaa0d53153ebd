/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on tensor lists: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_FOREACH_FOREACH_H
#define ACLNN_PY_OPS_FOREACH_FOREACH_H

#include <stdbool.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/call.h"
#include "tensor/scalar.h"

/* Up to three tensor lists, whose members a kernel of foreach reads together. */
struct foreach_lists {
    int count;
    const struct tensor_array *lists[3];
};

/* One number for all members of the lists, or one for each. */
struct foreach_factor {
    const struct scalar *scalar;
    const struct scalar_array *scalars;
    aclDataType type; /* the type that the number is converted to; ACL_DT_UNDEFINED: the one that
                       * the members require */
    bool is_tensor;   /* the number is no argument: the work reads it from this tensor */
    bool is_spread;   /* element i of the tensor is for member i */
    int tensor;
};

/* The type in which kernels take a number with tensors of a type. */
static inline aclDataType foreach_factor_type(aclDataType type)
{
    if (type == ACL_BF16)
        return ACL_FLOAT;
    return type == ACL_INT16 || type == ACL_INT8 || type == ACL_UINT8 ? ACL_INT32 : type;
}

#endif
