/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors that are made from numbers: the checks of CANN's op_api, and its lists. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/sequence.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/view.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_one_element(struct call *call, int tensor)
{
    char is[160];
    const struct tensor *value = call_tensor(call, tensor);
    if (value->rank == 0 || (value->rank == 1 && value->dims[0] == 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; [] or [1] is required",
                  call_name(call, tensor), dims_describe(value->dims, value->rank, is, sizeof is));
}

aclnnStatus check_some(struct call *call, int tensor)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, tensor), &count);
    if (count > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no elements; one is required",
                  call_name(call, tensor));
}

aclnnStatus check_equal_sizes(struct call *call, int tensor)
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

/* Infinity and NaN are numbers of floating types and of no others. */
static bool overflows_float(double number, double most)
{
    return number <= 1.7976931348623157e308 && number >= -1.7976931348623157e308 &&
           (number > most || number < -most);
}

/* A float that an integer of so many bits does not hold, or an integer likewise. */
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

aclnnStatus check_no_overflow(struct call *call, int scalar, int tensor)
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
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g, which %s does not hold",
                  call_name(call, scalar), scalar_double(value), data_type_name(type));
}

/* The numbers as out's kind of type has them: integers are compared as integers. */
aclnnStatus check_step(struct call *call, int start, int end, int step, int out)
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

/* How many there are to be; the shape of what they are written to is found by the copy. */
aclnnStatus check_steps_or_none(struct call *call, int steps)
{
    int64_t wanted = call->arguments[steps].integer;
    call->is_empty = wanted == 0;
    if (wanted >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "steps is %" PRId64 "; 0 and more are supported",
                  wanted);
}

aclnnStatus check_steps(struct call *call, int steps, int out)
{
    int64_t count = 0;
    int64_t wanted = call->arguments[steps].integer;
    if (wanted < 0)
        return check_steps_or_none(call, steps);
    tensor_element_count(call_tensor(call, out), &count);
    if (count == wanted)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " elements and steps is %" PRId64,
                  call_name(call, out), count, wanted);
}

aclnnStatus check_eye_shape(struct call *call, int rows, int columns, int out)
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

static int32_t class_axis(const struct tensor *self, int64_t axis)
{
    return axis < 0 ? self->rank : (int32_t)axis;
}

aclnnStatus check_one_hot_shape(struct call *call, int self, int classes, int axis, int out)
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
        dims[i] = i == class_axis(index, at) ? count : index->dims[from++];
    if (result->rank == index->rank + 1 &&
        memcmp(result->dims, dims, (size_t)result->rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; %s, that of self with the classes, is required",
                  dims_describe(result->dims, result->rank, is, sizeof is),
                  dims_describe(dims, index->rank + 1, required, sizeof required));
}

/* ---- One number everywhere ------------------------------------------------------------------- */

/* One element, in the dims of another tensor; CANN's Fill makes one dimension of none. */
static void fill(struct l0_list *list, int element, int out)
{
    static const int64_t one[] = {1};
    if (element == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[out];
    int filled = l0_new_shaped(list, "filled", like.type, like.rank > 0 ? like.dims : one,
                               like.rank > 0 ? like.rank : 1);
    l0_apply(list, &l0_Fill, &element, 1, 0, &filled, 1, NULL);
    l0_view_copy(list, filled, out);
}

void list_fill_scalar(struct l0_list *list, int selfRef, const struct scalar *value)
{
    if (selfRef != L0_NONE)
        fill(list, l0_constant(list, "value", value, list->tensors[selfRef].type), selfRef);
}

void list_fill_tensor(struct l0_list *list, int selfRef, int value)
{
    int element = l0_contiguous(list, value);
    if (selfRef != L0_NONE)
        fill(list, l0_cast(list, element, list->tensors[selfRef].type), selfRef);
}

int list_ones_like(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[tensor];
    int filled = l0_new_shaped(list, "ones", like.type, like.dims, like.rank);
    int number = list_constant(list, "value", 1, like.type);
    int steps = list->step_count;
    l0_apply(list, &l0_OnesLike, &tensor, 1, 0, &filled, 1, NULL);
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, &l0_OnesLike, &number, 1, &filled, 1, NULL);
    return filled;
}

void list_ones(struct l0_list *list, int selfRef)
{
    int filled = list_ones_like(list, l0_contiguous(list, selfRef));
    if (filled != L0_NONE)
        l0_view_copy(list, filled, selfRef);
}

int list_zeros_like(struct l0_list *list, int tensor)
{
    int filled = l0_zeros_like(list, tensor);
    if (filled == L0_NONE)
        return L0_NONE;
    int number = list_constant(list, "value", 0, list->tensors[filled].type);
    l0_step(list, L0_STEP_APPLY, &l0_Fill, &number, 1, &filled, 1, NULL);
    return filled;
}

void list_zeros(struct l0_list *list, int selfRef)
{
    int filled = list_zeros_like(list, l0_contiguous(list, selfRef));
    if (filled != L0_NONE)
        l0_view_copy(list, filled, selfRef);
}

