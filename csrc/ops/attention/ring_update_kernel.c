/* SPDX-License-Identifier: Apache-2.0 */
/* RingAttentionUpdate: two results of attention, each with the maximum and the sum of its softmax,
 * become one. Exponentials are float64, results float32 until they are rounded. The program may
 * write to the ends of batches meanwhile, so each is read once and checked. */
#include "ops/attention/ring_update.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 14)
#define COLUMNS_TOGETHER 256

enum { RESULT, MAXIMUM, SUM, NEXT_RESULT, NEXT_MAXIMUM, NEXT_SUM, ENDS };

struct updating {
    const struct work *work;
    const struct ring_update *u;
    int64_t batches;
    int64_t heads;
    int64_t rows;
    int64_t columns;
    const int64_t *ends; /* of batches, from 0 on; NULL: statistics lie as the rows do */
};

/* A row of a head: where it begins among the results, and its number among the statistics. */
struct row_place {
    int64_t batch;
    int64_t head;
    int64_t row;
    int64_t statistic;
};

static struct updating updating_of(const struct work *work)
{
    const struct work_view *result = &work->inputs[RESULT];
    const struct work_view *maximum = &work->inputs[MAXIMUM];
    struct updating u = {.work = work, .u = work->attributes, .rows = result->dims[0]};
    u.batches = u.u->has_batches ? result->dims[1] : 1;
    u.heads = maximum->dims[1];
    u.columns = u.u->has_batches ? result->dims[2] / u.heads : result->dims[2];
    return u;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The batch of a row by bisection: the last that begins at it or before. */
static int64_t batch_of(const struct updating *u, int64_t row)
{
    int64_t low = 0;
    int64_t high = u->work->inputs[ENDS].dims[0] - 1;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (u->ends[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static struct row_place place_of(const struct updating *u, int64_t number)
{
    struct row_place p = {number / u->heads % u->batches, number % u->heads,
                          number / u->heads / u->batches, 0};
    if (u->u->has_batches) {
        p.statistic = (p.batch * u->heads + p.head) * u->rows + p.row;
    } else if (u->ends == NULL) {
        p.statistic = p.row * u->heads + p.head;
    } else {
        int64_t batch = batch_of(u, p.row);
        int64_t first = u->ends[batch];
        p.statistic = first * u->heads + p.head * (u->ends[batch + 1] - first) + p.row - first;
    }
    return p;
}

static char *result_at(const struct updating *u, const struct work_view *view,
                       const struct row_place *p, int64_t column)
{
    int64_t distance = p->row * view->strides[0];
    if (u->u->has_batches)
        distance += p->batch * view->strides[1] +
                    (p->head * u->columns + column) * view->strides[2];
    else
        distance += p->head * view->strides[1] + column * view->strides[2];
    return view->address + distance * view_width(view);
}

static float statistic_at(const struct work_view *view, int64_t number)
{
    float value;
    memcpy(&value, view_element(view, number), sizeof value);
    return value;
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

/* Writes a maximum and a sum of both, and gives the part that each result has. */
static void update_statistic(const struct updating *u, int64_t number, float parts[2])
{
    const struct work_view *in = u->work->inputs;
    float previous = statistic_at(&in[MAXIMUM], number);
    float next = statistic_at(&in[NEXT_MAXIMUM], number);
    float most_of_both = next > previous || next != next ? next : previous;
    double first = (double)statistic_at(&in[SUM], number) *
                   double_exp((double)previous - (double)most_of_both);
    double second = (double)statistic_at(&in[NEXT_SUM], number) *
                    double_exp((double)next - (double)most_of_both);
    double sum = first + second;
    float rounded = (float)sum;
    memcpy(view_element(&u->work->outputs[MAXIMUM], number), &most_of_both, sizeof most_of_both);
    memcpy(view_element(&u->work->outputs[SUM], number), &rounded, sizeof rounded);
    parts[0] = (float)(first / sum);
    parts[1] = (float)(second / sum);
}

static void join_columns(const struct updating *u, const struct row_place *p, const float parts[2])
{
    const struct work_view *previous = &u->work->inputs[RESULT];
    const struct work_view *next = &u->work->inputs[NEXT_RESULT];
    const struct work_view *out = &u->work->outputs[RESULT];
    float sums[COLUMNS_TOGETHER];
    float others[COLUMNS_TOGETHER];
    for (int64_t first = 0; first < u->columns; first += COLUMNS_TOGETHER) {
        int64_t columns = least(COLUMNS_TOGETHER, u->columns - first);
        product_load(previous->type, result_at(u, previous, p, first), 0, previous->strides[2], 1,
                     columns, sums, columns);
        product_load(next->type, result_at(u, next, p, first), 0, next->strides[2], 1, columns,
                     others, columns);
        for (int64_t j = 0; j < columns; j++)
            sums[j] = sums[j] * parts[0] + others[j] * parts[1];
        product_store(out->type, result_at(u, out, p, first), 0, out->strides[2], 1, columns, sums,
                      columns);
    }
}

/* The first of the eight numbers is that of the row. */
static void update_row(const struct updating *u, int64_t number)
{
    const struct row_place p = place_of(u, number);
    float parts[2];
    float of_row[2] = {0};
    for (int64_t i = RING_LANES - 1; i >= 0; i--) {
        update_statistic(u, p.statistic * RING_LANES + i, parts);
        memcpy(of_row, parts, sizeof of_row);
    }
    join_columns(u, &p, of_row);
}

static void update_rows(int64_t block, int64_t blocks, void *context)
{
    const struct updating *u = context;
    struct block_share share = share_of_block(u->rows * u->batches * u->heads, block, blocks);
    for (int64_t number = share.first; number < share.past; number++)
        update_row(u, number);
}

/* ---- The work -------------------------------------------------------------------------------- */

static uint64_t ring_scratch(const struct work *work)
{
    const struct ring_update *u = work->attributes;
    return u->has_ends ? (uint64_t)work->inputs[ENDS].dims[0] * sizeof(int64_t) : 0;
}

/* Reads the ends of batches: from 0 on, none less than the one before, and all rows. */
static bool read_ends(struct updating *u, struct task_failure *failure)
{
    const struct work_view *view = &u->work->inputs[ENDS];
    int64_t *ends = (int64_t *)(void *)u->work->scratch;
    int64_t count = view->dims[0];
    for (int64_t i = 0; i < count; i++) {
        ends[i] = index_at(view_element(view, i), true);
        int64_t low = i == 0 ? 0 : ends[i - 1];
        int64_t high = i == 0 ? 0 : u->rows;
        if (ends[i] >= (i == count - 1 ? u->rows : low) && ends[i] <= high)
            continue;
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "actualSeqQlenOptional[%" PRId64 "] is %" PRId64
                 "; sums of rows from 0 to %" PRId64
                 ", none less than the one before, are required",
                 i, ends[i], u->rows);
        return false;
    }
    u->ends = ends;
    return true;
}

static void run_ring_update(const struct work *work, struct task_failure *failure)
{
    struct updating u = updating_of(work);
    if (u.u->has_ends && !read_ends(&u, failure))
        return;
    ai_cores_run_function("ring_update", update_rows,
                          blocks_for(view_count(&work->inputs[RESULT]), ELEMENTS_A_BLOCK,
                                     u.rows * u.batches * u.heads),
                          &u);
}
const struct l0_run attention_kernel_ring_update = {
    .scratch_bytes = ring_scratch, .scratch_steers = true, .run = run_ring_update};
