/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/argument_name.h"
#include "base/entry_current.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "hccl/course.h"
#include "hccl/within.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/watch/races.h"

#define SECOND INT64_C(1000000000)

/* A buffer, and what is known of its memory. */
struct used {
    struct task_buffer buffer;
    struct device_allocation allocation; /* its address is NULL where nobody looks */
};

struct task_call {
    struct task task;
    struct operation operation; /* for a batch its communicator alone */
    struct transfer *transfers; /* NULL: it is a collective */
    struct used *used;
    uint32_t transfer_count;
    uint32_t used_count;
    bool is_submitted;
    bool has_run;
};

/* ---- Making one ------------------------------------------------------------------------------ */

static void destroy(struct task *task);
static void run(struct task *task, struct stream *stream, struct task_failure *failure);
static void note(struct task *task, struct stream *stream, uint64_t sequence);
static void trace_collective(const struct task *task, struct trace_work *work);

static struct task_call *new_call(struct communicator *communicator, uint32_t buffers)
{
    struct task_call *call = calloc(1, sizeof *call);
    struct used *used = calloc(buffers, sizeof *used);
    if (call == NULL || used == NULL) {
        free(call);
        free(used);
        report(HCCL_E_MEMORY, "no host memory for the queued work");
        return NULL;
    }
    communicator_retain(communicator);
    call->used = used;
    call->operation.communicator = communicator;
    call->task.name = entry_name();
    call->task.lasts = communicator->size > 1;
    call->task.is_held = communicator->size > 1;
    call->task.is_urgent = communicator->size > 1;
    call->task.run = run;
    call->task.note = note;
    call->task.trace = trace_collective;
    call->task.destroy = destroy;
    return call;
}

/* Operations of a communicator are numbered in the sequence of the calls. */
static uint64_t draw(const struct task *task)
{
    return within_draw(((const struct task_call *)task)->operation.communicator, 1);
}

struct task_call *task_new(struct communicator *communicator, enum operation_kind kind)
{
    struct task_call *call = new_call(communicator, 2);
    if (call == NULL)
        return NULL;
    struct operation *operation = &call->operation;
    operation->terms = (struct operation_terms){.communicator = communicator->number,
                                                .kind = (uint32_t)kind,
                                                .op = UINT32_MAX,
                                                .root = UINT32_MAX};
    operation->out = calloc(2 * (size_t)communicator->size, sizeof *operation->out);
    operation->in = operation->out + communicator->size;
    call->task.draw = draw;
    if (operation->out != NULL)
        return call;
    task_free(call);
    report(HCCL_E_MEMORY, "no host memory for the queued work");
    return NULL;
}

struct operation *task_operation(struct task_call *call)
{
    return &call->operation;
}

struct task_call *task_new_batch(struct communicator *communicator, uint32_t count)
{
    struct task_call *call = new_call(communicator, count);
    if (call == NULL)
        return NULL;
    call->transfer_count = count;
    call->transfers = calloc(count, sizeof *call->transfers);
    if (call->transfers != NULL)
        return call;
    task_free(call);
    report(HCCL_E_MEMORY, "no host memory for the queued work");
    return NULL;
}

struct transfer *task_transfers(struct task_call *call)
{
    return call->transfers;
}

void task_free(struct task_call *call)
{
    communicator_give_back(call->operation.communicator);
    free(call->operation.out);
    free(call->transfers);
    free(call->used);
    free(call);
}

/* ---- Buffers --------------------------------------------------------------------------------- */

static struct argument_name name_of(const struct task_buffer *buffer)
{
    return (struct argument_name){buffer->argument, buffer->member};
}

static HcclResult check_memory(const struct task_buffer *buffer, struct memory_spot *spot)
{
    char what[MEMORY_TEXT];
    memory_locate(buffer->address, spot);
    bool is_device = spot->place == MEMORY_DEVICE || (spot->place == MEMORY_PINNED && spot->mapped);
    if (!is_device)
        return (HcclResult)report(HCCL_E_PARA, "%s is %p, %s; live device memory is required",
                                  ARGUMENT_TEXT(name_of(buffer)), buffer->address,
                                  memory_describe(buffer->address, what, sizeof what));
    if (memory_may_use(spot, buffer->argument, buffer->address, buffer->bytes))
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_PARA,
                              "%s is %p, %s; this call uses %" PRIu64
                              " bytes from there on, which must lie within the "
                              "%zu that were asked for%s",
                              ARGUMENT_TEXT(name_of(buffer)), buffer->address,
                              memory_describe(buffer->address, what, sizeof what), buffer->bytes,
                              spot->size, memory_remedy(spot, buffer->address, buffer->bytes));
}

