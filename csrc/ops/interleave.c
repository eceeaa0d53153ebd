/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RepeatInterleave and its four other forms. Repeats in a tensor are known when the work runs: it
 * adds them up, shares the places of the output out among the AI cores, and fails when their sum is
 * not the output's size.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/layout.h"

#define BYTES_A_BLOCK ((int64_t)256 << 10)

/* Fewer rows are not worth RepeatInterleaveV2. */
#define V2_LEAST_ROWS 256

/* ---- Work ------------------------------------------------------------------------------------ */

struct interleave_attributes {
    int32_t dim;
    bool positions; /* what is repeated are the numbers from 0 on, and the one input is repeats */
};

/* self as [outer, places, row], with the steps of both tensors in bytes. */
struct interleave {
    const struct work_view *from; /* NULL: positions */
    const struct work_view *to;
    int32_t dim;
    int width;
    int64_t places;
    int64_t outer;
    int64_t row;         /* elements */
    bool is_dense;       /* a row lies together in both */
    const int64_t *ends; /* by place: the first place of the output behind its repeats */
};

static int64_t repeat_at(const struct work_view *repeats, int64_t place)
{
    int64_t step = repeats->rank == 0 || repeats->dims[0] == 1 ? 0 : repeats->strides[0];
    int32_t narrow;
    int64_t wide;
    if (repeats->type == ACL_INT32) {
        memcpy(&narrow, repeats->address + place * step * 4, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, repeats->address + place * step * 8, sizeof wide);
    return wide;
}

/* The element with this number in some dims of both views. */
static void find(const struct interleave *w, int32_t first, int32_t past, int64_t number,
                 int64_t *from, int64_t *to)
{
    for (int32_t i = past - 1; i >= first; i--) {
        int64_t at = number % w->to->dims[i];
        *from += at * w->from->strides[i] * w->width;
        *to += at * w->to->strides[i] * w->width;
        number /= w->to->dims[i];
    }
}

static void copy_row(const struct interleave *w, const char *from, char *to)
{
    if (w->is_dense) {
        memcpy(to, from, (size_t)(w->row * w->width));
        return;
    }
    for (int64_t i = 0; i < w->row; i++) {
        int64_t source = 0;
        int64_t target = 0;
        find(w, w->dim + 1, w->to->rank, i, &source, &target);
        memcpy(to + target, from + source, (size_t)w->width);
    }
}

static void write_position(const struct interleave *w, int64_t place, char *to)
{
    int32_t narrow = (int32_t)place;
    memcpy(to, w->width == 4 ? (const void *)&narrow : (const void *)&place, (size_t)w->width);
}

/* The place that a place of the output comes from. */
static int64_t source_of(const struct interleave *w, int64_t target)
{
    int64_t low = 0;
    int64_t high = w->places - 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (w->ends[middle] > target)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void interleave_block(int64_t block, int64_t blocks, void *context)
{
    const struct interleave *w = context;
    int64_t targets = w->to->dims[w->dim];
    int64_t all = w->outer * targets;
    struct block_share share = share_of_block(all, block, blocks);
    int64_t place = share.first < share.past ? source_of(w, share.first % targets) : 0;
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t target = i % targets;
        int64_t from = 0;
        int64_t to = target * w->to->strides[w->dim] * w->width;
        if (target == 0)
            place = source_of(w, 0);
        while (w->ends[place] <= target)
            place++;
        if (w->from == NULL) {
            write_position(w, place, w->to->address + to);
            continue;
        }
        find(w, 0, w->dim, i / targets, &from, &to);
        from += place * w->from->strides[w->dim] * w->width;
        copy_row(w, w->from->address + from, w->to->address + to);
    }
}

static bool is_dense_row(const struct work_view *view, int32_t first)
{
    int64_t step = 1;
    for (int32_t i = view->rank - 1; i >= first; i--) {
        if (view->dims[i] != 1 && view->strides[i] != step)
            return false;
        step *= view->dims[i];
    }
    return true;
}

static int64_t places_of(const struct work *work)
{
    const struct interleave_attributes *attributes = work->attributes;
    return work->inputs[0].dims[attributes->dim];
}

static void run_interleave(const struct work *work, struct task_failure *failure)
{
    const struct interleave_attributes *attributes = work->attributes;
    const struct work_view *repeats = &work->inputs[attributes->positions ? 0 : 1];
    int64_t *ends = (int64_t *)(void *)work->scratch;
    struct interleave w = {.to = &work->outputs[0], .dim = attributes->dim, .outer = 1, .row = 1};
    w.from = attributes->positions ? NULL : &work->inputs[0];
    w.width = (int)(data_type_bits(w.to->type) / 8);
    w.places = places_of(work);
    w.ends = ends;
    int64_t sum = 0;
    for (int64_t i = 0; i < w.places; i++) {
        int64_t times = repeat_at(repeats, i);
        if (times < 0 || __builtin_add_overflow(sum, times, &sum)) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "repeats[%" PRId64 "] is %" PRId64 "; it must be 0 or more, and fit", i,
                     times);
            return;
        }
        ends[i] = sum;
    }
    if (sum != w.to->dims[w.dim]) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "the sum of repeats is %" PRId64 " and outputSize %" PRId64 "; they must be equal",
                 sum, w.to->dims[w.dim]);
        return;
    }
    for (int32_t i = 0; i < w.to->rank; i++) {
        w.outer *= i < w.dim ? w.to->dims[i] : 1;
        w.row *= i > w.dim ? w.to->dims[i] : 1;
    }
    w.is_dense = w.from != NULL && is_dense_row(w.from, w.dim + 1) && is_dense_row(w.to, w.dim + 1);
    int64_t blocks = blocks_for(w.outer * sum * w.row * w.width, BYTES_A_BLOCK,
                                w.outer * w.to->dims[w.dim]);
    ai_cores_run_function("interleave", interleave_block, blocks, &w);
}

