/* SPDX-License-Identifier: Apache-2.0 */
/* RepeatInterleave and its four other forms. The values of a tensor of repeats are known only when
 * the work runs: it adds them up, divides the elements of the output among the AI cores, and fails
 * when their sum differs from the output's size. */
#include "ops/copy_layout/repeat_interleave.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "ops/common/list.h"

/* RepeatInterleaveV2 is used from this many rows on. */
#define V2_LEAST_ROWS 256

/* ---- Lists ----------------------------------------------------------------------------------- */

static const int64_t one_place[] = {1};

/* CANN gives kernels at least one dimension. */
static int at_least_1d(struct l0_list *list, int tensor)
{
    int dense = l0_contiguous(list, tensor);
    if (dense == L0_NONE || list->tensors[dense].rank > 0)
        return dense;
    return list_apply_shaped(list, &l0_BroadcastTo, dense, one_place, 1, NULL);
}

/* Makes a number a tensor of the device. Before Ascend950 it is broadcast to one element. */
static int number_tensor(struct l0_list *list, int64_t number)
{
    int value = list_integer_constant(list, "repeats", number, ACL_INT64);
    if (list->architecture == ARCHITECTURE_3510)
        return value;
    return list_apply_shaped(list, &l0_BroadcastTo, value, one_place, 1, NULL);
}

static bool is_v2(const struct l0_list *list, int self, int repeats, int64_t dim, int64_t size)
{
    const struct l0_tensor *x = &list->tensors[self];
    const struct l0_tensor *r = &list->tensors[repeats];
    bool is_narrow = x->type == ACL_INT8 || x->type == ACL_UINT8 || x->type == ACL_BOOL;
    int64_t rows = 1;
    if (!l0_has_type(l0_RepeatInterleaveV2.ai_core[list->architecture], x->type))
        return false;
    for (int32_t i = 0; i < x->rank; i++)
        if (x->dims[i] > INT32_MAX)
            return true;
    if (size >= INT32_MAX || is_narrow)
        return false;
    if (x->rank == 1 && r->rank == 1 && r->dims[0] == x->dims[0] && x->type != ACL_INT64)
        return false;
    for (int32_t i = 0; i < dim; i++)
        rows *= x->dims[i];
    return rows * size >= V2_LEAST_ROWS;
}

static int interleave(struct l0_list *list, const struct l0_row *row, int self, int repeats,
                      int64_t dim, int64_t size)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct interleave_attributes *attributes = l0_take(list, sizeof *attributes);
    if (self == L0_NONE || repeats == L0_NONE || attributes == NULL)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[self];
    *attributes = (struct interleave_attributes){(int32_t)dim, false};
    memcpy(dims, source.dims, (size_t)source.rank * sizeof *dims);
    dims[dim] = size;
    int out = l0_new_shaped(list, row->name, source.type, dims, source.rank);
    l0_apply(list, row, (int[]){self, repeats}, 2, 0, &out, 1, attributes);
    return out;
}

/* bool is repeated as ACL_INT8. The casts keep all bits, so they have no steps. */
static int as_numbers(struct l0_list *list, int tensor, aclDataType type)
{
    return tensor != L0_NONE && list->tensors[tensor].type == ACL_BOOL
               ? l0_cast(list, tensor, ACL_INT8)
           : tensor == L0_NONE || type != ACL_BOOL ? tensor
                                                   : l0_cast(list, tensor, ACL_BOOL);
}

static int flat(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE || list->tensors[tensor].rank == 1)
        return tensor;
    const int64_t count = list->tensors[tensor].elements;
    return l0_reshape(list, tensor, &count, 1);
}

void copy_layout_list_repeat_interleave(struct l0_list *list, int self, int repeats,
                                        int64_t outputSize, int out)
{
    if (self == L0_NONE || repeats == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    bool is_copy = list->tensors[repeats].elements == 1 &&
                   list->tensors[self].elements == outputSize;
    int x = at_least_1d(list, self);
    int r = at_least_1d(list, repeats);
    if (!is_copy)
        x = as_numbers(list, x, ACL_DT_UNDEFINED);
    x = flat(list, x);
    if (!is_copy)
        x = as_numbers(list, interleave(list, &l0_RepeatInterleave, x, r, 0, outputSize), type);
    l0_view_copy(list, x, out);
}

static void interleave_dim(struct l0_list *list, int x, int repeats, int64_t dim, int64_t size,
                           int out)
{
    if (x == L0_NONE || repeats == L0_NONE)
        return;
    aclDataType type = list->tensors[x].type;
    x = as_numbers(list, x, ACL_DT_UNDEFINED);
    if (x == L0_NONE)
        return;
    int64_t at = dim < 0 ? dim + list->tensors[x].rank : dim;
    const struct l0_row *row = is_v2(list, x, repeats, at, size) ? &l0_RepeatInterleaveV2
                                                                 : &l0_RepeatInterleave;
    l0_view_copy(list, as_numbers(list, interleave(list, row, x, repeats, at, size), type), out);
}

void copy_layout_list_repeat_interleave_with_dim(struct l0_list *list, int self, int repeats,
                                                 int64_t dim, int64_t outputSize, int out)
{
    int x = at_least_1d(list, self);
    int r = at_least_1d(list, repeats);
    interleave_dim(list, x, r, dim, outputSize, out);
}

void copy_layout_list_repeat_interleave_int(struct l0_list *list, int self, int64_t repeats,
                                            int64_t outputSize, int out)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    if (repeats == 1) {
        l0_view_copy(list, flat(list, l0_contiguous(list, self)), out);
        return;
    }
    int x = at_least_1d(list, self);
    int r = number_tensor(list, repeats);
    x = flat(list, as_numbers(list, x, ACL_DT_UNDEFINED));
    l0_view_copy(
        list, as_numbers(list, interleave(list, &l0_RepeatInterleave, x, r, 0, outputSize), type),
        out);
}

void copy_layout_list_repeat_interleave_int_with_dim(struct l0_list *list, int self,
                                                     int64_t repeats, int64_t dim,
                                                     int64_t outputSize, int out)
{
    if (self == L0_NONE)
        return;
    if (repeats == 1) {
        l0_view_copy(list, l0_contiguous(list, self), out);
        return;
    }
    int x = at_least_1d(list, self);
    interleave_dim(list, x, number_tensor(list, repeats), dim, outputSize, out);
}

void copy_layout_list_repeat_interleave_tensor(struct l0_list *list, int repeats,
                                               int64_t outputSize, int out)
{
    struct interleave_attributes *attributes = l0_take(list, sizeof *attributes);
    if (repeats == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor given = list->tensors[repeats];
    *attributes = (struct interleave_attributes){0, true};
    int start = l0_host_tensor(list, "start", given.type, 1);
    int numbers = l0_new_shaped(list, "positions", given.type, given.dims, given.rank);
    int steps = list->step_count;
    l0_apply(list, &l0_Range, &start, 1, 0, &numbers, 1, NULL);
    int dense = l0_contiguous(list, repeats);
    int wide = l0_cast(list, dense, ACL_INT64);
    int row = l0_new_shaped(list, "RepeatInterleave", given.type, &outputSize, 1);
    l0_apply(list, &l0_RepeatInterleave, (int[]){numbers, wide}, 2, 0, &row, 1, NULL);
    /* The work reads only the repeats. */
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, &l0_RepeatInterleave, &dense, 1, &row, 1, attributes);
    l0_view_copy(list, row, out);
}
