/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnNorm and aclnnLinalgVectorNorm: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_REDUCE_NORM_H
#define ACLNN_PY_OPS_REDUCE_NORM_H

#include <stdbool.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/convert.h"

/* Whether there is a kernel that writes norms of one type in the other. */
static inline bool reduce_norm_has_kernel(aclDataType self, aclDataType out)
{
    bool known = self == ACL_FLOAT || type_is_half(self);
    return known && (out == ACL_FLOAT || out == self);
}

#endif
