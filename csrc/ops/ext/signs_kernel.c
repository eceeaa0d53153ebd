/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of aclnn_ext/binary_embedding.h: kernels. */
#include <string.h>

#include "declared/ext.h"
#include "executor/schedule.h"
#include "ops/ext/signs_tiling.h"
#include "ops/common/non_temporal.h"
#include "runtime/cores/ai_cores.h"

#define TILING(field) BINARY_EMBEDDING_TILING_##field
#define ARGUMENT(name) BINARY_EMBEDDING_ARGUMENT_##name

static int64_t address_of(const struct work *work, int input)
{
    return input < 0 ? 0 : (int64_t)(intptr_t)work->inputs[input].address;
}

/* ---- Pack, unpack, look up ------------------------------------------------------------------- */

static void run_signs(const struct work *work, struct task_failure *failure)
{
    const struct ext_signs *division = work->attributes;
    int64_t errors[EXT_SIGNS_MOST_BLOCKS];
    int64_t tiling[BINARY_EMBEDDING_TILING_SIZE];
    const int64_t arguments[BINARY_EMBEDDING_ARGUMENT_COUNT] = {
        [ARGUMENT(INPUT)] = address_of(work, division->input),
        [ARGUMENT(INDICES)] = address_of(work, division->places),
        [ARGUMENT(SCALE)] = address_of(work, division->scale),
        [ARGUMENT(OUT)] = (int64_t)(intptr_t)work->outputs[0].address,
        [ARGUMENT(ERRORS)] = (int64_t)(intptr_t)errors,
    };
    memcpy(tiling, division->tiling, sizeof tiling);
    if ((uintptr_t)work->outputs[0].address % NON_TEMPORAL_ALIGNMENT != 0)
        tiling[TILING(STREAM)] = 0;
    ai_cores_run(division->kernel, division->blocks, tiling, arguments);
    if (division->places < 0)
        return;
    int64_t bad = indices_first_bad_row(errors, division->blocks, tiling[TILING(ROWS)]);
    if (bad >= 0)
        indices_fail(&division->indices, work->inputs[division->places].address, bad, failure);
}

const struct l0_run ext_kernel_signs = {.run = run_signs};

/* ---- The gradient ---------------------------------------------------------------------------- */

/* Blocks are ranges of weights with equal work, several a core, because some take longer than
 * others. */
#define PARTS_A_CORE 4
/* Columns are divided when a part has at least this many bytes of signs, which are some cache lines
 * of a gradient. */
#define BYTES_A_COLUMN_BLOCK 8

/* Divides the sums, which are the same however they are divided. When one weight has more rows than
 * half a core's share, each core takes a part of the columns. */
static int64_t divide(int64_t blocks, int64_t *t, const struct embedding_grad_order *order)
{
    int64_t cores = ai_cores_count() < blocks ? ai_cores_count() : blocks;
    int64_t parts = PARTS_A_CORE * cores < blocks ? PARTS_A_CORE * cores : blocks;
    int64_t even = (t[TILING(ROWS)] + t[TILING(WEIGHTS)]) / cores;
    if (cores == 1)
        return 1;
    if (order->largest <= even / 2 ||
        ext_tiling_signs_width(t[TILING(COLUMNS)]) < cores * BYTES_A_COLUMN_BLOCK)
        return parts;
    t[TILING(COLUMN_BLOCKS)] = cores;
    return parts / cores * cores;
}

static uint64_t scratch_bytes(const struct work *work)
{
    return ((const struct ext_signs_gradient *)work->attributes)->sort.scratch.total;
}

static void run_gradient(const struct work *work, struct task_failure *failure)
{
    const struct ext_signs_gradient *division = work->attributes;
    const struct ext_signs *signs = &division->signs;
    const char *indices = work->inputs[signs->places].address;
    struct embedding_grad_order order = {0};
    int64_t tiling[BINARY_EMBEDDING_TILING_SIZE];
    memcpy(tiling, signs->tiling, sizeof tiling);
    if (tiling[TILING(ROWS)] > 0) {
        int64_t bad = embedding_sort(&division->sort, indices, work->scratch, &order);
        if (bad >= 0) {
            indices_fail(&signs->indices, indices, bad, failure);
            return;
        }
    }
    const int64_t arguments[BINARY_EMBEDDING_ARGUMENT_COUNT] = {
        [ARGUMENT(INPUT)] = address_of(work, signs->input),
        [ARGUMENT(SCALE)] = address_of(work, signs->scale),
        [ARGUMENT(OUT)] = (int64_t)(intptr_t)work->outputs[0].address,
        [ARGUMENT(ORDER)] = order.order,
        [ARGUMENT(OFFSETS)] = order.offsets,
    };
    int64_t blocks = divide(signs->blocks, tiling, &order);
    ai_cores_run(signs->kernel, blocks, tiling, arguments);
}

const struct l0_run ext_kernel_signs_gradient = {.scratch_bytes = scratch_bytes,
                                                 .run = run_gradient};
