/* SPDX-License-Identifier: Apache-2.0 */
/* aclrtReduceAsync: elements of one array join those of another, as a task of a stream. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/entry_current.h"
#include "base/environment.h"
#include "base/float_mode.h"
#include "base/half.h"
#include "base/product.h"
#include "base/report.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/used_memory.h"
#include "runtime/stream/stream_queue.h"

/* The most bytes of a sum. */
#define MOST_BYTES ((uint64_t)4 << 30)

struct reduce_task {
    struct task task;
    struct used_memory target;
    struct used_memory source;
    aclrtReduceKind kind;
    aclDataType type;
};

/* --- elements --- */

/* A NaN is the largest and the smallest, as in collectives. Integers wrap. */
#define SUM(as, a, b) ((as)(a) + (as)(b))
#define MAX(as, a, b) ((b) > (a) || (b) != (b) ? (b) : (a))
#define MIN(as, a, b) ((b) < (a) || (b) != (b) ? (b) : (a))

#define JOIN(type, sum_as, join)                              \
    for (size_t i = 0; i < count; i++)                        \
        target[i] = (type)join(sum_as, target[i], source[i]); \
    return

/* A function that joins elements of an integer type, or of float. */
#define NUMBERS(type, sum_as)                                                                     \
    static void join_##type(aclrtReduceKind kind, type *target, const type *source, size_t count) \
    {                                                                                             \
        switch (kind) {                                                                           \
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM: JOIN(type, sum_as, SUM);                           \
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX: JOIN(type, sum_as, MAX);                           \
        default: JOIN(type, sum_as, MIN);                                                         \
        }                                                                                         \
    }

NUMBERS(int8_t, uint32_t)
NUMBERS(int16_t, uint32_t)
NUMBERS(int32_t, uint32_t)
NUMBERS(uint32_t, uint32_t)
NUMBERS(float, float)

/* Halves that are joined at a time. */
#define TILE 512

static void widen(aclDataType type, float *wide, const uint16_t *halves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        wide[i] = type == ACL_BF16 ? float_of_bfloat16(halves[i]) : float_of_float16(halves[i]);
}

static void narrow(aclDataType type, uint16_t *halves, const float *wide, size_t count)
{
    for (size_t i = 0; i < count; i++)
        halves[i] = type == ACL_BF16 ? bfloat16_of_float(wide[i]) : float16_of_float(wide[i]);
}

/* Halves are joined in float32 and rounded once. */
static void join_halves(const struct reduce_task *task, uint16_t *target, const uint16_t *source,
                        size_t count)
{
    float results[TILE];
    float elements[TILE];
    for (size_t at = 0; at < count; at += TILE) {
        size_t part = count - at < TILE ? count - at : TILE;
        widen(task->type, results, target + at, part);
        widen(task->type, elements, source + at, part);
        join_float(task->kind, results, elements, part);
        narrow(task->type, target + at, results, part);
    }
}

static void join(const struct reduce_task *task, void *target, const void *source)
{
    size_t bytes = task->target.bytes;
    switch (task->type) {
    case ACL_INT8: join_int8_t(task->kind, target, source, bytes); break;
    case ACL_INT16: join_int16_t(task->kind, target, source, bytes / 2); break;
    case ACL_INT32: join_int32_t(task->kind, target, source, bytes / 4); break;
    case ACL_UINT32: join_uint32_t(task->kind, target, source, bytes / 4); break;
    case ACL_FLOAT: join_float(task->kind, target, source, bytes / 4); break;
    default: join_halves(task, target, source, bytes / 2); break;
    }
}

/* --- the task --- */

/* Source elements count as they were before the call, also where some of them are results. */
static bool source_is_written(const struct reduce_task *task)
{
    return task->source.address != task->target.address &&
           device_memory_ranges_meet((uintptr_t)task->target.address, task->target.bytes,
                                     (uintptr_t)task->source.address, task->source.bytes);
}

static void join_apart(const struct reduce_task *task, struct task_failure *failure)
{
    void *copy = malloc(task->source.bytes);
    if (copy == NULL) {
        failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
        snprintf(failure->text, sizeof failure->text,
                 "%s: no host memory for %zu bytes of scratch, which dst and src need that share "
                 "memory",
                 task->task.name, task->source.bytes);
        return;
    }
    memcpy(copy, used_memory_view(&task->source), task->source.bytes);
    join(task, used_memory_view(&task->target), copy);
    free(copy);
}

static void run_reduce(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct reduce_task *self = (const struct reduce_task *)task;
    (void)stream;
    if (!used_memory_is_live(&self->target, task, failure) ||
        !used_memory_is_live(&self->source, task, failure))
        return;
    struct float_mode mode = float_mode_set_default();
    if (source_is_written(self))
        join_apart(self, failure);
    else
        join(self, used_memory_view(&self->target), used_memory_view(&self->source));
    float_mode_restore(mode);
}

static void destroy_reduce(struct task *task)
{
    struct reduce_task *self = (struct reduce_task *)task;
    used_memory_drop(&self->target);
    used_memory_drop(&self->source);
    free(self);
}

