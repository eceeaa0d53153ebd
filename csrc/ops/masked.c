/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls whose elements a mask chooses: InplaceMaskedFillScalar, InplaceMaskedFillTensor,
 * InplaceMaskedScatter, MaskedSelect, Nonzero; and IndexPutImpl where a mask is all that indexes.
 * All but the first two count first what each core finds in its share, so that each knows where its
 * results go. What a mask chooses is seldom guessed right: elements are moved without branches.
 */
#pragma GCC optimize("O3")
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/indexed.h"
#include "ops/lists.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/layout.h"

/* A block must be worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)1 << 16)

/* MaskedFill; value is a tensor without dimensions, or a constant. */
static void fill_masked(struct l0_list *list, int self, int mask, int value, int selfRef)
{
    if (self == L0_NONE || mask == L0_NONE || value == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[self];
    int filled = l0_new_shaped(list, "filled", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_MaskedFill, (int[]){self, mask, value}, 3, 0, &filled, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2, (int[]){mask, value, self}, 3, &filled, 1, NULL);
    l0_view_copy(list, filled, selfRef);
}

void list_masked_fill_scalar(struct l0_list *list, int selfRef, int mask,
                             const struct scalar *value)
{
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    if (self != L0_NONE)
        fill_masked(list, self, choice, l0_constant(list, "value", value, list->tensors[self].type),
                    selfRef);
}

void list_masked_fill_tensor(struct l0_list *list, int selfRef, int mask, int value)
{
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    int number = l0_contiguous(list, value);
    if (self != L0_NONE)
        fill_masked(list, self, choice, l0_cast(list, number, list->tensors[self].type), selfRef);
}

/* Attributes of what runs as "mask_put". */
struct mask_put {
    int32_t entry; /* of the list of indices, for messages */
};

/* ---- Choosing: the work ---------------------------------------------------------------------- */

enum choice { CHOICE_ELEMENTS, CHOICE_ROWS, CHOICE_COLUMNS };

/* The elements that a mask is true for, or their places, in the order of the elements. */
struct choosing {
    enum choice choice;
    int32_t rank; /* of what the operands broadcast to */
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t mask_steps[TENSOR_MAX_DIMS]; /* bytes */
    int64_t self_steps[TENSOR_MAX_DIMS];
    int64_t count;
    const char *mask;
    const char *self; /* of CHOICE_ELEMENTS */
    int64_t width;
    const struct work_view *out; /* of a scatter: what the elements come from */
    bool is_dense;               /* out */
    char *to;                    /* of a scatter */
    int64_t to_steps[TENSOR_MAX_DIMS];
    /* Of values that are put: rows of elements, one for each place of the mask. */
    int64_t value_step; /* bytes, from one row to the next */
    int32_t row_rank;
    int64_t row_elements;
    int64_t row_dims[TENSOR_MAX_DIMS];
    int64_t row_values[TENSOR_MAX_DIMS]; /* bytes */
    int64_t row_to[TENSOR_MAX_DIMS];
    int64_t found[MOST_BLOCKS]; /* by block; no more are taken when the mask is read again */
    int64_t total;
    int64_t length; /* of CHOICE_COLUMNS: of a row in out */
};

/* The steps of an operand along the dims, 0 where it is repeated. */
static void set_steps(const struct choosing *c, const struct work_view *view, int64_t *steps)
{
    int32_t lead = c->rank - view->rank;
    for (int32_t i = 0; i < c->rank; i++)
        steps[i] = i < lead || view->dims[i - lead] == 1
                       ? 0
                       : view->strides[i - lead] * (data_type_bits(view->type) / 8);
}

/* A row of elements along the last dim, or a part of it. */
struct stretch {
    int64_t at[TENSOR_MAX_DIMS]; /* of the first element */
    const char *mask;
    const char *self;
    int64_t length;
};

static struct stretch stretch_at(const struct choosing *c, int64_t element, int64_t past)
{
    struct stretch s = {.mask = c->mask, .self = c->self, .length = 1};
    int64_t rest = element;
    for (int32_t i = c->rank - 1; i >= 0; i--) {
        s.at[i] = rest % c->dims[i];
        rest /= c->dims[i];
        s.mask += s.at[i] * c->mask_steps[i];
        s.self += s.at[i] * c->self_steps[i];
    }
    if (c->rank > 0)
        s.length = c->dims[c->rank - 1] - s.at[c->rank - 1];
    s.length = s.length < past - element ? s.length : past - element;
    return s;
}

static int64_t count_true(const char *mask, int64_t step, int64_t count)
{
    int64_t found = 0;
    if (step == 1)
        for (int64_t i = 0; i < count; i++)
            found += mask[i] != 0;
    else
        for (int64_t i = 0; i < count; i++)
            found += mask[i * step] != 0;
    return found;
}

static void count_block(int64_t block, int64_t blocks, void *context)
{
    struct choosing *c = context;
    struct block_share share = share_of_block(c->count, block, blocks);
    int64_t step = c->rank > 0 ? c->mask_steps[c->rank - 1] : 0;
    int64_t found = 0;
    for (int64_t element = share.first; element < share.past;) {
        struct stretch s = stretch_at(c, element, share.past);
        found += count_true(s.mask, step, s.length);
        element += s.length;
    }
    c->found[block] = found;
}

/* How many are chosen in the blocks before one. */
static int64_t found_before(const struct choosing *c, int64_t block)
{
    int64_t number = 0;
    for (int64_t i = 0; i < block; i++)
        number += c->found[i];
    return number;
}

/* An element of out, by its number. */
static char *place_of(const struct choosing *c, int64_t number)
{
    int64_t offset = 0;
    if (c->is_dense)
        return c->out->address + number * c->width;
    for (int32_t i = c->out->rank - 1; i >= 0; i--) {
        offset += number % c->out->dims[i] * c->out->strides[i];
        number /= c->out->dims[i];
    }
    return c->out->address + offset * c->width;
}

/* Elements that are looked at at a time. */
#define STRIP 512

/* The places of a strip that are chosen. */
static int64_t find_chosen(const char *mask, int64_t step, int64_t count, int32_t *places)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        places[found] = (int32_t)i;
        found += mask[i * step] != 0;
    }
    return found;
}

