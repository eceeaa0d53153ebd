/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors that are made from numbers: lists of CANN's op_api. */
#include "ops/fill/fill.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/fill/sequence.h"
#include "tensor/convert.h"

/* ---- One number everywhere ------------------------------------------------------------------- */

/* Fills a tensor with one element, in the dims of out. CANN's Fill uses one dimension where out has
 * none. */
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

void fill_list_scalar(struct l0_list *list, int selfRef, const struct scalar *value)
{
    if (selfRef != L0_NONE)
        fill(list, l0_constant(list, "value", value, list->tensors[selfRef].type), selfRef);
}

void fill_list_tensor(struct l0_list *list, int selfRef, int value)
{
    int element = l0_contiguous(list, value);
    if (selfRef != L0_NONE)
        fill(list, l0_cast(list, element, list->tensors[selfRef].type), selfRef);
}

void fill_list_ones(struct l0_list *list, int selfRef)
{
    int filled = list_ones_like(list, l0_contiguous(list, selfRef));
    if (filled != L0_NONE)
        l0_view_copy(list, filled, selfRef);
}

void fill_list_zeros(struct l0_list *list, int selfRef)
{
    int filled = list_zeros_like(list, l0_contiguous(list, selfRef));
    if (filled != L0_NONE)
        l0_view_copy(list, filled, selfRef);
}

/* The device copies the tensor and copies it back; the work here writes only the diagonal. */
void fill_list_diagonal(struct l0_list *list, int selfRef, const struct scalar *fillValue,
                        bool wrap)
{
    struct diagonal_attributes *diagonal = l0_take(list, sizeof *diagonal);
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

void fill_list_range(struct l0_list *list, const struct scalar *start, const struct scalar *step,
                     int out)
{
    struct sequence_attributes *sequence = l0_take(list, sizeof *sequence);
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
    struct sequence_attributes *sequence = l0_take(list, sizeof *sequence);
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

void fill_list_linspace(struct l0_list *list, const struct scalar *start, const struct scalar *end,
                        int64_t steps, int out)
{
    if (out == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    if (steps == 1)
        fill_list_scalar(list, out, start);
    else
        list_write(list, spaced(list, start, end, steps, type == ACL_INT64 ? ACL_FLOAT : type),
                   out);
}

void fill_list_logspace(struct l0_list *list, const struct scalar *start, const struct scalar *end,
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
    list->tensors[powers].source = L0_NONE; /* the exponents' memory now has other numbers */
    l0_apply(list, &l0_Pow, (int[]){radix, numbers}, 2, 0, &powers, 1, NULL);
    list_write(list, powers, out);
}

/* ---- Eye and OneHot -------------------------------------------------------------------------- */

void fill_list_eye(struct l0_list *list, int64_t n, int64_t m, int out)
{
    (void)n;
    (void)m;
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int one = list_constant(list, "value", 1, result.type);
    int eye = l0_new_shaped(list, "eye", result.type, result.dims, result.rank);
    l0_apply(list, &l0_Eye, &one, 1, 1, &eye, 1, NULL);
    if (list->architecture !=
        ARCHITECTURE_3510) /* Ascend950 writes out directly, even where it is strided */
        l0_redirect_to_user(list, eye);
    if (list->architecture != ARCHITECTURE_3510 && view_is_dense(result.given))
        l0_step(list, L0_STEP_STORE, NULL, &eye, 1, &out, 1, NULL);
    else
        l0_view_copy(list, eye, out);
}

void fill_list_one_hot(struct l0_list *list, int self, int numClasses, int onValue, int offValue,
                       int64_t axis, int out)
{
    struct one_hot_attributes *attributes = l0_take(list, sizeof *attributes);
    int index = l0_contiguous(list, self);
    if (index == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor result = list->tensors[out];
    aclDataType type = list->tensors[index].type;
    *attributes = (struct one_hot_attributes){fill_class_axis(list->tensors[self].given, axis)};
    int depth = list_constant(list, "value", numClasses, type == ACL_UINT8 ? ACL_INT32 : type);
    int marks = l0_new_shaped(list, "marks", result.type, result.dims, result.rank);
    l0_launch_row(list, &l0_OneHot, (int[]){index, depth, onValue, offValue}, 4, 0, &marks, 1,
                  NULL);
    l0_step(list, L0_STEP_APPLY, &l0_OneHot, (int[]){index, onValue, offValue}, 3, &marks, 1,
            attributes);
    l0_view_copy(list, marks, out);
}
