/* SPDX-License-Identifier: Apache-2.0 */
#include "infiniop/operator.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/report.h"
#include "executor/operand.h"
#include "impl.h"
#include "infiniop/runtime.h"
#include "ops/indices.h"
#include "runtime/memory.h"
#include "runtime/pending.h"
#include "tensor/layout.h"

void *infini_descriptor_new(const struct infini_operator *operator,
                            const struct InfiniopHandle *handle, size_t size)
{
    struct InfiniopDescriptor *descriptor = infini_object_new(INFINI_OPERATOR, size);
    if (descriptor == NULL) {
        INFINI_REPORT(INFINI_STATUS_INTERNAL_ERROR, "no host memory for a descriptor");
        return NULL;
    }
    descriptor->object.device = handle->object.device;
    descriptor->object.device_id = handle->object.device_id;
    descriptor->operator = operator;
    return descriptor;
}

#define FOR_CPU "the descriptor is for INFINI_DEVICE_CPU, which takes host memory"

/* ---- Memory ------------------------------------------------------------------------------- */

/* Where an operand lies: its bytes, and its first element as kernels see it. */
struct place {
    uintptr_t first;
    uintptr_t past;
    char *address;
    struct operand_memory memory;
};

/* A pointer names the element with all indices 0; what an operand covers may begin below. */
static infiniStatus_t resolve(const struct InfiniopDescriptor *descriptor, int index,
                              const void *pointer, struct place *place)
{
    const struct infini_operand *operand = &descriptor->operands[index];
    int64_t first = 0;
    int64_t past = 0;
    memset(place, 0, sizeof *place);
    tensor_extent(&operand->tensor, &first, &past);
    if (first == past)
        return INFINI_STATUS_SUCCESS;
    if (pointer == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "%s is NULL", operand->name);
    place->first = (uintptr_t)pointer + (uintptr_t)first;
    place->past = (uintptr_t)pointer + (uintptr_t)past;
    place->address = (char *)(uintptr_t)pointer;
    bool checked = environment()->check_mode != CHECK_OFF;
    if (descriptor->object.device == INFINI_DEVICE_CPU)
        return checked ? infini_check_host(operand->name, pointer, FOR_CPU) : INFINI_STATUS_SUCCESS;
    if (checked &&
        operand_check(operand->name, "its shape and strides reach", place->address, first, past,
                      descriptor->object.device_id, &place->memory) != ACLNN_SUCCESS)
        return INFINI_STATUS_BAD_PARAM;
    place->address += device_memory_kernel_offset(pointer);
    return INFINI_STATUS_SUCCESS;
}

/* What is written may share memory with nothing, or with an earlier output that it adds to. */
static infiniStatus_t check_apart(const struct InfiniopDescriptor *descriptor,
                                  const struct place *places, int written, int other)
{
    const struct infini_operand *operands = descriptor->operands;
    bool apart = places[written].past <= places[other].first ||
                 places[other].past <= places[written].first ||
                 !tensors_share_bytes(&operands[written].tensor, places[written].first,
                                      &operands[other].tensor, places[other].first);
    bool follows = operands[other].written && other < written && !operands[written].overwritten;
    if (apart || follows || (operands[other].written && other > written))
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                         "%s, bytes %p to %p, shares memory with %s, bytes %p to %p, and is "
                         "written",
                         operands[written].name, (void *)places[written].first,
                         (void *)places[written].past, operands[other].name,
                         (void *)places[other].first, (void *)places[other].past);
}

static infiniStatus_t resolve_all(const struct InfiniopDescriptor *descriptor,
                                  const void *const *pointers, struct place *places)
{
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    int count = descriptor->operand_count;
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < count; i++)
        status = resolve(descriptor, i, pointers[i], &places[i]);
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < count; i++)
        for (int j = 0; status == INFINI_STATUS_SUCCESS && j < count; j++)
            if (i != j && descriptor->operands[i].written && places[i].address != NULL &&
                places[j].address != NULL)
                status = check_apart(descriptor, places, i, j);
    return status;
}

/* ---- The call ----------------------------------------------------------------------------- */

struct infini_launch {
    struct task task;
    struct InfiniopDescriptor *descriptor; /* pinned */
    struct place places[INFINI_MAX_OPERANDS];
    struct pending pending;
};