static void write_elements(const struct choosing *c, const char *self, int64_t step,
                           const int32_t *places, int64_t found, int64_t number)
{
    char *to = c->is_dense ? place_of(c, number) : NULL;
    if (to != NULL && c->width == 4) {
        for (int64_t i = 0; i < found; i++)
            memcpy(to + i * 4, self + places[i] * step, 4);
    } else if (to != NULL && c->width == 2) {
        for (int64_t i = 0; i < found; i++)
            memcpy(to + i * 2, self + places[i] * step, 2);
    } else {
        for (int64_t i = 0; i < found; i++)
            memcpy(place_of(c, number + i), self + places[i] * step, (size_t)c->width);
    }
}

/* Of places that begin at `at` and go on along the last dim. */
static void write_places(const struct choosing *c, const int64_t *at, int64_t first,
                         const int32_t *places, int64_t found, int64_t number)
{
    int64_t next = c->choice == CHOICE_ROWS ? c->rank : 1;
    for (int32_t d = 0; d < c->rank; d++) {
        int64_t begin = at[d] + (d == c->rank - 1 ? first : 0);
        int64_t varies = d == c->rank - 1;
        int64_t to = c->choice == CHOICE_ROWS ? number * c->rank + d : d * c->length + number;
        for (int64_t i = 0; i < found; i++) {
            int64_t value = begin + varies * places[i];
            memcpy(place_of(c, to + i * next), &value, sizeof value);
        }
    }
}

