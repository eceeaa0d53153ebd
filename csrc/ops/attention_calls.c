/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of attention: what they check, and what CANN makes of them. They have up to 45
 * parameters, which are found by name: a version has more of them than the one before, and some
 * call the same thing another name. The work is in attention.c.
 */
#include "ops/attention.h"

#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/layout.h"

#define MOST_DEPTH 768
#define MOST_INFERRED_DEPTH 512
#define STATISTIC_COPIES 8
#define NO_WINDOW INT32_MAX

/* ---- Parameters by name ---------------------------------------------------------------------- */

/* Names of a parameter, of which a call has one at most; up to NULL. */
struct names {
    const char *of[5];
};

static int find(const struct call *call, const struct names *names)
{
    for (int i = 0; i < call->operator->parameter_count; i++)
        for (int j = 0; names->of[j] != NULL; j++)
            if (strcmp(call_name(call, i), names->of[j]) == 0)
                return i;
    return -1;
}

static const struct names names_of[ATTENTION_INPUTS] = {
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

static const struct names layout_names = {{"inputLayout"}};
static const struct names head_names = {{"headNum", "numHeads"}};
static const struct names key_head_names = {{"numKeyValueHeads"}};
static const struct names row_names = {
    {"actualSeqQLenOptional", "actualSeqLengthsOptional", "actualSeqLengths"}};
static const struct names column_names = {
    {"actualSeqKvLenOptional", "actualSeqLengthsKvOptional", "actualSeqLengthsKv"}};
static const struct names prefix_length_names = {{"actualSharedPrefixLenOptional"}};
static const struct names prefix_names = {{"prefixOptional"}};
static const struct names scale_names = {{"scaleValue"}};
static const struct names keep_names = {{"keepProb"}};
static const struct names before_names = {{"preTokens"}};
static const struct names after_names = {{"nextTokens"}};
static const struct names sparse_names = {{"sparseMode"}};
static const struct names pse_type_names = {{"pseType"}};
static const struct names block_names = {{"blockSize"}};
static const struct names log_sum_flag_names = {{"softmaxLseFlag"}};
static const struct names log_sum_names = {{"softmaxLse"}};
static const struct names out_names = {{"attentionOutOut", "attentionOut"}};
static const struct names maximum_names = {{"softmaxMaxOut"}};
static const struct names sum_names = {{"softmaxSumOut"}};
static const struct names gradient_names[] = {{{"dqOut"}}, {{"dkOut"}}, {{"dvOut"}}};

static int64_t integer_of(const struct call *call, const struct names *names, int64_t otherwise)
{
    int at = find(call, names);
    return at < 0 ? otherwise : call->arguments[at].integer;
}

static double real_of(const struct call *call, const struct names *names, double otherwise)
{
    int at = find(call, names);
    return at < 0 ? otherwise : call->arguments[at].real;
}

static const struct array *array_of(const struct call *call, const struct names *names)
{
    int at = find(call, names);
    const struct array *array = at < 0 ? NULL : call->arguments[at].array;
    return array == NULL || array->size == 0 ? NULL : array;
}

static const int64_t *integers(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

static const struct tensor *tensor_of(const struct call *call, const struct names *names)
{
    int at = find(call, names);
    return at < 0 ? NULL : call_tensor(call, at);
}

static bool has_elements(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor != NULL && (!tensor_element_count(tensor, &count) || count > 0);
}

static bool is_list(const struct call *call, enum attention_input which)
{
    int at = find(call, &names_of[which]);
    return at >= 0 && call->operator->parameters[at].kind == ARGUMENT_TENSOR_LIST;
}

/* Keys or values: the tensors, and how many. */
static int members_of(const struct call *call, enum attention_input which,
                      struct tensor *const **members)
{
    const struct argument *argument = &call->arguments[find(call, &names_of[which])];
    *members = is_list(call, which) ? argument->tensors->members : &argument->tensor;
    return is_list(call, which) ? (int)argument->tensors->count : 1;
}

/* ---- What a call says ------------------------------------------------------------------------ */

struct reading {
    const struct call *call;
    struct attention *a;
    const struct tensor *tensors[ATTENTION_INPUTS]; /* those with elements; of lists the first */
    bool is_inferred;                               /* of the calls for inference */
    bool is_grad;
};

static bool set_layout(struct attention_layout *layout, const char *letters, size_t count)
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

static int rank_of(const struct attention_layout *layout)
{
    const int8_t places[] = {layout->b, layout->s, layout->n, layout->d, layout->h, layout->t};
    int rank = 0;
    for (size_t i = 0; i < sizeof places; i++)
        rank += places[i] >= 0;
    return rank;
}

static aclnnStatus read_layout(struct reading *r)
{
    static const char *const trained[] = {"BSH", "SBH", "BSND", "BNSD", "TND", NULL};
    static const char *const inferred[] = {"BSH",      "BSND",      "BNSD",      "BNSD_BSND",
                                           "BSH_NBSD", "BSND_NBSD", "BNSD_NBSD", "TND",
                                           "TND_NTD",  "NTD_TND",   "NTD",       NULL};
    const char *text = r->call->arguments[find(r->call, &layout_names)].text;
    int rank = r->tensors[ATTENTION_QUERY]->rank;
    for (const char *const *known = r->is_inferred ? inferred : trained; *known != NULL; known++) {
        const char *joint = strchr(*known, '_');
        size_t length = joint == NULL ? strlen(*known) : (size_t)(joint - *known);
        if (strcmp(text, *known) != 0 || rank != (int)length)
            continue;
        set_layout(&r->a->query, *known, length);
        r->a->key = r->a->out = r->a->query;
        if (joint != NULL)
            set_layout(&r->a->out, joint + 1, strlen(joint + 1));
        return ACLNN_SUCCESS;
    }
    return report(ACLNN_ERR_PARAM_INVALID,
                  "inputLayout is \"%s\" and query has %d dimensions; a layout of the call with "
                  "as many letters is required",
                  text, rank);
}

static int64_t dim_of(const struct tensor *tensor, int position, int64_t otherwise)
{
    return position < 0 ? otherwise : tensor->dims[position];
}

/* What the tiling refuses: 561002 of calls for training, whose op_api does not look at it. */
static aclnnStatus refuse(const struct reading *r, const char *what, int64_t found,
                          const char *required)
{
    return report(r->is_inferred ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_INNER_TILING_ERROR,
                  "attention: %s is %" PRId64 "; %s", what, found, required);
}

static aclnnStatus check_head_dims(const struct reading *r)
{
    const struct attention *a = r->a;
    int64_t most = r->is_inferred ? MOST_INFERRED_DEPTH : MOST_DEPTH;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    if (a->depth > most)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "a head has %" PRId64 " columns; at most %" PRId64 " are allowed", a->depth,
                      most);
    if (a->query.d >= 0 && a->key.d >= 0 && dim_of(key, a->key.d, 0) != a->depth)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "a head of query has %" PRId64 " columns, one of key %" PRId64
                      "; they must be equal",
                      a->depth, dim_of(key, a->key.d, 0));
    if (a->value_depth > a->depth)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "a head of value has %" PRId64 " columns, one of key %" PRId64
                      "; value may not have more",
                      a->value_depth, a->depth);
    if (a->query.n >= 0 && dim_of(query, a->query.n, 0) != a->heads)
        return refuse(r, "the number of heads", a->heads, "that of query is required");
    if (a->key_heads <= 0 || a->heads % a->key_heads != 0)
        return refuse(r, "the number of heads of key", a->key_heads,
                      "the number of heads of query must be a multiple of it");
    return ACLNN_SUCCESS;
}

