/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/attention/tiled_check.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "ops/attention/attention_antiquant.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/attention_full.h"
#include "ops/attention/attention_quantised.h"
#include "tensor/layout.h"

#define TRIANGLE 2048      /* rows and columns of a mask that stands for a sparse mode */
#define PREFIX_ROWS 3072   /* the rows of that of sparse mode 6 */
#define SHIFTED_ROWS 1024  /* rows of what is added, which stand for all above */
#define MOST_HEADS 256     /* of inference */
#define MOST_GROUP 64      /* heads of queries that share a head of keys */
#define BLOCK_UNIT 16      /* rows: blocks of keys are multiples */
#define INT8_BLOCK_UNIT 32 /* the same of int8 */
#define INT4_BLOCK_UNIT 64 /* and of int4 */
#define MOST_ROW_BLOCK 512 /* rows of a block, for single rows of queries */
#define MOST_BLOCK 1024
#define DEPTH_UNIT 16 /* columns of a head */
#define MOST_SPLIT_DEPTH 256

/* What masks and what is added to the scores have a dimension for. */
struct sizes {
    int64_t batches;
    int64_t heads;
    int64_t rows;
    int64_t columns;
};

/* The caller's mask, also one that stands for a sparse mode, which `reading` has not. */
static const struct tensor *mask_of(const struct reading *r)
{
    return attention_call_tensor_of(r->call, &attention_call_names_of[ATTENTION_MASK]);
}

static bool has_dims(const struct tensor *tensor, int64_t first, int64_t second, int64_t third,
                     int64_t fourth)
{
    return tensor->rank == 4 && tensor->dims[0] == first && tensor->dims[1] == second &&
           tensor->dims[2] == third && tensor->dims[3] == fourth;
}

static aclnnStatus refuse_shape(const struct reading *r, const char *what,
                                const struct tensor *tensor, const struct sizes *s,
                                const char *required)
{
    char shape[160];
    return attention_call_report(r, false,
                                 "the shape of %s is %s; with B = %" PRId64 ", N = %" PRId64
                                 ", Sq = %" PRId64 " and Skv = %" PRId64 " %s",
                                 what,
                                 dims_describe(tensor->dims, tensor->rank, shape, sizeof shape),
                                 s->batches, s->heads, s->rows, s->columns, required);
}

/* ---- Training -------------------------------------------------------------------------------- */

/* A mask for all heads, or all batches; in two dimensions for both. */
static bool is_whole_mask(const struct tensor *mask, const struct sizes *s)
{
    return (mask->rank == 2 && mask->dims[0] == s->rows && mask->dims[1] == s->columns) ||
           has_dims(mask, 1, 1, s->rows, s->columns) ||
           has_dims(mask, s->batches, 1, s->rows, s->columns) ||
           has_dims(mask, s->batches, s->heads, s->rows, s->columns);
}

static bool is_compressed(int64_t mode)
{
    return mode == 2 || mode == 3 || mode == 4 || mode >= 6;
}

static aclnnStatus check_compressed_mask(const struct reading *r, const struct tensor *mask,
                                         const struct sizes *s, int64_t mode)
{
    int64_t rows = mode == 6 ? PREFIX_ROWS : TRIANGLE;
    bool has_shape = mask->rank == 2 || (mask->rank == 4 && is_whole_mask(mask, s));
    if (has_shape && mask->dims[mask->rank - 2] == rows && mask->dims[mask->rank - 1] == TRIANGLE)
        return ACLNN_SUCCESS;
    return refuse_shape(r, "the mask", mask, s,
                        mode == 6 ? "sparseMode 6 requires [3072, 2048]"
                                  : "this sparseMode requires [2048, 2048]");
}

static aclnnStatus check_prefixes(const struct reading *r, const struct tensor *mask,
                                  const struct sizes *s, int64_t mode)
{
    int64_t least_prefix = most(s->columns - s->rows, 0);
    for (int64_t b = 0; mode == 6 && b < s->batches; b++)
        if (r->a->prefixes[b] < least_prefix || r->a->prefixes[b] > s->columns)
            return attention_call_refuse(
                r, "a prefix", r->a->prefixes[b],
                "sparseMode 6 requires Skv - Sq to Skv, and no less than 0");
    if (mode == 5 && s->batches != 1 && !has_dims(mask, s->batches, 1, s->rows, s->columns) &&
        !has_dims(mask, s->batches, s->heads, s->rows, s->columns))
        return refuse_shape(r, "the mask", mask, s,
                            "sparseMode 5 requires [B, 1, Sq, Skv] or [B, N, Sq, Skv]");
    return ACLNN_SUCCESS;
}

