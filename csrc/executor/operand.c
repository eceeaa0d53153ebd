/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/operand.h"

#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "runtime/memory.h"

aclnnStatus operand_check(const char *name, const char *needs, const char *address, int64_t first,
                          int64_t past, int32_t device, struct device_allocation *allocation)
{
    char place[MEMORY_TEXT];
    if (!device_memory_find(address, allocation))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is at %p, %s; it must be live memory from aclrtMalloc", name,
                      (const void *)address, memory_describe(address, place, sizeof place));
    if (allocation->device != device)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is at %p on device %d; the stream belongs to device %d", name,
                      (const void *)address, allocation->device, device);
    int64_t at = address - allocation->address;
    int64_t low;
    int64_t high;
    if (!__builtin_add_overflow(at, first, &low) && !__builtin_add_overflow(at, past, &high) &&
        low >= 0 && high <= (int64_t)allocation->size)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is at %p, which is byte %" PRId64 " of an allocation of %zu bytes; %s the "
                  "bytes from %" PRId64 " to %" PRId64 " relative to that address, which do not "
                  "all lie in the allocation",
                  name, (const void *)address, at, allocation->size, needs, first, past);
}