/* Heads and columns of a head. */
static aclnnStatus read_heads(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    const struct tensor *value = r->tensors[ATTENTION_VALUE];
    int64_t key_heads = integer_of(r->call, &key_head_names, 0);
    a->heads = integer_of(r->call, &head_names, 0);
    if (a->heads <= 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the number of heads is %" PRId64 "; it must be above 0", a->heads);
    a->depth = a->query.h >= 0 ? query->dims[a->query.h] / a->heads : query->dims[a->query.d];
    if (a->depth == 0)
        return refuse(r, "the number of columns of a head", 0, "it must be above 0");
    if (a->query.h >= 0 && query->dims[a->query.h] % a->heads != 0)
        return refuse(r, "the last dimension of query", query->dims[a->query.h],
                      "a multiple of the number of heads is required");
    a->key_heads = a->key.h >= 0 ? key->dims[a->key.h] / a->depth : key->dims[a->key.n];
    if (key_heads > 0 && key_heads != a->key_heads)
        return refuse(r, "numKeyValueHeads", key_heads, "that of key is required");
    a->value_depth = a->key_heads <= 0 ? 0
                     : a->key.h >= 0   ? value->dims[a->key.h] / a->key_heads
                                       : value->dims[a->key.d];
    return check_head_dims(r);
}

/* Lengths of batches: as many as there are batches, or one for all. */
static aclnnStatus read_counts(const struct reading *r, const struct names *names, bool are_totals,
                               int64_t whole, struct attention_counts *counts)
{
    const struct array *array = array_of(r->call, names);
    int64_t before = 0;
    *counts = (struct attention_counts){.are_totals = are_totals, .whole = whole};
    if (array == NULL)
        return are_totals ? refuse(r, "the number of lengths", 0,
                                   "rows of all batches in one dimension need them")
                          : ACLNN_SUCCESS;
    if (array->size != 1 && array->size < (uint64_t)r->a->batches)
        return refuse(r, "the number of lengths", (int64_t)array->size,
                      "1, or that of batches is required");
    counts->values = integers(array);
    counts->size = array->size;
    for (uint64_t i = 0; i < array->size && i < (uint64_t)r->a->batches; i++) {
        int64_t value = counts->values[i];
        if (value < before || value > whole)
            return refuse(r, "a length", value,
                          are_totals ? "sums up to the end of each batch are required, which do "
                                       "not go beyond the tensor"
                                     : "0 to what the tensor has is required");
        before = are_totals ? value : 0;
    }
    return ACLNN_SUCCESS;
}

static bool are_like(const struct tensor *tensor, const struct tensor *other, int except)
{
    if (tensor->rank != other->rank)
        return false;
    for (int32_t i = 0; i < tensor->rank; i++)
        if (i != except && tensor->dims[i] != other->dims[i])
            return false;
    return true;
}

static aclnnStatus read_block_table(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *table = r->tensors[ATTENTION_TABLE];
    int rank = r->tensors[ATTENTION_KEY]->rank;
    a->block_size = integer_of(r->call, &block_names, 0);
    if (rank == 3)
        set_layout(&a->key, "BSH", 3);
    else if (rank == 4)
        set_layout(&a->key, "BNSD", 4);
    else
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "blocks of keys in %d dimensions are not carried out by this library", rank);
    if (table->rank != 2 || table->type != ACL_INT32)
        return refuse(r, "the number of dimensions of the block table", table->rank,
                      "2 of int32 are required");
    if (a->block_size <= 0 || r->tensors[ATTENTION_KEY]->dims[a->key.s] != a->block_size)
        return refuse(r, "blockSize", a->block_size, "the rows of a block of key are required");
    return ACLNN_SUCCESS;
}

