/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Places in sorted sequences: SearchSorted, SearchSorteds, Bucketize. A search goes by halves and
 * steps right past what is not (larger than or) equal to the value: so it does past NaN.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

struct search_attributes {
    bool right;
    bool has_sorter; /* input 2 */
};

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_not_here(struct call *call, int architecture)
{
    if (call->soc->architecture != (uint32_t)architecture)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER, "%s does not have the operator", call->soc->name);
}

aclnnStatus check_not_here_if_any(struct call *call, int architecture)
{
    return call->is_empty ? ACLNN_SUCCESS : check_not_here(call, architecture);
}

aclnnStatus check_index_type(struct call *call, int out, int outInt32)
{
    aclDataType type = call_tensor(call, out)->type;
    aclDataType required = call->arguments[outInt32].integer != 0 ? ACL_INT32 : ACL_INT64;
    if (type == required)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "data type of %s is %s; %s is required by outInt32",
                  call_name(call, out), data_type_name(type), data_type_name(required));
}

aclnnStatus check_sorted_sequences(struct call *call, int sortedSequence, int self)
{
    char is[160];
    char given[160];
    const struct tensor *sequence = call_tensor(call, sortedSequence);
    const struct tensor *values = call_tensor(call, self);
    bool fits = sequence->rank == 1;
    if (!fits && sequence->rank == values->rank && !(values->rank == 1 && values->dims[0] == 1)) {
        fits = true;
        for (int32_t i = 0; i + 1 < sequence->rank; i++)
            fits = fits && sequence->dims[i] == values->dims[i];
    }
    if (fits)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s and that of %s %s; one dimension is required, or the same "
                  "ones but for the last",
                  call_name(call, sortedSequence),
                  dims_describe(sequence->dims, sequence->rank, is, sizeof is),
                  call_name(call, self),
                  dims_describe(values->dims, values->rank, given, sizeof given));
}

aclnnStatus check_one_sequence(struct call *call, int sortedSequence)
{
    const struct tensor *sequence = call_tensor(call, sortedSequence);
    if (sequence->rank == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "sortedSequence has %d dimensions; 1 is required where one number is searched",
                  sequence->rank);
}

