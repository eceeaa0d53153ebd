/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclrtMemcpy, aclrtMemset and their relatives.
 *
 * The vendor finds the direction of a copy from the addresses and mostly trusts the rest. Here
 * every end is looked up: it must be what the kind says it is, and the bytes must lie within one
 * live allocation. Data always moves through the kernels' view of device memory.
 *
 * A blocking copy runs nothing that is queued on streams, as on a device: forgetting to
 * synchronize shows (ACLNN_STREAM=lazy).
 */
#include "runtime/memory/copy.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/environment.h"
#include "base/report.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/host_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/used_memory.h"
#include "runtime/stream/capture_mode.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/watch/races.h"

/* Rows of `width` bytes. A plain copy is one row. */
struct transfer {
    char *target;
    size_t target_pitch;
    const char *source;
    size_t source_pitch;
    size_t width;
    size_t height;
};

/* What one end of a copy is required to be. */
enum need { NEED_ANY, NEED_HOST, NEED_DEVICE };

static const char *const need_names[] = {"any memory", "host memory", "device memory"};

/* An argument that points to memory, and the bytes from there on that will be used. */
struct end {
    const char *argument;
    const char *address;
    size_t bytes;
    enum need need;
    bool pageable; /* host memory that the library does not know; set by check_end */
    struct device_allocation allocation; /* set by check_end; its address is NULL where there is
                                          * none */
    size_t height;                       /* number of rows, when there are gaps between them;
                                          * otherwise 0 */
    size_t width;
    size_t pitch;
};

static const struct {
    const char *name;
    enum need target;
    enum need source;
} kinds[] = {
    [ACL_MEMCPY_HOST_TO_HOST] = {"ACL_MEMCPY_HOST_TO_HOST", NEED_HOST, NEED_HOST},
    [ACL_MEMCPY_HOST_TO_DEVICE] = {"ACL_MEMCPY_HOST_TO_DEVICE", NEED_DEVICE, NEED_HOST},
    [ACL_MEMCPY_DEVICE_TO_HOST] = {"ACL_MEMCPY_DEVICE_TO_HOST", NEED_HOST, NEED_DEVICE},
    [ACL_MEMCPY_DEVICE_TO_DEVICE] = {"ACL_MEMCPY_DEVICE_TO_DEVICE", NEED_DEVICE, NEED_DEVICE},
    [ACL_MEMCPY_DEFAULT] = {"ACL_MEMCPY_DEFAULT", NEED_ANY, NEED_ANY},
    [ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE] = {"ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE", NEED_DEVICE,
                                          NEED_HOST},
};

static bool kind_is_known(aclrtMemcpyKind kind)
{
    return (int)kind >= ACL_MEMCPY_HOST_TO_HOST && kind <= ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE;
}

static bool checks_are_off(void)
{
    return environment()->check_mode == CHECK_OFF;
}

/* --- what the ends are --- */

/* Registered host memory serves as device memory too, under the same address. */
static bool place_fits(const struct memory_spot *spot, enum need need)
{
    switch (spot->place) {
    case MEMORY_PLAIN: return need != NEED_DEVICE;
    case MEMORY_PINNED: return need != NEED_DEVICE || spot->mapped;
    case MEMORY_DEVICE: return need != NEED_HOST;
    case MEMORY_DEAD: return false;
    }
    return false;
}

static aclError report_place(int status, const struct end *end, const char *why)
{
    char what[MEMORY_TEXT];
    memory_describe(end->address, what, sizeof what);
    return report(status, "%s is %p, %s; %s %s", end->argument, (const void *)end->address, what,
                  why, end->need == NEED_ANY ? "live memory" : need_names[end->need]);
}

static bool range_fits(const struct memory_spot *spot, const struct end *end)
{
    return memory_may_use(spot, end->argument, end->address, end->bytes);
}

