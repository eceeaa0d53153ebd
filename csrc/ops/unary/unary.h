/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of one operand: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_UNARY_UNARY_H
#define ACLNN_PY_OPS_UNARY_UNARY_H

#include "aclnn/aclnn_base.h"

/* The type of a complex type's parts; any other type is returned itself. */
static inline aclDataType unary_part_type(aclDataType type)
{
    switch (type) {
    case ACL_COMPLEX32: return ACL_FLOAT16;
    case ACL_COMPLEX64: return ACL_FLOAT;
    case ACL_COMPLEX128: return ACL_DOUBLE;
    default: return type;
    }
}

#endif
