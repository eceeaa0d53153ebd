/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with indices into the first dimensions: rows of indices (GatherNd, ScatterNd,
 * ScatterNdUpdate, TfScatterAdd), single indices into the first dimension (TfScatterAdd, ScatterMul
 * and similar calls, CoalesceSparse), single elements (InplacePut), and starts of slots in another
 * dimension (InplaceScatterUpdate): lists of L0 operators. */
#include "ops/index/nd.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/index.h"
#include "ops/index/indexed.h"
#include "workspace/l0_operators.h"

/* Makes loops over the rows of indices and over what each names, with another tensor of that
 * shape. */
static struct indexed *index_nd(struct l0_list *list, enum indexed_operation operation, int self,
                                int indices)
{
    struct indexed *indexed = index_new(list, operation, "indices");
    if (indexed == NULL || self == L0_NONE || indices == L0_NONE)
        return NULL;
    const struct l0_tensor target = list->tensors[self];
    const struct l0_tensor places = list->tensors[indices];
    int32_t last = places.rank - 1;
    int32_t named = (int32_t)places.dims[last];
    for (int32_t i = 0; i < last; i++)
        index_add_loop(indexed, places.dims[i], -1, i);
    for (int32_t i = named; i < target.rank; i++)
        index_add_loop(indexed, target.dims[i], i, last + i - named);
    for (int32_t i = 0; i < named; i++) {
        struct indexed_component *component = index_add_component(indexed, 1, i);
        component->part_dim = last;
        component->part = i;
        for (int32_t dim = 0; dim < last; dim++)
            component->dims[dim] = dim;
    }
    return indexed;
}

void index_list_gather_nd(struct l0_list *list, int self, int indices, bool from_end, int out)
{
    int from = l0_contiguous(list, self);
    int places = l0_contiguous(list, indices);
    struct indexed *indexed = index_nd(list, INDEXED_MOVE, from, places);
    if (indexed == NULL)
        return;
    const struct l0_tensor result = list->tensors[out];
    int gathered = l0_new_shaped(list, "gathered", result.type, result.dims, result.rank);
    l0_launch_row(list, &l0_GatherNd, (int[]){from, places}, 2, 0, &gathered, 1, NULL);
    indexed->from_end = from_end != 0;
    index_list_gather_step(list, indexed, from, &places, 1, gathered);
    l0_view_copy(list, gathered, out);
}

/* ---- Scatters -------------------------------------------------------------------------------- */

/* Appends an operator on dense operands that changes its first operand. */
static int changed(struct l0_list *list, const struct l0_row *row, int self, int indices,
                   int updates)
{
    if (self != L0_NONE)
        l0_launch_row(list, row, (int[]){self, indices, updates}, 3, 0, &self, 1, NULL);
    return self;
}

