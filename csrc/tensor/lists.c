/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/lists.h"

#include <stdlib.h>
#include <string.h>

#include "base/entry.h"
#include "impl/aclnn/acl_meta.h"
#include "tensor/object.h"

const struct handle_list *handle_list_acquire(const void *handle, enum handle_kind kind)
{
    return handle_acquire(handle, kind);
}

void handle_list_release(const void *handle)
{
    handle_release(handle);
}

/* When handles is NULL the list is empty, whatever size says. That is the vendor's rule. */
static void *create(enum handle_kind kind, const void *handles, uint64_t size)
{
    size_t bytes, total;
    struct handle_list *list = NULL;
    if (handles == NULL)
        size = 0;
    if (!__builtin_mul_overflow(size, sizeof list->elements[0], &bytes) &&
        !__builtin_add_overflow(bytes, sizeof *list, &total))
        list = malloc(total);
    if (list != NULL) {
        list->size = size;
        if (bytes > 0)
            memcpy(list->elements, handles, bytes);
    }
    return object_publish(kind, list, free);
}

/* Destroying a list destroys its elements. An element that is NULL, was destroyed before, stands in
 * the list twice or is of another kind is passed over; on a device that would be a double free. A
 * list that is pinned gives up its elements too. */
static aclnnStatus destroy(const void *handle, enum handle_kind kind, enum handle_kind element_kind,
                           const char *argument)
{
    const struct handle_list *list = handle_list_acquire(handle, kind);
    if (list == NULL)
        return object_destroy(handle, kind, argument);
    aclnnStatus status = object_destroy(handle, kind, argument);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < list->size; i++)
        handle_close(list->elements[i], element_kind, entry_name());
    handle_list_release(handle);
    return status;
}

static aclnnStatus get_size(const void *handle, enum handle_kind kind, const char *argument,
                            uint64_t *size)
{
    if (size == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct handle_list *list = handle_list_acquire(handle, kind);
    if (list == NULL)
        return object_refuse(handle, kind, argument);
    *size = list->size;
    handle_list_release(handle);
    return ACLNN_SUCCESS;
}

aclTensorList *aclCreateTensorListImpl(const aclTensor *const *value, uint64_t size)
{
    return create(HANDLE_TENSOR_LIST, value, size);
}

aclScalarList *aclCreateScalarListImpl(const aclScalar *const *value, uint64_t size)
{
    return create(HANDLE_SCALAR_LIST, value, size);
}

aclnnStatus aclDestroyTensorListImpl(const aclTensorList *array)
{
    return destroy(array, HANDLE_TENSOR_LIST, HANDLE_TENSOR, "array");
}

aclnnStatus aclDestroyScalarListImpl(const aclScalarList *array)
{
    return destroy(array, HANDLE_SCALAR_LIST, HANDLE_SCALAR, "array");
}

aclnnStatus aclGetTensorListSizeImpl(const aclTensorList *tensorList, uint64_t *size)
{
    return get_size(tensorList, HANDLE_TENSOR_LIST, "tensorList", size);
}

aclnnStatus aclGetScalarListSizeImpl(const aclScalarList *scalarList, uint64_t *size)
{
    return get_size(scalarList, HANDLE_SCALAR_LIST, "scalarList", size);
}
