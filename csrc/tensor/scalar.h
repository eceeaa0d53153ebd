/* SPDX-License-Identifier: Apache-2.0 */
/* aclScalar: one value with its data type, copied when it is created and never changed. */
#ifndef ACLNN_PY_TENSOR_SCALAR_H
#define ACLNN_PY_TENSOR_SCALAR_H

#include "aclnn/acl_meta.h"

struct scalar {
    aclDataType type;
    unsigned char bytes[16]; /* the value in the form that the caller gave, followed by zeros */
};

/* Pins the scalar behind a handle; NULL when the handle is not a live aclScalar. */
const struct scalar *scalar_acquire(const aclScalar *handle);
void scalar_release(const aclScalar *handle);

#endif
