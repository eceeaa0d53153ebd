/* SPDX-License-Identifier: Apache-2.0 */
#include "single/tensor_desc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_base_mdl.h"

static void desc_free(void *object)
{
    struct tensor_desc *desc = object;
    free(desc->constant);
    free(desc->name);
    free(desc);
}

static void describe_desc(const void *object, char *buffer, size_t size)
{
    const struct tensor_desc *desc = object;
    size_t length = (size_t)snprintf(buffer, size, "%s", data_type_name(desc->type));
    if (length < size)
        dims_describe(desc->shape.dims, desc->shape.rank, buffer + length, size - length);
}

__attribute__((constructor)) static void register_describer(void)
{
    handle_set_describer(HANDLE_TENSOR_DESC, describe_desc);
}

struct tensor_desc *tensor_desc_acquire(const aclTensorDesc *handle, const char *argument)
{
    char what[128];
    struct tensor_desc *desc = handle_acquire(handle, HANDLE_TENSOR_DESC);
    if (desc == NULL && handle == NULL)
        REPORT_NULL(argument);
    else if (desc == NULL)
        report(ACL_ERROR_INVALID_PARAM, "%s is %p, %s; a live aclTensorDesc is required", argument,
               (const void *)handle, handle_describe(handle, what, sizeof what));
    return desc;
}

void tensor_desc_release(const aclTensorDesc *handle)
{
    handle_release(handle);
}

bool tensor_shape_count(const struct tensor_shape *shape, int64_t *count)
{
    *count = 1;
    for (int32_t i = 0; i < shape->rank; i++)
        if (shape->dims[i] <= 0) {
            *count = 0;
            return true;
        }
    for (int32_t i = 0; i < shape->rank; i++)
        if (__builtin_mul_overflow(*count, shape->dims[i], count))
            return false;
    return true;
}

/* ---- Making ---------------------------------------------------------------------------------- */

static aclError set_shape(struct tensor_shape *shape, int numDims, const int64_t *dims)
{
    if (numDims < 0 || numDims > TENSOR_MAX_DIMS)
        return report(ACL_ERROR_INVALID_PARAM, "numDims is %d; 0 to %d are possible", numDims,
                      TENSOR_MAX_DIMS);
    if (dims == NULL && numDims > 0)
        return REPORT_NULL("dims");
    shape->rank = numDims;
    if (numDims > 0)
        memcpy(shape->dims, dims, (size_t)numDims * sizeof *dims);
    return ACL_SUCCESS;
}

aclTensorDesc *aclCreateTensorDescImpl(aclDataType dataType, int numDims, const int64_t *dims,
                                       aclFormat format)
{
    struct tensor_desc *desc = calloc(1, sizeof *desc);
    void *handle = NULL;
    if (desc != NULL && set_shape(&desc->shape, numDims, dims) != ACL_SUCCESS) {
        free(desc);
        return NULL;
    }
    if (desc != NULL) {
        desc->type = data_type_is_known(dataType) ? dataType : ACL_DT_UNDEFINED;
        desc->format = format_is_known(format) ? format : ACL_FORMAT_UNDEFINED;
        desc->memory_format = desc->format;
        desc->memory_shape = desc->shape;
        handle = handle_create(HANDLE_TENSOR_DESC, desc, desc_free);
    }
    if (handle == NULL) {
        free(desc);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for an aclTensorDesc");
    }
    return handle;
}

