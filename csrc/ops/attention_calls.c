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
#include "workspace/attention_tiling.h"

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
static const struct names precision_names = {{"innerPrecise"}};
static const struct names pse_type_names = {{"pseType"}};
static const struct names block_names = {{"blockSize"}};
static const struct names log_sum_flag_names = {{"softmaxLseFlag"}};
static const struct names log_sum_names = {{"softmaxLse"}};
static const struct names out_names = {{"attentionOutOut", "attentionOut"}};
static const struct names maximum_names = {{"softmaxMaxOut"}};
static const struct names sum_names = {{"softmaxSumOut"}};
static const struct names dpse_names = {{"dpseOut"}};
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

/* Calls whose op_api is generated: what does not fit is found by the tiling. */
static bool is_generated(const struct reading *r)
{
    return r->is_inferred && is_list(r->call, ATTENTION_KEY);
}

/* The status of what op_api checks, or leaves to the shapes, tiling and kernels that follow: then
   gradients and prompts say that these gave nothing. */
static aclnnStatus status_of(const struct reading *r, bool is_checked)
{
    if (is_checked && !is_generated(r))
        return ACLNN_ERR_PARAM_INVALID;
    return r->is_grad                           ? ACLNN_ERR_PARAM_NULLPTR
           : r->is_inferred && !is_generated(r) ? ACLNN_ERR_INNER_NULLPTR
                                                : ACLNN_ERR_INNER_TILING_ERROR;
}

static aclnnStatus read_layout(struct reading *r)
{
    static const char *const trained[] = {"BSH", "SBH", "BSND", "BNSD", "TND", NULL};
    static const char *const inferred[] = {"BSH",      "BSND",      "BNSD",      "BNSD_BSND",
                                           "BSH_NBSD", "BSND_NBSD", "BNSD_NBSD", "TND",
                                           "TND_NTD",  "NTD_TND",   "NTD",       NULL};
    const char *text = r->call->arguments[find(r->call, &layout_names)].text;
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
        set_layout(&r->a->query, *known, length);
        r->a->key = r->a->out = r->a->query;
        if (joint != NULL)
            set_layout(&r->a->out, joint + 1, strlen(joint + 1));
        return ACLNN_SUCCESS;
    }
    return report(status_of(r, is_checked),
                  "inputLayout is \"%s\" and query has %d dimensions; a layout of the call with "
                  "as many letters is required",
                  text, rank);
}

static int64_t dim_of(const struct tensor *tensor, int position, int64_t otherwise)
{
    return position < 0 ? otherwise : tensor->dims[position];
}

/* What op_api does not look at. */
static aclnnStatus refuse(const struct reading *r, const char *what, int64_t found,
                          const char *required)
{
    return report(status_of(r, false), "attention: %s is %" PRId64 "; %s", what, found, required);
}

