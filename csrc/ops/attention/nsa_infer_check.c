/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention, with compressed keys and with keys in pages: checks. */
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define TILED ACLNN_ERR_INNER_NULLPTR
#define INVALID ACLNN_ERR_PARAM_INVALID

#define UNIT 16              /* rows of blocks, and their distances, are multiples */
#define MOST_BLOCK 128       /* rows of a block that is selected, or compressed */
#define MOST_STRIDE 64       /* rows from a compressed key to the next */
#define MOST_HEADS 64        /* of a cache of compressed keys */
#define MOST_ODD_HEADS 50    /* of these, where their number is odd */
#define MOST_CACHED 2048     /* batches of a cache */
#define MOST_LENGTHS 3072    /* that op_api takes */
#define MOST_QUERIES 10000   /* rows, or batches, of queries */
#define MOST_COLUMNS 768     /* of a head */
#define MOST_CANDIDATES 4096 /* blocks that compressed keys select from */

static int64_t number(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

static const struct tensor *tensor_of(const struct call *call, const char *name)
{
    return call_tensor(call, call_find(call, name));
}

static struct shape_numbers numbers_of(const struct call *call, const char *name)
{
    return shape_numbers(call, call_find(call, name));
}

static aclnnStatus refuse(const struct call *call, aclnnStatus status, const char *name,
                          const char *required)
{
    return nsa_refuse(call, status, call_find(call, name), required);
}

static aclnnStatus refuse_shape(const struct call *call, aclnnStatus status, const char *name,
                                const char *required)
{
    return nsa_refuse_shape(call, status, call_find(call, name), required);
}

static bool has_dims(const struct tensor *tensor, const int64_t *dims, int32_t rank)
{
    return tensor->rank == rank && memcmp(tensor->dims, dims, (size_t)rank * sizeof *dims) == 0;
}

/* A multiple of 16 up to a limit. */
static aclnnStatus check_unit(const struct call *call, const char *name, int64_t limit)
{
    int64_t value = number(call, name);
    if (value >= UNIT && value <= limit && value % UNIT == 0)
        return ACLNN_SUCCESS;
    return refuse(call, TILED, name,
                  limit == MOST_STRIDE ? "a multiple of 16 up to 64 is required"
                                       : "a multiple of 16 up to 128 is required");
}

static aclnnStatus check_type(const struct call *call, const char *name, aclDataType type)
{
    const struct tensor *given = tensor_of(call, name);
    if (given == NULL || given->type == type)
        return ACLNN_SUCCESS;
    return report(TILED, "the data type of %s is %s; %s is required", name,
                  data_type_name(given->type), data_type_name(type));
}

/* ---- A cache of compressed keys -------------------------------------------------------------- */

static aclnnStatus check_cache_steps(const struct call *call)
{
    int64_t block = number(call, "compressBlockSize");
    int64_t stride = number(call, "compressStride");
    aclnnStatus status = check_unit(call, "compressBlockSize", MOST_STRIDE);
    if (status == ACLNN_SUCCESS)
        status = check_unit(call, "compressStride", MOST_STRIDE);
    if (status == ACLNN_SUCCESS && stride > block)
        status = refuse(call, TILED, "compressStride", "at most compressBlockSize is required");
    if (status == ACLNN_SUCCESS && number(call, "actSeqLenType") != 1)
        status = refuse(call, TILED, "actSeqLenType", "1 is required");
    return status;
}

static aclnnStatus check_cache_shapes(const struct call *call)
{
    const struct tensor *x = tensor_of(call, "input");
    if (x->rank != 4 || x->dims[1] != number(call, "pageBlockSize") || x->dims[1] <= 0)
        return refuse_shape(call, TILED, "input", "[pages, pageBlockSize, N, D] is required");
    int64_t heads = x->dims[2];
    if (heads < 1 || heads > MOST_HEADS || (heads > MOST_ODD_HEADS && heads % 2 == 1) ||
        x->dims[3] % UNIT != 0)
        return refuse_shape(call, TILED, "input",
                            "1 to 64 heads, above 50 an even number, of a multiple of 16 columns "
                            "are required");
    const int64_t weights[] = {number(call, "compressBlockSize"), heads};
    if (!has_dims(tensor_of(call, "weight"), weights, 2))
        return refuse_shape(call, TILED, "weight", "[compressBlockSize, N] is required");
    const struct tensor *cache = tensor_of(call, "outputCache");
    if (cache->rank != 3 || cache->dims[1] != heads || cache->dims[2] != x->dims[3])
        return refuse_shape(call, TILED, "outputCache", "[rows, N, D] is required");
    return ACLNN_SUCCESS;
}

static bool is_layout(const char *text)
{
    static const char *const known[] = {"BSH", "SBH", "BSND", "BNSD", "TND"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t at = 0;
        while (known[i][at] != 0 && toupper((unsigned char)text[at]) == known[i][at])
            at++;
        if (known[i][at] == text[at])
            return true;
    }
    return false;
}

/* Each batch has a slot and a line of pages, which hold all of its rows. */
static aclnnStatus check_cache_batches(const struct call *call)
{
    const struct shape_numbers lengths = numbers_of(call, "actSeqLenOptional");
    const struct tensor *table = tensor_of(call, "blockTableOptional");
    const struct tensor *slots = tensor_of(call, "slotMapping");
    if (lengths.count == 0 || lengths.count > MOST_CACHED)
        return report(TILED, "actSeqLenOptional has %" PRId64 " numbers; 1 to 2048 are required",
                      lengths.count);
    if (table == NULL)
        return report(TILED, "blockTableOptional is NULL; the pages of each batch are required");
    if (table->rank != 2 || table->dims[0] < lengths.count)
        return refuse_shape(call, TILED, "blockTableOptional", "a line for each batch is required");
    if (slots->rank != 1 || slots->dims[0] < lengths.count)
        return refuse_shape(call, TILED, "slotMapping", "a number for each batch is required");
    int64_t room = table->dims[1] * number(call, "pageBlockSize");
    for (int64_t i = 0; i < lengths.count; i++)
        if (lengths.each[i] < 0 || lengths.each[i] > room)
            return report(TILED,
                          "actSeqLenOptional[%" PRId64 "] is %" PRId64 "; 0 to %" PRId64
                          ", the rows that its pages hold, is required",
                          i, lengths.each[i], room);
    return ACLNN_SUCCESS;
}

/* What the tiling refuses. */
aclnnStatus attention_check_cached(struct call *call)
{
    const char *layout = call->arguments[call_find(call, "layoutOptional")].text;
    aclnnStatus status = check_cache_steps(call);
    if (status == ACLNN_SUCCESS)
        status = check_cache_shapes(call);
    if (status == ACLNN_SUCCESS && layout != NULL && !is_layout(layout))
        status = report(TILED,
                        "layoutOptional is \"%s\"; \"TND\", \"BSH\", \"SBH\", \"BSND\" or \"BNSD\" "
                        "is required",
                        layout);
    return status == ACLNN_SUCCESS ? check_cache_batches(call) : status;
}

/* ---- Compressed keys one after another ------------------------------------------------------- */

/* Nothing to do where all results are empty. */
aclnnStatus attention_check_importance_empty(struct call *call)
{
    static const char *const results[] = {"softmaxMaxOut",  "softmaxSumOut", "attentionOutOut",
                                          "topkIndicesOut", "output",        "topKOutput"};
    call->is_empty = true;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        int64_t count = 0;
        int at = call_find(call, results[i]);
        if (at >= 0 && (!tensor_element_count(call_tensor(call, at), &count) || count > 0))
            call->is_empty = false;
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_tnd(struct call *call, int layout)
{
    const char *text = call->arguments[layout].text;
    return strcmp(text, "TND") == 0 ? ACLNN_SUCCESS
                                    : report(INVALID, "%s is \"%s\"; \"TND\" is required",
                                             call_name(call, layout), text);
}

/* Rows of a compressed key, and what they have to do with blocks that are selected. */
static aclnnStatus check_importance_steps(const struct call *call, const char *stride_name)
{
    aclnnStatus status = check_unit(call, "compressBlockSize", MOST_BLOCK);
    if (status == ACLNN_SUCCESS)
        status = check_unit(call, stride_name, MOST_STRIDE);
    if (status == ACLNN_SUCCESS)
        status = check_unit(call, "selectBlockSize", MOST_BLOCK);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t block = number(call, "compressBlockSize");
    int64_t stride = number(call, stride_name);
    int64_t select = number(call, "selectBlockSize");
    if (stride > block || block > select)
        return refuse(call, TILED, "compressBlockSize",
                      "from the stride up to selectBlockSize is required");
    return select % stride == 0
               ? ACLNN_SUCCESS
               : refuse(call, TILED, "selectBlockSize", "a multiple of the stride is required");
}

static aclnnStatus check_importance_heads(const struct call *call)
{
    const struct tensor *q = tensor_of(call, "query");
    const struct tensor *k = tensor_of(call, "key");
    const struct tensor *v = tensor_of(call, "value");
    if (q->rank != 3 || q->dims[2] < 1 || q->dims[2] > MOST_COLUMNS)
        return refuse_shape(call, TILED, "query", "[T, N, D] with D from 1 to 768 is required");
    if (k->rank != 3 || k->dims[1] < 1 || k->dims[2] != q->dims[2])
        return refuse_shape(call, TILED, "key", "[Tkv, Nkv, D] is required");
    if (v->rank != 3 || v->dims[0] != k->dims[0] || v->dims[1] != k->dims[1] || v->dims[2] < 1)
        return refuse_shape(call, TILED, "value", "[Tkv, Nkv, Dv] is required");
    if (number(call, "headNum") != q->dims[1] || q->dims[1] < 1 || q->dims[1] % k->dims[1] != 0 ||
        q->dims[1] / k->dims[1] > MOST_BLOCK)
        return refuse(call, TILED, "headNum",
                      "N of query is required, a multiple of that of key, at most 128 times as "
                      "many");
    return ACLNN_SUCCESS;
}

/* The compressed keys of the batch that has fewest. */
static int64_t fewest_keys(const struct shape_numbers *ends, int64_t *most_keys)
{
    int64_t fewest = INT64_MAX;
    for (int64_t i = 0; i < ends->count; i++) {
        int64_t keys = ends->each[i] - (i == 0 ? 0 : ends->each[i - 1]);
        fewest = least(fewest, keys);
        *most_keys = most(*most_keys, keys);
    }
    return fewest;
}

/* The kernel reads lines from the first element on; more elements, and their shape, count for
 * nothing. */
static aclnnStatus check_mask(const struct call *call, const char *name, int64_t rows,
                              int64_t columns)
{
    const struct tensor *mask = tensor_of(call, name);
    if (mask == NULL || mask->rank == 0)
        return ACLNN_SUCCESS;
    if (mask->type != ACL_BOOL && mask->type != ACL_UINT8)
        return report(TILED, "the data type of %s is %s; DT_BOOL or DT_UINT8 is required", name,
                      data_type_name(mask->type));
    return shape_count(mask->dims, mask->rank) >= rows * columns
               ? ACLNN_SUCCESS
               : refuse_shape(call, TILED, name,
                              "a line for each query of the longest batch, with a place for each "
                              "of the most keys or blocks, is required");
}

static aclnnStatus check_importance_lengths(const struct call *call)
{
    const struct shape_numbers q = numbers_of(call, "actualSeqQLenOptional");
    const struct shape_numbers k = numbers_of(call, "actualCmpSeqKvLenOptional");
    int64_t most_rows = 0;
    int64_t most_keys = 0;
    if (q.count == 0 || q.count != k.count)
        return report(TILED,
                      "actualSeqQLenOptional has %" PRId64
                      " numbers, actualCmpSeqKvLenOptional %" PRId64
                      "; as many are required, at least 1",
                      q.count, k.count);
    aclnnStatus status = nsa_check_ends(call, call_find(call, "actualSeqQLenOptional"),
                                        tensor_of(call, "query")->dims[0]);
    if (status == ACLNN_SUCCESS)
        status = nsa_check_ends(call, call_find(call, "actualCmpSeqKvLenOptional"),
                                tensor_of(call, "key")->dims[0]);
    if (status != ACLNN_SUCCESS)
        return status;
    fewest_keys(&q, &most_rows);
    int64_t steps = number(call, "selectBlockSize") / number(call, "compressStride");
    int64_t blocks = divide_up(fewest_keys(&k, &most_keys), steps);
    int64_t count = number(call, "selectBlockCount");
    if (count < 1 || count > NSA_MOST_SELECTED || count > blocks)
        return refuse(call, TILED, "selectBlockCount",
                      "1 to 32 is required, and not above the blocks of any batch");
    status = check_mask(call, "attenMaskOptional", most_rows, most_keys);
    return status == ACLNN_SUCCESS
               ? check_mask(call, "topkMaskOptional", most_rows, divide_up(most_keys, steps))
               : status;
}

static aclnnStatus check_importance_results(const struct call *call)
{
    const int64_t *q = tensor_of(call, "query")->dims;
    int64_t key_heads = tensor_of(call, "key")->dims[1];
    const struct {
        const char *name;
        int64_t dims[3];
        aclDataType type;
    } results[] = {
        {"softmaxMaxOut", {q[0], q[1], 8}, ACL_FLOAT},
        {"softmaxSumOut", {q[0], q[1], 8}, ACL_FLOAT},
        {"attentionOutOut",
         {q[0], q[1], tensor_of(call, "value")->dims[2]},
         tensor_of(call, "query")->type},
        {"topkIndicesOut", {q[0], key_heads, number(call, "selectBlockCount")}, ACL_INT32},
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        aclnnStatus status = check_type(call, results[i].name, results[i].type);
        if (status != ACLNN_SUCCESS)
            return status;
        if (!has_dims(tensor_of(call, results[i].name), results[i].dims, 3))
            return refuse_shape(call, TILED, results[i].name,
                                "that which follows from query, key and value is required");
    }
    return ACLNN_SUCCESS;
}

/* What op_api and the tiling refuse. */
aclnnStatus attention_check_importance(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_importance_heads, check_importance_lengths, check_importance_results};
    aclnnStatus status = check_importance_steps(call, "compressStride");
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}

/* ---- Keys in pages --------------------------------------------------------------------------- */

struct paged {
    const char *layout;
    const struct tensor *query;
    const struct tensor *key;
    const struct tensor *value;
    const struct tensor *table;
    int64_t heads;
    int64_t key_heads;
    bool is_dense; /* layout is "TND" */
    bool is_flat;  /* rows have all heads in one dimension */
};

static struct paged read_paged(const struct call *call)
{
    struct paged p = {.layout = call->arguments[call_find(call, "layoutOptional")].text,
                      .query = tensor_of(call, "query"),
                      .key = tensor_of(call, "key"),
                      .value = tensor_of(call, "value"),
                      .table = tensor_of(call, "blockTableOptional"),
                      .heads = number(call, "numHeads"),
                      .key_heads = number(call, "numKeyValueHeads")};
    p.is_dense = strcmp(p.layout, "TND") == 0;
    p.is_flat = strcmp(p.layout, "BSH") == 0;
    return p;
}

/* The columns of a head; -1 where heads do not divide the tensor. */
static int64_t columns_of(const struct tensor *tensor, int64_t heads, bool is_flat)
{
    int64_t last = tensor->dims[tensor->rank - 1];
    return !is_flat ? last : last % heads == 0 ? last / heads : -1;
}

/* Only the layouts that these calls have. */
aclnnStatus attention_check_paged_layout(struct call *call, int layout)
{
    const char *text = call->arguments[layout].text;
    bool is_selected = call_find(call, "topkIndices") >= 0;
    if (strcmp(text, "TND") == 0 || strcmp(text, "BSND") == 0 ||
        (is_selected && strcmp(text, "BSH") == 0))
        return ACLNN_SUCCESS;
    return report(INVALID, "%s is \"%s\"; \"TND\", \"BSND\"%s is required", call_name(call, layout),
                  text, is_selected ? " or \"BSH\"" : "");
}

/* Heads of queries, which share heads of keys. */
aclnnStatus attention_check_paged_heads(struct call *call)
{
    const struct paged p = read_paged(call);
    bool is_selected = call_find(call, "topkIndices") >= 0;
    if (p.heads < 1)
        return refuse(call, TILED, "numHeads", "a number above 0 is required");
    if (p.key_heads >= 1 && p.heads % p.key_heads == 0 &&
        p.heads / p.key_heads <= (is_selected ? UNIT : MOST_BLOCK))
        return ACLNN_SUCCESS;
    return refuse(call, TILED, "numKeyValueHeads",
                  is_selected ? "a divisor of numHeads is required, at most 16 times smaller"
                              : "a divisor of numHeads is required, at most 128 times smaller");
}

/* Pages of keys and values, and a line of them for each batch. */
static aclnnStatus check_pages(const struct call *call, const struct paged *p, bool is_flat)
{
    const struct tensor *pages[] = {p->key, p->value};
    const char *const names[] = {"key", "value"};
    int64_t page = number(call, "pageBlockSize");
    for (int i = 0; i < 2; i++)
        if (pages[i]->rank != (is_flat ? 3 : 4) || pages[i]->dims[0] != p->key->dims[0] ||
            pages[i]->dims[0] < 1 || pages[i]->dims[1] != page ||
            (!is_flat && pages[i]->dims[2] != p->key_heads))
            return refuse_shape(call, TILED, names[i],
                                is_flat ? "[pages, pageBlockSize, numKeyValueHeads * columns] is "
                                          "required"
                                        : "[pages, pageBlockSize, numKeyValueHeads, columns] is "
                                          "required");
    if (p->table->rank != 2 || p->table->dims[0] < 1 || p->table->dims[1] < 1)
        return refuse_shape(call, TILED, "blockTableOptional", "[batches, pages] is required");
    return ACLNN_SUCCESS;
}

/* The queries of each batch: 1 to 4, one behind the other or with room for as many in each. */
static aclnnStatus check_paged_rows(const struct call *call, const struct paged *p)
{
    const struct shape_numbers rows = numbers_of(call, "actualQSeqLenOptional");
    int64_t batches = p->table->dims[0];
    int64_t sum = 0;
    if (rows.count != 0 && rows.count != batches)
        return report(TILED,
                      "actualQSeqLenOptional has %" PRId64 " numbers, blockTableOptional %" PRId64
                      " lines; as many are required",
                      rows.count, batches);
    int64_t room = p->is_dense ? NSA_MOST_TOGETHER : least(NSA_MOST_TOGETHER, p->query->dims[1]);
    for (int64_t i = 0; i < batches; i++) {
        int64_t count = rows.count == 0 ? 1 : rows.each[i];
        if (count < 1 || count > room)
            return report(TILED,
                          "actualQSeqLenOptional[%" PRId64 "] is %" PRId64 "; 1 to %" PRId64
                          " is required",
                          i, count, room);
        sum += count;
    }
    if (p->is_dense ? p->query->dims[0] < sum
                    : p->query->dims[0] != batches || p->query->dims[1] > NSA_MOST_TOGETHER)
        return refuse_shape(call, TILED, "query",
                            "the rows of actualQSeqLenOptional, 1 to 4 for each line of "
                            "blockTableOptional, are required");
    return ACLNN_SUCCESS;
}

/* The keys of each batch lie in its pages. */
static aclnnStatus check_paged_keys(const struct call *call, const struct paged *p,
                                    const char *name, int64_t limit)
{
    const struct shape_numbers keys = numbers_of(call, name);
    int64_t room = least(limit, p->table->dims[1] * number(call, "pageBlockSize"));
    if (keys.count != p->table->dims[0])
        return report(TILED,
                      "%s has %" PRId64 " numbers, blockTableOptional %" PRId64
                      " lines; as many are required",
                      name, keys.count, p->table->dims[0]);
    for (int64_t i = 0; i < keys.count; i++)
        if (keys.each[i] < 1 || keys.each[i] > room)
            return report(TILED, "%s[%" PRId64 "] is %" PRId64 "; 1 to %" PRId64 " is required",
                          name, i, keys.each[i], room);
    return ACLNN_SUCCESS;
}

/* The dims of rows of queries, with other heads and columns. */
static bool follows(const struct tensor *out, const struct paged *p, int64_t heads, int64_t columns,
                    bool is_flat)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = p->query->rank;
    memcpy(dims, p->query->dims, (size_t)rank * sizeof *dims);
    dims[rank - 1] = is_flat ? heads * columns : columns;
    if (!is_flat)
        dims[rank - 2] = heads;
    return has_dims(out, dims, rank);
}

