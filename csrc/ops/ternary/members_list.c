/* SPDX-License-Identifier: Apache-2.0 */
/* Sums, largest and smallest elements over the members of a list: lists of L0 operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/ternary.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"

/* AccumulateNV2 adds this many tensors at once. A longer list is added in parts. */
#define SUMMANDS 16

/* Adds the members to the list; NULL after an error. */
static int *members_of(struct l0_list *list, const struct tensor_array *tensors)
{
    int *members = l0_take(list, (size_t)tensors->count * sizeof *members);
    for (uint64_t i = 0; members != NULL && i < tensors->count; i++)
        members[i] = l0_user_tensor(list, "tensors", tensors->members[i]);
    return members;
}

void ternary_list_fold_members(struct l0_list *list, const struct l0_row *row,
                               const struct tensor_array *tensors, int out)
{
    int *members = members_of(list, tensors);
    if (members == NULL || out == L0_NONE)
        return;
    int result = l0_contiguous(list, members[0]);
    for (uint64_t i = 1; i < tensors->count; i++)
        result = list_apply2(list, row, list->tensors[out].type, result,
                             l0_contiguous(list, members[i]));
    l0_view_copy(list, result, out);
}

void ternary_list_add_n(struct l0_list *list, const struct tensor_array *tensors, int out)
{
    int *members = members_of(list, tensors);
    if (members == NULL || out == L0_NONE)
        return;
    for (uint64_t i = 0; i < tensors->count; i++)
        members[i] = l0_contiguous(list, members[i]);
    int sum = tensors->count == 1 ? members[0]
                                  : list_apply(list, &l0_AddN, list->tensors[out].type, members,
                                               (int)tensors->count, 0);
    l0_view_copy(list, sum, out);
}

/* Prepares a member as CANN does: it is always broadcast, has at least one dimension, and float16
 * becomes float32. */
static int summand(struct l0_list *list, int member, int out)
{
    static const int64_t one[] = {1};
    if (member == L0_NONE)
        return L0_NONE;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[member].rank == 0)
        member = l0_reshape(list, member, one, 1);
    int dense = l0_contiguous(list, member);
    int broadcast = l0_new_shaped(list, "summand", result.type, result.rank > 0 ? result.dims : one,
                                  result.rank > 0 ? result.rank : 1);
    l0_apply(list, &l0_BroadcastTo, &dense, 1, 0, &broadcast, 1, NULL);
    return result.type == ACL_FLOAT16 ? l0_cast(list, broadcast, ACL_FLOAT) : broadcast;
}

void ternary_list_sum(struct l0_list *list, const struct l0_row *row,
                      const struct tensor_array *tensors, int out)
{
    int *members = members_of(list, tensors);
    int count = (int)tensors->count;
    if (members == NULL || out == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    aclDataType wide = type == ACL_FLOAT16 ? ACL_FLOAT : type;
    for (int i = 0; i < count; i++)
        members[i] = summand(list, members[i], out);
    /* The last ones are added first; their sum takes their place. */
    while (count > 1) {
        int first = count >= SUMMANDS ? count - SUMMANDS : 0;
        members[first] = list_apply(list, row, wide, members + first, count - first, 0);
        count = first + 1;
    }
    list_write(list, members[0], out);
}
