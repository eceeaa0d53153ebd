/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ScatterList: a slot of each member of a list is written, whose beginning, and perhaps length, an
 * index names: new keys and values of caches. Each member is work of its own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/indexed.h"
#include "ops/lists.h"
#include "ops/work_views.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_updates_only(struct call *call, int reduce)
{
    const char *given = call->arguments[reduce].text;
    if (given == NULL || strcmp(given, "update") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"update\" is supported",
                  call_name(call, reduce), given);
}

aclnnStatus check_type_of_members(struct call *call, int list, int tensor)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    aclDataType type = call_type(call, tensor);
    for (uint64_t i = 0; i < members->count; i++)
        if (members->members[i]->type != type)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s[%" PRIu64 "] is %s, and that of %s %s; they must "
                          "be the same",
                          call_name(call, list), i, data_type_name(members->members[i]->type),
                          call_name(call, tensor), data_type_name(type));
    return ACLNN_SUCCESS;
}

static aclnnStatus refuse_shape(const struct call *call, int operand, const struct tensor *tensor,
                                const char *reason)
{
    char shape[160];
    return report(ACLNN_ERR_INNER_TILING_ERROR, "%s has the shape %s; %s", call_name(call, operand),
                  dims_describe(tensor->dims, tensor->rank, shape, sizeof shape), reason);
}

aclnnStatus check_listed_slots(struct call *call, int list, int places, int updates, int mask,
                               int axis)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    const struct tensor *index = call_tensor(call, places);
    const struct tensor *source = call_tensor(call, updates);
    const struct tensor *choice = call_tensor(call, mask);
    int64_t given = call->arguments[axis].integer;
    int64_t at = given < 0 ? given + source->rank : given;
    if (members->count == 0)
        return report(ACLNN_ERR_INNER_TILING_ERROR, "%s has no members", call_name(call, list));
    const struct tensor *first = members->members[0];
    for (uint64_t i = 1; i < members->count; i++)
        if (!same_dims(members->members[i]->dims, members->members[i]->rank, first->dims,
                       first->rank))
            return refuse_shape(call, list, members->members[i], "all members need one shape");
    if (first->rank < 1 || tensor_is_empty(first))
        return refuse_shape(call, list, first, "members of elements and dimensions are required");
    if (source->rank != first->rank + 1 || source->dims[0] != (int64_t)members->count ||
        tensor_is_empty(source))
        return refuse_shape(call, updates, source, "as many slots as there are members are needed");
    if (at <= 0 || at >= source->rank)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "%s is %" PRId64 "; a dimension of %s other than the first is required",
                      call_name(call, axis), given, call_name(call, updates));
    for (int32_t i = 1; i < source->rank; i++)
        if (i == at ? source->dims[i] > first->dims[i - 1] : source->dims[i] != first->dims[i - 1])
            return refuse_shape(call, updates, source, "slots must fit into members along axis");
    if ((index->rank != 1 && index->rank != 2) || index->dims[0] != source->dims[0] ||
        (index->rank == 2 && index->dims[1] != 2))
        return refuse_shape(call, places, index, "a place for each member is required, or two");
    if (choice != NULL && (choice->rank != 1 || choice->dims[0] != source->dims[0]))
        return refuse_shape(call, mask, choice, "a number for each member is required");
    return ACLNN_SUCCESS;
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Inputs of a step: the member, where slots begin, the slots of all members, and the mask. */
struct slot {
    int64_t member;
    int32_t dim; /* of the member */
    bool has_mask;
};

static void write_slot(struct l0_list *list, const int *inputs, int count, int out,
                       struct slot given)
{
    struct slot *slot = arena_take(list->arena, sizeof *slot);
    const struct l0_tensor like = list->tensors[out];
    int changed = l0_new_shaped(list, "changed", like.type, like.dims, like.rank);
    if (slot == NULL || changed == L0_NONE)
        return;
    *slot = given;
    l0_step(list, L0_STEP_APPLY, &l0_ScatterList, inputs, count, &changed, 1, slot);
    l0_step(list, L0_STEP_STORE, NULL, &changed, 1, &out, 1, NULL);
}