static aclnnStatus check_head_dims(const struct reading *r)
{
    const struct attention *a = r->a;
    int64_t most = r->is_inferred ? MOST_INFERRED_DEPTH : MOST_DEPTH;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *key = r->tensors[ATTENTION_KEY];
    if (a->depth > most || (r->is_inferred && a->value_depth > most))
        return report(status_of(r, !r->is_grad),
                      "a head has %" PRId64 " columns; at most %" PRId64 " are allowed",
                      a->depth > most ? a->depth : a->value_depth, most);
    if (a->query.d >= 0 && a->key.d >= 0 && dim_of(key, a->key.d, 0) != a->depth)
        return report(status_of(r, !r->is_inferred),
                      "a head of query has %" PRId64 " columns, one of key %" PRId64
                      "; they must be equal",
                      a->depth, dim_of(key, a->key.d, 0));
    if (a->value_depth > a->depth)
        return report(status_of(r, !r->is_inferred),
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
        return report(status_of(r, true), "the number of heads is %" PRId64 "; it must be above 0",
                      a->heads);
    a->depth = a->query.h >= 0 ? query->dims[a->query.h] / a->heads : query->dims[a->query.d];
    if (a->depth == 0)
        return report(status_of(r, a->query.h >= 0 && (r->is_grad || r->is_inferred)),
                      "attention: the number of columns of a head is 0; it must be above 0");
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
    if ((are_totals || array->size != 1) && array->size < (uint64_t)r->a->batches)
        return refuse(r, "the number of lengths", (int64_t)array->size,
                      "that of batches, or 1 where they are no sums, is required");
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

/* Queries, keys and values have one type, and what is added to their scores has it too. */
static aclnnStatus check_all_types(const struct reading *r)
{
    struct tensor *const *keys;
    struct tensor *const *values;
    aclDataType type = r->tensors[ATTENTION_QUERY]->type;
    const struct tensor *pse = r->tensors[ATTENTION_PSE];
    int key_count = members_of(r->call, ATTENTION_KEY, &keys);
    int value_count = members_of(r->call, ATTENTION_VALUE, &values);
    aclnnStatus status = r->is_grad ? ACLNN_ERR_PARAM_NULLPTR : ACLNN_ERR_PARAM_INVALID;
    for (int i = 0; i < key_count && i < value_count; i++)
        if (keys[i]->type != type || values[i]->type != type)
            return report(status,
                          "the data type of query is %s, that of key %s and of value %s; they "
                          "must be equal",
                          data_type_name(type), data_type_name(keys[i]->type),
                          data_type_name(values[i]->type));
    if (pse != NULL && pse->type != type && integer_of(r->call, &pse_type_names, 0) < 2)
        return report(status,
                      "the data type of what is added to the scores is %s, that of query %s; they "
                      "must be equal",
                      data_type_name(pse->type), data_type_name(type));
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
    if (mask->type != ACL_BOOL && mask->type != ACL_UINT8 &&
        (mask->type != ACL_INT8 || !r->is_inferred))
        return report(r->is_inferred ? ACLNN_ERR_PARAM_INVALID : status_of(r, false),
                      "the data type of the mask is %s; DT_BOOL, DT_UINT8 or, for inference, "
                      "DT_INT8 is required",
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
    int64_t type = integer_of(r->call, &pse_type_names, r->is_inferred ? 0 : 1);
    r->a->scales_first = type != 1;
    if (type < 0 || type > 3)
        return refuse(r, "pseType", type, "0 to 3 is required");
    if (type > 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "pseType is %" PRId64
                      "; shifts that the kernel makes are not carried out by this library",
                      type);
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
    aclnnStatus status = r->is_grad ? ACLNN_SUCCESS : check_all_types(r);
    if (status == ACLNN_SUCCESS)
        status = read_layout(r);
    if (status == ACLNN_SUCCESS && r->tensors[ATTENTION_TABLE] != NULL)
        status = read_block_table(r);
    else if (status == ACLNN_SUCCESS && r->tensors[ATTENTION_KEY]->rank != rank_of(&a->query))
        status = report(status_of(r, r->is_inferred),
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
    if (status == ACLNN_SUCCESS && r->is_grad)
        status = check_all_types(r);
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

/* Outputs of training are compared where they are copied, whose failure is not told apart from a
   missing tensor; those of generated calls by the tiling. */
static aclnnStatus output_status(const struct reading *r, bool is_type)
{
    return !r->is_inferred ? ACLNN_ERR_PARAM_NULLPTR
           : is_type       ? ACLNN_ERR_PARAM_INVALID
                           : status_of(r, true);
}

static aclnnStatus shape_is(const struct reading *r, int parameter, const int64_t *dims,
                            int32_t rank)
{
    char found[160];
    char wanted[160];
    const struct tensor *tensor = call_tensor(r->call, parameter);
    if (tensor->rank == rank && memcmp(tensor->dims, dims, (size_t)rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(output_status(r, false), "the shape of %s is %s; %s is required",
                  call_name(r->call, parameter),
                  dims_describe(tensor->dims, tensor->rank, found, sizeof found),
                  dims_describe(dims, rank, wanted, sizeof wanted));
}

static aclnnStatus check_statistic(const struct reading *r, int parameter, int64_t copies)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = statistic_dims(r, copies, dims);
    const struct tensor *tensor = call_tensor(r->call, parameter);
    if (tensor->type != ACL_FLOAT)
        return report(output_status(r, true), "the data type of %s is %s; DT_FLOAT is required",
                      call_name(r->call, parameter), data_type_name(tensor->type));
    return shape_is(r, parameter, dims, rank);
}

static aclnnStatus check_out(const struct reading *r)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int out = find(r->call, &out_names);
    int32_t rank = dims_in(r, &r->a->out, r->a->value_depth, dims);
    if (call_type(r->call, out) != r->tensors[ATTENTION_QUERY]->type)
        return report(output_status(r, true),
                      "the data type of the result is %s, that of query %s; they must be equal",
                      data_type_name(call_type(r->call, out)),
                      data_type_name(r->tensors[ATTENTION_QUERY]->type));
    return shape_is(r, out, dims, rank);
}

aclnnStatus check_attention_empty(struct call *call)
{
    const struct tensor *dpse = tensor_of(call, &dpse_names);
    bool is_grad = find(call, &gradient_names[0]) >= 0;
    bool is_packed = find(call, &(struct names){{"actualSeqQLenOptional"}}) >= 0;
    int layout = find(call, &layout_names);
    bool is_wrong = is_packed && strcmp(call->arguments[layout].text, "TND") != 0;
    call->is_empty = !is_grad && !has_elements(tensor_of(call, &out_names)) &&
                     !has_elements(tensor_of(call, &maximum_names)) &&
                     !has_elements(tensor_of(call, &sum_names));
    if (is_grad && !has_elements(dpse)) {
        call->is_empty = true;
        for (int i = 0; i < 3; i++)
            if (has_elements(tensor_of(call, &gradient_names[i])))
                call->is_empty = false;
    }
    /* Gradients look at it first. */
    if (!is_wrong || (call->is_empty && !is_grad))
        return ACLNN_SUCCESS;
    call->is_empty = false;
    return report(ACLNN_ERR_PARAM_INVALID, "inputLayout is \"%s\"; \"TND\" is required",
                  call->arguments[layout].text);
}

aclnnStatus check_attention(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a};
    aclnnStatus status = read_call(&r);
    if (status == ACLNN_SUCCESS)
        status = check_statistic(&r, find(call, &maximum_names), STATISTIC_COPIES);
    if (status == ACLNN_SUCCESS)
        status = check_statistic(&r, find(call, &sum_names), STATISTIC_COPIES);
    return status == ACLNN_SUCCESS ? check_out(&r) : status;
}

static aclnnStatus check_like(const struct reading *r, int tensor, const struct tensor *like)
{
    if (call_type(r->call, tensor) == like->type)
        return shape_is(r, tensor, like->dims, like->rank);
    return report(output_status(r, true),
                  "the data type of %s is %s, that of query %s; they must be equal",
                  call_name(r->call, tensor), data_type_name(call_type(r->call, tensor)),
                  data_type_name(like->type));
}

/* Before all else, tensors of heads have three dimensions or four. */
static aclnnStatus check_gradient_ranks(const struct call *call)
{
    static const struct names of_heads[] = {
        {{"query"}}, {{"keyIn"}}, {{"value"}}, {{"dy"}},
        {{"dqOut"}}, {{"dkOut"}}, {{"dvOut"}}, {{"attentionInOptional"}}};
    if (integer_of(call, &head_names, 0) <= 0)
        return ACLNN_SUCCESS; /* is refused before that */
    for (size_t i = 0; i < sizeof of_heads / sizeof of_heads[0]; i++) {
        int at = find(call, &of_heads[i]);
        const struct tensor *tensor = at < 0 ? NULL : call_tensor(call, at);
        if (tensor != NULL && tensor->rank < 3)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s has %d dimension(s); gradients of attention take three or four",
                          call_name(call, at), tensor->rank);
    }
    return ACLNN_SUCCESS;
}

aclnnStatus check_attention_grad(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a, .is_grad = true};
    static const enum attention_input own[] = {ATTENTION_QUERY, ATTENTION_KEY, ATTENTION_VALUE};
    static const enum attention_input results[] = {ATTENTION_DY, ATTENTION_RESULT};
    static const enum attention_input statistics[] = {ATTENTION_MAXIMA, ATTENTION_SUMS};
    int64_t dims[TENSOR_MAX_DIMS];
    aclnnStatus status = check_gradient_ranks(call);
    if (status == ACLNN_SUCCESS)
        status = read_call(&r);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = check_like(&r, find(call, &gradient_names[i]), r.tensors[own[i]]);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++) {
        int at = find(call, &names_of[results[i]]);
        int32_t rank = dims_in(&r, &a.query, a.value_depth, dims);
        if (call_type(call, at) != r.tensors[ATTENTION_QUERY]->type)
            status = check_like(&r, at, r.tensors[ATTENTION_QUERY]);
        else
            status = shape_is(&r, at, dims, rank);
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

aclnnStatus check_inference_empty(struct call *call)
{
    bool is_prompt = !is_list(call, ATTENTION_KEY);
    const struct tensor *query = tensor_of(call, &names_of[ATTENTION_QUERY]);
    call->is_empty = !has_elements(tensor_of(call, &out_names)) ||
                     (!is_prompt && !has_elements(query));
    return ACLNN_SUCCESS;
}

aclnnStatus check_attention_inferred(struct call *call)
{
    struct attention a;
    struct reading r = {.call = call, .a = &a, .is_inferred = true};
    bool wants_log_sums = integer_of(call, &log_sum_flag_names, 0) != 0;
    int log_sums = find(call, &log_sum_names);
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
    int *dense; /* by parameter: the tensor made dense, in CANN's order, or L0_NONE */
};

/* Tensors are made dense in the order of these names, and the others behind them in their own. */
static void make_dense(struct l0_list *list, const struct reading *r, struct operands *o,
                       const struct names *order, int count)
{
    for (int i = 0; i < count; i++) {
        int at = find(r->call, &order[i]);
        const struct tensor *tensor = at < 0 ? NULL : call_tensor(r->call, at);
        if (tensor != NULL)
            o->dense[at] = l0_contiguous(list,
                                         l0_user_tensor(list, call_name(r->call, at), tensor));
    }
}

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
        if (o->dense[at] != L0_NONE) {
            o->inputs[o->count++] = o->dense[at];
            continue;
        }
        if (i != ATTENTION_KEY && i != ATTENTION_VALUE) {
            add_input(list, o, name, r->tensors[i]);
            continue;
        }
        int count = members_of(r->call, i, &members);
        for (int j = 0; j < count; j++)
            add_input(list, o, name, members[j]);
    }
}

static bool start(struct l0_list *list, struct reading *r, struct operands *o,
                  const struct names *order, int count)
{
    const struct names *lists[] = {&names_of[ATTENTION_KEY], &names_of[ATTENTION_VALUE]};
    size_t most = MOST_PLAIN;
    size_t parameters = (size_t)r->call->operator->parameter_count;
    for (int i = 0; i < 2; i++)
        if (is_list(r->call, i == 0 ? ATTENTION_KEY : ATTENTION_VALUE))
            most += r->call->arguments[find(r->call, lists[i])].tensors->count;
    r->a = arena_take(list->arena, sizeof *r->a);
    o->inputs = arena_take(list->arena, most * sizeof *o->inputs);
    o->dense = arena_take(list->arena, parameters * sizeof *o->dense);
    o->count = 0;
    if (r->a == NULL || o->inputs == NULL || o->dense == NULL || read_call(r) != ACLNN_SUCCESS)
        return false;
    for (size_t i = 0; i < parameters; i++)
        o->dense[i] = L0_NONE;
    make_dense(list, r, o, order, count);
    add_inputs(list, r, o);
    for (int i = 0; i < o->count; i++)
        if (o->inputs[i] == L0_NONE)
            return false;
    return list->status == ACLNN_SUCCESS;
}

/* What the executor does, beside the operators that CANN puts around its kernel: the work reads
   and writes all layouts. */
static void work_beside(struct l0_list *list, const struct reading *r, const struct l0_row *row,
                        const struct operands *o, const int *given, int count)
{
    int results[3] = {L0_NONE, L0_NONE, L0_NONE};
    for (int i = 0; i < count; i++) {
        const struct l0_tensor *out = &list->tensors[given[i]];
        results[i] = l0_new_shaped(list, row->name, out->type, out->dims, out->rank);
        if (results[i] == L0_NONE)
            return;
    }
    l0_step(list, L0_STEP_APPLY, row, o->inputs, o->count, results, count, r->a);
    for (int i = 0; i < count; i++)
        l0_step(list, L0_STEP_STORE, NULL, &results[i], 1, &given[i], 1, NULL);
}

/* The caller's tensor of an output. */
static int given_out(struct l0_list *list, const struct reading *r, const struct names *names)
{
    int at = find(r->call, names);
    return l0_user_tensor(list, call_name(r->call, at), call_tensor(r->call, at));
}

/* ---- Around the kernels of training ---------------------------------------------------------- */

#define MOST_STRIDE 65535 /* elements from a row to the next: the kernels take no more */

/* How tensors of heads go to the kernel: their columns are padded, and heads moved before rows. */
struct passage {
    enum attention_tiling_layout from;
    enum attention_tiling_layout to;
    int64_t pad;       /* columns of queries and keys */
    int64_t value_pad; /* of values and the result */
    bool splits;       /* H is N and D on the way */
    bool permutes;
};

static bool has_letters(const struct attention_layout *layout, int b, int s, int n)
{
    return layout->b == b && layout->s == s && layout->n == n;
}

static enum attention_tiling_layout layout_of(const struct attention *a)
{
    return a->query.t >= 0                    ? TILING_TND
           : has_letters(&a->query, 1, 0, -1) ? TILING_SBH
           : has_letters(&a->query, 0, 1, -1) ? TILING_BSH
           : has_letters(&a->query, 0, 1, 2)  ? TILING_BSND
                                              : TILING_BNSD;
}

static int64_t rounded_up(int64_t value, int64_t to)
{
    return (value + to - 1) / to * to;
}

static bool has_no_pairs(const struct attention *a)
{
    return a->depth == 0 || a->key_heads == 0 ||
           (a->query.t < 0 && (a->batches == 0 || a->rows.whole == 0 || a->columns.whole == 0));
}

static int64_t longest(const struct attention *a, const struct attention_counts *counts)
{
    int64_t found = 0;
    if (!counts->are_totals)
        return counts->whole;
    for (int64_t b = 0; b < a->batches; b++) {
        int64_t count = counts->values[b] - (b > 0 ? counts->values[b - 1] : 0);
        found = count > found ? count : found;
    }
    return found;
}

static int64_t last_end(const struct attention *a)
{
    return a->batches == 0 ? 0 : a->rows.values[a->batches - 1];
}

/* Short batches in one dimension are not padded. */
static bool is_short(const struct attention *a)
{
    int64_t columns = longest(a, &a->columns);
    return columns > 0 && columns <= 1024 && last_end(a) > 0 && last_end(a) < 160 * 1024;
}

static bool has_odd_depth(int64_t depth)
{
    return depth == 72 || depth == 88;
}

/* The kernels that take values of fewer columns than keys. */
static bool takes_short_values(const struct attention *a, aclDataType type, int64_t pad)
{
    if (a->query.t >= 0 || a->columns.whole > 1024)
        return true;
    return type != ACL_FLOAT && ((a->depth + pad) % 16 != 0 || a->depth == 96) &&
           a->columns.whole >= 512;
}

/* aclnnFlashAttentionScore and its kin. */
static struct passage passage_of(const struct attention *a, aclDataType type)
{
    struct passage p = {.from = layout_of(a)};
    bool has_rows = p.from != TILING_BNSD && p.from != TILING_TND;
    bool has_h = p.from == TILING_BSH || p.from == TILING_SBH;
    int64_t multiple = a->depth < 196 || a->depth == 448 ? 16 : 128;
    bool pads = a->depth % multiple != 0 || a->value_depth % multiple != 0;
    p.to = p.from;
    if (has_no_pairs(a))
        return p;
    p.pad = rounded_up(a->depth, multiple) - a->depth;
    p.value_pad = rounded_up(a->value_depth, multiple) - a->value_depth;
    if (a->depth != a->value_depth && (a->depth == 64 || a->depth == 80 || a->depth == 88)) {
        pads = true;
        p.value_pad = p.pad + a->depth - a->value_depth;
    }
    int64_t stride = a->heads * (a->depth + p.pad) * (p.from == TILING_SBH ? a->batches : 1);
    p.permutes = has_rows && stride > MOST_STRIDE;
    p.splits = has_h && (p.permutes || pads);
    bool keeps = has_rows && a->heads == a->key_heads && !p.permutes;
    if (keeps && has_odd_depth(a->depth))
        p.pad = 0;
    if (keeps && has_odd_depth(a->value_depth))
        p.value_pad = 0;
    bool is_kept = keeps && has_odd_depth(a->depth) && has_odd_depth(a->value_depth);
    if (p.from == TILING_TND && a->depth < 96 && is_short(a)) {
        p.pad = p.value_pad = 0;
        is_kept = true;
    }
    if (is_kept)
        pads = p.splits = false;
    if (a->depth != a->value_depth && !takes_short_values(a, type, p.pad)) {
        pads = true;
        p.splits = p.splits || has_h;
        p.value_pad = p.pad + a->depth - a->value_depth;
    }
    if (!pads)
        p.pad = p.value_pad = 0;
    p.to = p.permutes ? TILING_BNSD : p.splits && p.from == TILING_BSH ? TILING_BSND : p.from;
    return p;
}

/* A tensor of heads with its last dimension split. */
static int split(struct l0_list *list, int tensor, int64_t heads)
{
    int64_t dims[4];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    memcpy(dims, (int64_t[]){given.dims[0], given.dims[1], heads, given.dims[2] / heads},
           sizeof dims);
    return l0_reshape(list, tensor, dims, 4);
}

static int joined(struct l0_list *list, int tensor)
{
    int64_t dims[3];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    memcpy(dims, (int64_t[]){given.dims[0], given.dims[1], given.dims[2] * given.dims[3]},
           sizeof dims);
    return l0_reshape(list, tensor, dims, 3);
}

/* The tensor like another one, with so many more places of the last dimension. */
static int longer(struct l0_list *list, int tensor, int64_t more)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct l0_tensor given = list->tensors[tensor];
    memcpy(dims, given.dims, (size_t)given.rank * sizeof *dims);
    dims[given.rank - 1] += more;
    return l0_new_shaped(list, given.name, given.type, dims, given.rank);
}

