/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients of a layer norm or an RMS norm, in one walk over its rows: those of the factors are
 * sums over the rows that the gradient of the input reads too. The numbers equal those of the
 * formulas of LayerNormGradV3 and LayerNormGradOfFactors, or RmsNormGrad and RmsNormGradGamma: the
 * same operations work on the same lanes (vector.h). A block has some of the 32 lanes, and so the
 * rows that are joined to them. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/norm.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define BLOCKS 16
#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)
#define COLUMNS_TOGETHER 64 /* columns that are joined together */

enum { DY, X, STATISTICS }; /* then the mean if there is one, rstd, and the weight */
enum { DX, DW, DB };
enum strip { STRIP_DY, STRIP_X, STRIP_DX, STRIPS };

struct gradient {
    const struct work *work;
    const struct vector_level *level;
    int64_t rows;
    int64_t columns;
    bool streams;
    const struct work_view *mean; /* NULL: it is 0, and the gradient has none taken away */
    const struct work_view *rstd;
    int64_t room;  /* columns of a row in scratch */
    int64_t first; /* first row of the run, and its number of rows */
    int64_t count;
    const any_float *weight;
    float *lanes;   /* [lane][factors, summands][column] */
    double *totals; /* [factors, summands][column] */
    float *strips;  /* [block][strip][column] */
};

static uint64_t scratch_bytes(const struct work *work)
{
    int64_t row = room_of_row(work);
    return (uint64_t)row * ((1 + 2 * LANES + BLOCKS * STRIPS) * sizeof(float) + 2 * sizeof(double));
}

/* A row whose gradient is computed, and the lanes that its summands are added to. */
struct row {
    const any_float *dy;
    const any_float *x;
    const any_float *weight;
    float mean;
    float rstd;
    float *factors;
    float *summands;
    const char *dy_ahead; /* the next row */
    const char *x_ahead;
};

static inline float standardized(struct row r, int64_t at)
{
    return (r.x[at] - r.mean) * r.rstd;
}

static inline floats standardized_floats(struct row r, int64_t at)
{
    return (floats_at(r.x + at) - r.mean) * r.rstd;
}

/* Adds elements [first, past) to the lanes, and sums d = dy * weight and d * h, with h the
 * standardized x. */
static inline void add_run(struct row r, int64_t width, int64_t first, int64_t past, double sums[2])
{
    float lanes[2][LANES];
    floats sum[REGISTERS] = {{0}};
    floats sum_of_products[REGISTERS] = {{0}};
    int64_t at = first;
    for (; at + LANES <= past; at += LANES) {
        memory_ask_early(r.dy_ahead + at * width, LANES * width);
        memory_ask_early(r.x_ahead + at * width, LANES * width);
        EACH_REGISTER(v)
        {
            int64_t column = at + v * REGISTER;
            floats dy = floats_at(r.dy + column);
            floats d = dy * floats_at(r.weight + column);
            floats h = standardized_floats(r, column);
            sum[v] += d;
            sum_of_products[v] += d * h;
            put_floats(r.factors + column, floats_at(r.factors + column) + dy * h);
            put_floats(r.summands + column, floats_at(r.summands + column) + dy);
        }
    }
    memcpy(lanes[0], sum, sizeof lanes[0]);
    memcpy(lanes[1], sum_of_products, sizeof lanes[1]);
    for (int lane = 0; at + lane < past; lane++) {
        float dy = r.dy[at + lane];
        float d = dy * r.weight[at + lane];
        float h = standardized(r, at + lane);
        lanes[0][lane] += d;
        lanes[1][lane] += d * h;
        r.factors[at + lane] += dy * h;
        r.summands[at + lane] += dy;
    }
    for (int i = 0; i < 2; i++)
        sums[i] = first == 0 ? joined(lanes[i]) : sums[i] + joined(lanes[i]);
}

