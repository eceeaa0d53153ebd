/* SPDX-License-Identifier: Apache-2.0 */
/* Sums, largest and smallest elements over the members of a list: checks. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/copy_layout.h"
#include "declared/ternary.h"
#include "ops/common/check.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

/* out has the shape to which all members broadcast. */
aclnnStatus ternary_check_broadcast_list(struct call *call, int list, int out)
{
    char is[160];
    char required[160];
    struct call_members members;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *result = call_tensor(call, out);
    call_members(call, list, &members);
    if (members.count == 0)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has no members; one at least is required",
                      call_name(call, list));
    for (uint64_t i = 0; i < members.count; i++)
        if (!call_broadcast_dims(members.tensors[i], dims, &rank))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of %s, %s, and of %s, %s, do not broadcast: dimensions, "
                          "counted from the last, must be equal or 1",
                          "the members before", dims_describe(dims, rank, is, sizeof is),
                          ARGUMENT_TEXT(call_member_name(call, list, &members, i)),
                          dims_describe(members.tensors[i]->dims, members.tensors[i]->rank,
                                        required, sizeof required));
    if (!same_dims(result->dims, result->rank, dims, rank))
        return call_report_shape(argument_named(call_name(call, out)), result, dims, rank,
                                 "what the members broadcast to");
    return check_tensor_dims(result, argument_named(call_name(call, out)));
}

aclnnStatus ternary_check_members_shape(struct call *call, int list, int out)
{
    char what[80];
    struct call_members members;
    const struct tensor *result = call_tensor(call, out);
    call_members(call, list, &members);
    for (uint64_t i = 0; i < members.count; i++) {
        const struct tensor *is = members.tensors[i];
        if (same_dims(is->dims, is->rank, result->dims, result->rank))
            continue;
        snprintf(what, sizeof what, "that of %s", call_name(call, out));
        return call_report_shape(call_member_name(call, list, &members, i), is, result->dims,
                                 result->rank, what);
    }
    return check_tensor_dims(result, argument_named(call_name(call, out)));
}

/* When the first member is float16 all members may differ in type, as each is converted to float32.
 * No kernel takes other mixed types. */
aclnnStatus ternary_check_summands(struct call *call, int list)
{
    if (call_type(call, list) == ACL_FLOAT16)
        return ACLNN_SUCCESS;
    aclnnStatus status = copy_layout_check_same_member_types(call, list);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_NULLPTR;
}
