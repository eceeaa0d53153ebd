/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/tensor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl.h"
#include "tensor/new_array.h"
#include "tensor/object.h"

/* ---- the address record ---- */

static struct tensor_storage *storage_create(void *address)
{
    struct tensor_storage *storage = malloc(sizeof *storage);
    if (storage != NULL) {
        atomic_init(&storage->references, 1);
        atomic_init(&storage->address, address);
    }
    return storage;
}

void *tensor_address(const struct tensor *tensor)
{
    return atomic_load_explicit(&tensor->storage->address, memory_order_acquire);
}

void tensor_set_address(struct tensor *tensor, void *address)
{
    atomic_store_explicit(&tensor->storage->address, address, memory_order_release);
}

void tensor_copy(struct tensor *copy, const struct tensor *tensor)
{
    size_t view = (size_t)tensor->rank * sizeof tensor->dims[0];
    copy->type = tensor->type;
    copy->format = tensor->format;
    copy->rank = tensor->rank;
    copy->storage_rank = tensor->storage_rank;
    copy->offset = tensor->offset;
    memcpy(copy->dims, tensor->dims, view);
    memcpy(copy->strides, tensor->strides, view);
    memcpy(copy->storage_dims, tensor->storage_dims,
           (size_t)tensor->storage_rank * sizeof tensor->storage_dims[0]);
    copy->storage = tensor->storage;
    atomic_fetch_add_explicit(&copy->storage->references, 1, memory_order_relaxed);
}

void tensor_drop(struct tensor *copy)
{
    struct tensor_storage *storage = copy->storage;
    copy->storage = NULL;
    if (atomic_fetch_sub_explicit(&storage->references, 1, memory_order_acq_rel) == 1)
        free(storage);
}

/* ---- the handle ---- */

static void tensor_destroy(void *object)
{
    tensor_drop(object);
    free(object);
}

struct tensor *tensor_acquire(const aclTensor *handle)
{
    return handle_acquire(handle, HANDLE_TENSOR);
}

void tensor_release(const aclTensor *handle)
{
    handle_release(handle);
}

/* ---- what a view covers ---- */

static bool any_dim_negative(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] < 0)
            return true;
    return false;
}

static bool any_dim_zero(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] == 0)
            return true;
    return false;
}

bool tensor_element_count(const struct tensor *tensor, int64_t *count)
{
    int64_t product = 1;
    if (any_dim_negative(tensor))
        return false;
    /* Before the product: [2^40, 2^40, 0] has no element and no overflow either. */
    if (any_dim_zero(tensor)) {
        *count = 0;
        return true;
    }
    for (int32_t i = 0; i < tensor->rank; i++)
        if (__builtin_mul_overflow(product, tensor->dims[i], &product))
            return false;
    *count = product;
    return true;
}

/* The lowest and the highest element, in elements from the first one (index 0 everywhere). */
static bool element_range(const struct tensor *tensor, int64_t *lowest, int64_t *highest)
{
    *lowest = 0;
    *highest = 0;
    for (int32_t i = 0; i < tensor->rank; i++) {
        int64_t reach;
        if (__builtin_mul_overflow(tensor->dims[i] - 1, tensor->strides[i], &reach))
            return false;
        int64_t *end = reach < 0 ? lowest : highest;
        if (__builtin_add_overflow(*end, reach, end))
            return false;
    }
    return true;
}

static int64_t floor_to_bytes(int64_t bits)
{
    return bits / 8 - (bits % 8 < 0);
}

static int64_t ceil_to_bytes(int64_t bits)
{
    return bits / 8 + (bits % 8 > 0);
}

/*
 * Below 8 bits the vendor rounds the address of the first element down to a byte (offset * bits
 * >> 3); the others are counted in bits from there.
 */
