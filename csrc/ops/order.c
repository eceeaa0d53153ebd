/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that put elements in another order: Permute, Flip, Roll, Flatten,
   ConfusionTranspose. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

static const int64_t *integers(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

/* An entry as a dimension counted from the front. */
static int64_t front_dim(const struct array *dims, uint64_t number, int32_t rank)
{
    int64_t dim = integers(dims)[number];
    return dim < 0 ? dim + rank : dim;
}

/* ---- Transpose ------------------------------------------------------------------------------- */

/* Shapes that 910B and 910_93 give to TransposeV2, of three and four dimensions without ones. */
static bool is_transpose_v2(const struct l0_list *list, const struct l0_tensor *tensor,
                            const int64_t *order)
{
    const int64_t *dims = tensor->dims;
    bool is_float = tensor->type == ACL_FLOAT;
    int64_t narrow = is_float ? 32 : 64;
    if (!l0_has_type(l0_TransposeV2.ai_core[list->architecture], tensor->type))
        return false;
    for (int32_t i = 0; i < tensor->rank; i++)
        if (dims[i] == 1)
            return false;
    if (tensor->rank == 3 && order[0] == 0 && order[1] == 2)
        return dims[1] <= 128 && dims[2] <= 128;
    if (tensor->rank == 3 && order[0] == 1 && order[1] == 0)
        return dims[2] < narrow || (dims[2] <= 256 && (dims[0] <= 64 || dims[1] <= 64));
    if (tensor->rank == 4 && order[0] == 0 && order[1] == 2 && order[2] == 1)
        return dims[3] <= 64 && dims[3] % (is_float ? 8 : 16) == 0 && dims[0] >= 1024 &&
               dims[0] <= 2048 && (dims[1] <= 64 || dims[2] <= 64);
    return false;
}

static int transpose(struct l0_list *list, int tensor, const int64_t *order, bool has_step)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    for (int32_t i = 0; i < source.rank; i++)
        dims[i] = source.dims[order[i]];
    int64_t *kept = arena_take(list->arena, (size_t)source.rank * sizeof *kept);
    if (kept == NULL)
        return L0_NONE;
    memcpy(kept, order, (size_t)source.rank * sizeof *kept);
    const struct l0_row *row = is_transpose_v2(list, &source, order) ? &l0_TransposeV2
                                                                     : &l0_Transpose;
    if (has_step)
        return list_apply_shaped(list, row, tensor, dims, source.rank, kept);
    int result = l0_new_shaped(list, source.name, source.type, dims, source.rank);
    l0_launch_row(list, row, &tensor, 1, 0, &result, 1, kept);
    return result;
}

int list_transpose(struct l0_list *list, int tensor, const int64_t *order)
{
    return transpose(list, tensor, order, true);
}

int list_launch_transpose(struct l0_list *list, int tensor, const int64_t *order)
{
    return transpose(list, tensor, order, false);
}

static void add_transpose(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    copy_view_permute(&from, work->attributes);
    copies_add(copies, 0, &from, 0, &to);
}

extern const struct l0_copy copy_transpose;
const struct l0_copy copy_transpose = {.add = add_transpose};

/* ---- Permute --------------------------------------------------------------------------------- */

