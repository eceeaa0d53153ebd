/* SPDX-License-Identifier: Apache-2.0 */
/* infinirt: the CPU, and the emulated NPU through the same functions as acl. */
#include "infiniop/runtime.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "base/thread.h"
#include "impl/acl/acl_rt.h"
#include "impl/infinirt.h"
#include "infiniop/object.h"
#include "runtime/memory/copy.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/host_memory.h"
#include "runtime/memory/mem_pool.h"
#include "runtime/memory/memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream.h"
#include "runtime/watch/races.h"

#define HOST_ALIGNMENT 64

static _Thread_local infiniDevice_t current_device = INFINI_DEVICE_CPU;
static _Thread_local int current_id;

void infini_current_device(infiniDevice_t *device, int *device_id)
{
    *device = current_device;
    *device_id = current_id;
}

static bool on_cpu(void)
{
    return current_device == INFINI_DEVICE_CPU;
}

infiniStatus_t infini_status_of(aclError status)
{
    static const struct {
        aclError status;
        infiniStatus_t same;
    } rows[] = {
        {ACL_SUCCESS, INFINI_STATUS_SUCCESS},
        {ACL_ERROR_RT_INVALID_DEVICEID, INFINI_STATUS_DEVICE_NOT_FOUND},
        {ACL_ERROR_RT_CONTEXT_NULL, INFINI_STATUS_DEVICE_NOT_INITIALIZED},
        {ACL_ERROR_RT_FEATURE_NOT_SUPPORT, INFINI_STATUS_NOT_IMPLEMENTED},
        {ACL_ERROR_INVALID_PARAM, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_PARAM_INVALID, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_CONTEXT, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_INVALID_HANDLE, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_INVALID_MEMORY_TYPE, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_UNJOINED, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_CAPTURED, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_EVENT_CAPTURED, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_NOT_CAPTURED, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD, INFINI_STATUS_BAD_PARAM},
        {ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, INFINI_STATUS_BAD_PARAM},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].status == status)
            return rows[i].same;
    return INFINI_STATUS_INTERNAL_ERROR;
}

infiniStatus_t infini_check_host(const char *name, const void *pointer, const char *why)
{
    char place[MEMORY_TEXT];
    struct memory_spot spot;
    memory_locate(pointer, &spot);
    if (spot.place != MEMORY_DEVICE && spot.place != MEMORY_DEAD)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "%s is %p, %s; %s", name, pointer,
                         memory_describe(pointer, place, sizeof place), why);
}

/* ---- Devices --------------------------------------------------------------------------------- */

static infiniStatus_t check_device(infiniDevice_t device)
{
    if (device == INFINI_DEVICE_CPU || device == INFINI_DEVICE_ASCEND)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_DEVICE_TYPE_NOT_SUPPORTED,
                         "device type %d does not exist here; INFINI_DEVICE_CPU (0) and "
                         "INFINI_DEVICE_ASCEND (3) do",
                         (int)device);
}

static infiniStatus_t check_device_id(infiniDevice_t device, int device_id)
{
    infiniStatus_t status = check_device(device);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    if (device == INFINI_DEVICE_ASCEND)
        return infini_status_of(device_check(device_id));
    if (device_id == 0)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_DEVICE_NOT_FOUND,
                         "device_id is %d; the only INFINI_DEVICE_CPU is 0", device_id);
}

infiniStatus_t infinirtInitImpl(void)
{
    aclError status = aclInitImpl(NULL);
    return status == ACL_ERROR_REPEAT_INITIALIZE ? INFINI_STATUS_SUCCESS : infini_status_of(status);
}

infiniStatus_t infinirtGetDeviceCountImpl(infiniDevice_t device, int *count)
{
    uint32_t found = 1;
    if (count == NULL)
        return infini_null_pointer("count");
    infiniStatus_t status = check_device(device);
    if (status == INFINI_STATUS_SUCCESS && device == INFINI_DEVICE_ASCEND)
        status = infini_status_of(aclrtGetDeviceCountImpl(&found));
    if (status == INFINI_STATUS_SUCCESS)
        *count = (int)found;
    return status;
}