static void write_block(int64_t block, int64_t blocks, void *context)
{
    struct choosing *c = context;
    struct block_share share = share_of_block(c->count, block, blocks);
    int32_t last = c->rank - 1;
    int64_t step = c->rank > 0 ? c->mask_steps[last] : 0;
    int64_t self_step = c->rank > 0 ? c->self_steps[last] : 0;
    int64_t number = found_before(c, block);
    int64_t number_past = number + c->found[block];
    int32_t places[STRIP];
    for (int64_t element = share.first; element < share.past;) {
        struct stretch s = stretch_at(c, element, share.past);
        for (int64_t i = 0; i < s.length; i += STRIP) {
            int64_t left = s.length - i;
            int64_t found = find_chosen(s.mask + i * step, step, left < STRIP ? left : STRIP,
                                        places);
            found = found < number_past - number ? found : number_past - number;
            if (c->choice == CHOICE_ELEMENTS)
                write_elements(c, s.self + i * self_step, self_step, places, found, number);
            else
                write_places(c, s.at, i, places, found, number);
            number += found;
        }
        element += s.length;
    }
}

static int64_t count_elements(const int64_t *dims, int32_t rank)
{
    int64_t count = 1;
    for (int32_t i = 0; i < rank; i++)
        count *= dims[i];
    return count;
}

static bool is_dense_view(const struct work_view *view)
{
    int64_t step = 1;
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        if (view->dims[i] != 1 && view->strides[i] != step)
            return false;
        step *= view->dims[i];
    }
    return true;
}

/* Counts what the mask chooses: how many blocks there are for it. */
static int64_t count_chosen(const struct work *work, struct choosing *c,
                            const struct work_view *mask)
{
    c->count = count_elements(c->dims, c->rank);
    c->mask = mask->address;
    c->out = &work->outputs[0];
    c->width = data_type_bits(c->out->type) / 8;
    c->is_dense = is_dense_view(c->out);
    set_steps(c, mask, c->mask_steps);
    int64_t moved = c->row_elements > 1 ? c->count * c->row_elements : c->count;
    int64_t blocks = blocks_for(moved, ELEMENTS_A_BLOCK, c->count);
    ai_cores_run_function("count", count_block, blocks, c);
    for (int64_t i = 0; i < blocks; i++)
        c->total += c->found[i];
    return blocks;
}

static void run_choosing(const struct work *work, struct choosing *c, const struct work_view *mask,
                         struct task_failure *failure)
{
    int64_t blocks = count_chosen(work, c, mask);
    c->length = c->total;
    int64_t needed = c->choice == CHOICE_ELEMENTS ? c->total : c->total * c->rank;
    int64_t room = count_elements(c->out->dims, c->out->rank);
    if (needed > room) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "out has %" PRId64 " elements, and %" PRId64 " were found for it", room, needed);
        return;
    }
    ai_cores_run_function("choose", write_block, blocks, c);
    work->found->rank = c->choice == CHOICE_ELEMENTS ? 1 : 2;
    work->found->dims[0] = c->choice == CHOICE_COLUMNS ? c->rank : c->total;
    work->found->dims[1] = c->choice == CHOICE_COLUMNS ? c->total : c->rank;
}

static void run_select_work(const struct work *work, struct task_failure *failure)
{
    struct choosing c = {.choice = CHOICE_ELEMENTS};
    const struct work_view *self = &work->inputs[0];
    const struct work_view *mask = &work->inputs[1];
    c.rank = self->rank > mask->rank ? self->rank : mask->rank;
    for (int32_t i = 0; i < c.rank; i++) {
        int32_t a = i - (c.rank - self->rank);
        int32_t b = i - (c.rank - mask->rank);
        c.dims[i] = a >= 0 && self->dims[a] != 1 ? self->dims[a] : b >= 0 ? mask->dims[b] : 1;
    }
    c.self = self->address;
    set_steps(&c, self, c.self_steps);
    run_choosing(work, &c, mask, failure);
}

extern const struct l0_run run_select;
const struct l0_run run_select = {.run = run_select_work, .finds_dims = 1};

static void run_places_work(const struct work *work, struct task_failure *failure)
{
    const enum choice *choice = work->attributes;
    const struct work_view *mask = &work->inputs[0];
    struct choosing c = {.choice = *choice, .rank = mask->rank};
    memcpy(c.dims, mask->dims, (size_t)mask->rank * sizeof *c.dims);
    run_choosing(work, &c, mask, failure);
}

