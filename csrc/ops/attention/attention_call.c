/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a call of attention: parameters by their names, layouts, sizes, masks. */
#include "ops/attention/attention_call.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/attention/attention.h"

const struct names attention_call_names_of[ATTENTION_INPUTS] = {
    [ATTENTION_QUERY] = {{"query"}},
    [ATTENTION_QUERY_ROPE] = {{"queryRope", "queryRopeOptional"}},
    [ATTENTION_PSE] = {{"realShiftOptional", "pseShiftOptional", "pseShift"}},
    [ATTENTION_DROP] = {{"dropMaskOptional"}},
    [ATTENTION_MASK] = {{"attenMaskOptional", "attenMask"}},
    [ATTENTION_TABLE] = {{"blockTableOptional", "blockTable", "blocktable"}},
    [ATTENTION_QUERY_PADDING] = {{"queryPaddingSizeOptional", "queryPaddingSize"}},
    [ATTENTION_KEY_PADDING] = {{"kvPaddingSizeOptional", "kvPaddingSize"}},
    [ATTENTION_KEY_ROPE] = {{"keyRope", "keyRopeOptional"}},
    [ATTENTION_KEY_PREFIX] = {{"keySharedPrefixOptional"}},
    [ATTENTION_VALUE_PREFIX] = {{"valueSharedPrefixOptional"}},
    [ATTENTION_DY] = {{"dy"}},
    [ATTENTION_MAXIMA] = {{"softmaxMaxOptional"}},
    [ATTENTION_SUMS] = {{"softmaxSumOptional"}},
    [ATTENTION_RESULT] = {{"attentionInOptional"}},
    [ATTENTION_KEY] = {{"key", "keyIn"}},
    [ATTENTION_VALUE] = {{"value"}},
};

const struct names attention_call_layout_names = {{"inputLayout"}};
const struct names attention_call_head_names = {{"headNum", "numHeads"}};
const struct names attention_call_key_head_names = {{"numKeyValueHeads"}};
const struct names attention_call_row_names = {
    {"actualSeqQLenOptional", "actualSeqLengthsOptional", "actualSeqLengths"}};
const struct names attention_call_column_names = {
    {"actualSeqKvLenOptional", "actualSeqLengthsKvOptional", "actualSeqLengthsKv"}};
const struct names attention_call_prefix_length_names = {{"actualSharedPrefixLenOptional"}};
const struct names attention_call_prefix_names = {{"prefixOptional"}};
const struct names attention_call_scale_names = {{"scaleValue"}};
const struct names attention_call_keep_names = {{"keepProb"}};
const struct names attention_call_before_names = {{"preTokens"}};
const struct names attention_call_after_names = {{"nextTokens"}};
const struct names attention_call_sparse_names = {{"sparseMode"}};
const struct names attention_call_pse_type_names = {{"pseType"}};
const struct names attention_call_block_names = {{"blockSize"}};
const struct names attention_call_log_sum_flag_names = {{"softmaxLseFlag"}};
const struct names attention_call_log_sum_names = {{"softmaxLse"}};
const struct names attention_call_out_names = {{"attentionOutOut", "attentionOut"}};
const struct names attention_call_maximum_names = {{"softmaxMaxOut"}};
const struct names attention_call_sum_names = {{"softmaxSumOut"}};
const struct names attention_call_dpse_names = {{"dpseOut"}};
const struct names attention_call_gradient_names[] = {{{"dqOut"}}, {{"dkOut"}}, {{"dvOut"}}};

bool attention_call_set_layout(struct attention_layout *layout, const char *letters, size_t count)
{
    *layout = (struct attention_layout){-1, -1, -1, -1, -1, -1};
    for (size_t i = 0; i < count; i++)
        switch (letters[i]) {
        case 'B': layout->b = (int8_t)i; break;
        case 'S': layout->s = (int8_t)i; break;
        case 'N': layout->n = (int8_t)i; break;
        case 'D': layout->d = (int8_t)i; break;
        case 'H': layout->h = (int8_t)i; break;
        case 'T': layout->t = (int8_t)i; break;
        default: return false;
        }
    return true;
}

