/* SPDX-License-Identifier: Apache-2.0 */
/* MaxUnpool2d and MaxUnpool3d: elements go to the places that a pool took them from, by index. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/indexed.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; of a pool %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

static const int64_t *numbers_of(const struct call *call, int array)
{
    return (const int64_t *)(const void *)call->arguments[array].array->values;
}

static aclnnStatus refuse_numbers(const struct call *call, int array, int64_t spatial)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRIu64 " entries; of a pool %" PRId64
                  " are required, above 0 but for padding",
                  call_name(call, array), call->arguments[array].array->size, spatial);
}

aclnnStatus check_planes(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = 1; i < given->rank; i++)
        if (given->dims[i] <= 0)
            return refuse(call, tensor, "only the first dimension may be 0");
    return ACLNN_SUCCESS;
}

aclnnStatus check_unpool_numbers(struct call *call, int array, int spatial)
{
    return call->arguments[array].array->size == (uint64_t)spatial
               ? ACLNN_SUCCESS
               : refuse_numbers(call, array, spatial);
}

aclnnStatus check_unpool_sizes(struct call *call, int array, int spatial)
{
    aclnnStatus status = check_unpool_numbers(call, array, spatial);
    for (int i = 0; status == ACLNN_SUCCESS && i < spatial; i++)
        if (numbers_of(call, array)[i] <= 0)
            return refuse_numbers(call, array, spatial);
    return status;
}

aclnnStatus check_unpool_room(struct call *call, int self, int outputSize, int spatial)
{
    const struct tensor *given = call_tensor(call, self);
    int64_t places = 1;
    int64_t room = 1;
    for (int i = 0; i < spatial; i++) {
        if (__builtin_mul_overflow(places, given->dims[given->rank - spatial + i], &places) ||
            __builtin_mul_overflow(room, numbers_of(call, outputSize)[i], &room))
            return refuse(call, self, "the places of outputSize do not fit into 63 bits");
    }
    return room >= places ? ACLNN_SUCCESS
                          : refuse(call, self, "outputSize has to have at least as many places");
}

aclnnStatus check_unpooled(struct call *call, int self, int outputSize, int out, int spatial)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *given = call_tensor(call, self);
    int64_t count = 0;
    if (tensor_element_count(given, &count) && count == 0)
        return ACLNN_SUCCESS;
    for (int32_t i = 0; i < given->rank; i++)
        dims[i] = i < given->rank - spatial
                      ? given->dims[i]
                      : numbers_of(call, outputSize)[i - (given->rank - spatial)];
    return call_shape_is(call, out, dims, given->rank, false, "outputSize behind those of self");
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A tensor with one dimension for all planes, and one for the places of a plane. */
static int in_planes(struct l0_list *list, int tensor, int64_t spatial)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    int64_t dims[2] = {1, 1};
    for (int32_t i = 0; i < given.rank; i++)
        dims[i >= given.rank - spatial] *= given.dims[i];
    return l0_reshape(list, tensor, dims, 2);
}

static const struct l0_row *scatter_row(const struct l0_list *list)
{
    return list->architecture == L0_2201 ? &l0_ScatterElementsV2 : &l0_ScatterElements;
}

void list_max_unpool(struct l0_list *list, int self, int indices, int out, int64_t spatial)
{
    struct indexed *indexed = indexed_new(list, INDEXED_MOVE, "indices");
    if (indexed == NULL || self == L0_NONE || indices == L0_NONE || out == L0_NONE)
        return;
    int source = in_planes(list, l0_contiguous(list, self), spatial);
    int places = in_planes(list, l0_contiguous(list, indices), spatial);
    if (source == L0_NONE || places == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int64_t dims[2] = {1, 1};
    for (int32_t i = 0; i < result.rank; i++)
        dims[i >= result.rank - spatial] *= result.dims[i];
    int zeros = list_fill(list, result.type, 0, dims, 2);
    int put = l0_new_shaped(list, "put", result.type, dims, 2);
    l0_launch_row(list, scatter_row(list), (int[]){zeros, places, source}, 3, 0, &put, 1, NULL);
    indexed_elements(indexed, 1, &list->tensors[places]);
    list_scatter_step(list, indexed, zeros, &places, 1, source, put);
    l0_view_copy(list, l0_reshape(list, put, result.dims, result.rank), out);
}

void list_max_unpool_backward(struct l0_list *list, int gradOutput, int indices, int out,
                              int64_t spatial)
{
    struct indexed *indexed = indexed_new(list, INDEXED_MOVE, "indices");
    if (indexed == NULL || gradOutput == L0_NONE || indices == L0_NONE || out == L0_NONE)
        return;
    int from = in_planes(list, l0_contiguous(list, gradOutput), spatial);
    int places = in_planes(list, l0_contiguous(list, indices), spatial);
    if (from == L0_NONE || places == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int taken = l0_new_shaped(list, "taken", list->tensors[from].type, list->tensors[places].dims,
                              2);
    l0_launch_row(list, &l0_GatherElements, (int[]){from, places}, 2, 0, &taken, 1, NULL);
    indexed_elements(indexed, 1, &list->tensors[places]);
    list_gather_step(list, indexed, from, &places, 1, taken);
    int converted = l0_convert(list, taken, result.type);
    l0_view_copy(list, l0_reshape(list, converted, result.dims, result.rank), out);
}
