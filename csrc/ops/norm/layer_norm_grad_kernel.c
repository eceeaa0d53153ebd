/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients of a layer norm or an RMS norm, in one walk over its rows: those of the factors are
 * sums over the rows that the gradient of the input reads too. The numbers equal those of the
 * formulas of LayerNormGradV3 and LayerNormGradOfFactors, or RmsNormGrad and RmsNormGradGamma: the
 * same operations work on the same lanes (vector.h). A block has some of the 32 lanes of a run of
 * rows, and so the rows that are joined to them. Short rows are worked on together. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/norm.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/row_lanes.h"

#define BLOCKS 16
#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)
#define COLUMNS_TOGETHER 64 /* columns that are joined together */

/* Rows of at most so many columns are short. Of the shortest a block has whole runs, whose lanes
 * the first-level cache holds. */
#define SHORT_COLUMNS 256
#define SHORTEST_COLUMNS 64
#define PARTS 4 /* of the lanes of a run, of other short rows */

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
    bool has_means_in_order;
    bool has_rstds_in_order;
    int64_t room;  /* columns of a row in scratch: whole lanes */
    int64_t first; /* first row of the runs, and their number of rows */
    int64_t count;
    int64_t runs;  /* that lanes are kept of */
    int64_t parts; /* of the lanes of a run */
    const any_float *weight;
    float *lanes;   /* [run][lane][factors, summands][column] */
    double *totals; /* [factors, summands][column] */
    float *strips;  /* [block][strip][column] */
};

static int64_t room_of_lanes(const struct work *work)
{
    return (columns_of_rows(work) + LANES - 1) / LANES * LANES;
}

static int64_t rows_of(const struct work *work)
{
    return view_count(&work->outputs[DX]) / columns_of_rows(work);
}

static int64_t parts_of(int64_t columns)
{
    return columns > SHORTEST_COLUMNS ? PARTS : 1;
}

static int64_t kept_runs(const struct work *work)
{
    int64_t columns = columns_of_rows(work);
    int64_t runs = (rows_of(work) + RUN - 1) / RUN;
    int64_t most = columns > SHORT_COLUMNS ? 1 : BLOCKS / parts_of(columns);
    return runs < most ? runs : most;
}

/* The columns of the rows that are worked on together. */
static int64_t strip_room(const struct work *work)
{
    int64_t room = room_of_lanes(work);
    return columns_of_rows(work) > SHORT_COLUMNS ? room : room * TOGETHER;
}