_Static_assert(INFINI_MAX_OPERANDS <= PENDING_MAX_RANGES, "every operand can be noted");

static void run_operator(const struct InfiniopDescriptor *descriptor, const struct place *places,
                         struct task_failure *failure)
{
    char *addresses[INFINI_MAX_OPERANDS];
    for (int i = 0; i < INFINI_MAX_OPERANDS; i++)
        addresses[i] = places[i].address;
    descriptor->operator->run(descriptor, addresses, failure);
}

/* False, and why, when the memory of an operand is gone. */
static bool operands_are_live(const struct infini_launch *launch, const char *when,
                              struct task_failure *failure)
{
    const struct InfiniopDescriptor *descriptor = launch->descriptor;
    for (int i = 0; i < descriptor->operand_count; i++)
        if (!operand_is_live(descriptor->operands[i].name, &launch->places[i].memory, when,
                             failure))
            return false;
    return true;
}

static void run_launch(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct infini_launch *launch = (struct infini_launch *)task;
    (void)stream;
    struct task_failure found = {0};
    if (!operand_launch_fails(&found) && operands_are_live(launch, "before it ran", &found)) {
        run_operator(launch->descriptor, launch->places, &found);
        operands_are_live(launch, "while it ran", &found);
    }
    if (found.status == ACL_SUCCESS)
        return;
    failure->status = found.status;
    snprintf(failure->text, sizeof failure->text, "%s failed on the stream: %.800s", task->name,
             found.text);
}

static void drop_places(struct place *places)
{
    for (int i = 0; i < INFINI_MAX_OPERANDS; i++)
        operand_drop(&places[i].memory);
}

static void destroy_launch(struct task *task)
{
    struct infini_launch *launch = (struct infini_launch *)task;
    pending_end(&launch->pending);
    drop_places(launch->places);
    infini_object_release(&launch->descriptor->object);
    free(launch);
}

static void note_pending(struct infini_launch *launch, struct stream *stream)
{
    const struct InfiniopDescriptor *descriptor = launch->descriptor;
    for (int i = 0; i < descriptor->operand_count; i++) {
        const struct infini_operand *operand = &descriptor->operands[i];
        const struct place *place = &launch->places[i];
        operand_note(&launch->pending, operand->name, &operand->tensor, place->first, place->past,
                     operand->written);
    }
    pending_work(&launch->pending, launch->task.name, stream);
}

static infiniStatus_t submit(struct InfiniopDescriptor *descriptor, const struct place *places,
                             struct stream *stream)
{
    if (stream_device(stream) != descriptor->object.device_id)
        return INFINI_REPORT(INFINI_STATUS_DEVICE_TYPE_NOT_SUPPORTED,
                             "the stream belongs to device %d, the descriptor to device %d",
                             stream_device(stream), descriptor->object.device_id);
    struct infini_launch *launch = calloc(1, sizeof *launch);
    if (launch == NULL)
        return INFINI_REPORT(INFINI_STATUS_INTERNAL_ERROR, "no host memory for a launch");
    launch->task.name = descriptor->operator->name;
    launch->task.run = run_launch;
    launch->task.destroy = destroy_launch;
    launch->descriptor = descriptor;
    memcpy(launch->places, places, sizeof launch->places);
    infini_object_retain(&descriptor->object);
    if (pending_wanted())
        note_pending(launch, stream);
    stream_submit(stream, &launch->task);
    return INFINI_STATUS_SUCCESS;
}

static infiniStatus_t run_on_stream(struct InfiniopDescriptor *descriptor,
                                    const struct place *places, void *handle)
{
    struct stream *stream = NULL;
    aclError error = stream_acquire(handle, &stream);
    if (error == ACL_ERROR_RT_STREAM_CONTEXT) /* of a device that this thread has not selected */
        return INFINI_STATUS_DEVICE_TYPE_NOT_SUPPORTED;
    if (error != ACL_SUCCESS)
        return infini_status_of(error);
    infiniStatus_t status = submit(descriptor, places, stream);
    stream_release(stream);
    return status;
}

static infiniStatus_t run_here(const struct InfiniopDescriptor *descriptor,
                               const struct place *places)
{
    struct task_failure failure = {0};
    run_operator(descriptor, places, &failure);
    if (failure.status == ACL_SUCCESS)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(failure.status == ACL_ERROR_RT_AICORE_EXCEPTION
                             ? INFINI_STATUS_BAD_PARAM
                             : INFINI_STATUS_INTERNAL_ERROR,
                         "%s", failure.text);
}

