/* SPDX-License-Identifier: Apache-2.0 */
/* What became of overflow. Arithmetic here has infinities and NaNs, so that the status is always
 * "none". */
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/copy.h"
#include "runtime/memory/device_memory.h"
#include "runtime/stream/stream_queue.h"

/* The vendor's status block has exactly this size. */
#define STATUS_BYTES 64

static aclError check_place(const void *address, uint64_t size)
{
    struct device_allocation allocation;
    if (size != STATUS_BYTES)
        return report(ACL_ERROR_RT_PARAM_INVALID, "outputSize is %zu; it must be %d", (size_t)size,
                      STATUS_BYTES);
    if (!device_memory_find(address, &allocation))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "outputAddr is %p; it must lie in memory from aclrtMalloc", address);
    return ACL_SUCCESS;
}

static aclError check_stream(aclrtStream handle, bool may_be_captured)
{
    struct stream *stream = NULL;
    aclError status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    if (!may_be_captured)
        status = stream_refuse_captured(stream, "has its overflow status asked for");
    stream_release(stream);
    return status;
}

static aclError write_status(void *address, uint64_t size, aclrtStream stream)
{
    if (address == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "outputAddr is NULL; device memory is required");
    aclError status = check_place(address, size);
    if (status == ACL_SUCCESS)
        status = check_stream(stream, false);
    return status == ACL_SUCCESS ? copy_set_queued("outputAddr", address, 0, size, stream) : status;
}

aclError aclrtGetOverflowStatusImpl(void *outputAddr, size_t outputSize, aclrtStream stream)
{
    if (outputAddr == NULL)
        return REPORT_NULL("outputAddr");
    aclError status = check_place(outputAddr, outputSize);
    return status == ACL_SUCCESS ? copy_set_queued("outputAddr", outputAddr, 0, outputSize, stream)
                                 : status;
}

aclError aclrtResetOverflowStatusImpl(aclrtStream stream)
{
    return check_stream(stream, true);
}

aclError aclrtGetFloatOverflowStatusImpl(void *outputAddr, uint64_t outputSize, aclrtStream stream)
{
    return write_status(outputAddr, outputSize, stream);
}

aclError aclrtResetFloatOverflowStatusImpl(aclrtStream stream)
{
    return check_stream(stream, false);
}

aclError aclrtNpuGetFloatOverFlowStatusImpl(void *outputAddr, uint64_t outputSize,
                                            uint32_t checkMode, aclrtStream stream)
{
    (void)checkMode;
    return write_status(outputAddr, outputSize, stream);
}

aclError aclrtNpuClearFloatOverFlowStatusImpl(uint32_t checkMode, aclrtStream stream)
{
    (void)checkMode;
    return check_stream(stream, false);
}