/* Batches, and rows and columns of each. */
static aclnnStatus read_sizes(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    const struct tensor *table = r->tensors[ATTENTION_TABLE];
    const struct tensor *prefix = r->tensors[ATTENTION_KEY_PREFIX];
    const struct array *lengths = array_of(r->call, &row_names);
    bool are_totals = a->query.t >= 0;
    a->batches = are_totals ? lengths == NULL ? 0 : (int64_t)lengths->size
                            : query->dims[a->query.b];
    int64_t rows = query->dims[are_totals ? a->query.t : a->query.s];
    int64_t columns = table != NULL ? table->dims[1] * a->block_size
                                    : key->dims[are_totals ? a->key.t : a->key.s];
    bool packed_keys = are_totals && table == NULL;
    /* The lengths of the calls with one row are those of the keys. */
    bool has_columns = find(r->call, &column_names) >= 0;
    aclnnStatus status = ACLNN_SUCCESS;
    if (has_columns || !r->is_inferred)
        status = read_counts(r, &row_names, are_totals, rows, &a->rows);
    else
        a->rows = (struct attention_counts){.whole = rows};
    if (status == ACLNN_SUCCESS)
        status = read_counts(r, has_columns || !r->is_inferred ? &column_names : &row_names,
                             packed_keys, columns, &a->columns);
    if (status != ACLNN_SUCCESS)
        return status;
    if (table != NULL && (a->columns.values == NULL || table->dims[0] < a->batches))
        return refuse(r, "the number of rows of the block table", table->dims[0],
                      "a row and a length of keys for each batch are required");
    if (table == NULL && !are_totals && a->members == 1 && key->dims[a->key.b] != a->batches)
        return refuse(r, "the number of batches of key", key->dims[a->key.b],
                      "that of query is required");
    if (a->members > 1 && a->members != a->batches)
        return refuse(r, "the number of tensors of key", a->members,
                      "one, or one for each batch of query, is required");
    if (prefix != NULL) {
        const struct array *length = array_of(r->call, &prefix_length_names);
        a->prefix_columns = length != NULL ? integers(length)[0] : prefix->dims[a->key.s];
        if (a->prefix_columns < 0 || a->prefix_columns > prefix->dims[a->key.s])
            return refuse(r, "the length of the prefix", a->prefix_columns,
                          "0 to what the tensor has is required");
    }
    return ACLNN_SUCCESS;
}