void list_scatter_list(struct l0_list *list, const struct tensor_array *varRef, int indice,
                       int updates, int maskOptional, int64_t axis)
{
    uint64_t members = varRef->count;
    bool has_mask = maskOptional != L0_NONE;
    int *refs = arena_take(list->arena, members * sizeof *refs);
    int *operands = arena_take(list->arena, (members + 3) * sizeof *operands);
    if (refs == NULL || operands == NULL)
        return;
    for (uint64_t i = 0; i < members; i++) {
        refs[i] = l0_user_tensor(list, "varRef", varRef->members[i]);
        operands[i] = l0_contiguous(list, refs[i]);
    }
    int *others = &operands[members];
    others[0] = l0_contiguous(list, indice);
    others[1] = l0_contiguous(list, updates);
    others[2] = has_mask ? l0_contiguous(list, maskOptional) : L0_NONE;
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_ScatterList, operands, (int)members + 2 + has_mask, 0, NULL, 0, NULL);
    for (uint64_t i = 0; i < members; i++)
        if (operands[i] != refs[i])
            l0_launch_view_copy(list, operands[i], refs[i]);
    int32_t rank = list->tensors[others[1]].rank;
    for (uint64_t i = 0; i < members; i++)
        write_slot(list, (int[]){operands[i], others[0], others[1], others[2]}, 3 + has_mask,
                   refs[i],
                   (struct slot){.member = (int64_t)i,
                                 .dim = (int32_t)(axis < 0 ? axis + rank : axis) - 1,
                                 .has_mask = has_mask});
}

/* ---- The work -------------------------------------------------------------------------------- */

/* A number of the member's in the tensor of indices; -1, with the reason in the failure, where it
   is not below the limit. */
static int64_t read_place(const struct work *work, int32_t part, int64_t limit,
                          struct task_failure *failure)
{
    const struct slot *slot = work->attributes;
    const struct work_view *places = &work->inputs[1];
    int64_t number = slot->member * (places->rank == 2 ? 2 : 1) + part;
    int64_t value = index_at(view_element(places, number), places->type == ACL_INT64);
    char pair[16] = "";
    if (value >= 0 && value < limit)
        return value;
    if (places->rank == 2)
        snprintf(pair, sizeof pair, ", %" PRId32, part);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "indice[%" PRId64 "%s] is %" PRId64 "; every index must be in [0, %" PRId64 ")",
             slot->member, pair, value, limit);
    return -1;
}

static void run_slot(const struct work *work, struct task_failure *failure)
{
    const struct slot *slot = work->attributes;
    const struct work_view *updates = &work->inputs[2];
    struct work_view to = work->outputs[0];
    struct work_view from = {.type = to.type,
                             .rank = to.rank,
                             .strides = updates->strides + 1,
                             .address = updates->address +
                                        slot->member * updates->strides[0] * view_width(updates)};
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t size = to.dims[slot->dim];
    int64_t count = updates->dims[slot->dim + 1];
    indexed_copy_self(work, failure);
    if (slot->has_mask && *view_element(&work->inputs[3], slot->member) != 1)
        return;
    if (work->inputs[1].rank == 2)
        count = read_place(work, 1, count + 1, failure);
    int64_t first = count < 0 ? -1 : read_place(work, 0, size - count + 1, failure);
    if (first < 0)
        return;
    memcpy(dims, to.dims, (size_t)to.rank * sizeof *dims);
    dims[slot->dim] = count;
    from.dims = to.dims = dims;
    to.address += first * to.strides[slot->dim] * view_width(&to);
    indexed_copy(&from, &to, failure);
}

extern const struct l0_run run_scatter_list;
const struct l0_run run_scatter_list = {.itself_in_place = true, .run = run_slot};
