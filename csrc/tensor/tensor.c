/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/tensor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/aclnn/acl_meta.h"
#include "tensor/new_array.h"
#include "tensor/object.h"

/* ---- the handle ------------------------------------------------------------------------------ */

/* What a handle names. */
struct tensor_object {
    struct tensor tensor; /* the field `address` of the tensor above points here */
    _Atomic(void *) address;
    /* The dimensions that a launch computed, which replace the tensor's. The version is odd while
     * they are written, and 0 when there are none. */
    _Atomic uint32_t version;
    _Atomic int32_t found_rank;
    _Atomic int64_t found_dims[TENSOR_MAX_DIMS];
};

struct tensor *tensor_acquire(const aclTensor *handle)
{
    return handle_acquire(handle, HANDLE_TENSOR);
}

void tensor_release(const aclTensor *handle)
{
    handle_release(handle);
}

static struct tensor_object *object_of(const struct tensor *tensor)
{
    return (struct tensor_object *)(uintptr_t)tensor;
}

void tensor_set_found(const struct tensor *copy, const int64_t *dims, int32_t rank)
{
    struct tensor *tensor = tensor_acquire(copy->handle);
    if (tensor == NULL)
        return;
    struct tensor_object *object = object_of(tensor);
    uint32_t version = atomic_load(&object->version);
    while ((version & 1) != 0 ||
           !atomic_compare_exchange_weak(&object->version, &version, version + 1))
        version = atomic_load(&object->version);
    atomic_store(&object->found_rank, rank);
    for (int32_t i = 0; i < rank; i++)
        atomic_store(&object->found_dims[i], dims[i]);
    atomic_store(&object->version, version + 2 != 0 ? version + 2 : 2);
    tensor_release(copy->handle);
}

void tensor_set_storage(const struct tensor *copy, aclFormat format, const int64_t *dims,
                        int32_t rank)
{
    struct tensor *tensor = tensor_acquire(copy->handle);
    if (tensor == NULL)
        return;
    tensor->format = format;
    tensor->storage_rank = rank;
    memcpy(tensor->storage_dims, dims, (size_t)rank * sizeof *dims);
    tensor_release(copy->handle);
}

/* Reads the dimensions that a launch computed and returns their number; -1 when there are none. */
static int32_t read_found(const struct tensor *tensor, int64_t *dims)
{
    struct tensor_object *object = object_of(tensor);
    uint32_t version = atomic_load_explicit(&object->version, memory_order_acquire);
    int32_t rank = -1;
    while (version != 0) {
        rank = atomic_load(&object->found_rank);
        for (int32_t i = 0; i < rank; i++)
            dims[i] = atomic_load(&object->found_dims[i]);
        uint32_t after = atomic_load(&object->version);
        if ((version & 1) == 0 && after == version)
            break;
        version = after;
    }
    return rank;
}

bool view_is_dense(const struct tensor *tensor)
{
    bool is_dense = true;
    uint64_t stride = 1;
    for (int32_t i = tensor->rank - 1; i >= 0; i--) {
        if (tensor->dims[i] == 0)
            return true;
        is_dense &= tensor->dims[i] == 1 || tensor->strides[i] == (int64_t)stride;
        stride *= (uint64_t)tensor->dims[i];
    }
    return is_dense;
}

static void make_contiguous(struct tensor *tensor);

/* Gives a copy the dimensions that a launch computed. Strides follow from them when the tensor is
 * dense. */
static void copy_found(struct tensor *copy, const struct tensor *tensor)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = read_found(tensor, dims);
    if (rank < 0)
        return;
    bool is_dense = view_is_dense(tensor) || rank != tensor->rank;
    copy->rank = rank;
    memcpy(copy->dims, dims, (size_t)rank * sizeof *dims);
    if (is_dense)
        make_contiguous(copy);
}

void *tensor_address(const struct tensor *tensor)
{
    return atomic_load_explicit(tensor->address, memory_order_acquire);
}

void tensor_set_address(struct tensor *tensor, void *address)
{
    atomic_store_explicit(tensor->address, address, memory_order_release);
}

/* The compiler copies a fixed number of values faster than a variable one. All arrays have room for
 * this many. */
#define FEW 4

static void copy_few(int64_t *to, const int64_t *from, int32_t count)
{
    if (count <= FEW)
        memcpy(to, from, FEW * sizeof *to);
    else
        memcpy(to, from, (size_t)count * sizeof *to);
}

bool tensor_copy(struct tensor *copy, const aclTensor *handle)
{
    const struct tensor *tensor = tensor_acquire(handle);
    if (tensor == NULL)
        return false;
    copy->type = tensor->type;
    copy->format = tensor->format;
    copy->rank = tensor->rank;
    copy->storage_rank = tensor->storage_rank;
    copy->offset = tensor->offset;
    copy->address = tensor->address;
    copy->handle = handle;
    copy->bytes_read = 0;
    copy_few(copy->dims, tensor->dims, tensor->rank);
    copy_few(copy->strides, tensor->strides, tensor->rank);
    copy_few(copy->storage_dims, tensor->storage_dims, tensor->storage_rank);
    if (atomic_load_explicit(&object_of(tensor)->version, memory_order_relaxed) != 0)
        copy_found(copy, tensor);
    return true;
}