void aclDestroyTensorDescImpl(const aclTensorDesc *desc)
{
    if (desc != NULL && !handle_close(desc, HANDLE_TENSOR_DESC, entry_name())) {
        char what[128];
        report(ACL_ERROR_INVALID_PARAM, "desc is %p, %s; a live aclTensorDesc is required",
               (const void *)desc, handle_describe(desc, what, sizeof what));
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Pins the description, without a text for NULL, as the vendor's getters do. */
static const struct tensor_desc *look_at(const aclTensorDesc *handle)
{
    return handle == NULL ? NULL : tensor_desc_acquire(handle, "desc");
}

aclDataType aclGetTensorDescTypeImpl(const aclTensorDesc *desc)
{
    const struct tensor_desc *found = look_at(desc);
    if (found == NULL)
        return ACL_DT_UNDEFINED;
    aclDataType type = found->type;
    tensor_desc_release(desc);
    return type;
}

aclFormat aclGetTensorDescFormatImpl(const aclTensorDesc *desc)
{
    const struct tensor_desc *found = look_at(desc);
    if (found == NULL)
        return ACL_FORMAT_UNDEFINED;
    aclFormat format = found->format;
    tensor_desc_release(desc);
    return format;
}

size_t aclGetTensorDescElementCountImpl(const aclTensorDesc *desc)
{
    const struct tensor_desc *found = look_at(desc);
    int64_t count = 0;
    if (found == NULL)
        return 0;
    if (!tensor_shape_count(&found->shape, &count))
        count = 0;
    tensor_desc_release(desc);
    return (size_t)count;
}

size_t aclGetTensorDescSizeImpl(const aclTensorDesc *desc)
{
    size_t count = aclGetTensorDescElementCountImpl(desc);
    aclDataType type = aclGetTensorDescTypeImpl(desc);
    size_t size = 0;
    return __builtin_mul_overflow(count, data_type_reported_size(type), &size) ? 0 : size;
}

size_t aclGetTensorDescNumDimsImpl(const aclTensorDesc *desc)
{
    const struct tensor_desc *found = look_at(desc);
    if (found == NULL)
        return 0;
    bool is_known = found->shape.rank == 0 || found->shape.dims[0] != UNKNOWN_RANK;
    size_t rank = is_known ? (size_t)found->shape.rank : (size_t)ACL_UNKNOWN_RANK;
    tensor_desc_release(desc);
    return rank;
}

aclError aclGetTensorDescDimV2Impl(const aclTensorDesc *desc, size_t index, int64_t *dimSize)
{
    if (dimSize == NULL)
        return REPORT_NULL("dimSize");
    const struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return ACL_ERROR_INVALID_PARAM;
    int32_t rank = found->shape.rank;
    if (index < (size_t)rank)
        *dimSize = found->shape.dims[index];
    tensor_desc_release(desc);
    return index < (size_t)rank ? ACL_SUCCESS
                                : report(ACL_ERROR_INVALID_PARAM,
                                         "index is %zu; desc has %d dimension(s)", index, rank);
}

int64_t aclGetTensorDescDimImpl(const aclTensorDesc *desc, size_t index)
{
    int64_t size = -1;
    return aclGetTensorDescDimV2Impl(desc, index, &size) == ACL_SUCCESS ? size : -1;
}

aclError aclGetTensorDescDimRangeImpl(const aclTensorDesc *desc, size_t index, size_t dimRangeNum,
                                      int64_t *dimRange)
{
    if (dimRange == NULL)
        return REPORT_NULL("dimRange");
    if (dimRangeNum < ACL_TENSOR_SHAPE_RANGE_NUM)
        return report(ACL_ERROR_INVALID_PARAM, "dimRangeNum is %zu; a range has %d numbers",
                      dimRangeNum, ACL_TENSOR_SHAPE_RANGE_NUM);
    const struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return ACL_ERROR_INVALID_PARAM;
    int32_t count = found->range_count;
    if (index < (size_t)count)
        memcpy(dimRange, found->ranges[index], sizeof found->ranges[index]);
    tensor_desc_release(desc);
    return index < (size_t)count ? ACL_SUCCESS
                                 : report(ACL_ERROR_INVALID_PARAM,
                                          "index is %zu; desc has %d range(s)", index, count);
}

const char *aclGetTensorDescNameImpl(aclTensorDesc *desc)
{
    const struct tensor_desc *found = look_at(desc);
    if (found == NULL)
        return "";
    const char *name = found->name != NULL ? found->name : "";
    tensor_desc_release(desc);
    return name;
}

/* ---- Setting --------------------------------------------------------------------------------- */

void aclSetTensorDescNameImpl(aclTensorDesc *desc, const char *name)
{
    struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return;
    free(found->name);
    found->name = name != NULL ? strdup(name) : NULL;
    if (name != NULL && found->name == NULL)
        report(ACL_ERROR_BAD_ALLOC, "no host memory for the name of an aclTensorDesc");
    tensor_desc_release(desc);
}

static aclError set_format(aclTensorDesc *desc, aclFormat format, bool is_own)
{
    struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return ACL_ERROR_INVALID_PARAM;
    aclFormat known = format_is_known(format) ? format : ACL_FORMAT_UNDEFINED;
    *(is_own ? &found->format : &found->memory_format) = known;
    tensor_desc_release(desc);
    return ACL_SUCCESS;
}

static aclError set_dims(aclTensorDesc *desc, int numDims, const int64_t *dims, bool is_own)
{
    struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return ACL_ERROR_INVALID_PARAM;
    aclError status = set_shape(is_own ? &found->shape : &found->memory_shape, numDims, dims);
    tensor_desc_release(desc);
    return status;
}

aclError aclSetTensorFormatImpl(aclTensorDesc *desc, aclFormat format)
{
    return set_format(desc, format, false);
}

aclError aclSetTensorStorageFormatImpl(aclTensorDesc *desc, aclFormat format)
{
    return set_format(desc, format, false);
}

aclError aclSetTensorOriginFormatImpl(aclTensorDesc *desc, aclFormat format)
{
    return set_format(desc, format, true);
}

aclError aclSetTensorShapeImpl(aclTensorDesc *desc, int numDims, const int64_t *dims)
{
    return set_dims(desc, numDims, dims, false);
}

aclError aclSetTensorStorageShapeImpl(aclTensorDesc *desc, int numDims, const int64_t *dims)
{
    return set_dims(desc, numDims, dims, false);
}

aclError aclSetTensorOriginShapeImpl(aclTensorDesc *desc, int numDims, const int64_t *dims)
{
    return set_dims(desc, numDims, dims, true);
}

aclError aclSetTensorShapeRangeImpl(aclTensorDesc *desc, size_t dimsCount,
                                    int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM])
{
    if (dimsCount > TENSOR_MAX_DIMS)
        return report(ACL_ERROR_INVALID_PARAM, "dimsCount is %zu; %d are possible", dimsCount,
                      TENSOR_MAX_DIMS);
    if (dimsRange == NULL && dimsCount > 0)
        return REPORT_NULL("dimsRange");
    struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return ACL_ERROR_INVALID_PARAM;
    found->range_count = (int32_t)dimsCount;
    for (size_t i = 0; i < dimsCount; i++)
        memcpy(found->ranges[i], dimsRange[i], sizeof found->ranges[i]);
    tensor_desc_release(desc);
    return ACL_SUCCESS;
}

aclError aclSetTensorValueRangeImpl(aclTensorDesc *desc, size_t valueCount,
                                    int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM])
{
    if (valueRange == NULL && valueCount > 0)
        return REPORT_NULL("valueRange");
    if (tensor_desc_acquire(desc, "desc") == NULL)
        return ACL_ERROR_INVALID_PARAM;
    tensor_desc_release(desc);
    return ACL_SUCCESS;
}