/* Keys and values have the same dims but for the columns of a head, in all members. */
static aclnnStatus check_all_members(const struct reading *r)
{
    struct tensor *const *keys;
    struct tensor *const *values;
    int count = members_of(r->call, ATTENTION_KEY, &keys);
    const struct tensor *first = r->tensors[ATTENTION_KEY];
    int last = r->a->key.h >= 0 ? r->a->key.h : r->a->key.d;
    if (members_of(r->call, ATTENTION_VALUE, &values) != count)
        return refuse(r, "the number of tensors of value",
                      members_of(r->call, ATTENTION_VALUE, &values), "that of key is required");
    for (int i = 0; i < count; i++) {
        aclDataType type = r->tensors[ATTENTION_QUERY]->type;
        if (keys[i]->type != type || values[i]->type != type)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of query is %s, that of key %s and of value %s; they "
                          "must be equal",
                          data_type_name(type), data_type_name(keys[i]->type),
                          data_type_name(values[i]->type));
        if (!are_like(values[i], keys[i], last) || !are_like(keys[i], first, r->a->key.s) ||
            values[i]->dims[last] != r->tensors[ATTENTION_VALUE]->dims[last])
            return refuse(r, "the number of dimensions of value", values[i]->rank,
                          "the dims of key are required, but for the columns of a head");
    }
    return ACLNN_SUCCESS;
}

/* ---- What is optional ------------------------------------------------------------------------ */

static aclnnStatus read_mask(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *mask = r->tensors[ATTENTION_MASK];
    int64_t mode = integer_of(r->call, &sparse_names, 0);
    int64_t highest = !r->is_inferred ? a->query.t >= 0 ? 8 : 6 : 4;
    const struct array *prefixes = array_of(r->call, &prefix_names);
    if (mode < 0 || mode > highest)
        return refuse(r, "sparseMode", mode, "it is none of the call");
    a->before = integer_of(r->call, &before_names, NO_WINDOW);
    a->after = integer_of(r->call, &after_names, NO_WINDOW);
    a->sparse_mode = mask == NULL || mode == 1 ? -1 : (int)mode;
    if (r->is_inferred && a->rows.whole == 1 && a->query.t < 0)
        a->sparse_mode = -1;
    if (mask == NULL)
        return r->is_inferred && mode > 0 && a->rows.whole > 1
                   ? refuse(r, "sparseMode", mode, "it needs a mask")
                   : ACLNN_SUCCESS;
    if (mode == 5 || mode == 6) {
        if (prefixes == NULL || prefixes->size < (uint64_t)a->batches)
            return refuse(r, "the number of prefixes",
                          prefixes == NULL ? 0 : (int64_t)prefixes->size,
                          "one for each batch is required");
        a->prefixes = integers(prefixes);
    }
    /* Masks of 2048 rows stand for the mode, which says the same. */
    if (a->sparse_mode >= 2 && a->sparse_mode != 5) {
        r->tensors[ATTENTION_MASK] = NULL;
        return ACLNN_SUCCESS;
    }
    if (mask->type != ACL_BOOL && mask->type != ACL_UINT8 && mask->type != ACL_INT8)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of the mask is %s; DT_BOOL, DT_UINT8 or DT_INT8 is required",
                      data_type_name(mask->type));
    return ACLNN_SUCCESS;
}

