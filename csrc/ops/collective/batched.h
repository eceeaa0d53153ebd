/* SPDX-License-Identifier: Apache-2.0 */
/* Products of experts' rows between exchanges of two communicators: what checks, shapes and lists
 * share. */
#ifndef ACLNN_PY_OPS_COLLECTIVE_BATCHED_H
#define ACLNN_PY_OPS_COLLECTIVE_BATCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"

/* The sizes of a call. `columns` and `rows` are of one rank's part of the shared tensor, before it
 * is gathered or after it is scattered. */
struct batched_sizes {
    int64_t ep, tp;
    int64_t experts; /* of a rank */
    int64_t rows;    /* C, or C / tp */
    int64_t columns; /* H / tp, or H */
    bool shares_rows;
};

static inline struct batched_sizes batched_sizes_of(const struct call *call, int64_t experts,
                                                    const struct tensor *part, const char *shared)
{
    return (struct batched_sizes){.ep = collective_integer(call, "epWorldSize"),
                                  .tp = collective_integer(call, "tpWorldSize"),
                                  .experts = experts,
                                  .rows = part->dims[1],
                                  .columns = part->dims[2],
                                  .shares_rows = collective_integer(call, shared) == 1};
}

/* Of the call that gathers x before the product. All tensors have three dimensions. */
static inline struct batched_sizes batched_gathered(const struct call *call)
{
    return batched_sizes_of(call, call_tensor(call, call_find(call, "weight"))->dims[0],
                            call_tensor(call, call_find(call, "x")), "xShardType");
}

/* Of the call that scatters the product to out. */
static inline struct batched_sizes batched_scattered(const struct call *call)
{
    return batched_sizes_of(call, call_tensor(call, call_find(call, "x"))->dims[0],
                            call_tensor(call, call_find(call, "out")), "yShardType");
}

/* C of all ranks that an expert gets, and H. */
static inline int64_t batched_all_rows(const struct batched_sizes *s)
{
    return s->ep * s->rows * (s->shares_rows ? s->tp : 1);
}

static inline int64_t batched_all_columns(const struct batched_sizes *s)
{
    return s->columns * (s->shares_rows ? 1 : s->tp);
}

#endif
