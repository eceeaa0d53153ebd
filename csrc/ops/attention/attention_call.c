/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a call of attention: parameters by name, layouts, sizes, masks. */
#include "ops/attention/attention_call.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/finding.h"
#include "base/report.h"
#include "ops/attention/attention.h"
#include "ops/common/fractals.h"
#include "ops/quant/quant.h"

/* Columns of a head and of its rope, of calls for batches of one length and of several. */
#define JOINT_DEPTH 128
#define JOINT_ROPE_DEPTH 64

const struct names attention_call_names_of[ATTENTION_INPUTS] = {
    [ATTENTION_QUERY] = {{"query"}},
    [ATTENTION_QUERY_ROPE] = {{"queryRope", "queryRopeOptional"}},
    [ATTENTION_PSE] = {{"realShiftOptional", "pseShiftOptional", "pseShift"}},
    [ATTENTION_DROP] = {{"dropMaskOptional"}},
    [ATTENTION_MASK] = {{"attenMaskOptional", "attenMask"}},
    [ATTENTION_TRIANGLE] = {{"attenMaskOptional", "attenMask"}},
    [ATTENTION_TABLE] = {{"blockTableOptional", "blockTable", "blocktable"}},
    [ATTENTION_QUERY_PADDING] = {{"queryPaddingSizeOptional", "queryPaddingSize"}},
    [ATTENTION_KEY_PADDING] = {{"kvPaddingSizeOptional", "kvPaddingSize"}},
    [ATTENTION_KEY_ROPE] = {{"keyRope", "keyRopeOptional", "keyInRope"}},
    [ATTENTION_KEY_PREFIX] = {{"keySharedPrefixOptional"}},
    [ATTENTION_VALUE_PREFIX] = {{"valueSharedPrefixOptional"}},
    [ATTENTION_KEY_SCALE] = {{"keyAntiquantScale", "keyAntiquantScaleOptional"}},
    [ATTENTION_KEY_OFFSET] = {{"keyAntiquantOffset", "keyAntiquantOffsetOptional"}},
    [ATTENTION_VALUE_SCALE] = {{"valueAntiquantScale", "valueAntiquantScaleOptional"}},
    [ATTENTION_VALUE_OFFSET] = {{"valueAntiquantOffset", "valueAntiquantOffsetOptional"}},
    [ATTENTION_BOTH_SCALE] = {{"antiquantScale", "antiquantScaleOptional"}},
    [ATTENTION_BOTH_OFFSET] = {{"antiquantOffset", "antiquantOffsetOptional"}},
    [ATTENTION_QUANT_SCALE] = {{"quantScale2", "quantScale2Optional"}},
    [ATTENTION_QUANT_OFFSET] = {{"quantOffset2", "quantOffset2Optional"}},
    [ATTENTION_QUERY_SCALE] = {{"dequantScaleQuery", "dequantScaleQueryOptional"}},
    [ATTENTION_SCORE_SCALE] = {{"deqScale1", "deqScale1Optional", "dequantScale1"}},
    [ATTENTION_WEIGHT_SCALE] = {{"quantScale1", "quantScale1Optional"}},
    [ATTENTION_SUM_SCALE] = {{"deqScale2", "deqScale2Optional", "dequantScale2"}},
    [ATTENTION_SINK] = {{"learnableSinkOptional", "sinkOptional", "sinkInOptional"}},
    [ATTENTION_BLOCKS] = {{"blockSparseMaskOptional"}},
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
const struct names attention_call_precision_names = {{"innerPrecise"}};
const struct names attention_call_log_sum_flag_names = {{"softmaxLseFlag"}};
const struct names attention_call_log_sum_names = {{"softmaxLse"}};
const struct names attention_call_out_names = {{"attentionOutOut", "attentionOut"}};
const struct names attention_call_maximum_names = {{"softmaxMaxOut"}};
const struct names attention_call_sum_names = {{"softmaxSumOut"}};
const struct names attention_call_dpse_names = {{"dpseOut"}};
const struct names attention_call_gradient_names[ATTENTION_GRADIENTS] = {
    {{"dqOut"}}, {{"dkOut"}}, {{"dvOut"}}, {{"dqRopeOut"}}, {{"dkRopeOut"}}, {{"dsinkOut"}}};
const struct names attention_call_statistics_layout_names = {
    {"softmaxOutLayout", "softmaxInLayout"}};

aclnnStatus attention_call_report(const struct reading *r, bool is_checked, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    aclnnStatus status = attention_call_status_of(r, is_checked);
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (r->late == NULL || is_checked)
        return report(status, "%s", text);
    call_refuse_late(r->late, status, "%s", text);
    return status;
}

bool attention_call_set_layout(struct attention_layout *layout, const char *letters, size_t count)
{
    *layout = (struct attention_layout){-1, -1, -1, -1, -1, -1, -1};
    for (size_t i = 0; i < count; i++)
        switch (letters[i]) {
        case 'B': layout->b = (int8_t)i; break;
        case 'S': layout->s = (int8_t)i; break;
        case 'N': layout->n = (int8_t)i; break;
        case 'D': layout->d = (int8_t)i; break;
        case 'H': layout->h = (int8_t)i; break;
        case 'T': layout->t = (int8_t)i; break;
        case 'F': layout->f = (int8_t)i; break;
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
    /* Gradients look only at the letters of layouts of three dimensions. */
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
    return attention_call_report(
        r, is_checked,
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
        return attention_call_report(
            r, !r->is_grad, "a head has %" PRId64 " columns; at most %" PRId64 " are allowed",
            a->depth > most ? a->depth : a->value_depth, most);
    if (a->query.d >= 0 && a->key.d >= 0 && attention_call_columns_of(r, key) != a->depth)
        return attention_call_report(r, !r->is_inferred,
                                     "a head of query has %" PRId64 " columns, one of key %" PRId64
                                     "; they must be equal",
                                     a->depth, attention_call_columns_of(r, key));
    if (a->value_depth > a->depth)
        return attention_call_report(r, !r->is_inferred,
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
        return attention_call_report(
            r, true, "the number of heads is %" PRId64 "; it must be above 0", a->heads);
    a->depth = a->query.h >= 0 ? query->dims[a->query.h] / a->heads : query->dims[a->query.d];
    if (a->depth == 0)
        return attention_call_report(
            r, a->query.h >= 0 && (r->is_grad || r->is_inferred),
            "attention: the number of columns of a head is 0; it must be above 0");
    if (a->query.h >= 0 && query->dims[a->query.h] % a->heads != 0)
        return attention_call_refuse(r, "the last dimension of query", query->dims[a->query.h],
                                     "a multiple of the number of heads is required");
    a->key_heads = a->key.h >= 0 ? attention_call_columns_of(r, key) / a->depth
                                 : key->dims[a->key.n];
    if (key_heads > 0 && key_heads != a->key_heads)
        return attention_call_refuse(r, "numKeyValueHeads", key_heads, "that of key is required");
    a->value_depth = a->key_heads <= 0
                         ? 0
                         : attention_call_columns_of(r, value) / (a->key.h >= 0 ? a->key_heads : 1);
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

int64_t attention_call_longest_key(const struct reading *r)
{
    struct tensor *const *keys;
    int64_t found = r->a->columns.whole;
    int count = attention_call_members_of(r->call, ATTENTION_KEY, &keys);
    for (int i = 0; r->tensors[ATTENTION_TABLE] == NULL && i < count; i++)
        found = keys[i]->dims[r->a->key.s] > found ? keys[i]->dims[r->a->key.s] : found;
    return found;
}

int64_t attention_call_longest_length(const struct attention *a)
{
    const struct attention_counts *counts = &a->columns;
    int64_t found = counts->values == NULL ? counts->whole : 0;
    for (uint64_t i = 0; counts->values != NULL && i < counts->size && i < (uint64_t)a->batches;
         i++)
        found = counts->values[i] > found ? counts->values[i] : found;
    return found;
}

int64_t attention_call_columns_of(const struct reading *r, const struct tensor *tensor)
{
    const struct attention_layout *layout = &r->a->key;
    int64_t columns = tensor->dims[layout->h >= 0 ? layout->h : layout->d];
    columns *= layout->f >= 0 ? tensor->dims[layout->f] : 1;
    return tensor->type == ACL_INT32 ? columns * QUANT_IN_A_WORD : columns;
}

/* Fractals of blocks have rows of 32 bytes. */
static aclnnStatus check_fractals(const struct reading *r)
{
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    int64_t wanted = FRACTAL_BYTES * 8 / data_type_bits(key->type);
    if (r->a->key.f < 0 || key->dims[r->a->key.d] == wanted)
        return ACLNN_SUCCESS;
    return attention_call_refuse(r, "the last of five dimensions of key", key->dims[r->a->key.d],
                                 "rows of fractals of 32 bytes are required");
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
    else if (rank == 5)
        attention_call_set_layout(&a->key, "BNFSD", 5);
    else
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "blocks of keys in %d dimensions are not implemented by this library", rank);
    if (table->rank != 2 || table->type != ACL_INT32)
        return attention_call_refuse(r, "the number of dimensions of the block table", table->rank,
                                     "2 of int32 are required");
    if (a->block_size <= 0 || r->tensors[ATTENTION_KEY]->dims[a->key.s] != a->block_size)
        return attention_call_refuse(r, "blockSize", a->block_size,
                                     "the rows of a block of key are required");
    return check_fractals(r);
}

/* How many batches lie in one dimension. Those of training whose ends are 0 behind the others do
 * not take part. */
static int64_t packed_batches(const struct reading *r, const struct array *ends)
{
    const struct array *columns = attention_call_array_of(r->call, &attention_call_column_names);
    int64_t count = ends == NULL ? 0 : (int64_t)ends->size;
    int64_t used = count;
    if (r->is_inferred || columns == NULL || columns->size != (uint64_t)count)
        return count;
    while (used > 0 && array_integers(ends)[used - 1] == 0 &&
           array_integers(columns)[used - 1] == 0)
        used--;
    return used > 0 ? used : count;
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
    if (attention_call_is_joint(r->call) && !are_totals) {
        a->batches = query->dims[a->query.b];
        a->rows = (struct attention_counts){.whole = query->dims[a->query.s]};
        a->columns = (struct attention_counts){.whole = key->dims[a->key.s]};
        return key->dims[a->key.b] == a->batches
                   ? ACLNN_SUCCESS
                   : attention_call_refuse(r, "the number of batches of key", key->dims[a->key.b],
                                           "that of query is required");
    }
    a->batches = are_totals ? packed_batches(r, lengths) : query->dims[a->query.b];
    int64_t rows = query->dims[are_totals ? a->query.t : a->query.s];
    if (are_totals && a->members > 1)
        return attention_call_refuse(r, "the number of tensors of key", a->members,
                                     "batches in one dimension (TND) require one");
    int64_t columns = table != NULL    ? table->dims[1] * a->block_size
                      : a->members > 1 ? attention_call_longest_key(r)
                                       : key->dims[are_totals ? a->key.t : a->key.s];
    bool packed_keys = are_totals && table == NULL;
    /* In calls with one row of queries the lengths are those of the keys. */
    bool has_columns = attention_call_find(r->call, &attention_call_column_names) >= 0;
    aclnnStatus status = ACLNN_SUCCESS;
    a->rows = (struct attention_counts){.whole = rows};
    if ((has_columns || !r->is_inferred) && !attention_call_is_single_row(r))
        status = attention_call_read_counts(r, &attention_call_row_names, are_totals, rows,
                                            &a->rows);
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

/* Codes under queries of 16 bits, in calls that take what restores them. */
static bool may_restore(const struct reading *r, const struct tensor *key,
                        const struct tensor *value)
{
    return key->type == value->type && key->type != ACL_FLOAT && !type_is_half(key->type) &&
           type_is_half(r->tensors[ATTENTION_QUERY]->type) &&
           attention_call_find(r->call, &attention_call_names_of[ATTENTION_BOTH_SCALE]) >= 0;
}

/* What is added to the scores of quantised queries is float16. */
static aclDataType type_of_pse(aclDataType query)
{
    return query == ACL_FLOAT || type_is_half(query) ? query : ACL_FLOAT16;
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
        if ((keys[i]->type != type || values[i]->type != type) &&
            !(may_restore(r, keys[0], values[0]) && may_restore(r, keys[i], values[i])))
            return report(status,
                          "the data type of query is %s, that of key %s and of value %s; they "
                          "must be equal",
                          data_type_name(type), data_type_name(keys[i]->type),
                          data_type_name(values[i]->type));
    int64_t pse_type = attention_call_integer_of(r->call, &attention_call_pse_type_names, 0);
    if (pse_type > 1 && pse_type < 4 && !r->is_inferred && (pse == NULL || pse->type != ACL_FLOAT))
        return report(status,
                      "what is added to the scores is %s; of pseType %" PRId64
                      " slopes of DT_FLOAT are required",
                      pse == NULL ? "NULL" : data_type_name(pse->type), pse_type);
    if (pse != NULL && pse->type != type_of_pse(type) && pse_type < 2)
        return report(status,
                      "the data type of what is added to the scores is %s, that of query %s; they "
                      "must be equal, or DT_FLOAT16 beside queries that are no floats of 16 bits",
                      data_type_name(pse->type), data_type_name(type));
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_check_all_members(const struct reading *r)
{
    struct tensor *const *keys;
    struct tensor *const *values;
    int count = attention_call_members_of(r->call, ATTENTION_KEY, &keys);
    const struct tensor *first = r->tensors[ATTENTION_KEY];
    int last = r->a->key.h >= 0 ? r->a->key.h : r->a->key.f >= 0 ? r->a->key.f : r->a->key.d;
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

static aclnnStatus check_mask_type(const struct reading *r, const struct tensor *mask)
{
    bool is_byte = mask->type == ACL_BOOL || mask->type == ACL_UINT8;
    if (!r->is_inferred && !is_byte)
        return attention_call_report(
            r, false, "the data type of the mask is %s; DT_BOOL or DT_UINT8 is required",
            data_type_name(mask->type));
    if (r->is_inferred && !is_byte && mask->type != ACL_INT8)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of the mask is %s; DT_BOOL, DT_UINT8 or DT_INT8 is required",
                      data_type_name(mask->type));
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_mask(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *mask = r->tensors[ATTENTION_MASK];
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    int64_t highest = !r->is_inferred ? a->query.t >= 0 ? 8 : 6 : 4;
    const struct array *prefixes = attention_call_array_of(r->call, &attention_call_prefix_names);
    r->tensors[ATTENTION_TRIANGLE] = NULL;
    if (mode < 0 || mode > highest)
        return attention_call_refuse(r, "sparseMode", mode, "it is none of the call");
    a->before = attention_call_integer_of(r->call, &attention_call_before_names, NO_WINDOW);
    a->after = attention_call_integer_of(r->call, &attention_call_after_names, NO_WINDOW);
    /* Calls of single rows know those masks alone that stand for the modes 3 and 4. */
    bool is_single = attention_call_is_single_row(r);
    a->sparse_mode = mask == NULL || mode == 1 || (is_single && mode < 3) ? -1 : (int)mode;
    if (mask == NULL)
        return r->is_inferred && mode > 0 && !is_single
                   ? attention_call_refuse(r, "sparseMode", mode, "it needs a mask")
                   : ACLNN_SUCCESS;
    if (mode == 5 || mode == 6) {
        if (prefixes == NULL || prefixes->size < (uint64_t)a->batches)
            return attention_call_refuse(r, "the number of prefixes",
                                         prefixes == NULL ? 0 : (int64_t)prefixes->size,
                                         "one for each batch is required");
        a->prefixes = array_integers(prefixes);
    }
    aclnnStatus status = check_mask_type(r, mask);
    if (status != ACLNN_SUCCESS)
        return status;
    /* Masks of 2048 rows stand for the mode, which says the same: where they do is looked at while
       somebody wants to know. */
    if (a->sparse_mode >= 2 && a->sparse_mode != 5) {
        r->tensors[ATTENTION_MASK] = NULL;
        r->tensors[ATTENTION_TRIANGLE] = mode != 6 && finding_wanted() ? mask : NULL;
    }
    return ACLNN_SUCCESS;
}

/* Slopes that the kernel makes shifts of: one a head, or one a batch and head. */
static aclnnStatus read_slopes(struct reading *r, int type)
{
    static const struct names rows = {{"qStartIdxOptional"}};
    static const struct names columns = {{"kvStartIdxOptional"}};
    const struct tensor *slopes = r->tensors[ATTENTION_PSE];
    const struct array *first_row = attention_call_array_of(r->call, &rows);
    const struct array *first_column = attention_call_array_of(r->call, &columns);
    struct attention *a = r->a;
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    bool has_mask = r->tensors[ATTENTION_MASK] != NULL;
    int64_t row = first_row == NULL ? 0 : array_integers(first_row)[0];
    int64_t column = first_column == NULL ? 0 : array_integers(first_column)[0];
    if (slopes == NULL)
        return ACLNN_SUCCESS;
    if (slopes->rank < 1 || slopes->rank > 2 || slopes->dims[slopes->rank - 1] != a->heads ||
        (slopes->rank == 2 &&
         (slopes->dims[0] < a->batches || (a->query.t < 0 && slopes->dims[0] > a->batches))))
        return attention_call_refuse(r, "the number of slopes", slopes->dims[0],
                                     "one a head, or one a batch and head, is required");
    if (__builtin_sub_overflow(column, row, &a->slope_step) || a->slope_step > INT32_MAX ||
        a->slope_step < INT32_MIN)
        return attention_call_refuse(r, "kvStartIdxOptional", column,
                                     "its distance to qStartIdxOptional must fit into 32 bits");
    if (has_mask && mode == 7)
        return attention_call_refuse(r, "sparseMode", mode, "another one is required with slopes");
    for (int64_t b = 0; a->query.t >= 0 && b < a->batches; b++) {
        int64_t more = attention_count_by_totals(&a->columns, b) -
                       attention_count_by_totals(&a->rows, b);
        bool has_step = has_mask && mode == 8 && b == 0;
        if (more != (has_step ? -a->slope_step : 0))
            return attention_call_refuse(r, "the number of columns beyond the rows", more,
                                         "slopes require as many columns as rows of each batch, "
                                         "but for steps of the first with sparseMode 8");
    }
    if (a->query.t < 0 && !call_is_on_950(r->call) && a->rows.whole != a->columns.whole)
        return attention_call_refuse(r, "the number of columns", a->columns.whole,
                                     "slopes require as many as rows");
    a->slopes = type;
    return ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_pse(struct reading *r)
{
    int64_t type = attention_call_integer_of(r->call, &attention_call_pse_type_names,
                                             r->is_inferred ? 0 : 1);
    r->a->scales_first = type != 1;
    if (type < 0 || type > 3)
        return attention_call_refuse(r, "pseType", type, "0 to 3 is required");
    if (type == 1 && r->is_inferred)
        return attention_call_refuse(r, "pseType", type, "0, 2 or 3 is required");
    if (type > 1 && r->is_inferred)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "pseType is %" PRId64
                      "; shifts that the kernel makes are not implemented by this library",
                      type);
    return type > 1 ? read_slopes(r, (int)type) : ACLNN_SUCCESS;
}

aclnnStatus attention_call_read_drop(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *bits = r->tensors[ATTENTION_DROP];
    double keep = attention_call_kept(r->call);
    int64_t count = 0;
    if (!(keep > 0 && keep <= 1))
        return attention_call_report(
            r, false, "attention: keepProb is %g; above 0 and at most 1 is required", keep);
    a->keep = (float)keep;
    a->draws = attention_call_is_joint(r->call) && bits == NULL && a->keep < 1 &&
               call_is_on_950(r->call);
    if (a->draws) {
        a->seed = (uint64_t)r->call->arguments[call_find(r->call, "seed")].integer;
        a->offset = (uint64_t)r->call->arguments[call_find(r->call, "offset")].integer;
    }
    if (attention_call_is_joint(r->call) && bits != NULL && !(a->keep < 1))
        return attention_call_report(
            r, false,
            "dropMaskOptional is given and keepProb is 1; a share below 1 is required with it");
    if (keep == 1)
        r->tensors[ATTENTION_DROP] = NULL;
    if (bits == NULL || keep == 1)
        return ACLNN_SUCCESS;
    for (int64_t b = 0; b < a->batches; b++) {
        int64_t rows = a->rows.are_totals ? attention_count_by_totals(&a->rows, b) : a->rows.whole;
        int64_t columns = a->columns.are_totals ? attention_count_by_totals(&a->columns, b)
                                                : a->columns.whole;
        count += rows * columns * a->heads;
    }
    if (bits->type != ACL_UINT8 || bits->rank != 1 || bits->dims[0] < (count + 7) / 8)
        return attention_call_refuse(
            r, "the number of bytes of dropMaskOptional", bits->rank == 1 ? bits->dims[0] : 0,
            "a bit for each pair of rows and columns is required, in uint8");
    return ACLNN_SUCCESS;
}

/* Ropes of training have to fit the kernel as they are. */
static aclnnStatus check_trained_ropes(struct reading *r)
{
    const struct tensor *query = r->tensors[ATTENTION_QUERY_ROPE];
    const struct tensor *key = r->tensors[ATTENTION_KEY_ROPE];
    if (r->is_inferred || (query == NULL && key == NULL))
        return ACLNN_SUCCESS;
    if (attention_call_is_joint(r->call))
        return query == NULL || key == NULL || r->a->depth == JOINT_DEPTH
                   ? ACLNN_SUCCESS
                   : attention_call_refuse(r, "the number of columns of a head", r->a->depth,
                                           "128 is required with ropes");
    const struct tensor *mask = attention_call_tensor_of(r->call,
                                                         &attention_call_names_of[ATTENTION_MASK]);
    int64_t depth = r->a->depth;
    aclnnStatus status = r->is_grad ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_PARAM_NULLPTR;
    if (query == NULL || key == NULL)
        return report(
            ACLNN_ERR_PARAM_NULLPTR,
            "the rope of query or of key is NULL or has no elements, and the other is given; both "
            "are required, or neither");
    if (query->rank != 3 || key->rank != 3 || query->dims[2] > depth || key->dims[2] > depth)
        return report(status,
                      "a head of the ropes has %" PRId64 " and %" PRId64
                      " columns; three dimensions "
                      "are required, and at most as many columns as query has, %" PRId64,
                      query->dims[query->rank - 1], key->dims[key->rank - 1], depth);
    if (r->tensors[ATTENTION_QUERY]->type != ACL_BF16 || query->type != ACL_BF16 ||
        key->type != ACL_BF16)
        return report(status,
                      "the data type of query is %s, that of the ropes %s and %s; with ropes "
                      "DT_BFLOAT16 is required",
                      data_type_name(r->tensors[ATTENTION_QUERY]->type),
                      data_type_name(query->type), data_type_name(key->type));
    if (attention_call_integer_of(r->call, &attention_call_sparse_names, 0) == 6)
        return report(status, "sparseMode is 6; with ropes another one is required");
    if (mask == NULL || mask->rank == 0)
        return report(ACLNN_ERR_PARAM_NULLPTR, "the mask is NULL; with ropes one is required");
    if (attention_call_tensor_of(r->call, &attention_call_names_of[ATTENTION_PSE]) != NULL ||
        attention_call_bits(r->call) != NULL || attention_call_kept(r->call) < 1)
        return report(status, "what is added to the scores or a mask of bits is given, or keepProb "
                              "is below 1; with ropes NULL, NULL and 1 are required");
    return ACLNN_SUCCESS;
}

/* Whether ropes lie as keys do; their fractals have columns of their own. */
static bool are_ropes_of(const struct reading *r, const struct tensor *rope, int last)
{
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    if (r->a->key.f < 0)
        return attention_call_are_like(rope, key, last);
    return rope->rank == key->rank && rope->dims[r->a->key.b] == key->dims[r->a->key.b] &&
           rope->dims[r->a->key.n] == key->dims[r->a->key.n] &&
           rope->dims[r->a->key.s] == key->dims[r->a->key.s];
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
    int64_t depth = key->rank != r->tensors[ATTENTION_KEY]->rank
                        ? 0
                        : attention_call_columns_of(r, key) / (a->key.h >= 0 ? a->key_heads : 1);
    /* Quantised queries have ropes that are not. */
    aclDataType type = r->tensors[ATTENTION_QUERY]->type;
    type = type == ACL_FLOAT || type_is_half(type) ? type : ACL_BF16;
    if (!attention_call_are_like(query, r->tensors[ATTENTION_QUERY], last) ||
        !are_ropes_of(r, key, key_last) || depth != a->rope_depth || query->type != type ||
        key->type != query->type)
        return attention_call_refuse(r, "the number of columns of a rope", depth,
                                     "ropes of query and key alike are required");
    if (attention_call_is_joint(r->call) && depth != JOINT_ROPE_DEPTH)
        return attention_call_refuse(r, "the number of columns of a rope", depth, "64 is required");
    if (a->members > 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "ropes beside keys of several tensors are not implemented by this library");
    return ACLNN_SUCCESS;
}

/* Scales and the data type of results are of quantised queries, which the calls that take them do
 * not take. */
static aclnnStatus check_unquantised(struct reading *r)
{
    static const char *const scales[] = {"dScaleQOptional", "dScaleKOptional", "dScaleVOptional",
                                         "dScaleDyOptional"};
    const struct call *call = r->call;
    if (!attention_call_is_joint(call))
        return ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        int at = call_find(call, scales[i]);
        if (at >= 0 && call_tensor(call, at) != NULL && call_tensor(call, at)->rank > 0)
            return attention_call_report(
                r, false, "%s is given, and query is %s; NULL is required with it", scales[i],
                data_type_name(r->tensors[ATTENTION_QUERY]->type));
    }
    int64_t type = call->arguments[call_find(call, "outDtype")].integer;
    return r->is_grad || type == 0 || type == 1
               ? ACLNN_SUCCESS
               : attention_call_refuse(r, "outDtype", type, "0 or 1 is required");
}

/* ---- The whole reading ----------------------------------------------------------------------- */

/* Sinks of training: one of each head; Ascend950 takes them beside floats of 16 bits. */
static aclnnStatus check_trained_sinks(struct reading *r)
{
    const struct tensor *sinks = r->tensors[ATTENTION_SINK];
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    if (sinks == NULL || r->is_inferred)
        return ACLNN_SUCCESS;
    if (sinks->rank != 1 || sinks->dims[0] != r->a->heads)
        return attention_call_refuse(r, "the number of sinks",
                                     sinks->rank == 1 ? sinks->dims[0] : sinks->rank,
                                     "one dimension of a number for each head is required");
    return !call_is_on_950(r->call) || type_is_half(query->type)
               ? ACLNN_SUCCESS
               : attention_call_report(r, false,
                                       "the data type of query is %s; beside sinks DT_FLOAT16 or "
                                       "DT_BF16 is required on %s",
                                       data_type_name(query->type), r->call->soc->name);
}

void attention_call_find_tensors(struct reading *r)
{
    for (int i = 0; i < ATTENTION_INPUTS; i++) {
        struct tensor *const *members = NULL;
        int at = attention_call_find(r->call, &attention_call_names_of[i]);
        r->tensors[i] = NULL;
        if (at < 0)
            continue;
        if (i == ATTENTION_KEY || i == ATTENTION_VALUE) {
            r->a->members = attention_call_members_of(r->call, (enum attention_input)i, &members);
            r->tensors[i] = r->a->members > 0 ? members[0] : NULL;
        } else if (i == ATTENTION_QUERY || attention_call_has_elements(call_tensor(r->call, at))) {
            r->tensors[i] = i == ATTENTION_DROP ? attention_call_bits(r->call)
                                                : call_tensor(r->call, at);
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
        status = attention_call_report(
            r, r->is_inferred, "key has %d dimensions; as many as query, %d, are required",
            r->tensors[ATTENTION_KEY]->rank, attention_call_rank_of(&a->query));
    if (status == ACLNN_SUCCESS &&
        r->tensors[ATTENTION_VALUE]->rank != r->tensors[ATTENTION_KEY]->rank)
        status = attention_call_refuse(
            r, "the number of dimensions of value", r->tensors[ATTENTION_VALUE]->rank,
            "the dims of key are required, but for the columns of a head");
    aclnnStatus (*const steps[])(struct reading *) = {
        attention_call_read_heads, attention_call_read_sizes, check_trained_ropes,
        attention_call_read_pse,   attention_call_read_drop,  attention_call_read_mask,
        attention_call_read_ropes, check_trained_sinks,       check_unquantised};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == ACLNN_SUCCESS; i++)
        status = steps[i](r);
    if (status == ACLNN_SUCCESS && r->is_grad)
        status = attention_call_check_all_types(r);
    if (status == ACLNN_SUCCESS)
        status = attention_call_check_all_members(r);
    a->scale = (float)attention_call_real_of(r->call, &attention_call_scale_names, 1);
    int layout = attention_call_find(r->call, &attention_call_statistics_layout_names);
    const char *lies = layout < 0 ? NULL : r->call->arguments[layout].text;
    a->by_heads = layout >= 0 && (lies == NULL || strcmp(lies, SAME_AS_INPUT) != 0);
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