/* A tensor that is broadcast to [batch, head, row, column] has enough of each. */
static aclnnStatus check_spread(const struct reading *r, enum attention_input which,
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
        return refuse(r, what, tensor->rank, "2 to 4 dimensions are required of it");
    bool by_batch = tensor->rank == 2 && a->rows.whole == 1 && a->batches > 1 &&
                    tensor->dims[0] == a->batches;
    for (int32_t i = 0; i < tensor->rank; i++) {
        int place = by_batch && i == 0 ? 0 : places[tensor->rank - 2][i];
        int64_t dim = tensor->dims[i];
        bool is_fewer = which == ATTENTION_PSE && place == 2 && !r->is_inferred &&
                        rows == columns && dim > 0;
        if (dim != 1 && dim < wanted[place] && !is_fewer)
            return refuse(r, what, dim, "1 or enough for all rows and columns is required");
        if (dim == 1 && place == 3 && wanted[3] > 1)
            return refuse(r, what, dim, "a number for each column is required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus read_pse(struct reading *r)
{
    const struct tensor *pse = r->tensors[ATTENTION_PSE];
    int64_t type = integer_of(r->call, &pse_type_names, r->is_inferred ? 0 : 1);
    r->a->scales_first = type != 1;
    if (type < 0 || type > 3)
        return refuse(r, "pseType", type, "0 to 3 is required");
    if (type > 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "pseType is %" PRId64
                      "; shifts that the kernel makes are not carried out by this library",
                      type);
    if (pse != NULL && pse->type != r->tensors[ATTENTION_QUERY]->type)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of what is added to the scores is %s, that of query %s; they "
                      "must be equal",
                      data_type_name(pse->type), data_type_name(r->tensors[ATTENTION_QUERY]->type));
    return check_spread(r, ATTENTION_PSE, "a dimension of what is added to the scores");
}

static aclnnStatus read_drop(struct reading *r)
{
    struct attention *a = r->a;
    const struct tensor *bits = r->tensors[ATTENTION_DROP];
    double keep = real_of(r->call, &keep_names, 1);
    int64_t count = 0;
    if (!(keep > 0 && keep <= 1))
        return refuse(r, "keepProb", (int64_t)keep, "above 0 and at most 1 is required");
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
        return refuse(r, "the number of bytes of dropMaskOptional",
                      bits->rank == 1 ? bits->dims[0] : 0,
                      "a bit for each pair of rows and columns is required, in uint8");
    return ACLNN_SUCCESS;
}

static aclnnStatus read_ropes(struct reading *r)
{
    const struct tensor *query = r->tensors[ATTENTION_QUERY_ROPE];
    const struct tensor *key = r->tensors[ATTENTION_KEY_ROPE];
    struct attention *a = r->a;
    if (query == NULL && key == NULL)
        return ACLNN_SUCCESS;
    if (query == NULL || key == NULL)
        return refuse(r, "the number of ropes", 1, "those of query and key are required, or none");
    int last = a->query.h >= 0 ? a->query.h : a->query.d;
    int key_last = a->key.h >= 0 ? a->key.h : a->key.d;
    a->rope_depth = a->query.h >= 0 ? query->dims[last] / a->heads : query->dims[last];
    int64_t depth = a->key.h >= 0 ? key->dims[key_last] / a->key_heads : key->dims[key_last];
    if (!are_like(query, r->tensors[ATTENTION_QUERY], last) ||
        !are_like(key, r->tensors[ATTENTION_KEY], key_last) || depth != a->rope_depth ||
        query->type != r->tensors[ATTENTION_QUERY]->type || key->type != query->type)
        return refuse(r, "the number of columns of a rope", depth,
                      "ropes of query and key alike are required");
    if (a->members > 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "ropes beside keys of several tensors are not carried out by this library");
    return ACLNN_SUCCESS;
}

/* What is quantised, and what few programs give: 207000. */
static aclnnStatus refuse_inputs(const struct call *call)
{
    static const char *const refused[] = {
        "deqScale1",           "quantScale1",          "deqScale2",
        "quantScale2",         "quantOffset2",         "antiquantScale",
        "antiquantOffset",     "keyAntiquantScale",    "keyAntiquantOffset",
        "valueAntiquantScale", "valueAntiquantOffset", "keyRopeAntiquantScale",
        "dequantScaleQuery",   "learnableSink",        "dequantScale1",
        "dequantScale2",
    };
    for (int i = 0; i < call->operator->parameter_count; i++)
        for (size_t j = 0; j < sizeof refused / sizeof refused[0]; j++) {
            const char *name = call_name(call, i);
            size_t length = strlen(refused[j]);
            bool is_it = strncmp(name, refused[j], length) == 0 &&
                         (name[length] == '\0' || strcmp(name + length, "Optional") == 0);
            if (is_it && has_elements(call_tensor(call, i)))
                return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                              "%s is given; attention of quantised numbers and sinks are not "
                              "carried out by this library",
                              name);
        }
    return ACLNN_SUCCESS;
}

/* ---- The whole reading ----------------------------------------------------------------------- */

static void find_tensors(struct reading *r)
{
    for (int i = 0; i < ATTENTION_INPUTS; i++) {
        struct tensor *const *members = NULL;
        int at = find(r->call, &names_of[i]);
        r->tensors[i] = NULL;
        if (at < 0)
            continue;
        if (i == ATTENTION_KEY || i == ATTENTION_VALUE) {
            r->a->members = members_of(r->call, i, &members);
            r->tensors[i] = r->a->members > 0 ? members[0] : NULL;
        } else if (i == ATTENTION_QUERY || has_elements(call_tensor(r->call, at))) {
            r->tensors[i] = call_tensor(r->call, at);
        }
    }
}

static aclnnStatus read_call(struct reading *r)
{
    struct attention *a = r->a;
    memset(a, 0, sizeof *a);
    find_tensors(r);
    if (r->tensors[ATTENTION_KEY] == NULL || r->tensors[ATTENTION_VALUE] == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "key or value is a list of no tensors; one for all "
                                               "batches, or one for each, is required");
    aclnnStatus status = read_layout(r);
    if (status == ACLNN_SUCCESS && r->tensors[ATTENTION_TABLE] != NULL)
        status = read_block_table(r);
    else if (status == ACLNN_SUCCESS && r->tensors[ATTENTION_KEY]->rank != rank_of(&a->query))
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "key has %d dimensions; as many as query, %d, are required",
                        r->tensors[ATTENTION_KEY]->rank, rank_of(&a->query));
    if (status == ACLNN_SUCCESS &&
        r->tensors[ATTENTION_VALUE]->rank != r->tensors[ATTENTION_KEY]->rank)
        status = refuse(r, "the number of dimensions of value", r->tensors[ATTENTION_VALUE]->rank,
                        "the dims of key are required, but for the columns of a head");
    aclnnStatus (*const steps[])(struct reading *) = {read_heads, read_sizes, read_pse,
                                                      read_drop,  read_mask,  read_ropes};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == ACLNN_SUCCESS; i++)
        status = steps[i](r);
    if (status == ACLNN_SUCCESS)
        status = check_all_members(r);
    if (status == ACLNN_SUCCESS)
        status = check_spread(r, ATTENTION_MASK, "a dimension of the mask");
    a->scale = (float)real_of(r->call, &scale_names, 1);
    return status;
}

