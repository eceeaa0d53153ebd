/* SPDX-License-Identifier: Apache-2.0 */
/* The program's exception callback, and the functions with which it asks about a failure. */
#include "runtime/stream/exception.h"

#include <stdatomic.h>
#include <stddef.h>

#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/host_call.h"
#include "runtime/stream/stream_queue.h"

/* The answer to every question while there is no failure. */
#define UNKNOWN UINT32_MAX

struct rtExceptionInfo {
    uint32_t task;
    uint32_t stream;
    uint32_t thread;
    uint32_t device;
    uint32_t status;
};

static _Atomic(aclrtExceptionInfoCallback) program_callback;

aclError aclrtSetExceptionInfoCallbackImpl(aclrtExceptionInfoCallback callback)
{
    atomic_store(&program_callback, callback);
    return ACL_SUCCESS;
}

static void call_back(void *info)
{
    aclrtExceptionInfoCallback callback = atomic_load(&program_callback);
    if (callback != NULL)
        callback(info);
}

void exception_announce(struct stream *stream, const struct task *task, aclError status)
{
    struct rtExceptionInfo info = {
        .task = (uint32_t)task->sequence,
        .stream = (uint32_t)stream->child.id,
        .thread = (uint32_t)task->thread,
        .device = (uint32_t)stream->child.device,
        .status = (uint32_t)status,
    };
    host_call(call_back, &info, stream, task->sequence, 0, false);
}

static uint32_t report_no_info(void)
{
    (void)REPORT_NULL("info");
    return UNKNOWN;
}

uint32_t aclrtGetTaskIdFromExceptionInfoImpl(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->task : report_no_info();
}

uint32_t aclrtGetStreamIdFromExceptionInfoImpl(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->stream : report_no_info();
}

uint32_t aclrtGetThreadIdFromExceptionInfoImpl(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->thread : report_no_info();
}

uint32_t aclrtGetDeviceIdFromExceptionInfoImpl(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->device : report_no_info();
}

uint32_t aclrtGetErrorCodeFromExceptionInfoImpl(const aclrtExceptionInfo *info)
{
    return info != NULL ? info->status : report_no_info();
}
