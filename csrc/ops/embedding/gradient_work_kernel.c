/* SPDX-License-Identifier: Apache-2.0 */
/* The work of l0.EmbeddingDenseGrad. */
#include <string.h>

#include "declared/embedding.h"
#include "executor/schedule.h"
#include "ops/embedding/gradient_work.h"

static uint64_t scratch_bytes(const struct work *work)
{
    const struct embedding_gradient *gradient = work->attributes;
    return embedding_scratch_bytes(gradient->divisions, gradient->count);
}

static void run(const struct work *work, struct task_failure *failure)
{
    const struct embedding_gradient *gradient = work->attributes;
    const struct work_view *indices = &work->inputs[1];
    struct embedding_grad_division divisions[EMBEDDING_MOST_TABLES]; /* copies, because a run
                                                                      * changes them */
    struct embedding_grad_memory memory[EMBEDDING_MOST_TABLES];
    int64_t bad[EMBEDDING_MOST_TABLES];
    memcpy(divisions, gradient->divisions, (size_t)gradient->count * sizeof *divisions);
    for (int i = 0; i < gradient->count; i++)
        memory[i] = (struct embedding_grad_memory){work->inputs[0].address, indices[i].address,
                                                   work->outputs[i].address, NULL};
    embedding_run_gradient(divisions, memory, gradient->count, work->scratch, bad);
    for (int i = 0; i < gradient->count && failure->status == ACL_SUCCESS; i++)
        if (bad[i] >= 0)
            indices_fail(&gradient->indices[i], indices[i].address, bad[i], failure);
}

const struct l0_run embedding_kernel_gradient = {.scratch_bytes = scratch_bytes, .run = run};
