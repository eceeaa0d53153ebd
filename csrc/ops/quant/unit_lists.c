/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2: its operands. */
#include "ops/quant/unit_lists.h"

#include "executor/operator.h"
#include "ops/common/check.h"

static const struct tensor_array *members_of(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].tensors;
}

struct unit_lists quant_unit_lists(const struct call *call)
{
    struct unit_lists u = {.call = call,
                           .x = call_tensor(call, call_find(call, "x")),
                           .weight = members_of(call, "weight"),
                           .scale = members_of(call, "weightScale"),
                           .assist = members_of(call, "weightAssistMatrix")};
    const struct tensor *first = u.weight->members[0];
    const struct tensor *scale = u.scale->members[0];
    u.is_small = first->type == ACL_INT4 || first->type == ACL_INT32;
    u.is_one = u.weight->count == 1;
    u.in_one = first->type == ACL_INT32 ? 8 : 1;
    u.groups = !u.is_one ? (int64_t)u.weight->count : first->rank > 0 ? first->dims[0] : 0;
    u.columns = scale->rank > 0 ? scale->dims[scale->rank - 1] : 0;
    return u;
}