extern const struct l0_run run_places;
const struct l0_run run_places = {.run = run_places_work, .finds_dims = 1};

/* All places of a mask, in rows that are as long as it has elements, and how many there are. */
static void run_mask_places_work(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    const struct work_view *mask = &work->inputs[0];
    struct choosing c = {.choice = CHOICE_COLUMNS, .rank = mask->rank};
    memcpy(c.dims, mask->dims, (size_t)mask->rank * sizeof *c.dims);
    c.length = work->outputs[0].dims[1];
    int64_t blocks = count_chosen(work, &c, mask);
    ai_cores_run_function("choose", write_block, blocks, &c);
    memcpy(work->outputs[1].address, &c.total, sizeof c.total);
}

extern const struct l0_run run_mask_places;
const struct l0_run run_mask_places = {.scratch_steers = true, .run = run_mask_places_work};

int list_mask_places(struct l0_list *list, int mask, int *count)
{
    static const int64_t one[] = {1};
    const struct l0_tensor like = list->tensors[mask];
    const int64_t dims[] = {like.rank, like.elements};
    int places = l0_new_shaped(list, "places", ACL_INT64, dims, 2);
    *count = l0_new_shaped(list, "count", ACL_INT64, one, 1);
    l0_step(list, L0_STEP_APPLY, &l0_MaskPlaces, &mask, 1, (int[]){places, *count}, 2, NULL);
    return places;
}

/* ---- MaskedScatter: what is chosen is replaced ----------------------------------------------- */

/* A row of elements: those that are chosen come from values, one after another. */
struct put {
    char *to;
    const char *self;
    const char *mask;
    const char *values;
    int64_t to_step;
    int64_t self_step;
    int64_t mask_step;
    int64_t value_step;
    int64_t count;
    int64_t most; /* of values */
};

static inline __attribute__((always_inline)) int64_t put_width(const struct put *p, size_t width)
{
    const struct put row = *p;
    int64_t found = 0;
    for (int64_t i = 0; i < row.count; i++) {
        bool is_chosen = row.mask[i * row.mask_step] != 0;
        uintptr_t kept = (uintptr_t)(row.self + i * row.self_step);
        uintptr_t value = (uintptr_t)(row.values + found * row.value_step);
        uintptr_t from = kept ^ ((kept ^ value) & -(uintptr_t)is_chosen);
        char moved[16];
        memcpy(moved, (const char *)from, width);
        memcpy(row.to + i * row.to_step, moved, width);
        found += is_chosen;
    }
    return found;
}

static int64_t put_some(const struct put *row, int64_t width)
{
    switch (width) {
    case 1: return put_width(row, 1);
    case 2: return put_width(row, 2);
    case 4: return put_width(row, 4);
    case 8: return put_width(row, 8);
    default: return put_width(row, 16);
    }
}

/* How many were chosen; no more than there are values, which were counted by an earlier mask. */
static int64_t put_elements(struct put row, int64_t width)
{
    static const char none = 0;
    int64_t found = 0;
    for (int64_t left = row.count; left > 0; left -= row.count) {
        int64_t values = row.most - found;
        row.count = left < values ? left : values;
        if (values == 0) {
            row.count = left;
            row.mask = &none;
            row.mask_step = 0;
        }
        int64_t taken = put_some(&row, width);
        found += taken;
        row.values += taken * row.value_step;
        row.self += row.count * row.self_step;
        row.mask += row.count * row.mask_step;
        row.to += row.count * row.to_step;
    }
    return found;
}

