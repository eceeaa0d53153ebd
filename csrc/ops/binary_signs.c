/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/binary_signs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "ops/index/indices.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

/* A block must be worth waking a thread for. */
#define BYTES_A_BLOCK ((double)(256 << 10))

int64_t binary_width(int64_t columns)
{
    return columns / 8 + (columns % 8 != 0);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus binary_check_packed(const struct tensor *tensor, const char *name)
{
    if (tensor->type == ACL_UINT8)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; packed signs are [DT_UINT8]",
                  name, data_type_name(tensor->type));
}

aclnnStatus binary_check_index(const struct tensor *tensor, const char *name)
{
    if (binary_index_type(tensor) > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; [DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, "
                  "DT_UINT32, DT_INT64, DT_UINT64] are supported",
                  name, data_type_name(tensor->type));
}

aclnnStatus binary_check_float(const struct tensor *tensor, const char *name)
{
    if (binary_scale_type(tensor) > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; [DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE] are "
                  "supported",
                  name, data_type_name(tensor->type));
}

aclnnStatus binary_check_view(const struct tensor *tensor, const char *name, int lowest,
                              int highest)
{
    aclnnStatus status = tensor_check_rank(tensor, argument_named(name), lowest, highest);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(tensor, argument_named(name));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(tensor, argument_named(name));
    return status;
}

aclnnStatus binary_check_shape(const struct tensor *tensor, const char *name,
                               const struct tensor *rows, int rank, int64_t last, const char *rule)
{
    char found[160];
    char wanted[160];
    int64_t dims[TENSOR_MAX_DIMS + 1];
    int32_t count = rank;
    memcpy(dims, rows->dims, (size_t)rank * sizeof dims[0]);
    if (last >= 0)
        dims[count++] = last;
    if (tensor->rank == count && memcmp(tensor->dims, dims, (size_t)count * sizeof dims[0]) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s = %s is required", name,
                  dims_describe(tensor->dims, tensor->rank, found, sizeof found), rule,
                  dims_describe(dims, count, wanted, sizeof wanted));
}

aclnnStatus binary_check_out(const struct tensor *out)
{
    int64_t count = 0;
    if (tensor_element_count(out, &count) && count == 0)
        return ACLNN_SUCCESS;
    if (binary_column_stride(out) != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the last stride of out is %" PRId64 "; 1 is required",
                      out->strides[out->rank - 1]);
    if (tensor_overlaps_itself(out))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "elements of out share memory, or its rows interleave; each element needs "
                      "memory of its own");
    return ACLNN_SUCCESS;
}

/* ---- Tilings --------------------------------------------------------------------------------- */

int64_t binary_index_type(const struct tensor *indices)
{
    if (indices == NULL)
        return BINARY_EMBEDDING_INDEX_NONE;
    switch (indices->type) {
    case ACL_INT8: return BINARY_EMBEDDING_INDEX_INT8;
    case ACL_UINT8: return BINARY_EMBEDDING_INDEX_UINT8;
    case ACL_INT16: return BINARY_EMBEDDING_INDEX_INT16;
    case ACL_UINT16: return BINARY_EMBEDDING_INDEX_UINT16;
    case ACL_INT32: return BINARY_EMBEDDING_INDEX_INT32;
    case ACL_UINT32: return BINARY_EMBEDDING_INDEX_UINT32;
    case ACL_INT64: return BINARY_EMBEDDING_INDEX_INT64;
    /* What int64 cannot hold is negative there, and out of range either way. */
    case ACL_UINT64: return BINARY_EMBEDDING_INDEX_INT64;
    default: return -1;
    }
}

int64_t binary_scale_type(const struct tensor *scale)
{
    if (scale == NULL)
        return BINARY_EMBEDDING_SCALE_NONE;
    switch (scale->type) {
    case ACL_FLOAT: return BINARY_EMBEDDING_SCALE_FLOAT32;
    case ACL_FLOAT16: return BINARY_EMBEDDING_SCALE_FLOAT16;
    case ACL_BF16: return BINARY_EMBEDDING_SCALE_BFLOAT16;
    case ACL_DOUBLE: return BINARY_EMBEDDING_SCALE_FLOAT64;
    default: return -1;
    }
}

void binary_rows(const struct tensor *tensor, int64_t *rank, int64_t *dims, int64_t *strides)
{
    *rank = collapse_dims(tensor->dims, tensor->strides, tensor->rank - 1, dims, strides);
}

int64_t binary_column_stride(const struct tensor *tensor)
{
    int last = tensor->rank - 1;
    return tensor->dims[last] > 1 ? tensor->strides[last] : 1;
}

int64_t binary_blocks(double bytes)
{
    double blocks = bytes / BYTES_A_BLOCK;
    return blocks >= BINARY_MAX_BLOCKS ? BINARY_MAX_BLOCKS : blocks < 1 ? 1 : (int64_t)blocks;
}

/* ---- Phase two ------------------------------------------------------------------------------- */

void binary_fail_on_index(const struct launch *launch, int parameter, int64_t row, uint64_t limit,
                          struct task_failure *failure)
{
    char text[400];
    const struct call *call = launch_call(launch);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text, "%s",
             index_kernel_describe_bad_index(
                 call->operator->parameters[parameter].name, call_tensor(call, parameter),
                 launch_tensor(launch, parameter), row, limit, text, sizeof text));
}
