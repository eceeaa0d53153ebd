/* SPDX-License-Identifier: Apache-2.0 */
#include "infiniop/operator.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "impl/infiniop/operator_descriptor.h"
#include "infiniop/runtime.h"
#include "tensor/layout.h"

static void end_descriptor(struct infini_object *object)
{
    arena_end(&((struct InfiniopDescriptor *)object)->arena);
}

void *infini_descriptor_new(const struct infini_operator *operator, const struct infini_object *on,
                            size_t size)
{
    struct InfiniopDescriptor *descriptor = infini_object_new(INFINI_OPERATOR, size);
    if (descriptor == NULL) {
        INFINI_REPORT(INFINI_STATUS_INTERNAL_ERROR, "no host memory for a descriptor");
        return NULL;
    }
    descriptor->object.device = on->device;
    descriptor->object.device_id = on->device_id;
    descriptor->object.end = end_descriptor;
    descriptor->operator = operator;
    arena_start(&descriptor->arena, NULL, 0);
    return descriptor;
}

void infini_descriptor_free(struct InfiniopDescriptor *descriptor)
{
    arena_end(&descriptor->arena);
    free(descriptor);
}

void infini_set_operand(struct InfiniopDescriptor *descriptor, int index, const char *name,
                        enum argument_role role, const struct tensor *tensor)
{
    descriptor->tensors[index] = *tensor;
    descriptor->tensors[index].operand = index;
    descriptor->operands[index] = (struct operand){{name, -1}, role, &descriptor->tensors[index]};
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static int operand_of(const struct tensor *tensor)
{
    return tensor->operand;
}

struct l0_list *infini_descriptor_list(struct InfiniopDescriptor *descriptor)
{
    l0_start(&descriptor->list, &descriptor->arena, soc_current(), true);
    return &descriptor->list;
}

infiniStatus_t infini_descriptor_schedule(struct InfiniopDescriptor *descriptor)
{
    struct l0_list *list = &descriptor->list;
    aclnnStatus status = ACLNN_SUCCESS;
    if (list->is_too_large)
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                             "the scratch for these shapes does not fit into 63 bits");
    if (list->status != ACLNN_SUCCESS)
        return infini_status_of(list->status);
    descriptor->schedule = schedule_new(list, descriptor->operand_count, operand_of, &status);
    return descriptor->schedule != NULL ? INFINI_STATUS_SUCCESS : infini_status_of(status);
}

/* ---- Launches -------------------------------------------------------------------------------- */

#define FOR_CPU "the descriptor is for INFINI_DEVICE_CPU, which takes host memory"

static aclnnStatus check_host(struct argument_name name, const void *address)
{
    return infini_check_host(name.argument, address, FOR_CPU) == INFINI_STATUS_SUCCESS
               ? ACLNN_SUCCESS
               : ACLNN_ERR_PARAM_INVALID;
}

static void run_descriptor(struct launch *launch, struct task_failure *failure)
{
    const struct InfiniopDescriptor *descriptor = launch->owner;
    if (descriptor->schedule != NULL)
        schedule_run(descriptor->schedule, launch, failure);
}

static void retain_descriptor(const void *owner)
{
    infini_object_retain(&((struct InfiniopDescriptor *)(uintptr_t)owner)->object);
}

static void release_descriptor(const void *owner)
{
    infini_object_release(&((struct InfiniopDescriptor *)(uintptr_t)owner)->object);
}

static const struct launch_kind descriptor_launch = {run_descriptor, retain_descriptor,
                                                     release_descriptor};

/* A pointer may be NULL when its operand has no elements. */
static infiniStatus_t check_pointers(const struct InfiniopDescriptor *descriptor,
                                     const void *const *pointers)
{
    for (int i = 0; i < descriptor->operand_count; i++) {
        int64_t first = 0;
        int64_t past = 0;
        tensor_extent(&descriptor->tensors[i], &first, &past);
        if (first != past && pointers[i] == NULL)
            return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "%s is NULL",
                                 descriptor->operands[i].name.argument);
    }
    return INFINI_STATUS_SUCCESS;
}

static infiniStatus_t new_launch(const struct InfiniopDescriptor *descriptor,
                                 const void *const *pointers, struct launch **launch)
{
    bool on_cpu = descriptor->object.device == INFINI_DEVICE_CPU;
    const struct launch_order order = {
        .name = descriptor->operator->name,
        .kind = &descriptor_launch,
        .owner = descriptor,
        .operand_count = descriptor->operand_count,
        .operands = descriptor->operands,
        .addresses = pointers,
        .check_host = on_cpu ? check_host : NULL,
        .outputs_apart = !descriptor->operator->copies_inputs,
        .room = descriptor->schedule != NULL ? schedule_room(descriptor->schedule) : 0,
    };
    aclnnStatus status = ACLNN_SUCCESS;
    infiniStatus_t checked = check_pointers(descriptor, pointers);
    if (checked != INFINI_STATUS_SUCCESS)
        return checked;
    *launch = launch_new(&order, descriptor->object.device_id, &status);
    if (*launch != NULL)
        return INFINI_STATUS_SUCCESS;
    return status == ACLNN_ERR_PARAM_INVALID ? INFINI_STATUS_BAD_PARAM
                                             : INFINI_STATUS_INTERNAL_ERROR;
}