aclnnStatus check_permuted_shape(struct call *call, int self, int dims, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[dims].array;
    int64_t required[TENSOR_MAX_DIMS];
    aclnnStatus status = check_rank(call, self, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (array->size != (uint64_t)tensor->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dims has %" PRIu64 " entries, and self %d dimensions; each has to be named",
                      array->size, tensor->rank);
    status = check_dims(call, self, dims);
    if (status != ACLNN_SUCCESS)
        return status;
    for (int32_t i = 0; i < tensor->rank; i++) {
        required[i] = tensor->dims[front_dim(array, (uint64_t)i, tensor->rank)];
    }
    return call_shape_is(call, out, required, tensor->rank, tensor->rank > 0,
                         "that of self in the order of dims");
}

void list_permute(struct l0_list *list, int self, const struct array *dims, int out)
{
    int64_t order[TENSOR_MAX_DIMS];
    for (uint64_t i = 0; i < dims->size; i++)
        order[i] = front_dim(dims, i, (int32_t)dims->size);
    l0_view_copy(list, list_transpose(list, l0_contiguous(list, self), order), out);
}

/* ---- Flip ------------------------------------------------------------------------------------ */

static void add_flip(const struct work *work, struct copies *copies)
{
    const struct array *dims = work->attributes;
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    for (uint64_t i = 0; from.rank > 0 && i < dims->size; i++) {
        int32_t at = (int32_t)front_dim(dims, i, from.rank);
        copy_view_step(&from, at, from.dims[at] - 1, from.dims[at], -1);
    }
    copies_add(copies, 0, &from, 0, &to);
}

extern const struct l0_copy copy_flip;
const struct l0_copy copy_flip = {.add = add_flip};

void list_with_dims(struct l0_list *list, const struct l0_row *row, int self,
                    const struct array *dims, int out)
{
    int dense = l0_contiguous(list, self);
    const struct l0_tensor result = list->tensors[out];
    l0_view_copy(list, list_apply_shaped(list, row, dense, result.dims, result.rank, dims), out);
}

/* ---- Roll ------------------------------------------------------------------------------------ */

/* Dimension i moves by shifts[i] places. */
struct roll {
    int64_t shifts[TENSOR_MAX_DIMS];
};

aclnnStatus check_roll(struct call *call, int x, int shifts, int dims)
{
    uint64_t shift_count = call->arguments[shifts].array->size;
    uint64_t dim_count = call->arguments[dims].array->size;
    if (dim_count == 0 ? shift_count != 1 : shift_count != dim_count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "shifts has %" PRIu64 " entries and dims %" PRIu64
                      "; as many are required, or one shift and no dims",
                      shift_count, dim_count);
    return check_rank(call, x, 0, 8);
}

aclnnStatus check_roll_dims(struct call *call, int x, int dims)
{
    int64_t rank = call_tensor(call, x)->rank;
    const struct array *array = call->arguments[dims].array;
    for (uint64_t i = 0; i < array->size; i++)
        if (integers(array)[i] < -rank || integers(array)[i] >= rank)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dims[%" PRIu64 "] is %" PRId64 "; x has %" PRId64 " dimension(s)", i,
                          integers(array)[i], rank);
    return ACLNN_SUCCESS;
}

/* Adds the pieces of one dim and those behind it: what stays in order, and what comes round. */
static void roll_from(const struct roll *roll, int32_t dim, const struct copy_view *from,
                      const struct copy_view *to, struct copies *copies)
{
    while (dim < from->rank && roll->shifts[dim] == 0)
        dim++;
    if (dim == from->rank) {
        copies_add(copies, 0, from, 0, to);
        return;
    }
    int64_t shift = roll->shifts[dim];
    int64_t rest = from->dims[dim] - shift;
    struct copy_view source = *from;
    struct copy_view target = *to;
    copy_view_cut(&source, dim, 0, rest);
    copy_view_cut(&target, dim, shift, rest);
    roll_from(roll, dim + 1, &source, &target, copies);
    source = *from;
    target = *to;
    copy_view_cut(&source, dim, rest, shift);
    copy_view_cut(&target, dim, 0, shift);
    roll_from(roll, dim + 1, &source, &target, copies);
}

static void add_roll(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    roll_from(work->attributes, 0, &from, &to, copies);
}

extern const struct l0_copy copy_roll;
const struct l0_copy copy_roll = {.add = add_roll};

/* Another shift of a dim of so many places, from 0 to less than those. */
static void shift_more(int64_t *shift, int64_t more, int64_t places)
{
    more %= places;
    more += more < 0 ? places : 0;
    *shift = *shift >= places - more ? *shift - (places - more) : *shift + more;
}

static int same_with(struct l0_list *list, const struct l0_row *row, int tensor,
                     const void *attributes)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    return list_apply_shaped(list, row, tensor, source.dims, source.rank, attributes);
}

/* Products before Ascend950 roll one dim at a time, the first one: others are brought there. */
static int roll_one_by_one(struct l0_list *list, int tensor, const struct array *dims)
{
    int64_t order[TENSOR_MAX_DIMS];
    static const struct roll none = {{0}};
    for (uint64_t i = 0; tensor != L0_NONE && i < dims->size; i++) {
        int32_t rank = list->tensors[tensor].rank;
        int64_t dim = front_dim(dims, i, rank);
        for (int32_t d = 0; d < rank; d++)
            order[d] = d;
        order[0] = dim;
        order[dim] = 0;
        if (dim != 0)
            tensor = list_transpose(list, tensor, order);
        tensor = same_with(list, &l0_Roll, tensor, &none);
        if (dim != 0)
            tensor = list_transpose(list, tensor, order);
    }
    return tensor;
}

