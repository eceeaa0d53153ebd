/* SPDX-License-Identifier: Apache-2.0 */
/* Of the rows by all weights those that belong to each row's own. */
#include <stdint.h>
#include <string.h>

#include "declared/matmul.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)64 << 10)

static void choose_block(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    const struct work_view *all = &work->inputs[0]; /* [weights, rows, columns], dense */
    const struct work_view *to = &work->outputs[0]; /* [rows, columns], dense */
    int64_t rows = to->dims[0];
    int64_t columns = to->dims[1];
    size_t bytes = (size_t)(columns * view_width(to));
    struct block_share share = share_of_block(rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++) {
        int64_t index = index_at(view_element(&work->inputs[1], row), false);
        char *at = view_element(to, row * columns);
        if (index < 0 || index >= all->dims[0])
            memset(at, 0, bytes);
        else
            memcpy(at, view_element(all, (index * rows + row) * columns), bytes);
    }
}

static void choose(const struct work *work, struct task_failure *failure)
{
    const struct work_view *to = &work->outputs[0];
    int64_t bytes = view_count(to) * view_width(to);
    struct work given = *work;
    (void)failure;
    ai_cores_run_function("own_rows", choose_block, blocks_for(bytes, BYTES_A_BLOCK, to->dims[0]),
                          &given);
}
const struct l0_run matmul_kernel_own_rows = {.run = choose};