static infiniStatus_t submit(const struct InfiniopDescriptor *descriptor,
                             const void *const *pointers, struct stream *stream)
{
    struct launch *launch = NULL;
    if (stream_device(stream) != descriptor->object.device_id)
        return INFINI_REPORT(INFINI_STATUS_DEVICE_TYPE_NOT_SUPPORTED,
                             "the stream belongs to device %d, the descriptor to device %d",
                             stream_device(stream), descriptor->object.device_id);
    infiniStatus_t status = new_launch(descriptor, pointers, &launch);
    if (status == INFINI_STATUS_SUCCESS)
        launch_submit(launch, stream);
    return status;
}

static infiniStatus_t run_on_stream(const struct InfiniopDescriptor *descriptor,
                                    const void *const *pointers, void *handle)
{
    struct stream *stream = NULL;
    aclError error = stream_acquire(handle, &stream);
    if (error == ACL_ERROR_RT_STREAM_CONTEXT) /* the stream belongs to a device that this thread has
                                               * not selected */
        return INFINI_STATUS_DEVICE_TYPE_NOT_SUPPORTED;
    if (error != ACL_SUCCESS)
        return infini_status_of(error);
    infiniStatus_t status = submit(descriptor, pointers, stream);
    stream_release(stream);
    return status;
}

static infiniStatus_t run_here(const struct InfiniopDescriptor *descriptor,
                               const void *const *pointers)
{
    struct task_failure failure = {0};
    struct launch *launch = NULL;
    infiniStatus_t status = new_launch(descriptor, pointers, &launch);
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    launch_run_here(launch, &failure);
    if (failure.status == ACL_SUCCESS)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(failure.status == ACL_ERROR_RT_AICORE_EXCEPTION
                             ? INFINI_STATUS_BAD_PARAM
                             : INFINI_STATUS_INTERNAL_ERROR,
                         "%s", failure.text);
}

/* ---- The call -------------------------------------------------------------------------------- */

static infiniStatus_t report_dead(const struct infini_operator *operator, const void *descriptor)
{
    if (descriptor == NULL)
        return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "desc is NULL");
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "desc (%p) is no live descriptor of %s",
                         descriptor, operator->name);
}

static struct InfiniopDescriptor *acquire(const struct infini_operator *operator, bool takes_family,
                                          const void *address, infiniStatus_t *status)
{
    struct InfiniopDescriptor *descriptor = infini_object_acquire(address, INFINI_OPERATOR);
    if (descriptor != NULL && (descriptor->operator == operator ||
                               (takes_family && descriptor->operator->family == operator)))
        return descriptor;
    if (descriptor != NULL)
        infini_object_release(&descriptor->object);
    *status = report_dead(operator, address);
    return NULL;
}

struct InfiniopDescriptor *infini_operator_acquire(const struct infini_operator *operator,
                                                   const void *address, infiniStatus_t *status)
{
    return acquire(operator, false, address, status);
}

struct InfiniopDescriptor *infini_operator_acquire_any(const struct infini_operator *operator,
                                                       const void *address, infiniStatus_t *status)
{
    return acquire(operator, true, address, status);
}

infiniStatus_t infini_operator_launch(const struct InfiniopDescriptor *descriptor,
                                      const void *const *pointers, void *stream)
{
    return descriptor->object.device == INFINI_DEVICE_CPU
               ? run_here(descriptor, pointers)
               : run_on_stream(descriptor, pointers, stream);
}

infiniStatus_t infini_operator_call(const struct infini_operator *operator, const void *address,
                                    const void *const *pointers, int count, void *stream)
{
    const void *given[INFINI_MAX_OPERANDS] = {0};
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    struct InfiniopDescriptor *descriptor = infini_operator_acquire(operator, address, &status);
    if (descriptor == NULL)
        return status;
    memcpy(given, pointers, sizeof *pointers * (size_t)count);
    status = infini_operator_launch(descriptor, given, stream);
    infini_object_release(&descriptor->object);
    return status;
}

infiniStatus_t infini_operator_destroy(const struct infini_operator *operator, const void *address)
{
    infiniStatus_t status = INFINI_STATUS_SUCCESS;
    struct InfiniopDescriptor *descriptor = infini_operator_acquire_any(operator, address, &status);
    if (descriptor == NULL)
        return status;
    infini_object_close(address, INFINI_OPERATOR);
    infini_object_release(&descriptor->object);
    return INFINI_STATUS_SUCCESS;
}

/* ---- What all operator descriptors have ------------------------------------------------------ */

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
