/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/operand.h"

#include <inttypes.h>
#include <stdio.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/entry.h"
#include "base/finding.h"
#include "base/report.h"
#include "runtime/memory/memory.h"
#include "tensor/layout.h"

static aclnnStatus report_place(struct argument_name name, const char *address, const char *allowed)
{
    char place[MEMORY_TEXT];
    return report(ACLNN_ERR_PARAM_INVALID, "%s is at %p, %s; it must be live memory from %s",
                  ARGUMENT_TEXT(name), (const void *)address,
                  memory_describe(address, place, sizeof place), allowed);
}

/* Checks that bytes lie in the memory of a given size that begins at start. allocation is NULL for
 * host memory. */
static aclnnStatus check_range(struct argument_name name, const char *needs, const char *address,
                               int64_t first, int64_t past, const char *start, size_t size,
                               const struct device_allocation *allocation)
{
    int64_t at = address - start;
    int64_t low;
    int64_t high;
    bool known = !__builtin_add_overflow(at, first, &low) &&
                 !__builtin_add_overflow(at, past, &high) && low >= 0;
    if (known && ((uint64_t)high <= size ||
                  (allocation != NULL &&
                   device_memory_may_use(allocation, ARGUMENT_TEXT(name), (uint64_t)high))))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is at %p, which is byte %" PRId64 " of an allocation of %zu bytes; %s the "
                  "bytes from %" PRId64 " to %" PRId64 " relative to that address, which do not "
                  "all lie in the allocation%s",
                  ARGUMENT_TEXT(name), (const void *)address, at, size, needs, first, past,
                  known && allocation != NULL ? device_memory_remedy(allocation, (uint64_t)high)
                                              : "");
}

/* Checks that bytes lie in an allocation that was found. */
static aclnnStatus check_allocation(struct argument_name name, const char *needs,
                                    const char *address, int64_t first, int64_t past,
                                    int32_t device, const struct device_allocation *allocation)
{
    if (allocation->device != device)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is at %p on device %d; the stream belongs to device %d",
                      ARGUMENT_TEXT(name), (const void *)address, allocation->device, device);
    return check_range(name, needs, address, first, past, allocation->address, allocation->size,
                       allocation);
}

aclnnStatus operand_check_device(struct argument_name name, const char *needs, const char *address,
                                 int64_t first, int64_t past, int32_t device,
                                 struct device_allocation *allocation)
{
    if (!device_memory_find(address, allocation))
        return report_place(name, address, "aclrtMalloc");
    return check_allocation(name, needs, address, first, past, device, allocation);
}

aclnnStatus operand_check(struct argument_name name, const char *needs, const char *address,
                          int64_t first, int64_t past, int32_t device,
                          struct operand_memory *memory)
{
    struct host_memory host;
    if (device_memory_find(address, &memory->allocation))
        return check_allocation(name, needs, address, first, past, device, &memory->allocation);
    memory->host = host_memory_hold(address, &host);
    if (memory->host == NULL || !host.mapped)
        return report_place(name, address,
                            "aclrtMalloc, or host memory that aclrtHostRegister or "
                            "aclrtHostGetDevicePointer gave an address of the device");
    return check_range(name, needs, address, first, past, host.start, host.size, NULL);
}

void operand_drop(struct operand_memory *memory)
{
    if (memory->host != NULL)
        host_memory_drop(memory->host);
    memory->host = NULL;
}

static bool device_is_live(struct argument_name name, const struct device_allocation *allocation,
                           const char *when, struct task_failure *failure)
{
    char end[96];
    if (allocation->address == NULL || device_memory_is_live(allocation))
        return true;
    device_memory_describe_end(allocation, end, sizeof end);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "the memory of %s, an allocation of %zu bytes at %p, was freed %s by %s; it must stay "
             "until the stream was synchronized with",
             ARGUMENT_TEXT(name), allocation->size, (void *)allocation->address, when, end);
    return false;
}

bool operand_is_live(struct argument_name name, const struct operand_memory *memory,
                     const char *when, struct task_failure *failure)
{
    if (memory->host == NULL)
        return device_is_live(name, &memory->allocation, when, failure);
    if (host_memory_is_live(memory->host))
        return true;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "the memory of %s, host memory, was freed or unregistered %s; it must stay until the "
             "stream was synchronized with",
             ARGUMENT_TEXT(name), when);
    return false;
}

bool operand_launch_fails(struct task_failure *failure)
{
    unsigned long number;
    const char *fault = entry_launch_fault(&number);
    if (fault == NULL)
        return false;
    finding_is_asked_for();
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text, "launch %lu fails as ACLNN_FAULT=%s asks", number,
             fault);
    return true;
}
