/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose elements a mask chooses: InplaceMaskedFillScalar, InplaceMaskedFillTensor,
 * InplaceMaskedScatter, MaskedSelect, Nonzero; and IndexPutImpl when a mask is the only index.
 * Except for the first two, each core first counts what the mask chooses in its share, so that each
 * knows where its results go. Processors can hardly predict what a mask chooses, so elements are
 * moved without branches. */
#include "ops/index/masked.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/index.h"
#include "executor/schedule.h"
#include "ops/index/indexed.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)1 << 16)

/* The elements for which a mask is true, or their indices, in row-major sequence. */
struct choosing {
    enum choice choice;
    int32_t rank; /* rank of the shape that the operands broadcast to */
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t mask_steps[TENSOR_MAX_DIMS]; /* in bytes */
    int64_t self_steps[TENSOR_MAX_DIMS];
    int64_t count;
    const char *mask;
    const char *self; /* for CHOICE_ELEMENTS */
    int64_t width;
    const struct work_view *out; /* for a scatter: the tensor that the elements come from */
    bool is_dense;               /* out is dense */
    char *to;                    /* for a scatter */
    int64_t to_steps[TENSOR_MAX_DIMS];
    /* For values that are put: rows of elements, one for each chosen element of the mask. */
    int64_t value_step; /* in bytes, from one row to the next */
    int32_t row_rank;
    int64_t row_elements;
    int64_t row_dims[TENSOR_MAX_DIMS];
    int64_t row_values[TENSOR_MAX_DIMS]; /* in bytes */
    int64_t row_to[TENSOR_MAX_DIMS];
    int64_t found[MOST_BLOCKS]; /* by block; no more than these are taken when the mask is read
                                 * again */
    int64_t total;
    int64_t length; /* for CHOICE_COLUMNS: elements of a row in out */
};

/* The steps of an operand along the dims; 0 where it is repeated. */
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
    int64_t at[TENSOR_MAX_DIMS]; /* index of the first element */
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

/* How many elements are chosen in the blocks before this one. */
static int64_t found_before(const struct choosing *c, int64_t block)
{
    int64_t number = 0;
    for (int64_t i = 0; i < block; i++)
        number += c->found[i];
    return number;
}

/* The address of an element of out, by its number. */
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

/* How many elements are tested at a time. */
#define STRIP 512

/* Finds the positions in a strip that are chosen. */
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

/* Writes indices, which begin at `at` and continue along the last dim. */
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

/* Counts what the mask chooses, and returns the number of blocks for it. */
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
                 "out has %" PRId64 " elements; %" PRId64 ", as many as were found, are required",
                 room, needed);
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
const struct l0_run index_kernel_select = {.run = run_select_work, .finds_dims = 1};

static void run_places_work(const struct work *work, struct task_failure *failure)
{
    const enum choice *choice = work->attributes;
    const struct work_view *mask = &work->inputs[0];
    struct choosing c = {.choice = *choice, .rank = mask->rank};
    memcpy(c.dims, mask->dims, (size_t)mask->rank * sizeof *c.dims);
    run_choosing(work, &c, mask, failure);
}
const struct l0_run index_kernel_places = {.run = run_places_work, .finds_dims = 1};

/* Finds all indices that a mask chooses, in rows as long as the mask has elements, and their
 * number. */
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
const struct l0_run index_kernel_mask_places = {.scratch_steers = true,
                                                .run = run_mask_places_work};

/* ---- MaskedScatter: what is chosen is replaced ----------------------------------------------- */

/* A row of elements, of which the chosen ones are taken from values, one after another. */
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
    int64_t most; /* number of values */
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

/* Returns how many were chosen: no more than there are values. Those were counted earlier, and the
 * mask may have changed since. */
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
                 "source has %" PRId64 " elements; %" PRId64 ", one for each place where mask is "
                 "true, are required",
                 given, c.total);
        return;
    }
    ai_cores_run_function("scatter", scatter_block, blocks, &c);
}
const struct l0_run index_kernel_mask_scatter = {.itself_in_place = true,
                                                 .run = run_mask_scatter_work};

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

/* The first dimensions of self are those of the mask; the others form rows. */
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
    index_kernel_copy_self(work, failure);
    if (c.row_elements > 0)
        ai_cores_run_function("put", put_rows_block, blocks, &c);
}
const struct l0_run index_kernel_mask_put = {.itself_in_place = true, .run = run_mask_put_work};
