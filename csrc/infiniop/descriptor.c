/* SPDX-License-Identifier: Apache-2.0 */
#include "infiniop/descriptor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "impl/infiniop/handle.h"
#include "impl/infiniop/tensor_descriptor.h"
#include "infiniop/runtime.h"
#include "tensor/layout.h"

/* ---- Data types ------------------------------------------------------------------------------ */

enum class { NO_NUMBER, INTEGER, OTHER_NUMBER };

/* Every type of infiniDtype_t, and the type that kernels use for it. */
static const struct {
    const char *name;
    aclDataType type;
    enum class class;
} dtypes[] = {
    [INFINI_DTYPE_BYTE] = {"INFINI_DTYPE_BYTE", ACL_UINT8, NO_NUMBER},
    [INFINI_DTYPE_BOOL] = {"INFINI_DTYPE_BOOL", ACL_BOOL, NO_NUMBER},
    [INFINI_DTYPE_I8] = {"INFINI_DTYPE_I8", ACL_INT8, INTEGER},
    [INFINI_DTYPE_I16] = {"INFINI_DTYPE_I16", ACL_INT16, INTEGER},
    [INFINI_DTYPE_I32] = {"INFINI_DTYPE_I32", ACL_INT32, INTEGER},
    [INFINI_DTYPE_I64] = {"INFINI_DTYPE_I64", ACL_INT64, INTEGER},
    [INFINI_DTYPE_U8] = {"INFINI_DTYPE_U8", ACL_UINT8, INTEGER},
    [INFINI_DTYPE_U16] = {"INFINI_DTYPE_U16", ACL_UINT16, INTEGER},
    [INFINI_DTYPE_U32] = {"INFINI_DTYPE_U32", ACL_UINT32, INTEGER},
    [INFINI_DTYPE_U64] = {"INFINI_DTYPE_U64", ACL_UINT64, INTEGER},
    [INFINI_DTYPE_F8] = {"INFINI_DTYPE_F8", ACL_UINT8, NO_NUMBER},
    [INFINI_DTYPE_F16] = {"INFINI_DTYPE_F16", ACL_FLOAT16, OTHER_NUMBER},
    [INFINI_DTYPE_F32] = {"INFINI_DTYPE_F32", ACL_FLOAT, OTHER_NUMBER},
    [INFINI_DTYPE_F64] = {"INFINI_DTYPE_F64", ACL_DOUBLE, OTHER_NUMBER},
    [INFINI_DTYPE_C16] = {"INFINI_DTYPE_C16", ACL_UINT16, NO_NUMBER},
    [INFINI_DTYPE_C32] = {"INFINI_DTYPE_C32", ACL_COMPLEX32, OTHER_NUMBER},
    [INFINI_DTYPE_C64] = {"INFINI_DTYPE_C64", ACL_COMPLEX64, OTHER_NUMBER},
    [INFINI_DTYPE_C128] = {"INFINI_DTYPE_C128", ACL_COMPLEX128, OTHER_NUMBER},
    [INFINI_DTYPE_BF16] = {"INFINI_DTYPE_BF16", ACL_BF16, OTHER_NUMBER},
};

static bool is_dtype(infiniDtype_t dtype)
{
    return dtype > INFINI_DTYPE_INVALID && dtype < (int)(sizeof dtypes / sizeof dtypes[0]);
}

const char *infini_dtype_name(infiniDtype_t dtype)
{
    return is_dtype(dtype) ? dtypes[dtype].name : "no data type";
}

bool infini_is_number(infiniDtype_t dtype)
{
    return dtypes[dtype].class != NO_NUMBER;
}

bool infini_is_integer(infiniDtype_t dtype)
{
    return dtypes[dtype].class == INTEGER;
}

/* ---- Handles --------------------------------------------------------------------------------- */

infiniStatus_t infiniopCreateHandleImpl(infiniopHandle_t *handle_ptr)
{
    if (handle_ptr == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "handle_ptr is NULL");
    struct InfiniopHandle *handle = infini_object_new(INFINI_HANDLE, sizeof *handle);
    if (handle == NULL)
        return INFINI_REPORT(INFINI_STATUS_INTERNAL_ERROR, "no host memory for a handle");
    infini_current_device(&handle->object.device, &handle->object.device_id);
    infini_object_open(&handle->object);
    *handle_ptr = handle;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infiniopDestroyHandleImpl(infiniopHandle_t handle)
{
    if (handle == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "handle is NULL");
    if (infini_object_close(handle, INFINI_HANDLE))
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "handle (%p) is no live infiniopHandle_t",
                         (void *)handle);
}