/* Bands that hold no pair. Of sparse mode 4 they are counted from the lower right. */
static aclnnStatus check_band(const struct reading *r, const struct sizes *s, int64_t mode)
{
    int64_t corner = mode == 4 ? s->columns - s->rows : 0;
    int64_t before = bounded_sum(r->a->before, -corner);
    int64_t after = bounded_sum(r->a->after, corner);
    if ((mode != 0 && mode != 4) || r->a->query.t >= 0)
        return ACLNN_SUCCESS;
    bool has_pairs = before >= 0 && after >= 0  ? true
                     : before < 0 && after < 0  ? false
                     : before < 0 && after >= 0 ? after >= -before && -before < s->columns
                                                : -after <= before && -after < s->rows;
    return has_pairs
               ? ACLNN_SUCCESS
               : attention_call_report(r, false,
                                       "attention: preTokens is %" PRId64 " and nextTokens %" PRId64
                                       "; no query has a key between the two, and one must",
                                       r->a->before, r->a->after);
}

static aclnnStatus check_trained_mask(const struct reading *r, const struct sizes *s)
{
    const struct tensor *mask = mask_of(r);
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    if (!attention_call_has_elements(mask))
        return ACLNN_SUCCESS;
    if (is_compressed(mode)) {
        aclnnStatus status = check_compressed_mask(r, mask, s, mode);
        if (status == ACLNN_SUCCESS && mode == 6)
            status = check_prefixes(r, mask, s, mode);
        return status == ACLNN_SUCCESS ? check_band(r, s, mode) : status;
    }
    if (is_whole_mask(mask, s))
        return mode == 5 ? check_prefixes(r, mask, s, mode) : check_band(r, s, mode);
    if (r->a->query.t < 0)
        return refuse_shape(r, "the mask", mask, s,
                            "[B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, Skv] is "
                            "required");
    if (!r->is_grad && mask->rank == 2 && mask->dims[0] == r->a->rows.whole &&
        mask->dims[1] == r->a->columns.whole)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "masks of the rows and columns of all batches together are not "
                      "implemented by this library");
    return refuse_shape(r, "the mask", mask, s,
                        "[Sq, Skv] is required, of the batches with the most rows and columns");
}

/* Sums of columns, or of pairs, of all batches in one dimension. */
static bool is_packed_shift(const struct reading *r, const struct tensor *pse)
{
    int64_t columns = 0;
    int64_t pairs = 0;
    const struct attention *a = r->a;
    for (int64_t b = 0; b < a->batches; b++) {
        int64_t count = attention_count_by_totals(&a->columns, b);
        columns += count;
        pairs += attention_count_by_totals(&a->rows, b) * count;
    }
    return pse->dims[0] == columns * a->heads || pse->dims[0] == pairs * a->heads;
}

/* Gradients take the last rows alone where queries see nothing behind themselves. */
static bool may_be_shifted(const struct reading *r, const struct sizes *s)
{
    bool is_causal = s->rows <= r->a->before && r->a->after == 0;
    if (r->a->query.t >= 0)
        return !r->is_grad || is_causal;
    if (r->is_grad)
        return is_causal && s->rows == s->columns && s->rows >= SHIFTED_ROWS;
    return s->rows == SHIFTED_ROWS || (s->rows > SHIFTED_ROWS && s->rows == s->columns);
}

static aclnnStatus check_trained_shift(const struct reading *r, const struct sizes *s)
{
    const struct tensor *pse = r->tensors[ATTENTION_PSE];
    bool is_packed = r->a->query.t >= 0;
    if (pse == NULL || r->a->slopes != 0)
        return ACLNN_SUCCESS;
    int64_t batches = pse->rank > 0 && pse->dims[0] == 1 ? 1 : s->batches;
    bool is_for_rows = has_dims(pse, batches, s->heads, s->rows, s->columns);
    bool is_for_all = has_dims(pse, batches, s->heads, 1, s->columns);
    bool is_shifted = has_dims(pse, batches, s->heads, SHIFTED_ROWS, s->columns);
    if (!is_packed && (is_for_rows || (is_for_all && (!r->is_grad || batches == s->batches))))
        return ACLNN_SUCCESS;
    if (is_shifted && may_be_shifted(r, s))
        return ACLNN_SUCCESS;
    if (is_packed && pse->rank > 0 && (!r->is_grad || pse->rank == 1) && is_packed_shift(r, pse))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "what is added to the scores of all batches in one dimension is not "
                      "implemented by this library");
    return refuse_shape(r, "what is added to the scores", pse, s,
                        is_packed ? "[B, N, 1024, Skv] or [1, N, 1024, Skv] is required"
                                  : "[B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv] is "
                                    "required");
}