aclnnStatus attention_call_read_layout(struct reading *r)
{
    static const char *const trained[] = {"BSH", "SBH", "BSND", "BNSD", "TND", NULL};
    static const char *const inferred[] = {"BSH",      "BSND",      "BNSD",      "BNSD_BSND",
                                           "BSH_NBSD", "BSND_NBSD", "BNSD_NBSD", "TND",
                                           "TND_NTD",  "NTD_TND",   "NTD",       NULL};
    const char *text =
        r->call->arguments[attention_call_find(r->call, &attention_call_layout_names)].text;
    int rank = r->tensors[ATTENTION_QUERY]->rank;
    /* Gradients look at the letters of three dimensions alone. */
    bool has_three = strcmp(text, "BSH") == 0 || strcmp(text, "SBH") == 0 ||
                     strcmp(text, "TND") == 0;
    bool is_checked = r->is_grad ? rank < 3 || (rank == 3 && !has_three) : true;
    for (const char *const *known = r->is_inferred ? inferred : trained; *known != NULL; known++) {
        const char *joint = strchr(*known, '_');
        size_t length = joint == NULL ? strlen(*known) : (size_t)(joint - *known);
        if (strcmp(text, *known) != 0 || rank != (int)length)
            continue;
        attention_call_set_layout(&r->a->query, *known, length);
        r->a->key = r->a->out = r->a->query;
        if (joint != NULL)
            attention_call_set_layout(&r->a->out, joint + 1, strlen(joint + 1));
        return ACLNN_SUCCESS;
    }
    return report(attention_call_status_of(r, is_checked),
                  "inputLayout is \"%s\" and query has %d dimensions; a layout of the call with "
                  "as many letters is required",
                  text, rank);
}

