/* SPDX-License-Identifier: Apache-2.0 */
/* RecurrentGatedDeltaRule and ChunkGatedDeltaRule: checks of what their tilings refuse. */
#include "ops/attention/gated_delta.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"

#define TILED ACLNN_ERR_INNER_NULLPTR

static bool is_between(int64_t value, int64_t most)
{
    return value >= 1 && value <= most;
}

static bool has_heads(const struct tensor *t, int64_t most_heads, int64_t most_columns)
{
    return t->rank == 3 && t->dims[0] >= 1 && is_between(t->dims[1], most_heads) &&
           is_between(t->dims[2], most_columns);
}

static aclnnStatus check_heads(const struct call *call, int tensor)
{
    return has_heads(call_tensor(call, tensor), GATED_MOST_HEADS, GATED_MOST_COLUMNS)
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, TILED, tensor,
                                  "[T, 1 to 256 heads, 1 to 512 columns] is required");
}

static aclnnStatus check_chunk_heads(const struct call *call, int tensor)
{
    return has_heads(call_tensor(call, tensor), CHUNK_MOST_HEADS, CHUNK_MOST_COLUMNS)
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, TILED, tensor,
                                  "[T, 1 to 64 heads, 1 to 128 columns] is required");
}

static aclnnStatus check_dims(const struct call *call, int tensor, const int64_t *dims,
                              int32_t rank, const char *required)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t == NULL || (t->rank == rank && memcmp(t->dims, dims, (size_t)rank * sizeof *dims) == 0)
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, TILED, tensor, required);
}

struct wanted {
    int tensor;
    const int64_t *dims;
    int32_t rank;
    const char *required;
};

static aclnnStatus check_all(const struct call *call, const struct wanted *wanted, size_t count)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < count && status == ACLNN_SUCCESS; i++)
        status = check_dims(call, wanted[i].tensor, wanted[i].dims, wanted[i].rank,
                            wanted[i].required);
    return status;
}

aclnnStatus attention_check_gated_heads(struct call *call, int query, int key, int value, int state)
{
    const struct tensor *q = call_tensor(call, query);
    const struct tensor *v = call_tensor(call, value);
    const struct tensor *s = call_tensor(call, state);
    aclnnStatus status = check_heads(call, query);
    if (status == ACLNN_SUCCESS)
        status = check_heads(call, value);
    if (status == ACLNN_SUCCESS)
        status = check_dims(call, key, q->dims, 3, "that of query is required");
    if (status != ACLNN_SUCCESS)
        return status;
    if (v->dims[0] != q->dims[0] || v->dims[1] % q->dims[1] != 0)
        return nsa_refuse_shape(call, TILED, value,
                                "the tokens of query, and a multiple of its heads, are required");
    if (s->rank != 4 || s->dims[0] < q->dims[0] || s->dims[1] != v->dims[1] ||
        s->dims[2] != v->dims[2] || s->dims[3] != q->dims[2])
        return nsa_refuse_shape(call, TILED, state,
                                "[T or more, heads of value, columns of value, columns of query] "
                                "is required");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_gated_tokens(struct call *call, int query, int value, int beta,
                                         int lengths, int indices, int g, int gk, int accepted,
                                         int out)
{
    const struct tensor *v = call_tensor(call, value);
    const struct tensor *l = call_tensor(call, lengths);
    const int64_t keys[] = {v->dims[0], v->dims[1], call_tensor(call, query)->dims[2]};
    if (l->rank != 1 || l->dims[0] < 1)
        return nsa_refuse_shape(call, TILED, lengths, "[batches] is required");
    const struct wanted wanted[] = {
        {beta, v->dims, 2, "a number for each token and head of value is required"},
        {indices, v->dims, 1, "a number for each token is required"},
        {g, v->dims, 2, "a number for each token and head of value is required"},
        {gk, keys, 3, "[T, heads of value, columns of query] is required"},
        {accepted, l->dims, 1, "a number for each batch is required"},
        {out, v->dims, 3, "that of value is required"},
    };
    return check_all(call, wanted, sizeof wanted / sizeof *wanted);
}

aclnnStatus attention_check_chunk_gated(struct call *call, int query, int key, int value, int beta,
                                        int state, int lengths, int g, int out, int final)
{
    const struct tensor *q = call_tensor(call, query);
    const struct tensor *v = call_tensor(call, value);
    const struct tensor *s = call_tensor(call, state);
    aclnnStatus status = check_chunk_heads(call, query);
    if (status == ACLNN_SUCCESS)
        status = check_chunk_heads(call, value);
    if (status != ACLNN_SUCCESS)
        return status;
    if (v->dims[0] != q->dims[0] || v->dims[1] % q->dims[1] != 0)
        return nsa_refuse_shape(call, TILED, value,
                                "the tokens of query, and a multiple of its heads, are required");
    if (s->rank != 4 || s->dims[0] < 1 || s->dims[1] != v->dims[1] || s->dims[2] != v->dims[2] ||
        s->dims[3] != q->dims[2])
        return nsa_refuse_shape(call, TILED, state,
                                "[B, heads of value, columns of value, columns of query] is "
                                "required");
    const struct wanted wanted[] = {
        {key, q->dims, 3, "that of query is required"},
        {beta, v->dims, 2, "a number for each token and head of value is required"},
        {lengths, s->dims, 1, "a number for each batch is required"},
        {g, v->dims, 2, "a number for each token and head of value is required"},
        {out, v->dims, 3, "that of value is required"},
        {final, s->dims, 4, "that of initialState is required"},
    };
    return check_all(call, wanted, sizeof wanted / sizeof *wanted);
}
