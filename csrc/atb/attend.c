/* SPDX-License-Identifier: Apache-2.0 */
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "declared/index.h"
#include "declared/matmul.h"
#include "declared/reduce.h"
#include "declared/softmax.h"
#include "declared/ternary.h"
#include "atb/attend.h"

#include <inttypes.h>
#include <string.h>

#include "workspace/l0.h"

#define MASKED (-3e38) /* what ATB adds to a score that does not count */

enum { KEEP_DTYPE = 0 };

int32_t atb_check_heads(int32_t heads, int32_t kv_heads)
{
    int32_t status = atb_require(heads > 0, "headNum is above 0");
    return status == ATB_NO_ERROR
               ? atb_require(kv_heads >= 0 && (kv_heads == 0 || heads % kv_heads == 0),
                             "kvHeadNum is 0 or divides headNum")
               : status;
}

/* ---- Scores ---------------------------------------------------------------------------------- */

static atb_view queries_of(struct single *s, const struct atb_attention *a, struct atb_rows q,
                           int64_t queries)
{
    int64_t group = a->heads / a->kv_heads;
    const int64_t dims[] = {a->kv_heads, group, queries, q.size};
    const int64_t strides[] = {group * q.head, q.head, q.row, 1};
    atb_view dense = atb_float(s, ATB_VIEW(s, q.view, q.offset, dims, strides));
    return ATB_SHAPED(s, dense, a->kv_heads, group * queries, q.size);
}

/* A dense copy in float32, or as many zeros. */
static atb_view copy_or_zeros(struct single *s, atb_view view, bool is_void)
{
    atb_view copy = single_like_of(s, view, ACL_FLOAT);
    if (is_void)
        ATB_CALL(InplaceZero, ATB_TENSOR(copy));
    else
        single_copy(s, copy, view);
    return copy;
}

/* [heads, tokens, size] */
static atb_view keys_of(struct single *s, const struct atb_attention *a, struct atb_rows k,
                        int64_t keys, bool is_void)
{
    const int64_t dims[] = {a->kv_heads, keys, k.size};
    const int64_t strides[] = {k.head, k.row, 1};
    return copy_or_zeros(s, ATB_VIEW(s, k.view, k.offset, dims, strides), is_void);
}

static void add(struct single *s, atb_view scores, atb_view mask, double factor)
{
    ATB_CALL(InplaceAdd, ATB_TENSOR(scores), ATB_TENSOR(mask), ATB_SCALAR(factor));
}

static void add_mask(struct single *s, const struct atb_attention *a, const struct atb_mask *mask,
                     int64_t queries, int64_t keys, bool is_void, atb_view scores)
{
    int64_t group = a->heads / a->kv_heads;
    bool of_heads = mask->head != 0;
    const int64_t dims[] = {of_heads ? a->kv_heads : 1, of_heads ? group : 1, queries, keys};
    const int64_t strides[] = {group * mask->head, mask->head, mask->row, 1};
    atb_view part = ATB_VIEW(s, mask->view, mask->offset, dims, strides);
    add(s, scores, copy_or_zeros(s, part, is_void), mask->factor);
}

static void hide_later(struct single *s, const struct atb_mask *mask, int64_t queries, int64_t keys,
                       atb_view scores)
{
    int64_t before = mask->starts_together ? 0 : keys - queries;
    atb_view all = ATB_TEMPORARY(s, ACL_FLOAT, queries, keys);
    atb_view later = single_like(s, all);
    ATB_CALL(InplaceFillScalar, ATB_TENSOR(all), ATB_SCALAR(MASKED));
    ATB_CALL(Triu, ATB_TENSOR(all), ATB_INTEGER(before + 1), ATB_TENSOR(later));
    add(s, scores, later, 1.0);
}

static void multiply(struct single *s, atb_view left, atb_view right, atb_view out)
{
    ATB_CALL(BatchMatMul, ATB_TENSOR(left), ATB_TENSOR(right), ATB_TENSOR(out),
             ATB_INTEGER(KEEP_DTYPE));
}

static atb_view limited(struct single *s, const struct atb_attention *a, atb_view scores)
{
    if (!a->is_clamped)
        return scores;
    atb_view within = single_like(s, scores);
    ATB_CALL(Clamp, ATB_TENSOR(scores), ATB_SCALAR(a->clamp_min), ATB_SCALAR(a->clamp_max),
             ATB_TENSOR(within));
    return within;
}

/* [kv_heads, group, queries, keys] */
static atb_view scores_of(struct single *s, const struct atb_attention *a, atb_view q, atb_view k,
                          int64_t queries, int64_t keys, const struct atb_mask *mask, bool is_void)
{
    int64_t group = a->heads / a->kv_heads;
    atb_view products = ATB_TEMPORARY(s, ACL_FLOAT, a->kv_heads, group * queries, keys);
    multiply(s, q, single_turned(s, k, true), products);
    ATB_CALL(InplaceMuls, ATB_TENSOR(products), ATB_SCALAR(a->scale));
    atb_view scores = ATB_SHAPED(s, limited(s, a, products), a->kv_heads, group, queries, keys);
    if (mask->view != NULL)
        add_mask(s, a, mask, queries, keys, is_void, scores);
    if (mask->is_causal)
        hide_later(s, mask, queries, keys, scores);
    return scores;
}