static aclError report_range(int status, const struct end *end, const struct memory_spot *spot)
{
    char where[48] = "in host memory";
    if (spot->place == MEMORY_DEVICE)
        snprintf(where, sizeof where, "on device %d", spot->device);
    size_t offset = (size_t)(end->address - spot->start);
    return report(status,
                  "%s is %p, byte %zu of the %zu-byte allocation at %p %s; this call uses %zu "
                  "bytes from there on, which must lie within the %zu that were asked for%s",
                  end->argument, (const void *)end->address, offset, spot->size,
                  (void *)spot->start, where, end->bytes, spot->size,
                  memory_remedy(spot, end->address, end->bytes));
}

/* Checks an end: it is what is needed, alive, and large enough. A copy may run beyond a registered
 * range into memory of the same owner; the end is then pageable. */
static aclError check_end(struct end *end, int status, const char *why)
{
    struct memory_spot spot;
    memory_locate(end->address, &spot);
    bool fits = spot.start != NULL && range_fits(&spot, end);
    end->pageable = spot.place == MEMORY_PLAIN || (spot.place == MEMORY_PINNED && !fits);
    if (checks_are_off())
        return ACL_SUCCESS;
    end->allocation = spot.allocation;
    if (!place_fits(&spot, end->need))
        return report_place(status, end, why);
    if (spot.place == MEMORY_PLAIN || fits || (spot.registered && end->need != NEED_DEVICE))
        return ACL_SUCCESS;
    return report_range(status, end, &spot);
}

/* The address of the same byte for kernels. */
static char *kernel_view(const void *address)
{
    return (char *)address + device_memory_kernel_offset(address);
}

/* --- moving --- */

/* Everything is moved by memmove, because both ends may be in one allocation. */
static void move(const struct transfer *transfer)
{
    if (transfer->width == transfer->target_pitch && transfer->width == transfer->source_pitch) {
        memmove(transfer->target, transfer->source, transfer->width * transfer->height);
        return;
    }
    for (size_t row = 0; row < transfer->height; row++)
        memmove(transfer->target + row * transfer->target_pitch,
                transfer->source + row * transfer->source_pitch, transfer->width);
}

/* Moves by way of other memory; false where there is none. */
static bool move_apart(const struct transfer *transfer)
{
    char *between = malloc(transfer->width * transfer->height);
    if (between == NULL)
        return false;
    struct transfer out = *transfer;
    struct transfer in = *transfer;
    out.target = between;
    in.source = between;
    out.target_pitch = in.source_pitch = transfer->width;
    move(&out);
    move(&in);
    free(between);
    return true;
}

/* Whether memory that is mapped twice is read at one address and written at the other, which
 * memmove does not see. */
static bool meet_elsewhere(const struct end *target, const struct end *source)
{
    return device_memory_ranges_meet_elsewhere((uintptr_t)target->address, target->bytes,
                                               (uintptr_t)source->address, source->bytes);
}

/* value is the byte or the word of 32 bits that is repeated. */
struct filling {
    char *target;
    size_t bytes;
    uint32_t value;
    bool words;
};

static void fill(const struct filling *filling)
{
    if (!filling->words) {
        memset(filling->target, (int)(filling->value & 0xff), filling->bytes);
        return;
    }
    uint32_t *word = (uint32_t *)(void *)filling->target;
    for (size_t i = 0; i < filling->bytes / sizeof *word; i++)
        word[i] = filling->value;
}

/* --- queued copies and fillings --- */

/* What became of a copy, for a caller that waits for it. */
enum outcome { OUTCOME_DROPPED, OUTCOME_DONE, OUTCOME_FAILED };

struct copy_task {
    struct task task;
    struct transfer transfer;
    struct filling filling;
    struct host_range *holds[2];        /* host memory that must live until the task is done */
    struct device_allocation device[2]; /* device memory that must live until then; the address is
                                         * NULL where there is none */
    struct end target;                  /* for races */
    struct end source;                  /* its address is NULL when nothing is read */
    enum outcome *outcome;              /* for a caller that waits; otherwise NULL */
    char staging[];
};

