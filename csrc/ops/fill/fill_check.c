/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors that are made from numbers: checks. */
#include "ops/fill/fill.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/finding.h"
#include "base/report.h"
#include "declared/fill.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

aclnnStatus fill_check_equal_sizes(struct call *call, int tensor)
{
    char is[160];
    const struct tensor *self = call_tensor(call, tensor);
    for (int32_t i = 1; self->rank > 2 && i < self->rank; i++)
        if (self->dims[i] != self->dims[0])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shape of %s is %s; beyond two dimensions all sizes must be equal",
                          call_name(call, tensor),
                          dims_describe(self->dims, self->rank, is, sizeof is));
    return ACLNN_SUCCESS;
}

/* Whether a floating-point type cannot hold the number. It can hold infinity and NaN. */
static bool overflows_float(double number, double most)
{
    return number <= 1.7976931348623157e308 && number >= -1.7976931348623157e308 &&
           (number > most || number < -most);
}

/* Whether an integer type of so many bits cannot hold the number, a float or an integer. */
static bool overflows_integer(const struct scalar *scalar, aclDataType type)
{
    int64_t bits = data_type_bits(type);
    bool is_unsigned = type == ACL_UINT8;
    if (type_is_float(scalar->type)) {
        double number = scalar_double(scalar);
        double past = (double)((uint64_t)1 << (bits - !is_unsigned));
        return !(number < past && number >= (is_unsigned ? 1 - past : -past));
    }
    int64_t whole = scalar_int64(scalar);
    int64_t most = INT64_MAX >> (64 - bits - is_unsigned);
    if (scalar->type == ACL_UINT64 && whole < 0)
        return true;
    return whole > most || whole < (is_unsigned ? -most : -most - 1);
}

aclnnStatus fill_check_no_overflow(struct call *call, int scalar, int tensor)
{
    const struct scalar *value = call_scalar(call, scalar);
    aclDataType type = call_type(call, tensor);
    bool is_too_large = false;
    if (type == ACL_FLOAT || type == ACL_FLOAT16)
        is_too_large = overflows_float(scalar_double(value),
                                       type == ACL_FLOAT ? 3.4028234663852886e38 : 65504);
    else if (type_is_integer(type))
        is_too_large = overflows_integer(value, type);
    if (!is_too_large)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g, which is out of the range of %s",
                  call_name(call, scalar), scalar_double(value), data_type_name(type));
}

/* The step leads from start to end. Numbers are compared in out's kind: integers as integers. */
aclnnStatus fill_check_step(struct call *call, int start, int end, int step, int out)
{
    aclDataType type = call_type(call, out);
    const struct scalar *first = call_scalar(call, start);
    const struct scalar *last = call_scalar(call, end);
    const struct scalar *by = call_scalar(call, step);
    bool forward;
    bool backward;
    bool is_before;
    bool is_behind;
    if (type_is_integer(type)) {
        forward = scalar_int64(by) > 0;
        backward = scalar_int64(by) < 0;
        is_before = scalar_int64(first) < scalar_int64(last);
        is_behind = scalar_int64(first) > scalar_int64(last);
    } else {
        bool is_wide = type == ACL_DOUBLE;
        double from = is_wide ? scalar_double(first) : (double)scalar_float(first);
        double to = is_wide ? scalar_double(last) : (double)scalar_float(last);
        double distance = is_wide ? scalar_double(by) : (double)scalar_float(by);
        forward = distance > 0;
        backward = distance < 0;
        is_before = from < to;
        is_behind = from > to;
    }
    if ((forward && !is_behind) || (backward && !is_before))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "step is %g, which does not lead from start, %g, to end, %g", scalar_double(by),
                  scalar_double(first), scalar_double(last));
}

/* Phase one of CANN takes an output of any length, so that this is no refusal: a finding. */
aclnnStatus fill_check_length(struct call *call, int start, int end, int step, int out)
{
    struct shape range;
    int64_t elements = shape_elements(call_tensor(call, out));
    if (finding_wanted() && fill_shape_stepped(call, start, end, step, &range) &&
        range.dims[0] != elements)
        finding(FINDING_LENGTH,
                "out has %" PRId64 " elements, and there are %" PRId64
                " numbers from start, %g, to end, %g, by step, %g",
                elements, range.dims[0], scalar_double(call_scalar(call, start)),
                scalar_double(call_scalar(call, end)), scalar_double(call_scalar(call, step)));
    return ACLNN_SUCCESS;
}

/* The number of steps is valid. Whether out has the right shape is found by the copy. */
aclnnStatus fill_check_steps_or_none(struct call *call, int steps)
{
    int64_t wanted = call->arguments[steps].integer;
    call->is_empty = wanted == 0;
    if (wanted >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "steps is %" PRId64 "; 0 and more are supported",
                  wanted);
}

aclnnStatus fill_check_steps(struct call *call, int steps, int out)
{
    int64_t count = 0;
    int64_t wanted = call->arguments[steps].integer;
    if (wanted < 0)
        return fill_check_steps_or_none(call, steps);
    tensor_element_count(call_tensor(call, out), &count);
    if (count == wanted)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " elements and steps is %" PRId64 "; they must be equal",
                  call_name(call, out), count, wanted);
}

aclnnStatus fill_check_eye_shape(struct call *call, int rows, int columns, int out)
{
    char is[160];
    const struct tensor *result = call_tensor(call, out);
    int64_t n = call->arguments[rows].integer;
    int64_t m = call->arguments[columns].integer;
    if (result->rank == 2 && n >= 0 && m >= 0 && result->dims[0] == n && result->dims[1] == m)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; [%" PRId64 ", %" PRId64 "] of n and m is required",
                  dims_describe(result->dims, result->rank, is, sizeof is), n, m);
}

aclnnStatus fill_check_one_hot_shape(struct call *call, int self, int classes, int axis, int out)
{
    char is[160];
    char required[160];
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t elements = 0;
    const struct tensor *index = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    int64_t count = call->arguments[classes].integer;
    int64_t at = call->arguments[axis].integer;
    tensor_element_count(index, &elements);
    if (count < (elements == 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "numClasses is %" PRId64 "; %d and more are supported", count, elements == 0);
    if (at < -1 || at > index->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "axis is %" PRId64 "; -1 to %d, the dimensions of self, are supported", at,
                      index->rank);
    for (int32_t i = 0, from = 0; i <= index->rank; i++)
        dims[i] = i == fill_class_axis(index, at) ? count : index->dims[from++];
    if (result->rank == index->rank + 1 &&
        memcmp(result->dims, dims, (size_t)result->rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; %s, that of self with the classes, is required",
                  dims_describe(result->dims, result->rank, is, sizeof is),
                  dims_describe(dims, index->rank + 1, required, sizeof required));
}
