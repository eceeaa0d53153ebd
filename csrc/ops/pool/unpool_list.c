/* SPDX-License-Identifier: Apache-2.0 */
/* MaxUnpool2d and MaxUnpool3d: lists of L0 operators. */
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/pool.h"
#include "declared/index.h"
#include "ops/common/list.h"
#include "ops/index/indexed.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Reshapes a tensor to one dimension for all planes, and one for the elements of a plane. */
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
    return list->architecture == ARCHITECTURE_2201 ? &l0_ScatterElementsV2 : &l0_ScatterElements;
}

void pool_list_max_unpool(struct l0_list *list, int self, int indices, int out, int spatial)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "indices");
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
    index_move_elements(indexed, 1, &list->tensors[places]);
    index_list_scatter_step(list, indexed, zeros, &places, 1, source, put);
    l0_view_copy(list, l0_reshape(list, put, result.dims, result.rank), out);
}

void pool_list_max_unpool_backward(struct l0_list *list, int gradOutput, int indices, int out,
                                   int spatial)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "indices");
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
    index_move_elements(indexed, 1, &list->tensors[places]);
    index_list_gather_step(list, indexed, from, &places, 1, taken);
    int converted = l0_convert(list, taken, result.type);
    l0_view_copy(list, l0_reshape(list, converted, result.dims, result.rank), out);
}