aclnnStatus attention_call_check_head_dims(const struct reading *r)
{
    const struct attention *a = r->a;
    int64_t most = r->is_inferred ? MOST_INFERRED_DEPTH : MOST_DEPTH;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    if (a->depth > most || (r->is_inferred && a->value_depth > most))
        return report(attention_call_status_of(r, !r->is_grad),
                      "a head has %" PRId64 " columns; at most %" PRId64 " are allowed",
                      a->depth > most ? a->depth : a->value_depth, most);
    if (a->query.d >= 0 && a->key.d >= 0 && attention_call_dim_of(key, a->key.d, 0) != a->depth)
        return report(attention_call_status_of(r, !r->is_inferred),
                      "a head of query has %" PRId64 " columns, one of key %" PRId64
                      "; they must be equal",
                      a->depth, attention_call_dim_of(key, a->key.d, 0));
    if (a->value_depth > a->depth)
        return report(attention_call_status_of(r, !r->is_inferred),
                      "a head of value has %" PRId64 " columns, one of key %" PRId64
                      "; value may not have more",
                      a->value_depth, a->depth);
    if (a->query.n >= 0 && attention_call_dim_of(query, a->query.n, 0) != a->heads)
        return attention_call_refuse(r, "the number of heads", a->heads,
                                     "that of query is required");
    if (a->key_heads <= 0 || a->heads % a->key_heads != 0)
        return attention_call_refuse(r, "the number of heads of key", a->key_heads,
                                     "the number of heads of query must be a multiple of it");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_heads(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    const struct tensor *value = r->tensors[ATTENTION_VALUE];
    int64_t key_heads = attention_call_integer_of(r->call, &attention_call_key_head_names, 0);
    a->heads = attention_call_integer_of(r->call, &attention_call_head_names, 0);
    if (a->heads <= 0)
        return report(attention_call_status_of(r, true),
                      "the number of heads is %" PRId64 "; it must be above 0", a->heads);
    a->depth = a->query.h >= 0 ? query->dims[a->query.h] / a->heads : query->dims[a->query.d];
    if (a->depth == 0)
        return report(
            attention_call_status_of(r, a->query.h >= 0 && (r->is_grad || r->is_inferred)),
            "attention: the number of columns of a head is 0; it must be above 0");
    if (a->query.h >= 0 && query->dims[a->query.h] % a->heads != 0)
        return attention_call_refuse(r, "the last dimension of query", query->dims[a->query.h],
                                     "a multiple of the number of heads is required");
    a->key_heads = a->key.h >= 0 ? key->dims[a->key.h] / a->depth : key->dims[a->key.n];
    if (key_heads > 0 && key_heads != a->key_heads)
        return attention_call_refuse(r, "numKeyValueHeads", key_heads, "that of key is required");
    a->value_depth = a->key_heads <= 0 ? 0
                     : a->key.h >= 0   ? value->dims[a->key.h] / a->key_heads
                                       : value->dims[a->key.d];
    return attention_call_check_head_dims(r);
}

aclnnStatus attention_call_read_counts(const struct reading *r, const struct names *names,
                                       bool are_totals, int64_t whole,
                                       struct attention_counts *counts)
{
    const struct array *array = attention_call_array_of(r->call, names);
    int64_t before = 0;
    *counts = (struct attention_counts){.are_totals = are_totals, .whole = whole};
    if (array == NULL)
        return are_totals ? attention_call_refuse(r, "the number of lengths", 0,
                                                  "rows of all batches in one dimension need them")
                          : ACLNN_SUCCESS;
    if ((are_totals || array->size != 1) && array->size < (uint64_t)r->a->batches)
        return attention_call_refuse(r, "the number of lengths", (int64_t)array->size,
                                     "that of batches, or 1 where they are no sums, is required");
    counts->values = array_integers(array);
    counts->size = array->size;
    for (uint64_t i = 0; i < array->size && i < (uint64_t)r->a->batches; i++) {
        int64_t value = counts->values[i];
        if (value < before || value > whole)
            return attention_call_refuse(
                r, "a length", value,
                are_totals ? "sums up to the end of each batch are required, which do "
                             "not go beyond the tensor"
                           : "0 to what the tensor has is required");
        before = are_totals ? value : 0;
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_block_table(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *table = r->tensors[ATTENTION_TABLE];
    int rank = r->tensors[ATTENTION_KEY]->rank;
    a->block_size = attention_call_integer_of(r->call, &attention_call_block_names, 0);
    if (rank == 3)
        attention_call_set_layout(&a->key, "BSH", 3);
    else if (rank == 4)
        attention_call_set_layout(&a->key, "BNSD", 4);
    else
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "blocks of keys in %d dimensions are not carried out by this library", rank);
    if (table->rank != 2 || table->type != ACL_INT32)
        return attention_call_refuse(r, "the number of dimensions of the block table", table->rank,
                                     "2 of int32 are required");
    if (a->block_size <= 0 || r->tensors[ATTENTION_KEY]->dims[a->key.s] != a->block_size)
        return attention_call_refuse(r, "blockSize", a->block_size,
                                     "the rows of a block of key are required");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_sizes(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    const struct tensor *table = r->tensors[ATTENTION_TABLE];
    const struct tensor *prefix = r->tensors[ATTENTION_KEY_PREFIX];
    const struct array *lengths = attention_call_array_of(r->call, &attention_call_row_names);
    bool are_totals = a->query.t >= 0;
    a->batches = are_totals ? lengths == NULL ? 0 : (int64_t)lengths->size
                            : query->dims[a->query.b];
    int64_t rows = query->dims[are_totals ? a->query.t : a->query.s];
    int64_t columns = table != NULL ? table->dims[1] * a->block_size
                                    : key->dims[are_totals ? a->key.t : a->key.s];
    bool packed_keys = are_totals && table == NULL;
    /* The lengths of the calls with one row are those of the keys. */
    bool has_columns = attention_call_find(r->call, &attention_call_column_names) >= 0;
    aclnnStatus status = ACLNN_SUCCESS;
    if (has_columns || !r->is_inferred)
        status = attention_call_read_counts(r, &attention_call_row_names, are_totals, rows,
                                            &a->rows);
    else
        a->rows = (struct attention_counts){.whole = rows};
    if (status == ACLNN_SUCCESS)
        status = attention_call_read_counts(r,
                                            has_columns || !r->is_inferred
                                                ? &attention_call_column_names
                                                : &attention_call_row_names,
                                            packed_keys, columns, &a->columns);
    if (status != ACLNN_SUCCESS)
        return status;
    if (table != NULL && (a->columns.values == NULL || table->dims[0] < a->batches))
        return attention_call_refuse(r, "the number of rows of the block table", table->dims[0],
                                     "a row and a length of keys for each batch are required");
    if (table == NULL && !are_totals && a->members == 1 && key->dims[a->key.b] != a->batches)
        return attention_call_refuse(r, "the number of batches of key", key->dims[a->key.b],
                                     "that of query is required");
    if (a->members > 1 && a->members != a->batches)
        return attention_call_refuse(r, "the number of tensors of key", a->members,
                                     "one, or one for each batch of query, is required");
    if (prefix != NULL) {
        const struct array *length = attention_call_array_of(r->call,
                                                             &attention_call_prefix_length_names);
        a->prefix_columns = length != NULL ? array_integers(length)[0] : prefix->dims[a->key.s];
        if (a->prefix_columns < 0 || a->prefix_columns > prefix->dims[a->key.s])
            return attention_call_refuse(r, "the length of the prefix", a->prefix_columns,
                                         "0 to what the tensor has is required");
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_check_all_types(const struct reading *r)
{
    struct tensor *const *keys;
    struct tensor *const *values;
    aclDataType type = r->tensors[ATTENTION_QUERY]->type;
    const struct tensor *pse = r->tensors[ATTENTION_PSE];
    int key_count = attention_call_members_of(r->call, ATTENTION_KEY, &keys);
    int value_count = attention_call_members_of(r->call, ATTENTION_VALUE, &values);
    aclnnStatus status = r->is_grad ? ACLNN_ERR_PARAM_NULLPTR : ACLNN_ERR_PARAM_INVALID;
    for (int i = 0; i < key_count && i < value_count; i++)
        if (keys[i]->type != type || values[i]->type != type)
            return report(status,
                          "the data type of query is %s, that of key %s and of value %s; they "
                          "must be equal",
                          data_type_name(type), data_type_name(keys[i]->type),
                          data_type_name(values[i]->type));
    if (pse != NULL && pse->type != type &&
        attention_call_integer_of(r->call, &attention_call_pse_type_names, 0) < 2)
        return report(status,
                      "the data type of what is added to the scores is %s, that of query %s; they "
                      "must be equal",
                      data_type_name(pse->type), data_type_name(type));
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_check_all_members(const struct reading *r)
{
    struct tensor *const *keys;
    struct tensor *const *values;
    int count = attention_call_members_of(r->call, ATTENTION_KEY, &keys);
    const struct tensor *first = r->tensors[ATTENTION_KEY];
    int last = r->a->key.h >= 0 ? r->a->key.h : r->a->key.d;
    if (attention_call_members_of(r->call, ATTENTION_VALUE, &values) != count)
        return attention_call_refuse(r, "the number of tensors of value",
                                     attention_call_members_of(r->call, ATTENTION_VALUE, &values),
                                     "that of key is required");
    for (int i = 0; i < count; i++) {
        if (!attention_call_are_like(values[i], keys[i], last) ||
            !attention_call_are_like(keys[i], first, r->a->key.s) ||
            values[i]->dims[last] != r->tensors[ATTENTION_VALUE]->dims[last])
            return attention_call_refuse(
                r, "the number of dimensions of value", values[i]->rank,
                "the dims of key are required, but for the columns of a head");
    }
    return ACLNN_SUCCESS;
}

/* ---- What is optional ------------------------------------------------------------------------ */

aclnnStatus attention_call_read_mask(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *mask = r->tensors[ATTENTION_MASK];
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    int64_t highest = !r->is_inferred ? a->query.t >= 0 ? 8 : 6 : 4;
    const struct array *prefixes = attention_call_array_of(r->call, &attention_call_prefix_names);
    if (mode < 0 || mode > highest)
        return attention_call_refuse(r, "sparseMode", mode, "it is none of the call");
    a->before = attention_call_integer_of(r->call, &attention_call_before_names, NO_WINDOW);
    a->after = attention_call_integer_of(r->call, &attention_call_after_names, NO_WINDOW);
    a->sparse_mode = mask == NULL || mode == 1 ? -1 : (int)mode;
    if (r->is_inferred && a->rows.whole == 1 && a->query.t < 0)
        a->sparse_mode = -1;
    if (mask == NULL)
        return r->is_inferred && mode > 0 && a->rows.whole > 1
                   ? attention_call_refuse(r, "sparseMode", mode, "it needs a mask")
                   : ACLNN_SUCCESS;
    if (mode == 5 || mode == 6) {
        if (prefixes == NULL || prefixes->size < (uint64_t)a->batches)
            return attention_call_refuse(r, "the number of prefixes",
                                         prefixes == NULL ? 0 : (int64_t)prefixes->size,
                                         "one for each batch is required");
        a->prefixes = array_integers(prefixes);
    }
    /* Masks of 2048 rows stand for the mode, which says the same. */
    if (a->sparse_mode >= 2 && a->sparse_mode != 5) {
        r->tensors[ATTENTION_MASK] = NULL;
        return ACLNN_SUCCESS;
    }
    if (mask->type != ACL_BOOL && mask->type != ACL_UINT8 &&
        (mask->type != ACL_INT8 || !r->is_inferred))
        return report(r->is_inferred ? ACLNN_ERR_PARAM_INVALID : attention_call_status_of(r, false),
                      "the data type of the mask is %s; DT_BOOL, DT_UINT8 or, for inference, "
                      "DT_INT8 is required",
                      data_type_name(mask->type));
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_check_spread(const struct reading *r, enum attention_input which,
                                        const char *what)
{
    const struct attention *a = r->a;
    const struct tensor *tensor = r->tensors[which];
    static const int places[3][4] = {{2, 3}, {0, 2, 3}, {0, 1, 2, 3}};
    int64_t rows = 0;
    int64_t columns = a->prefix_columns;
    int64_t most_columns = 0;
    if (tensor == NULL)
        return ACLNN_SUCCESS;
    for (int64_t b = 0; b < a->batches; b++) {
        int64_t count[2];
        const struct attention_counts *counts[] = {&a->rows, &a->columns};
        for (int i = 0; i < 2; i++)
            count[i] = counts[i]->values == NULL ? counts[i]->whole
                       : counts[i]->are_totals
                           ? counts[i]->values[b] - (b > 0 ? counts[i]->values[b - 1] : 0)
                           : counts[i]->values[counts[i]->size == 1 ? 0 : b];
        rows = count[0] > rows ? count[0] : rows;
        most_columns = count[1] > most_columns ? count[1] : most_columns;
    }
    columns += most_columns;
    const int64_t wanted[] = {a->batches, a->heads, rows, columns};
    if (tensor->rank < 2 || tensor->rank > 4)
        return attention_call_refuse(r, what, tensor->rank, "2 to 4 dimensions are required of it");
    bool by_batch = tensor->rank == 2 && a->rows.whole == 1 && a->batches > 1 &&
                    tensor->dims[0] == a->batches;
    for (int32_t i = 0; i < tensor->rank; i++) {
        int place = by_batch && i == 0 ? 0 : places[tensor->rank - 2][i];
        int64_t dim = tensor->dims[i];
        bool is_fewer = which == ATTENTION_PSE && place == 2 && !r->is_inferred &&
                        rows == columns && dim > 0;
        if (dim != 1 && dim < wanted[place] && !is_fewer)
            return attention_call_refuse(r, what, dim,
                                         "1 or enough for all rows and columns is required");
        if (dim == 1 && place == 3 && wanted[3] > 1)
            return attention_call_refuse(r, what, dim, "a number for each column is required");
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_pse(struct reading *r)
{
    int64_t type = attention_call_integer_of(r->call, &attention_call_pse_type_names,
                                             r->is_inferred ? 0 : 1);
    r->a->scales_first = type != 1;
    if (type < 0 || type > 3)
        return attention_call_refuse(r, "pseType", type, "0 to 3 is required");
    if (type > 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "pseType is %" PRId64
                      "; shifts that the kernel makes are not carried out by this library",
                      type);
    return attention_call_check_spread(r, ATTENTION_PSE,
                                       "a dimension of what is added to the scores");
}

aclnnStatus attention_call_read_drop(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *bits = r->tensors[ATTENTION_DROP];
    double keep = attention_call_real_of(r->call, &attention_call_keep_names, 1);
    int64_t count = 0;
    if (!(keep > 0 && keep <= 1))
        return attention_call_refuse(r, "keepProb", (int64_t)keep,
                                     "above 0 and at most 1 is required");
    a->keep = (float)keep;
    if (keep == 1)
        r->tensors[ATTENTION_DROP] = NULL;
    if (bits == NULL || keep == 1)
        return ACLNN_SUCCESS;
    for (int64_t b = 0; b < a->batches; b++) {
        int64_t rows = a->rows.are_totals ? a->rows.values[b] - (b > 0 ? a->rows.values[b - 1] : 0)
                                          : a->rows.whole;
        int64_t columns = a->columns.are_totals
                              ? a->columns.values[b] - (b > 0 ? a->columns.values[b - 1] : 0)
                              : a->columns.whole;
        count += rows * columns * a->heads;
    }
    if (bits->type != ACL_UINT8 || bits->rank != 1 || bits->dims[0] < (count + 7) / 8)
        return attention_call_refuse(
            r, "the number of bytes of dropMaskOptional", bits->rank == 1 ? bits->dims[0] : 0,
            "a bit for each pair of rows and columns is required, in uint8");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_ropes(struct reading *r)
{
    const struct tensor *query = r->tensors[ATTENTION_QUERY_ROPE];
    const struct tensor *key = r->tensors[ATTENTION_KEY_ROPE];
    struct attention *a = r->a;
    if (query == NULL && key == NULL)
        return ACLNN_SUCCESS;
    if (query == NULL || key == NULL)
        return attention_call_refuse(r, "the number of ropes", 1,
                                     "those of query and key are required, or none");
    int last = a->query.h >= 0 ? a->query.h : a->query.d;
    int key_last = a->key.h >= 0 ? a->key.h : a->key.d;
    a->rope_depth = a->query.h >= 0 ? query->dims[last] / a->heads : query->dims[last];
    int64_t depth = a->key.h >= 0 ? key->dims[key_last] / a->key_heads : key->dims[key_last];
    if (!attention_call_are_like(query, r->tensors[ATTENTION_QUERY], last) ||
        !attention_call_are_like(key, r->tensors[ATTENTION_KEY], key_last) ||
        depth != a->rope_depth || query->type != r->tensors[ATTENTION_QUERY]->type ||
        key->type != query->type)
        return attention_call_refuse(r, "the number of columns of a rope", depth,
                                     "ropes of query and key alike are required");
    if (a->members > 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "ropes beside keys of several tensors are not carried out by this library");
    return ACLNN_SUCCESS;
}

/* ---- The whole reading ----------------------------------------------------------------------- */

void attention_call_find_tensors(struct reading *r)
{
    for (int i = 0; i < ATTENTION_INPUTS; i++) {
        struct tensor *const *members = NULL;
        int at = attention_call_find(r->call, &attention_call_names_of[i]);
        r->tensors[i] = NULL;
        if (at < 0)
            continue;
        if (i == ATTENTION_KEY || i == ATTENTION_VALUE) {
            r->a->members = attention_call_members_of(r->call, i, &members);
            r->tensors[i] = r->a->members > 0 ? members[0] : NULL;
        } else if (i == ATTENTION_QUERY || attention_call_has_elements(call_tensor(r->call, at))) {
            r->tensors[i] = call_tensor(r->call, at);
        }
    }
}

aclnnStatus attention_call_read_call(struct reading *r)
{
    struct attention *a = r->a;
    memset(a, 0, sizeof *a);
    attention_call_find_tensors(r);
    if (r->tensors[ATTENTION_KEY] == NULL || r->tensors[ATTENTION_VALUE] == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "key or value is a list of no tensors; one for all "
                                               "batches, or one for each, is required");
    aclnnStatus status = r->is_grad ? ACLNN_SUCCESS : attention_call_check_all_types(r);
    if (status == ACLNN_SUCCESS)
        status = attention_call_read_layout(r);
    if (status == ACLNN_SUCCESS && r->tensors[ATTENTION_TABLE] != NULL)
        status = attention_call_read_block_table(r);
    else if (status == ACLNN_SUCCESS &&
             r->tensors[ATTENTION_KEY]->rank != attention_call_rank_of(&a->query))
        status = report(attention_call_status_of(r, r->is_inferred),
                        "key has %d dimensions; as many as query, %d, are required",
                        r->tensors[ATTENTION_KEY]->rank, attention_call_rank_of(&a->query));
    if (status == ACLNN_SUCCESS &&
        r->tensors[ATTENTION_VALUE]->rank != r->tensors[ATTENTION_KEY]->rank)
        status = attention_call_refuse(
            r, "the number of dimensions of value", r->tensors[ATTENTION_VALUE]->rank,
            "the dims of key are required, but for the columns of a head");
    aclnnStatus (*const steps[])(struct reading *) = {
        attention_call_read_heads, attention_call_read_sizes, attention_call_read_pse,
        attention_call_read_drop,  attention_call_read_mask,  attention_call_read_ropes};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == ACLNN_SUCCESS; i++)
        status = steps[i](r);
    if (status == ACLNN_SUCCESS && r->is_grad)
        status = attention_call_check_all_types(r);
    if (status == ACLNN_SUCCESS)
        status = attention_call_check_all_members(r);
    if (status == ACLNN_SUCCESS)
        status = attention_call_check_spread(r, ATTENTION_MASK, "a dimension of the mask");
    a->scale = (float)attention_call_real_of(r->call, &attention_call_scale_names, 1);
    return status;
}

int32_t attention_call_dims_in(const struct reading *r, const struct attention_layout *layout,
                               int64_t depth, int64_t *dims)
{
    const struct attention *a = r->a;
    if (layout->b >= 0)
        dims[layout->b] = a->batches;
    if (layout->s >= 0)
        dims[layout->s] = a->rows.whole;
    if (layout->t >= 0)
        dims[layout->t] = a->rows.whole;
    if (layout->n >= 0)
        dims[layout->n] = a->heads;
    if (layout->d >= 0)
        dims[layout->d] = depth;
    if (layout->h >= 0)
        dims[layout->h] = a->heads * depth;
    return attention_call_rank_of(layout);
}
