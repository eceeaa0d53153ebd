/* SPDX-License-Identifier: Apache-2.0 */
/* Layers with several residual streams: kernels. All operands are dense float32; a token's few
 * numbers are computed in float64. */
#include "ops/other/streams.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/other.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define MATRICES_A_BLOCK 64
#define SQUARE (STREAMS_MOST * STREAMS_MOST)

static any_float *floats_of(const struct work_view *view)
{
    return (any_float *)(void *)view->address;
}

/* Which NaN comes out of several differs by instructions. */
static float rounded(double x)
{
    return isnan(x) ? NAN : (float)x;
}

/* ---- Doubly stochastic matrices -------------------------------------------------------------- */

struct sinkhorn_run {
    const struct sinkhorn *s;
    const struct work *work;
    int64_t matrices;
    any_float *kept;
    any_float *sums;
};

/* A matrix among those of its chunk, and the places of its steps. */
struct matrix_place {
    int64_t first; /* matrix of the chunk */
    int64_t count;
    int64_t at;
};

static struct matrix_place place_of(const struct sinkhorn_run *run, int64_t matrix)
{
    const struct sinkhorn *s = run->s;
    int64_t core = matrix / s->each;
    int64_t first = core * s->each + matrix % s->each / s->part * s->part;
    int64_t past = first + s->part;
    int64_t end = (core + 1) * s->each < run->matrices ? (core + 1) * s->each : run->matrices;
    return (struct matrix_place){first, (past < end ? past : end) - first, matrix - first};
}

static any_float *step_at(const struct sinkhorn_run *run, any_float *numbers,
                          const struct matrix_place *place, int64_t step, int64_t size)
{
    return numbers + (place->first * 2 * run->s->rounds + step * place->count + place->at) * size;
}

static void keep(const struct sinkhorn_run *run, const struct matrix_place *place, int64_t step,
                 const double *matrix, const double *sums)
{
    int64_t n = run->s->streams;
    int64_t columns = run->s->columns;
    if (run->kept == NULL)
        return;
    any_float *rows = step_at(run, run->kept, place, step, n * columns);
    any_float *row = step_at(run, run->sums, place, step, columns);
    for (int64_t j = 0; j < columns; j++) {
        row[j] = j < n ? rounded(sums[j]) : 0;
        for (int64_t i = 0; i < n; i++)
            rows[i * columns + j] = j < n ? rounded(matrix[i * n + j]) : 0;
    }
}

static void softmax_rows(double *matrix, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        double *row = matrix + i * n;
        double largest = row[0];
        double sum = 0;
        for (int64_t j = 1; j < n; j++)
            largest = row[j] > largest ? row[j] : largest;
        for (int64_t j = 0; j < n; j++)
            row[j] -= largest;
        doubles_exp(row, n);
        for (int64_t j = 0; j < n; j++)
            sum += row[j];
        for (int64_t j = 0; j < n; j++)
            row[j] /= sum;
    }
}

static void balance(const struct sinkhorn_run *run, int64_t number)
{
    int64_t n = run->s->streams;
    double eps = (double)run->s->eps;
    const struct matrix_place place = place_of(run, number);
    const any_float *x = floats_of(&run->work->inputs[0]) + number * n * n;
    any_float *y = floats_of(&run->work->outputs[0]) + number * n * n;
    double matrix[SQUARE];
    double sums[STREAMS_MOST] = {0};
    for (int64_t i = 0; i < n * n; i++)
        matrix[i] = (double)x[i];
    softmax_rows(matrix, n);
    for (int64_t i = 0; i < n * n; i++)
        matrix[i] += eps;
    keep(run, &place, 0, matrix, sums);
    for (int64_t step = 1; step < 2 * run->s->rounds; step++) {
        bool of_rows = step % 2 == 0;
        for (int64_t i = 0; i < n; i++)
            sums[i] = eps;
        for (int64_t i = 0; i < n * n; i++)
            sums[of_rows ? i / n : i % n] += matrix[i];
        for (int64_t i = 0; i < n * n; i++)
            matrix[i] /= sums[of_rows ? i / n : i % n];
        keep(run, &place, step, matrix, sums);
    }
    for (int64_t i = 0; i < n * n; i++)
        y[i] = rounded(matrix[i]);
}