static void note_reduce(struct task *task, struct stream *stream, uint64_t sequence)
{
    const struct reduce_task *self = (const struct reduce_task *)task;
    struct races races;
    stream_begin_races(&races, task, stream, sequence);
    used_memory_note(&self->source, &races, RACES_READ);
    used_memory_note(&self->target, &races, RACES_WRITTEN);
    races_end(&races);
}

static void trace_reduce(const struct task *task, struct trace_work *work)
{
    const struct reduce_task *self = (const struct reduce_task *)task;
    work->kind = TRACE_COPY;
    work->has_bytes = true;
    work->read = (uint64_t)self->source.bytes + self->target.bytes;
    work->written = self->target.bytes;
}

/* --- checks --- */

/* The types of each family, by the vendor's documentation. */
static unsigned families_of(aclDataType type)
{
    const unsigned newer = PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950;
    switch (type) {
    case ACL_FLOAT: return newer | PRODUCT_910;
    case ACL_INT8:
    case ACL_INT16:
    case ACL_INT32:
    case ACL_FLOAT16:
    case ACL_BF16: return newer;
    case ACL_UINT32: return PRODUCT_950;
    default: return 0;
    }
}

static aclError check_kind(aclrtReduceKind kind, uint64_t count)
{
    if (kind < ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM || kind > ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "kind is %d; ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM (10), _MAX (11) or _MIN (12) "
                      "is required",
                      (int)kind);
    if (kind == ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM && count > MOST_BYTES)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "count is %" PRIu64 "; a sum takes at most %" PRIu64 " bytes", count,
                      MOST_BYTES);
    if (kind == ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "kind is ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL (13); what it computes is not "
                      "documented, so that this library has it not");
    return kind == ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM
               ? ACL_SUCCESS
               : product_require(PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950,
                                 "reductions but sums");
}

static aclError check_type(aclDataType type)
{
    char what[64];
    snprintf(what, sizeof what, "reductions of %s", data_type_name(type));
    if (!data_type_is_known(type))
        return report(ACL_ERROR_INVALID_PARAM, "type is %d, which is no aclDataType", (int)type);
    if (families_of(type) == 0)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "type is %s; int8, int16, int32, uint32, float16, bfloat16 and float can be "
                      "reduced",
                      data_type_name(type));
    return product_require(families_of(type), what);
}

static aclError check_size(const struct reduce_task *task, uint64_t count)
{
    uint64_t width = (uint64_t)data_type_bits(task->type) / 8;
    if (count == 0 || count % width != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "count is %" PRIu64 "; the bytes of whole elements, %" PRIu64
                      " each, are required",
                      count, width);
    const struct used_memory *ends[] = {&task->target, &task->source};
    for (size_t i = 0; i < 2; i++)
        if ((uintptr_t)ends[i]->address % width != 0)
            return report(ACL_ERROR_RT_ADDR_UNALIGNED,
                          "%s is %p; a multiple of %" PRIu64 " is required for %s",
                          ends[i]->argument, (void *)ends[i]->address, width,
                          data_type_name(task->type));
    return ACL_SUCCESS;
}

/* Both ends lie in memory of the stream's device. */
static aclError check_memory(struct used_memory *used, const struct stream *stream)
{
    aclError status = used_memory_check(used);
    if (status == ACL_SUCCESS && used->allocation.address != NULL &&
        used->allocation.device != stream_device(stream))
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "%s is memory of device %d; memory of the stream's device, %d, is required",
                        used->argument, (int)used->allocation.device, (int)stream_device(stream));
    return status;
}

static aclError check(struct reduce_task *task, const struct stream *stream, uint64_t count)
{
    aclError status = check_kind(task->kind, count);
    if (status == ACL_SUCCESS)
        status = check_type(task->type);
    if (status == ACL_SUCCESS)
        status = check_size(task, count);
    if (status == ACL_SUCCESS)
        status = check_memory(&task->target, stream);
    return status == ACL_SUCCESS ? check_memory(&task->source, stream) : status;
}

static aclError submit(struct stream *stream, const struct reduce_task *given)
{
    struct reduce_task *task = malloc(sizeof *task);
    if (task == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    *task = *given;
    task->task.name = entry_name();
    task->task.run = run_reduce;
    task->task.destroy = destroy_reduce;
    task->task.note = note_reduce;
    task->task.trace = trace_reduce;
    used_memory_hold(&task->target);
    used_memory_hold(&task->source);
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

aclError aclrtReduceAsyncImpl(void *dst, const void *src, uint64_t count, aclrtReduceKind kind,
                              aclDataType type, aclrtStream stream, void *reserve)
{
    struct reduce_task task = {
        .target = {.argument = "dst", .address = dst, .bytes = count},
        .source = {.argument = "src", .address = (char *)src, .bytes = count},
        .kind = kind,
        .type = type,
    };
    struct stream *object = NULL;
    if (dst == NULL)
        return REPORT_NULL("dst");
    if (src == NULL)
        return REPORT_NULL("src");
    if (reserve != NULL)
        return report(ACL_ERROR_INVALID_PARAM, "reserve is %p; NULL is required", reserve);
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = check(&task, object, count);
    if (status == ACL_SUCCESS)
        status = submit(object, &task);
    stream_release(object);
    return status;
}
