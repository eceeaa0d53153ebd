/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients of a layer norm, in one walk over its rows: those of the factors are sums over the
 * rows that the gradient of the input reads too. The numbers equal those of the formulas of
 * LayerNormGradV3 and LayerNormGradOfFactors: the same instructions work on the same lanes
 * (vector.h). A block has some of the 32 lanes, and so the rows that are joined to them. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/norm.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/memory.h"
#include "vector/vector.h"

#define RUN 4096 /* rows whose lanes are joined in float64 */
#define LANES VECTOR_FOLD_LANES
#define BLOCKS 16
#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)
#define COLUMNS_TOGETHER 64 /* columns that are joined together */
#define ALIGNED(columns) (((columns) + 15) & ~(int64_t)15)

enum input { DY, X, MEAN, RSTD, WEIGHT };
enum output { DX, DW, DB };
enum strip { STRIP_DY, STRIP_X, STRIP_D, STRIP_H, STRIP_PRODUCT, STRIPS };

struct gradient {
    const struct work *work;
    const struct vector_level *level;
    int64_t rows;
    int64_t columns;
    int64_t room;  /* columns of a row in scratch */
    int64_t first; /* first row of the run, and its number of rows */
    int64_t count;
    float *weight;
    float *lanes;   /* [lane][factors, summands][column] */
    double *totals; /* [factors, summands][column] */
    float *strips;  /* [block][strip][column] */
};

static int64_t last_count(const struct work_view *elements, int32_t last)
{
    int64_t count = 1;
    for (int32_t i = elements->rank - last; i < elements->rank; i++)
        count *= elements->dims[i];
    return count;
}

static int64_t columns_of(const struct work *work)
{
    return last_count(&work->outputs[DX], *(const int32_t *)work->attributes);
}

static uint64_t scratch_bytes(const struct work *work)
{
    int64_t row = ALIGNED(columns_of(work));
    return (uint64_t)row * ((1 + 2 * LANES + BLOCKS * STRIPS) * sizeof(float) + 2 * sizeof(double));
}

/* Prefetches some of the next row of dy and of x, and returns how many bytes. */
static int64_t ask(struct ahead ahead[2])
{
    return ahead_ask(&ahead[0], ASKED_BYTES / 2) + ahead_ask(&ahead[1], ASKED_BYTES / 2);
}

static char *strip(float *numbers)
{
    return (char *)numbers;
}

/* Numbers as float32: in place, or converted to the buffer. */
static char *read_numbers(const struct gradient *g, const struct work_view *view, int64_t number,
                          int64_t count, float *buffer)
{
    char *memory = view_element(view, number);
    if (view->type == ACL_FLOAT)
        return memory;
    g->level->casts[view->type][ACL_FLOAT](count, (char *const[]){memory, strip(buffer)});
    return strip(buffer);
}

static double sum_of(const struct gradient *g, const float *numbers)
{
    double total = 0;
    for (int64_t at = 0; at < g->columns; at += RUN) {
        _Alignas(64) float lanes[LANES] = {0};
        double sums[LANES];
        int64_t count = g->columns - at < RUN ? g->columns - at : RUN;
        g->level->folds[VECTOR_ADD][ACL_FLOAT](
            count, (char *const[]){(char *)(uintptr_t)(numbers + at), strip(lanes)});
        for (int i = 0; i < LANES; i++)
            sums[i] = (double)lanes[i];
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int i = 0; i < half; i++)
                sums[i] += sums[i + half];
        total = at == 0 ? sums[0] : total + sums[0];
    }
    return total;
}

static void write_row(const struct gradient *g, int64_t row, char *numbers)
{
    const struct work_view *dx = &g->work->outputs[DX];
    int64_t width = view_width(dx);
    char *memory = view_element(dx, row * g->columns);
    bool streams = g->rows * g->columns * width > STREAMED_BYTES;
    if (dx->type != ACL_FLOAT) {
        char *to = streams ? numbers : memory;
        g->level->casts[ACL_FLOAT][dx->type](g->columns, (char *const[]){numbers, to});
        if (!streams)
            return;
    }
    if (streams)
        memory_stream(memory, numbers, g->columns * width);
    else
        memcpy(memory, numbers, (size_t)(g->columns * width));
}