static void gradient_of_row(struct row r, const double sums[2], const struct row_output out)
{
    float mean_of_d = (float)(sums[0] / (double)out.columns);
    float mean_of_dh = (float)(sums[1] / (double)out.columns);
    int64_t at = 0;
    for (; at + REGISTER <= out.columns; at += REGISTER) {
        floats d = floats_at(r.dy + at) * floats_at(r.weight + at);
        floats h = standardized_floats(r, at);
        put_register(&out, at, with_one_nan(r.rstd * (d - mean_of_d - h * mean_of_dh)));
    }
    for (; at < out.columns; at++) {
        float d = r.dy[at] * r.weight[at];
        float h = standardized(r, at);
        out.numbers[at] = number_with_one_nan(r.rstd * (d - mean_of_d - h * mean_of_dh));
    }
}

static void do_row(const struct gradient *g, float *strips, int64_t row, int64_t next, float *lane)
{
    const struct vector_level *level = g->level;
    const struct work_view *dy = &g->work->inputs[DY];
    const struct work_view *x = &g->work->inputs[X];
    int64_t n = g->columns;
    double sums[2] = {0, 0};
    struct row_output out = row_output_of(&g->work->outputs[DX], row, n, g->streams,
                                          strips + STRIP_DX * g->room);
    struct row r = {
        .dy = numbers_at(level, dense_element(dy, row * n), dy->type, n,
                         strips + STRIP_DY * g->room),
        .x = numbers_at(level, dense_element(x, row * n), x->type, n, strips + STRIP_X * g->room),
        .weight = g->weight,
        .mean = g->mean == NULL ? 0 : number_of_row(level, g->mean, row),
        .rstd = number_of_row(level, g->rstd, row),
        .factors = lane,
        .summands = lane + g->room,
        .dy_ahead = dense_element(dy, next * n),
        .x_ahead = dense_element(x, next * n),
    };
    for (int64_t first = 0; first < n; first += RUN)
        add_run(r, view_width(dy), first, n - first < RUN ? n : first + RUN, sums);
    if (g->mean == NULL)
        sums[0] = 0;
    gradient_of_row(r, sums, out);
    put_row(level, &out);
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

static void run_gradient(const struct work *work, bool has_mean)
{
    struct gradient g = {
        .work = work,
        .mean = has_mean ? &work->inputs[STATISTICS] : NULL,
        .rstd = &work->inputs[STATISTICS + has_mean],
        .level = &vector_levels[ai_cores_level()],
        .columns = columns_of_rows(work),
    };
    float *scratch = (float *)(void *)work->scratch;
    g.rows = view_count(&work->outputs[DX]) / g.columns;
    g.room = room_of_row(work);
    g.streams = g.rows * g.columns * view_width(&work->outputs[DX]) > STREAMED_BYTES;
    g.weight = factors_of(g.level, &work->inputs[STATISTICS + has_mean + 1], g.columns, scratch);
    g.totals = (double *)(void *)(scratch + g.room);
    g.lanes = (float *)(void *)(g.totals + 2 * g.room);
    g.strips = g.lanes + 2 * LANES * g.room;
    for (; g.first < g.rows; g.first += RUN) {
        g.count = g.rows - g.first < RUN ? g.rows - g.first : RUN;
        int64_t blocks = blocks_for(g.count * g.columns, ELEMENTS_A_BLOCK, BLOCKS);
        ai_cores_run_function("norm gradient", do_lanes, blocks, &g);
        ai_cores_run_function("norm gradient", join_columns,
                              blocks_for(LANES * 2 * g.room, ELEMENTS_A_BLOCK, BLOCKS), &g);
    }
    write_totals(&g, &work->outputs[DW], g.totals);
    if (has_mean)
        write_totals(&g, &work->outputs[DB], g.totals + g.room);
}

static void run_layer_norm_gradient(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_gradient(work, true);
}

static void run_rms_norm_gradient(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_gradient(work, false);
}

const struct l0_run norm_kernel_layer_norm_gradient = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_layer_norm_gradient};
const struct l0_run norm_kernel_rms_norm_gradient = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_rms_norm_gradient};
