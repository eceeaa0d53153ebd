/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/collective/experts.h"

#include "ops/common/check.h"

int collective_experts_find(const struct call *call, const char *name, const char *other)
{
    int at = call_find(call, name);
    return at >= 0 ? at : call_find(call, other);
}

static int64_t integer_of(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? 0 : call->arguments[at].integer;
}

struct experts collective_experts_read(const struct call *call)
{
    const struct tensor *ids = call_tensor(call, call_find(call, "expertIds"));
    int rows = collective_experts_find(call, "x", "expandX");
    if (rows >= 0 && call->operator->parameters[rows].role != ROLE_IN)
        rows = call_find(call, "expandX");
    const struct tensor *given = call_tensor(call, rows);
    struct experts e = {
        .ranks = integer_of(call, "epWorldSize"),
        .rank = integer_of(call, "epRankId"),
        .count = integer_of(call, "moeExpertNum"),
        .shared = integer_of(call, "sharedExpertNum"),
        .shared_ranks = integer_of(call, "sharedExpertRankNum"),
        .zeros = integer_of(call, "zeroExpertNum"),
        .copies = integer_of(call, "copyExpertNum"),
        .constants = integer_of(call, "constExpertNum"),
        .hidden = given->rank == 2 ? given->dims[1] : 0,
        .tokens = ids->rank == 2 ? ids->dims[0] : 0,
        .choices = ids->rank == 2 ? ids->dims[1] : 0,
        .is_quantised = integer_of(call, "quantMode") == 2,
        .counts_add_up = integer_of(call, "expertTokenNumsType") == 0,
        .has_triples = call_find(call, "expandIdx") < 0,
    };
    return e;
}
