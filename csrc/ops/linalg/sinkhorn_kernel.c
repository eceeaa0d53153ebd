/* SPDX-License-Identifier: Apache-2.0 */
/* Sinkhorn: multiplies rows and columns of a matrix in turn until what the columns are multiplied
 * by stays nearly the same. Matrices are dense float64. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/linalg.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "runtime/stream/stream.h"

#define EPSILON 1e-8
#define MOST_ROUNDS 1000000

struct balance {
    double *cost; /* its exponentials */
    double *of_rows;
    double *of_columns;
    double *sums; /* a number for each column */
    int64_t rows;
    int64_t columns;
};

static void balance_rows(struct balance *b)
{
    for (int64_t i = 0; i < b->rows; i++) {
        double sum = 0;
        for (int64_t j = 0; j < b->columns; j++)
            sum += b->of_columns[j] * b->cost[i * b->columns + j];
        b->of_rows[i] = 1 / ((double)b->rows * (sum + EPSILON));
    }
}

/* Returns by how much the columns' factors changed, on average. */
static double balance_columns(struct balance *b)
{
    double change = 0;
    for (int64_t j = 0; j < b->columns; j++)
        b->sums[j] = 0;
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t j = 0; j < b->columns; j++)
            b->sums[j] += b->of_rows[i] * b->cost[i * b->columns + j];
    for (int64_t j = 0; j < b->columns; j++) {
        double factor = 1 / ((double)b->columns * (b->sums[j] + EPSILON));
        change += fabs(b->of_columns[j] - factor);
        b->of_columns[j] = factor;
    }
    return change / (double)b->columns;
}

static uint64_t sinkhorn_bytes(const struct work *work)
{
    const int64_t *dims = work->inputs[0].dims;
    return (uint64_t)(dims[0] + 2 * dims[1]) * sizeof(double);
}

static void run_sinkhorn(const struct work *work, struct task_failure *failure)
{
    const double *least = work->attributes;
    const double *given = (const double *)(const void *)work->inputs[0].address;
    struct balance b = {.cost = (double *)(void *)work->outputs[0].address,
                        .of_rows = (double *)(void *)work->scratch,
                        .rows = work->inputs[0].dims[0],
                        .columns = work->inputs[0].dims[1]};
    b.of_columns = b.of_rows + b.rows;
    b.sums = b.of_columns + b.columns;
    memcpy(b.cost, given, (size_t)(b.rows * b.columns) * sizeof *given);
    doubles_exp(b.cost, b.rows * b.columns);
    for (int64_t j = 0; j < b.columns; j++)
        b.of_columns[j] = 1;
    double change = INFINITY;
    for (int64_t round = 0; round < MOST_ROUNDS && change > *least; round++) {
        balance_rows(&b);
        change = balance_columns(&b);
    }
    for (int64_t i = 0; i < b.rows; i++)
        for (int64_t j = 0; j < b.columns; j++)
            b.cost[i * b.columns + j] *= b.of_columns[j] * b.of_rows[i];
    if (!(change > *least))
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(
        failure->text, sizeof failure->text,
        "after %d rounds columns still change by %g; a tol above 0 that is reached is required",
        MOST_ROUNDS, change);
}
const struct l0_run linalg_kernel_sinkhorn = {.run = run_sinkhorn, .scratch_bytes = sinkhorn_bytes};