/* ---- Tensor descriptors ---------------------------------------------------------------------- */

static infiniStatus_t set_dims(struct tensor *tensor, size_t ndim, const size_t *shape)
{
    tensor->rank = (int32_t)ndim;
    for (size_t i = 0; i < ndim; i++) {
        if (shape[i] > INT64_MAX)
            return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                                 "shape[%zu] is %zu; it must be less than 2^63", i, shape[i]);
        tensor->dims[i] = (int64_t)shape[i];
    }
    return INFINI_STATUS_SUCCESS;
}

/* Computes the strides of a dense tensor. A tensor without elements does not need them. */
static infiniStatus_t set_dense_strides(struct tensor *tensor)
{
    int64_t stride = 1;
    bool fits = true;
    bool has_elements = true;
    for (int i = tensor->rank - 1; i >= 0; i--) {
        tensor->strides[i] = stride;
        if (__builtin_mul_overflow(stride, tensor->dims[i], &stride)) {
            fits = false;
            stride = 1;
        }
        has_elements = has_elements && tensor->dims[i] != 0;
    }
    if (fits || !has_elements)
        return INFINI_STATUS_SUCCESS;
    char dims[160];
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "shape is %s; it has more than 2^63 - 1 elements",
                         dims_describe(tensor->dims, tensor->rank, dims, sizeof dims));
}

static infiniStatus_t fill_tensor(struct tensor *tensor, size_t ndim, const size_t *shape,
                                  const ptrdiff_t *strides)
{
    infiniStatus_t status = set_dims(tensor, ndim, shape);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    if (strides == NULL)
        return set_dense_strides(tensor);
    for (size_t i = 0; i < ndim; i++)
        tensor->strides[i] = strides[i];
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infiniopCreateTensorDescriptorImpl(infiniopTensorDescriptor_t *desc_ptr, size_t ndim,
                                                  const size_t *shape, const ptrdiff_t *strides,
                                                  infiniDtype_t dtype)
{
    if (desc_ptr == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "desc_ptr is NULL");
    if (ndim > TENSOR_MAX_DIMS)
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE, "ndim is %zu; at most %d is possible",
                             ndim, TENSOR_MAX_DIMS);
    if (shape == NULL && ndim > 0)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "shape is NULL and ndim is %zu", ndim);
    if (!is_dtype(dtype))
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_DTYPE,
                             "dtype is %d; the types of infiniDtype_t are 1 to %d", (int)dtype,
                             INFINI_DTYPE_BF16);
    struct InfiniopTensorDescriptor *desc = infini_object_new(INFINI_TENSOR, sizeof *desc);
    if (desc == NULL)
        return INFINI_REPORT(INFINI_STATUS_INTERNAL_ERROR, "no host memory for a descriptor");
    desc->dtype = dtype;
    desc->tensor.type = dtypes[dtype].type;
    desc->tensor.format = ACL_FORMAT_ND;
    infiniStatus_t status = fill_tensor(&desc->tensor, ndim, shape, strides);
    if (status != INFINI_STATUS_SUCCESS) {
        free(desc);
        return status;
    }
    infini_object_open(&desc->object);
    *desc_ptr = desc;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infiniopDestroyTensorDescriptorImpl(infiniopTensorDescriptor_t desc)
{
    if (desc == NULL || infini_object_close(desc, INFINI_TENSOR))
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "desc (%p) is no live infiniopTensorDescriptor_t",
                         (void *)desc);
}

/* ---- Checks of operators --------------------------------------------------------------------- */

