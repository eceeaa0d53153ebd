/* SPDX-License-Identifier: Apache-2.0 */
/* The places that rows have when they are sorted by their experts, and how many rows each expert
 * has. The sort is stable: rows of one expert keep their sequence. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/moe/moe.h"
#include "runtime/cores/scratch.h"

#define DIGIT_BITS 11
#define DIGITS ((int64_t)1 << DIGIT_BITS)

/* Two of each, which the sort writes in turn. */
struct sorting {
    uint64_t *keys[2];
    int64_t *rows[2];
    int64_t count;
};

/* ---- Sorting --------------------------------------------------------------------------------- */

static bool lay_out(const struct work *work, uint64_t *places, uint64_t *total)
{
    uint64_t count = (uint64_t)view_count(&work->inputs[0]);
    for (int i = 0; i < 4; i++)
        if (!scratch_lay_out(total, &places[i], count, sizeof(int64_t)))
            return false;
    return true;
}

static uint64_t sorting_bytes(const struct work *work)
{
    uint64_t places[4];
    uint64_t total = 0;
    return lay_out(work, places, &total) ? total : 0;
}

/* Sorts by one digit of the keys. */
static void sort_by_digit(struct sorting *s, int shift)
{
    int64_t starts[DIGITS] = {0};
    int64_t start = 0;
    for (int64_t i = 0; i < s->count; i++)
        starts[s->keys[0][i] >> shift & (DIGITS - 1)]++;
    for (int64_t i = 0; i < DIGITS; i++) {
        int64_t count = starts[i];
        starts[i] = start;
        start += count;
    }
    for (int64_t i = 0; i < s->count; i++) {
        int64_t at = starts[s->keys[0][i] >> shift & (DIGITS - 1)]++;
        s->keys[1][at] = s->keys[0][i];
        s->rows[1][at] = s->rows[0][i];
    }
    uint64_t *keys = s->keys[0];
    int64_t *rows = s->rows[0];
    s->keys[0] = s->keys[1];
    s->rows[0] = s->rows[1];
    s->keys[1] = keys;
    s->rows[1] = rows;
}

/* Reads the experts. The bit of the sign is turned, so that keys are in the sequence of numbers.
 * Returns the bits in which keys differ. */
static uint64_t read_keys(struct sorting *s, const struct work_view *experts)
{
    uint64_t differing = 0;
    for (int64_t i = 0; i < s->count; i++) {
        int64_t expert = index_at(view_element(experts, i), experts->type == ACL_INT64);
        s->keys[0][i] = (uint64_t)expert ^ (uint64_t)1 << 63;
        s->rows[0][i] = i;
        differing |= s->keys[0][i] ^ s->keys[0][0];
    }
    return differing;
}

static void sort(struct sorting *s, const struct work_view *experts)
{
    uint64_t differing = read_keys(s, experts);
    for (int shift = 0; shift < 64; shift += DIGIT_BITS)
        if ((differing >> shift & (DIGITS - 1)) != 0)
            sort_by_digit(s, shift);
}

static struct sorting sorted(const struct work *work)
{
    uint64_t at[4];
    uint64_t total = 0;
    lay_out(work, at, &total); /* succeeds, as it did for the scratch */
    struct sorting s = {.count = view_count(&work->inputs[0])};
    for (int i = 0; i < 2; i++) {
        s.keys[i] = (uint64_t *)(void *)(work->scratch + at[i]);
        s.rows[i] = (int64_t *)(void *)(work->scratch + at[i + 2]);
    }
    sort(&s, &work->inputs[0]);
    return s;
}