aclError aclSetTensorPlaceMentImpl(aclTensorDesc *desc, aclMemType memType)
{
    if ((int)memType < ACL_MEMTYPE_DEVICE || memType > ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT)
        return report(ACL_ERROR_INVALID_PARAM,
                      "memType is %d; 0 (device), 1 and 2 (host) are "
                      "possible",
                      (int)memType);
    struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return ACL_ERROR_INVALID_PARAM;
    found->placement = memType;
    tensor_desc_release(desc);
    return ACL_SUCCESS;
}

aclError aclSetTensorConstImpl(aclTensorDesc *desc, void *dataBuffer, size_t length)
{
    if (dataBuffer == NULL)
        return REPORT_NULL("dataBuffer");
    if (length == 0)
        return report(ACL_ERROR_INVALID_PARAM, "length is 0; the bytes of the elements are "
                                               "required");
    struct tensor_desc *found = tensor_desc_acquire(desc, "desc");
    if (found == NULL)
        return ACL_ERROR_INVALID_PARAM;
    void *copy = malloc(length);
    if (copy != NULL) {
        memcpy(copy, dataBuffer, length);
        free(found->constant);
        found->constant = copy;
        found->constant_size = length;
    }
    tensor_desc_release(desc);
    return copy != NULL
               ? ACL_SUCCESS
               : report(ACL_ERROR_BAD_ALLOC, "no host memory for the elements of an aclTensorDesc");
}