/* Back through one step: what its quotients do not say of its sums is divided by these. */
static void go_back(const struct sinkhorn_run *run, const struct matrix_place *place, int64_t step,
                    double *grad)
{
    int64_t n = run->s->streams;
    int64_t columns = run->s->columns;
    bool of_rows = step % 2 == 0;
    const any_float *rows = step_at(run, run->kept, place, step, n * columns);
    const any_float *sums = step_at(run, run->sums, place, step, columns);
    double products[STREAMS_MOST] = {0};
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            products[of_rows ? i : j] += grad[i * n + j] * (double)rows[i * columns + j];
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double rest = grad[i * n + j] - products[of_rows ? i : j];
            grad[i * n + j] = step == 0 ? rest * (double)rows[i * columns + j]
                                        : rest / (double)sums[of_rows ? i : j];
        }
}

static void unbalance(const struct sinkhorn_run *run, int64_t number)
{
    int64_t n = run->s->streams;
    const struct matrix_place place = place_of(run, number);
    const any_float *given = floats_of(&run->work->inputs[0]) + number * n * n;
    any_float *result = floats_of(&run->work->outputs[0]) + number * n * n;
    double grad[SQUARE];
    for (int64_t i = 0; i < n * n; i++)
        grad[i] = (double)given[i];
    for (int64_t step = 2 * run->s->rounds - 1; step >= 0; step--)
        go_back(run, &place, step, grad);
    for (int64_t i = 0; i < n * n; i++)
        result[i] = rounded(grad[i]);
}