static void do_row(const struct gradient *g, float *strips, int64_t row, int64_t next, float *lane)
{
    const struct vector_level *level = g->level;
    const struct work_view *inputs = g->work->inputs;
    int64_t n = g->columns;
    float mean;
    float rstd;
    char *dy = read_numbers(g, &inputs[DY], row * n, n, strips + STRIP_DY * g->room);
    char *x = read_numbers(g, &inputs[X], row * n, n, strips + STRIP_X * g->room);
    char *m = read_numbers(g, &inputs[MEAN], row, 1, &mean);
    char *r = read_numbers(g, &inputs[RSTD], row, 1, &rstd);
    float *d = strips + STRIP_D * g->room;
    float *h = strips + STRIP_H * g->room;
    float *product = strips + STRIP_PRODUCT * g->room;
    float *summand = lane + g->room;
    int64_t row_bytes = n * view_width(&inputs[DY]);
    struct ahead ahead[2] = {{view_element(&inputs[DY], next * n), row_bytes},
                             {view_element(&inputs[X], next * n), row_bytes}};
    ask(ahead);
    level->operations[VECTOR_MUL][ACL_FLOAT](n, (char *const[]){dy, strip(g->weight), strip(d)});
    ask(ahead);
    level->rows[VECTOR_STANDARDIZE][ACL_FLOAT](n, (char *const[]){x, m, r, strip(h)});
    ask(ahead);
    float mean_of_d = (float)(sum_of(g, d) / (double)n);
    level->operations[VECTOR_MUL][ACL_FLOAT](n,
                                             (char *const[]){strip(d), strip(h), strip(product)});
    ask(ahead);
    float mean_of_dh = (float)(sum_of(g, product) / (double)n);
    ask(ahead);
    level->operations[VECTOR_AXPY][ACL_FLOAT](
        n, (char *const[]){strip(lane), dy, strip(h), strip(lane)});
    ask(ahead);
    level->operations[VECTOR_ADD][ACL_FLOAT](n,
                                             (char *const[]){strip(summand), dy, strip(summand)});
    ask(ahead);
    level->rows[VECTOR_NORM_GRADIENT][ACL_FLOAT](
        n, (char *const[]){strip(d), strip(h), r, strip(&mean_of_d), strip(&mean_of_dh),
                           strip(product)});
    while (ask(ahead) > 0)
        continue;
    write_row(g, row, strip(product));
}

/* Does the rows of a run that are joined to a block's lanes. */
static void do_lanes(int64_t block, int64_t blocks, void *context)
{
    const struct gradient *g = context;
    struct block_share share = share_of_block(LANES, block, blocks);
    float *lanes = g->lanes + share.first * 2 * g->room;
    float *strips = g->strips + block * STRIPS * g->room;
    memset(lanes, 0, (size_t)((share.past - share.first) * 2 * g->room) * sizeof *lanes);
    for (int64_t base = 0; base < g->count; base += LANES)
        for (int64_t lane = share.first; lane < share.past && base + lane < g->count; lane++) {
            int64_t row = base + lane;
            int64_t next = lane + 1 < share.past ? row + 1 : base + LANES + share.first;
            do_row(g, strips, g->first + row, g->first + (next < g->count ? next : row),
                   g->lanes + lane * 2 * g->room);
        }
    memory_stream_end();
}

/* Joins the lanes of some columns in pairs, and adds the run to the runs before it. */
static void join_columns(int64_t block, int64_t blocks, void *context)
{
    const struct gradient *g = context;
    struct block_share share = share_of_block(2 * g->room / 16, block, blocks);
    for (int64_t at = share.first * 16; at < share.past * 16; at += COLUMNS_TOGETHER) {
        double sums[LANES][COLUMNS_TOGETHER];
        int64_t count = share.past * 16 - at < COLUMNS_TOGETHER ? share.past * 16 - at
                                                                : COLUMNS_TOGETHER;
        for (int lane = 0; lane < LANES; lane++)
            for (int64_t c = 0; c < count; c++)
                sums[lane][c] = (double)g->lanes[lane * 2 * g->room + at + c];
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; lane++)
                for (int64_t c = 0; c < count; c++)
                    sums[lane][c] += sums[lane + half][c];
        for (int64_t c = 0; c < count; c++)
            g->totals[at + c] = g->first == 0 ? sums[0][c] : g->totals[at + c] + sums[0][c];
    }
}

static void write_totals(const struct gradient *g, const struct work_view *view,
                         const double *totals)
{
    for (int64_t c = 0; c < g->columns; c++) {
        float total = totals[c] == totals[c] ? (float)totals[c] : __builtin_nanf("");
        memcpy(view_element(view, c), &total, sizeof total);
    }
}

static void run_gradient(const struct work *work, struct task_failure *failure)
{
    struct gradient g = {
        .work = work,
        .level = &vector_levels[ai_cores_level()],
        .columns = columns_of(work),
        .weight = (float *)(void *)work->scratch,
    };
    (void)failure;
    g.rows = view_count(&work->outputs[DX]) / g.columns;
    g.room = ALIGNED(g.columns);
    g.totals = (double *)(void *)(g.weight + g.room);
    g.lanes = (float *)(void *)(g.totals + 2 * g.room);
    g.strips = g.lanes + 2 * LANES * g.room;
    const struct work_view *weight = &work->inputs[WEIGHT];
    bool is_one = view_count(weight) == 1;
    char *factors = read_numbers(&g, weight, 0, is_one ? 1 : g.columns, g.weight);
    if (is_one)
        strip_fill(sizeof(float), strip(g.weight), factors, g.columns);
    else if (factors != strip(g.weight))
        memcpy(g.weight, factors, (size_t)g.columns * sizeof *g.weight);
    for (; g.first < g.rows; g.first += RUN) {
        g.count = g.rows - g.first < RUN ? g.rows - g.first : RUN;
        int64_t blocks = blocks_for(g.count * g.columns, ELEMENTS_A_BLOCK, BLOCKS);
        ai_cores_run_function("layer norm gradient", do_lanes, blocks, &g);
        ai_cores_run_function("layer norm gradient", join_columns,
                              blocks_for(LANES * 2 * g.room, ELEMENTS_A_BLOCK, BLOCKS), &g);
    }
    write_totals(&g, &work->outputs[DW], g.totals);
    write_totals(&g, &work->outputs[DB], g.totals + g.room);
}
const struct l0_run norm_kernel_layer_norm_gradient = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_gradient};