/* The dims of a tensor of heads in a layout. */
static int32_t dims_in(const struct reading *r, const struct attention_layout *layout,
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
    return rank_of(layout);
}

static int32_t statistic_dims(const struct reading *r, int64_t copies, int64_t *dims)
{
    const struct attention *a = r->a;
    if (a->query.t >= 0) {
        memcpy(dims, (int64_t[]){a->rows.whole, a->heads, copies}, 3 * sizeof *dims);
        return 3;
    }
    memcpy(dims, (int64_t[]){a->batches, a->heads, a->rows.whole, copies}, 4 * sizeof *dims);
    return 4;
}

static aclnnStatus check_statistic(const struct reading *r, int parameter, int64_t copies)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = statistic_dims(r, copies, dims);
    const struct tensor *tensor = call_tensor(r->call, parameter);
    if (tensor->type != ACL_FLOAT)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; DT_FLOAT is required",
                      call_name(r->call, parameter), data_type_name(tensor->type));
    return call_shape_is(r->call, parameter, dims, rank, false, "that of the statistics");
}

static aclnnStatus check_out(const struct reading *r)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int out = find(r->call, &out_names);
    int32_t rank = dims_in(r, &r->a->out, r->a->value_depth, dims);
    if (call_type(r->call, out) != r->tensors[ATTENTION_QUERY]->type)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of the result is %s, that of query %s; they must be equal",
                      data_type_name(call_type(r->call, out)),
                      data_type_name(r->tensors[ATTENTION_QUERY]->type));
    return call_shape_is(r->call, out, dims, rank, false, "that of query");
}

