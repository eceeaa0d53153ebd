/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of tokens that were sent to experts. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/collective.h"
#include "ops/collective/experts.h"
#include "ops/common/shape.h"

#define KEPT_WORDS 128 /* for a row, of which the first three are used */

/* Those of all ranks of tensors. */
static int64_t row_count(const struct call *call, const struct experts *e)
{
    return shape_product(collective_experts_rows(call, e), e->tensor_ranks);
}

static bool is_sane(const struct experts *e)
{
    return e->ranks > 0 && e->rank >= 0 && e->rank < e->ranks && e->shared_ranks >= 0 &&
           e->shared_ranks < e->ranks && e->count > 0;
}

bool collective_shape_sent_rows(const struct call *call, int ids, int ranks, struct shape *shape)
{
    const struct experts e = collective_experts_read(call);
    return call_tensor(call, ids)->rank == 2 && call->arguments[ranks].integer == e.ranks &&
           is_sane(&e) && shape_pair(shape, row_count(call, &e), e.hidden);
}

bool collective_shape_sent_scales(const struct call *call, int ids, int ranks, struct shape *shape)
{
    const struct experts e = collective_experts_read(call);
    return call_tensor(call, ids)->rank == 2 && call->arguments[ranks].integer == e.ranks &&
           is_sane(&e) && shape_line(shape, row_count(call, &e));
}

bool collective_shape_sent_places(const struct call *call, int ids, int ranks, struct shape *shape)
{
    const struct experts e = collective_experts_read(call);
    return call_tensor(call, ids)->rank == 2 && call->arguments[ranks].integer == e.ranks &&
           is_sane(&e) &&
           shape_line(shape, e.has_triples
                                 ? shape_product(collective_experts_rows(call, &e), KEPT_WORDS)
                                 : shape_product(e.tokens, e.choices));
}

bool collective_shape_own_experts(const struct call *call, int ids, int ranks, struct shape *shape)
{
    const struct experts e = collective_experts_read(call);
    return call_tensor(call, ids)->rank == 2 && call->arguments[ranks].integer == e.ranks &&
           is_sane(&e) && shape_line(shape, experts_of_rank(&e, e.rank));
}

bool collective_shape_sent_counts(const struct call *call, int ids, int ranks, struct shape *shape)
{
    const struct experts e = collective_experts_read(call);
    return call_tensor(call, ids)->rank == 2 && call->arguments[ranks].integer == e.ranks &&
           is_sane(&e) &&
           shape_line(shape, shape_product(shape_product(e.ranks, experts_of_rank(&e, e.rank)),
                                           e.tensor_ranks));
}

bool collective_shape_tensor_ranks(const struct call *call, int ids, int ranks, struct shape *shape)
{
    int64_t given = call->arguments[ranks].integer;
    return call_tensor(call, ids)->rank == 2 && shape_line(shape, given > 1 ? given : 1);
}

aclDataType collective_shape_row_type(const struct call *call, int x, int mode)
{
    return shape_integer(call, mode) == 2 ? ACL_INT8 : call_tensor(call, x)->type;
}

bool collective_shape_norm_of_rows(const struct call *call, int x, struct shape *shape)
{
    shape_copy(shape, call_tensor(call, x));
    if (shape->rank > 0)
        shape->dims[shape->rank - 1] = 1;
    return shape->rank > 0;
}

bool collective_shape_pairs_of_ranks(const struct call *call, int ranks, struct shape *shape)
{
    int64_t given = shape_integer(call, ranks);
    return given >= 0 && shape_pair(shape, given, given);
}

bool collective_shape_received_tokens(const struct call *call, int ids, int rows,
                                      struct shape *shape)
{
    const struct tensor *choices = call_tensor(call, ids);
    const struct tensor *given = call_tensor(call, rows);
    return choices->rank == 2 && given->rank == 2 &&
           shape_pair(shape, choices->dims[0], given->dims[1]);
}
