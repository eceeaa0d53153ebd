/* SPDX-License-Identifier: Apache-2.0 */
/* ScatterList: checks. The call writes a slot of each member of a tensor list, such as new keys and
 * values of caches. An index names the slot's start, and perhaps its length. Each member is work of
 * its own. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/index.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* What ScatterList accepts: how slots are joined with members, and types; 561002 for shapes. */
aclnnStatus index_check_updates_only(struct call *call, int reduce)
{
    const char *given = call->arguments[reduce].text;
    if (given == NULL || strcmp(given, "update") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"update\" is supported",
                  call_name(call, reduce), given);
}

aclnnStatus index_check_type_of_members(struct call *call, int list, int tensor)
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

aclnnStatus index_check_listed_slots(struct call *call, int list, int places, int updates, int mask,
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
