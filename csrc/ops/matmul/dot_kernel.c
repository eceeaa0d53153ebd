/* SPDX-License-Identifier: Apache-2.0 */
/* Products of two rows of float32, with the bits of the vector unit's sum of products: element i is
 * added to lane i mod 32 of its run of 4,096, the lanes of a run are joined pairwise in float64,
 * and runs one after the other. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/matmul.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ALONE ((int64_t)1 << 15) /* fewer elements are not worth waking a thread for */

struct dot {
    const struct work *work;
    int64_t count;
    int64_t runs;
    double *totals; /* of runs */
};

/* The sum of the products of elements that lie densely. */
static double dense_run(const any_float *left, const any_float *right, int64_t count)
{
    float lanes[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] += left[i + lane] * right[i + lane];
    for (int lane = 0; i < count; i++, lane++)
        lanes[lane] += left[i] * right[i];
    return joined(lanes);
}

static double any_run(const any_float *left, int64_t left_step, const any_float *right,
                      int64_t right_step, int64_t count)
{
    float lanes[LANES] = {0};
    for (int64_t i = 0; i < count; i++)
        lanes[i % LANES] += left[i * left_step] * right[i * right_step];
    return joined(lanes);
}

static void dot_block(int64_t block, int64_t blocks, void *context)
{
    const struct dot *d = context;
    const struct work_view *views = d->work->inputs;
    const any_float *left = (const any_float *)(const void *)views[0].address;
    const any_float *right = (const any_float *)(const void *)views[1].address;
    const int64_t left_step = views[0].strides[0];
    const int64_t right_step = views[1].strides[0];
    const struct block_share share = share_of_block(d->runs, block, blocks);
    for (int64_t run = share.first; run < share.past; run++) {
        int64_t first = run * RUN;
        int64_t count = d->count - first < RUN ? d->count - first : RUN;
        const any_float *from = left + first * left_step;
        const any_float *with = right + first * right_step;
        d->totals[run] = left_step == 1 && right_step == 1
                             ? dense_run(from, with, count)
                             : any_run(from, left_step, with, right_step, count);
    }
}

static int64_t runs_of(const struct work *work)
{
    return (work->inputs[0].dims[0] + RUN - 1) / RUN;
}

static uint64_t dot_scratch(const struct work *work)
{
    return (uint64_t)runs_of(work) * sizeof(double);
}

static void run_dot_work(const struct work *work, struct task_failure *failure)
{
    struct dot d = {.work = work,
                    .count = work->inputs[0].dims[0],
                    .runs = runs_of(work),
                    .totals = (double *)(void *)work->scratch};
    double total = 0;
    (void)failure;
    if (d.runs > 0)
        ai_cores_run_function("dot", dot_block, blocks_for(d.count, ALONE, d.runs), &d);
    for (int64_t run = 0; run < d.runs; run++)
        total = run == 0 ? d.totals[0] : total + d.totals[run];
    float result = (float)(total == total ? total : (double)NAN);
    memcpy(work->outputs[0].address, &result, sizeof result);
}
const struct l0_run matmul_kernel_dot = {.scratch_bytes = dot_scratch, .run = run_dot_work};
