/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/attention/block_sparse.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/batches.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

#define USUAL_BLOCK 128 /* rows or columns of a block; columns are multiples of it */
#define WHOLE_WINDOW INT32_MAX
#define COLUMNS_OF_950 128   /* of a head of gradients */
#define BLOCK_STEP_OF_950 64 /* rows and columns of blocks of gradients are multiples of it */
#define CODED_ROWS 128       /* of blocks of float8 */
#define CODED_COLUMNS 256    /* multiples of which are those of blocks of float8 */
#define PRECISION_OF_950 4   /* innerPrecise; of others it is 0, or 1 of float16 */

struct reader {
    const struct call *call;
    struct attention *a;
    struct block_sparse_refusal *refusal;
    bool is_grad;
    bool is_950;
    bool is_packed;  /* batches share one dimension */
    bool has_chosen; /* blocks are chosen by their numbers, not by a mask */
};

static bool unfit(const struct reader *r, bool is_of_shapes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool unfit(const struct reader *r, bool is_of_shapes, const char *format, ...)
{
    va_list arguments;
    r->refusal->is_of_shapes = is_of_shapes && !r->is_grad; /* gradients have those of operands */
    va_start(arguments, format);
    vsnprintf(r->refusal->text, sizeof r->refusal->text, format, arguments);
    va_end(arguments);
    return false;
}

static int64_t number(const struct reader *r, const char *name)
{
    return r->call->arguments[call_find(r->call, name)].integer;
}

static bool number_is(const struct reader *r, const char *name, int64_t wanted)
{
    return number(r, name) == wanted ||
           unfit(r, false, "%s is %" PRId64 "; %" PRId64 " is required", name, number(r, name),
                 wanted);
}

int64_t attention_block_sparse_longest(const struct attention_counts *counts, int64_t batches,
                                       bool is_packed)
{
    int64_t found = 0;
    if (!is_packed || counts->values == NULL)
        return counts->whole;
    for (int64_t b = 0; b < batches; b++)
        found = most(found, counts->values[b]);
    return found;
}

static bool read_layout(struct reader *r)
{
    static const char *const tensors[] = {"query", "key", "value"};
    const char *text = r->call->arguments[call_find(r->call, "qInputLayout")].text;
    const char *of_keys = r->call->arguments[call_find(r->call, "kvInputLayout")].text;
    bool is_known = strcmp(text, "TND") == 0 || strcmp(text, "BNSD") == 0 ||
                    strcmp(text, "BSND") == 0;
    if (!is_known || strcmp(text, of_keys) != 0 || (strcmp(text, "BSND") == 0 && !r->is_950))
        return unfit(r, false,
                     "qInputLayout is \"%s\" and kvInputLayout \"%s\"; \"TND\" or \"BNSD\", or on "
                     "Ascend950 \"BSND\", is required of both",
                     text, of_keys);
    for (size_t i = 0; i < sizeof tensors / sizeof tensors[0]; i++)
        if (batches_tensor(r->call, tensors[i])->rank != (int32_t)strlen(text))
            return unfit(r, true,
                         "%s has %d dimensions; as many as \"%s\" has letters are required",
                         tensors[i], batches_tensor(r->call, tensors[i])->rank, text);
    attention_call_set_layout(&r->a->query, text, strlen(text));
    r->a->key = r->a->out = r->a->query;
    r->is_packed = r->a->query.t >= 0;
    return true;
}

static bool read_heads(struct reader *r)
{
    struct attention *a = r->a;
    const struct tensor *query = batches_tensor(r->call, "query");
    const struct tensor *key = batches_tensor(r->call, "key");
    int64_t key_heads = number(r, "numKeyValueHeads");
    a->heads = query->dims[a->query.n];
    a->key_heads = key->dims[a->key.n];
    a->depth = query->dims[a->query.d];
    a->value_depth = a->depth;
    if (!attention_call_are_like(batches_tensor(r->call, "value"), key, -1) ||
        key->dims[a->key.d] != a->depth)
        return unfit(r, true,
                     "the shapes of key and value differ, or heads of query have other columns, "
                     "%" PRId64 " and %" PRId64 "; they must be equal",
                     a->depth, key->dims[a->key.d]);
    if (a->key_heads <= 0 || a->heads <= 0 || a->heads % a->key_heads != 0 ||
        (!r->is_grad && key_heads != a->key_heads))
        return unfit(r, !r->is_grad && key_heads != a->key_heads,
                     "query has %" PRId64 " heads, key %" PRId64 ", numKeyValueHeads is %" PRId64
                     "; a multiple and the number of those of key are required",
                     a->heads, a->key_heads, key_heads);
    if (!r->is_grad)
        return a->depth == 64 || a->depth == 128 ||
               unfit(r, false, "a head has %" PRId64 " columns; 64 or 128 are required", a->depth);
    if (r->is_950)
        return a->depth == COLUMNS_OF_950 ||
               unfit(r, false, "a head has %" PRId64 " columns; gradients on Ascend950 require 128",
                     a->depth);
    return a->depth > 0 || unfit(r, false, "a head has no columns; one or more are required");
}

/* Lengths of each batch, within what there is, and of all of it where batches share a dimension. */
static bool read_counts(struct reader *r, const char *name, int64_t whole,
                        struct attention_counts *counts)
{
    const struct array *array = r->call->arguments[call_find(r->call, name)].array;
    int64_t left = whole;
    bool is_other = array != NULL && array->size != (uint64_t)r->a->batches;
    *counts = (struct attention_counts){.whole = whole};
    if (is_other && r->has_chosen && !r->is_packed)
        array = NULL; /* CANN leaves them out */
    if (array == NULL)
        return !r->is_packed || unfit(r, false, "%s is NULL; \"TND\" requires it", name);
    if (array->size != (uint64_t)r->a->batches)
        return unfit(r, false, "%s has %" PRIu64 " lengths; %" PRId64 " batches are required", name,
                     array->size, r->a->batches);
    counts->values = array_integers(array);
    counts->size = array->size;
    for (uint64_t i = 0; i < array->size; i++) {
        if (counts->values[i] < 0 || counts->values[i] > left)
            return unfit(r, false, "%s[%" PRIu64 "] is %" PRId64 "; 0 to %" PRId64 " are there",
                         name, i, counts->values[i], left);
        left -= r->is_packed ? counts->values[i] : 0;
    }
    return !r->is_packed || left == 0 || r->is_grad ||
           unfit(r, false, "%s leaves %" PRId64 " of %" PRId64 "; the sum of all is required", name,
                 left, whole);
}

static bool read_sizes(struct reader *r)
{
    static const char *const names[] = {"actualSeqLengthsOptional", "actualSeqLengthsKvOptional"};
    struct attention *a = r->a;
    const struct tensor *query = batches_tensor(r->call, "query");
    const struct tensor *key = batches_tensor(r->call, "key");
    const struct array *rows = r->call->arguments[call_find(r->call, names[0])].array;
    const struct array *columns = r->call->arguments[call_find(r->call, names[1])].array;
    int place = r->is_packed ? a->query.t : a->query.s;
    bool reads_none = !r->is_packed && r->is_grad && r->is_950;
    a->batches = r->is_packed ? rows == NULL ? 0 : (int64_t)rows->size : query->dims[a->query.b];
    if (!r->is_packed && key->dims[a->key.b] != a->batches)
        return unfit(r, false,
                     "query has %" PRId64 " batches and key %" PRId64 "; as many are "
                     "required",
                     a->batches, key->dims[a->key.b]);
    a->rows = (struct attention_counts){.whole = query->dims[place]};
    a->columns = (struct attention_counts){.whole = key->dims[place]};
    if (reads_none)
        return true;
    if ((rows == NULL) != (columns == NULL) && !r->is_grad && !r->has_chosen)
        return unfit(r, false, "one of %s and %s is NULL; both or none are required", names[0],
                     names[1]);
    return read_counts(r, names[0], query->dims[place], &a->rows) &&
           read_counts(r, names[1], key->dims[place], &a->columns);
}

/* What the tilings ask of the work: a row of any batch, of which 910B's for gradients take them all
 * where batches do not share a dimension; gradients on Ascend950 as many columns as rows. */
static bool check_work(const struct reader *r)
{
    const struct attention *a = r->a;
    if (r->is_950)
        return !r->is_grad ||
               (a->batches > 0 && a->rows.whole > 0 && a->rows.whole == a->columns.whole) ||
               unfit(r, false,
                     "query has %" PRId64 " batches of %" PRId64 " rows, key %" PRId64
                     "; gradients on Ascend950 require as many of both, and none 0",
                     a->batches, a->rows.whole, a->columns.whole);
    for (int64_t b = 0; b < a->batches; b++)
        if ((r->is_grad && !r->is_packed ? a->rows.whole : attention_count_of(&a->rows, b)) > 0)
            return true;
    return unfit(r, false, "no batch has a row of query; one or more are required");
}

static bool check_blocks(const struct reader *r)
{
    const struct attention *a = r->a;
    int64_t step = r->is_grad && r->is_950 ? BLOCK_STEP_OF_950 : 1;
    bool fits = a->block_rows <= INT32_MAX && a->block_columns <= INT32_MAX &&
                a->block_rows % step == 0 && a->block_columns % step == 0;
    return fits || unfit(r, false,
                         "blocks have %" PRId64 " rows and %" PRId64
                         " columns; multiples of %" PRId64 " up to 2147483647 are required",
                         a->block_rows, a->block_columns, step);
}

/* Numbers of blocks for as many blocks of rows as all batches have, at least. */
static bool check_chosen(const struct reader *r)
{
    char found[160];
    const struct attention *a = r->a;
    const struct tensor *chosen = batches_tensor(r->call, "selectIdx");
    const struct tensor *counts = batches_tensor(r->call, "selectNumIdx");
    int64_t blocks = 0;
    for (int64_t b = 0; b < a->batches; b++)
        blocks += divide_up(attention_count_of(&a->rows, b), a->block_rows);
    if (a->block_columns % USUAL_BLOCK != 0)
        return unfit(r, false, "blocks have %" PRId64 " columns; a multiple of 128 is required",
                     a->block_columns);
    if (chosen->type == ACL_INT64 && chosen->rank == 3 && chosen->dims[0] >= blocks &&
        chosen->dims[1] == a->heads && counts->type == ACL_INT64 && counts->rank == 2 &&
        counts->dims[0] >= blocks && counts->dims[1] == a->heads)
        return true;
    return unfit(r, false,
                 "selectIdx is %s, or selectNumIdx not alike; int64 of %" PRId64
                 " blocks and %" PRId64 " heads is required of both",
                 dims_describe(chosen->dims, chosen->rank, found, sizeof found), blocks, a->heads);
}

static bool read_mask(struct reader *r)
{
    char found[160];
    char wanted[160];
    struct attention *a = r->a;
    const struct tensor *mask = batches_tensor(r->call, "blockSparseMaskOptional");
    const char *name = r->has_chosen ? "blockShape" : "blockShapeOptional";
    const struct array *shape = r->call->arguments[call_find(r->call, name)].array;
    a->block_rows = shape == NULL ? USUAL_BLOCK : array_integers(shape)[0];
    a->block_columns = shape == NULL ? USUAL_BLOCK : array_integers(shape)[1];
    if (!check_blocks(r))
        return false;
    if (r->has_chosen)
        return check_chosen(r);
    if (mask == NULL)
        return unfit(r, false, "blockSparseMaskOptional is NULL; CANN requires it");
    if (!r->is_grad && (mask->type != ACL_INT8 || a->block_columns % USUAL_BLOCK != 0))
        return unfit(r, false,
                     "the data type of blockSparseMaskOptional is %s, its blocks have %" PRId64
                     " columns; DT_INT8 and a multiple of 128 are required",
                     data_type_name(mask->type), a->block_columns);
    const int64_t dims[] = {
        a->batches, a->heads,
        divide_up(attention_block_sparse_longest(&a->rows, a->batches, r->is_packed),
                  a->block_rows),
        divide_up(attention_block_sparse_longest(&a->columns, a->batches, r->is_packed),
                  a->block_columns)};
    if (mask->rank == 4 && memcmp(mask->dims, dims, sizeof dims) == 0)
        return true;
    return unfit(r, false, "the shape of blockSparseMaskOptional is %s; %s is required",
                 dims_describe(mask->dims, mask->rank, found, sizeof found),
                 dims_describe(dims, 4, wanted, sizeof wanted));
}

/* What the call has room for and its kernel does not take yet. */
static bool check_unused(const struct reader *r)
{
    int64_t precision = number(r, "innerPrecise");
    bool is_half = batches_tensor(r->call, "query")->type == ACL_FLOAT16;
    bool has_precision = r->is_950 ? precision == PRECISION_OF_950
                                   : precision == 0 || (precision == 1 && is_half);
    int64_t flag = number(r, "softmaxLseFlag");
    if (batches_tensor(r->call, "attenMaskOptional") != NULL ||
        batches_tensor(r->call, "blockTableOptional") != NULL)
        return unfit(r, false,
                     "attenMaskOptional or blockTableOptional is given; NULL is required of both");
    if (!has_precision)
        return unfit(r, false,
                     "innerPrecise is %" PRId64
                     "; on Ascend950 4 is required, on others 0, or 1 of DT_FLOAT16",
                     precision);
    if (flag != 0 && flag != 1)
        return unfit(r, false, "softmaxLseFlag is %" PRId64 "; 0 or 1 is required", flag);
    return number_is(r, "blockSize", 0) && number_is(r, "preTokens", WHOLE_WINDOW) &&
           number_is(r, "nextTokens", WHOLE_WINDOW);
}

/* Scales of float8, a number for each block of rows of each head. */
static bool check_scale(const struct reader *r, int which)
{
    char found[160];
    char wanted[160];
    const struct attention *a = r->a;
    const char *name = block_sparse_scales[which].scale;
    const struct tensor *scale = batches_tensor(r->call, name);
    bool is_query = which == 0;
    int64_t longest = attention_block_sparse_longest(is_query ? &a->rows : &a->columns, a->batches,
                                                     r->is_packed);
    const int64_t dims[] = {a->batches, is_query ? a->heads : a->key_heads,
                            divide_up(longest, is_query ? a->block_rows : a->block_columns), 1};
    if (scale == NULL || scale->type != ACL_FLOAT)
        return unfit(r, false, "%s is not float32, which DT_FLOAT8_E4M3FN requires", name);
    if (scale->rank == 4 && memcmp(scale->dims, dims, sizeof dims) == 0)
        return true;
    return unfit(r, false, "the shape of %s is %s; %s is required", name,
                 dims_describe(scale->dims, scale->rank, found, sizeof found),
                 dims_describe(dims, 4, wanted, sizeof wanted));
}

static bool check_codes(const struct reader *r)
{
    const struct attention *a = r->a;
    if (!r->is_950)
        return unfit(r, false, "query is DT_FLOAT8_E4M3FN, which Ascend950 alone takes");
    if (!type_is_half(batches_tensor(r->call, "attentionOut")->type))
        return unfit(r, false, "attentionOut is %s; DT_FLOAT16 or DT_BFLOAT16 is required",
                     data_type_name(batches_tensor(r->call, "attentionOut")->type));
    if (a->block_rows != CODED_ROWS || a->block_columns % CODED_COLUMNS != 0)
        return unfit(r, false,
                     "blocks have %" PRId64 " rows and %" PRId64
                     " columns; with DT_FLOAT8_E4M3FN 128 and a multiple of 256 are required",
                     a->block_rows, a->block_columns);
    for (int i = 0; i < BLOCK_SPARSE_SCALED; i++)
        if (!check_scale(r, i))
            return false;
    return true;
}

static bool check_scales(const struct reader *r)
{
    if (batches_tensor(r->call, "query")->type == ACL_FLOAT8_E4M3FN)
        return check_codes(r);
    for (int i = 0; i < BLOCK_SPARSE_SCALED && r->is_950; i++)
        if (batches_tensor(r->call, block_sparse_scales[i].scale) != NULL)
            return unfit(r, false, "%s is given; without DT_FLOAT8_E4M3FN it must be NULL",
                         block_sparse_scales[i].scale);
    return true;
}

/* What RainFusionAttention has room for and has no kernel of. */
static bool check_unused_chosen(const struct reader *r)
{
    if (r->is_950)
        return unfit(r, false, "Ascend950 has no kernel of the operator; others have one");
    if (batches_tensor(r->call, "blockTableOptional") != NULL)
        return unfit(r, false, "blockTableOptional is given; NULL is required");
    if (number(r, "innerPrecise") == 1 && batches_tensor(r->call, "query")->type == ACL_BF16)
        return unfit(r, false, "innerPrecise is 1; 0 is required of DT_BFLOAT16");
    return number_is(r, "maskType", 0);
}

static bool check_rest(const struct reader *r)
{
    if (r->has_chosen)
        return check_unused_chosen(r);
    return r->is_grad || (check_unused(r) && check_scales(r));
}

bool attention_block_sparse_read(const struct call *call, struct attention *a,
                                 struct block_sparse_refusal *refusal)
{
    struct reader r = {.call = call,
                       .a = a,
                       .refusal = refusal,
                       .is_grad = call_find(call, "dout") >= 0,
                       .has_chosen = call_find(call, "selectIdx") >= 0,
                       .is_950 = call_is_on_950(call)};
    *a = (struct attention){.keep = 1, .sparse_mode = -1, .members = 1, .sink_out = -1};
    for (int i = 0; i < ATTENTION_INPUTS; i++)
        a->at[i] = -1;
    a->rope_out[0] = a->rope_out[1] = -1;
    a->scale = (float)call->arguments[call_find(call, "scaleValue")].real;
    return read_layout(&r) && read_heads(&r) && read_sizes(&r) && check_work(&r) && read_mask(&r) &&
           check_rest(&r);
}
