/* SPDX-License-Identifier: Apache-2.0 */
/* What the work of both ways, to experts and back, has in common. */
#ifndef ACLNN_PY_OPS_COLLECTIVE_EXPERTS_KERNEL_H
#define ACLNN_PY_OPS_COLLECTIVE_EXPERTS_KERNEL_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "executor/ranks.h"
#include "executor/schedule.h"
#include "ops/collective/experts.h"
#include "ops/common/shape.h"
#include "ops/common/work_views.h"

static inline const void *experts_address(const struct work *work, enum experts_operand operand)
{
    const struct experts_work *w = work->attributes;
    return w->at[operand] < 0 ? NULL : work->inputs[w->at[operand]].address;
}

/* What a choice of a token comes to; behind the choices are the shared experts on ranks. */
struct experts_route {
    int64_t id;    /* of the expert; -1: the choice takes no part, or is a shared expert */
    int64_t place; /* of its rank, [rank][expert]; -1: nothing is sent */
};

/* All experts that a token may name. */
static inline int64_t experts_known(const struct experts *e)
{
    return shape_sum(shape_sum(e->count, e->zeros), shape_sum(e->copies, e->constants));
}

static inline float experts_number(const char *row, aclDataType type, int64_t at)
{
    uint16_t half;
    if (type == ACL_FLOAT) {
        float value;
        memcpy(&value, row + at * 4, sizeof value);
        return value;
    }
    memcpy(&half, row + at * 2, sizeof half);
    return type == ACL_FLOAT16 ? float_of_float16(half) : float_of_bfloat16(half);
}

/* One place for each expert of each rank: [rank][expert]. */
static inline int64_t experts_places(const struct experts *e)
{
    return shape_product(e->ranks, experts_most(e));
}

/* The choices of a token with the shared experts that lie on ranks. */
static inline int64_t experts_choices(const struct experts *e)
{
    return e->choices + (e->shared_ranks > 0 ? e->shared : 0);
}

static inline bool experts_is_active(const struct work *work, int64_t token, int64_t choice)
{
    const struct experts_work *w = work->attributes;
    const volatile unsigned char *mask = experts_address(work, EXPERTS_MASK);
    if (mask == NULL)
        return true;
    bool is_of_tokens = work->inputs[w->at[EXPERTS_MASK]].rank == 1;
    return mask[is_of_tokens ? token : token * w->experts.choices + choice] != 0;
}

/* Whether any choice of a token takes part. */
static inline bool experts_any_active(const struct experts *e, const struct experts_route *routes)
{
    for (int64_t k = 0; k < e->choices; k++)
        if (routes[k].id >= 0)
            return true;
    return false;
}

/* Reads the choices of a token; false, with a failure, for an expert that there is not. */
static inline bool experts_read_token(const struct work *work, int64_t token,
                                      struct experts_route *routes, struct task_failure *failure)
{
    const struct experts_work *w = work->attributes;
    const struct experts *e = &w->experts;
    const any_int32 *ids = experts_address(work, EXPERTS_IDS);
    for (int64_t k = 0; k < e->choices; k++) {
        int64_t local = 0;
        int64_t id = index_at((const char *)&ids[token * e->choices + k], false);
        routes[k] = (struct experts_route){-1, -1};
        if (!experts_is_active(work, token, k))
            continue;
        if (id < 0 || id >= experts_known(e)) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "expertIds[%" PRId64 ", %" PRId64 "] is %" PRId64 "; experts 0 to %" PRId64
                     " are known",
                     token, k, id, experts_known(e) - 1);
            return false;
        }
        routes[k].id = id;
        if (id < e->count) {
            int64_t rank = experts_rank_of(e, id, &local);
            routes[k].place = rank * experts_most(e) + local;
        }
    }
    bool is_active = experts_any_active(e, routes);
    for (int64_t k = e->choices; k < experts_choices(e); k++) {
        int64_t rank = experts_shared_rank(e, k - e->choices);
        routes[k] = (struct experts_route){-1, is_active ? rank * experts_most(e) : -1};
    }
    return true;
}

static inline void experts_fail_memory(struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
    snprintf(failure->text, sizeof failure->text, "no host memory for the rows of all experts");
}

/* Reads the choices of all tokens, and counts what this rank sends, [rank][expert]. The result is
 * to be freed; NULL, with a failure, without memory or for an expert that there is not. Another
 * thread may write to ids and mask meanwhile, so nothing else reads them. */
static inline struct experts_route *experts_read_routes(const struct work *work, int64_t *counts,
                                                        struct task_failure *failure)
{
    const struct experts_work *w = work->attributes;
    const struct experts *e = &w->experts;
    int64_t choices = experts_choices(e);
    struct experts_route *routes = calloc((size_t)(e->tokens * choices), sizeof *routes);
    if (routes == NULL) {
        experts_fail_memory(failure);
        return NULL;
    }
    memset(counts, 0, (size_t)experts_places(e) * sizeof *counts);
    for (int64_t t = 0; t < e->tokens; t++) {
        struct experts_route *of_token = routes + t * choices;
        if (!experts_read_token(work, t, of_token, failure)) {
            free(routes);
            return NULL;
        }
        for (int64_t k = 0; k < choices; k++)
            if (of_token[k].place >= 0)
                counts[of_token[k].place]++;
    }
    return routes;
}

/* The bytes for each rank, one behind the other, of rows that are counted by [rank][expert]. */
static inline int64_t experts_parts(const struct experts *e, const int64_t *counts, int64_t width,
                                    struct operation_part *parts)
{
    int64_t rows = 0;
    for (int64_t rank = 0; rank < e->ranks; rank++) {
        int64_t own = 0;
        for (int64_t j = 0; j < experts_most(e); j++)
            own += counts[rank * experts_most(e) + j];
        parts[rank] = (struct operation_part){(uint64_t)(rows * width), (uint64_t)(own * width)};
        rows += own;
    }
    return rows;
}

/* Where the rows of each expert begin, in the sequence of ranks and then experts. */
static inline void experts_starts(const struct experts *e, const int64_t *counts, int64_t *starts)
{
    int64_t row = 0;
    for (int64_t i = 0; i < experts_places(e); i++) {
        starts[i] = row;
        row += counts[i];
    }
}

static inline struct within experts_meet(const struct work *work, struct task_failure *failure)
{
    return ranks_meet(work->ranks, work->task, COLLECTIVE_FIRST, failure);
}

/* Sends rows to the other rank of tensors, and gets its own; both sizes are in bytes. */
static inline void experts_swap(const struct work *work, const char *rows, int64_t going,
                                char *arrivals, int64_t coming, struct task_failure *failure)
{
    const struct experts_work *w = work->attributes;
    struct operation_part out[] = {{0}, {0}};
    struct operation_part in[] = {{0}, {0}};
    int64_t other = 1 - w->experts.tensor_rank;
    const struct within within = ranks_meet(work->ranks, work->task, COLLECTIVE_SECOND, failure);
    out[other].bytes = (uint64_t)going;
    in[other].bytes = (uint64_t)coming;
    within_all_to_all_v(&within, HCCL_DATA_TYPE_INT8, rows, out, arrivals, in);
}

#endif