static bool are_same(const int64_t *a, const int64_t *b, int32_t count)
{
    bool same = true;
    for (int32_t i = 0; i < count; i++)
        same &= a[i] == b[i];
    return same;
}

static bool says_the_same(const struct tensor *a, const struct tensor *b)
{
    return a->type == b->type && a->format == b->format && a->rank == b->rank &&
           a->storage_rank == b->storage_rank && a->offset == b->offset &&
           are_same(a->dims, b->dims, a->rank) && are_same(a->strides, b->strides, a->rank) &&
           are_same(a->storage_dims, b->storage_dims, a->storage_rank);
}

bool tensor_copy_again(struct tensor *copy, const aclTensor *handle)
{
    const struct tensor *tensor = tensor_acquire(handle);
    if (tensor == NULL)
        return false;
    bool is_found = atomic_load_explicit(&object_of(tensor)->version, memory_order_relaxed) != 0;
    if (is_found || !says_the_same(copy, tensor)) {
        tensor_release(handle);
        return false;
    }
    copy->address = tensor->address;
    copy->handle = handle;
    return true;
}

void tensor_drop(const struct tensor *copy)
{
    tensor_release(copy->handle);
}

/* ---- texts ----------------------------------------------------------------------------------- */

const char *dims_describe(const int64_t *dims, int32_t rank, char *buffer, size_t size)
{
    static const char cut[] = ", ...]";
    size_t length = (size_t)snprintf(buffer, size, "[");
    for (int32_t i = 0; i < rank; i++) {
        char piece[32];
        int piece_length = snprintf(piece, sizeof piece, "%s%" PRId64, i > 0 ? ", " : "", dims[i]);
        size_t ending = i + 1 < rank ? sizeof cut : sizeof "]";
        if (length + (size_t)piece_length + ending > size) {
            if (length < size)
                snprintf(buffer + length, size - length, "%s", i > 0 ? cut : "...]");
            return buffer;
        }
        length += (size_t)snprintf(buffer + length, size - length, "%s", piece);
    }
    if (length < size)
        snprintf(buffer + length, size - length, "]");
    return buffer;
}

static void describe_tensor(const void *object, char *buffer, size_t size)
{
    const struct tensor *tensor = object;
    size_t length = (size_t)snprintf(buffer, size, "%s", data_type_name(tensor->type));
    if (length < size)
        dims_describe(tensor->dims, tensor->rank, buffer + length, size - length);
}

__attribute__((constructor)) static void register_describer(void)
{
    handle_set_describer(HANDLE_TENSOR, describe_tensor);
}

/* ---- creating -------------------------------------------------------------------------------- */

/* Ignores dimensions beyond the 25th, as the vendor's Shape does. */
static int32_t cut_rank(uint64_t count)
{
    return count < TENSOR_MAX_DIMS ? (int32_t)count : TENSOR_MAX_DIMS;
}

static void copy_values(int64_t *to, const int64_t *from, int32_t count)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * sizeof *to);
}

/* Computes in unsigned arithmetic, which may wrap: the dimensions are not checked at creation. */
static void make_contiguous(struct tensor *tensor)
{
    uint64_t stride = 1;
    for (int32_t i = tensor->rank - 1; i >= 0; i--) {
        tensor->strides[i] = (int64_t)stride;
        stride *= (uint64_t)tensor->dims[i];
    }
}

/* The vendor accepts numbers that the enumerations do not have and reads them as UNDEFINED. */
static void set_kind(struct tensor *tensor, aclDataType type, aclFormat format, int64_t offset)
{
    tensor->type = data_type_is_known(type) ? type : ACL_DT_UNDEFINED;
    tensor->format = format_is_known(format) ? format : ACL_FORMAT_UNDEFINED;
    tensor->offset = offset;
}

aclTensor *aclCreateTensorImpl(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType,
                               const int64_t *stride, int64_t offset, aclFormat format,
                               const int64_t *storageDims, uint64_t storageDimsNum,
                               void *tensorData)
{
    /* The vendor refuses only this at creation, and without a text. */
    if ((viewDims == NULL && viewDimsNum > 0) || (storageDims == NULL && storageDimsNum > 0))
        return NULL;
    struct tensor_object *object = calloc(1, sizeof *object);
    if (object == NULL)
        return object_publish(HANDLE_TENSOR, NULL, free);
    struct tensor *tensor = &object->tensor;
    atomic_init(&object->address, tensorData);
    tensor->address = &object->address;
    tensor->rank = cut_rank(viewDimsNum);
    tensor->storage_rank = cut_rank(storageDimsNum);
    copy_values(tensor->dims, viewDims, tensor->rank);
    copy_values(tensor->storage_dims, storageDims, tensor->storage_rank);
    set_kind(tensor, dataType, format, offset);
    if (stride != NULL)
        copy_values(tensor->strides, stride, tensor->rank);
    else
        make_contiguous(tensor);
    return object_publish(HANDLE_TENSOR, object, free);
}

