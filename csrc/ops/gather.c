/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gather: out[a, i, b] = self[a, index[i], b]. What lies behind the dimension is a row, copied in
 * one piece where it is dense in both tensors, and rows are shared out among the AI cores. An index
 * out of range leaves its rows of out as they are; the lowest such position is reported.
 */
#include "ops/gather.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "executor/schedule.h"
#include "runtime/ai_cores.h"
#include "tensor/layout.h"

/* A block must be worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)256 << 10)
#define MAX_BLOCKS 64

/* The dims before the one that is gathered along, or behind it, with the strides of both tensors.
 */
struct walk {
    int32_t rank;
    int64_t count;
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t from[TENSOR_MAX_DIMS]; /* bytes */
    int64_t to[TENSOR_MAX_DIMS];
};

struct gather {
    struct walk outer;
    struct walk row;
    int64_t dense; /* bytes at the end of a row that lie together in both tensors */
    int64_t places;
    int64_t limit;
    int64_t from_stride; /* bytes from one place to the next */
    int64_t to_stride;
    int64_t index_stride;
    bool wide; /* indices are int64, not int32 */
    const char *from;
    char *to;
    const char *index;
    _Atomic int64_t bad; /* the lowest position out of range */
};

static void add_dim(struct walk *walk, int64_t dim, int64_t from, int64_t to)
{
    walk->dims[walk->rank] = dim;
    walk->from[walk->rank] = from;
    walk->to[walk->rank] = to;
    walk->rank++;
    walk->count *= dim;
}

/* Takes the last dims off a row as long as both tensors are dense in them. */
static void join_dense(struct gather *g, int64_t width)
{
    struct walk *row = &g->row;
    g->dense = width;
    while (row->rank > 0) {
        int32_t last = row->rank - 1;
        if (row->dims[last] != 1 && (row->from[last] != g->dense || row->to[last] != g->dense))
            return;
        g->dense *= row->dims[last];
        row->count /= row->dims[last];
        row->rank--;
    }
}

static void prepare(struct gather *g, const struct work *work)
{
    const struct gather_attributes *attributes = work->attributes;
    const struct work_view *from = &work->inputs[0];
    const struct work_view *index = &work->inputs[1];
    const struct work_view *to = &work->outputs[0];
    int64_t width = data_type_bits(from->type) / 8;
    memset(g, 0, sizeof *g);
    g->outer.count = 1;
    g->row.count = 1;
    for (int32_t i = 0; i < from->rank; i++)
        if (i != attributes->dim)
            add_dim(i < attributes->dim ? &g->outer : &g->row, from->dims[i],
                    from->strides[i] * width, to->strides[i] * width);
    join_dense(g, width);
    g->places = index->dims[0];
    g->limit = from->dims[attributes->dim];
    g->from_stride = from->strides[attributes->dim] * width;
    g->to_stride = to->strides[attributes->dim] * width;
    g->wide = index->type == ACL_INT64;
    g->index_stride = index->strides[0] * (g->wide ? 8 : 4);
    g->from = from->address;
    g->to = to->address;
    g->index = index->address;
    atomic_init(&g->bad, INT64_MAX);
}

/* The distances of the element with this number in a walk. */
static void find(const struct walk *walk, int64_t number, int64_t *from, int64_t *to)
{
    for (int32_t i = walk->rank - 1; i >= 0; i--) {
        int64_t at = number % walk->dims[i];
        *from += at * walk->from[i];
        *to += at * walk->to[i];
        number /= walk->dims[i];
    }
}

static void copy_row(const struct gather *g, const char *from, char *to)
{
    if (g->row.count == 1) {
        memcpy(to, from, (size_t)g->dense);
        return;
    }
    for (int64_t i = 0; i < g->row.count; i++) {
        int64_t source = 0;
        int64_t target = 0;
        find(&g->row, i, &source, &target);
        memcpy(to + target, from + source, (size_t)g->dense);
    }
}

static int64_t index_at(const struct gather *g, int64_t place)
{
    const char *address = g->index + place * g->index_stride;
    int64_t wide;
    int32_t narrow;
    if (g->wide) {
        memcpy(&wide, address, sizeof wide); /* an operand may lie at any address */
        return wide;
    }
    memcpy(&narrow, address, sizeof narrow);
    return narrow;
}

static void note_bad(struct gather *g, int64_t place)
{
    int64_t lowest = atomic_load(&g->bad);
    while (place < lowest && !atomic_compare_exchange_weak(&g->bad, &lowest, place))
        continue;
}

static void gather_block(int64_t block, int64_t blocks, void *context)
{
    struct gather *g = context;
    int64_t rows = g->outer.count * g->places;
    int64_t share = rows / blocks;
    int64_t rest = rows % blocks;
    int64_t first = block * share + (block < rest ? block : rest);
    int64_t past = first + share + (block < rest);
    for (int64_t i = first; i < past; i++) {
        int64_t place = i % g->places;
        int64_t index = index_at(g, place);
        int64_t from = 0;
        int64_t to = 0;
        if (index < 0 || index >= g->limit) {
            note_bad(g, place);
            continue;
        }
        find(&g->outer, i / g->places, &from, &to);
        copy_row(g, g->from + from + index * g->from_stride, g->to + to + place * g->to_stride);
    }
}

static void run_gather_work(const struct work *work, struct task_failure *failure)
{
    struct gather g;
    prepare(&g, work);
    int64_t bytes = g.outer.count * g.places * g.row.count * g.dense;
    int64_t blocks = bytes / BYTES_A_BLOCK + 1;
    blocks = blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS;
    if (blocks == 1)
        gather_block(0, 1, &g);
    else
        ai_cores_run_function("gather", gather_block, blocks, &g);
    int64_t bad = atomic_load(&g.bad);
    if (bad == INT64_MAX)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "index[%" PRId64 "] is %" PRId64 "; every index must be in [0, %" PRId64 ")", bad,
             index_at(&g, bad), g.limit);
}

extern const struct l0_run run_gather;
const struct l0_run run_gather = {.run = run_gather_work};
