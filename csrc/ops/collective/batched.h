/* SPDX-License-Identifier: Apache-2.0 */
/* Products of experts' rows between exchanges of two communicators: what checks, shapes and lists
 * share. */
#ifndef ACLNN_PY_OPS_COLLECTIVE_BATCHED_H
#define ACLNN_PY_OPS_COLLECTIVE_BATCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"

/* The sizes of a call. `columns` and `rows` are of one rank's part of the shared tensor, before it
 * is gathered or after it is scattered. */
struct batched_sizes {
    int64_t ep, tp;
    int64_t experts; /* of a rank */
    int64_t rows;    /* C, or C / tp */
    int64_t columns; /* H / tp, or H */
    bool shares_rows;
};

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