static void scatter_block(int64_t block, int64_t blocks, void *context)
{
    struct choosing *c = context;
    struct block_share share = share_of_block(c->count, block, blocks);
    int32_t last = c->rank - 1;
    int64_t number = found_before(c, block);
    int64_t number_past = number + c->found[block];
    struct put row = {.to_step = c->rank > 0 ? c->to_steps[last] : 0,
                      .self_step = c->rank > 0 ? c->self_steps[last] : 0,
                      .mask_step = c->rank > 0 ? c->mask_steps[last] : 0,
                      .value_step = c->value_step};
    for (int64_t element = share.first; element < share.past;) {
        struct stretch s = stretch_at(c, element, share.past);
        row.to = c->to;
        for (int32_t d = 0; d < c->rank; d++)
            row.to += s.at[d] * c->to_steps[d];
        row.count = c->is_dense ? s.length : 1;
        for (int64_t i = 0; i < s.length; i += row.count) {
            row.self = s.self + i * row.self_step;
            row.mask = s.mask + i * row.mask_step;
            row.most = number_past - number;
            row.values = c->is_dense ? c->out->address + number * c->value_step
                                     : place_of(c, number);
            number += put_elements(row, c->width);
            row.to += row.count * row.to_step;
        }
        element += s.length;
    }
}

static struct choosing putting(const struct work *work)
{
    const struct work_view *self = &work->inputs[0];
    struct choosing c = {.rank = self->rank, .self = self->address, .to = work->outputs[0].address};
    memcpy(c.dims, self->dims, (size_t)self->rank * sizeof *c.dims);
    set_steps(&c, self, c.self_steps);
    set_steps(&c, &work->outputs[0], c.to_steps);
    return c;
}

static void run_mask_scatter_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *source = &work->inputs[2];
    struct choosing c = putting(work);
    int64_t blocks = count_chosen(work, &c, &work->inputs[1]);
    int64_t given = count_elements(source->dims, source->rank);
    c.out = source;
    c.is_dense = is_dense_view(source);
    c.value_step = c.width;
    if (c.total > given) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "source has %" PRId64 " elements, and mask is true at %" PRId64 " places", given,
                 c.total);
        return;
    }
    ai_cores_run_function("scatter", scatter_block, blocks, &c);
}

extern const struct l0_run run_mask_scatter;
const struct l0_run run_mask_scatter = {.itself_in_place = true, .run = run_mask_scatter_work};

/* ---- MaskPut: each place of a mask over the first dimensions gets a row of values ------------ */

static void put_row(const struct choosing *c, char *to, const char *values)
{
    int32_t last = c->row_rank - 1;
    int64_t length = c->row_dims[last];
    bool is_dense = c->row_to[last] == c->width && c->row_values[last] == c->width;
    for (int64_t first = 0; first < c->row_elements; first += length) {
        char *target = to;
        const char *from = values;
        int64_t rest = first / length;
        for (int32_t i = last - 1; i >= 0; i--) {
            target += rest % c->row_dims[i] * c->row_to[i];
            from += rest % c->row_dims[i] * c->row_values[i];
            rest /= c->row_dims[i];
        }
        if (is_dense)
            memcpy(target, from, (size_t)(length * c->width));
        else
            for (int64_t i = 0; i < length; i++)
                memcpy(target + i * c->row_to[last], from + i * c->row_values[last],
                       (size_t)c->width);
    }
}

static void put_rows_block(int64_t block, int64_t blocks, void *context)
{
    struct choosing *c = context;
    struct block_share share = share_of_block(c->count, block, blocks);
    int32_t last = c->rank - 1;
    int64_t number = found_before(c, block);
    int64_t number_past = number + c->found[block];
    for (int64_t element = share.first; element < share.past;) {
        struct stretch s = stretch_at(c, element, share.past);
        char *to = c->to;
        for (int32_t d = 0; d < c->rank; d++)
            to += s.at[d] * c->to_steps[d];
        for (int64_t i = 0; i < s.length; i++)
            if (s.mask[i * c->mask_steps[last]] != 0 && number < number_past)
                put_row(c, to + i * c->to_steps[last], c->out->address + number++ * c->value_step);
        element += s.length;
    }
}

/* The first dimensions of self are those of the mask, the others make rows. */
static void split_rows(struct choosing *c, const struct work *work, int32_t rank)
{
    const struct work_view *self = &work->outputs[0];
    const struct work_view *values = &work->inputs[2];
    c->row_rank = self->rank - rank;
    c->row_elements = 1;
    c->rank = rank;
    for (int32_t i = 0; i < c->row_rank; i++) {
        int32_t from = values->rank - c->row_rank + i;
        bool walks = from >= 0 && values->dims[from] != 1;
        c->row_dims[i] = self->dims[rank + i];
        c->row_to[i] = self->strides[rank + i] * c->width;
        c->row_values[i] = walks ? values->strides[from] * c->width : 0;
        c->row_elements *= c->row_dims[i];
    }
}