/* A matrix of one row that is rolled along it is rolled as a row. */
static bool is_one_row(const struct l0_tensor *tensor, const struct array *dims)
{
    bool along = false;
    for (uint64_t i = 0; i < dims->size; i++)
        along |= front_dim(dims, i, tensor->rank) == 1;
    return tensor->rank == 2 && tensor->dims[0] == 1 && along;
}

static void roll_all(struct l0_list *list, int x, const struct array *shifts,
                     const struct array *dims, int out)
{
    struct roll *roll = arena_take(list->arena, sizeof *roll);
    bool is_bool = list->tensors[x].type == ACL_BOOL;
    int dense = l0_contiguous(list, x);
    int tensor = dense;
    if (dense == L0_NONE || roll == NULL)
        return;
    int steps = list->step_count;
    const struct l0_tensor source = list->tensors[dense];
    *roll = (struct roll){{0}};
    if (is_bool)
        tensor = l0_cast(list, tensor, ACL_INT8);
    for (uint64_t i = 0; i < dims->size; i++) {
        int64_t dim = front_dim(dims, i, source.rank);
        shift_more(&roll->shifts[dim], integers(shifts)[i], source.dims[dim]);
    }
    if (dims->size == 0) {
        tensor = same_with(list, &l0_Roll, tensor, roll);
        shift_more(&roll->shifts[0], integers(shifts)[0], source.elements);
    } else if (list->architecture == L0_3510 || is_one_row(&source, dims)) {
        tensor = same_with(list, &l0_Roll, tensor, roll);
    } else {
        tensor = roll_one_by_one(list, tensor, dims);
    }
    if (is_bool)
        tensor = l0_cast(list, tensor, ACL_BOOL);
    /* The work of all these is one copy. */
    list->step_count = steps;
    if (dims->size == 0) {
        const int64_t row[] = {source.elements};
        int from = l0_reshape(list, dense, row, 1);
        int to = l0_reshape(list, tensor, row, 1);
        list->tensors[to].source = L0_NONE;
        list->tensors[tensor].source = to;
        l0_step(list, L0_STEP_APPLY, &l0_Roll, &from, 1, &to, 1, roll);
    } else {
        l0_step(list, L0_STEP_APPLY, &l0_Roll, &dense, 1, &tensor, 1, roll);
    }
    l0_view_copy(list, tensor, out);
}

void list_roll(struct l0_list *list, int x, const struct array *shifts, const struct array *dims,
               int out)
{
    if (x == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[x].rank == 0)
        l0_view_copy(list, x, out);
    else
        roll_all(list, x, shifts, dims, out);
}

/* ---- Flatten --------------------------------------------------------------------------------- */

/* The rows and columns; false when they do not fit into 63 bits. */
static bool flattened_dims(const struct tensor *self, int64_t axis, int64_t *dims)
{
    dims[0] = dims[1] = 1;
    for (int32_t i = 0; i < self->rank; i++)
        if (__builtin_mul_overflow(dims[i >= axis], self->dims[i], &dims[i >= axis]))
            return false;
    return true;
}

aclnnStatus check_flattened_shape(struct call *call, int self, int axis, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t rank = tensor->rank > 0 ? tensor->rank : 1;
    int64_t at = call->arguments[axis].integer;
    int64_t dims[2];
    aclnnStatus status = check_rank(call, self, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (at < -rank || at >= rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "axis is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of self",
                      at, -rank, rank - 1);
    if (!flattened_dims(tensor, at < 0 ? at + rank : at, dims))
        return tensor_check_dims(tensor, argument_named("self"));
    return call_shape_is(call, out, dims, 2, false, "that of self in two dimensions");
}

void list_flatten(struct l0_list *list, int self, int64_t axis, int out)
{
    (void)axis; /* out has the dims */
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int flat = list->architecture == L0_3510
                   ? l0_reshape(list, dense, result.dims, result.rank)
                   : list_apply_shaped(list, &l0_Flatten, dense, result.dims, result.rank, NULL);
    l0_view_copy(list, flat, out);
}

/* ---- ChannelShuffle -------------------------------------------------------------------------- */

aclnnStatus check_groups(struct call *call, int self, int groups)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t count = call->arguments[groups].integer;
    if (count > 0 && tensor->rank >= 2 && tensor->dims[1] % count == 0)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "groups is %" PRId64 "; it must be above 0 and divide the second dimension of self", count);
}

