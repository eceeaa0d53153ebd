/* SPDX-License-Identifier: Apache-2.0 */
/* Norms over the last dimensions: checks. */
#include "ops/common/shape.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/norm.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus report_dims(const struct call *call, int parameter, const struct tensor *tensor,
                               const int64_t *dims, int32_t rank)
{
    char is[160];
    char required[160];
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s is required",
                  call_name(call, parameter),
                  dims_describe(tensor->dims, tensor->rank, is, sizeof is),
                  dims_describe(dims, rank, required, sizeof required));
}

static bool has_dims(const struct tensor *tensor, const int64_t *dims, int32_t rank)
{
    return tensor->rank == rank &&
           (rank == 0 || memcmp(tensor->dims, dims, (size_t)rank * sizeof *dims) == 0);
}

/* The array has the sizes of the tensor's last dimensions, or of all of them. */
aclnnStatus norm_check_last_dims(struct call *call, int tensor, int array)
{
    const struct tensor *given = call_tensor(call, tensor);
    const struct array *named = call->arguments[array].array;
    int64_t dims[TENSOR_MAX_DIMS] = {0};
    if (named->size < 1 || named->size > 8 || (int64_t)named->size > given->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRIu64 " entries; 1 to 8 are supported, as many as %s has "
                      "dimensions at most, which are %d",
                      call_name(call, array), named->size, call_name(call, tensor), given->rank);
    memcpy(dims, named->values, (size_t)named->size * sizeof *dims);
    int32_t first = given->rank - (int32_t)named->size;
    if (memcmp(given->dims + first, dims, (size_t)named->size * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report_dims(call, tensor, given, dims, (int32_t)named->size);
}

aclnnStatus norm_check_dims_are(struct call *call, int tensor, int array)
{
    const struct tensor *given = call_tensor(call, tensor);
    const struct array *named = call->arguments[array].array;
    int64_t dims[TENSOR_MAX_DIMS] = {0};
    if (given == NULL)
        return ACLNN_SUCCESS;
    memcpy(dims, named->values, (size_t)named->size * sizeof *dims);
    return has_dims(given, dims, (int32_t)named->size)
               ? ACLNN_SUCCESS
               : report_dims(call, tensor, given, dims, (int32_t)named->size);
}

/* The type is float32, or that of another operand. */
aclnnStatus norm_check_type_or_float(struct call *call, int operand, int other)
{
    if (call_tensor(call, operand) == NULL || call_type(call, operand) == ACL_FLOAT)
        return ACLNN_SUCCESS;
    return check_same_type(call, operand, other);
}

/* The statistic has the first dims of a tensor, followed by 1 for each of the last ones. */
static aclnnStatus check_statistic(struct call *call, int statistic, int tensor, int32_t last)
{
    const struct tensor *given = call_tensor(call, statistic);
    const struct tensor *elements = call_tensor(call, tensor);
    int64_t dims[TENSOR_MAX_DIMS];
    if (given == NULL)
        return ACLNN_SUCCESS;
    for (int32_t i = 0; i < elements->rank; i++)
        dims[i] = i < elements->rank - last ? elements->dims[i] : 1;
    return has_dims(given, dims, elements->rank)
               ? ACLNN_SUCCESS
               : report_dims(call, statistic, given, dims, elements->rank);
}

/* The statistic has one element for each row of a tensor. An array or a tensor gives the last
 * dimensions. */
aclnnStatus norm_check_statistics_shape(struct call *call, int statistic, int tensor, int array)
{
    const struct tensor *given = call_tensor(call, statistic);
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t last = (int32_t)call->arguments[array].array->size;
    int64_t rows = 1;
    int64_t count = 0;
    for (int32_t i = 0; i < elements->rank - last; i++)
        rows *= elements->dims[i];
    /* Only Ascend950 checks the dims here. torch_npu passes one dimension when there are no
     * rows. */
    if (given != NULL && !call_is_on_950(call) && tensor_element_count(given, &count) &&
        count == rows)
        return ACLNN_SUCCESS;
    return check_statistic(call, statistic, tensor, last);
}

aclnnStatus norm_check_rows_statistic(struct call *call, int statistic, int tensor, int factors)
{
    return check_statistic(call, statistic, tensor, call_tensor(call, factors)->rank);
}

/* The same as norm_check_statistics_shape, or without the last dimensions of 1. */
aclnnStatus norm_check_rows_leading(struct call *call, int statistic, int tensor, int factors)
{
    const struct tensor *given = call_tensor(call, statistic);
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t rows = elements->rank - call_tensor(call, factors)->rank;
    while (rows > given->rank && elements->dims[rows - 1] == 1)
        rows--;
    return has_dims(given, elements->dims, rows)
               ? ACLNN_SUCCESS
               : norm_check_rows_statistic(call, statistic, tensor, factors);
}

/* The tensor has the last dimensions of another one. */
aclnnStatus norm_check_last_dims_of(struct call *call, int factors, int tensor)
{
    const struct tensor *given = call_tensor(call, factors);
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t first = elements->rank - given->rank;
    if (first >= 0 && has_dims(given, elements->dims + first, given->rank))
        return ACLNN_SUCCESS;
    char is[160];
    char all[160];
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; the last dimensions of %s, %s, are required",
                  call_name(call, factors), dims_describe(given->dims, given->rank, is, sizeof is),
                  call_name(call, tensor),
                  dims_describe(elements->dims, elements->rank, all, sizeof all));
}

aclnnStatus norm_check_half_without(struct call *call, int tensor, int other)
{
    if (call_tensor(call, other) != NULL || type_is_half(call_type(call, tensor)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; float16 or bfloat16 is required where %s is NULL",
                  call_name(call, tensor), data_type_name(call_type(call, tensor)),
                  call_name(call, other));
}

aclnnStatus norm_check_factors(struct call *call, int factors, int tensor, int other)
{
    const struct tensor *given = call_tensor(call, factors);
    const struct tensor *elements = call_tensor(call, tensor);
    if (call_tensor(call, other) == NULL && given->rank == 2 && given->dims[0] == 1 &&
        given->dims[1] == elements->dims[elements->rank - 1])
        return ACLNN_SUCCESS;
    return norm_check_last_dims_of(call, factors, tensor);
}

static aclnnStatus check_count(struct call *call, int tensor, int64_t required)
{
    int64_t count = 0;
    const struct tensor *given = call_tensor(call, tensor);
    if (given == NULL || (tensor_element_count(given, &count) && count == required))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " elements; %" PRId64 " are required",
                  call_name(call, tensor), count, required);
}

/* The statistic has as many elements as the tensor has rows, and the factors as many as a row. An
 * array has the dims of a row. */
aclnnStatus norm_check_row_each(struct call *call, int statistic, int tensor, int array)
{
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t last = (int32_t)call->arguments[array].array->size;
    return check_count(call, statistic, shape_count(elements->dims, elements->rank - last));
}

aclnnStatus norm_check_column_each(struct call *call, int row, int tensor, int array)
{
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t last = (int32_t)call->arguments[array].array->size;
    return check_count(call, row, shape_count(elements->dims + elements->rank - last, last));
}

/* ---- Gradients that are wanted --------------------------------------------------------------- */

static aclnnStatus check_mask_size(struct call *call, int mask, aclnnStatus status)
{
    const struct array *wanted = call->arguments[mask].array;
    if (wanted == NULL)
        return report(status, "%s is NULL; an aclBoolArray is required", call_name(call, mask));
    if (wanted->size == 3)
        return ACLNN_SUCCESS;
    return report(status, "%s has %" PRIu64 " entries; 3 are required", call_name(call, mask),
                  wanted->size);
}

/* The mask has three entries; 161001 when it has another number, or 161002 by product. A result
 * that it does not want counts as NULL from then on. */
aclnnStatus norm_check_three(struct call *call, int mask)
{
    return check_mask_size(call, mask, ACLNN_ERR_PARAM_INVALID);
}

aclnnStatus norm_check_three_given(struct call *call, int mask)
{
    return check_mask_size(call, mask, ACLNN_ERR_PARAM_NULLPTR);
}

/* A result that is not wanted counts as NULL. */
static aclnnStatus check_is_wanted(struct call *call, int result, int mask, int entry,
                                   aclnnStatus status)
{
    bool wanted[3];
    memcpy(wanted, call->arguments[mask].array->values, sizeof wanted);
    if (!wanted[entry])
        call->arguments[result].tensor = NULL;
    if (!wanted[entry] || call_tensor(call, result) != NULL)
        return ACLNN_SUCCESS;
    return report(status, "%s is NULL; an aclTensor is required where %s wants it",
                  call_name(call, result), call_name(call, mask));
}

aclnnStatus norm_check_wanted(struct call *call, int result, int mask, int entry)
{
    return check_is_wanted(call, result, mask, entry, ACLNN_ERR_PARAM_NULLPTR);
}

aclnnStatus norm_check_wanted_valid(struct call *call, int result, int mask, int entry)
{
    return check_is_wanted(call, result, mask, entry, ACLNN_ERR_PARAM_INVALID);
}
