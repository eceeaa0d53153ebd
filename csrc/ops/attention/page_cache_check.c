/* SPDX-License-Identifier: Apache-2.0 */
/* Caches of keys and values in pages: checks of their scatter and gather. */
#include "ops/attention/page_cache.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define SCATTER ACLNN_ERR_INNER_TILING_ERROR
#define GATHER ACLNN_ERR_INNER_NULLPTR

/* Only the modes that lay out caches. */
aclnnStatus attention_check_page_mode(struct call *call, int mode)
{
    const char *text = call->arguments[mode].text;
    if (text == NULL || strcmp(text, "Norm") == 0 || strcmp(text, "PA_NZ") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"Norm\" or \"PA_NZ\" is required",
                  call_name(call, mode), text);
}

/* A cache has the dimensions of its mode, and the columns of its rows. */
static aclnnStatus check_cache(const struct call *call, aclnnStatus refused, int cache, int rows,
                               bool is_fractal)
{
    const struct tensor *c = call_tensor(call, cache);
    const struct tensor *r = call_tensor(call, rows);
    if (c->rank != 4 && !(is_fractal && c->rank == 5))
        return nsa_refuse_shape(call, refused, cache,
                                is_fractal ? "[pages, blocks, rows, width] is required, perhaps "
                                             "with heads before blocks"
                                           : "[pages, rows, heads, columns] is required");
    int64_t columns = r->dims[1] * (r->rank == 3 ? r->dims[2] : 1);
    if (page_cache_rows(c->dims, c->rank, is_fractal) < 1 ||
        page_cache_columns(c->dims, c->rank, is_fractal) != columns)
        return nsa_refuse_shape(call, refused, cache,
                                "rows of as many columns as those that are copied are required");
    return ACLNN_SUCCESS;
}

static bool has_elements(const struct call *call, int tensor)
{
    int64_t count = 0;
    const struct tensor *given = call_tensor(call, tensor);
    return given->rank > 0 && (!tensor_element_count(given, &count) || count > 0);
}

/* What compresses keys on the way, and strides of tokens, are not implemented. */
static aclnnStatus check_scatter_mode(const struct call *call, int mode, const int *compression)
{
    const char *text = call->arguments[mode].text;
    if (text != NULL && strcmp(text, "None") != 0)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "%s is \"%s\", which is not implemented; \"None\" is", call_name(call, mode),
                      text);
    for (int i = 0; i < 3; i++)
        if (call_tensor(call, compression[i]) != NULL)
            return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                          "%s is given, which is not implemented; NULL is",
                          call_name(call, compression[i]));
    return ACLNN_SUCCESS;
}

/* What the tiling refuses, and what is not implemented. */
aclnnStatus attention_check_page_scatter(struct call *call, int key, int key_cache, int slots,
                                         int value, int value_cache, int lengths, int offsets,
                                         int sequences, int mode, int scatter_mode)
{
    const struct tensor *k = call_tensor(call, key);
    const struct tensor *v = call_tensor(call, value);
    bool is_fractal = page_cache_is_fractal(call->arguments[mode].text);
    aclnnStatus status = check_scatter_mode(call, scatter_mode,
                                            (const int[]){lengths, offsets, sequences});
    if (status != ACLNN_SUCCESS)
        return status;
    if (k->rank != 3)
        return nsa_refuse_shape(call, SCATTER, key, "[tokens, heads, columns] is required");
    if (call_tensor(call, slots)->rank != 1 || call_tensor(call, slots)->dims[0] != k->dims[0])
        return nsa_refuse_shape(call, SCATTER, slots, "a slot for each token is required");
    status = check_cache(call, SCATTER, key_cache, key, is_fractal);
    if (status != ACLNN_SUCCESS || !has_elements(call, value))
        return status;
    if (v->rank != 3 || v->dims[0] != k->dims[0])
        return nsa_refuse_shape(call, SCATTER, value,
                                "[tokens, heads, columns] with the tokens of key is required");
    return check_cache(call, SCATTER, value_cache, value, is_fractal);
}

/* What op_api looks at. */
aclnnStatus attention_check_page_gather(struct call *call, int key_cache, int value_cache,
                                        int tables, int lengths, int keys, int values)
{
    static const char *const required[] = {"4 dimensions are required", "4 dimensions are required",
                                           "2 dimensions are required", "1 dimension is required"};
    const int tensors[] = {key_cache, value_cache, tables, lengths};
    const int ranks[] = {4, 4, 2, 1};
    for (int i = 0; i < 4; i++)
        if (call_tensor(call, tensors[i])->rank != ranks[i])
            return nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID, tensors[i], required[i]);
    const int rows[] = {keys, values};
    for (int i = 0; i < 2; i++)
        if (call_tensor(call, rows[i])->rank != 2 && call_tensor(call, rows[i])->rank != 3)
            return nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID, rows[i],
                                    "2 or 3 dimensions are required");
    return ACLNN_SUCCESS;
}

