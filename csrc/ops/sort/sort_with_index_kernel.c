/* SPDX-License-Identifier: Apache-2.0 */
/* SortWithIndex takes the numbers of rows in the sequence of their places. All are dense. */
#include <stdint.h>
#include <string.h>

#include "declared/sort.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"

static void run_take(const struct work *work, struct task_failure *failure)
{
    const struct work_view *numbers = &work->inputs[0];
    const any_int64 *places = (const any_int64 *)(const void *)work->inputs[1].address;
    int64_t width = view_width(numbers);
    int64_t count = view_count(numbers);
    int64_t size = numbers->dims[numbers->rank - 1];
    (void)failure;
    for (int64_t i = 0; i < count; i++)
        memcpy(work->outputs[0].address + i * width,
               numbers->address + (i - i % size + places[i]) * width, (size_t)width);
}
const struct l0_run sort_kernel_take_numbers = {.run = run_take};