/* Whether all memory of the task is still there; otherwise failure says what is gone. */
static bool memory_is_live(const struct copy_task *copy, struct task_failure *failure)
{
    for (size_t i = 0; i < 2; i++) {
        if (copy->holds[i] != NULL && !host_memory_is_live(copy->holds[i])) {
            used_memory_fail_dropped(&copy->task, failure);
            return false;
        }
        if (copy->device[i].address != NULL && !device_memory_is_live(&copy->device[i])) {
            used_memory_fail_freed(&copy->task, &copy->device[i], failure);
            return false;
        }
    }
    return true;
}

static void run_transfer(const struct copy_task *copy, struct task_failure *failure)
{
    if (!meet_elsewhere(&copy->target, &copy->source)) {
        move(&copy->transfer);
    } else if (!move_apart(&copy->transfer)) {
        failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
        snprintf(failure->text, sizeof failure->text,
                 "%s: no host memory for %zu bytes of scratch, which a copy between two addresses "
                 "of the same memory needs",
                 copy->task.name, copy->transfer.width * copy->transfer.height);
    }
}

static void run_copy(struct task *task, struct stream *stream, struct task_failure *failure)
{
    (void)stream;
    struct copy_task *copy = (struct copy_task *)task;
    enum outcome outcome = memory_is_live(copy, failure) ? OUTCOME_DONE : OUTCOME_FAILED;
    if (outcome == OUTCOME_DONE && copy->transfer.target != NULL)
        run_transfer(copy, failure);
    else if (outcome == OUTCOME_DONE)
        fill(&copy->filling);
    if (copy->outcome != NULL)
        *copy->outcome = outcome;
}

static void destroy_copy(struct task *task)
{
    struct copy_task *copy = (struct copy_task *)task;
    for (size_t i = 0; i < 2; i++)
        if (copy->holds[i] != NULL)
            host_memory_drop(copy->holds[i]);
    free(copy);
}

static void trace_copy(const struct task *task, struct trace_work *work)
{
    const struct copy_task *copy = (const struct copy_task *)task;
    bool moves = copy->transfer.target != NULL;
    work->kind = TRACE_COPY;
    work->has_bytes = true;
    work->read = moves ? copy->transfer.width * copy->transfer.height : 0;
    work->written = moves ? work->read : copy->filling.bytes;
}

static struct copy_task *new_task(size_t staging)
{
    if (staging > SIZE_MAX - sizeof(struct copy_task))
        return NULL;
    struct copy_task *copy = malloc(sizeof *copy + staging);
    if (copy == NULL)
        return NULL;
    memset(copy, 0, sizeof *copy);
    copy->task.name = entry_name();
    copy->task.run = run_copy;
    copy->task.destroy = destroy_copy;
    copy->task.trace = trace_copy;
    return copy;
}

/* Keeps the memory of an end until the task is done. Pageable memory is kept only by its owner. */
static void keep(struct copy_task *copy, int index, const struct end *end)
{
    if (!end->pageable)
        copy->holds[index] = host_memory_hold(end->address, NULL);
    copy->device[index] = end->allocation;
}

/* Memory of the program that no other call uses cannot be part of a race. */
static void add_end(struct races *races, const struct end *end, enum races_use use)
{
    const int64_t rows = (int64_t)end->height;
    const int64_t pitch = (int64_t)end->pitch;
    struct byte_view view;
    if (end->pageable)
        return;
    if (rows > 0)
        byte_view_make(&view, (uintptr_t)end->address, end->width, 1, &rows, &pitch, 1);
    else
        byte_view_dense(&view, (uintptr_t)end->address, end->bytes);
    races_add(races, (struct argument_name){end->argument, -1}, &view, use);
}

/* source is NULL for a filling, and for a copy that has taken the source's bytes with it. */
static void add_ends(struct races *races, const struct end *target, const struct end *source)
{
    if (source != NULL)
        add_end(races, source, RACES_READ);
    add_end(races, target, RACES_WRITTEN);
    races_end(races);
}

static void note_copy(struct task *task, struct stream *stream, uint64_t sequence)
{
    const struct copy_task *copy = (const struct copy_task *)task;
    struct races races;
    stream_begin_races(&races, task, stream, sequence);
    add_ends(&races, &copy->target, copy->source.address != NULL ? &copy->source : NULL);
}