static uint64_t interleave_scratch(const struct work *work)
{
    return (uint64_t)places_of(work) * sizeof(int64_t);
}

extern const struct l0_run run_repeat_interleave;
const struct l0_run run_repeat_interleave = {
    .scratch_bytes = interleave_scratch, .scratch_steers = true, .run = run_interleave};

/* ---- Checks ---------------------------------------------------------------------------------- */

static int64_t elements_of(const struct call *call, int tensor)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, tensor), &count);
    return count;
}

static int64_t dim_of(const struct call *call, int self, int dim)
{
    int64_t at = call->arguments[dim].integer;
    return at < 0 ? at + call_tensor(call, self)->rank : at;
}

static aclnnStatus check_count(const struct call *call, int repeats, int64_t places)
{
    const struct tensor *tensor = call_tensor(call, repeats);
    if (tensor->rank == 0 || tensor->dims[0] == places || tensor->dims[0] == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "repeats has %" PRId64 " entries; one or %" PRId64 " are required",
                  tensor->dims[0], places);
}

aclnnStatus check_repeats_fit(struct call *call, int self, int repeats)
{
    return check_count(call, repeats, elements_of(call, self));
}

aclnnStatus check_repeats_fit_dim(struct call *call, int self, int repeats, int dim)
{
    return check_count(call, repeats, call_tensor(call, self)->dims[dim_of(call, self, dim)]);
}

aclnnStatus check_repeated_dim(struct call *call, int self, int dim)
{
    return call_dim_is_in(call, dim, call_tensor(call, self)->rank);
}

aclnnStatus check_some_repeats(struct call *call, int repeats)
{
    return elements_of(call, repeats) > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "repeats has no elements; some are required");
}

aclnnStatus check_empty_repeats(struct call *call, int self, int repeats, int out)
{
    bool is_empty = elements_of(call, self) == 0;
    if (is_empty && call_tensor(call, repeats)->rank == 1 && elements_of(call, repeats) > 1)
        return check_count(call, repeats, 0);
    call->is_empty = is_empty || elements_of(call, out) == 0;
    return call->is_empty ? ACLNN_SUCCESS : check_some_repeats(call, repeats);
}

