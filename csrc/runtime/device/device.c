/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Devices are set and reset; contexts are made and ended. aclrtSetDevice makes the device's primary
 * context current, which all threads share.
 */
#include <pthread.h>
#include <stdlib.h>

#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/device/leftovers.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/imported_memory.h"
#include "runtime/memory/mem_pool.h"
#include "runtime/memory/virtual_memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/event.h"
#include "runtime/stream/notify.h"
#include "runtime/stream/graph.h"
#include "runtime/stream/state_callback.h"
#include "runtime/stream/stream.h"
#include "runtime/watch/left_handles.h"

struct device_state {
    unsigned set_count;
    unsigned explicit_contexts;
    aclrtContext primary;
};

static pthread_mutex_t devices_lock = PTHREAD_MUTEX_INITIALIZER;
static struct device_state devices[MAX_DEVICES];

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

/* Ends the graphs of a closed context, its streams when their work is done, and then its events. */
static void end_children(const struct context *context)
{
    struct left_handles left = {.told = 0};
    graph_destroy_all(context, &left);
    stream_destroy_all(context, &left);
    event_destroy_all(context, &left);
    notify_destroy_all(context, &left);
    left_handles_tell_more(&left);
}

/* Ends a context when its streams have done their work; its streams and events end with it. */
static void end_context(aclrtContext handle, const char *by)
{
    struct context *context = handle_acquire(handle, HANDLE_CONTEXT);
    if (context == NULL)
        return;
    if (handle_close(handle, HANDLE_CONTEXT, by))
        end_children(context);
    context_release(context);
}

/* Sets the device, and says whether that made its primary context. */
static aclError set_device(int32_t deviceId, bool *made)
{
    aclError status = ACL_SUCCESS;
    struct device_state *device = &devices[deviceId];
    pthread_mutex_lock(&devices_lock);
    *made = device->primary == NULL;
    if (*made)
        status = create_context(deviceId, true, &device->primary);
    if (status == ACL_SUCCESS) {
        device->set_count++;
        (void)context_swap(device->primary);
    }
    pthread_mutex_unlock(&devices_lock);
    return status;
}

/* Tells of the default stream that the current context was made with, once no lock is held. */
static void tell_default_stream(void)
{
    struct context *context = context_acquire_own();
    if (context == NULL)
        return;
    aclrtStream stream = context->default_stream;
    context_release(context);
    state_callback_stream(stream, ACL_RT_STREAM_STATE_CREATE_POST);
}

aclError aclrtSetDeviceImpl(int32_t deviceId)
{
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    state_callback_device(deviceId, ACL_RT_DEVICE_STATE_SET_PRE);
    bool made = false;
    status = set_device(deviceId, &made);
    if (status != ACL_SUCCESS)
        return status;
    if (made)
        tell_default_stream();
    state_callback_device(deviceId, ACL_RT_DEVICE_STATE_SET_POST);
    return ACL_SUCCESS;
}

/* Frees a device's memory together with its last context. */
static void release_memory(int32_t device, uint64_t age)
{
    leftovers_tell_memory(device, age);
    mem_pool_end_until(device, age);
    virtual_memory_end_until(device, age);
    imported_memory_end_until(device, age);
    device_memory_release_until(device, age);
}

static aclError reset_device(int32_t deviceId, bool force)
{
    aclError status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        status = stream_refuse_inside_task();
    if (status != ACL_SUCCESS)
        return status;
    state_callback_device(deviceId, ACL_RT_DEVICE_STATE_RESET_PRE);
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
    /* No lock is held while streams end: their host callbacks may call functions of this file. */
    if (ended != NULL)
        end_context(ended, "aclrtResetDevice");
    if (last)
        release_memory(deviceId, age);
    if (status == ACL_SUCCESS)
        state_callback_device(deviceId, ACL_RT_DEVICE_STATE_RESET_POST);
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
    /* The context is counted before it is made, so that a reset in between does not free its
     * memory. */
    count_explicit(deviceId, 1);
    status = create_context(deviceId, false, &created);
    if (status != ACL_SUCCESS) {
        count_explicit(deviceId, -1);
        return status;
    }
    (void)context_swap(created);
    *context = created;
    tell_default_stream();
    return ACL_SUCCESS;
}

aclError aclrtDestroyContextImpl(aclrtContext context)
{
    if (context == NULL)
        return REPORT_NULL("context");
    struct context *object = handle_acquire(context, HANDLE_CONTEXT);
    if (object == NULL)
        return context_report_dead(context);
    aclError status = ACL_SUCCESS;
    if (object->primary)
        status = report(ACL_ERROR_RT_CONTEXT_NULL,
                        "context %p is the primary context of device %d; it ends with "
                        "aclrtResetDevice",
                        context, object->device);
    else if ((status = stream_refuse_inside_task()) == ACL_SUCCESS &&
             handle_close(context, HANDLE_CONTEXT, "aclrtDestroyContext")) {
        end_children(object);
        count_explicit(object->device, -1);
    }
    context_release(object);
    return status;
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
    aclError status = stream_refuse_inside_task();
    if (status == ACL_SUCCESS)
        status = device_await(device, timeout);
    mem_pool_trim(-1);
    return status != ACL_SUCCESS ? status : device_take_failure(device);
}