/* What the tiling refuses. */
aclnnStatus attention_check_page_gather_tiled(struct call *call, int key_cache, int value_cache,
                                              int tables, int lengths, int keys, int values,
                                              int offsets, int mode, int is_sum)
{
    bool is_fractal = page_cache_is_fractal(call->arguments[mode].text);
    int64_t batches = call_tensor(call, tables)->dims[0];
    int64_t sums = call->arguments[is_sum].integer != 0;
    const struct tensor *o = call_tensor(call, offsets);
    aclnnStatus status = check_cache(call, GATHER, key_cache, keys, is_fractal);
    if (status == ACLNN_SUCCESS)
        status = check_cache(call, GATHER, value_cache, values, is_fractal);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call_tensor(call, lengths)->dims[0] != batches + sums)
        return nsa_refuse_shape(call, GATHER, lengths,
                                sums ? "a number for each batch, and one before them, is required"
                                     : "a number for each batch is required");
    if (o != NULL && (o->rank != 1 || o->dims[0] != batches))
        return nsa_refuse_shape(call, GATHER, offsets, "a number for each batch is required");
    return ACLNN_SUCCESS;
}

/* ---- Scatter of rows ------------------------------------------------------------------------- */

/* Whether a tensor has these dimensions; one of one dimension, of their product. */
static bool has_numbers(const struct tensor *t, int32_t rank, int64_t first, int64_t second)
{
    return t->rank == rank && (rank == 1 ? t->dims[0] == shape_product(first, second)
                                         : t->dims[0] == first && t->dims[1] == second);
}

static bool has_rows_in_blocks(const struct tensor *c, const struct tensor *k)
{
    int64_t width = c->dims[c->rank - 1];
    if (width != 32 * 8 / data_type_bits(c->type))
        return false;
    return c->rank == 5
               ? c->dims[1] == k->dims[1] && shape_product(c->dims[2], width) == k->dims[2]
               : c->rank == 4 &&
                     c->dims[1] == shape_quotient_up(shape_product(k->dims[1], k->dims[2]), width);
}

/* Rows of each token. */
static aclnnStatus check_tokens(const struct call *call, int key, int cache, int slots,
                                bool is_fractal)
{
    const struct tensor *k = call_tensor(call, key);
    const struct tensor *c = call_tensor(call, cache);
    if (!has_numbers(call_tensor(call, slots), 1, k->dims[0], 1))
        return nsa_refuse_shape(call, SCATTER, slots, "a slot for each token is required");
    bool fits = is_fractal ? c->rank >= 4 && has_rows_in_blocks(c, k)
                           : c->rank == 4 && c->dims[2] == k->dims[1] && c->dims[3] == k->dims[2];
    return fits ? ACLNN_SUCCESS
                : nsa_refuse_shape(call, SCATTER, cache,
                                   is_fractal ? "[pages, blocks, rows, width] is required, perhaps "
                                                "with heads before blocks, of 32 bytes in a block"
                                              : "[pages, rows, heads, columns] is required");
}

static bool is_of_eight_bits(aclDataType type)
{
    return type == ACL_HIFLOAT8 || type == ACL_FLOAT8_E5M2 || type == ACL_FLOAT8_E4M3FN;
}

/* Rows of each head. */
static aclnnStatus check_heads(const struct call *call, int key, int cache, int slots,
                               const int *counts)
{
    const struct tensor *k = call_tensor(call, key);
    const struct tensor *c = call_tensor(call, cache);
    const struct tensor *given[3];
    bool has_mean = call_tensor(call, counts[1]) != NULL;
    for (int i = 0; i < 3; i++)
        given[i] = call_tensor(call, counts[i]);
    for (int i = 0; i < 3; i += 2)
        if (given[i] == NULL)
            return report(SCATTER, "%s is NULL; with four dimensions of %s it is required",
                          call_name(call, counts[i]), call_name(call, key));
    if (is_of_eight_bits(k->type))
        return report(SCATTER, "%s has the data type %s and four dimensions; three are required",
                      call_name(call, key), data_type_name(k->type));
    if (!has_numbers(call_tensor(call, slots), 2, k->dims[0], k->dims[2]))
        return nsa_refuse_shape(call, SCATTER, slots, "a slot for each head is required");
    if (!has_numbers(given[0], 2, k->dims[0], k->dims[2]) &&
        (has_mean || !has_numbers(given[0], 1, k->dims[0], k->dims[2])))
        return nsa_refuse_shape(call, SCATTER, counts[0], "a number for each head is required");
    if (has_mean && !has_numbers(given[1], 1, k->dims[0], k->dims[2]))
        return nsa_refuse_shape(call, SCATTER, counts[1], "a number for each head is required");
    if (!has_numbers(given[2], 1, k->dims[0], 1))
        return nsa_refuse_shape(call, SCATTER, counts[2], "a number for each batch is required");
    return c->rank == 4 && c->dims[2] == 1 && c->dims[3] == k->dims[3]
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, SCATTER, cache, "[pages, rows, 1, columns] is required");
}