/* Queues a task and returns its place in the stream's work. */
static uint64_t queue(struct stream *stream, struct copy_task *copy, const struct end *target,
                      const struct end *source)
{
    copy->target = *target;
    if (source != NULL)
        copy->source = *source;
    copy->task.note = note_copy;
    return stream_submit(stream, &copy->task);
}

/* Notes, for races, the ends that a call touches at once, whatever is queued. */
static void touch(const struct end *target, const struct end *source)
{
    struct races races;
    if (!order_is_kept())
        return;
    races_begin_now(&races);
    add_ends(&races, target, source);
}

/* Queues a copy from pageable host memory together with a copy of its bytes, in rows without gaps.
 * The caller may use its memory again when the call returns, and nothing waits. False when there is
 * no memory for the bytes. */
static bool submit_staged(struct stream *stream, const struct transfer *transfer,
                          const struct end *target)
{
    struct copy_task *copy = new_task(transfer->width * transfer->height);
    if (copy == NULL)
        return false;
    struct transfer staged = *transfer;
    staged.target = copy->staging;
    staged.target_pitch = transfer->width;
    move(&staged);
    copy->transfer = *transfer;
    copy->transfer.source = copy->staging;
    copy->transfer.source_pitch = transfer->width;
    keep(copy, 0, target);
    queue(stream, copy, target, NULL);
    return true;
}

static aclError no_room(void)
{
    return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for the queued work");
}

/* Queues a copy to or from pageable memory, and returns when it is done. */
static aclError submit_and_wait(struct stream *stream, const struct transfer *transfer,
                                const struct end *target, const struct end *source)
{
    if (stream_inside_task())
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "called from a callback with host memory that makes the call wait for the "
                      "stream; use memory of aclrtMallocHost");
    aclError status = stream_check_wait(stream);
    if (status != ACL_SUCCESS)
        return status;
    enum outcome outcome = OUTCOME_DROPPED;
    struct copy_task *copy = new_task(0);
    if (copy == NULL)
        return no_room();
    copy->transfer = *transfer;
    copy->outcome = &outcome;
    keep(copy, 0, target);
    keep(copy, 1, source);
    uint64_t place = queue(stream, copy, target, source);
    stream_wait(stream);
    /* A copy with a pageable source alone does not have to wait: it can take the bytes with it. So
     * only a pageable target matters here. */
    if (target->pageable)
        order_done(&stream->order, place);
    if (outcome == OUTCOME_DROPPED)
        return report(ACL_ERROR_RT_STREAM_ABORT,
                      "the stream dropped the copy: it was aborted, or work before it failed");
    if (outcome == OUTCOME_FAILED)
        return report(ACL_ERROR_RT_SYS_DMA,
                      "memory of dst or src was freed or unregistered while the call waited for "
                      "its turn on the stream, and nothing was copied; the next synchronize says "
                      "which memory");
    return ACL_SUCCESS;
}

/* The vendor moves pageable memory within the call, which a capture does not allow. */
static aclError check_pageable(struct stream *stream, const struct end *target,
                               const struct end *source)
{
    if (!source->pageable && !target->pageable)
        return ACL_SUCCESS;
    const struct end *end = source->pageable ? source : target;
    if (stream_is_captured(stream))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "%s is %p, host memory that no aclrt function allocated or registered; a "
                      "stream that is captured copies memory of aclrtMallocHost, registered memory "
                      "or device memory",
                      end->argument, (const void *)end->address);
    return capture_mode_check(ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC,
                              "a copy of host memory that no aclrt function allocated");
}

