/* SPDX-License-Identifier: Apache-2.0 */
/* aclIntArray, aclFloatArray, aclBoolArray: values copied when created, and never changed. */
#ifndef ACLNN_PY_TENSOR_ARRAYS_H
#define ACLNN_PY_TENSOR_ARRAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/handle.h"

/* values points to int64_t, float or bool, according to the kind of the handle. */
struct array {
    uint64_t size;
    _Alignas(int64_t) unsigned char values[];
};

/* The numbers of an aclIntArray. */
static inline const int64_t *array_integers(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

/* Pins the array behind a handle; NULL when it is no live handle of that kind. */
const struct array *array_acquire(const void *handle, enum handle_kind kind);
void array_release(const void *handle);

#endif