aclnnStatus attention_check_tiled_training(const struct reading *r)
{
    const struct attention *a = r->a;
    const struct sizes s = {a->batches, a->heads, attention_call_longest(a, &a->rows),
                            attention_call_longest(a, &a->columns)};
    aclnnStatus status = check_trained_shift(r, &s);
    return status == ACLNN_SUCCESS ? check_trained_mask(r, &s) : status;
}

/* ---- Inference ------------------------------------------------------------------------------- */

static bool is_on_910b(const struct reading *r)
{
    return r->call->soc->architecture == ARCHITECTURE_2201;
}

static aclnnStatus check_heads(const struct reading *r)
{
    const struct attention *a = r->a;
    if (a->heads > MOST_HEADS && !attention_call_is_single_row(r))
        return attention_call_refuse(r, "the number of heads", a->heads, "at most 256 are allowed");
    if (a->rope_depth == 0 && a->heads / a->key_heads > MOST_GROUP)
        return attention_call_refuse(r, "the number of heads of query for one of key",
                                     a->heads / a->key_heads, "at most 64 are allowed");
    return ACLNN_SUCCESS;
}

/* Whether heads of any size go to a kernel that splits batches of one dimension among the cores. */
static bool is_split(const struct reading *r)
{
    const struct attention *a = r->a;
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    int64_t precision = attention_call_integer_of(r->call, &attention_call_precision_names, 0);
    bool shares_keys = a->heads != a->key_heads;
    bool is_plain = r->tensors[ATTENTION_QUERY]->type == ACL_FLOAT16 && precision == 1 &&
                    r->tensors[ATTENTION_TABLE] == NULL && !attention_call_has_elements(mask_of(r));
    bool has_blocks = r->tensors[ATTENTION_TABLE] == NULL ||
                      (r->tensors[ATTENTION_KEY]->rank == 3 && a->block_size <= MOST_ROW_BLOCK);
    return attention_call_is_generated(r) && a->depth <= MOST_SPLIT_DEPTH &&
           a->depth == a->value_depth && (mode == 0 || mode == 3) && has_blocks &&
           (shares_keys ? precision == 0 : is_plain);
}

/* Heads of batches in one dimension, on 910B. */
static bool is_packed_depth(const struct reading *r)
{
    const struct attention *a = r->a;
    if (a->rope_depth > 0)
        return a->rope_depth == 64 && (a->depth == 128 || a->depth == 512);
    if (a->depth == 192)
        return a->value_depth == 128 || (a->value_depth == 192 && a->heads == a->key_heads);
    return a->depth == a->value_depth &&
           (a->depth == 64 || a->depth == 128 || a->depth == 512 || is_split(r));
}

