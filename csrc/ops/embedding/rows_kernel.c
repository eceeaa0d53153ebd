/* SPDX-License-Identifier: Apache-2.0 */
/* The work of l0.EmbeddingRows, which selects rows by index. */
#include "declared/embedding.h"
#include "executor/schedule.h"
#include "ops/embedding/rows_list.h"
#include "runtime/cores/ai_cores.h"

static void run(const struct work *work, struct task_failure *failure)
{
    const struct embedding_rows *rows = work->attributes;
    int64_t errors[EMBEDDING_ROWS_MOST_BLOCKS];
    const int64_t arguments[EMBEDDING_ARGUMENT_COUNT] = {
        [EMBEDDING_ARGUMENT_WEIGHT] = (int64_t)(intptr_t)work->inputs[0].address,
        [EMBEDDING_ARGUMENT_INDICES] = (int64_t)(intptr_t)work->inputs[1].address,
        [EMBEDDING_ARGUMENT_OUT] = (int64_t)(intptr_t)work->outputs[0].address,
        [EMBEDDING_ARGUMENT_ERRORS] = (int64_t)(intptr_t)errors,
    };
    ai_cores_run(rows->kernel, rows->blocks, rows->tiling, arguments);
    int64_t bad = indices_first_bad_row(errors, rows->blocks, rows->tiling[EMBEDDING_TILING_ROWS]);
    if (bad >= 0)
        indices_fail(&rows->indices, work->inputs[1].address, bad, failure);
}

const struct l0_run embedding_kernel_rows = {.run = run};
