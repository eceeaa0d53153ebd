/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies within a device whose addresses lie in device memory and are read when the copy runs: by a
 * pointer to each with an offset, and by a descriptor.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/environment.h"
#include "base/product.h"
#include "base/report.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/copy.h"
#include "runtime/memory/used_memory.h"
#include "runtime/stream/stream_queue.h"

/* The most bytes of a copy by a descriptor. */
#define MOST_BYTES ((uint64_t)4 << 30)

/* Addresses of descriptors are multiples of this. */
#define DESC_ALIGNMENT 64

/* What tells a descriptor from other bytes. */
#define DESC_MARK UINT64_C(0x4d656d6370794465)

/* A descriptor, in device memory. A program knows its size alone. */
struct memcpy_desc {
    uint64_t mark;
    uint64_t source;
    uint64_t target;
    uint64_t bytes;
};

struct indirect_task {
    struct task task;
    struct used_memory at[2]; /* where the addresses lie: of target and source, or the descriptor
                               * alone */
    size_t offsets[2];
    size_t bytes; /* 0: the descriptor has them */
};

/* --- the task --- */

static bool move(const struct task *task, struct used_memory *target, struct used_memory *source,
                 struct task_failure *failure)
{
    if (!used_memory_find(target, task, failure) || !used_memory_find(source, task, failure))
        return false;
    memmove(used_memory_view(target), used_memory_view(source), target->bytes);
    return true;
}

static char *address_at(const struct indirect_task *self, size_t i)
{
    char *address;
    memcpy(&address, used_memory_view(&self->at[i]), sizeof address);
    return address + self->offsets[i];
}

static void run_offset(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct indirect_task *self = (const struct indirect_task *)task;
    (void)stream;
    if (!used_memory_is_live(&self->at[0], task, failure) ||
        !used_memory_is_live(&self->at[1], task, failure))
        return;
    struct used_memory target = {
        .argument = "*dst + dstDataOffset", .address = address_at(self, 0), .bytes = self->bytes};
    struct used_memory source = {
        .argument = "*src + srcDataOffset", .address = address_at(self, 1), .bytes = self->bytes};
    move(task, &target, &source, failure);
}

static void run_desc(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct indirect_task *self = (const struct indirect_task *)task;
    struct memcpy_desc desc;
    (void)stream;
    if (!used_memory_is_live(&self->at[0], task, failure))
        return;
    memcpy(&desc, used_memory_view(&self->at[0]), sizeof desc);
    if (desc.mark != DESC_MARK) {
        failure->status = ACL_ERROR_RT_SYS_DMA;
        snprintf(failure->text, sizeof failure->text,
                 "%s: desc is %p, which holds no descriptor when the work runs; aclrtSetMemcpyDesc "
                 "writes one",
                 task->name, (void *)self->at[0].address);
        return;
    }
    struct used_memory target = {.argument = "dstAddr of desc",
                                 .address = (char *)(uintptr_t)desc.target,
                                 .bytes = (size_t)desc.bytes};
    struct used_memory source = {.argument = "srcAddr of desc",
                                 .address = (char *)(uintptr_t)desc.source,
                                 .bytes = (size_t)desc.bytes};
    move(task, &target, &source, failure);
}

static void destroy_indirect(struct task *task)
{
    struct indirect_task *self = (struct indirect_task *)task;
    used_memory_drop(&self->at[0]);
    used_memory_drop(&self->at[1]);
    free(self);
}

/* What the addresses will be is not known yet, so that races see the reads of them alone. */
static void note_indirect(struct task *task, struct stream *stream, uint64_t sequence)
{
    const struct indirect_task *self = (const struct indirect_task *)task;
    struct races races;
    stream_begin_races(&races, task, stream, sequence);
    used_memory_note(&self->at[0], &races, RACES_READ);
    used_memory_note(&self->at[1], &races, RACES_READ);
    races_end(&races);
}

static void trace_indirect(const struct task *task, struct trace_work *work)
{
    const struct indirect_task *self = (const struct indirect_task *)task;
    work->kind = TRACE_COPY;
    work->has_bytes = self->bytes != 0;
    work->read = work->written = self->bytes;
}

static aclError submit(struct stream *stream, const struct indirect_task *given)
{
    struct indirect_task *task = malloc(sizeof *task);
    if (task == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    *task = *given;
    task->task.name = entry_name();
    task->task.run = task->bytes != 0 ? run_offset : run_desc;
    task->task.destroy = destroy_indirect;
    task->task.note = note_indirect;
    task->task.trace = trace_indirect;
    used_memory_hold(&task->at[0]);
    used_memory_hold(&task->at[1]);
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

static aclError queue(struct indirect_task *task, aclrtStream handle)
{
    struct stream *stream = NULL;
    aclError status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    status = used_memory_check(&task->at[0]);
    if (status == ACL_SUCCESS)
        status = used_memory_check(&task->at[1]);
    if (status == ACL_SUCCESS)
        status = submit(stream, task);
    stream_release(stream);
    return status;
}

/* --- by pointers and offsets --- */

static aclError check_offset(const struct indirect_task *task, size_t dest_max,
                             aclrtMemcpyKind kind)
{
    if (kind != ACL_MEMCPY_INNER_DEVICE_TO_DEVICE)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "kind is %d; ACL_MEMCPY_INNER_DEVICE_TO_DEVICE (6) is required", (int)kind);
    aclError status = product_require(PRODUCT_910 | PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950,
                                      "copies by pointers in device memory");
    if (status != ACL_SUCCESS)
        return status;
    for (size_t i = 0; i < 2; i++)
        if (task->at[i].address == NULL)
            return report(ACL_ERROR_RT_PARAM_INVALID,
                          "%s is NULL; the address of a pointer in device memory is required",
                          task->at[i].argument);
    if (task->bytes > dest_max)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "destMax is %zu and count is %zu; destMax must be at least count", dest_max,
                      task->bytes);
    return ACL_SUCCESS;
}

