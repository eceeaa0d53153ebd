/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/context.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl.h"
#include "runtime/device/leftovers.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/mem_pool.h"
#include "runtime/memory/virtual_memory.h"
#include "runtime/stream/event.h"
#include "runtime/stream/stream.h"

struct device_state {
    unsigned set_count;
    unsigned explicit_contexts;
    aclrtContext primary;
};

static pthread_mutex_t devices_lock = PTHREAD_MUTEX_INITIALIZER;
static struct device_state devices[MAX_DEVICES];
static _Thread_local aclrtContext current;
static _Atomic int32_t default_device = -1;

void context_set_default_device(int32_t device)
{
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

/* Likewise, but sets no device. */
static struct context *acquire_own(void)
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
    if (device >= 0 && aclrtSetDeviceImpl(device) != ACL_SUCCESS)
        return NULL;
    return acquire_own();
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

static aclError create_context(int32_t device, bool primary, aclrtContext *out)
{
    struct context *context = calloc(1, sizeof *context);
    if (context != NULL) {
        context->device = device;
        context->primary = primary;
        context->handle = handle_create(HANDLE_CONTEXT, context, free);
    }
    if (context == NULL || context->handle == NULL) {
        free(context);
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a context");
    }
    aclError status = stream_create(context, 0, 0, &context->default_stream);
    if (status != ACL_SUCCESS) {
        handle_close(context->handle, HANDLE_CONTEXT, "its creation");
        return status;
    }
    *out = context->handle;
    return ACL_SUCCESS;
}

/* A closed context's streams, after their work is done, and its events. */
static void end_children(const struct context *context)
{
    struct left_handles left = {.told = 0};
    stream_destroy_all(context, &left);
    event_destroy_all(context, &left);
    leftovers_tell_more(&left);
}

/* Ends a context after the work of its streams is done; its streams and events end with it. */
static void end_context(aclrtContext handle, const char *by)
{
    struct context *context = handle_acquire(handle, HANDLE_CONTEXT);
    if (context == NULL)
        return;
    if (handle_close(handle, HANDLE_CONTEXT, by))
        end_children(context);
    context_release(context);
}

aclError aclrtSetDeviceImpl(int32_t deviceId)
{
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    struct device_state *device = &devices[deviceId];
    pthread_mutex_lock(&devices_lock);
    if (device->primary == NULL)
        status = create_context(deviceId, true, &device->primary);
    if (status == ACL_SUCCESS) {
        device->set_count++;
        current = device->primary;
    }
    pthread_mutex_unlock(&devices_lock);
    return status;
}

aclError context_refuse_inside_task(void)
{
    if (!stream_inside_task())
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "called from a callback that runs on a stream; call it from another thread");
}

/* With the last context of a device its memory goes as well. */
static void release_memory(int32_t device, uint64_t age)
{
    leftovers_tell_memory(device, age);
    mem_pool_end_until(device, age);
    virtual_memory_end_until(device, age);
    device_memory_release_until(device, age);
}

static aclError reset_device(int32_t deviceId, bool force)
{
    aclError status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        status = context_refuse_inside_task();
    if (status != ACL_SUCCESS)
        return status;
    struct device_state *device = &devices[deviceId];
    aclrtContext ended = NULL;
    bool last = false;
    uint64_t age = 0;
    pthread_mutex_lock(&devices_lock);
    if (device->set_count == 0) {
        status = report(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
                        "device %d is not set in this process, or every aclrtSetDevice of it was "
                        "reset already",
                        deviceId);
    } else {
        device->set_count = force ? 0 : device->set_count - 1;
        if (device->set_count == 0) {
            ended = device->primary;
            device->primary = NULL;
            last = device->explicit_contexts == 0;
            age = last ? device_memory_end_age(deviceId) : 0;
        }
    }
    pthread_mutex_unlock(&devices_lock);
    /* Streams may run host callbacks that call back into here: no lock is held while they end. */
    if (ended != NULL)
        end_context(ended, "aclrtResetDevice");
    if (last)
        release_memory(deviceId, age);
    return status;
}

