/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of scales for rows of numbers: each has that of its group, whose ends are given. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/quant.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/quant/quant.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)64 << 10)

struct spreading {
    const struct work_view *scales; /* [groups, columns] */
    const struct work_view *ends;   /* [groups]: the row behind the last one of a group; not read
                                     * where `how` has them */
    const struct work_view *rows;   /* dense */
    struct quant_groups how;
    int64_t columns;
    int64_t count; /* number of rows */
};

/* ---- Rows ------------------------------------------------------------------------------------ */

static int64_t told_of(const struct spreading *s, int64_t group)
{
    return s->how.ends != NULL ? s->how.ends[group]
                               : index_at(view_element(s->ends, group), s->ends->type == ACL_INT64);
}

/* The first group that ends behind a row; for rows behind all groups the last one, or -1 where the
 * rest has a number. */
static int64_t group_of(const struct spreading *s, int64_t row)
{
    int64_t groups = s->scales->dims[0];
    int64_t past = 0;
    for (int64_t group = 0; group < groups; group++) {
        int64_t told = told_of(s, group);
        past = s->how.are_counts ? past + told : told;
        if (row < past)
            return group;
    }
    return s->how.has_rest ? -1 : groups - 1;
}

static void fill_row(const struct spreading *s, char *to)
{
    for (int64_t i = 0; i < s->columns; i++)
        memcpy(to + i * (int64_t)sizeof s->how.rest, &s->how.rest, sizeof s->how.rest);
}

static void copy_row(const struct spreading *s, int64_t row)
{
    int64_t width = view_width(s->rows);
    int64_t step = s->scales->strides[1] * width;
    int64_t group = group_of(s, row);
    char *to = view_element(s->rows, row * s->columns);
    if (group < 0) {
        fill_row(s, to);
        return;
    }
    const char *from = s->scales->address + group * s->scales->strides[0] * width;
    if (step == width) {
        memcpy(to, from, (size_t)(s->columns * width));
        return;
    }
    for (int64_t i = 0; i < s->columns; i++)
        memcpy(to + i * width, from + i * step, (size_t)width);
}

static void run_block(int64_t block, int64_t blocks, void *context)
{
    const struct spreading *s = context;
    struct block_share share = share_of_block(s->count, block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        copy_row(s, row);
}

/* ---- Work ------------------------------------------------------------------------------------ */

static void run(const struct work *work, struct task_failure *failure)
{
    struct spreading s = {.scales = &work->inputs[0],
                          .ends = &work->inputs[1],
                          .rows = &work->outputs[0],
                          .columns = work->inputs[0].dims[1]};
    if (work->attributes != NULL)
        s.how = *(const struct quant_groups *)work->attributes;
    int64_t bytes = view_count(s.rows) * view_width(s.rows);
    (void)failure;
    s.count = s.columns > 0 ? view_count(s.rows) / s.columns : 0;
    ai_cores_run_function("spread_rows", run_block, blocks_for(bytes, BYTES_A_BLOCK, s.count), &s);
}
const struct l0_run quant_kernel_spread_rows = {.run = run};