HcclResult task_use(struct task_call *call, const struct task_buffer *buffer, size_t alignment,
                    char **address)
{
    struct memory_spot spot = {.place = MEMORY_PLAIN};
    *address = NULL;
    if (buffer->bytes == 0)
        return HCCL_SUCCESS;
    if (buffer->address == NULL)
        return (HcclResult)report(HCCL_E_PTR,
                                  "%s is NULL; device memory of %" PRIu64 " bytes is required",
                                  ARGUMENT_TEXT(name_of(buffer)), buffer->bytes);
    if ((uintptr_t)buffer->address % alignment != 0)
        return (HcclResult)report(
            HCCL_E_PARA, "%s is %p; a multiple of %zu is required, the bytes of an element",
            ARGUMENT_TEXT(name_of(buffer)), buffer->address, alignment);
    if (environment()->check_mode != CHECK_OFF) {
        HcclResult status = check_memory(buffer, &spot);
        if (status != HCCL_SUCCESS)
            return status;
    }
    call->used[call->used_count++] = (struct used){*buffer, spot.allocation};
    *address = (char *)(uintptr_t)buffer->address + device_memory_kernel_offset(buffer->address);
    return HCCL_SUCCESS;
}

static void note(struct task *task, struct stream *stream, uint64_t sequence)
{
    const struct task_call *call = (const struct task_call *)task;
    struct races races;
    struct byte_view view;
    stream_begin_races(&races, task, stream, sequence);
    for (uint32_t i = 0; i < call->used_count; i++) {
        const struct task_buffer *buffer = &call->used[i].buffer;
        byte_view_dense(&view, (uintptr_t)buffer->address, buffer->bytes);
        races_add(&races, name_of(buffer), &view, buffer->is_written ? RACES_WRITTEN : RACES_READ);
    }
    races_end(&races);
}

/* Whether all memory is still there. */
static bool memory_is_live(const struct task_call *call, struct task_failure *failure)
{
    for (uint32_t i = 0; i < call->used_count; i++) {
        const struct device_allocation *allocation = &call->used[i].allocation;
        char end[96];
        if (allocation->address == NULL || device_memory_is_live(allocation))
            continue;
        device_memory_describe_end(allocation, end, sizeof end);
        failure->status = ACL_ERROR_RT_SYS_DMA;
        snprintf(failure->text, sizeof failure->text,
                 "%s: device memory that the queued work uses, %s, an allocation of %zu bytes at "
                 "%p, was freed before it ran by %s; synchronize with the stream first",
                 call->task.name, ARGUMENT_TEXT(name_of(&call->used[i].buffer)), allocation->size,
                 (void *)allocation->address, end);
        return false;
    }
    return true;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* The other ranks would wait for this one. */
static void tell_others(const struct task_call *call, const char *why)
{
    within_leave(call->operation.communicator, call->task.name, why);
}

static void run(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct task_call *call = (struct task_call *)task;
    struct communicator *communicator = call->operation.communicator;
    struct operation_run now = {.task = task, .stream = stream, .failure = failure};
    call->has_run = true;
    if (!memory_is_live(call, failure)) {
        tell_others(call, failure->text);
        return;
    }
    if (communicator->execute_seconds > 0)
        now.deadline = monotonic_nanoseconds() + communicator->execute_seconds * SECOND;
    call->operation.terms.number = task->drawn;
    atomic_fetch_add(&engine_movers, 1);
    if (call->transfers != NULL)
        transfer_run(communicator, call->transfers, call->transfer_count, &now);
    else
        course_run(&call->operation, &now);
    atomic_fetch_sub(&engine_movers, 1);
}

static void trace_collective(const struct task *task, struct trace_work *work)
{
    const struct task_call *call = (const struct task_call *)task;
    work->kind = TRACE_COLLECTIVE;
    work->rank = call->operation.communicator->rank;
    work->ranks = call->operation.communicator->size;
    work->number = task->drawn;
    work->has_bytes = true;
    for (uint32_t i = 0; i < call->used_count; i++) {
        const struct task_buffer *buffer = &call->used[i].buffer;
        work->read += buffer->is_written ? 0 : buffer->bytes;
        work->written += buffer->is_written ? buffer->bytes : 0;
    }
}

static void destroy(struct task *task)
{
    struct task_call *call = (struct task_call *)task;
    /* A task of a graph may never have been replayed. */
    if (call->is_submitted && !call->has_run && task->sequence != 0)
        tell_others(call, "its stream dropped the work");
    task_free(call);
}

HcclResult task_submit(struct task_call *call, aclrtStream stream)
{
    char what[96];
    if (stream == NULL)
        return (HcclResult)report(HCCL_E_PTR, "stream is NULL; a live aclrtStream is required");
    HcclResult status = within_check(call->operation.communicator);
    if (status != HCCL_SUCCESS)
        return status;
    struct stream *object = handle_acquire(stream, HANDLE_STREAM);
    if (object == NULL)
        return (HcclResult)report(HCCL_E_PARA, "stream is %p, %s; a live aclrtStream is required",
                                  stream, handle_describe(stream, what, sizeof what));
    call->is_submitted = true;
    stream_submit(object, &call->task);
    stream_release(object);
    return HCCL_SUCCESS;
}