static void balance_block(int64_t block, int64_t blocks, void *context)
{
    const struct sinkhorn_run *run = context;
    const struct block_share share = share_of_block(run->matrices, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        balance(run, i);
}

static void unbalance_block(int64_t block, int64_t blocks, void *context)
{
    const struct sinkhorn_run *run = context;
    const struct block_share share = share_of_block(run->matrices, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        unbalance(run, i);
}

/* Steps and sums are the views from `kept` on, where they are there. */
static struct sinkhorn_run sinkhorn_of(const struct work *work, const struct work_view *kept)
{
    const struct sinkhorn *s = work->attributes;
    int64_t square = s->streams * s->streams;
    return (struct sinkhorn_run){.s = s,
                                 .work = work,
                                 .matrices = view_count(&work->inputs[0]) / square,
                                 .kept = kept == NULL ? NULL : floats_of(kept),
                                 .sums = kept == NULL ? NULL : floats_of(kept + 1)};
}

static void run_sinkhorn(const struct work *work, struct task_failure *failure)
{
    const struct sinkhorn *s = work->attributes;
    struct sinkhorn_run run = sinkhorn_of(work, s->keeps ? work->outputs + 1 : NULL);
    (void)failure;
    ai_cores_run_function("sinkhorn", balance_block,
                          blocks_for(run.matrices, MATRICES_A_BLOCK, run.matrices), &run);
}
const struct l0_run other_kernel_sinkhorn = {.run = run_sinkhorn};

static void run_sinkhorn_grad(const struct work *work, struct task_failure *failure)
{
    struct sinkhorn_run run = sinkhorn_of(work, work->inputs + 1);
    (void)failure;
    ai_cores_run_function("sinkhorn gradient", unbalance_block,
                          blocks_for(run.matrices, MATRICES_A_BLOCK, run.matrices), &run);
}
const struct l0_run other_kernel_sinkhorn_grad = {.run = run_sinkhorn_grad};

/* ---- Gates ----------------------------------------------------------------------------------- */

/* What a factor and a gate of the mixture's number are. */
static int64_t gate_of(int64_t number, int64_t n)
{
    return number < n ? 0 : number < 2 * n ? 1 : 2;
}

static double sigmoid(double x)
{
    double power = double_exp(-fabs(x));
    return (x < 0 ? power : 1) / (1 + power);
}

static void run_gates(const struct work *work, struct task_failure *failure)
{
    const struct stream_gates *g = work->attributes;
    const any_float *mixtures = floats_of(&work->inputs[0]);
    const any_float *roots = floats_of(&work->inputs[1]);
    const any_float *factors = floats_of(&work->inputs[2]);
    const any_float *biases = floats_of(&work->inputs[3]);
    int64_t mixed = work->inputs[0].dims[1];
    int64_t n = g->streams;
    (void)failure;
    for (int64_t token = 0; token < work->inputs[0].dims[0]; token++)
        for (int64_t i = 0; i < mixed; i++) {
            int64_t gate = gate_of(i, n);
            double x = (double)mixtures[token * mixed + i] * (double)roots[token] *
                           (double)factors[gate] +
                       (double)biases[i];
            if (gate == 0)
                floats_of(&work->outputs[0])[token * n + i] = rounded(sigmoid(x) + (double)g->eps);
            else if (gate == 1)
                floats_of(&work->outputs[1])[token * n + i - n] = rounded(2 * sigmoid(x));
            else
                floats_of(&work->outputs[2])[token * n * n + i - 2 * n] = rounded(x);
        }
}
const struct l0_run other_kernel_stream_gates = {.run = run_gates};

enum {
    MIXTURES,
    ROOTS,
    FACTORS,
    TO_LAYER_GRAD,
    TO_LAYER,
    FROM_LAYER_GRAD,
    FROM_LAYER,
    MATRICES_GRAD
};

static double gate_grad(const struct work *work, int64_t token, int64_t i, int64_t n, double eps)
{
    int64_t at = token * n + i % n;
    if (i >= 2 * n)
        return (double)floats_of(&work->inputs[MATRICES_GRAD])[token * n * n + i - 2 * n];
    if (i < n) {
        double s = (double)floats_of(&work->inputs[TO_LAYER])[at] - eps;
        return (double)floats_of(&work->inputs[TO_LAYER_GRAD])[at] * s * (1 - s);
    }
    double h = (double)floats_of(&work->inputs[FROM_LAYER])[at];
    return (double)floats_of(&work->inputs[FROM_LAYER_GRAD])[at] * h * (1 - h / 2);
}

/* One after the other: sums over tokens have one sequence. */
static void run_gates_grad(const struct work *work, struct task_failure *failure)
{
    const struct stream_gates *g = work->attributes;
    const any_float *mixtures = floats_of(&work->inputs[MIXTURES]);
    int64_t mixed = work->inputs[MIXTURES].dims[1];
    int64_t n = g->streams;
    double biases[SQUARE + 2 * STREAMS_MOST] = {0};
    double factors[3] = {0};
    (void)failure;
    for (int64_t token = 0; token < work->inputs[MIXTURES].dims[0]; token++) {
        double root = (double)floats_of(&work->inputs[ROOTS])[token];
        double of_root = 0;
        for (int64_t i = 0; i < mixed; i++) {
            double grad = gate_grad(work, token, i, n, (double)g->eps);
            double mixture = (double)mixtures[token * mixed + i];
            double onward = grad * (double)floats_of(&work->inputs[FACTORS])[gate_of(i, n)];
            biases[i] += grad;
            factors[gate_of(i, n)] += grad * mixture * root;
            of_root += onward * mixture;
            floats_of(&work->outputs[0])[token * mixed + i] = rounded(onward * root);
        }
        floats_of(&work->outputs[1])[token] = rounded(-of_root * root * root * root /
                                                      (double)g->width);
    }
    for (int64_t i = 0; i < mixed; i++)
        floats_of(&work->outputs[2])[i] = rounded(biases[i]);
    for (int64_t i = 0; i < 3; i++)
        floats_of(&work->outputs[3])[i] = rounded(factors[i]);
}
const struct l0_run other_kernel_stream_gates_grad = {.run = run_gates_grad};