aclnnStatus check_attention(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a};
    call->is_empty = !has_elements(tensor_of(call, &out_names)) &&
                     !has_elements(tensor_of(call, &maximum_names)) &&
                     !has_elements(tensor_of(call, &sum_names));
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = read_call(&r);
    if (status == ACLNN_SUCCESS)
        status = check_statistic(&r, find(call, &maximum_names), STATISTIC_COPIES);
    if (status == ACLNN_SUCCESS)
        status = check_statistic(&r, find(call, &sum_names), STATISTIC_COPIES);
    return status == ACLNN_SUCCESS ? check_out(&r) : status;
}

static aclnnStatus check_like(const struct call *call, int tensor, const struct tensor *like)
{
    if (call_type(call, tensor) != like->type)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s, that of query %s; they must be equal",
                      call_name(call, tensor), data_type_name(call_type(call, tensor)),
                      data_type_name(like->type));
    return call_shape_is(call, tensor, like->dims, like->rank, false, "that of what it belongs to");
}

aclnnStatus check_attention_grad(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a, .is_grad = true};
    static const enum attention_input own[] = {ATTENTION_QUERY, ATTENTION_KEY, ATTENTION_VALUE};
    static const enum attention_input results[] = {ATTENTION_DY, ATTENTION_RESULT};
    static const enum attention_input statistics[] = {ATTENTION_MAXIMA, ATTENTION_SUMS};
    int64_t dims[TENSOR_MAX_DIMS];
    call->is_empty = true;
    for (int i = 0; i < 3; i++)
        if (has_elements(tensor_of(call, &gradient_names[i])))
            call->is_empty = false;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = read_call(&r);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = check_like(call, find(call, &gradient_names[i]), r.tensors[own[i]]);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        int at = find(call, &names_of[results[i]]);
        int32_t rank = dims_in(&r, &a.query, a.value_depth, dims);
        if (call_type(call, at) != r.tensors[ATTENTION_QUERY]->type)
            status = check_like(call, at, r.tensors[ATTENTION_QUERY]);
        else
            status = call_shape_is(call, at, dims, rank, false, "that of the forward result");
    }
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        int at = find(call, &names_of[statistics[i]]);
        if (r.tensors[statistics[i]] == NULL)
            status = refuse(&r, "the number of elements of the statistics", 0,
                            "those that the forward call gave are required");
        else
            status = check_statistic(&r, at, STATISTIC_COPIES);
    }
    return status;
}

aclnnStatus check_attention_inferred(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a, .is_inferred = true};
    bool wants_log_sums = integer_of(call, &log_sum_flag_names, 0) != 0;
    int log_sums = find(call, &log_sum_names);
    call->is_empty = !has_elements(call_tensor(call, find(call, &names_of[ATTENTION_QUERY]))) ||
                     !has_elements(tensor_of(call, &out_names));
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = read_call(&r);
    if (status == ACLNN_SUCCESS)
        status = check_out(&r);
    if (status == ACLNN_SUCCESS && wants_log_sums && call_tensor(call, log_sums) == NULL)
        status = report(ACLNN_ERR_PARAM_NULLPTR, "softmaxLse is NULL; softmaxLseFlag asks for it");
    if (status == ACLNN_SUCCESS && wants_log_sums)
        status = check_statistic(&r, log_sums, 1);
    return status == ACLNN_SUCCESS ? refuse_inputs(call) : status;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