/* Pad and Slice of the last dimension, for the size alone. */
static int padded(struct l0_list *list, int tensor, int64_t more)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int64_t entries = 2 * (int64_t)list->tensors[tensor].rank;
    int inputs[] = {tensor, l0_host_tensor(list, "paddings", ACL_INT64, entries)};
    int result = longer(list, tensor, more);
    l0_launch_row(list, &l0_Pad, inputs, 2, 0, &result, 1, NULL);
    return result;
}

static int cut_off(struct l0_list *list, int tensor, int64_t fewer)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = longer(list, tensor, -fewer);
    l0_launch_row(list, &l0_Slice, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* The same where there is something to do. */
static int resized(struct l0_list *list, int tensor, int64_t more)
{
    return more > 0 ? padded(list, tensor, more) : more < 0 ? cut_off(list, tensor, -more) : tensor;
}

static const int64_t *order_to(const struct passage *p)
{
    static const int64_t from_bsnd[] = {0, 2, 1, 3};
    static const int64_t from_sbnd[] = {1, 2, 0, 3};
    return p->from == TILING_SBH ? from_sbnd : from_bsnd;
}

static const int64_t *order_back(const struct passage *p)
{
    static const int64_t to_bsnd[] = {0, 2, 1, 3};
    static const int64_t to_sbnd[] = {2, 0, 1, 3};
    return p->from == TILING_SBH ? to_sbnd : to_bsnd;
}

/* The dims that a tensor of the kernel has, as many columns a head. */
static int kernel_tensor(struct l0_list *list, const struct passage *p, int like, int64_t heads,
                         int64_t depth)
{
    int64_t dims[4];
    if (like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[like];
    memcpy(dims, given.dims, (size_t)given.rank * sizeof *dims);
    dims[given.rank - 1] = p->to == TILING_BSH || p->to == TILING_SBH ? heads * depth : depth;
    return l0_new_shaped(list, given.name, given.type, dims, given.rank);
}

static bool is_one_of_bands(const struct attention *a, int64_t before, int64_t after)
{
    return before < a->rows.whole || after < a->columns.whole;
}

static bool are_prefixes(const struct attention *a)
{
    int64_t least = a->columns.whole > a->rows.whole ? a->columns.whole - a->rows.whole : 0;
    for (int64_t b = 0; b < a->batches; b++)
        if (a->prefixes[b] < least || a->prefixes[b] > a->columns.whole)
            return false;
    return true;
}

/* Whether the kernel leaves out blocks of scores. */
static bool is_sparse(const struct attention *a, int64_t mode, bool has_mask)
{
    int64_t corner = a->columns.whole - a->rows.whole;
    if (!has_mask)
        return false;
    switch (mode) {
    case 0: return is_one_of_bands(a, a->before, a->after);
    case 4: return is_one_of_bands(a, a->before - corner, a->after + corner);
    case 5: return a->prefixes != NULL && are_prefixes(a);
    default: return true;
    }
}

static struct attention_tiling_input tiling_input(const struct reading *r, const struct passage *p)
{
    const struct attention *a = r->a;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *mask = tensor_of(r->call, &names_of[ATTENTION_MASK]);
    const struct tensor *bits = tensor_of(r->call, &names_of[ATTENTION_DROP]);
    bool has_mask = mask != NULL && mask->rank > 0;
    int64_t mode = integer_of(r->call, &sparse_names, 0);
    bool is_packed = p->from == TILING_TND;
    return (struct attention_tiling_input){
        .layout = p->to,
        .element_bytes = query->type == ACL_FLOAT ? 4 : 2,
        .batches = a->batches,
        .heads = a->heads,
        .key_heads = a->key_heads,
        .rows = longest(a, &a->rows),
        .columns = longest(a, &a->columns),
        .depth = a->depth + p->pad,
        .rope_depth = a->rope_depth,
        .value_depth = a->value_depth + p->value_pad,
        .row_ends = is_packed ? a->rows.values : NULL,
        .column_ends = is_packed ? a->columns.values : NULL,
        .all_rows = a->rows.whole,
        .is_empty = !has_elements(query) || !has_elements(r->tensors[ATTENTION_KEY]),
        .is_sparse = !is_packed && is_sparse(a, mode, has_mask),
        .has_mask = has_mask,
        .drops = bits != NULL && bits->rank > 0,
        .sparse_mode = (int)mode,
        .precision_mode = (int)integer_of(r->call, &precision_names, 0),
    };
}

void list_attention(struct l0_list *list, const struct call *call, const struct l0_row *row)
{
    /* CANN makes these dense in this order. */
    static const struct names order[] = {
        {{"query"}},
        {{"key"}},
        {{"value"}},
        {{"realShiftOptional"}},
        {{"dropMaskOptional"}},
        {{"paddingMaskOptional"}},
        {{"attenMaskOptional"}},
    };
    const int count = sizeof order / sizeof order[0];
    struct reading r = {.call = call};
    struct operands o;
    int launched[sizeof order / sizeof order[0]];
    int launched_count = 0;
    if (!start(list, &r, &o, order, count))
        return;
    r.a->writes_statistics = true;
    aclDataType type = r.tensors[ATTENTION_QUERY]->type;
    const struct passage p = passage_of(r.a, type);
    const int64_t heads[] = {r.a->heads, r.a->key_heads, r.a->key_heads};
    const int64_t pads[] = {p.pad, p.pad, p.value_pad};
    int tensors[3];
    for (int i = 0; i < count; i++) {
        int at = find(call, &order[i]);
        if (i < 3)
            tensors[i] = p.splits ? split(list, o.dense[at], heads[i]) : o.dense[at];
        else if (o.dense[at] != L0_NONE)
            launched[3 + launched_count++] = o.dense[at];
    }
    for (int i = 0; i < 3; i++)
        tensors[i] = resized(list, tensors[i], pads[i]);
    for (int i = 0; i < 3 && p.permutes; i++)
        tensors[i] = list_launch_transpose(list, tensors[i], order_to(&p));
    for (int i = 0; i < 3 && p.splits && p.to == TILING_SBH; i++)
        tensors[i] = joined(list, tensors[i]);
    memcpy(launched, tensors, sizeof tensors);
    int maximum = given_out(list, &r, &maximum_names);
    int sum = given_out(list, &r, &sum_names);
    int out = given_out(list, &r, &out_names);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor statistic = list->tensors[maximum];
    /* The third output, of the softmax, has no elements. */
    const int outputs[] = {
        l0_new_shaped(list, "softmaxMax", ACL_FLOAT, statistic.dims, statistic.rank),
        l0_new_shaped(list, "softmaxSum", ACL_FLOAT, statistic.dims, statistic.rank),
        l0_new_shaped(list, "softmaxOut", type, (int64_t[]){0, 0, 0, 0}, 4),
        kernel_tensor(list, &p, tensors[0], r.a->heads, r.a->value_depth + p.value_pad),
    };
    l0_launch_row(list, row, launched, 3 + launched_count, 0, outputs, 4, NULL);
    if (list->architecture == L0_2201 && list->status == ACLNN_SUCCESS) {
        struct attention_tiling_input input = tiling_input(&r, &p);
        bool knows_cache;
        l0_kernel_workspace(list, attention_tiling_2201(list->soc, &input, &knows_cache));
        if (knows_cache)
            l0_assume(list, "cache");
    }
    int result = outputs[3];
    if (p.splits && p.to == TILING_SBH)
        result = split(list, result, r.a->heads);
    if (p.permutes)
        result = list_launch_transpose(list, result, order_back(&p));
    result = resized(list, result, -p.value_pad);
    if (p.splits)
        result = joined(list, result);
    l0_launch_view_copy(list, outputs[0], maximum);
    l0_launch_view_copy(list, outputs[1], sum);
    l0_launch_view_copy(list, result, out);
    work_beside(list, &r, row, &o, (int[]){out, maximum, sum}, 3);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* aclnnFlashAttentionScoreGrad and its kin: values get the columns of keys first. */
static struct passage gradient_passage(const struct l0_list *list, const struct reading *r,
                                       int64_t *value_pad)
{
    const struct attention *a = r->a;
    struct passage p = {.from = layout_of(a)};
    bool has_rows = p.from != TILING_BNSD && p.from != TILING_TND;
    bool has_h = p.from == TILING_BSH || p.from == TILING_SBH;
    bool has_elements_all = has_elements(r->tensors[ATTENTION_QUERY]) &&
                            has_elements(r->tensors[ATTENTION_KEY]);
    bool is_192_by_128 = a->depth == 192 && a->value_depth == 128 && !list->deterministic;
    int64_t multiple = a->depth < 128 ? 16 : 128;
    int64_t heads = a->heads > a->key_heads ? a->heads : a->key_heads;
    int64_t pad = has_elements_all ? rounded_up(a->depth, multiple) - a->depth : 0;
    *value_pad = is_192_by_128 ? 0 : a->depth - a->value_depth;
    int64_t stride = heads * (a->depth + pad) * (p.from == TILING_SBH ? a->batches : 1);
    p.permutes = has_elements_all && has_rows && stride > MOST_STRIDE;
    if (a->depth == 192 && p.from != TILING_TND && !p.permutes)
        pad = 0;
    if (has_odd_depth(a->depth) && has_rows && !p.permutes && a->rows.whole <= 4096 &&
        a->columns.whole <= 4096 && a->heads == a->key_heads)
        pad = 0;
    if (p.from == TILING_TND && !list->deterministic &&
        (a->depth % 8 == 0 ||
         (a->depth < 96 && is_short(a) && real_of(r->call, &keep_names, 1) == 1)))
        pad = 0;
    p.pad = p.value_pad = pad;
    p.splits = has_h && (pad > 0 || p.permutes);
    p.to = p.permutes ? TILING_BNSD : p.splits && p.from == TILING_BSH ? TILING_BSND : p.from;
    return p;
}

/* A tensor of values, or its gradient, with other columns a head. */
static int with_columns(struct l0_list *list, const struct passage *p, int tensor, int64_t heads,
                        int64_t more)
{
    bool has_h = p->from == TILING_BSH || p->from == TILING_SBH;
    if (more == 0)
        return tensor;
    tensor = resized(list, has_h ? split(list, tensor, heads) : tensor, more);
    return has_h ? joined(list, tensor) : tensor;
}

static void ask_for_gradients(struct l0_list *list, const struct reading *r,
                              const struct passage *p, int64_t value_pad)
{
    if (list->architecture != L0_2201 || list->status != ACLNN_SUCCESS)
        return;
    struct attention_tiling_input input = tiling_input(r, p);
    uint64_t bytes;
    input.value_depth += value_pad;
    input.is_empty = input.is_empty || !has_elements(r->tensors[ATTENTION_VALUE]);
    input.drops = input.drops && r->a->keep < 1;
    if (attention_grad_tiling_2201(list->soc, &input, list->deterministic, &bytes))
        l0_kernel_workspace(list, bytes);
    else
        l0_assume(list, "kernel:FlashAttentionScoreGrad");
}

void list_attention_grad(struct l0_list *list, const struct call *call, const struct l0_row *row)
{
    static const struct names order[] = {
        {{"query"}},
        {{"keyIn"}},
        {{"value"}},
        {{"dy"}},
        {{"attentionInOptional"}},
        {{"pseShiftOptional"}},
        {{"dropMaskOptional"}},
        {{"paddingMaskOptional"}},
        {{"attenMaskOptional"}},
        {{"softmaxMaxOptional"}},
        {{"softmaxSumOptional"}},
        {{"softmaxInOptional"}},
    };
    enum { COUNT = sizeof order / sizeof order[0], HEADS = 5 };
    struct reading r = {.call = call, .is_grad = true};
    struct operands o;
    int64_t value_pad;
    int launched[COUNT];
    int launched_count = HEADS;
    if (!start(list, &r, &o, order, COUNT))
        return;
    const struct passage p = gradient_passage(list, &r, &value_pad);
    const int64_t heads[] = {r.a->heads, r.a->key_heads, r.a->key_heads, r.a->heads, r.a->heads};
    for (int i = 0; i < COUNT; i++) {
        int dense = o.dense[find(call, &order[i])];
        if (i < HEADS)
            launched[i] = dense;
        else if (dense != L0_NONE)
            launched[launched_count++] = dense;
    }
    for (int i = 2; i < HEADS; i++)
        launched[i] = with_columns(list, &p, launched[i], heads[i], value_pad);
    for (int i = 0; i < HEADS && p.splits; i++)
        launched[i] = split(list, launched[i], heads[i]);
    for (int i = 0; i < HEADS; i++)
        launched[i] = resized(list, launched[i], p.pad);
    for (int i = 0; i < HEADS && p.permutes; i++)
        launched[i] = list_launch_transpose(list, launched[i], order_to(&p));
    for (int i = 0; i < HEADS && p.splits && p.to == TILING_SBH; i++)
        launched[i] = joined(list, launched[i]);
    const struct tensor *pse = tensor_of(call, &names_of[ATTENTION_PSE]);
    const struct tensor *dpse = tensor_of(call, &dpse_names);
    aclDataType type = r.tensors[ATTENTION_QUERY]->type;
    if (list->status != ACLNN_SUCCESS)
        return;
    /* The gradient of what is added, and those of ropes, are there without one too. */
    const bool has_pse = has_elements(pse);
    int outputs[6] = {
        [3] = l0_new_shaped(list, "dpse", type, has_pse ? pse->dims : (int64_t[]){0},
                            has_pse ? pse->rank : 1),
        [4] = l0_new_shaped(list, "dqRope", type, NULL, 0),
        [5] = l0_new_shaped(list, "dkRope", type, NULL, 0),
    };
    int given[3];
    for (int i = 0; i < 3; i++) {
        const struct l0_tensor like = list->tensors[launched[i]];
        given[i] = given_out(list, &r, &gradient_names[i]);
        outputs[i] = l0_new_shaped(list, "gradient", type, like.dims, like.rank);
    }
    l0_launch_row(list, row, launched, launched_count, 0, outputs, 6, NULL);
    ask_for_gradients(list, &r, &p, value_pad);
    for (int i = 0; i < 3; i++) {
        if (p.splits && p.to == TILING_SBH)
            outputs[i] = split(list, outputs[i], heads[i]);
        if (p.permutes)
            outputs[i] = list_launch_transpose(list, outputs[i], order_back(&p));
    }
    for (int i = 0; i < 3; i++)
        outputs[i] = resized(list, outputs[i], -p.pad);
    for (int i = 0; i < 3 && p.splits; i++)
        outputs[i] = joined(list, outputs[i]);
    outputs[2] = with_columns(list, &p, outputs[2], heads[2], -value_pad);
    for (int i = 0; i < 3; i++)
        l0_launch_view_copy(list, outputs[i], given[i]);
    if (has_pse && dpse != NULL && dpse->type == type && are_like(dpse, pse, -1))
        l0_launch_view_copy(list, outputs[3], given_out(list, &r, &dpse_names));
    work_beside(list, &r, row, &o, given, 3);
}

/* ---- Inference ------------------------------------------------------------------------------- */

/* aclnnPromptFlashAttention and its kin: heads of whole blocks, values of as many columns. */
static void list_prompt(struct l0_list *list, const struct reading *r, const struct operands *o,
                        const struct l0_row *row, const struct names *order, int count)
{
    const struct attention *a = r->a;
    bool has_h = a->query.h >= 0;
    bool is_packed = a->query.t >= 0;
    bool is_shorter = a->depth > a->value_depth;
    int64_t multiple = is_shorter && !is_packed && a->depth > 128 ? 256 : 16;
    bool has_pairs = a->key_heads > 0 && a->columns.whole > 0 && a->value_depth > 0;
    bool pads = has_pairs && !is_packed && (a->depth % multiple != 0 || is_shorter);
    int64_t pad = pads ? rounded_up(a->depth, multiple) - a->depth : 0;
    const int64_t more[] = {pad, pad, is_shorter && pads ? a->depth + pad - a->value_depth : pad};
    const int64_t heads[] = {a->heads, a->key_heads, a->key_heads};
    int launched[5];
    int launched_count = 3;
    for (int i = 0; i < count; i++) {
        int at = find(r->call, &order[i]);
        if (i >= 3 && at >= 0 && o->dense[at] != L0_NONE)
            launched[launched_count++] = o->dense[at];
        if (i < 3)
            launched[i] = pads && has_h ? split(list, o->dense[at], heads[i]) : o->dense[at];
    }
    for (int i = 0; i < 3 && pads; i++)
        launched[i] = padded(list, launched[i], more[i]);
    for (int i = 0; i < 3 && pads && has_h; i++)
        launched[i] = joined(list, launched[i]);
    int given = given_out(list, r, &out_names);
    if (list->status != ACLNN_SUCCESS || given == L0_NONE)
        return;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = dims_in(r, &a->out, a->value_depth + more[2], dims);
    int result = l0_new_shaped(list, row->name, list->tensors[given].type, dims, rank);
    l0_launch_row(list, row, launched, launched_count, 0, &result, 1, NULL);
    if (pads && has_h)
        result = split(list, result, a->heads);
    if (pads)
        result = cut_off(list, result, more[2]);
    if (pads && has_h)
        result = joined(list, result);
    l0_launch_view_copy(list, result, given);
    work_beside(list, r, row, o, &given, 1);
}

/* The columns of the longest tensor of keys. */
static int64_t longest_key(const struct reading *r)
{
    struct tensor *const *keys;
    int64_t found = r->a->columns.whole;
    int count = members_of(r->call, ATTENTION_KEY, &keys);
    for (int i = 0; r->tensors[ATTENTION_TABLE] == NULL && i < count; i++)
        found = keys[i]->dims[r->a->key.s] > found ? keys[i]->dims[r->a->key.s] : found;
    return found;
}

static int64_t longest_of(const struct attention *a)
{
    const struct attention_counts *counts = &a->columns;
    int64_t found = counts->values == NULL ? counts->whole : 0;
    for (uint64_t i = 0; counts->values != NULL && i < counts->size && i < (uint64_t)a->batches;
         i++)
        found = counts->values[i] > found ? counts->values[i] : found;
    return found;
}

/* What the kernel of inference asks for on 910B: known of single rows. */
static void ask_for_rows(struct l0_list *list, const struct reading *r, const struct l0_row *row)
{
    const struct attention *a = r->a;
    if (list->architecture != L0_2201 || list->status != ACLNN_SUCCESS)
        return;
    if (a->rows.whole != 1 || a->query.t >= 0 || a->query.b < 0 || a->rope_depth > 0 ||
        r->tensors[ATTENTION_KEY_PREFIX] != NULL) {
        l0_assume(list, row == &l0_IncreFlashAttention ? "kernel:IncreFlashAttention"
                                                       : "kernel:FusedInferAttentionScore");
        return;
    }
    struct attention_row_input input = {
        .batches = (uint64_t)a->batches,
        .heads = (uint64_t)a->heads,
        .key_heads = (uint64_t)a->key_heads,
        .depth = (uint64_t)a->depth,
        .columns = (uint64_t)longest_key(r),
        .longest = (uint64_t)longest_of(a),
        .block_size = (uint64_t)a->block_size,
        .is_bnsd = a->query.n == 1,
        .is_float16 = r->tensors[ATTENTION_QUERY]->type == ACL_FLOAT16,
        .is_precise = integer_of(r->call, &precision_names, 1) == 0,
    };
    l0_kernel_workspace(list, attention_row_tiling_2201(list->soc, &input));
}

static void finish(struct l0_list *list, const struct reading *r, const struct l0_row *row,
                   const struct operands *o, const struct names *const *outputs, int count)
{
    int results[3] = {L0_NONE, L0_NONE, L0_NONE};
    int given[3];
    for (int i = 0; i < count; i++) {
        int at = find(r->call, outputs[i]);
        const struct tensor *out = call_tensor(r->call, at);
        given[i] = given_out(list, r, outputs[i]);
        results[i] = l0_new_shaped(list, row->name, out->type, out->dims, out->rank);
        if (given[i] == L0_NONE || results[i] == L0_NONE)
            return;
    }
    l0_apply(list, row, o->inputs, o->count, 0, results, count, r->a);
    ask_for_rows(list, r, row);
    for (int i = 0; i < count; i++)
        l0_view_copy(list, results[i], given[i]);
}

void list_attention_inferred(struct l0_list *list, const struct call *call,
                             const struct l0_row *row)
{
    struct reading r = {.call = call, .is_inferred = true};
    struct operands o;
    static const struct names order[] = {
        {{"query"}}, {{"key"}}, {{"value"}}, {{"pseShift"}}, {{"attenMask"}},
    };
    const int count = sizeof order / sizeof order[0];
    bool is_prompt = !is_list(call, ATTENTION_KEY);
    if (!start(list, &r, &o, order, is_prompt ? count : 0))
        return;
    if (is_prompt) {
        list_prompt(list, &r, &o, row, order, count);
        return;
    }
    r.a->writes_log_sums = integer_of(call, &log_sum_flag_names, 0) != 0;
    finish(list, &r, row, &o, (const struct names *[]){&out_names, &log_sum_names},
           1 + r.a->writes_log_sums);
}