static aclError submit(struct stream *stream, const struct transfer *transfer,
                       const struct end *target, const struct end *source)
{
    aclError status = check_pageable(stream, target, source);
    if (status != ACL_SUCCESS)
        return status;
    /* In sync mode the copy is done when it is queued, except within a callback, which must not
     * wait. */
    bool staged = source->pageable && !target->pageable &&
                  (environment()->stream_mode != STREAM_SYNC || stream_inside_task());
    if (staged && submit_staged(stream, transfer, target))
        return ACL_SUCCESS;
    if (source->pageable || target->pageable)
        return submit_and_wait(stream, transfer, target, source);
    struct copy_task *copy = new_task(0);
    if (copy == NULL)
        return no_room();
    copy->transfer = *transfer;
    keep(copy, 0, target);
    keep(copy, 1, source);
    queue(stream, copy, target, source);
    return ACL_SUCCESS;
}

/* --- aclrtMemcpy --- */

/* A copy as the caller describes it. */
struct request {
    void *dst;
    size_t dpitch;
    const void *src;
    size_t spitch;
    size_t width;
    size_t height;
    aclrtMemcpyKind kind;
};

/* The bytes from the start of the first row to the end of the last; false when that overflows. */
static bool reach(size_t pitch, size_t width, size_t height, size_t *bytes)
{
    size_t rows;
    return !__builtin_mul_overflow(pitch, height - 1, &rows) &&
           !__builtin_add_overflow(rows, width, bytes);
}

static void set_rows(struct end *end, size_t pitch, size_t width, size_t height)
{
    if (height <= 1 || pitch <= width)
        return;
    end->height = height;
    end->width = width;
    end->pitch = pitch;
}

/* Checks both ends and makes the transfer. */
static aclError prepare(const struct request *request, struct end *target, struct end *source,
                        struct transfer *transfer)
{
    *target = (struct end){.argument = "dst", .address = request->dst};
    *source = (struct end){.argument = "src", .address = request->src};
    target->need = kinds[request->kind].target;
    source->need = kinds[request->kind].source;
    set_rows(target, request->dpitch, request->width, request->height);
    set_rows(source, request->spitch, request->width, request->height);
    if (!reach(request->dpitch, request->width, request->height, &target->bytes) ||
        !reach(request->spitch, request->width, request->height, &source->bytes))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "height is %zu; that many rows at the pitches %zu and %zu exceed the address "
                      "space",
                      request->height, request->dpitch, request->spitch);
    char why[64];
    snprintf(why, sizeof why, "kind %s requires", kinds[request->kind].name);
    aclError status = check_end(target, ACL_ERROR_RT_PARAM_INVALID, why);
    if (status == ACL_SUCCESS)
        status = check_end(source, ACL_ERROR_RT_PARAM_INVALID, why);
    *transfer = (struct transfer){
        .target = kernel_view(request->dst),
        .target_pitch = request->dpitch,
        .source = kernel_view(request->src),
        .source_pitch = request->spitch,
        .width = request->width,
        .height = request->height,
    };
    return status;
}

static aclError copy_now(const struct request *request)
{
    struct end target;
    struct end source;
    struct transfer transfer;
    aclError status = context_require();
    if (status == ACL_SUCCESS)
        status = capture_mode_check(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
                                    "a copy that the host waits for");
    if (status == ACL_SUCCESS)
        status = prepare(request, &target, &source, &transfer);
    if (status != ACL_SUCCESS)
        return status;
    touch(&target, &source);
    trace_call_moves(transfer.width * transfer.height);
    if (!meet_elsewhere(&target, &source))
        move(&transfer);
    else if (!move_apart(&transfer))
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "no host memory for %zu bytes of scratch, which a copy between two addresses "
                      "of the same memory needs",
                      transfer.width * transfer.height);
    return ACL_SUCCESS;
}

static bool on_host(const void *address)
{
    return !device_memory_is_device(address);
}

/* Refuses a copy from host to host on a stream, in whatever way the caller puts it. */
static aclError check_queueable(const struct request *request)
{
    bool inferred = request->kind == ACL_MEMCPY_DEFAULT && on_host(request->dst) &&
                    on_host(request->src);
    if (request->kind != ACL_MEMCPY_HOST_TO_HOST && !inferred)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "kind is %s and dst and src are host memory; a stream copies to, from or between "
                  "devices only",
                  kinds[request->kind].name);
}