/* ---- Attention to blocks of keys in pages ---------------------------------------------------- */

#define SELECTED_COLUMNS 192
#define SELECTED_VALUE_COLUMNS 128

/* What op_api looks at. */
aclnnStatus attention_check_selected_in_pages(struct call *call)
{
    const struct paged p = read_paged(call);
    bool is_flat = p.is_dense || p.is_flat;
    if (p.query->rank != (is_flat ? 3 : 4))
        return refuse_shape(call, INVALID, "query",
                            "as many dimensions as layoutOptional has letters are required");
    const struct tensor *pages[] = {p.key, p.value};
    const char *const names[] = {"key", "value"};
    for (int i = 0; i < 2; i++)
        if (pages[i]->rank != (is_flat ? 3 : 4) ||
            columns_of(pages[i], p.key_heads, is_flat) !=
                (i == 0 ? SELECTED_COLUMNS : SELECTED_VALUE_COLUMNS))
            return refuse_shape(call, INVALID, names[i],
                                "heads of 192 columns of key and 128 of value are required, all in "
                                "the last dimension but for \"BSND\"");
    if (columns_of(p.query, p.heads, p.is_flat) != SELECTED_COLUMNS)
        return refuse_shape(call, INVALID, "query", "heads of 192 columns are required");
    const char *const lengths[] = {"actualQSeqLenOptional", "actualKvSeqLenOptional"};
    for (int i = 0; i < 2; i++)
        if (numbers_of(call, lengths[i]).count > MOST_LENGTHS)
            return report(INVALID, "%s has %" PRId64 " numbers; 3072 are allowed at most",
                          lengths[i], numbers_of(call, lengths[i]).count);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_selected_attributes(const struct call *call, const struct paged *p)
{
    int64_t page = number(call, "pageBlockSize");
    int64_t count = number(call, "selectBlockCount");
    const struct tensor *chosen = tensor_of(call, "topkIndices");
    aclnnStatus status = check_unit(call, "selectBlockSize", MOST_BLOCK);
    if (status != ACLNN_SUCCESS)
        return status;
    if (page != 64 && page != 128)
        return refuse(call, TILED, "pageBlockSize", "64 or 128 is required");
    if (count < 1 || count > NSA_MOST_SELECTED_IN_PAGES)
        return refuse(call, TILED, "selectBlockCount", "1 to 8192 is required");
    if (p->is_flat) {
        const int64_t dims[] = {p->query->dims[0], p->query->dims[1], p->key_heads, count};
        return has_dims(chosen, dims, 4)
                   ? ACLNN_SUCCESS
                   : refuse_shape(call, TILED, "topkIndices",
                                  "[B, S, numKeyValueHeads, selectBlockCount] is required");
    }
    return follows(chosen, p, p->key_heads, count, false)
               ? ACLNN_SUCCESS
               : refuse_shape(call, TILED, "topkIndices",
                              "rows of query, numKeyValueHeads and selectBlockCount are required");
}

/* What the tiling refuses. */
aclnnStatus attention_check_selected_in_pages_tiled(struct call *call)
{
    const struct paged p = read_paged(call);
    const struct shape_numbers rows = numbers_of(call, "actualQSeqLenOptional");
    const struct shape_numbers keys = numbers_of(call, "actualKvSeqLenOptional");
    if (!p.is_flat && p.query->dims[p.query->rank - 2] != p.heads)
        return refuse(call, TILED, "numHeads", "N of query is required");
    aclnnStatus status = check_selected_attributes(call, &p);
    if (status == ACLNN_SUCCESS)
        status = check_pages(call, &p, p.is_dense || p.is_flat);
    if (status == ACLNN_SUCCESS)
        status = check_paged_rows(call, &p);
    if (status == ACLNN_SUCCESS)
        status = check_paged_keys(call, &p, "actualKvSeqLenOptional", INT64_MAX);
    for (int64_t i = 0; i < rows.count && status == ACLNN_SUCCESS; i++)
        if (rows.each[i] > keys.each[i])
            status = report(TILED,
                            "actualQSeqLenOptional[%" PRId64 "] is %" PRId64
                            ", above actualKvSeqLenOptional[%" PRId64 "], which is %" PRId64,
                            i, rows.each[i], i, keys.each[i]);
    if (status == ACLNN_SUCCESS)
        status = check_type(call, "blockTableOptional", ACL_INT32);
    if (status == ACLNN_SUCCESS)
        status = check_type(call, "output", p.query->type);
    if (status == ACLNN_SUCCESS &&
        !follows(tensor_of(call, "output"), &p, p.heads, SELECTED_VALUE_COLUMNS, p.is_flat))
        status = refuse_shape(call, TILED, "output",
                              "that of query with 128 columns of each head is required");
    return status;
}

/* ---- Compressed keys in pages ---------------------------------------------------------------- */

/* What op_api looks at first. */
aclnnStatus attention_check_paged_batches(struct call *call, int query)
{
    const struct tensor *q = call_tensor(call, query);
    int64_t batches = q->rank == 0 ? 0 : q->dims[0];
    return batches >= 1 && batches <= MOST_QUERIES
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(call, INVALID, query, "1 to 10000 rows or batches are required");
}

static aclnnStatus check_inferred_heads(const struct call *call, const struct paged *p)
{
    int64_t group = p->heads / p->key_heads;
    if (p->query->rank != (p->is_dense ? 3 : 4) || p->query->dims[p->query->rank - 2] != p->heads)
        return refuse_shape(call, TILED, "query",
                            "[T, numHeads, D] or [B, S, numHeads, D] is required, by "
                            "layoutOptional");
    if (MOST_BLOCK % group != 0)
        return refuse(call, TILED, "numKeyValueHeads",
                      "numHeads divided by 1, 2, 4 and so on up to 128 is required");
    int64_t depth = p->query->dims[p->query->rank - 1];
    int64_t value_depth = columns_of(p->value, p->key_heads, true);
    if (depth < 1 || depth > SELECTED_COLUMNS || columns_of(p->key, p->key_heads, true) != depth)
        return refuse_shape(call, TILED, "key",
                            "heads of as many columns as query has, 1 to 192, "
                            "are required");
    if (value_depth < 1 || value_depth > SELECTED_VALUE_COLUMNS || value_depth > depth)
        return refuse_shape(call, TILED, "value",
                            "heads of 1 to 128 columns, not more than query has, are required");
    return ACLNN_SUCCESS;
}

/* How many blocks so many compressed keys are of. */
static int64_t candidates_of(const struct call *call, int64_t keys)
{
    int64_t rows = (keys - 1) * number(call, "compressBlockStride") +
                   number(call, "compressBlockSize");
    return divide_up(rows, number(call, "selectBlockSize"));
}

static aclnnStatus check_candidates(const struct call *call)
{
    const struct shape_numbers keys = numbers_of(call, "actualCmpKvSeqLenOptional");
    int64_t fewest = INT64_MAX;
    int64_t count = number(call, "selectBlockCount");
    for (int64_t i = 0; i < keys.count; i++) {
        int64_t found = candidates_of(call, keys.each[i]);
        fewest = least(fewest, found);
        if (found > MOST_CANDIDATES)
            return report(TILED,
                          "actualCmpKvSeqLenOptional[%" PRId64 "] is of %" PRId64
                          " blocks of selectBlockSize; 4096 are allowed at most",
                          i, found);
    }
    return count >= 1 && count <= fewest
               ? ACLNN_SUCCESS
               : refuse(call, TILED, "selectBlockCount",
                        "at least 1, and not above the blocks of any batch, is required");
}

/* The keys before they were compressed, where there are several queries in a batch. */
static aclnnStatus check_whole_keys(const struct call *call)
{
    const struct shape_numbers rows = numbers_of(call, "actualQSeqLenOptional");
    const struct shape_numbers keys = numbers_of(call, "actualCmpKvSeqLenOptional");
    const struct shape_numbers whole = numbers_of(call, "actualSelKvSeqLenOptional");
    int64_t longest = 1;
    for (int64_t i = 0; i < rows.count; i++)
        longest = most(longest, rows.each[i]);
    if (longest == 1 || whole.count == 0)
        return ACLNN_SUCCESS;
    if (whole.count != keys.count)
        return report(TILED,
                      "actualSelKvSeqLenOptional has %" PRId64
                      " numbers, actualCmpKvSeqLenOptional %" PRId64 "; as many are required",
                      whole.count, keys.count);
    for (int64_t i = 0; i < whole.count; i++) {
        int64_t free = shape_difference(whole.each[i], number(call, "compressBlockSize"));
        int64_t found = free / number(call, "compressBlockStride") + 1;
        if (found != keys.each[i])
            return report(TILED,
                          "actualSelKvSeqLenOptional[%" PRId64 "] is %" PRId64
                          ", whose compressed keys are %" PRId64
                          "; those of actualCmpKvSeqLenOptional, %" PRId64 ", are required",
                          i, whole.each[i], found, keys.each[i]);
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_inferred_results(const struct call *call, const struct paged *p)
{
    int64_t columns = columns_of(p->value, p->key_heads, true);
    if (!follows(tensor_of(call, "output"), p, p->heads, columns, false))
        return refuse_shape(call, TILED, "output",
                            "that of query with the columns of value is required");
    return follows(tensor_of(call, "topKOutput"), p, p->key_heads, number(call, "selectBlockCount"),
                   false)
               ? ACLNN_SUCCESS
               : refuse_shape(call, TILED, "topKOutput",
                              "rows of query, numKeyValueHeads and selectBlockCount are required");
}

/* What the tiling refuses. */
aclnnStatus attention_check_importance_in_pages(struct call *call)
{
    const struct paged p = read_paged(call);
    aclnnStatus status = check_unit(call, "pageBlockSize", MOST_BLOCK);
    if (status == ACLNN_SUCCESS)
        status = check_pages(call, &p, true);
    if (status == ACLNN_SUCCESS)
        status = check_inferred_heads(call, &p);
    if (status == ACLNN_SUCCESS)
        status = check_paged_rows(call, &p);
    if (status == ACLNN_SUCCESS)
        status = check_paged_keys(call, &p, "actualCmpKvSeqLenOptional", NSA_MOST_COMPRESSED);
    if (status == ACLNN_SUCCESS)
        status = check_importance_steps(call, "compressBlockStride");
    if (status == ACLNN_SUCCESS)
        status = check_whole_keys(call);
    if (status == ACLNN_SUCCESS)
        status = check_candidates(call);
    return status == ACLNN_SUCCESS ? check_inferred_results(call, &p) : status;
}