infiniStatus_t infinirtGetAllDeviceCountImpl(int *count_array)
{
    uint32_t found = 0;
    if (count_array == NULL)
        return infini_null_pointer("count_array");
    infiniStatus_t status = infini_status_of(aclrtGetDeviceCountImpl(&found));
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    memset(count_array, 0, sizeof *count_array * INFINI_DEVICE_TYPE_COUNT);
    count_array[INFINI_DEVICE_CPU] = 1;
    count_array[INFINI_DEVICE_ASCEND] = (int)found;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtSetDeviceImpl(infiniDevice_t device, int device_id)
{
    infiniStatus_t status = check_device_id(device, device_id);
    if (status == INFINI_STATUS_SUCCESS && device == INFINI_DEVICE_ASCEND)
        status = infini_status_of(aclrtSetDeviceImpl(device_id));
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    current_device = device;
    current_id = device_id;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtGetDeviceImpl(infiniDevice_t *device_ptr, int *device_id_ptr)
{
    if (device_ptr == NULL && device_id_ptr == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER,
                             "device_ptr and device_id_ptr are both NULL");
    if (device_ptr != NULL)
        *device_ptr = current_device;
    if (device_id_ptr != NULL)
        *device_id_ptr = current_id;
    return INFINI_STATUS_SUCCESS;
}

/* Reads MemAvailable and MemTotal. The C library knows only free pages, without those of caches. */
static bool host_memory(size_t *free_bytes, size_t *total_bytes)
{
    FILE *file = fopen("/proc/meminfo", "re");
    char line[128];
    int found = 0;
    if (file == NULL)
        return false;
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long long kilobytes;
        if (sscanf(line, "MemTotal: %llu", &kilobytes) == 1) {
            *total_bytes = (size_t)kilobytes << 10;
            found |= 1;
        } else if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1) {
            *free_bytes = (size_t)kilobytes << 10;
            found |= 2;
        }
    }
    fclose(file);
    return found == 3;
}

