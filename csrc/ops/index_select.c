/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnIndexSelect: its shapes, and what CANN makes of it. The work is in gather.c. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/gather.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

/* The dims of self with as many places along one of them as the index has. */
static void selected_dims(const struct tensor *self, int64_t dim, const struct tensor *index,
                          int64_t *dims)
{
    for (int32_t i = 0; i < self->rank; i++)
        dims[i] = i == dim ? (index->rank == 0 ? 1 : index->dims[0]) : self->dims[i];
}

aclnnStatus check_selected_shape(struct call *call, int self, int dim, int index, int out)
{
    char is[160];
    char required[160];
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t count = 0;
    int64_t indices = 0;
    const struct tensor *from = call_tensor(call, self);
    const struct tensor *places = call_tensor(call, index);
    const struct tensor *result = call_tensor(call, out);
    int64_t rank = from->rank > 0 ? from->rank : 1;
    int64_t at = call->arguments[dim].integer;
    if (from->rank == 0 && result->rank != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "self has no dimensions, and out has %d; it may have none then",
                      result->rank);
    aclnnStatus status = tensor_check_rank(from, argument_named("self"), 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (at < -rank || at >= rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dim is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of self",
                      at, -rank, rank - 1);
    if (places->rank > 1)
        return report(ACLNN_ERR_PARAM_INVALID, "index has %d dimensions; one or none is supported",
                      places->rank);
    const struct tensor *const tensors[] = {from, places, result};
    const char *const names[] = {"self", "index", "out"};
    for (int i = 0; status == ACLNN_SUCCESS && i < 3; i++)
        status = tensor_check_dims(tensors[i], argument_named(names[i]));
    if (status != ACLNN_SUCCESS)
        return status;
    tensor_element_count(from, &count);
    tensor_element_count(places, &indices);
    if (count == 0 || indices == 0)
        return ACLNN_SUCCESS;
    selected_dims(from, at < 0 ? at + rank : at, places, dims);
    bool same = result->rank == from->rank;
    for (int32_t i = 0; same && i < from->rank; i++)
        same = result->dims[i] == dims[i];
    if (same)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; %s, that of self with as many places along dim as "
                  "index names, is required",
                  dims_describe(result->dims, result->rank, is, sizeof is),
                  dims_describe(dims, from->rank, required, sizeof required));
}

/* One dimension where there was none. */
static int at_least_1d(struct l0_list *list, int tensor)
{
    static const int64_t one[] = {1};
    return tensor == L0_NONE || list->tensors[tensor].rank > 0 ? tensor
                                                               : l0_reshape(list, tensor, one, 1);
}

void list_index_select(struct l0_list *list, int self, int64_t dim, int index, int out)
{
    struct gather_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    if (self == L0_NONE || index == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor result = list->tensors[out];
    const int64_t one[] = {1};
    bool is_scalar = list->tensors[self].rank == 0;
    int rows = at_least_1d(list, l0_contiguous(list, self));
    int places = at_least_1d(list, l0_contiguous(list, index));
    if (rows == L0_NONE || places == L0_NONE)
        return;
    attributes->dim = (int32_t)(dim < 0 ? dim + list->tensors[rows].rank : dim);
    bool has_v3 = (l0_GatherV3.ai_core[list->architecture] >> list->tensors[rows].type & 1) != 0;
    int selected = l0_new_shaped(list, "selected", result.type, is_scalar ? one : result.dims,
                                 is_scalar ? 1 : result.rank);
    l0_apply(list, has_v3 ? &l0_GatherV3 : &l0_GatherV2, (int[]){rows, places}, 2, 0, &selected, 1,
             attributes);
    if (is_scalar)
        selected = l0_reshape(list, selected, NULL, 0);
    l0_view_copy(list, selected, out);
}