static int64_t number_of(uint64_t key)
{
    return (int64_t)(key ^ (uint64_t)1 << 63);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The place of the row that comes as number `rank` of its expert. */
static int64_t place_of(const struct moe_placing *placing, int64_t expert, int64_t rank,
                        int64_t number)
{
    if (placing->past > 0 && (expert < placing->first || expert >= placing->past))
        return -1;
    if (placing->capacity == 0)
        return number;
    bool has_one = expert >= 0 && expert < placing->experts && rank < placing->capacity;
    return has_one ? expert * placing->capacity + rank : -1;
}

static void run_places(const struct work *work, struct task_failure *failure)
{
    const struct moe_placing *placing = work->attributes;
    const struct work_view *places = &work->outputs[0];
    const struct sorting s = sorted(work);
    (void)failure;
    int64_t first = 0;
    int64_t before = 0; /* rows of experts before those that have places */
    for (int64_t i = 0; i < s.count; i++) {
        if (s.keys[0][i] != s.keys[0][first])
            first = i;
        int64_t expert = number_of(s.keys[0][i]);
        before += placing->past > 0 && expert < placing->first;
        put_index(view_element(places, s.rows[0][i]), places->type == ACL_INT64,
                  place_of(placing, expert, i - first, i - before));
    }
}
const struct l0_run moe_kernel_expert_places = {
    .scratch_bytes = sorting_bytes, .scratch_steers = true, .run = run_places};

/* Numbers in their order, and the place that each had. */
static void run_order(const struct work *work, struct task_failure *failure)
{
    const struct sorting s = sorted(work);
    (void)failure;
    for (int64_t i = 0; i < s.count; i++) {
        put_index(view_element(&work->outputs[0], i), false, s.rows[0][i]);
        put_index(view_element(&work->outputs[1], i), false, number_of(s.keys[0][i]));
    }
}
const struct l0_run moe_kernel_order_of_rows = {
    .scratch_bytes = sorting_bytes, .scratch_steers = true, .run = run_order};

/* ---- Counts ---------------------------------------------------------------------------------- */

static uint64_t counting_bytes(const struct work *work)
{
    return (uint64_t)work->outputs[0].dims[0] * sizeof(int64_t);
}

static void count(const struct work_view *ids, int64_t first, int64_t experts, int64_t *counts)
{
    int64_t rows = view_count(ids);
    for (int64_t i = 0; i < rows; i++) {
        int64_t expert = index_at(view_element(ids, i), ids->type == ACL_INT64) - first;
        if (expert >= 0 && expert < experts)
            counts[expert]++;
    }
}

static void put_counts(const struct work_view *out, const int64_t *counts, bool is_cumulative)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < out->dims[0]; i++) {
        sum = (is_cumulative ? sum : 0) + counts[i];
        put_index(view_element(out, i), out->type == ACL_INT64, sum);
    }
}

/* Pairs of an expert that has rows, and how many; zeros behind them. */
static void put_pairs(const struct work_view *out, const int64_t *counts, int64_t first)
{
    int64_t pair = 0;
    bool is_wide = out->type == ACL_INT64;
    for (int64_t i = 0; i < out->dims[0]; i++) {
        if (counts[i] == 0)
            continue;
        put_index(view_element(out, 2 * pair), is_wide, first + i);
        put_index(view_element(out, 2 * pair++ + 1), is_wide, counts[i]);
    }
    for (int64_t i = 2 * pair; i < 2 * out->dims[0]; i++)
        put_index(view_element(out, i), is_wide, 0);
}

static void run_counts(const struct work *work, struct task_failure *failure)
{
    const struct moe_counting *counting = work->attributes;
    const struct work_view *out = &work->outputs[0];
    int64_t *counts = (int64_t *)(void *)work->scratch;
    (void)failure;
    memset(counts, 0, (size_t)out->dims[0] * sizeof *counts);
    count(&work->inputs[0], counting->first,
          counting->past > 0 ? counting->past - counting->first : out->dims[0], counts);
    if (counting->is_paired)
        put_pairs(out, counts, counting->first);
    else
        put_counts(out, counts, counting->is_cumulative);
}
const struct l0_run moe_kernel_expert_counts = {
    .scratch_bytes = counting_bytes, .scratch_steers = true, .run = run_counts};

/* ---- Rows of places -------------------------------------------------------------------------- */

/* The row that each place has; -1 where it has none. */
static void run_rows(const struct work *work, struct task_failure *failure)
{
    const struct work_view *places = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    int64_t count = view_count(places);
    (void)failure;
    for (int64_t i = 0; i < count; i++)
        put_index(view_element(out, i), false, -1);
    for (int64_t i = 0; i < count; i++) {
        int64_t place = index_at(view_element(places, i), false);
        if (place >= 0 && place < count)
            put_index(view_element(out, place), false, i);
    }
}
const struct l0_run moe_kernel_rows_of_places = {.run = run_rows};