/* The device copies the tensor and brings it back; here only the diagonal is written. */
void list_fill_diagonal(struct l0_list *list, int selfRef, const struct scalar *fillValue,
                        bool wrap)
{
    struct diagonal_attributes *diagonal = arena_take(list->arena, sizeof *diagonal);
    int self = l0_contiguous(list, selfRef);
    if (self == L0_NONE || diagonal == NULL)
        return;
    const struct l0_tensor like = list->tensors[self];
    *diagonal = (struct diagonal_attributes){.count = like.dims[0]};
    for (int32_t i = 1; i < like.rank; i++)
        diagonal->count = diagonal->count < like.dims[i] ? diagonal->count : like.dims[i];
    if (wrap && like.rank == 2 && like.dims[0] > like.dims[1]) {
        diagonal->is_flat = true;
        diagonal->count = (like.elements - 1) / (like.dims[1] + 1) + 1;
    }
    int filled = l0_new_shaped(list, "filled", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_FillDiagonal, &self, 1, 0, &filled, 1, NULL);
    int steps = list->step_count;
    l0_view_copy(list, filled, selfRef);
    list->step_count = steps;
    float number = scalar_float(fillValue);
    int value = list_constant(list, "value", (double)number, like.type);
    l0_step(list, L0_STEP_APPLY, &l0_FillDiagonal, &value, 1, &selfRef, 1, diagonal);
}

/* ---- Numbers at equal distances -------------------------------------------------------------- */

static double real_of(const struct scalar *scalar, aclDataType type)
{
    struct scalar own = {.type = type};
    scalar_convert(scalar, type, own.bytes);
    return scalar_double(&own);
}

void list_range(struct l0_list *list, const struct scalar *start, const struct scalar *step,
                int out)
{
    struct sequence_attributes *sequence = arena_take(list->arena, sizeof *sequence);
    if (out == L0_NONE || sequence == NULL)
        return;
    const struct l0_tensor result = list->tensors[out];
    *sequence = (struct sequence_attributes){
        .first = scalar_double(start),
        .step = scalar_double(step),
        .whole_first = scalar_int64(start),
        .whole_step = scalar_int64(step),
    };
    int numbers = l0_new_shaped(list, "numbers", result.type, result.dims, result.rank);
    l0_apply(list, &l0_Range, NULL, 0, 0, &numbers, 1, sequence);
    l0_view_copy(list, numbers, out);
}

/* LinSpace: so many numbers of a type, in one dimension. */
static int spaced(struct l0_list *list, const struct scalar *start, const struct scalar *end,
                  int64_t steps, aclDataType type)
{
    struct sequence_attributes *sequence = arena_take(list->arena, sizeof *sequence);
    if (sequence == NULL)
        return L0_NONE;
    double first = real_of(start, type);
    double last = steps > 1 ? real_of(end, type) : first;
    *sequence = (struct sequence_attributes){
        .is_between = true,
        .first = first,
        .step = steps > 1 ? (last - first) / (double)(steps - 1) : 0,
        .last = last,
        .count = steps,
    };
    int numbers = l0_new_shaped(list, "numbers", type, &steps, 1);
    l0_apply(list, &l0_LinSpace, NULL, 0, 0, &numbers, 1, sequence);
    return numbers;
}

void list_linspace(struct l0_list *list, const struct scalar *start, const struct scalar *end,
                   int64_t steps, int out)
{
    if (out == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    if (steps == 1)
        list_fill_scalar(list, out, start);
    else
        list_write(list, spaced(list, start, end, steps, type == ACL_INT64 ? ACL_FLOAT : type),
                   out);
}

void list_logspace(struct l0_list *list, const struct scalar *start, const struct scalar *end,
                   int64_t steps, double base, int out)
{
    if (out == L0_NONE)
        return;
    bool are_halves = type_is_half(start->type) && type_is_half(end->type);
    bool differ = are_halves && start->type != end->type;
    aclDataType type = differ ? ACL_FLOAT : list->tensors[out].type;
    int numbers = spaced(list, start, end, steps, type);
    int radix = list_constant(list, "value", (double)(float)base, type);
    int powers = l0_reshape(list, numbers, &steps, 1);
    if (powers == L0_NONE)
        return;
    list->tensors[powers].source = L0_NONE; /* other numbers, in the memory of the exponents */
    l0_apply(list, &l0_Pow, (int[]){radix, numbers}, 2, 0, &powers, 1, NULL);
    list_write(list, powers, out);
}

/* ---- Eye and OneHot -------------------------------------------------------------------------- */

void list_eye(struct l0_list *list, int64_t n, int64_t m, int out)
{
    (void)n;
    (void)m;
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int one = list_constant(list, "value", 1, result.type);
    int eye = l0_new_shaped(list, "eye", result.type, result.dims, result.rank);
    l0_apply(list, &l0_Eye, &one, 1, 1, &eye, 1, NULL);
    if (list->architecture != L0_3510) /* written to out itself there, even where it is strided */
        l0_redirect_to_user(list, eye);
    if (list->architecture != L0_3510 && view_is_dense(result.given))
        l0_step(list, L0_STEP_STORE, NULL, &eye, 1, &out, 1, NULL);
    else
        l0_view_copy(list, eye, out);
}

void list_one_hot(struct l0_list *list, int self, int numClasses, int onValue, int offValue,
                  int64_t axis, int out)
{
    struct one_hot_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    int index = l0_contiguous(list, self);
    if (index == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor result = list->tensors[out];
    aclDataType type = list->tensors[index].type;
    *attributes = (struct one_hot_attributes){class_axis(list->tensors[self].given, axis)};
    int depth = list_constant(list, "value", numClasses, type == ACL_UINT8 ? ACL_INT32 : type);
    int marks = l0_new_shaped(list, "marks", result.type, result.dims, result.rank);
    l0_launch_row(list, &l0_OneHot, (int[]){index, depth, onValue, offValue}, 4, 0, &marks, 1,
                  NULL);
    l0_step(list, L0_STEP_APPLY, &l0_OneHot, (int[]){index, onValue, offValue}, 3, &marks, 1,
            attributes);
    l0_view_copy(list, marks, out);
}