bool tensor_extent(const struct tensor *tensor, int64_t *first, int64_t *past)
{
    int64_t bits = data_type_bits(tensor->type);
    bool packed = bits % 8 != 0;
    int64_t unit = packed ? bits : bits / 8;
    int64_t base, low, high;
    if (any_dim_negative(tensor))
        return false;
    if (any_dim_zero(tensor)) {
        *first = 0;
        *past = 0;
        return true;
    }
    if (bits == 0 || !element_range(tensor, &low, &high) || __builtin_add_overflow(high, 1, &high))
        return false;
    if (__builtin_mul_overflow(tensor->offset, unit, &base) ||
        __builtin_mul_overflow(low, unit, &low) || __builtin_mul_overflow(high, unit, &high))
        return false;
    if (packed) {
        base = floor_to_bytes(base);
        low = floor_to_bytes(low);
        high = ceil_to_bytes(high);
    }
    return !__builtin_add_overflow(base, low, first) && !__builtin_add_overflow(base, high, past);
}

struct axis {
    uint64_t step; /* the stride without its sign: the direction does not matter here */
    uint64_t length;
};

/* The axes that have more than one element, the smallest step first. Returns how many. */
static int32_t sort_axes(const struct tensor *tensor, struct axis axes[TENSOR_MAX_DIMS])
{
    int32_t count = 0;
    for (int32_t i = 0; i < tensor->rank; i++) {
        if (tensor->dims[i] == 1)
            continue;
        uint64_t stride = (uint64_t)tensor->strides[i];
        struct axis axis = {tensor->strides[i] < 0 ? 0 - stride : stride,
                            (uint64_t)tensor->dims[i]};
        int32_t place = count++;
        for (; place > 0 && axes[place - 1].step > axis.step; place--)
            axes[place] = axes[place - 1];
        axes[place] = axis;
    }
    return count;
}

/*
 * An axis whose step clears everything the smaller axes reach over cannot bring two elements
 * together; when that holds for all, none are. The reverse is not so: in dims [2, 3] with
 * strides [3, 2] all elements differ although the rows interleave. Such views count as
 * overlapping; no slicing, transposing or reversing of a dense tensor makes one.
 */
bool tensor_overlaps_itself(const struct tensor *tensor)
{
    struct axis axes[TENSOR_MAX_DIMS];
    if (any_dim_negative(tensor) || any_dim_zero(tensor))
        return false;
    int32_t count = sort_axes(tensor, axes);
    uint64_t reach = 1;
    for (int32_t i = 0; i < count; i++) {
        uint64_t span;
        if (axes[i].step < reach)
            return true;
        if (__builtin_mul_overflow(axes[i].length - 1, axes[i].step, &span) ||
            __builtin_add_overflow(reach, span, &reach))
            reach = UINT64_MAX;
    }
    return false;
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A view as pieces of `width` bytes that begin at multiples of `period` from `start` on. */
struct comb {
    uint64_t start;
    uint64_t width;
    uint64_t period; /* 0: there is one piece */
};

/* Pieces are elements, or everything from the first to the last along the smallest stride. */
static struct comb comb_of(const struct tensor *tensor, uintptr_t first, bool by_element)
{
    struct axis axes[TENSOR_MAX_DIMS];
    uint64_t element = (uint64_t)data_type_bits(tensor->type) / 8;
    int32_t count = sort_axes(tensor, axes);
    struct comb comb = {first, element, 0};
    int32_t inner = !by_element && count > 0 ? 1 : 0;
    if (inner > 0)
        comb.width += (axes[0].length - 1) * axes[0].step * element;
    for (int32_t i = inner; i < count; i++)
        comb.period = greatest_common_divisor(comb.period, axes[i].step * element);
    return comb;
}

static bool combs_miss(const struct comb *a, const struct comb *b)
{
    uint64_t period = greatest_common_divisor(a->period, b->period);
    return period != 0 && (b->start - a->start) % period >= a->width &&
           (a->start - b->start) % period >= b->width;
}

bool tensors_share_bytes(const struct tensor *a, uintptr_t a_first, const struct tensor *b,
                         uintptr_t b_first)
{
    for (int by_element = 0; by_element < 2; by_element++) {
        struct comb first = comb_of(a, a_first, by_element);
        struct comb second = comb_of(b, b_first, by_element);
        if (combs_miss(&first, &second))
            return false;
    }
    return true;
}

/* ---- texts ---- */

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

const char *tensor_describe_handle(const void *handle, char *buffer, size_t size)
{
    if (handle == NULL) {
        snprintf(buffer, size, "NULL");
        return buffer;
    }
    const struct tensor *tensor = tensor_acquire(handle);
    if (tensor == NULL)
        return handle_describe(handle, buffer, size);
    size_t length = (size_t)snprintf(buffer, size, "%s", data_type_name(tensor->type));
    if (length < size)
        dims_describe(tensor->dims, tensor->rank, buffer + length, size - length);
    tensor_release(handle);
    return buffer;
}

/* ---- creating ---- */

/* Dimensions beyond the 25th are ignored, as the vendor's Shape does. */
static int32_t cut_rank(uint64_t count)
{
    return count < TENSOR_MAX_DIMS ? (int32_t)count : TENSOR_MAX_DIMS;
}

static void copy_values(int64_t *to, const int64_t *from, int32_t count)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * sizeof *to);
}