static infiniStatus_t call(struct InfiniopDescriptor *descriptor, const void *const *pointers,
                           void *stream)
{
    struct place places[INFINI_MAX_OPERANDS] = {0};
    infiniStatus_t status = resolve_all(descriptor, pointers, places);
    if (status == INFINI_STATUS_SUCCESS)
        status = descriptor->object.device == INFINI_DEVICE_CPU
                     ? run_here(descriptor, places)
                     : run_on_stream(descriptor, places, stream);
    /* Queued work has taken them over. */
    if (status != INFINI_STATUS_SUCCESS)
        drop_places(places);
    return status;
}

static infiniStatus_t report_dead(const struct infini_operator *operator, const void *descriptor)
{
    if (descriptor == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "desc is NULL");
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "desc (%p) is no live descriptor of %s",
                         descriptor, operator->name);
}

/* The live descriptor of this operator at the address, pinned. */
static struct InfiniopDescriptor *acquire(const struct infini_operator *operator,
                                          const void *address)
{
    struct InfiniopDescriptor *descriptor = infini_object_acquire(address, INFINI_OPERATOR);
    if (descriptor != NULL && descriptor->operator != operator) {
        infini_object_release(&descriptor->object);
        return NULL;
    }
    return descriptor;
}

infiniStatus_t infini_operator_call(const struct infini_operator *operator, const void *address,
                                    const void *const *pointers, int count, void *stream)
{
    const void *given[INFINI_MAX_OPERANDS] = {0};
    struct InfiniopDescriptor *descriptor = acquire(operator, address);
    if (descriptor == NULL)
        return report_dead(operator, address);
    memcpy(given, pointers, sizeof *pointers * (size_t)count);
    infiniStatus_t status = call(descriptor, given, stream);
    infini_object_release(&descriptor->object);
    return status;
}

infiniStatus_t infini_operator_destroy(const struct infini_operator *operator, const void *address)
{
    struct InfiniopDescriptor *descriptor = acquire(operator, address);
    if (descriptor == NULL)
        return report_dead(operator, address);
    infini_object_close(address, INFINI_OPERATOR);
    infini_object_release(&descriptor->object);
    return INFINI_STATUS_SUCCESS;
}

void infini_fail_on_index(const struct infini_operand *indices, const char *first, int64_t row,
                          uint64_t limit, struct task_failure *failure)
{
    char text[400];
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(
        failure->text, sizeof failure->text, "%s. It took no part; the others did",
        describe_bad_index(indices->name, &indices->tensor, first, row, limit, text, sizeof text));
}

/* ---- What all operator descriptors have --------------------------------------------------- */

static infiniStatus_t get_device(const struct InfiniopDescriptor *desc_ptr, const void *out,
                                 const char *out_name, infiniDevice_t *device, int *device_id)
{
    if (desc_ptr == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "desc_ptr is NULL");
    if (out == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "%s is NULL", out_name);
    struct infini_object *object = infini_object_acquire(desc_ptr, INFINI_OPERATOR);
    if (object == NULL)
        return INFINI_REPORT(INFINI_STATUS_BAD_PARAM,
                             "desc_ptr (%p) is no live operator descriptor",
                             (const void *)desc_ptr);
    *device = object->device;
    *device_id = object->device_id;
    infini_object_release(object);
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infiniopGetDescriptorDeviceTypeImpl(const struct InfiniopDescriptor *desc_ptr,
                                                   infiniDevice_t *device_type)
{
    infiniDevice_t device;
    int device_id;
    infiniStatus_t status = get_device(desc_ptr, device_type, "device_type", &device, &device_id);
    if (status == INFINI_STATUS_SUCCESS)
        *device_type = device;
    return status;
}

infiniStatus_t infiniopGetDescriptorDeviceIdImpl(const struct InfiniopDescriptor *desc_ptr,
                                                 int *device_id)
{
    infiniDevice_t device;
    int found;
    infiniStatus_t status = get_device(desc_ptr, device_id, "device_id", &device, &found);
    if (status == INFINI_STATUS_SUCCESS)
        *device_id = found;
    return status;
}
