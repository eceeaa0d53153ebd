/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of sequences that lie one behind the other, step by step, as [steps, batch, columns], and
 * back. All are dense. */
#include <stdint.h>
#include <string.h>

#include "declared/rnn.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"

/* The rows of a step, of which there are no more than fit in both tensors. */
static int64_t rows_of(const struct work_view *lengths, int64_t step, int64_t most, int64_t left)
{
    int64_t rows = index_at(lengths->address + step * (int64_t)sizeof(int64_t), true);
    most = most < left ? most : left;
    return rows < 0 ? 0 : rows < most ? rows : most;
}

static void run_unpack(const struct work *work, struct task_failure *failure)
{
    const struct work_view *rows = &work->inputs[0];
    const struct work_view *whole = &work->outputs[0];
    int64_t width = rows->dims[1] * view_width(rows);
    int64_t batch = whole->dims[1];
    int64_t from = 0;
    (void)failure;
    memset(whole->address, 0, (size_t)(view_count(whole) * view_width(whole)));
    for (int64_t step = 0; step < whole->dims[0]; step++) {
        int64_t count = rows_of(&work->inputs[1], step, batch, rows->dims[0] - from);
        memcpy(whole->address + step * batch * width, rows->address + from * width,
               (size_t)(count * width));
        from += count;
    }
}
const struct l0_run rnn_kernel_unpack_rows = {.run = run_unpack};

static void run_pack(const struct work *work, struct task_failure *failure)
{
    const struct work_view *whole = &work->inputs[0];
    const struct work_view *rows = &work->outputs[0];
    int64_t width = rows->dims[1] * view_width(rows);
    int64_t batch = whole->dims[1];
    int64_t to = 0;
    (void)failure;
    memset(rows->address, 0, (size_t)(rows->dims[0] * width));
    for (int64_t step = 0; step < whole->dims[0]; step++) {
        int64_t count = rows_of(&work->inputs[1], step, batch, rows->dims[0] - to);
        memcpy(rows->address + to * width, whole->address + step * batch * width,
               (size_t)(count * width));
        to += count;
    }
}
const struct l0_run rnn_kernel_pack_rows = {.run = run_pack};