/* [kv_heads, group * queries, keys] */
static atb_view weights_of(struct single *s, atb_view scores)
{
    atb_view weights = single_like(s, scores);
    ATB_CALL(Softmax, ATB_TENSOR(scores), ATB_INTEGER(-1), ATB_TENSOR(weights));
    return ATB_SHAPED(s, weights, scores->dims[0], scores->dims[1] * scores->dims[2],
                      scores->dims[3]);
}

static void write_lse(struct single *s, atb_view scores, const struct atb_rows *lse)
{
    const int64_t last = 3;
    int64_t group = scores->dims[1];
    const int64_t dims[] = {scores->dims[0], group, scores->dims[2]};
    const int64_t strides[] = {group * lse->head, lse->head, lse->row};
    atb_view sums = ATB_TEMPORARY(s, ACL_FLOAT, scores->dims[0], group, scores->dims[2]);
    ATB_CALL(LogSumExp, ATB_TENSOR(scores),
             {.handle = single_int_array(s, (struct single_ints){1, &last})}, ATB_INTEGER(0),
             ATB_TENSOR(sums));
    single_copy(s, ATB_VIEW(s, lse->view, lse->offset, dims, strides), sums);
}

/* A sequence without keys has one of zeros: as many calls as others, so that a group of tasks of a
 * graph may be replaced by those for other lengths. */
void atb_attend(struct single *s, const struct atb_attention *attention, struct atb_rows q,
                int64_t queries, struct atb_rows k, struct atb_rows v, int64_t keys,
                const struct atb_mask *mask, struct atb_rows out, const struct atb_rows *lse)
{
    const struct atb_attention *a = attention;
    int64_t group = a->heads / a->kv_heads;
    bool is_void = keys == 0;
    int64_t count = is_void ? 1 : keys;
    const int64_t dims[] = {a->kv_heads, group, queries, out.size};
    const int64_t strides[] = {group * out.head, out.head, out.row, 1};
    if (queries == 0 || s->status != ACL_SUCCESS)
        return;
    atb_view result = ATB_VIEW(s, out.view, out.offset, dims, strides);
    atb_view own_keys = keys_of(s, a, k, count, is_void);
    atb_view values = keys_of(s, a, v, count, is_void);
    atb_view scores = scores_of(s, a, queries_of(s, a, q, queries), own_keys, queries, count, mask,
                                is_void);
    if (s->status != ACL_SUCCESS)
        return;
    atb_view weights = weights_of(s, scores);
    if (lse != NULL)
        write_lse(s, scores, lse);
    atb_view product = ATB_TEMPORARY(s, ACL_FLOAT, a->kv_heads, group * queries, v.size);
    multiply(s, weights, values, product);
    single_copy(s, result, ATB_SHAPED(s, product, a->kv_heads, group, queries, v.size));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct atb_rows atb_rows_of(atb_view view, int64_t heads, int64_t from)
{
    int64_t row = view->strides[0];
    return (struct atb_rows){view, from * row, row, row / heads, row / heads};
}

/* The numbers of the first blocks of a sequence. */
static atb_view numbers_of(struct single *s, atb_view table, int64_t sequence, int64_t blocks)
{
    if (sequence >= table->dims[0] || blocks > table->dims[1])
        atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM,
                 "the block table has %" PRId64 " rows of %" PRId64 " blocks; sequence %" PRId64
                 " needs %" PRId64,
                 table->dims[0], table->dims[1], sequence, blocks);
    return single_part(s, single_at(s, table, 0, sequence), 0, 0, blocks);
}

struct atb_rows atb_rows_of_blocks(struct single *s, atb_view cache, bool heads_first,
                                   atb_view table, int64_t sequence, int64_t tokens)
{
    int64_t block = cache->dims[heads_first ? 2 : 1];
    int64_t heads = cache->dims[heads_first ? 1 : 2];
    int64_t size = cache->dims[3];
    int64_t blocks = tokens == 0 ? 1 : (tokens + block - 1) / block;
    struct atb_rows found = {cache, 0, heads * size, size, size};
    if (s->status != ACL_SUCCESS)
        return found;
    atb_view taken = ATB_TEMPORARY(s, cache->type, blocks, cache->dims[1], cache->dims[2], size);
    atb_view numbers = numbers_of(s, table, sequence, blocks);
    if (tokens == 0)
        ATB_CALL(InplaceZero, ATB_TENSOR(taken));
    else
        ATB_CALL(IndexSelect, ATB_TENSOR(cache), ATB_INTEGER(0), ATB_TENSOR(numbers),
                 ATB_TENSOR(taken));
    found.view = taken;
    if (heads_first) {
        found.view = ATB_TEMPORARY(s, cache->type, blocks, block, heads, size);
        const int64_t swapped[] = {0, 2, 1, 3};
        single_copy(s, found.view, single_permuted(s, taken, (struct single_ints){4, swapped}));
    }
    return found;
}

