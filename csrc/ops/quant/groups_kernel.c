/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of rows: their places in blocks that no two groups share, their largest numbers, and how
 * many rows they have. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/quant.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/quant/mx.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)64 << 10)

/* Rows of one matrix, and where they are in another one. */
struct moving {
    const struct work_view *from;
    const struct work_view *to; /* dense */
    const struct work_view *ends;
    int64_t count; /* number of rows */
    int64_t size;  /* rows of the blocks' matrix for each place */
    struct quant_mx_places places;
    bool spreads; /* rows go to their places, not from there */
};

/* ---- Places ---------------------------------------------------------------------------------- */

/* A group, its first row, and the pairs of blocks of the groups before it. */
struct place_group {
    int64_t number;
    int64_t first;
    int64_t pairs;
};

/* The rows of what a group begins with one of: a pair of blocks, or a block. */
static int64_t rows_of(const struct moving *m)
{
    return m->places.rows > 0 ? m->places.rows : (int64_t)2 * QUANT_MX_BLOCK;
}

/* The row behind the last one of a group: never before its first one. */
static int64_t past_of(const struct moving *m, const struct place_group *at)
{
    int64_t told = index_at(view_element(m->ends, at->number), m->ends->type == ACL_INT64);
    if (m->places.are_counts)
        return told <= 0 ? at->first : told > INT64_MAX - at->first ? INT64_MAX : at->first + told;
    return told > at->first ? told : at->first;
}

/* The place of a row: a group begins with a pair of blocks of its own. Rows behind all groups are
 * in the last one. at: the group of a row before this one, or all 0; becomes that of this one. */
static int64_t place_of(const struct moving *m, int64_t row, struct place_group *at)
{
    int64_t rows = rows_of(m);
    for (; at->number < m->ends->dims[0] - 1; at->number++) {
        int64_t past = past_of(m, at);
        if (row < past)
            break;
        at->pairs += (past - at->first + rows - 1) / rows;
        at->first = past;
    }
    int64_t begin = m->places.are_dense ? at->pairs : at->first / rows + at->number;
    return begin * rows + (row - at->first);
}

static void copy_row(const struct moving *m, int64_t source, int64_t target)
{
    int64_t width = view_width(m->to);
    int64_t columns = m->to->dims[1];
    int64_t step = m->from->strides[1] * width;
    const char *from = m->from->address + source * m->from->strides[0] * width;
    char *to = m->to->address + target * columns * width;
    if (step == width) {
        memcpy(to, from, (size_t)(columns * width));
        return;
    }
    for (int64_t i = 0; i < columns; i++)
        memcpy(to + i * width, from + i * step, (size_t)width);
}

static void move_block(int64_t block, int64_t blocks, void *context)
{
    const struct moving *m = context;
    struct block_share share = share_of_block(m->count, block, blocks);
    struct place_group at = {0, 0, 0};
    for (int64_t row = share.first; row < share.past; row++) {
        int64_t place = place_of(m, row, &at) / m->size;
        copy_row(m, m->spreads ? row : place, m->spreads ? place : row);
    }
}

static void move(const char *name, const struct work *work, const struct moving *m)
{
    int64_t bytes = m->count * m->to->dims[1] * view_width(m->to);
    struct moving moving = *m;
    if (work->attributes != NULL)
        moving.places = *(const struct quant_mx_places *)work->attributes;
    if (!moving.spreads && moving.places.rows > 0)
        moving.size = moving.places.rows;
    ai_cores_run_function(name, move_block, blocks_for(bytes, BYTES_A_BLOCK, m->count), &moving);
}

/* Rows at their places, and zeros between them. */
static void pad(const struct work *work, struct task_failure *failure)
{
    const struct work_view *to = &work->outputs[0];
    (void)failure;
    memset(to->address, 0, (size_t)(view_count(to) * view_width(to)));
    move("pad_groups", work,
         &(struct moving){.from = &work->inputs[0],
                          .to = to,
                          .ends = &work->inputs[1],
                          .count = work->inputs[0].dims[0],
                          .size = 1,
                          .spreads = true});
}
const struct l0_run quant_kernel_pad_groups = {.run = pad};

/* For each row the row of its block. */
static void take(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    move("rows_of_blocks", work,
         &(struct moving){.from = &work->inputs[0],
                          .to = &work->outputs[0],
                          .ends = &work->inputs[1],
                          .count = work->outputs[0].dims[0],
                          .size = QUANT_MX_BLOCK});
}
const struct l0_run quant_kernel_rows_of_blocks = {.run = take};

/* ---- Largest numbers ------------------------------------------------------------------------- */

static float number_at(const struct work_view *numbers, int64_t at)
{
    float number;
    memcpy(&number, view_element(numbers, at), sizeof number);
    return number;
}

/* The largest of the numbers of each group, of float32; 0 without any, NaN with one. */
static void largest(const struct work *work, struct task_failure *failure)
{
    const struct work_view *numbers = &work->inputs[0];
    const struct work_view *ends = &work->inputs[1];
    bool is_wide = ends->type == ACL_INT64;
    int64_t count = view_count(numbers);
    int64_t row = 0;
    (void)failure;
    for (int64_t group = 0; group < ends->dims[0]; group++) {
        int64_t past = index_at(view_element(ends, group), is_wide);
        float most = 0;
        for (; row < past && row < count; row++) {
            float number = number_at(numbers, row);
            most = number > most || isnan(number) ? number : most;
        }
        memcpy(view_element(&work->outputs[0], group), &most, sizeof most);
    }
}
const struct l0_run quant_kernel_group_largest = {.run = largest};

/* ---- How many rows groups have --------------------------------------------------------------- */

/* By the end of the last group, the counts of all, or the counts beside numbers of groups. */
static int64_t rows_in_groups(const struct work_view *groups, int64_t kind)
{
    bool is_wide = groups->type == ACL_INT64;
    int64_t count = view_count(groups);
    int64_t sum = 0;
    if (kind == 0)
        return count > 0 ? index_at(view_element(groups, count - 1), is_wide) : 0;
    for (int64_t i = kind == 2 ? 1 : 0; i < count; i += kind == 2 ? 2 : 1) {
        int64_t told = index_at(view_element(groups, i), is_wide);
        sum = told > INT64_MAX - sum ? INT64_MAX : sum + (told > 0 ? told : 0);
    }
    return sum;
}

/* Whether a row is in a group. Where none is, CANN's kernel takes all. */
static void in_groups(const struct work *work, struct task_failure *failure)
{
    const struct work_view *mask = &work->outputs[0];
    int64_t count = view_count(mask);
    int64_t told = rows_in_groups(&work->inputs[0], *(const int64_t *)work->attributes);
    int64_t rows = told > 0 && told < count ? told : count;
    (void)failure;
    memset(mask->address, true, (size_t)rows);
    memset(mask->address + rows, false, (size_t)(count - rows));
}
const struct l0_run quant_kernel_in_groups = {.run = in_groups};
