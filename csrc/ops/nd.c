/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose indices have a row for each place, in the first dimensions: GatherNd. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/indexed.h"
#include "ops/lists.h"
#include "tensor/layout.h"

static const char *name_of(const struct call *call, int parameter)
{
    return call->operator->parameters[parameter].name;
}

aclnnStatus check_nd(struct call *call, int self, int indices, int out)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor *places = call_tensor(call, indices);
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    int64_t named = places->rank > 0 ? places->dims[places->rank - 1] : 0;
    if (named < 1 || named > target->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the last dimension of %s is %" PRId64 "; it has places in 1 to %" PRId32
                      " dimensions of %s",
                      name_of(call, indices), named, target->rank, name_of(call, self));
    for (int32_t i = 0; i < places->rank - 1; i++)
        dims[rank++] = places->dims[i];
    for (int32_t i = (int32_t)named; i < target->rank; i++)
        dims[rank++] = target->dims[i];
    return call_shape_is(call, out, dims, rank, false, "what indices name");
}

/* Loops over the rows of indices and what each names, beside another tensor of that shape. */
static struct indexed *index_nd(struct l0_list *list, enum indexed_operation operation, int self,
                                int indices)
{
    struct indexed *indexed = indexed_new(list, operation, "indices");
    if (indexed == NULL || self == L0_NONE || indices == L0_NONE)
        return NULL;
    const struct l0_tensor target = list->tensors[self];
    const struct l0_tensor places = list->tensors[indices];
    int32_t last = places.rank - 1;
    int32_t named = (int32_t)places.dims[last];
    for (int32_t i = 0; i < last; i++)
        indexed_add_loop(indexed, places.dims[i], -1, i);
    for (int32_t i = named; i < target.rank; i++)
        indexed_add_loop(indexed, target.dims[i], i, last + i - named);
    for (int32_t i = 0; i < named; i++) {
        struct indexed_component *component = indexed_add_component(indexed, 1, i);
        component->part_dim = last;
        component->part = i;
        for (int32_t dim = 0; dim < last; dim++)
            component->dims[dim] = dim;
    }
    return indexed;
}

void list_gather_nd(struct l0_list *list, int self, int indices, int64_t from_end, int out)
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
    list_gather_step(list, indexed, from, &places, 1, gathered);
    l0_view_copy(list, gathered, out);
}