void index_list_scatter_nd(struct l0_list *list, int data, int indices, int updates, int out)
{
    int self = l0_contiguous(list, data);
    int places = l0_contiguous(list, indices);
    int source = l0_contiguous(list, updates);
    if (self == L0_NONE || places == L0_NONE || source == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[self];
    int result = self;
    if (data != out)
        result = l0_new_shaped(list, "scattered", like.type, like.dims, like.rank);
    if (result != L0_NONE)
        l0_launch_row(list, &l0_ScatterNdUpdate, (int[]){self, places, source}, 3, 0, &result, 1,
                      NULL);
    l0_launch_view_copy(list, result, out);
    index_list_scatter_into(list, index_nd(list, INDEXED_MOVE, self, places), self, &places, 1,
                            source, out);
}

static bool is_dense_from(const struct tensor *tensor, int32_t first)
{
    int64_t step = 1;
    for (int32_t i = tensor->rank - 1; i >= first; i--) {
        if (tensor->dims[i] != 1 && tensor->strides[i] != step)
            return false;
        step *= tensor->dims[i];
    }
    return true;
}

/* Whether the kernel changes strided rows in place. */
static bool updates_strided(const struct l0_list *list, int self, int indices)
{
    const struct tensor *target = list->tensors[self].given;
    const struct tensor *places = list->tensors[indices].given;
    int64_t named = places->rank > 0 ? places->dims[places->rank - 1] : 0;
    int64_t row = 1;
    if (list->architecture == ARCHITECTURE_1001 || places->rank == 0 || named > 4 ||
        named > target->rank || named < (list->architecture == ARCHITECTURE_2201))
        return false;
    if (list->architecture == ARCHITECTURE_3510)
        return is_dense_from(target, (int32_t)named) && !is_dense_from(target, 0) && named > 0;
    for (int32_t i = 1; i < target->rank; i++)
        row *= target->dims[i];
    return is_dense_from(target, 1) && target->strides[0] > row;
}

void index_list_scatter_nd_update(struct l0_list *list, int varRef, int indices, int updates)
{
    bool is_strided = varRef != L0_NONE && updates_strided(list, varRef, indices);
    int self = is_strided ? varRef : l0_contiguous(list, varRef);
    int places = l0_contiguous(list, indices);
    int source = l0_contiguous(list, updates);
    int result = changed(list, &l0_ScatterNdUpdate, self, places, source);
    if (!is_strided)
        l0_launch_view_copy(list, result, varRef);
    index_list_scatter_into(list, index_nd(list, INDEXED_MOVE, self, places), self, &places, 1,
                            source, varRef);
}

/* Makes loops over indices into the first dimension, and over rows. */
static struct indexed *index_slices(struct l0_list *list, enum indexed_operation operation,
                                    int self, int indices, int source)
{
    struct indexed *indexed = index_new(list, operation, "indices");
    if (indexed == NULL || self == L0_NONE || indices == L0_NONE || source == L0_NONE)
        return NULL;
    index_rows(indexed, &list->tensors[self], 0, &list->tensors[indices], 0);
    for (int32_t i = 0; i < indexed->loop_count && list->tensors[source].rank == 0; i++)
        indexed->loops[i].other = -1;
    return indexed;
}

void index_list_coalesce_sparse(struct l0_list *list, int uniqueLen, int uniqueIndices, int indices,
                                int values, int newIndices, int newValues)
{
    int given[] = {l0_contiguous(list, uniqueLen), l0_contiguous(list, uniqueIndices),
                   l0_contiguous(list, indices), l0_contiguous(list, values)};
    int places = given[1];
    int found[] = {l0_contiguous(list, newIndices), l0_contiguous(list, newValues)};
    if (found[0] == L0_NONE || found[1] == L0_NONE)
        return;
    l0_launch_row(list, &l0_CoalesceSparse, given, 4, 0, found, 2, NULL);
    l0_launch_view_copy(list, found[0], newIndices);
    l0_launch_view_copy(list, found[1], newValues);
    index_list_scatter_into(list, index_slices(list, INDEXED_MOVE, found[0], places, given[2]),
                            found[0], &places, 1, given[2], newIndices);
    index_list_scatter_into(list, index_slices(list, INDEXED_ADD, found[1], places, given[3]),
                            found[1], &places, 1, given[3], newValues);
}

void index_list_scatter_slices(struct l0_list *list, const struct l0_row *row, int varRef,
                               int indices, int updates, bool useLocking)
{
    (void)useLocking; /* no lock is needed, because each element belongs to one core */
    enum indexed_operation operation = row == &l0_ScatterMul   ? INDEXED_MULTIPLY
                                       : row == &l0_ScatterDiv ? INDEXED_DIVIDE
                                       : row == &l0_ScatterMax ? INDEXED_MAXIMUM
                                                               : INDEXED_MINIMUM;
    int self = l0_contiguous(list, varRef);
    int places = l0_contiguous(list, indices);
    int source = l0_contiguous(list, updates);
    int result = changed(list, row, self, places, source);
    l0_launch_view_copy(list, result, varRef);
    index_list_scatter_into(list, index_slices(list, operation, self, places, source), self,
                            &places, 1, source, varRef);
}

void index_list_tf_scatter_add(struct l0_list *list, int varRef, int indices, int updates)
{
    int self = l0_contiguous(list, varRef);
    int places = l0_contiguous(list, indices);
    int source = l0_contiguous(list, updates);
    if (self == L0_NONE || places == L0_NONE || source == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    bool is_nd = index_nd_names_rows(list->tensors[varRef].given, list->tensors[indices].given,
                                     list->tensors[updates].given);
    aclDataType wide = type == ACL_BF16 ? ACL_FLOAT : type;
    int to = l0_launch_cast(list, self, wide);
    int from = l0_launch_cast(list, source, wide);
    to = changed(list, is_nd ? &l0_ScatterNdAdd : &l0_ScatterAdd, to, places, from);
    l0_launch_view_copy(list, l0_launch_cast(list, to, type), varRef);
    struct indexed *indexed = is_nd ? index_nd(list, INDEXED_ADD, self, places)
                                    : index_slices(list, INDEXED_ADD, self, places, source);
    index_list_scatter_into(list, indexed, self, &places, 1, source, varRef);
}

static int flat(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? L0_NONE
                             : l0_reshape(list, tensor, &list->tensors[tensor].elements, 1);
}

void index_list_put(struct l0_list *list, int selfRef, int index, int source, bool accumulate)
{
    int self = flat(list, l0_contiguous(list, selfRef));
    int places = flat(list, l0_contiguous(list, index));
    int from = flat(list, l0_contiguous(list, source));
    struct indexed *indexed = index_new(list, accumulate != 0 ? INDEXED_ADD : INDEXED_MOVE,
                                        "index");
    if (self == L0_NONE || places == L0_NONE || from == L0_NONE || indexed == NULL)
        return;
    int result = changed(list, accumulate != 0 ? &l0_ScatterNdAdd : &l0_ScatterNdUpdate, self,
                         places, from);
    if (!view_is_dense(list->tensors[selfRef].given))
        l0_launch_view_copy(
            list,
            l0_reshape(list, result, list->tensors[selfRef].dims, list->tensors[selfRef].rank),
            selfRef);
    index_rows(indexed, &list->tensors[self], 0, &list->tensors[places], 0);
    index_list_scatter_into(list, indexed, self, &places, 1, from, selfRef);
}

void index_list_put_slots(struct l0_list *list, int self, int places, int slots, int64_t axis,
                          int data)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "indices");
    if (self == L0_NONE || places == L0_NONE || slots == L0_NONE || indexed == NULL)
        return;
    const struct l0_tensor from = list->tensors[slots];
    int32_t at = (int32_t)(axis < 0 ? axis + from.rank : axis);
    bool in_pairs = list->tensors[places].rank == 2;
    for (int32_t i = 0; i < from.rank; i++)
        index_add_loop(indexed, from.dims[i], i == 0 && in_pairs ? -1 : i, i);
    for (int32_t part = in_pairs ? 0 : 1; part < 2; part++) {
        struct indexed_component *component = index_add_component(indexed, 1, part == 0 ? 0 : at);
        component->dims[0] = list->tensors[places].rank > 0 ? 0 : -1;
        component->part_dim = in_pairs ? 1 : -1;
        component->part = in_pairs ? part : 0;
        component->reach = part == 0 ? 0 : from.dims[at] - 1;
    }
    index_list_scatter_into(list, indexed, self, &places, 1, slots, data);
}

void index_list_scatter_slots(struct l0_list *list, int data, int indices, int updates,
                              int64_t axis)
{
    int self = l0_contiguous(list, data);
    int places = l0_contiguous(list, indices);
    int source = l0_contiguous(list, updates);
    if (self == L0_NONE || places == L0_NONE || source == L0_NONE)
        return;
    l0_launch_view_copy(list, changed(list, &l0_Scatter, self, places, source), data);
    index_list_put_slots(list, self, places, source, axis, data);
}