infiniStatus_t infinirtGetMemInfoImpl(infiniDevice_t device, int device_id, size_t *free_bytes,
                                      size_t *total_bytes)
{
    if (free_bytes == NULL)
        return infini_null_pointer("free_bytes");
    if (total_bytes == NULL)
        return infini_null_pointer("total_bytes");
    infiniStatus_t status = check_device_id(device, device_id);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    if (device == INFINI_DEVICE_ASCEND) {
        struct device_room room;
        device_memory_room(device_id, &room);
        *free_bytes = room.available;
        *total_bytes = room.capacity;
        return INFINI_STATUS_SUCCESS;
    }
    size_t available = 0;
    size_t total = 0;
    if (!host_memory(&available, &total))
        return INFINI_REPORT(INFINI_STATUS_INTERNAL_ERROR,
                             "/proc/meminfo does not say how much memory there is");
    *free_bytes = available;
    *total_bytes = total;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtGetDeviceResourceSnapshotImpl(infiniDevice_t device, int device_id,
                                                     infinirtDeviceResourceSnapshot_t *snapshot)
{
    infinirtDeviceResourceSnapshot_t found = {
        .device_type = device,
        .device_id = device_id,
        .valid_fields = INFINIRT_RESOURCE_FIELD_MEMORY_CAPACITY,
    };
    if (snapshot == NULL)
        return infini_null_pointer("snapshot");
    infiniStatus_t status = infinirtGetMemInfoImpl(device, device_id, &found.free_bytes,
                                                   &found.total_bytes);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    found.used_bytes = found.total_bytes - found.free_bytes;
    *snapshot = found;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtDeviceSynchronizeImpl(void)
{
    return on_cpu() ? INFINI_STATUS_SUCCESS : infini_status_of(aclrtSynchronizeDeviceImpl());
}

/* ---- Streams --------------------------------------------------------------------------------- */

infiniStatus_t infinirtStreamCreateImpl(infinirtStream_t *stream_ptr)
{
    if (stream_ptr == NULL)
        return infini_null_pointer("stream_ptr");
    if (!on_cpu())
        return infini_status_of(aclrtCreateStreamImpl(stream_ptr));
    *stream_ptr = NULL;
    return INFINI_STATUS_SUCCESS;
}

/* Streams of the CPU are NULL. Any other is one of ASCEND, whatever device is current. */
static bool is_cpu_stream(infinirtStream_t stream)
{
    return on_cpu() && stream == NULL;
}

infiniStatus_t infinirtStreamDestroyImpl(infinirtStream_t stream)
{
    return is_cpu_stream(stream) ? INFINI_STATUS_SUCCESS
                                 : infini_status_of(aclrtDestroyStreamImpl(stream));
}

infiniStatus_t infinirtStreamSynchronizeImpl(infinirtStream_t stream)
{
    return is_cpu_stream(stream) ? INFINI_STATUS_SUCCESS
                                 : infini_status_of(aclrtSynchronizeStreamImpl(stream));
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* An event of the CPU. All work before it is done when it is recorded. */
struct cpu_event {
    struct infini_object object;
    uint32_t flags;
    _Atomic int64_t nanoseconds; /* 0: it has not been recorded */
};

static struct cpu_event *acquire_event(infinirtEvent_t event, const char *name,
                                       infiniStatus_t *status)
{
    struct cpu_event *found = infini_object_acquire(event, INFINI_EVENT);
    if (found == NULL)
        *status = INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                                "%s (%p) is no live event of INFINI_DEVICE_CPU, the current device",
                                name, event);
    return found;
}

static void release_event(struct cpu_event *event)
{
    if (event != NULL)
        infini_object_release(&event->object);
}

/* A wait for an event of the CPU: the event is complete once it has been recorded. */
static infiniStatus_t check_event(infinirtEvent_t event)
{
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    release_event(acquire_event(event, "event", &status));
    return status;
}

infiniStatus_t infinirtStreamWaitEventImpl(infinirtStream_t stream, infinirtEvent_t event)
{
    if (event == NULL)
        return infini_null_pointer("event");
    return on_cpu() ? check_event(event)
                    : infini_status_of(aclrtStreamWaitEventImpl(stream, event));
}

infiniStatus_t infinirtEventCreateImpl(infinirtEvent_t *event_ptr)
{
    return infinirtEventCreateWithFlagsImpl(event_ptr, INFINIRT_EVENT_DEFAULT);
}

infiniStatus_t infinirtEventCreateWithFlagsImpl(infinirtEvent_t *event_ptr, uint32_t flags)
{
    const uint32_t known = INFINIRT_EVENT_DISABLE_TIMING | INFINIRT_EVENT_BLOCKING_SYNC;
    if (event_ptr == NULL)
        return infini_null_pointer("event_ptr");
    if ((flags & ~known) != 0)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                             "flags is %u; it may hold INFINIRT_EVENT_DISABLE_TIMING (1) and "
                             "INFINIRT_EVENT_BLOCKING_SYNC (2)",
                             (unsigned)flags);
    if (!on_cpu()) {
        bool timed = (flags & INFINIRT_EVENT_DISABLE_TIMING) == 0;
        uint32_t uses = timed ? ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE : ACL_EVENT_SYNC;
        return infini_status_of(aclrtCreateEventWithFlagImpl(event_ptr, uses));
    }
    struct cpu_event *event = infini_object_new(INFINI_EVENT, sizeof *event);
    if (event == NULL)
        return infini_out_of_memory(sizeof *event);
    event->flags = flags;
    infini_object_open(&event->object);
    *event_ptr = event;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtEventRecordImpl(infinirtEvent_t event, infinirtStream_t stream)
{
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    if (event == NULL)
        return infini_null_pointer("event");
    if (!on_cpu())
        return infini_status_of(aclrtRecordEventImpl(event, stream));
    struct cpu_event *found = acquire_event(event, "event", &status);
    if (found == NULL)
        return status;
    found->nanoseconds = monotonic_nanoseconds();
    release_event(found);
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtEventQueryImpl(infinirtEvent_t event, infinirtEventStatus_t *status_ptr)
{
    aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
    if (event == NULL)
        return infini_null_pointer("event");
    if (status_ptr == NULL)
        return infini_null_pointer("status_ptr");
    infiniStatus_t status = on_cpu()
                                ? check_event(event)
                                : infini_status_of(aclrtQueryEventStatusImpl(event, &recorded));
    if (status == INFINI_STATUS_SUCCESS)
        *status_ptr = recorded == ACL_EVENT_RECORDED_STATUS_COMPLETE ? INFINIRT_EVENT_COMPLETE
                                                                     : INFINIRT_EVENT_NOT_READY;
    return status;
}

infiniStatus_t infinirtEventSynchronizeImpl(infinirtEvent_t event)
{
    if (event == NULL)
        return infini_null_pointer("event");
    return on_cpu() ? check_event(event) : infini_status_of(aclrtSynchronizeEventImpl(event));
}

infiniStatus_t infinirtEventDestroyImpl(infinirtEvent_t event)
{
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    if (event == NULL)
        return infini_null_pointer("event");
    if (!on_cpu())
        return infini_status_of(aclrtDestroyEventImpl(event));
    struct cpu_event *found = acquire_event(event, "event", &status);
    if (found == NULL)
        return status;
    infini_object_close(event, INFINI_EVENT);
    infini_object_release(&found->object);
    return INFINI_STATUS_SUCCESS;
}

static infiniStatus_t cpu_elapsed(float *ms_ptr, const struct cpu_event *start,
                                  const struct cpu_event *end)
{
    if ((start->flags | end->flags) & INFINIRT_EVENT_DISABLE_TIMING)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                             "start or end was made with INFINIRT_EVENT_DISABLE_TIMING");
    if (start->nanoseconds == 0 || end->nanoseconds == 0)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "start or end was not recorded");
    *ms_ptr = (float)((double)(end->nanoseconds - start->nanoseconds) * 1e-6);
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtEventElapsedTimeImpl(float *ms_ptr, infinirtEvent_t start,
                                            infinirtEvent_t end)
{
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    if (ms_ptr == NULL)
        return infini_null_pointer("ms_ptr");
    if (start == NULL || end == NULL)
        return infini_null_pointer(start == NULL ? "start" : "end");
    if (!on_cpu())
        return infini_status_of(aclrtEventElapsedTimeImpl(ms_ptr, start, end));
    struct cpu_event *first = acquire_event(start, "start", &status);
    struct cpu_event *last = first != NULL ? acquire_event(end, "end", &status) : NULL;
    if (last != NULL)
        status = cpu_elapsed(ms_ptr, first, last);
    release_event(first);
    release_event(last);
    return status;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static infiniStatus_t host_malloc(void **p_ptr, size_t size)
{
    void *memory = NULL;
    if (posix_memalign(&memory, HOST_ALIGNMENT, size) != 0)
        return infini_out_of_memory(size);
    *p_ptr = memory;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtMallocImpl(void **p_ptr, size_t size)
{
    if (p_ptr == NULL)
        return infini_null_pointer("p_ptr");
    if (size == 0) {
        *p_ptr = NULL;
        return INFINI_STATUS_SUCCESS;
    }
    if (on_cpu())
        return host_malloc(p_ptr, size);
    return infini_status_of(aclrtMallocImpl(p_ptr, size, ACL_MEM_MALLOC_HUGE_FIRST));
}

/* Refuses device memory, for which free() would end the program. */
static infiniStatus_t host_free(void *ptr)
{
    char place[MEMORY_TEXT];
    struct memory_spot spot;
    memory_locate(ptr, &spot);
    if (spot.place != MEMORY_PLAIN)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                             "ptr is %p, %s; the current device is INFINI_DEVICE_CPU", ptr,
                             memory_describe(ptr, place, sizeof place));
    free(ptr);
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtFreeImpl(void *ptr)
{
    if (ptr == NULL)
        return INFINI_STATUS_SUCCESS;
    return on_cpu() ? host_free(ptr) : infini_status_of(aclrtFreeImpl(ptr));
}

infiniStatus_t infinirtMallocHostImpl(void **p_ptr, size_t size)
{
    if (p_ptr == NULL)
        return infini_null_pointer("p_ptr");
    if (size == 0) {
        *p_ptr = NULL;
        return INFINI_STATUS_SUCCESS;
    }
    return on_cpu() ? host_malloc(p_ptr, size) : infini_status_of(aclrtMallocHostImpl(p_ptr, size));
}

infiniStatus_t infinirtFreeHostImpl(void *ptr)
{
    if (ptr == NULL)
        return INFINI_STATUS_SUCCESS;
    return on_cpu() ? host_free(ptr) : infini_status_of(aclrtFreeHostImpl(ptr));
}

static infiniStatus_t check_kind(infinirtMemcpyKind_t kind, aclrtMemcpyKind *out)
{
    switch (kind) {
    case INFINIRT_MEMCPY_H2H: *out = ACL_MEMCPY_HOST_TO_HOST; return INFINI_STATUS_SUCCESS;
    case INFINIRT_MEMCPY_H2D: *out = ACL_MEMCPY_HOST_TO_DEVICE; return INFINI_STATUS_SUCCESS;
    case INFINIRT_MEMCPY_D2H: *out = ACL_MEMCPY_DEVICE_TO_HOST; return INFINI_STATUS_SUCCESS;
    case INFINIRT_MEMCPY_D2D: *out = ACL_MEMCPY_DEVICE_TO_DEVICE; return INFINI_STATUS_SUCCESS;
    }
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                         "kind is %d; INFINIRT_MEMCPY_H2H (0), H2D (1), D2H (2) and D2D (3) exist",
                         (int)kind);
}

#define HOST_REQUIRED "host memory is required here"

static infiniStatus_t check_hosts(const void *dst, const void *src)
{
    infiniStatus_t status = infini_check_host("dst", dst, HOST_REQUIRED);
    return status == INFINI_STATUS_SUCCESS ? infini_check_host("src", src, HOST_REQUIRED) : status;
}

static infiniStatus_t host_copy(void *dst, const void *src, size_t size)
{
    infiniStatus_t status = check_hosts(dst, src);
    if (status == INFINI_STATUS_SUCCESS)
        memmove(dst, src, size);
    return status;
}

/* Checks what both kinds of copies check. A copy of 0 bytes may have NULL pointers. */
static infiniStatus_t check_copy(const void *dst, const void *src, size_t size,
                                 infinirtMemcpyKind_t kind, aclrtMemcpyKind *copied)
{
    infiniStatus_t status = check_kind(kind, copied);
    if (status != INFINI_STATUS_SUCCESS || size == 0)
        return status;
    if (dst == NULL || src == NULL)
        return infini_null_pointer(dst == NULL ? "dst" : "src");
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtMemcpyImpl(void *dst, const void *src, size_t size,
                                  infinirtMemcpyKind_t kind)
{
    aclrtMemcpyKind copied = ACL_MEMCPY_DEFAULT;
    infiniStatus_t status = check_copy(dst, src, size, kind, &copied);
    if (status != INFINI_STATUS_SUCCESS || size == 0)
        return status;
    return on_cpu() ? host_copy(dst, src, size)
                    : infini_status_of(aclrtMemcpyImpl(dst, size, src, size, copied));
}

/* Work on a stream for which acl has no function. */
struct host_task {
    struct task task;
    void *dst;
    const void *src;
    size_t size;
    struct host_range *holds[2]; /* the memory that dst and src lie in, where the library knows
                                  * it */
};

static void run_copy(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct host_task *copy = (const struct host_task *)task;
    (void)stream;
    for (int i = 0; i < 2; i++) {
        if (copy->holds[i] == NULL || host_memory_is_live(copy->holds[i]))
            continue;
        failure->status = ACL_ERROR_RT_SYS_DMA;
        snprintf(failure->text, sizeof failure->text,
                 "%s: host memory that the queued work uses was freed or unregistered before it "
                 "ran; synchronize with the stream first",
                 task->name);
        return;
    }
    memmove(copy->dst, copy->src, copy->size);
}

static void destroy_host_task(struct task *task)
{
    struct host_task *self = (struct host_task *)task;
    for (int i = 0; i < 2; i++)
        if (self->holds[i] != NULL)
            host_memory_drop(self->holds[i]);
    free(task);
}

static void add_bytes(struct races *races, const char *argument, const void *first, size_t bytes,
                      enum races_use use)
{
    struct byte_view view;
    byte_view_dense(&view, (uintptr_t)first, bytes);
    races_add(races, (struct argument_name){argument, -1}, &view, use);
}

static void note_host_task(struct task *given, struct stream *stream, uint64_t sequence)
{
    const struct host_task *task = (const struct host_task *)given;
    struct races races;
    stream_begin_races(&races, given, stream, sequence);
    if (task->holds[1] != NULL)
        add_bytes(&races, "src", task->src, task->size, RACES_READ);
    if (task->holds[0] != NULL)
        add_bytes(&races, "dst", task->dst, task->size, RACES_WRITTEN);
    races_end(&races);
}

/* Queues a copy of the task. */
static infiniStatus_t submit(const struct host_task *given, infinirtStream_t handle)
{
    struct stream *stream = NULL;
    infiniStatus_t status = infini_status_of(stream_acquire(handle, &stream));
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    struct host_task *task = malloc(sizeof *task);
    if (task != NULL) {
        *task = *given;
        task->task.destroy = destroy_host_task;
        task->holds[0] = host_memory_hold(given->dst, NULL);
        task->holds[1] = host_memory_hold(given->src, NULL);
        task->task.note = note_host_task;
        stream_submit(stream, &task->task);
    } else {
        status = infini_out_of_memory(sizeof *task);
    }
    stream_release(stream);
    return status;
}

/* acl has no copy from host to host on a stream, so the library queues one of its own. */
static infiniStatus_t host_copy_on_stream(void *dst, const void *src, size_t size,
                                          infinirtStream_t stream)
{
    const struct host_task copy = {
        .task = {.name = "infinirtMemcpyAsync", .run = run_copy},
        .dst = dst,
        .src = src,
        .size = size,
    };
    infiniStatus_t status = check_hosts(dst, src);
    return status == INFINI_STATUS_SUCCESS ? submit(&copy, stream) : status;
}

infiniStatus_t infinirtMemcpyAsyncImpl(void *dst, const void *src, size_t size,
                                       infinirtMemcpyKind_t kind, infinirtStream_t stream)
{
    aclrtMemcpyKind copied = ACL_MEMCPY_DEFAULT;
    infiniStatus_t status = check_copy(dst, src, size, kind, &copied);
    if (status != INFINI_STATUS_SUCCESS || size == 0)
        return status;
    if (on_cpu())
        return host_copy(dst, src, size);
    return kind == INFINIRT_MEMCPY_H2H
               ? host_copy_on_stream(dst, src, size, stream)
               : infini_status_of(aclrtMemcpyAsyncImpl(dst, size, src, size, copied, stream));
}

static infiniStatus_t host_set(void *ptr, int value, size_t count)
{
    infiniStatus_t status = infini_check_host("ptr", ptr, HOST_REQUIRED);
    if (status == INFINI_STATUS_SUCCESS)
        memset(ptr, value, count);
    return status;
}

infiniStatus_t infinirtMemsetImpl(void *ptr, int value, size_t count)
{
    if (count == 0)
        return INFINI_STATUS_SUCCESS;
    if (ptr == NULL)
        return infini_null_pointer("ptr");
    return on_cpu() ? host_set(ptr, value, count)
                    : infini_status_of(copy_set("ptr", ptr, value, count));
}

infiniStatus_t infinirtMemsetAsyncImpl(void *ptr, int value, size_t count, infinirtStream_t stream)
{
    if (count == 0)
        return INFINI_STATUS_SUCCESS;
    if (ptr == NULL)
        return infini_null_pointer("ptr");
    return on_cpu() ? host_set(ptr, value, count)
                    : infini_status_of(copy_set_queued("ptr", ptr, value, count, stream));
}

infiniStatus_t infinirtMallocAsyncImpl(void **p_ptr, size_t size, infinirtStream_t stream)
{
    (void)stream;
    return infinirtMallocImpl(p_ptr, size);
}

infiniStatus_t infinirtFreeAsyncImpl(void *ptr, infinirtStream_t stream)
{
    char place[MEMORY_TEXT];
    if (ptr == NULL || on_cpu())
        return infinirtFreeImpl(ptr);
    struct device_allocation allocation;
    if (device_memory_find(ptr, &allocation) && allocation.address == ptr)
        return infini_status_of(mem_pool_free_queued(ptr, stream));
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                         "ptr is %p, %s; the start of live memory from infinirtMalloc is required",
                         ptr, memory_describe(ptr, place, sizeof place));
}