aclnnStatus aclDestroyTensorImpl(const aclTensor *tensor)
{
    return object_destroy(tensor, HANDLE_TENSOR, "tensor");
}

/* Whatever is not given keeps its value: dims that are NULL or none, an address that is NULL. So a
 * call cannot make a tensor 0-dimensional. Where the old dims are kept and strides has another
 * number of values, only those that are there and fit are taken. */
static void reshape(struct tensor *tensor, const int64_t *dims, uint64_t count,
                    const int64_t *strides)
{
    if (dims != NULL && count > 0) {
        int32_t rank = cut_rank(count);
        copy_values(tensor->dims, dims, rank);
        tensor->rank = rank;
    }
    if (strides == NULL) {
        make_contiguous(tensor);
        return;
    }
    int32_t given = cut_rank(count);
    copy_values(tensor->strides, strides, given < tensor->rank ? given : tensor->rank);
}

aclnnStatus aclInitTensorImpl(aclTensor *tensor, const int64_t *viewDims, uint64_t viewDimsNum,
                              aclDataType dataType, const int64_t *stride, int64_t offset,
                              aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                              void *tensorDataAddr)
{
    struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    reshape(object, viewDims, viewDimsNum, stride);
    atomic_store(&object_of(object)->version, 0);
    if (storageDims != NULL && storageDimsNum > 0) {
        object->storage_rank = cut_rank(storageDimsNum);
        copy_values(object->storage_dims, storageDims, object->storage_rank);
    }
    set_kind(object, dataType, format, offset);
    if (tensorDataAddr != NULL)
        tensor_set_address(object, tensorDataAddr);
    tensor_release(tensor);
    return ACLNN_SUCCESS;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Gives the caller a copy of values to release with delete[]. */
static aclnnStatus give_out(const int64_t *values, int32_t count, const char *argument,
                            int64_t **array, uint64_t *array_count)
{
    int64_t *copy = new_array_copy(values, (uint64_t)count);
    if (copy == NULL)
        return report(ACLNN_ERR_INNER_NULLPTR, "no host memory for the %" PRId32 " values of %s",
                      count, argument);
    *array = copy;
    *array_count = (uint64_t)count;
    return ACLNN_SUCCESS;
}

aclnnStatus aclGetViewShapeImpl(const aclTensor *tensor, int64_t **viewDims, uint64_t *viewDimsNum)
{
    if (viewDims == NULL || viewDimsNum == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    int64_t found[TENSOR_MAX_DIMS];
    int32_t rank = read_found(object, found);
    aclnnStatus status = rank >= 0 ? give_out(found, rank, "viewDims", viewDims, viewDimsNum)
                                   : give_out(object->dims, object->rank, "viewDims", viewDims,
                                              viewDimsNum);
    tensor_release(tensor);
    return status;
}

aclnnStatus aclGetStorageShapeImpl(const aclTensor *tensor, int64_t **storageDims,
                                   uint64_t *storageDimsNum)
{
    if (storageDims == NULL || storageDimsNum == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    aclnnStatus status = give_out(object->storage_dims, object->storage_rank, "storageDims",
                                  storageDims, storageDimsNum);
    tensor_release(tensor);
    return status;
}

aclnnStatus aclGetViewStridesImpl(const aclTensor *tensor, int64_t **stridesValue,
                                  uint64_t *stridesNum)
{
    if (stridesValue == NULL || stridesNum == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    aclnnStatus status = give_out(object->strides, object->rank, "stridesValue", stridesValue,
                                  stridesNum);
    tensor_release(tensor);
    return status;
}

aclnnStatus aclGetViewOffsetImpl(const aclTensor *tensor, int64_t *offset)
{
    if (offset == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    *offset = object->offset;
    tensor_release(tensor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclGetFormatImpl(const aclTensor *tensor, aclFormat *format)
{
    if (format == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    *format = object->format;
    tensor_release(tensor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclGetDataTypeImpl(const aclTensor *tensor, aclDataType *dataType)
{
    if (dataType == NULL)
        return ACLNN_ERR_PARAM_NULLPTR;
    const struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    *dataType = object->type;
    tensor_release(tensor);
    return ACLNN_SUCCESS;
}

/* ---- the address: unlike the getters above, these leave a text for NULL too ------------------ */

static aclnnStatus report_null(const char *argument)
{
    return report_as("EZ1011", ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                     argument);
}

aclnnStatus aclGetRawTensorAddrImpl(const aclTensor *tensor, void **addr)
{
    if (tensor == NULL)
        return report_null("tensor");
    if (addr == NULL)
        return report_null("addr");
    const struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    *addr = tensor_address(object);
    tensor_release(tensor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclSetRawTensorAddrImpl(aclTensor *tensor, void *addr)
{
    if (tensor == NULL)
        return report_null("tensor");
    struct tensor *object = tensor_acquire(tensor);
    if (object == NULL)
        return object_refuse(tensor, HANDLE_TENSOR, "tensor");
    tensor_set_address(object, addr);
    tensor_release(tensor);
    return ACLNN_SUCCESS;
}