static void run_mask_put_work(const struct work *work, struct task_failure *failure)
{
    const struct mask_put *attributes = work->attributes;
    const struct work_view *mask = &work->inputs[1];
    const struct work_view *values = &work->inputs[2];
    struct choosing c = putting(work);
    int32_t found_dim = values->rank - 1 - (c.rank - mask->rank);
    int64_t given = found_dim >= 0 ? values->dims[found_dim] : 1;
    c.width = data_type_bits(work->outputs[0].type) / 8;
    split_rows(&c, work, mask->rank);
    int64_t blocks = count_chosen(work, &c, mask);
    if (given != 1 && given != c.total) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "indices[%" PRId32 "] names %" PRId64 " places, and %" PRId64 " are required",
                 attributes->entry, c.total, given);
        return;
    }
    c.out = values;
    c.is_dense = true;
    c.value_step = given != 1 ? values->strides[found_dim] * c.width : 0;
    if (c.row_rank == 0) {
        ai_cores_run_function("put", scatter_block, blocks, &c);
        return;
    }
    indexed_copy_self(work, failure);
    if (c.row_elements > 0)
        ai_cores_run_function("put", put_rows_block, blocks, &c);
}

extern const struct l0_run run_mask_put;
const struct l0_run run_mask_put = {.itself_in_place = true, .run = run_mask_put_work};

void list_mask_put(struct l0_list *list, int32_t entry, int self, int mask, int values, int out)
{
    struct mask_put *attributes = arena_take(list->arena, sizeof *attributes);
    if (attributes == NULL || self == L0_NONE || mask == L0_NONE || values == L0_NONE)
        return;
    attributes->entry = entry;
    const struct l0_tensor like = list->tensors[self];
    int put = l0_new_shaped(list, "put", like.type, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_MaskPut, (int[]){self, mask, values}, 3, &put, 1, attributes);
    if (put != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &put, 1, &out, 1, NULL);
}

/* ---- Choosing: checks and lists -------------------------------------------------------------- */

/* What the AI cores have: MaskedSelectV3, NonZero. */
#define SMALL                                                                            \
    (L0_TYPE(ACL_BOOL) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16) | L0_TYPE(ACL_FLOAT) | \
     L0_TYPE(ACL_INT8) | L0_TYPE(ACL_UINT8))
#define UNSIGNED (L0_TYPE(ACL_UINT16) | L0_TYPE(ACL_UINT32) | L0_TYPE(ACL_UINT64))
#define WIDE (L0_TYPE(ACL_INT16) | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64) | L0_TYPE(ACL_DOUBLE))

static const uint64_t selected[L0_ARCHITECTURES] = {0, SMALL | WIDE, SMALL | WIDE | UNSIGNED};
static const uint64_t counted[L0_ARCHITECTURES] = {
    0, SMALL, (SMALL | WIDE | UNSIGNED) & ~(L0_TYPE(ACL_DOUBLE) | L0_TYPE(ACL_UINT64))};

#define ASSUME_RANGE "aicpu-range"

aclnnStatus check_chosen(struct call *call, int self, int mask, int out)
{
    int64_t count = INT64_MAX; /* or more */
    int64_t room = 0;
    const struct tensor *a = call_tensor(call, self);
    const struct tensor *b = call_tensor(call, mask);
    const struct tensor *result = call_tensor(call, out);
    char is[160];
    char required[160];
    int32_t rank = a->rank > b->rank ? a->rank : b->rank;
    struct tensor shape = {.rank = rank};
    for (int32_t i = 0; i < rank; i++) {
        int64_t left = i < rank - a->rank ? 1 : a->dims[i - (rank - a->rank)];
        int64_t right = i < rank - b->rank ? 1 : b->dims[i - (rank - b->rank)];
        shape.dims[i] = left == 1 ? right : left;
        if (left != right && left != 1 && right != 1)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of self, %s, and of mask, %s, do not broadcast",
                          dims_describe(a->dims, a->rank, is, sizeof is),
                          dims_describe(b->dims, b->rank, required, sizeof required));
    }
    bool is_counted = tensor_element_count(&shape, &count);
    if (is_counted && result->rank == 1 && tensor_element_count(result, &room) && room == count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "out has %d dimensions and %" PRId64 " elements; one dimension of %" PRId64
                  ", room for all of self, is required",
                  result->rank, room, count);
}