aclError aclrtMemcpyAsyncWithOffsetImpl(void **dst, size_t destMax, size_t dstDataOffset,
                                        const void **src, size_t count, size_t srcDataOffset,
                                        aclrtMemcpyKind kind, aclrtStream stream)
{
    struct indirect_task task = {
        .at = {{.argument = "dst", .address = (char *)dst, .bytes = sizeof *dst},
               {.argument = "src", .address = (char *)src, .bytes = sizeof *src}},
        .offsets = {dstDataOffset, srcDataOffset},
        .bytes = count,
    };
    if (count == 0)
        return ACL_SUCCESS;
    aclError status = check_offset(&task, destMax, kind);
    return status == ACL_SUCCESS ? queue(&task, stream) : status;
}

/* --- by descriptors --- */

static aclError check_kind(aclrtMemcpyKind kind)
{
    if ((int)kind < ACL_MEMCPY_HOST_TO_HOST || kind > ACL_MEMCPY_INTER_DEVICE_TO_DEVICE)
        return report(ACL_ERROR_INVALID_PARAM,
                      "kind is %d; ACL_MEMCPY_INNER_DEVICE_TO_DEVICE (6) is required", (int)kind);
    aclError status = product_require(PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950,
                                      "copies by descriptors");
    if (status == ACL_SUCCESS && kind != ACL_MEMCPY_INNER_DEVICE_TO_DEVICE)
        status = report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "kind is %d; descriptors are of ACL_MEMCPY_INNER_DEVICE_TO_DEVICE (6) "
                        "alone",
                        (int)kind);
    return status;
}

static size_t desc_bytes(void)
{
    return strcmp(environment()->soc.family, "Ascend950") == 0 ? 64 : 32;
}

aclError aclrtGetMemcpyDescSizeImpl(aclrtMemcpyKind kind, size_t *descSize)
{
    if (descSize == NULL)
        return REPORT_NULL("descSize");
    aclError status = check_kind(kind);
    if (status == ACL_SUCCESS)
        *descSize = desc_bytes();
    return status;
}

static aclError check_ends(const struct memcpy_desc *desc)
{
    struct used_memory source = {.argument = "srcAddr",
                                 .address = (char *)(uintptr_t)desc->source,
                                 .bytes = (size_t)desc->bytes};
    struct used_memory target = {.argument = "dstAddr",
                                 .address = (char *)(uintptr_t)desc->target,
                                 .bytes = (size_t)desc->bytes};
    aclError status = used_memory_check(&target);
    if (status == ACL_SUCCESS)
        status = used_memory_check(&source);
    if (status == ACL_SUCCESS && target.allocation.address != NULL &&
        source.allocation.address != NULL && target.allocation.device != source.allocation.device)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "srcAddr is memory of device %d and dstAddr of device %d; memory of one "
                        "device is required",
                        (int)source.allocation.device, (int)target.allocation.device);
    return status;
}

static aclError check_desc(void *at, const struct memcpy_desc *desc)
{
    struct used_memory where = {.argument = "desc", .address = at, .bytes = desc_bytes()};
    if (desc->bytes > MOST_BYTES)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "count is %" PRIu64 "; at most %" PRIu64 " bytes are copied", desc->bytes,
                      MOST_BYTES);
    if ((uintptr_t)at % DESC_ALIGNMENT != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "desc is %p; a multiple of %d is required", at,
                      DESC_ALIGNMENT);
    aclError status = used_memory_check(&where);
    return status == ACL_SUCCESS ? check_ends(desc) : status;
}

aclError aclrtSetMemcpyDescImpl(void *desc, aclrtMemcpyKind kind, void *srcAddr, void *dstAddr,
                                size_t count, void *config)
{
    const struct memcpy_desc made = {DESC_MARK, (uintptr_t)srcAddr, (uintptr_t)dstAddr, count};
    if (desc == NULL)
        return REPORT_NULL("desc");
    aclError status = check_kind(kind);
    if (status != ACL_SUCCESS)
        return status;
    if (srcAddr == NULL)
        return REPORT_NULL("srcAddr");
    if (dstAddr == NULL)
        return REPORT_NULL("dstAddr");
    if (count == 0)
        return report(ACL_ERROR_INVALID_PARAM, "count is 0; at least 1 byte is required");
    if (config != NULL)
        return report(ACL_ERROR_INVALID_PARAM, "config is %p; NULL is required", config);
    status = check_desc(desc, &made);
    return status == ACL_SUCCESS
               ? aclrtMemcpyImpl(desc, sizeof made, &made, sizeof made, ACL_MEMCPY_HOST_TO_DEVICE)
               : status;
}

aclError aclrtMemcpyAsyncWithDescImpl(void *desc, aclrtMemcpyKind kind, aclrtStream stream)
{
    struct indirect_task task = {
        .at = {{.argument = "desc", .address = desc, .bytes = sizeof(struct memcpy_desc)}}};
    if (desc == NULL)
        return REPORT_NULL("desc");
    aclError status = check_kind(kind);
    if (status != ACL_SUCCESS)
        return status;
    if (stream == NULL)
        return REPORT_NULL("stream");
    return queue(&task, stream);
}