static aclnnStatus check_depth(const struct reading *r)
{
    const struct attention *a = r->a;
    if (!is_on_910b(r) || attention_call_is_single_row(r))
        return ACLNN_SUCCESS;
    if (a->query.t >= 0)
        return is_packed_depth(r)
                   ? ACLNN_SUCCESS
                   : attention_call_report(
                         r, false,
                         "attention: a head of query has %" PRId64 " columns, one of value %" PRId64
                         "; with batches in one dimension (TND) 64 or 128 of both, or 192 of query "
                         "and 128 or 192 of value are required",
                         a->depth, a->value_depth);
    if (attention_call_is_generated(r) && a->depth % DEPTH_UNIT != 0)
        return attention_call_refuse(r, "the number of columns of a head", a->depth,
                                     "a multiple of 16 is required of calls with several rows");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_blocks(const struct reading *r)
{
    bool is_single = is_on_910b(r) && attention_call_is_single_row(r);
    int64_t largest = is_single ? MOST_ROW_BLOCK : MOST_BLOCK;
    int64_t size = r->a->block_size;
    if (is_on_910b(r) && r->a->key.f >= 0 && r->a->rope_depth == 0 &&
        !attention_antiquant_applies(r))
        return attention_call_refuse(r, "the number of dimensions of key", 5,
                                     "fractals require ropes or quantised keys on 910B");
    bool is_int8 = attention_antiquant_applies(r);
    bool is_int4 = is_int8 && (r->tensors[ATTENTION_KEY]->type == ACL_INT4 ||
                               r->tensors[ATTENTION_KEY]->type == ACL_INT32);
    if (r->tensors[ATTENTION_TABLE] == NULL || (size > 0 && size <= largest &&
                                                size % (is_int4   ? INT4_BLOCK_UNIT
                                                        : is_int8 ? INT8_BLOCK_UNIT
                                                                  : BLOCK_UNIT) ==
                                                    0))
        return ACLNN_SUCCESS;
    return attention_call_refuse(r, "blockSize", size,
                                 is_single ? "with one row of query a multiple of 16 up to 512 is "
                                             "required, of int8 keys a multiple of 32"
                                           : "a multiple of 16 up to 1024 is required, of int8 "
                                             "keys a multiple of 32");
}

/* Ends of batches in one dimension: as many of queries as of keys, the last at the end. */
static aclnnStatus check_totals(const struct reading *r)
{
    const struct attention *a = r->a;
    const struct attention_counts *columns = &a->columns;
    if (a->query.t < 0 || a->batches == 0)
        return ACLNN_SUCCESS;
    if (a->rows.values[a->batches - 1] != a->rows.whole)
        return attention_call_refuse(r, "the last of actualSeqLengths",
                                     a->rows.values[a->batches - 1],
                                     "all rows of query are required");
    if (columns->size != a->rows.size)
        return attention_call_refuse(r, "the number of lengths of key", (int64_t)columns->size,
                                     "that of query is required");
    if (columns->are_totals && columns->values[columns->size - 1] != columns->whole)
        return attention_call_refuse(r, "the last of actualSeqLengthsKv",
                                     columns->values[columns->size - 1],
                                     "all rows of key are required");
    return ACLNN_SUCCESS;
}

/* The columns that a mask has at least: those of the tensor, or of as many blocks as are used. */
static int64_t columns_for_masks(const struct reading *r)
{
    const struct attention *a = r->a;
    int64_t found = 0;
    if (r->tensors[ATTENTION_TABLE] == NULL)
        return attention_call_longest_key(r);
    for (uint64_t i = 0; i < a->columns.size && i < (uint64_t)a->batches; i++)
        found = most(found, divide_up(a->columns.values[i], a->block_size) * a->block_size);
    return found;
}

/* A mask of a single row has columns for each batch. */
static aclnnStatus check_row_mask(const struct reading *r, const struct tensor *mask,
                                  const struct sizes *s, int64_t mode)
{
    bool stands_for_mode = mode == 3 || mode == 4;
    if (stands_for_mode && mask->rank == 2 && mask->dims[0] == TRIANGLE &&
        mask->dims[1] == TRIANGLE)
        return ACLNN_SUCCESS;
    if (stands_for_mode)
        return refuse_shape(r, "the mask", mask, s, "this sparseMode requires [2048, 2048]");
    const struct attention_counts *counts = &r->a->columns;
    int64_t columns = r->tensors[ATTENTION_TABLE] != NULL ? counts->whole
                      : counts->values == NULL            ? attention_call_longest_key(r)
                                                          : attention_call_longest_length(r->a);
    bool has_rank = mask->rank >= 2 && mask->rank <= 4;
    for (int32_t i = 1; i < mask->rank - 1; i++)
        has_rank = has_rank && mask->dims[i] == 1;
    if (has_rank && mask->dims[0] == s->batches &&
        mask->dims[mask->rank - 1] >= columns + r->a->prefix_columns)
        return ACLNN_SUCCESS;
    return refuse_shape(r, "the mask", mask, s,
                        "[B, Skv], [B, 1, Skv] or [B, 1, 1, Skv] is required");
}

static bool is_mask_of_rows(const struct tensor *mask, const struct sizes *s)
{
    if (mask->rank < 2 || mask->rank > 4)
        return false;
    bool has_batches = mask->rank == 2 || mask->dims[0] == 1 || mask->dims[0] == s->batches;
    bool has_heads = mask->rank < 4 || mask->dims[1] == 1 || mask->dims[1] == s->heads;
    return has_batches && has_heads && mask->dims[mask->rank - 2] >= s->rows &&
           mask->dims[mask->rank - 1] >= s->columns;
}

static bool is_triangle(const struct tensor *mask)
{
    for (int32_t i = 0; i < mask->rank - 2; i++)
        if (mask->dims[i] != 1)
            return false;
    return mask->rank >= 2 && mask->rank <= 4 && mask->dims[mask->rank - 2] == TRIANGLE &&
           mask->dims[mask->rank - 1] == TRIANGLE;
}

static aclnnStatus check_inferred_mask(const struct reading *r, const struct sizes *s)
{
    const struct tensor *mask = mask_of(r);
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    if (!attention_call_has_elements(mask))
        return ACLNN_SUCCESS;
    if (attention_call_is_single_row(r))
        return check_row_mask(r, mask, s, mode);
    if (r->a->query.t >= 0 && mode < 2)
        return attention_call_refuse(r, "sparseMode", mode,
                                     "with a mask and batches in one dimension (TND) 3 or 4 is "
                                     "required");
    if (mode < 2)
        return is_mask_of_rows(mask, s)
                   ? ACLNN_SUCCESS
                   : refuse_shape(r, "the mask", mask, s,
                                  "[Sq, Skv], [B, Sq, Skv] or [B, 1, Sq, Skv], or more rows and "
                                  "columns, is required; B may be 1");
    return is_triangle(mask)
               ? ACLNN_SUCCESS
               : refuse_shape(r, "the mask", mask, s, "this sparseMode requires [2048, 2048]");
}

static aclnnStatus check_inferred_shift(const struct reading *r, const struct sizes *s)
{
    const struct tensor *pse = r->tensors[ATTENTION_PSE];
    if (pse == NULL)
        return ACLNN_SUCCESS;
    if (r->a->query.t >= 0)
        return attention_call_refuse(r, "what is added to the scores", 1,
                                     "batches in one dimension (TND) take none");
    bool is_single = attention_call_is_single_row(r);
    if (pse->rank == 4 && (pse->dims[0] == 1 || pse->dims[0] == s->batches) &&
        pse->dims[1] == s->heads && pse->dims[3] >= s->columns &&
        (is_single ? pse->dims[2] == 1 : pse->dims[2] >= s->rows))
        return ACLNN_SUCCESS;
    return refuse_shape(r, "what is added to the scores", pse, s,
                        is_single ? "[B, N, 1, Skv] or [1, N, 1, Skv], or more columns, is required"
                                  : "[B, N, Sq, Skv] or [1, N, Sq, Skv], or more rows and columns, "
                                    "is required");
}

/* Sinks are a number of each head, of the type of query. 910B has them for batches in one dimension
 * alone; 950 has them for all layouts, and for fewer neighbours. */
static aclnnStatus check_sink(const struct reading *r)
{
    const struct attention *a = r->a;
    const struct tensor *sink = r->tensors[ATTENTION_SINK];
    bool has_depth = a->value_depth == 64 || a->value_depth == 128;
    if (sink == NULL)
        return ACLNN_SUCCESS;
    if (sink->rank != 1 || sink->dims[0] != a->heads ||
        sink->type != r->tensors[ATTENTION_QUERY]->type)
        return attention_call_report(r, false,
                                     "learnableSinkOptional is not a number of each of %" PRId64
                                     " heads, of the data type of query, %s",
                                     a->heads, data_type_name(r->tensors[ATTENTION_QUERY]->type));
    if (!has_depth || (is_on_910b(r) && (a->query.t < 0 || a->out.n == 0)))
        return attention_call_report(
            r, false,
            "learnableSinkOptional requires 64 or 128 columns of a head "
            "of value, and on 910B batches in one dimension (TND, NTD_TND)");
    bool has_neighbours = attention_antiquant_applies(r) || attention_quantised_applies(r) ||
                          r->tensors[ATTENTION_PSE] != NULL || a->prefix_columns > 0 ||
                          r->tensors[ATTENTION_QUERY_PADDING] != NULL ||
                          r->tensors[ATTENTION_KEY_PADDING] != NULL;
    bool is_fast = !is_on_910b(r) &&
                   attention_call_integer_of(r->call, &attention_call_precision_names, 0) != 0;
    if (has_neighbours || is_fast)
        return attention_call_report(
            r, false,
            "learnableSinkOptional goes with neither quantised keys or results, a shift, a prefix "
            "nor paddings, and on 950 with innerPrecise 0 alone");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_tiled_inference(const struct reading *r)
{
    const struct attention *a = r->a;
    aclnnStatus (*const checks[])(const struct reading *) = {check_heads, check_depth, check_blocks,
                                                             check_totals, check_sink};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && status == ACLNN_SUCCESS; i++)
        status = checks[i](r);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct sizes s = {a->batches, a->heads, a->rows.whole,
                            columns_for_masks(r) + a->prefix_columns};
    if (attention_call_is_generated(r) && a->rows.whole == 1 && a->query.n == 1 && a->out.s == 1)
        return attention_call_refuse(r, "the number of rows of query", 1,
                                     "the layout BNSD_BSND requires more");
    status = check_inferred_shift(r, &s);
    return status == ACLNN_SUCCESS ? check_inferred_mask(r, &s) : status;
}
