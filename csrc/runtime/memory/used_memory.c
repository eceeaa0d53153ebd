/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/used_memory.h"

#include <stdio.h>

#include "base/environment.h"
#include "base/report.h"
#include "runtime/memory/host_memory.h"
#include "runtime/memory/memory.h"

static bool serves_device(const struct memory_spot *spot)
{
    return spot->place == MEMORY_DEVICE || (spot->place == MEMORY_PINNED && spot->mapped);
}

aclError used_memory_check(struct used_memory *used)
{
    char what[MEMORY_TEXT];
    struct memory_spot spot;
    if (used->bytes == 0)
        return ACL_SUCCESS;
    memory_locate(used->address, &spot);
    used->allocation = spot.allocation;
    if (environment()->check_mode == CHECK_OFF)
        return ACL_SUCCESS;
    memory_describe(used->address, what, sizeof what);
    if (!serves_device(&spot))
        return report(ACL_ERROR_RT_PARAM_INVALID, "%s is %p, %s; device memory is required",
                      used->argument, (void *)used->address, what);
    if (!memory_may_use(&spot, used->argument, used->address, used->bytes))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "%s is %p, %s, which ends before the %zu bytes that the call uses%s",
                      used->argument, (void *)used->address, what, used->bytes,
                      memory_remedy(&spot, used->address, used->bytes));
    return ACL_SUCCESS;
}

bool used_memory_find(struct used_memory *used, const struct task *task,
                      struct task_failure *failure)
{
    char what[MEMORY_TEXT];
    struct memory_spot spot;
    memory_locate(used->address, &spot);
    used->allocation = spot.allocation;
    if (serves_device(&spot) && memory_may_use(&spot, used->argument, used->address, used->bytes))
        return true;
    failure->status = ACL_ERROR_RT_SYS_DMA;
    snprintf(failure->text, sizeof failure->text,
             "%s: %s is %p when the work runs, %s; %zu bytes of device memory are required there",
             task->name, used->argument, (void *)used->address,
             memory_describe(used->address, what, sizeof what), used->bytes);
    return false;
}

void used_memory_hold(struct used_memory *used)
{
    if (used->bytes != 0 && used->allocation.address == NULL)
        used->hold = host_memory_hold(used->address, NULL);
}

void used_memory_drop(struct used_memory *used)
{
    if (used->hold != NULL)
        host_memory_drop(used->hold);
}

bool used_memory_is_live(const struct used_memory *used, const struct task *task,
                         struct task_failure *failure)
{
    if (used->hold != NULL && !host_memory_is_live(used->hold)) {
        used_memory_fail_dropped(task, failure);
        return false;
    }
    if (used->allocation.address == NULL || device_memory_is_live(&used->allocation))
        return true;
    used_memory_fail_freed(task, &used->allocation, failure);
    return false;
}

void used_memory_fail_freed(const struct task *task, const struct device_allocation *allocation,
                            struct task_failure *failure)
{
    char end[96];
    device_memory_describe_end(allocation, end, sizeof end);
    failure->status = ACL_ERROR_RT_SYS_DMA;
    snprintf(failure->text, sizeof failure->text,
             "%s: device memory that the queued work uses, an allocation of %zu bytes at %p, was "
             "freed before it ran by %s; synchronize with the stream first",
             task->name, allocation->size, (void *)allocation->address, end);
}

void used_memory_fail_dropped(const struct task *task, struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_SYS_DMA;
    snprintf(failure->text, sizeof failure->text,
             "%s: host memory that the queued work uses was freed or unregistered before it ran; "
             "synchronize with the stream first",
             task->name);
}

void used_memory_note(const struct used_memory *used, struct races *races, enum races_use use)
{
    struct byte_view view;
    if (used->bytes == 0)
        return;
    byte_view_dense(&view, (uintptr_t)used->address, used->bytes);
    races_add(races, (struct argument_name){used->argument, -1}, &view, use);
}

char *used_memory_view(const struct used_memory *used)
{
    return used->address + device_memory_kernel_offset(used->address);
}
