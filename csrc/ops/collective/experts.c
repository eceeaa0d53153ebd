/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/collective/experts.h"

#include "ops/common/check.h"
#include "ops/common/shape.h"

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
    int64_t tensor_ranks = collective_integer(call, "tpWorldSize");
    struct experts e = {
        .ranks = collective_integer(call, "epWorldSize"),
        .rank = collective_integer(call, "epRankId"),
        .count = collective_integer(call, "moeExpertNum"),
        .shared = collective_integer(call, "sharedExpertNum"),
        .shared_ranks = collective_integer(call, "sharedExpertRankNum"),
        .zeros = collective_integer(call, "zeroExpertNum"),
        .copies = collective_integer(call, "copyExpertNum"),
        .constants = collective_integer(call, "constExpertNum"),
        .tensor_ranks = tensor_ranks > 1 ? tensor_ranks : 1,
        .tensor_rank = collective_integer(call, "tpRankId"),
        .hidden = given->rank == 2 ? given->dims[1] : 0,
        .tokens = ids->rank == 2 ? ids->dims[0] : 0,
        .choices = ids->rank == 2 ? ids->dims[1] : 0,
        .is_quantised = collective_integer(call, "quantMode") == 2,
        .counts_add_up = collective_integer(call, "expertTokenNumsType") == 0,
        .has_triples = call_find(call, "expandIdx") < 0,
    };
    return e;
}

int64_t collective_experts_rows(const struct call *call, const struct experts *e)
{
    int64_t given = collective_integer(call, "globalBs");
    int64_t all = given > 0 ? given : shape_product(e->tokens, e->ranks);
    if (e->rank < e->shared_ranks)
        return shape_quotient(shape_product(all, e->shared), e->shared_ranks);
    int64_t own = experts_of_rank(e, e->rank);
    return shape_product(all, own < e->choices ? own : e->choices);
}