/* In unsigned arithmetic: nothing about the dims is checked at creation, so it may wrap. */
static void make_contiguous(struct tensor *tensor)
{
    uint64_t stride = 1;
    for (int32_t i = tensor->rank - 1; i >= 0; i--) {
        tensor->strides[i] = (int64_t)stride;
        stride *= (uint64_t)tensor->dims[i];
    }
}

/* Numbers outside of the enumerations are accepted and become the UNDEFINED they are read as. */
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
    /* The one thing that is refused, and without a text: the vendor's answer. */
    if ((viewDims == NULL && viewDimsNum > 0) || (storageDims == NULL && storageDimsNum > 0))
        return NULL;
    struct tensor *tensor = calloc(1, sizeof *tensor);
    struct tensor_storage *storage = storage_create(tensorData);
    if (tensor == NULL || storage == NULL) {
        free(tensor);
        free(storage);
        return object_publish(HANDLE_TENSOR, NULL, tensor_destroy);
    }
    tensor->storage = storage;
    tensor->rank = cut_rank(viewDimsNum);
    tensor->storage_rank = cut_rank(storageDimsNum);
    copy_values(tensor->dims, viewDims, tensor->rank);
    copy_values(tensor->storage_dims, storageDims, tensor->storage_rank);
    set_kind(tensor, dataType, format, offset);
    if (stride != NULL)
        copy_values(tensor->strides, stride, tensor->rank);
    else
        make_contiguous(tensor);
    return object_publish(HANDLE_TENSOR, tensor, tensor_destroy);
}

aclnnStatus aclDestroyTensorImpl(const aclTensor *tensor)
{
    return object_destroy(tensor, HANDLE_TENSOR, "tensor");
}

/*
 * What is not given is kept: dims that are NULL or none, an address that is NULL. So this cannot
 * make a tensor 0-dimensional. Where the old dims are kept and stride has another number of
 * values, only those that are there and fit are taken.
 */
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

/* ---- reading ---- */

/* Gives out a copy of values that the caller releases with delete[]. */
static aclnnStatus give_out(const int64_t *values, int32_t count, const char *argument,
                            int64_t **array, uint64_t *array_count)
{
    int64_t *copy = new_array_copy(values, (uint64_t)count);
    if (copy == NULL)
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "host memory is too short for the %" PRId32 " values of %s", count, argument);
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
    aclnnStatus status = give_out(object->dims, object->rank, "viewDims", viewDims, viewDimsNum);
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

/* ---- the address: unlike the getters above, these leave a text for NULL too ---- */

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