static aclError check_pinned(const struct end *end)
{
    if (!end->pageable)
        return ACL_SUCCESS;
    struct end host = *end;
    host.need = NEED_HOST;
    return report_place(ACL_ERROR_RT_PARAM_INVALID, &host,
                        "memory of aclrtMallocHost or registered memory is required as");
}

static aclError copy_queued(const struct request *request, bool pinned_only, aclrtStream handle)
{
    struct end target;
    struct end source;
    struct transfer transfer;
    struct stream *stream = NULL;
    aclError status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    status = check_queueable(request);
    if (status == ACL_SUCCESS)
        status = prepare(request, &target, &source, &transfer);
    if (status == ACL_SUCCESS && pinned_only)
        status = check_pinned(&target);
    if (status == ACL_SUCCESS && pinned_only)
        status = check_pinned(&source);
    if (status == ACL_SUCCESS)
        status = submit(stream, &transfer, &target, &source);
    stream_release(stream);
    return status;
}

/* The vendor's checks in the vendor's sequence: a count of 0 succeeds before any of them, equal
 * addresses after the sizes. *over says that the call ends here with the returned status. */
static aclError check_copy(void *dst, size_t dest_max, const void *src, size_t count,
                           aclrtMemcpyKind kind, bool *over)
{
    *over = true;
    if (count == 0)
        return ACL_SUCCESS;
    if (dst == NULL)
        return REPORT_NULL("dst");
    if (src == NULL)
        return REPORT_NULL("src");
    if (!kind_is_known(kind))
        return report(ACL_ERROR_INVALID_PARAM,
                      "kind is %d; ACL_MEMCPY_HOST_TO_HOST (0) to ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE "
                      "(5) is required",
                      (int)kind);
    if (count > dest_max)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "destMax is %zu and count is %zu; destMax must be at least count", dest_max,
                      count);
    *over = dst == src;
    return ACL_SUCCESS;
}

static struct request row(void *dst, const void *src, size_t count, aclrtMemcpyKind kind)
{
    return (struct request){dst, count, src, count, count, 1, kind};
}

aclError aclrtMemcpyImpl(void *dst, size_t destMax, const void *src, size_t count,
                         aclrtMemcpyKind kind)
{
    bool over;
    aclError status = check_copy(dst, destMax, src, count, kind, &over);
    if (over)
        return status;
    struct request request = row(dst, src, count, kind);
    return copy_now(&request);
}

static aclError copy_async(const struct request *request, size_t dest_max, bool pinned_only,
                           aclrtStream stream)
{
    bool over;
    aclError status = check_copy(request->dst, dest_max, request->src, request->width,
                                 request->kind, &over);
    return over ? status : copy_queued(request, pinned_only, stream);
}

aclError aclrtMemcpyAsyncImpl(void *dst, size_t destMax, const void *src, size_t count,
                              aclrtMemcpyKind kind, aclrtStream stream)
{
    struct request request = row(dst, src, count, kind);
    return copy_async(&request, destMax, false, stream);
}

aclError aclrtMemcpyAsyncWithConditionImpl(void *dst, size_t destMax, const void *src, size_t count,
                                           aclrtMemcpyKind kind, aclrtStream stream)
{
    struct request request = row(dst, src, count, kind);
    return copy_async(&request, destMax, true, stream);
}

/* --- aclrtMemcpy2d --- */

/* The largest width and height of a copy. */
#define MOST_WIDTH 5000000
#define MOST_HEIGHT 5242880

/* Rows within a device are copied by a stream, but not by a blocking call. */
static aclError check_rows_kind(const struct request *request, bool queued)
{
    bool within = request->kind == ACL_MEMCPY_DEVICE_TO_DEVICE;
    if (within && !queued)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "kind is ACL_MEMCPY_DEVICE_TO_DEVICE (3); aclrtMemcpy2dAsync copies rows "
                      "within a device");
    if (request->kind == ACL_MEMCPY_HOST_TO_DEVICE || request->kind == ACL_MEMCPY_DEVICE_TO_HOST ||
        request->kind == ACL_MEMCPY_DEFAULT ||
        (within && strcmp(environment()->soc.family, "Ascend910") != 0))
        return ACL_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM,
                  "kind is %d; rows are copied by ACL_MEMCPY_HOST_TO_DEVICE (1), "
                  "ACL_MEMCPY_DEVICE_TO_HOST (2) or ACL_MEMCPY_DEFAULT (4), and queued also by "
                  "ACL_MEMCPY_DEVICE_TO_DEVICE (3), which %s %s",
                  (int)request->kind, environment()->soc.name, within ? "has not" : "may have");
}