aclnnStatus check_nothing_interleaved(struct call *call, int self, int size)
{
    call->is_empty = elements_of(call, self) == 0 || call->arguments[size].integer == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus check_times(struct call *call, int repeats)
{
    int64_t times = call->arguments[repeats].integer;
    if (times >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "repeats is %" PRId64 "; it must be 0 or more", times);
}

aclnnStatus check_row_or_empty(struct call *call, int repeats)
{
    return elements_of(call, repeats) == 0 ? ACLNN_SUCCESS : check_rank(call, repeats, 1, 1);
}

aclnnStatus check_output_row(struct call *call, int size, int out)
{
    return call_shape_is(call, out, &call->arguments[size].integer, 1, false, "outputSize");
}

/* Nothing is repeated: what is only copied, and found wrong there, is 561103. */
static aclnnStatus as_copy(bool is_copy, aclnnStatus status)
{
    return is_copy && status != ACLNN_SUCCESS ? ACLNN_ERR_INNER_NULLPTR : status;
}

aclnnStatus check_interleaved_row(struct call *call, int self, int repeats, int size, int out)
{
    bool is_copy = elements_of(call, repeats) == 1 &&
                   call->arguments[size].integer == elements_of(call, self);
    return as_copy(is_copy, check_output_row(call, size, out));
}

aclnnStatus check_interleaved_times(struct call *call, int self, int repeats, int size, int out)
{
    int64_t count = elements_of(call, self);
    if (call->arguments[repeats].integer == 1)
        return as_copy(true, call_shape_is(call, out, &count, 1, true, "the elements of self"));
    return check_output_row(call, size, out);
}

aclnnStatus check_interleaved_shape(struct call *call, int self, int dim, int size, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, tensor->dims, (size_t)tensor->rank * sizeof *dims);
    dims[dim_of(call, self, dim)] = call->arguments[size].integer;
    return call_shape_is(call, out, dims, tensor->rank, false, "that of self with outputSize");
}

aclnnStatus check_interleaved_dim_times(struct call *call, int self, int repeats, int dim, int size,
                                        int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (call->arguments[repeats].integer == 1)
        return as_copy(true,
                       call_shape_is(call, out, tensor->dims, tensor->rank, true, "that of self"));
    return check_interleaved_shape(call, self, dim, size, out);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static const int64_t one_place[] = {1};

/* CANN gives kernels one dimension at least. */
static int at_least_1d(struct l0_list *list, int tensor)
{
    int dense = l0_contiguous(list, tensor);
    if (dense == L0_NONE || list->tensors[dense].rank > 0)
        return dense;
    return list_apply_shaped(list, &l0_BroadcastTo, dense, one_place, 1, NULL);
}

/* A number as a tensor of the device; before Ascend950 it is broadcast to one place. */
static int number_tensor(struct l0_list *list, int64_t number)
{
    int value = list_integer_constant(list, "repeats", number, ACL_INT64);
    if (list->architecture == L0_3510)
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
    struct interleave_attributes *attributes = arena_take(list->arena, sizeof *attributes);
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

/* Truth values are repeated as ACL_INT8; the casts keep all bits and are no work. */
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

void list_repeat_interleave(struct l0_list *list, int self, int repeats, int64_t outputSize,
                            int out)
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

void list_repeat_interleave_with_dim(struct l0_list *list, int self, int repeats, int64_t dim,
                                     int64_t outputSize, int out)
{
    int x = at_least_1d(list, self);
    int r = at_least_1d(list, repeats);
    interleave_dim(list, x, r, dim, outputSize, out);
}

void list_repeat_interleave_int(struct l0_list *list, int self, int64_t repeats, int64_t outputSize,
                                int out)
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

void list_repeat_interleave_int_with_dim(struct l0_list *list, int self, int64_t repeats,
                                         int64_t dim, int64_t outputSize, int out)
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

void list_repeat_interleave_tensor(struct l0_list *list, int repeats, int64_t outputSize, int out)
{
    struct interleave_attributes *attributes = arena_take(list->arena, sizeof *attributes);
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
    /* The work reads the repeats alone. */
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, &l0_RepeatInterleave, &dense, 1, &row, 1, attributes);
    l0_view_copy(list, row, out);
}