void list_channel_shuffle(struct l0_list *list, int self, int64_t groups, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t order[TENSOR_MAX_DIMS];
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor source = list->tensors[dense];
    for (int32_t i = 0; i <= source.rank; i++) {
        dims[i] = i == 1 ? groups : i == 2 ? source.dims[1] / groups : source.dims[i - (i > 2)];
        order[i] = i == 1 ? 2 : i == 2 ? 1 : i;
    }
    int grouped = l0_reshape(list, dense, dims, source.rank + 1);
    int turned = list_transpose(list, grouped, order);
    l0_view_copy(list, l0_reshape(list, turned, source.dims, source.rank), out);
}

/* ---- ConfusionTranspose ---------------------------------------------------------------------- */

static void permute_dims(const struct array *perm, const int64_t *dims, int64_t *permuted)
{
    for (uint64_t i = 0; i < perm->size; i++)
        permuted[i] = dims[integers(perm)[i]];
}

/* The order names each of so many dimensions once, without negative ones. */
static bool is_permutation(const struct array *perm, uint64_t rank)
{
    uint64_t seen = 0;
    if (perm->size != rank || rank > TENSOR_MAX_DIMS)
        return false;
    for (uint64_t i = 0; i < rank; i++) {
        int64_t dim = integers(perm)[i];
        if (dim < 0 || (uint64_t)dim >= rank || (seen >> dim & 1) != 0)
            return false;
        seen |= (uint64_t)1 << dim;
    }
    return true;
}

static bool has_as_many(const struct tensor *tensor, const struct array *shape)
{
    int64_t count = 1;
    int64_t wanted = 0;
    for (uint64_t i = 0; i < shape->size; i++)
        if (integers(shape)[i] <= 0 || __builtin_mul_overflow(count, integers(shape)[i], &count))
            return false;
    return tensor_element_count(tensor, &wanted) && count == wanted;
}

aclnnStatus check_confused_shape(struct call *call, int x, int perm, int shape, int first, int out)
{
    const struct tensor *tensor = call_tensor(call, x);
    const struct tensor *result = call_tensor(call, out);
    const struct array *order = call->arguments[perm].array;
    const struct array *sizes = call->arguments[shape].array;
    bool transpose_first = call->arguments[first].integer != 0;
    int64_t dims[TENSOR_MAX_DIMS];
    uint64_t rank = transpose_first ? (uint64_t)tensor->rank : sizes->size;
    if (tensor->rank < 1 || tensor->rank > 8 || sizes->size < 1 || sizes->size > 8)
        return report(ACLNN_ERR_INNER_NULLPTR, "x or shape is not of 1 to 8 dimensions");
    if (!is_permutation(order, rank))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "perm does not name each of the %" PRIu64 " dimensions once", rank);
    if (!has_as_many(tensor, sizes))
        return report(ACLNN_ERR_INNER_NULLPTR, "shape has not as many elements as x");
    memcpy(dims, integers(sizes), sizes->size * sizeof *dims);
    if (!transpose_first)
        permute_dims(order, integers(sizes), dims);
    if (!same_dims(result->dims, result->rank, dims, (int32_t)sizes->size))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "the shape of out is not what follows from perm and shape");
    return ACLNN_SUCCESS;
}

void list_confusion_transpose(struct l0_list *list, int x, const struct array *perm,
                              const struct array *shape, bool transpose_first, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t *order = arena_take(list->arena, perm->size * sizeof *order);
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE || order == NULL)
        return;
    memcpy(order, integers(perm), perm->size * sizeof *order);
    if (!transpose_first)
        dense = l0_reshape(list, dense, integers(shape), (int32_t)shape->size);
    if (dense == L0_NONE)
        return;
    permute_dims(perm, list->tensors[dense].dims, dims);
    int result = list_apply_shaped(list, &l0_ConfusionTransposeD, dense, dims, (int32_t)perm->size,
                                   order);
    if (transpose_first)
        result = l0_reshape(list, result, integers(shape), (int32_t)shape->size);
    l0_view_copy(list, result, out);
}