atb_view atb_joined(struct single *s, atb_view first, atb_view second)
{
    if (s->status != ACL_SUCCESS)
        return first;
    int32_t last = first->rank - 1;
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, first->dims, sizeof dims);
    dims[last] += second->dims[last];
    atb_view both = single_temporary(s, first->type, first->rank, dims);
    single_copy(s, single_part(s, both, last, 0, first->dims[last]), first);
    single_copy(s, single_part(s, both, last, first->dims[last], second->dims[last]), second);
    return both;
}

/* ---- Masks and lengths ----------------------------------------------------------------------- */

struct atb_mask atb_mask_of(struct single *s, atb_view mask, bool of_heads, int64_t heads,
                            int64_t batch, int64_t row, int64_t queries, int64_t keys)
{
    struct atb_mask found = {.view = mask, .factor = 1.0};
    int32_t rank = mask->rank;
    if (rank < 2 || rank > 4) {
        atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM_NUM,
                 "the mask has %d dimension(s); 2 to 4 are required", rank);
        return found;
    }
    int64_t rows = mask->dims[rank - 2];
    int64_t columns = mask->dims[rank - 1];
    bool has_batches = rank == 4 || (rank == 3 && !of_heads);
    found.row = columns;
    if (rank == 4 || (rank == 3 && of_heads))
        found.head = mask->dims[rank - 3] == heads ? rows * columns : 0;
    if (has_batches && mask->dims[0] > 1)
        found.offset = batch * mask->strides[0];
    if (rank == 2) {
        found.offset = row * columns;
        rows -= row;
    }
    bool has_heads = !of_heads || rank < 3 || mask->dims[rank - 3] == heads ||
                     mask->dims[rank - 3] == 1;
    if (rows < queries || columns < keys || !has_heads ||
        (has_batches && mask->dims[0] > 1 && batch >= mask->dims[0]))
        atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM,
                 "the mask is too small: sequence %" PRId64 " needs %" PRId64 " rows of %" PRId64
                 " elements for %" PRId64 " heads",
                 batch, queries, keys, heads);
    return found;
}

struct single_ints atb_lengths(struct single *s, atb_view lengths, const char *what)
{
    if (lengths != NULL && lengths->host != NULL)
        return single_numbers(s, lengths);
    atb_fail(s, ATB_ERROR_INVALID_PARAM,
             "%s has no hostData; lengths of sequences decide what runs, and are read on the host",
             what);
    return (struct single_ints){0, NULL};
}

struct single_ints atb_key_lengths(atb_view lengths, struct single_ints *queries)
{
    struct single_ints keys = *queries;
    if (lengths != NULL && lengths->rank == 2 && lengths->dims[0] == 2 && queries->count > 0) {
        queries->count /= 2;
        keys = (struct single_ints){queries->count, queries->values + queries->count};
    }
    return keys;
}

/* The sum of lengths; fails where one is below 0. */
static int64_t sum_of(struct single *s, const char *what, struct single_ints lengths)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < lengths.count; i++) {
        if (lengths.values[i] < 0)
            atb_fail(s, ATB_ERROR_INVALID_PARAM,
                     "%s[%" PRId64 "] is %" PRId64 "; lengths are 0 or more", what, i,
                     lengths.values[i]);
        sum += lengths.values[i];
    }
    return sum;
}

void atb_check_sum(struct single *s, const char *what, struct single_ints lengths, int64_t tokens)
{
    int64_t sum = sum_of(s, what, lengths);
    if (sum > tokens)
        atb_fail(s, ATB_ERROR_INVALID_PARAM,
                 "the lengths in %s add up to %" PRId64 "; the tensors have %" PRId64 " tokens",
                 what, sum, tokens);
}

void atb_check_lengths(struct single *s, struct single_ints lengths, struct single_ints queries,
                       int64_t tokens)
{
    int64_t needed = lengths.count;
    sum_of(s, "contextLens", lengths);
    if (queries.count > 0)
        needed = sum_of(s, "qSeqLens", queries);
    if (queries.count > 0 && queries.count != lengths.count)
        atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM,
                 "contextLens has %" PRId64 " lengths and qSeqLens %" PRId64
                 "; as many are required",
                 lengths.count, queries.count);
    if (needed > tokens)
        atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM,
                 "inTensors[0] has %" PRId64 " tokens; the lengths need %" PRId64, tokens, needed);
}
