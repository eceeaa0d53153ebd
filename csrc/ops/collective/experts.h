/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens on their way to experts on other ranks and back: what checks, lists and work share. */
#ifndef ACLNN_PY_OPS_COLLECTIVE_EXPERTS_H
#define ACLNN_PY_OPS_COLLECTIVE_EXPERTS_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "ops/collective/collective.h"

/* How experts lie on the ranks: the shared ones on the first ranks, one each, then the others. */
struct experts {
    int64_t ranks;
    int64_t rank;
    int64_t count;        /* without the shared ones */
    int64_t shared;       /* kinds of shared experts */
    int64_t shared_ranks; /* on which they lie, as many ranks for each */
    int64_t zeros;        /* experts that give nothing, behind `count`, */
    int64_t copies;       /* that give the token, */
    int64_t constants;    /* and that add a constant row */
    int64_t tensor_ranks; /* that share what comes: 1 or 2 */
    int64_t tensor_rank;
    int64_t hidden; /* numbers of a token */
    int64_t tokens;
    int64_t choices; /* experts of a token */
    bool is_quantised;
    bool counts_add_up; /* expertTokenNums are sums of all before */
    bool has_triples;   /* what is kept for the way back are rank, token and choice */
};

/* Attributes of the work: which operands are given, as indices among the inputs, or -1. */
enum experts_operand {
    EXPERTS_ROWS, /* x, expandX */
    EXPERTS_IDS,
    EXPERTS_WEIGHTS, /* expertScales */
    EXPERTS_MASK,
    EXPERTS_SCALES,
    EXPERTS_COUNTS, /* epSendCounts */
    EXPERTS_SHARED,
    EXPERTS_ORIGINAL,
    EXPERTS_ALPHA_1,
    EXPERTS_ALPHA_2,
    EXPERTS_CONSTANTS,
    EXPERTS_TENSOR_COUNTS, /* tpSendCounts */
    EXPERTS_OPERANDS
};

/* The collectives of a dispatch and of a combine among the ranks of tensors. */
enum { EXPERTS_DISPATCH_NUMBERS = 2, EXPERTS_COMBINE_NUMBERS = 1 };

struct experts_work {
    struct collective_work exchange; /* first, as all rows have it */
    struct experts experts;
    int at[EXPERTS_OPERANDS];
};

/* The experts of a rank. */
static inline int64_t experts_of_rank(const struct experts *e, int64_t rank)
{
    int64_t others = e->ranks - e->shared_ranks;
    return rank < e->shared_ranks ? 1 : others > 0 ? e->count / others : 0;
}

/* The most experts of a rank. */
static inline int64_t experts_most(const struct experts *e)
{
    int64_t own = experts_of_rank(e, e->ranks - 1);
    return own > 1 ? own : 1;
}

/* The rank of an expert, and its number there. */
static inline int64_t experts_rank_of(const struct experts *e, int64_t expert, int64_t *local)
{
    int64_t own = e->count / (e->ranks - e->shared_ranks);
    *local = expert % own;
    return e->shared_ranks + expert / own;
}

/* The rank to which a token goes for a shared expert. */
static inline int64_t experts_shared_rank(const struct experts *e, int64_t shared)
{
    int64_t copies = e->shared_ranks / e->shared;
    return shared * copies + e->rank % copies;
}

/* The parameter by the first of the names that the call has; -1: it has none of them. */
int collective_experts_find(const struct call *call, const char *name, const char *other);

/* Reads the numbers of a call. */
struct experts collective_experts_read(const struct call *call);

/* The most rows that may come to this rank, without those of other ranks of tensors. */
int64_t collective_experts_rows(const struct call *call, const struct experts *e);

#endif