static aclError check_rows(const struct request *request, bool queued)
{
    if (request->width == 0 || request->height == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "width is %zu and height is %zu; at least 1 of each is required",
                      request->width, request->height);
    if (request->dst == NULL)
        return REPORT_NULL("dst");
    if (request->src == NULL)
        return REPORT_NULL("src");
    if (request->width > request->dpitch || request->width > request->spitch)
        return report(ACL_ERROR_INVALID_PARAM,
                      "width is %zu, dpitch is %zu, spitch is %zu; width must not exceed a pitch",
                      request->width, request->dpitch, request->spitch);
    aclError status = check_rows_kind(request, queued);
    if (status != ACL_SUCCESS)
        return status;
    if (request->width > MOST_WIDTH || request->height > MOST_HEIGHT)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "width is %zu and height is %zu; at most %d and %d are copied at once",
                      request->width, request->height, MOST_WIDTH, MOST_HEIGHT);
    return ACL_SUCCESS;
}

/* A blocking copy of rows is between the host and a device, wherever the addresses are. */
static aclError check_ends_of_rows(const struct request *request)
{
    if (request->kind != ACL_MEMCPY_DEFAULT || on_host(request->dst) != on_host(request->src))
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "kind is ACL_MEMCPY_DEFAULT, and dst and src are both memory of %s; the call "
                  "copies rows between the host and a device",
                  on_host(request->dst) ? "the host" : "devices");
}

aclError aclrtMemcpy2dImpl(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                           size_t height, aclrtMemcpyKind kind)
{
    struct request request = {dst, dpitch, src, spitch, width, height, kind};
    aclError status = check_rows(&request, false);
    if (status == ACL_SUCCESS)
        status = check_ends_of_rows(&request);
    return status != ACL_SUCCESS ? status : copy_now(&request);
}

aclError aclrtMemcpy2dAsyncImpl(void *dst, size_t dpitch, const void *src, size_t spitch,
                                size_t width, size_t height, aclrtMemcpyKind kind,
                                aclrtStream stream)
{
    struct request request = {dst, dpitch, src, spitch, width, height, kind};
    aclError status = check_rows(&request, true);
    return status != ACL_SUCCESS ? status : copy_queued(&request, false, stream);
}

/* --- aclrtMemset --- */

/* Only memory that the library gave out, or that was registered, can be set. place_status is for
 * other memory, where the two families of functions differ. */
static aclError prepare_filling(struct end *end, int place_status, struct filling *filling)
{
    struct memory_spot spot;
    memory_locate(end->address, &spot);
    filling->target = kernel_view(end->address);
    if (checks_are_off())
        return ACL_SUCCESS;
    end->allocation = spot.allocation;
    if (spot.place == MEMORY_PLAIN || spot.place == MEMORY_DEAD)
        return report_place(place_status, end, "memory of aclrtMallocHost is required, or");
    if (!range_fits(&spot, end))
        return report_range(ACL_ERROR_RT_PARAM_INVALID, end, &spot);
    return ACL_SUCCESS;
}

static aclError fill_now(struct end *end, int place_status, struct filling *filling)
{
    aclError status = context_require();
    if (status == ACL_SUCCESS)
        status = capture_mode_check(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
                                    "a filling that the host waits for");
    if (status == ACL_SUCCESS)
        status = prepare_filling(end, place_status, filling);
    if (status == ACL_SUCCESS) {
        touch(end, NULL);
        fill(filling);
    }
    return status;
}