static infiniStatus_t check_given(const void *handle, const void *desc_ptr,
                                  const struct infini_argument *arguments, int count)
{
    if (handle == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "handle is NULL");
    if (desc_ptr == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "desc_ptr is NULL");
    for (int i = 0; i < count; i++)
        if (arguments[i].given == NULL)
            return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "%s is NULL", arguments[i].name);
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infini_acquire_arguments(const void *handle, struct InfiniopHandle **pinned,
                                        const void *desc_ptr, struct infini_argument *arguments,
                                        int count)
{
    *pinned = NULL;
    infiniStatus_t status = check_given(handle, desc_ptr, arguments, count);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    *pinned = infini_object_acquire(handle, INFINI_HANDLE);
    if (*pinned == NULL)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "handle (%p) is no live infiniopHandle_t",
                             handle);
    for (int i = 0; i < count; i++) {
        arguments[i].found = infini_object_acquire(arguments[i].given, INFINI_TENSOR);
        if (arguments[i].found == NULL)
            return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                                 "%s (%p) is no live infiniopTensorDescriptor_t", arguments[i].name,
                                 (void *)arguments[i].given);
    }
    return INFINI_STATUS_SUCCESS;
}

void infini_release_arguments(struct InfiniopHandle *handle, struct infini_argument *arguments,
                              int count)
{
    infini_object_release(handle != NULL ? &handle->object : NULL);
    for (int i = 0; i < count; i++)
        if (arguments[i].found != NULL)
            infini_object_release(&arguments[i].found->object);
}

infiniStatus_t infini_check_rank(const struct infini_argument *argument, int rank)
{
    const struct tensor *tensor = &argument->found->tensor;
    char dims[160];
    int64_t first;
    int64_t past;
    int64_t count;
    dims_describe(tensor->dims, tensor->rank, dims, sizeof dims);
    if (tensor->rank != rank)
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                             "the shape of %s is %s; it must have %d dimension(s)", argument->name,
                             dims, rank);
    if (tensor_element_count(tensor, &count) && tensor_extent(tensor, &first, &past))
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                         "the shape of %s is %s: with its strides it covers more than 2^63 bytes",
                         argument->name, dims);
}

infiniStatus_t infini_check_dim(const struct infini_argument *argument, int dim, int64_t size,
                                const char *what)
{
    const struct tensor *tensor = &argument->found->tensor;
    char dims[160];
    if (tensor->dims[dim] == size)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(
        INFINI_STATUS_BAD_TENSOR_SHAPE,
        "the shape of %s is %s; dimension %d must be %" PRId64 ", as %s", argument->name,
        dims_describe(tensor->dims, tensor->rank, dims, sizeof dims), dim, size, what);
}

infiniStatus_t infini_check_number(const struct infini_argument *argument,
                                   const struct infini_argument *same)
{
    infiniDtype_t dtype = argument->found->dtype;
    if (!infini_is_number(dtype))
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_DTYPE,
                             "the data type of %s is %s; F16, BF16, F32, F64, I8 to I64, U8 to "
                             "U64, C32, C64 and C128 are supported",
                             argument->name, infini_dtype_name(dtype));
    if (dtype == same->found->dtype)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_DTYPE,
                         "the data type of %s is %s, that of %s is %s; they must be the same",
                         argument->name, infini_dtype_name(dtype), same->name,
                         infini_dtype_name(same->found->dtype));
}

infiniStatus_t infini_check_integer(const struct infini_argument *argument)
{
    infiniDtype_t dtype = argument->found->dtype;
    if (infini_is_integer(dtype))
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_DTYPE,
                         "the data type of %s is %s; I8 to I64 and U8 to U64 are supported",
                         argument->name, infini_dtype_name(dtype));
}

infiniStatus_t infini_check_last_stride(const struct infini_argument *argument, struct tensor *copy)
{
    const struct tensor *tensor = &argument->found->tensor;
    int last = tensor->rank - 1;
    *copy = *tensor;
    if (tensor->dims[last] <= 1)
        copy->strides[last] = 1;
    if (copy->strides[last] == 1)
        return INFINI_STATUS_SUCCESS;
    char strides[160];
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_STRIDES,
                         "the strides of %s are %s; the last one must be 1", argument->name,
                         dims_describe(tensor->strides, tensor->rank, strides, sizeof strides));
}

infiniStatus_t infini_check_no_overlap(const struct infini_argument *argument)
{
    const struct tensor *tensor = &argument->found->tensor;
    if (!tensor_overlaps_itself(tensor))
        return INFINI_STATUS_SUCCESS;
    char strides[160];
    char dims[160];
    return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_STRIDES,
                         "the strides of %s are %s and its shape is %s: some of its elements share "
                         "memory, and it is written",
                         argument->name,
                         dims_describe(tensor->strides, tensor->rank, strides, sizeof strides),
                         dims_describe(tensor->dims, tensor->rank, dims, sizeof dims));
}