aclnnStatus attention_check_page_packed(struct call *call, int key)
{
    aclDataType type = call_tensor(call, key)->type;
    bool is_packed = type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2;
    return !is_packed || !call_is_on_950(call)
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "the data type of %s is %s, which is not implemented by this library (CANN "
                        "has it)",
                        call_name(call, key), data_type_name(type));
}

/* What the tiling refuses. */
aclnnStatus attention_check_page_rows(struct call *call, int key, int cache, int slots, int lengths,
                                      int offsets, int sequences, int mode)
{
    const char *text = call->arguments[mode].text;
    const struct tensor *k = call_tensor(call, key);
    bool is_fractal = page_cache_is_fractal(text);
    call->is_empty = tensor_is_empty(call_tensor(call, cache));
    if (call->is_empty)
        return ACLNN_SUCCESS;
    if (text != NULL && !is_fractal && text[0] != '\0' && strcmp(text, "Norm") != 0)
        return report(SCATTER, "%s is \"%s\"; \"Norm\", \"PA_NZ\" or \"\" is required",
                      call_name(call, mode), text);
    if (k->rank != 3 && (k->rank != 4 || is_fractal))
        return nsa_refuse_shape(call, SCATTER, key,
                                "3 dimensions, or without blocks 4, are required");
    return k->rank == 3
               ? check_tokens(call, key, cache, slots, is_fractal)
               : check_heads(call, key, cache, slots, (const int[]){lengths, offsets, sequences});
}

/* ---- Scatter of keys with factors ------------------------------------------------------------ */

/* Nothing to do: no tokens, or nothing of keys, values and factors to put anywhere. */
aclnnStatus attention_check_page_nothing(struct call *call, int slots, int key, int key_cache,
                                         int value, int value_cache, int scale, int scale_cache)
{
    const int pairs[][2] = {{key, key_cache}, {value, value_cache}, {scale, scale_cache}};
    bool is_nothing = true;
    for (int i = 0; i < 3; i++)
        is_nothing = is_nothing && (tensor_is_empty(call_tensor(call, pairs[i][0])) ||
                                    tensor_is_empty(call_tensor(call, pairs[i][1])));
    call->is_empty = is_nothing || tensor_is_empty(call_tensor(call, slots));
    return ACLNN_SUCCESS;
}

/* What op_api looks at. */
aclnnStatus attention_check_page_ranks(struct call *call, int key, int value, int slots,
                                       int key_cache, int value_cache, int scale, int scale_cache)
{
    const int tensors[] = {key, value, slots, key_cache, value_cache, scale, scale_cache};
    static const int ranks[] = {3, 3, 1, 4, 4, 2, 4};
    static const bool has_columns[] = {true, true, false, true, true, false, false};
    static const char *const required[] = {"1 dimension is required", "2 dimensions are required",
                                           "3 dimensions, the last one not 0, are required",
                                           ("4 dimensions (of key and value the last one not 0) "
                                            "are required")};
    for (int i = 0; i < 7; i++) {
        const struct tensor *t = call_tensor(call, tensors[i]);
        if (t->rank != ranks[i] || (has_columns[i] && t->dims[t->rank - 1] == 0))
            return nsa_refuse_shape(call, ACLNN_ERR_PARAM_INVALID, tensors[i],
                                    required[ranks[i] - 1]);
    }
    return ACLNN_SUCCESS;
}

/* What the tiling refuses. */
aclnnStatus attention_check_page_scatter_with_scale(struct call *call, int key, int value,
                                                    int key_cache, int value_cache, int slots,
                                                    int scale, int scale_cache)
{
    const int64_t *k = call_tensor(call, key)->dims;
    const int64_t *v = call_tensor(call, value)->dims;
    const int64_t *c = call_tensor(call, key_cache)->dims;
    const int64_t values[] = {c[0], k[1], c[2], v[2]};
    const int64_t scales[] = {c[0], k[1], c[2], 1};
    if (v[1] != k[1] || v[0] != k[0])
        return nsa_refuse_shape(call, GATHER, value, "the tokens and heads of key are required");
    if (c[1] != k[1] || c[3] != k[2])
        return nsa_refuse_shape(call, GATHER, key_cache,
                                "the heads and columns of key are required");
    if (call_tensor(call, slots)->dims[0] != k[0])
        return nsa_refuse_shape(call, GATHER, slots, "a slot for each token is required");
    aclnnStatus status = call_shape_is(call, value_cache, values, 4, false,
                                       "the pages of keyCacheRef and the heads and columns of "
                                       "value");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, scale, k, 2, false, "a number for each head of each token");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, scale_cache, scales, 4, false,
                               "a number for each head of each row of keyCacheRef");
    return status == ACLNN_SUCCESS ? status : GATHER;
}