static aclError fill_queued(struct end *end, int place_status, struct filling *filling,
                            aclrtStream handle)
{
    struct stream *stream = NULL;
    aclError status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    status = prepare_filling(end, place_status, filling);
    struct copy_task *task = status == ACL_SUCCESS ? new_task(0) : NULL;
    if (task != NULL) {
        task->filling = *filling;
        keep(task, 0, end);
        queue(stream, task, end, NULL);
    } else if (status == ACL_SUCCESS) {
        status = no_room();
    }
    stream_release(stream);
    return status;
}

/* As in copies, a count of 0 succeeds before any check. */
static aclError check_set(void *address, size_t max_count, size_t count, bool *over)
{
    *over = true;
    if (count == 0)
        return ACL_SUCCESS;
    if (address == NULL)
        return REPORT_NULL("devPtr");
    if (count > max_count)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "maxCount is %zu and count is %zu; maxCount must be at least count",
                      max_count, count);
    *over = false;
    return ACL_SUCCESS;
}

aclError copy_set(const char *argument, void *address, int32_t value, size_t bytes)
{
    struct end end = {argument, address, bytes, NEED_DEVICE, false, {0}, 0, 0, 0};
    struct filling filling = {NULL, bytes, (uint32_t)value, false};
    return fill_now(&end, ACL_ERROR_RT_PARAM_INVALID, &filling);
}

aclError copy_set_queued(const char *argument, void *address, int32_t value, size_t bytes,
                         aclrtStream stream)
{
    struct end end = {argument, address, bytes, NEED_DEVICE, false, {0}, 0, 0, 0};
    struct filling filling = {NULL, bytes, (uint32_t)value, false};
    return fill_queued(&end, ACL_ERROR_RT_PARAM_INVALID, &filling, stream);
}

aclError aclrtMemsetImpl(void *devPtr, size_t maxCount, int32_t value, size_t count)
{
    bool over;
    aclError status = check_set(devPtr, maxCount, count, &over);
    if (over)
        return status;
    return copy_set("devPtr", devPtr, value, count);
}

aclError aclrtMemsetAsyncImpl(void *devPtr, size_t maxCount, int32_t value, size_t count,
                              aclrtStream stream)
{
    bool over;
    aclError status = check_set(devPtr, maxCount, count, &over);
    if (over)
        return status;
    return copy_set_queued("devPtr", devPtr, value, count, stream);
}

static aclError check_words(const void *address, size_t size, size_t words)
{
    if (address == NULL)
        return REPORT_NULL("ptr");
    if (words == 0)
        return report(ACL_ERROR_INVALID_PARAM, "N is 0; at least 1 word is required");
    if ((uintptr_t)address % sizeof(uint32_t) != 0)
        return report(ACL_ERROR_INVALID_PARAM, "ptr is %p; a multiple of 4 is required", address);
    if (words > size / sizeof(uint32_t))
        return report(ACL_ERROR_INVALID_PARAM,
                      "memSize is %zu and N is %zu; memSize must be at least 4 * N", size, words);
    return ACL_SUCCESS;
}

aclError aclrtMemsetD32Impl(void *ptr, size_t memSize, uint32_t value, size_t N)
{
    aclError status = check_words(ptr, memSize, N);
    if (status != ACL_SUCCESS)
        return status;
    struct end end = {"ptr", ptr, N * sizeof value, NEED_DEVICE, false, {0}, 0, 0, 0};
    struct filling filling = {NULL, N * sizeof value, value, true};
    return fill_now(&end, ACL_ERROR_INVALID_PARAM, &filling);
}

aclError aclrtMemsetD32AsyncImpl(void *ptr, size_t memSize, uint32_t value, size_t N,
                                 aclrtStream stream)
{
    aclError status = check_words(ptr, memSize, N);
    if (status != ACL_SUCCESS)
        return status;
    struct end end = {"ptr", ptr, N * sizeof value, NEED_DEVICE, false, {0}, 0, 0, 0};
    struct filling filling = {NULL, N * sizeof value, value, true};
    return fill_queued(&end, ACL_ERROR_INVALID_PARAM, &filling, stream);
}
