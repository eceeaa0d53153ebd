/* SPDX-License-Identifier: Apache-2.0 */
/* ScatterList: kernels. */
#include "ops/index/scatter_list.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/index.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"

/* ---- The work -------------------------------------------------------------------------------- */

/* Reads the member's number from the tensor of indices. -1, with the reason in the failure, when it
 * is not below the limit. */
static int64_t read_place(const struct work *work, int32_t part, int64_t limit,
                          struct task_failure *failure)
{
    const struct slot *slot = work->attributes;
    const struct work_view *places = &work->inputs[1];
    int64_t number = slot->member * (places->rank == 2 ? 2 : 1) + part;
    int64_t value = index_at(view_element(places, number), places->type == ACL_INT64);
    char pair[16] = "";
    if (value >= 0 && value < limit)
        return value;
    if (places->rank == 2)
        snprintf(pair, sizeof pair, ", %" PRId32, part);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "indice[%" PRId64 "%s] is %" PRId64 "; every index must be in [0, %" PRId64 ")",
             slot->member, pair, value, limit);
    return -1;
}

static void run_slot(const struct work *work, struct task_failure *failure)
{
    const struct slot *slot = work->attributes;
    const struct work_view *updates = &work->inputs[2];
    struct work_view to = work->outputs[0];
    struct work_view from = {.type = to.type,
                             .rank = to.rank,
                             .strides = updates->strides + 1,
                             .address = updates->address +
                                        slot->member * updates->strides[0] * view_width(updates)};
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t size = to.dims[slot->dim];
    int64_t count = updates->dims[slot->dim + 1];
    index_kernel_copy_self(work, failure);
    if (slot->has_mask && *view_element(&work->inputs[3], slot->member) != 1)
        return;
    if (work->inputs[1].rank == 2)
        count = read_place(work, 1, count + 1, failure);
    int64_t first = count < 0 ? -1 : read_place(work, 0, size - count + 1, failure);
    if (first < 0)
        return;
    memcpy(dims, to.dims, (size_t)to.rank * sizeof *dims);
    dims[slot->dim] = count;
    from.dims = to.dims = dims;
    to.address += first * to.strides[slot->dim] * view_width(&to);
    index_kernel_copy(&from, &to, failure);
}
const struct l0_run index_kernel_scatter_list = {.itself_in_place = true, .run = run_slot};
