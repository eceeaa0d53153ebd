/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/outputs.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/arena.h"
#include "base/report.h"
#include "executor/call.h"
#include "executor/operator.h"

/* Makes room for so many more elements behind those that are there; NULL when memory is short. */
static void *with_room(struct arena *arena, void *each, uint64_t count, uint64_t *room, size_t size)
{
    if (count < *room)
        return each;
    uint64_t wanted = count > 0 ? 2 * count : 4;
    void *found = arena_grow(arena, each, (size_t)count * size, (size_t)wanted * size);
    if (found != NULL)
        *room = wanted;
    return found;
}

bool shapes_add(struct shapes *shapes, const struct shape *shape)
{
    struct shape *each = with_room(shapes->arena, shapes->each, shapes->count, &shapes->room,
                                   sizeof *each);
    if (each == NULL)
        return false;
    shapes->each = each;
    each[shapes->count++] = *shape;
    return true;
}

static bool is_of_a_tensor(const struct shape *shape)
{
    bool fits = shape->rank <= TENSOR_MAX_DIMS;
    for (int32_t i = 0; fits && i < shape->rank; i++)
        fits = shape->dims[i] >= 0;
    return fits;
}

static aclnnStatus add(struct call *call, struct call_outputs *outputs, int parameter,
                       const struct shape *shape, aclDataType type)
{
    struct call_output *each = with_room(call->arena, outputs->each, outputs->count, &outputs->room,
                                         sizeof *each);
    if (each == NULL)
        return report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
    outputs->each = each;
    each[outputs->count++] = (struct call_output){parameter, type, *shape};
    return ACLNN_SUCCESS;
}

static aclnnStatus refuse(const struct call *call, int parameter)
{
    const char *name = call->operator->parameters[parameter].name;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "no shape or data type of %s follows from these arguments; with %s given, phase "
                  "one says which of them does not fit",
                  name, name);
}

aclnnStatus outputs_add(struct call *call, struct call_outputs *outputs, int parameter,
                        bool has_shape, aclDataType type)
{
    if (has_shape && outputs->shape.rank == SHAPE_ABSENT)
        return ACLNN_SUCCESS;
    if (!has_shape || !is_of_a_tensor(&outputs->shape) || type == ACL_DT_UNDEFINED)
        return refuse(call, parameter);
    return add(call, outputs, parameter, &outputs->shape, type);
}

aclnnStatus outputs_add_list(struct call *call, struct call_outputs *outputs, int parameter,
                             bool has_shapes, aclDataType type)
{
    const struct shapes *shapes = &outputs->shapes;
    aclnnStatus status = ACLNN_SUCCESS;
    if (!has_shapes || (shapes->count > 0 && type == ACL_DT_UNDEFINED))
        return refuse(call, parameter);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < shapes->count; i++)
        status = is_of_a_tensor(&shapes->each[i])
                     ? add(call, outputs, parameter, &shapes->each[i], type)
                     : refuse(call, parameter);
    outputs->shapes.count = 0;
    return status;
}

aclnnStatus outputs_add_like(struct call *call, struct call_outputs *outputs, int parameter,
                             int list)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    aclnnStatus status = ACLNN_SUCCESS;
    for (uint64_t i = 0; status == ACLNN_SUCCESS && tensors != NULL && i < tensors->count; i++) {
        const struct tensor *tensor = tensors->members[i];
        struct shape shape = {0};
        if (tensor == NULL)
            return refuse(call, parameter);
        shape.rank = tensor->rank;
        memcpy(shape.dims, tensor->dims, (size_t)tensor->rank * sizeof *tensor->dims);
        status = add(call, outputs, parameter, &shape, tensor->type);
    }
    return status;
}