static uint64_t scratch_bytes(const struct work *work)
{
    int64_t row = room_of_lanes(work);
    int64_t lanes = kept_runs(work) * 2 * LANES;
    return (uint64_t)row * ((uint64_t)(1 + lanes) * sizeof(float) + 2 * sizeof(double)) +
           (uint64_t)strip_room(work) * BLOCKS * STRIPS * sizeof(float);
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

/* ---- Short rows ------------------------------------------------------------------------------ */

/* Rows that follow each other, TOGETHER at most, and what they are added to. */
struct rows {
    const char *dy;
    const char *x;
    char *dx;
    int64_t count;
    int64_t columns;
    int64_t room; /* columns of lanes */
    const any_float *weight;
    bool has_mean;
    float means[TOGETHER];
    float rstds[TOGETHER];
    float *lanes; /* of the first one */
};

/* Adds a row to the lanes, and leaves its sums of d and d * h in a register each. */
INLINE void add_row(enum type type, const struct rows *r, int64_t columns, int64_t row,
                    doubles sums[2])
{
    const any_float *weight = r->weight;
    const char *dy = r->dy + row * columns * width_of(type);
    const char *x = r->x + row * columns * width_of(type);
    const float mean = r->means[row];
    const float rstd = r->rstds[row];
    float *factors = r->lanes + row * 2 * r->room;
    float *summands = factors + r->room;
    floats of_d[REGISTERS] = {{0}};
    floats of_dh[REGISTERS] = {{0}};
    int64_t at = 0;
    for (; at + LANES <= columns; at += LANES)
        EACH_REGISTER(v)
        {
            const int64_t column = at + v * REGISTER;
            const floats dys = elements_at(type, dy, column);
            const floats d = dys * floats_at(weight + column);
            const floats h = (elements_at(type, x, column) - mean) * rstd;
            of_d[v] += d;
            of_dh[v] += d * h;
            put_floats(factors + column, floats_at((any_float *)factors + column) + dys * h);
            put_floats(summands + column, floats_at((any_float *)summands + column) + dys);
        }
    if (at < columns) {
        const int past = (int)(columns - at);
        floats dys[REGISTERS];
        floats xs[REGISTERS];
        some_lanes_of(type, dy + at * width_of(type), 0, past, dys);
        some_lanes_of(type, x + at * width_of(type), 0, past, xs);
        EACH_REGISTER(v)
        {
            const int64_t column = at + v * REGISTER;
            const floats d = dys[v] * floats_at(weight + column);
            const floats h = (xs[v] - mean) * rstd;
            of_d[v] += kept_lanes(d, v, 0, past);
            of_dh[v] += kept_lanes(d * h, v, 0, past);
            put_floats(factors + column, floats_at((any_float *)factors + column) + dys[v] * h);
            put_floats(summands + column, floats_at((any_float *)summands + column) + dys[v]);
        }
    }
    sums[0] = joined_lanes(SUM, of_d);
    sums[1] = joined_lanes(SUM, of_dh);
}

INLINE void do_columns(enum type type, const struct rows *r, int64_t columns)
{
    const any_float *weight = r->weight;
    doubles parts[2][TOGETHER];
    float means[2][TOGETHER];
    for (int64_t row = 0; row < TOGETHER; row++) {
        doubles sums[2] = {{0}};
        if (row < r->count)
            add_row(type, r, columns, row, sums);
        parts[0][row] = r->has_mean ? sums[0] : (doubles){0};
        parts[1][row] = sums[1];
    }
    means_of_rows(parts[0], columns, means[0]);
    means_of_rows(parts[1], columns, means[1]);
    for (int64_t row = 0; row < r->count; row++) {
        const char *dy = r->dy + row * columns * width_of(type);
        const char *x = r->x + row * columns * width_of(type);
        char *dx = r->dx + row * columns * width_of(type);
        const float mean = r->means[row];
        const float rstd = r->rstds[row];
        const float mean_of_d = means[0][row];
        const float mean_of_dh = means[1][row];
        for (int64_t at = 0; at < columns; at += REGISTER) {
            const floats d = register_at(type, dy, at, columns) * floats_at(weight + at);
            const floats h = (register_at(type, x, at, columns) - mean) * rstd;
            put_register_at(type, dx, at, columns,
                            with_one_nan(rstd * (d - mean_of_d - h * mean_of_dh)));
        }
    }
}

/* The shortest rows of whole lanes need no loop, others of whole lanes nothing behind it. */
INLINE void do_typed(enum type type, const struct rows *r)
{
    const int64_t whole = r->columns / LANES;
    if (r->columns == LANES)
        do_columns(type, r, LANES);
    else if (r->columns == whole * LANES)
        do_columns(type, r, whole * LANES);
    else
        do_columns(type, r, r->columns);
}

/* The numbers of TOGETHER rows at most. */
INLINE void read_statistic(const struct vector_level *level, const struct work_view *view,
                           bool is_ordered, int64_t first, int64_t count, float *numbers)
{
    const char *memory = dense_element(view, first);
    if (!is_ordered) {
        for (int64_t i = 0; i < count; i++)
            numbers[i] = number_of_row(level, view, first + i);
    } else if (view->type == ACL_FLOAT) {
        memcpy(numbers, memory, (size_t)count * sizeof *numbers);
    } else {
#if defined(HAS_HALVES)
        char rest[sizeof(halves)] = {0};
        if (count == TOGETHER)
            memcpy(rest, memory, TOGETHER * sizeof(uint16_t));
        else
            memcpy(rest, memory, (size_t)count * sizeof(uint16_t));
        const floats values = widened(rest, view->type == ACL_BF16);
        memcpy(numbers, &values, TOGETHER * sizeof *numbers);
#else
        numbers_at(level, memory, view->type, count, numbers);
#endif
    }
}

/* Rows of lanes that follow each other. */
static void do_together(const struct gradient *g, float *strips, int64_t first, int64_t count,
                        float *lanes)
{
    const struct work_view *dy = &g->work->inputs[DY];
    const struct work_view *x = &g->work->inputs[X];
    const struct work_view *dx = &g->work->outputs[DX];
    const int64_t room = g->room * TOGETHER;
    const int64_t elements = count * g->columns;
    char *memory = dense_element(dx, first * g->columns);
    char *results = strip_of(strips + STRIP_DX * room);
    struct rows r = {.dy = dense_element(dy, first * g->columns),
                     .x = dense_element(x, first * g->columns),
                     .dx = g->streams ? results : memory,
                     .count = count,
                     .columns = g->columns,
                     .room = g->room,
                     .weight = g->weight,
                     .has_mean = g->mean != NULL,
                     .lanes = lanes};
    if (g->mean != NULL)
        read_statistic(g->level, g->mean, g->has_means_in_order, first, count, r.means);
    read_statistic(g->level, g->rstd, g->has_rstds_in_order, first, count, r.rstds);
    if (dx->type == ACL_FLOAT) {
        do_typed(FLOAT32_ROW, &r);
    } else {
#if defined(HAS_HALVES)
        if (dx->type == ACL_BF16)
            do_typed(BFLOAT16_ROW, &r);
        else
            do_typed(FLOAT16_ROW, &r);
#else
        char *to = r.dx;
        r.dy = strip_of(numbers_at(g->level, r.dy, dx->type, elements, strips + STRIP_DY * room));
        r.x = strip_of(numbers_at(g->level, r.x, dx->type, elements, strips + STRIP_X * room));
        r.dx = results;
        do_typed(FLOAT32_ROW, &r);
        g->level->casts[ACL_FLOAT][dx->type](elements, (char *const[]){results, to});
#endif
    }
    if (g->streams)
        memory_stream(memory, results, elements * view_width(dx));
}

/* Does the rows of some runs that are joined to parts of their lanes. */
static void do_short_rows(int64_t block, int64_t blocks, void *context)
{
    const struct gradient *g = context;
    const int64_t runs = (g->count + RUN - 1) / RUN;
    const int64_t each = LANES / g->parts;
    const int64_t width = view_width(&g->work->inputs[DY]);
    struct block_share share = share_of_block(runs * g->parts, block, blocks);
    float *strips = g->strips + block * STRIPS * g->room * TOGETHER;
    for (int64_t part = share.first; part < share.past; part++) {
        const int64_t first = part / g->parts * RUN;
        const int64_t past = g->count - first < RUN ? g->count : first + RUN;
        float *lanes = g->lanes + part * each * 2 * g->room;
        memset(lanes, 0, (size_t)(each * 2 * g->room) * sizeof *lanes);
        for (int64_t base = first + part % g->parts * each; base < past; base += LANES)
            for (int64_t lane = 0; lane < each && base + lane < past; lane += TOGETHER) {
                const int64_t row = base + lane;
                const int64_t left = past - row;
                const int64_t ahead = g->first + row + (g->parts > 1 ? LANES : 2 * TOGETHER);
                const int64_t bytes = TOGETHER * g->columns * width;
                if (row + LANES < past) {
                    memory_ask_early(dense_element(&g->work->inputs[DY], ahead * g->columns),
                                     bytes);
                    memory_ask_early(dense_element(&g->work->inputs[X], ahead * g->columns), bytes);
                }
                do_together(g, strips, g->first + row, left < TOGETHER ? left : TOGETHER,
                            lanes + lane * 2 * g->room);
            }
    }
    memory_stream_end();
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* Joins the lanes of some columns in pairs, and adds each run to the runs before it. */
static void join_columns(int64_t block, int64_t blocks, void *context)
{
    const struct gradient *g = context;
    const int64_t runs = (g->count + RUN - 1) / RUN;
    struct block_share share = share_of_block(2 * g->room / 16, block, blocks);
    for (int64_t at = share.first * 16; at < share.past * 16; at += COLUMNS_TOGETHER) {
        double sums[LANES][COLUMNS_TOGETHER];
        int64_t count = share.past * 16 - at < COLUMNS_TOGETHER ? share.past * 16 - at
                                                                : COLUMNS_TOGETHER;
        for (int64_t run = 0; run < runs; run++) {
            const float *lanes = g->lanes + run * LANES * 2 * g->room;
            for (int lane = 0; lane < LANES; lane++)
                for (int64_t c = 0; c < count; c++)
                    sums[lane][c] = (double)lanes[lane * 2 * g->room + at + c];
            for (int half = LANES / 2; half > 0; half /= 2)
                for (int lane = 0; lane < half; lane++)
                    for (int64_t c = 0; c < count; c++)
                        sums[lane][c] += sums[lane + half][c];
            for (int64_t c = 0; c < count; c++)
                g->totals[at + c] = g->first + run == 0 ? sums[0][c]
                                                        : g->totals[at + c] + sums[0][c];
        }
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
        .rows = rows_of(work),
        .room = room_of_lanes(work),
        .runs = kept_runs(work),
    };
    float *scratch = (float *)(void *)work->scratch;
    const bool are_short = g.columns <= SHORT_COLUMNS;
    g.streams = g.rows * g.columns * view_width(&work->outputs[DX]) > STREAMED_BYTES;
    g.parts = parts_of(g.columns);
    g.has_means_in_order = has_mean && view_is_ordered(g.mean);
    g.has_rstds_in_order = view_is_ordered(g.rstd);
    g.weight = factors_of(g.level, &work->inputs[STATISTICS + has_mean + 1], g.columns, scratch);
    if (are_short && g.weight != (any_float *)scratch) {
        memcpy(scratch, (const void *)g.weight, (size_t)g.columns * sizeof *scratch);
        g.weight = (any_float *)scratch;
    }
    if (are_short)
        memset(scratch + g.columns, 0, (size_t)(g.room - g.columns) * sizeof *scratch);
    g.totals = (double *)(void *)(scratch + g.room);
    g.lanes = (float *)(void *)(g.totals + 2 * g.room);
    g.strips = g.lanes + g.runs * 2 * LANES * g.room;
    for (; g.first < g.rows; g.first += g.runs * RUN) {
        g.count = g.rows - g.first < g.runs * RUN ? g.rows - g.first : g.runs * RUN;
        int64_t blocks = blocks_for(g.count * g.columns, ELEMENTS_A_BLOCK, BLOCKS);
        int64_t shares = (g.count + RUN - 1) / RUN * g.parts;
        if (are_short)
            ai_cores_run_function("norm gradient", do_short_rows, blocks < shares ? blocks : shares,
                                  &g);
        else
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
