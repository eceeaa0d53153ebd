/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/collective/experts.h"

#include "ops/common/check.h"

int collective_experts_find(const struct call *call, const char *name, const char *other)
{
    int at = call_find(call, name);
    return at >= 0 ? at : call_find(call, other);
}

struct experts collective_experts_read(const struct call *call)
{
    const struct tensor *ids = call_tensor(call, call_find(call, "expertIds"));
    int rows = collective_experts_find(call, "x", "expandX");
    if (rows >= 0 && call->operator->parameters[rows].role != ROLE_IN)
        rows = call_find(call, "expandX");
    const struct tensor *given = call_tensor(call, rows);
    struct experts e = {
        .ranks = collective_integer(call, "epWorldSize"),
        .rank = collective_integer(call, "epRankId"),
        .count = collective_integer(call, "moeExpertNum"),
        .shared = collective_integer(call, "sharedExpertNum"),
        .shared_ranks = collective_integer(call, "sharedExpertRankNum"),
        .zeros = collective_integer(call, "zeroExpertNum"),
        .copies = collective_integer(call, "copyExpertNum"),
        .constants = collective_integer(call, "constExpertNum"),
        .hidden = given->rank == 2 ? given->dims[1] : 0,
        .tokens = ids->rank == 2 ? ids->dims[0] : 0,
        .choices = ids->rank == 2 ? ids->dims[1] : 0,
        .is_quantised = collective_integer(call, "quantMode") == 2,
        .counts_add_up = collective_integer(call, "expertTokenNumsType") == 0,
        .has_triples = call_find(call, "expandIdx") < 0,
    };
    return e;
}