aclnnStatus check_promote_buckets(struct call *call, int self, int boundaries)
{
    const struct tensor *values = call_tensor(call, self);
    aclDataType type = call_tensor(call, boundaries)->type;
    if (values->rank > 0 || (!type_is_float(type) && type_is_float(values->type)))
        return check_promote(call, (int[]){self, boundaries}, 2);
    call->promoted = type;
    return ACLNN_SUCCESS;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* The search, of operands in one type, for the executor. Halves are searched in float32. */
static int search(struct l0_list *list, const struct l0_row *row, int sequence, int values,
                  int sorter, bool right, aclDataType type)
{
    struct search_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    int given[3] = {sequence, values, sorter};
    int count = sorter != L0_NONE ? 3 : 2;
    if (attributes == NULL || sequence == L0_NONE || values == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[values];
    int found = l0_new_shaped(list, "places", type, like.dims, like.rank);
    l0_launch_row(list, row, given, count, 0, &found, 1, NULL);
    *attributes = (struct search_attributes){right, sorter != L0_NONE};
    if (type_is_half(like.type)) {
        given[0] = l0_convert(list, sequence, ACL_FLOAT);
        given[1] = l0_convert(list, values, ACL_FLOAT);
    }
    l0_step(list, L0_STEP_APPLY, row, given, count, &found, 1, attributes);
    return found;
}

void list_search_sorted(struct l0_list *list, int sortedSequence, int self, bool right, int sorter,
                        int out, aclDataType promoted)
{
    if (list->tensors[sortedSequence].elements == 0 || list->tensors[self].elements == 0) {
        list_write_zeros_like(list, out);
        return;
    }
    int sequence = l0_cast(list, l0_contiguous(list, sortedSequence), promoted);
    int values = l0_cast(list, l0_contiguous(list, self), promoted);
    int order = sorter != L0_NONE ? l0_contiguous(list, sorter) : L0_NONE;
    int found = search(list, &l0_SearchSorted, sequence, values, order, right,
                       list->tensors[out].type);
    l0_view_copy(list, found, out);
}

void list_search_sorted_number(struct l0_list *list, int sortedSequence, const struct scalar *self,
                               bool right, int sorter, int out)
{
    if (list->tensors[sortedSequence].elements == 0) {
        list_write_zeros_like(list, out);
        return;
    }
    int sequence = l0_contiguous(list, sortedSequence);
    int order = sorter != L0_NONE ? l0_contiguous(list, sorter) : L0_NONE;
    if (sequence == L0_NONE)
        return;
    int value = l0_constant(list, "self", self, list->tensors[sequence].type);
    int found = search(list, &l0_SearchSorted, sequence, value, order, right,
                       list->tensors[out].type);
    const struct l0_tensor result = list->tensors[out];
    if (found != L0_NONE && result.rank != 0)
        found = l0_reshape(list, found, result.dims, result.rank);
    l0_view_copy(list, found, out);
}

void list_bucketize(struct l0_list *list, int self, int boundaries, bool right, int out,
                    aclDataType promoted)
{
    if (list->tensors[boundaries].elements == 0) {
        const struct l0_tensor result = list->tensors[out];
        l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
        return;
    }
    int values = l0_contiguous(list, self);
    int sequence = l0_contiguous(list, boundaries);
    values = l0_cast(list, values, promoted);
    sequence = l0_cast(list, sequence, promoted);
    int found = search(list, &l0_BucketizeV2, sequence, values, L0_NONE, right,
                       list->tensors[out].type);
    l0_view_copy(list, found, out);
}

/* ---- The work -------------------------------------------------------------------------------- */

#define VALUES_A_BLOCK ((int64_t)1 << 12)

struct searching {
    const struct work *work;
    const struct search_attributes *attributes;
    int64_t count;
    int64_t columns;         /* values of a sequence, where each row has its own */
    int64_t length;          /* of a sequence */
    bool has_rows;           /* each row has a sequence of its own */
    _Atomic int64_t outside; /* the first entry of the sorter that is out of range */
};

/* An element of a sequence that starts at element `first`, and where its sorter has it. */
static const char *middle_of(struct searching *s, int64_t first, int64_t middle)
{
    const struct work_view *sequence = &s->work->inputs[0];
    int64_t place = middle;
    if (s->attributes->has_sorter) {
        place = index_at(view_element(&s->work->inputs[2], first + middle), true);
        if (place < 0 || place >= s->length) {
            int64_t known = atomic_load(&s->outside);
            while (first + middle < known &&
                   !atomic_compare_exchange_weak(&s->outside, &known, first + middle))
                continue;
            place = 0;
        }
    }
    return view_element(sequence, first + place);
}

#define DEFINE_SEARCH(name, type)                                                              \
    static int64_t name(struct searching *s, int64_t first, const char *address)               \
    {                                                                                          \
        type value;                                                                            \
        int64_t low = 0;                                                                       \
        int64_t high = s->length;                                                              \
        bool right = s->attributes->right;                                                     \
        const struct work_view *sequence = &s->work->inputs[0];                                \
        bool is_plain = sequence->rank == 1 && !s->attributes->has_sorter;                     \
        int64_t step = is_plain ? sequence->strides[0] * (int64_t)sizeof value : 0;            \
        memcpy(&value, address, sizeof value);                                                 \
        while (low < high) {                                                                   \
            int64_t middle = low + (high - low) / 2;                                           \
            type at;                                                                           \
            memcpy(&at,                                                                        \
                   is_plain ? sequence->address + middle * step : middle_of(s, first, middle), \
                   sizeof at);                                                                 \
            bool is_behind = right ? at > value : at >= value;                                 \
            low = is_behind ? low : middle + 1;                                                \
            high = is_behind ? middle : high;                                                  \
        }                                                                                      \
        return low;                                                                            \
    }

DEFINE_SEARCH(search_float, float)
DEFINE_SEARCH(search_double, double)
DEFINE_SEARCH(search_int8, int8_t)
DEFINE_SEARCH(search_int16, int16_t)
DEFINE_SEARCH(search_int32, int32_t)
DEFINE_SEARCH(search_int64, int64_t)
DEFINE_SEARCH(search_uint8, uint8_t)

typedef int64_t (*search_function)(struct searching *s, int64_t first, const char *address);

static search_function function_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return search_float;
    case ACL_DOUBLE: return search_double;
    case ACL_INT8: return search_int8;
    case ACL_INT16: return search_int16;
    case ACL_INT32: return search_int32;
    case ACL_INT64: return search_int64;
    default: return search_uint8;
    }
}

static void search_values(int64_t block, int64_t blocks, void *context)
{
    struct searching *s = context;
    const struct work_view *values = &s->work->inputs[1];
    const struct work_view *out = &s->work->outputs[0];
    search_function function = function_of(values->type);
    bool is_wide = out->type == ACL_INT64;
    struct block_share share = share_of_block(s->count, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t first = s->has_rows ? i / s->columns * s->length : 0;
        put_index(view_element(out, i), is_wide, function(s, first, view_element(values, i)));
    }
}

static void run_search_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *sequence = &work->inputs[0];
    const struct work_view *values = &work->inputs[1];
    struct searching s = {.work = work, .attributes = work->attributes};
    s.count = view_count(values);
    s.length = sequence->dims[sequence->rank - 1];
    s.has_rows = sequence->rank > 1;
    s.columns = values->rank > 0 ? values->dims[values->rank - 1] : 1;
    atomic_init(&s.outside, INT64_MAX);
    int64_t blocks = blocks_for(s.count, VALUES_A_BLOCK, s.count);
    ai_cores_run_function("search", search_values, blocks, &s);
    int64_t outside = atomic_load(&s.outside);
    if (outside == INT64_MAX)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "sorter[%" PRId64 "] is %" PRId64 "; every index must be in [0, %" PRId64 ")", outside,
             index_at(view_element(&work->inputs[2], outside), true), s.length);
}

extern const struct l0_run run_search;
const struct l0_run run_search = {.run = run_search_work};