#define MOST_PLAIN (ATTENTION_INPUTS + 2)

struct operands {
    int *inputs;
    int count;
};

static void add_input(struct l0_list *list, struct operands *o, const char *name,
                      const struct tensor *tensor)
{
    o->inputs[o->count++] = l0_contiguous(list, l0_user_tensor(list, name, tensor));
}

/* All inputs that are there, dense. */
static void add_inputs(struct l0_list *list, struct reading *r, struct operands *o)
{
    for (int i = 0; i < ATTENTION_INPUTS; i++) {
        struct tensor *const *members = NULL;
        r->a->at[i] = r->tensors[i] == NULL ? -1 : o->count;
        if (r->tensors[i] == NULL)
            continue;
        int at = find(r->call, &names_of[i]);
        const char *name = call_name(r->call, at);
        if (i != ATTENTION_KEY && i != ATTENTION_VALUE) {
            add_input(list, o, name, r->tensors[i]);
            continue;
        }
        int count = members_of(r->call, i, &members);
        for (int j = 0; j < count; j++)
            add_input(list, o, name, members[j]);
    }
}

static bool start(struct l0_list *list, struct reading *r, struct operands *o)
{
    const struct names *lists[] = {&names_of[ATTENTION_KEY], &names_of[ATTENTION_VALUE]};
    size_t most = MOST_PLAIN;
    for (int i = 0; i < 2; i++)
        if (is_list(r->call, i == 0 ? ATTENTION_KEY : ATTENTION_VALUE))
            most += r->call->arguments[find(r->call, lists[i])].tensors->count;
    r->a = arena_take(list->arena, sizeof *r->a);
    o->inputs = arena_take(list->arena, most * sizeof *o->inputs);
    o->count = 0;
    if (r->a == NULL || o->inputs == NULL || read_call(r) != ACLNN_SUCCESS)
        return false;
    add_inputs(list, r, o);
    return true;
}

static void finish(struct l0_list *list, const struct reading *r, const struct l0_row *row,
                   const struct operands *o, const struct names *const *outputs, int count)
{
    int results[3] = {L0_NONE, L0_NONE, L0_NONE};
    int given[3];
    for (int i = 0; i < o->count; i++)
        if (o->inputs[i] == L0_NONE)
            return;
    for (int i = 0; i < count; i++) {
        int at = find(r->call, outputs[i]);
        const struct tensor *out = call_tensor(r->call, at);
        given[i] = l0_user_tensor(list, call_name(r->call, at), out);
        results[i] = l0_new_shaped(list, row->name, out->type, out->dims, out->rank);
        if (given[i] == L0_NONE || results[i] == L0_NONE)
            return;
    }
    l0_apply(list, row, o->inputs, o->count, 0, results, count, r->a);
    for (int i = 0; i < count; i++)
        l0_view_copy(list, results[i], given[i]);
}

void list_attention(struct l0_list *list, const struct call *call, const struct l0_row *row)
{
    struct reading r = {.call = call};
    struct operands o;
    if (!start(list, &r, &o))
        return;
    r.a->writes_statistics = true;
    finish(list, &r, row, &o, (const struct names *[]){&out_names, &maximum_names, &sum_names}, 3);
}

void list_attention_grad(struct l0_list *list, const struct call *call, const struct l0_row *row)
{
    struct reading r = {.call = call, .is_grad = true};
    struct operands o;
    if (start(list, &r, &o))
        finish(list, &r, row, &o,
               (const struct names *[]){&gradient_names[0], &gradient_names[1], &gradient_names[2]},
               3);
}

void list_attention_inferred(struct l0_list *list, const struct call *call,
                             const struct l0_row *row)
{
    struct reading r = {.call = call, .is_inferred = true};
    struct operands o;
    if (!start(list, &r, &o))
        return;
    r.a->writes_log_sums = integer_of(call, &log_sum_flag_names, 0) != 0;
    finish(list, &r, row, &o, (const struct names *[]){&out_names, &log_sum_names},
           1 + r.a->writes_log_sums);
}
