/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/arrays.h"

#include <stdlib.h>
#include <string.h>

#include "impl/aclnn/acl_meta.h"
#include "tensor/object.h"

const struct array *array_acquire(const void *handle, enum handle_kind kind)
{
    return handle_acquire(handle, kind);
}

void array_release(const void *handle)
{
    handle_release(handle);
}

/* When values is NULL the array is empty, whatever size says. That is the vendor's rule. */
static void *create(enum handle_kind kind, const void *values, uint64_t size, size_t width)
{
    size_t bytes, total;
    struct array *array = NULL;
    if (values == NULL)
        size = 0;
    if (!__builtin_mul_overflow(size, width, &bytes) &&
        !__builtin_add_overflow(bytes, sizeof *array, &total))
        array = malloc(total);
    if (array != NULL) {
        array->size = size;
        if (bytes > 0)
            memcpy(array->values, values, bytes);
    }
    return object_publish(kind, array, free);
}

static aclnnStatus get_size(const void *handle, enum handle_kind kind, uint64_t *size)
{
    if (size == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct array *array = array_acquire(handle, kind);
    if (array == NULL)
        return object_refuse(handle, kind, "array");
    *size = array->size;
    array_release(handle);
    return ACLNN_SUCCESS;
}

aclIntArray *aclCreateIntArrayImpl(const int64_t *value, uint64_t size)
{
    return create(HANDLE_INT_ARRAY, value, size, sizeof *value);
}

aclFloatArray *aclCreateFloatArrayImpl(const float *value, uint64_t size)
{
    return create(HANDLE_FLOAT_ARRAY, value, size, sizeof *value);
}

aclBoolArray *aclCreateBoolArrayImpl(const bool *value, uint64_t size)
{
    return create(HANDLE_BOOL_ARRAY, value, size, sizeof *value);
}

aclnnStatus aclDestroyIntArrayImpl(const aclIntArray *array)
{
    return object_destroy(array, HANDLE_INT_ARRAY, "array");
}

aclnnStatus aclDestroyFloatArrayImpl(const aclFloatArray *array)
{
    return object_destroy(array, HANDLE_FLOAT_ARRAY, "array");
}

aclnnStatus aclDestroyBoolArrayImpl(const aclBoolArray *array)
{
    return object_destroy(array, HANDLE_BOOL_ARRAY, "array");
}

aclnnStatus aclGetIntArraySizeImpl(const aclIntArray *array, uint64_t *size)
{
    return get_size(array, HANDLE_INT_ARRAY, size);
}

aclnnStatus aclGetFloatArraySizeImpl(const aclFloatArray *array, uint64_t *size)
{
    return get_size(array, HANDLE_FLOAT_ARRAY, size);
}

aclnnStatus aclGetBoolArraySizeImpl(const aclBoolArray *array, uint64_t *size)
{
    return get_size(array, HANDLE_BOOL_ARRAY, size);
}