aclError aclrtResetDeviceImpl(int32_t deviceId)
{
    return reset_device(deviceId, false);
}

aclError aclrtResetDeviceForceImpl(int32_t deviceId)
{
    return reset_device(deviceId, true);
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
    struct context *context = acquire_own();
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

static void count_explicit(int32_t device, int change)
{
    pthread_mutex_lock(&devices_lock);
    devices[device].explicit_contexts += (unsigned)change;
    bool last = change < 0 && devices[device].explicit_contexts == 0 &&
                devices[device].primary == NULL;
    uint64_t age = last ? device_memory_end_age(device) : 0;
    pthread_mutex_unlock(&devices_lock);
    if (last)
        release_memory(device, age);
}

aclError aclrtCreateContextImpl(aclrtContext *context, int32_t deviceId)
{
    if (context == NULL)
        return REPORT_NULL("context");
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    aclrtContext created = NULL;
    /* Counted first: a reset in between must not release the memory of the new context. */
    count_explicit(deviceId, 1);
    status = create_context(deviceId, false, &created);
    if (status != ACL_SUCCESS) {
        count_explicit(deviceId, -1);
        return status;
    }
    current = created;
    *context = created;
    return ACL_SUCCESS;
}

static aclError report_dead_context(aclrtContext handle)
{
    char what[96];
    return report(ACL_ERROR_RT_CONTEXT_NULL, "context is %p, %s; a live aclrtContext is required",
                  handle, handle_describe(handle, what, sizeof what));
}

aclError aclrtDestroyContextImpl(aclrtContext context)
{
    if (context == NULL)
        return REPORT_NULL("context");
    struct context *object = handle_acquire(context, HANDLE_CONTEXT);
    if (object == NULL)
        return report_dead_context(context);
    aclError status = ACL_SUCCESS;
    if (object->primary)
        status = report(ACL_ERROR_RT_CONTEXT_NULL,
                        "context %p is the primary context of device %d; it ends with "
                        "aclrtResetDevice",
                        context, object->device);
    else if ((status = context_refuse_inside_task()) == ACL_SUCCESS &&
             handle_close(context, HANDLE_CONTEXT, "aclrtDestroyContext")) {
        end_children(object);
        count_explicit(object->device, -1);
    }
    context_release(object);
    return status;
}

aclError aclrtSetCurrentContextImpl(aclrtContext context)
{
    if (context == NULL)
        return REPORT_NULL("context");
    if (handle_kind_of(context) != HANDLE_CONTEXT)
        return report_dead_context(context);
    current = context;
    return ACL_SUCCESS;
}

aclError aclrtGetCurrentContextImpl(aclrtContext *context)
{
    if (context == NULL)
        return REPORT_NULL("context");
    struct context *object = acquire_own();
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

aclError aclrtGetPrimaryCtxStateImpl(int32_t deviceId, uint32_t *flags, int32_t *active)
{
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    if (active == NULL)
        return REPORT_NULL("active");
    pthread_mutex_lock(&devices_lock);
    *active = devices[deviceId].primary != NULL;
    pthread_mutex_unlock(&devices_lock);
    if (flags != NULL)
        *flags = 0;
    return ACL_SUCCESS;
}

aclError aclrtSynchronizeDeviceImpl(void)
{
    return aclrtSynchronizeDeviceWithTimeoutImpl(-1);
}

aclError aclrtSynchronizeDeviceWithTimeoutImpl(int32_t timeout)
{
    if (timeout < -1 || timeout == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "timeout is %d; -1 (for ever) or a positive number of milliseconds is "
                      "required",
                      timeout);
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    int32_t device = context->device;
    context_release(context);
    aclError status = context_refuse_inside_task();
    if (status == ACL_SUCCESS)
        status = device_await(device, timeout);
    mem_pool_trim(-1);
    return status != ACL_SUCCESS ? status : device_take_failure(device);
}