aclnnStatus check_small_dims(struct call *call, int self)
{
    const struct tensor *tensor = call_tensor(call, self);
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] > INT32_MAX)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of self is %" PRId64 "; at most 2147483647 is supported", i,
                          tensor->dims[i]);
    return ACLNN_SUCCESS;
}

/* Bytes that MaskedSelectV3 asks for: room for all elements, and a piece for each core. */
static uint64_t select_workspace(const struct l0_list *list, const struct l0_tensor *self)
{
    bool is_950 = list->architecture == L0_3510;
    int64_t width = data_type_bits(self->type) / 8;
    int64_t each = 256 / width;
    int64_t whole = (self->elements + each - 1) / each * each;
    float parts = is_950 ? (float)(1 + 2 * width) : 1.0f + (float)width * 3.0f;
    if (!is_950)
        parts += width == 8 ? 4.0f + 0.25f : 2.0f + 0.125f;
    if (!is_950 && width == 1)
        parts += 4.0f;
    uint64_t buffer = list->soc->unified_buffer_bytes;
    buffer = is_950 ? buffer / 2 - 64 : buffer;
    float share = (float)width / parts;
    uint64_t pieces = (uint64_t)((float)buffer * (is_950 ? 1.0f : 0.65f) * share / 256);
    pieces -= !is_950 && pieces % 2 != 0;
    int64_t length = (int64_t)pieces * each;
    int64_t blocks = length > 0 ? (whole + length - 1) / length : 1;
    blocks = blocks < list->soc->vector_cores ? blocks : list->soc->vector_cores;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(whole * width) + (uint64_t)blocks * 64;
}

