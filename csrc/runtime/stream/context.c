/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/context.h"

#include <stdatomic.h>
#include <stddef.h>

#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"

static _Thread_local aclrtContext current;
static _Atomic int32_t default_device = -1;
static _Atomic(aclError (*)(int32_t)) set_default_device;

void context_set_default_device(int32_t device, aclError (*set)(int32_t))
{
    atomic_store(&set_default_device, set);
    atomic_store(&default_device, device);
}

aclError device_check(int64_t device)
{
    const struct environment *settings = environment();
    if (settings->problem[0] != '\0')
        return report_as("EE1011", ACL_ERROR_RT_SOC_VERSION, "the environment is wrong: %s",
                         settings->problem);
    if (device < 0 || device >= settings->device_count)
        return report(ACL_ERROR_RT_INVALID_DEVICEID,
                      "deviceId is %lld; this process has %u device(s), numbered from 0 "
                      "(ACLNN_DEVICES, ASCEND_RT_VISIBLE_DEVICES)",
                      (long long)device, settings->device_count);
    return ACL_SUCCESS;
}

aclError device_check_both(int64_t device, int64_t other)
{
    aclError status = device_check(device);
    return status == ACL_SUCCESS ? device_check(other) : status;
}

struct context *context_acquire_own(void)
{
    struct context *context = handle_acquire(current, HANDLE_CONTEXT);
    if (context != NULL)
        return context;
    if (current == NULL)
        report(ACL_ERROR_RT_CONTEXT_NULL,
               "no context is current on this thread; call aclrtSetDevice (or "
               "aclrtSetCurrentContext) on it first");
    else
        report(ACL_ERROR_RT_CONTEXT_NULL,
               "the context that was current on this thread is gone (its device was reset or it "
               "was destroyed); call aclrtSetDevice again");
    return NULL;
}

struct context *context_acquire_current(void)
{
    int32_t device = current == NULL ? atomic_load(&default_device) : -1;
    if (device >= 0 && atomic_load(&set_default_device)(device) != ACL_SUCCESS)
        return NULL;
    return context_acquire_own();
}

aclError context_require(void)
{
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    context_release(context);
    return ACL_SUCCESS;
}

void context_release(struct context *context)
{
    handle_release(context->handle);
}

aclrtContext context_swap(aclrtContext handle)
{
    aclrtContext before = current;
    current = handle;
    return before;
}

aclError aclrtGetDeviceImpl(int32_t *deviceId)
{
    if (deviceId == NULL)
        return REPORT_NULL("deviceId");
    int32_t otherwise = atomic_load(&default_device);
    if (current == NULL && otherwise >= 0) {
        *deviceId = otherwise;
        return ACL_SUCCESS;
    }
    struct context *context = context_acquire_own();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    *deviceId = context->device;
    context_release(context);
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceCountImpl(uint32_t *count)
{
    if (count == NULL)
        return REPORT_NULL("count");
    *count = environment()->device_count;
    return ACL_SUCCESS;
}

aclError context_report_dead(aclrtContext handle)
{
    char what[96];
    return report(ACL_ERROR_RT_CONTEXT_NULL, "context is %p, %s; a live aclrtContext is required",
                  handle, handle_describe(handle, what, sizeof what));
}

aclError aclrtSetCurrentContextImpl(aclrtContext context)
{
    if (context == NULL)
        return REPORT_NULL("context");
    if (handle_kind_of(context) != HANDLE_CONTEXT)
        return context_report_dead(context);
    current = context;
    return ACL_SUCCESS;
}

aclError aclrtGetCurrentContextImpl(aclrtContext *context)
{
    if (context == NULL)
        return REPORT_NULL("context");
    struct context *object = context_acquire_own();
    if (object == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    *context = object->handle;
    context_release(object);
    return ACL_SUCCESS;
}

aclError aclrtCtxGetCurrentDefaultStreamImpl(aclrtStream *stream)
{
    if (stream == NULL)
        return REPORT_NULL("stream");
    struct context *object = context_acquire_current();
    if (object == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    *stream = object->default_stream;
    context_release(object);
    return ACL_SUCCESS;
}
