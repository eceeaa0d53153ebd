/* SPDX-License-Identifier: Apache-2.0 */
/* Work that exchanges tensors between ranks: what HCCL's collectives do, on dense tensors. */
#include <stdint.h>

#include "declared/collective.h"
#include "executor/ranks.h"
#include "executor/schedule.h"
#include "ops/collective/collective.h"
#include "ops/common/work_views.h"

static HcclDataType type_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT16: return HCCL_DATA_TYPE_FP16;
    case ACL_BF16: return HCCL_DATA_TYPE_BFP16;
    case ACL_FLOAT: return HCCL_DATA_TYPE_FP32;
    case ACL_INT32: return HCCL_DATA_TYPE_INT32;
    default: return HCCL_DATA_TYPE_INT8;
    }
}

static struct within meet(const struct work *work, struct task_failure *failure)
{
    const struct collective_work *attributes = work->attributes;
    return ranks_meet(work->ranks, work->task, (int)attributes->group, failure);
}

static void all_reduce(const struct work *work, struct task_failure *failure)
{
    const struct within within = meet(work, failure);
    within_all_reduce(&within, type_of(work->inputs[0].type), work->inputs[0].address,
                      work->outputs[0].address, (uint64_t)view_count(&work->inputs[0]));
}

static void reduce_scatter(const struct work *work, struct task_failure *failure)
{
    const struct within within = meet(work, failure);
    within_reduce_scatter(&within, type_of(work->inputs[0].type), work->inputs[0].address,
                          work->outputs[0].address, (uint64_t)view_count(&work->outputs[0]));
}

static void all_gather(const struct work *work, struct task_failure *failure)
{
    const struct within within = meet(work, failure);
    within_all_gather(&within, type_of(work->inputs[0].type), work->inputs[0].address,
                      work->outputs[0].address, (uint64_t)view_count(&work->inputs[0]));
}

/* Each rank's part is along the first dimension. */
static void all_to_all(const struct work *work, struct task_failure *failure)
{
    const struct within within = meet(work, failure);
    within_all_to_all(&within, type_of(work->inputs[0].type), work->inputs[0].address,
                      work->outputs[0].address,
                      (uint64_t)(view_count(&work->inputs[0]) / work->inputs[0].dims[0]));
}

const struct l0_run collective_kernel_all_to_all = {.run = all_to_all};
const struct l0_run collective_kernel_all_reduce = {.run = all_reduce};
const struct l0_run collective_kernel_reduce_scatter = {.run = reduce_scatter};
const struct l0_run collective_kernel_all_gather = {.run = all_gather};