static int repeated(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    int result = l0_new_shaped(list, "repeated", list->tensors[tensor].type, dims, rank);
    l0_launch_row(list, &l0_BroadcastTo, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

void list_masked_select(struct l0_list *list, int self, int mask, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int from = l0_contiguous(list, self);
    int choice = l0_contiguous(list, mask);
    aclDataType type = list->tensors[self].type;
    choice = l0_cast(list, choice, ACL_BOOL);
    from = l0_cast(list, from, list->tensors[out].type);
    if (from == L0_NONE || choice == L0_NONE)
        return;
    const struct l0_tensor a = list->tensors[from];
    const struct l0_tensor b = list->tensors[choice];
    int32_t rank = a.rank > b.rank ? a.rank : b.rank;
    for (int32_t i = 0; i < rank; i++) {
        int64_t left = i < rank - a.rank ? 1 : a.dims[i - (rank - a.rank)];
        int64_t right = i < rank - b.rank ? 1 : b.dims[i - (rank - b.rank)];
        dims[i] = left == 1 ? right : left;
    }
    if (l0_has_type(selected[list->architecture], type)) {
        bool same = same_dims(a.dims, a.rank, b.dims, b.rank);
        int all = same ? from : repeated(list, from, dims, rank);
        int chosen = same ? choice : repeated(list, choice, dims, rank);
        if (all == L0_NONE || chosen == L0_NONE)
            return;
        l0_launch(list, "MaskedSelectV3", L0_AI_CORE, (int[]){all, chosen, L0_NONE},
                  (int[]){out, L0_NONE});
        l0_kernel_workspace(list, select_workspace(list, &list->tensors[all]));
        l0_kernel_workspace(list, 16);
    } else {
        l0_launch(list, "MaskedSelect", L0_AI_CPU, (int[]){from, choice, L0_NONE},
                  (int[]){out, L0_NONE});
        l0_assume(list, ASSUME_RANGE);
    }
    l0_step(list, L0_STEP_APPLY, &l0_MaskedSelect, (int[]){from, choice}, 2, &out, 1, NULL);
}

void list_nonzero(struct l0_list *list, int self, int64_t columns, int out)
{
    static const enum choice choices[] = {CHOICE_ROWS, CHOICE_COLUMNS};
    int from = l0_contiguous(list, self);
    if (from == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[from];
    bool on_cores = l0_has_type(counted[list->architecture], like.type) &&
                    (list->architecture == L0_3510 || like.rank > 0);
    bool copies = columns != 0 && list->architecture == L0_3510 && on_cores &&
                  !view_is_dense(list->tensors[out].given);
    int to = copies ? l0_contiguous(list, out) : out;
    l0_launch(list, "NonZero", on_cores ? L0_AI_CORE : L0_AI_CPU, (int[]){from, L0_NONE},
              (int[]){to, L0_NONE});
    if (!on_cores) {
        l0_assume(list, ASSUME_RANGE);
    } else if (list->architecture == L0_3510) {
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + 9216);
        l0_kernel_workspace(list, 72);
    } else {
        l0_kernel_workspace(list, 4 * ((uint64_t)list->tensors[out].rank + 1));
        l0_assume(list, "kernel:NonZero");
    }
    if (copies)
        l0_launch_view_copy(list, to, out);
    int mask = l0_convert(list, from, ACL_BOOL);
    l0_step(list, L0_STEP_APPLY, &l0_Places, &mask, 1, &out, 1, &choices[columns]);
}

/* Whether 910B's cores take a mask: of the shape of self, or with 1 in place of the last size where
   self and source share that. */
static bool fits_mask(const struct l0_list *list, int self, int mask, int source)
{
    const struct l0_tensor *target = &list->tensors[self];
    const struct l0_tensor *choice = &list->tensors[mask];
    const struct l0_tensor *from = &list->tensors[source];
    int32_t last = target->rank - 1;
    if (choice->rank != target->rank || !same_dims(choice->dims, last, target->dims, last))
        return false;
    return choice->dims[last] == target->dims[last] ||
           (choice->dims[last] == 1 && target->dims[last] == from->dims[from->rank - 1]);
}

/* Ascend950 sums up the places of a mask that is repeated within or behind dimensions. */
void list_masked_scatter(struct l0_list *list, int selfRef, int mask, int source)
{
    static const int64_t one[] = {1};
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    int from = source != L0_NONE && list->tensors[source].elements > 0 ? l0_contiguous(list, source)
                                                                       : source;
    choice = l0_cast(list, choice, ACL_BOOL);
    if (self == L0_NONE || choice == L0_NONE || from == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[self];
    int target = like.rank > 0 ? self : l0_reshape(list, self, one, 1);
    choice = list->tensors[choice].rank > 0 ? choice : l0_reshape(list, choice, one, 1);
    from = list->tensors[from].rank > 0 ? from : l0_reshape(list, from, one, 1);
    if (target == L0_NONE || choice == L0_NONE || from == L0_NONE)
        return;
    const struct l0_tensor flat = list->tensors[target];
    int result = l0_new_shaped(list, "scattered", flat.type, flat.dims, flat.rank);
    if (list->architecture != L0_2201 || fits_mask(list, target, choice, from)) {
        l0_apply(list, &l0_MaskedScatter, (int[]){target, choice, from}, 3, 0, &result, 1, NULL);
    } else {
        l0_launch(list, l0_MaskedScatter.name, L0_AI_CPU, (int[]){target, choice, from, L0_NONE},
                  (int[]){result, L0_NONE});
        l0_step(list, L0_STEP_APPLY, &l0_MaskedScatter, (int[]){target, choice, from}, 3, &result,
                1, NULL);
    }
    if (like.rank == 0)
        result = l0_reshape(list, result, NULL, 0);
    l0_view_copy(list, result, selfRef);
}
