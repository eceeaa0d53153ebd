/* SPDX-License-Identifier: Apache-2.0 */
/* Rows moved to places and from places. A row without a place, or a place without a row, is 0. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/moe/moe.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/memory.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)256 << 10)

struct moving {
    const struct work_view *from;
    const struct work_view *to;
    const int64_t *sources; /* the row of `from` for each row of `to`; -1: none */
    int64_t rows;
    int64_t columns;
    bool is_dense;
    bool streams; /* rows are written past the caches */
};

/* How many bytes of the next row are asked for. */
#define AHEAD_BYTES ((int64_t)4 << 10)

/* ---- Rows ------------------------------------------------------------------------------------ */

static int64_t columns_of(const struct work_view *view)
{
    int64_t columns = 1;
    for (int32_t i = 1; i < view->rank; i++)
        columns *= view->dims[i];
    return columns;
}

/* Whether the elements of a row lie side by side. */
static bool has_dense_rows(const struct work_view *view)
{
    struct work_view row = *view;
    row.rank--;
    row.dims++;
    row.strides++;
    return view_is_ordered(&row);
}

static const char *dense_source(const struct moving *m, int64_t row)
{
    return m->from->address + m->sources[row] * m->from->strides[0] * view_width(m->from);
}

static void move_row(const struct moving *m, int64_t row)
{
    int64_t width = view_width(m->to);
    int64_t source = m->sources[row];
    char *to = m->to->address + row * m->to->strides[0] * width;
    if (m->is_dense && source >= 0 && m->streams)
        memory_stream(to, dense_source(m, row), m->columns * width);
    else if (m->is_dense && source >= 0)
        memcpy(to, dense_source(m, row), (size_t)(m->columns * width));
    else if (m->is_dense)
        memset(to, 0, (size_t)(m->columns * width));
    else
        for (int64_t i = 0; i < m->columns; i++) {
            to = view_element(m->to, row * m->columns + i);
            if (source >= 0)
                memcpy(to, view_element(m->from, source * m->columns + i), (size_t)width);
            else
                memset(to, 0, (size_t)width);
        }
}

static void move_block(int64_t block, int64_t blocks, void *context)
{
    const struct moving *m = context;
    struct block_share share = share_of_block(m->rows, block, blocks);
    int64_t ahead = least(m->columns * view_width(m->from), AHEAD_BYTES);
    for (int64_t row = share.first; row < share.past; row++) {
        if (m->streams && row + 1 < share.past && m->sources[row + 1] >= 0)
            memory_ask_early(dense_source(m, row + 1), ahead);
        move_row(m, row);
    }
    if (m->streams)
        memory_stream_end();
}

/* Whether rows are worth writing past the caches. */
static bool streams(const struct moving *m)
{
    int64_t row = m->columns * view_width(m->to);
    return m->is_dense && m->rows * row > STREAMED_BYTES &&
           memory_streams(m->to->address + m->to->strides[0] * view_width(m->to), row);
}

static void move_rows(const struct work *work, const int64_t *sources)
{
    const struct work_view *from = &work->inputs[0];
    const struct work_view *to = &work->outputs[0];
    struct moving m = {
        from, to, sources, to->dims[0], columns_of(to), has_dense_rows(from) && has_dense_rows(to),
        false};
    m.streams = streams(&m);
    if (m.columns > 0)
        ai_cores_run_function(
            "move_rows", move_block,
            blocks_for(m.rows * m.columns * view_width(to), BYTES_A_BLOCK, m.rows), &m);
}

static uint64_t source_bytes(const struct work *work)
{
    return (uint64_t)work->outputs[0].dims[0] * sizeof(int64_t);
}

static int64_t place_at(const struct work_view *places, int64_t number)
{
    return index_at(view_element(places, number), places->type == ACL_INT64);
}

/* The row of a place, of so many; -1 where it has none. */
static int64_t row_within(const struct moe_bounds *bounds, int64_t place, int64_t rows)
{
    uint64_t row = (uint64_t)place - (uint64_t)bounds->first;
    bool is_past = bounds->is_bounded && place >= bounds->past;
    return place >= bounds->first && !is_past && row < (uint64_t)rows ? (int64_t)row : -1;
}

/* ---- From places ----------------------------------------------------------------------------- */

static void run_take(const struct work *work, struct task_failure *failure)
{
    const struct moe_taking *taking = work->attributes;
    const struct work_view *places = &work->inputs[1];
    int64_t *sources = (int64_t *)(void *)work->scratch;
    int64_t rows = work->outputs[0].dims[0];
    int64_t tokens = rows / taking->chosen;
    int64_t limit = work->inputs[0].dims[0];
    (void)failure;
    for (int64_t i = 0; i < rows; i++) {
        int64_t number = taking->by_column ? i % taking->chosen * tokens + i / taking->chosen : i;
        sources[i] = row_within(&taking->bounds, place_at(places, number), limit);
    }
    move_rows(work, sources);
}
const struct l0_run moe_kernel_take_rows = {
    .scratch_bytes = source_bytes, .scratch_steers = true, .run = run_take};

/* ---- To places ------------------------------------------------------------------------------- */

static void run_put(const struct work *work, struct task_failure *failure)
{
    const struct moe_putting *putting = work->attributes;
    const struct work_view *places = &work->inputs[1];
    int64_t *sources = (int64_t *)(void *)work->scratch;
    int64_t rows = work->outputs[0].dims[0];
    int64_t count = view_count(places);
    int64_t given = work->inputs[0].dims[0];
    (void)failure;
    for (int64_t i = 0; i < rows; i++)
        sources[i] = -1;
    for (int64_t i = 0; i < count; i++) {
        int64_t row = row_within(&putting->bounds, place_at(places, i), rows);
        if (row >= 0)
            sources[row] = putting->repeated > 0 ? i / putting->repeated : i % given;
    }
    move_rows(work, sources);
}
const struct l0_run moe_kernel_put_rows = {
    .scratch_bytes = source_bytes, .scratch_steers = true, .run = run_put};
