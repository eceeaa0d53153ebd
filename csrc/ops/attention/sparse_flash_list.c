/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention and its gradient: the lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/attention.h"
#include "ops/attention/attention.h"
#include "ops/attention/sparse_flash.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

#define MOST_ROWS 128 /* heads of rows that a core of 910B has scores of at once */
#define MOST_KEYS 512
#define ROUNDS 2  /* of which a core keeps scores, probabilities and results */
#define MERGED 4  /* pieces of keys, brought together */
#define LENGTHS 4 /* of pieces, for each of two vector cores */
#define LENGTH_BYTES (128 * 4)
#define FEW_HEADS 64 /* on Ascend950 two cores share the keys of more */
#define PIECE_KEYS 128
#define PIECES 3
#define HALF_BYTES 2
#define OUTPUTS 3

static const char *const names[SPARSE_FLASH_INPUTS] = {
    [SPARSE_FLASH_QUERY] = "query",
    [SPARSE_FLASH_KEY] = "key",
    [SPARSE_FLASH_VALUE] = "value",
    [SPARSE_FLASH_INDICES] = "sparseIndices",
    [SPARSE_FLASH_TABLE] = "blockTableOptional",
    [SPARSE_FLASH_ROW_LENGTHS] = "actualSeqLengthsQueryOptional",
    [SPARSE_FLASH_KEY_LENGTHS] = "actualSeqLengthsKvOptional",
    [SPARSE_FLASH_QUERY_ROPE] = "queryRopeOptional",
    [SPARSE_FLASH_KEY_ROPE] = "keyRopeOptional",
    [SPARSE_FLASH_SINKS] = "sinksOptional",
    [SPARSE_FLASH_GRADIENT] = "dOut",
    [SPARSE_FLASH_RESULT] = "out",
    [SPARSE_FLASH_MAXIMA] = "softmaxMax",
    [SPARSE_FLASH_SUMS] = "softmaxSum",
};

static const struct tensor *given(const struct call *call, enum sparse_flash_input which)
{
    int at = call_find(call, names[which]);
    return at < 0 ? NULL : call_tensor(call, at);
}

/* The keys that a batch has room for. */
static int64_t most_keys(const struct call *call)
{
    const struct tensor *key = given(call, SPARSE_FLASH_KEY);
    const struct tensor *table = given(call, SPARSE_FLASH_TABLE);
    return key->rank == 3 ? key->dims[0] : key->dims[1] * (table == NULL ? 1 : table->dims[1]);
}

static uint64_t bytes_on_910b(const struct l0_list *list, const struct call *call)
{
    const struct tensor *query = given(call, SPARSE_FLASH_QUERY);
    int64_t heads = query->dims[query->rank - 2];
    int64_t rows = divide_up(least(shape_product(heads, query->dims[query->rank - 3]), MOST_ROWS),
                             16) *
                   16;
    int64_t keys = divide_up(least(most_keys(call), MOST_KEYS), 32) * 32;
    int64_t scores = rows * keys * (int64_t)sizeof(float);
    int64_t results = rows * SPARSE_FLASH_COLUMNS * (int64_t)sizeof(float);
    int64_t sums = MOST_ROWS * 2 * (int64_t)sizeof(float);
    int64_t merged = MERGED * MOST_KEYS * (SPARSE_FLASH_COLUMNS + SPARSE_FLASH_ROPE) * HALF_BYTES;
    int64_t each = ROUNDS * (scores + scores / 2 + results + sums) + merged +
                   2 * LENGTHS * LENGTH_BYTES;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(each * (int64_t)list->soc->ai_cores);
}

static uint64_t bytes_on_950(const struct l0_list *list, const struct call *call)
{
    const struct tensor *query = given(call, SPARSE_FLASH_QUERY);
    int64_t cores = (int64_t)list->soc->ai_cores;
    int64_t piece = PIECE_KEYS * (SPARSE_FLASH_COLUMNS + SPARSE_FLASH_ROPE) * HALF_BYTES;
    if (query->dims[query->rank - 2] > FEW_HEADS)
        cores /= 2;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(PIECES * piece * cores);
}

static struct batches_form form_of(const struct call *call, const char *row_layout,
                                   const char *key_layout)
{
    enum batches_layout rows = attention_batches_layout_of(call, row_layout);
    return (struct batches_form){
        .rows = rows,
        .keys = attention_batches_layout_of(call, key_layout),
        .is_causal = batches_number(call, "sparseMode") == 3,
        .count = given(call, rows == BATCHES_ENDS ? SPARSE_FLASH_ROW_LENGTHS : SPARSE_FLASH_QUERY)
                     ->dims[0]};
}

typedef const struct tensor *given_function(const struct call *call, enum sparse_flash_input which);

/* Reads the inputs; those that were not given are left out of the operator's, but for values, in
 * whose place it has the keys. */
static int read_inputs(struct l0_list *list, const struct call *call, struct sparse_flash *s,
                       given_function *input, int past, int *inputs)
{
    int count = 0;
    for (int i = 0; i < SPARSE_FLASH_INPUTS; i++)
        s->at[i] = L0_NONE;
    for (int i = 0; i < past; i++) {
        bool is_key = i == SPARSE_FLASH_VALUE && given(call, SPARSE_FLASH_VALUE) == NULL;
        enum sparse_flash_input which = is_key ? SPARSE_FLASH_KEY : (enum sparse_flash_input)i;
        const struct tensor *tensor = input(call, which);
        s->at[i] = tensor == NULL ? L0_NONE : count;
        if (tensor != NULL)
            inputs[count++] = l0_contiguous(list, l0_user_tensor(list, names[which], tensor));
    }
    return count;
}

void attention_list_sparse_flash(struct l0_list *list, const struct call *call)
{
    static const char *const results[OUTPUTS] = {"attentionOut", "softmaxMax", "softmaxSum"};
    int inputs[SPARSE_FLASH_INPUTS];
    int out[OUTPUTS];
    int made[OUTPUTS];
    struct sparse_flash *s = l0_take(list, sizeof *s);
    if (s == NULL)
        return;
    s->form = form_of(call, "layoutQueryOptional", "layoutKvOptional");
    s->block = batches_number(call, "sparseBlockSizeOptional");
    s->scale = (float)call->arguments[call_find(call, "scaleValue")].real;
    s->has_statistics = batches_number(call, "returnSoftmaxLse") != 0;
    int count = read_inputs(list, call, s, given, SPARSE_FLASH_OWN_INPUTS, inputs);
    int outputs = s->has_statistics ? OUTPUTS : 1;
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++) {
        const struct tensor *like = call_tensor(call, call_find(call, results[i]));
        out[i] = l0_user_tensor(list, results[i], like);
        made[i] = l0_new_shaped(list, results[i], like->type, like->dims, like->rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, &l0_SparseFlashAttention, inputs, count, 0, made, outputs, s);
    l0_kernel_workspace(list, list->architecture == ARCHITECTURE_3510 ? bytes_on_950(list, call)
                                                                      : bytes_on_910b(list, call));
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], out[i]);
}

/* ---- The gradient ---------------------------------------------------------------------------- */

#define GRADIENT_SYSTEM ((int64_t)32 << 20)
#define GRADIENT_KEYS 128 /* that a core has at once */
#define SCATTERING 24     /* cores for which there is always room */

static int64_t aligned(int64_t bytes)
{
    return shape_product(divide_up(bytes, ATTENTION_CACHE_LINE), ATTENTION_CACHE_LINE);
}

/* What the tilings look at. */
struct sizes {
    int64_t rows; /* of all batches */
    int64_t keys;
    int64_t heads;
    int64_t depth; /* with rope */
    int64_t value_depth;
    int64_t blocks;
    int64_t block;
    int64_t rows_each; /* of a batch */
    int64_t keys_each;
};

/* Lengths are read with "TND" alone, and ropes if both are given. */
static const struct tensor *given_of_gradient(const struct call *call,
                                              enum sparse_flash_input which)
{
    bool is_length = which == SPARSE_FLASH_ROW_LENGTHS || which == SPARSE_FLASH_KEY_LENGTHS;
    bool is_rope = which == SPARSE_FLASH_QUERY_ROPE || which == SPARSE_FLASH_KEY_ROPE;
    const struct tensor *tensor = given(call, which);
    if (is_length && attention_batches_layout_of(call, "layoutOptional") == BATCHES_ROOMS)
        return NULL;
    if (is_rope && (given(call, SPARSE_FLASH_QUERY_ROPE) == NULL ||
                    given(call, SPARSE_FLASH_KEY_ROPE) == NULL))
        return NULL;
    return tensor_is_empty(tensor) ? NULL : tensor;
}

static int64_t last_of(const struct tensor *tensor)
{
    return tensor == NULL ? 0 : tensor->dims[tensor->rank - 1];
}

static struct sizes sizes_of(const struct call *call)
{
    const struct tensor *query = given(call, SPARSE_FLASH_QUERY);
    const struct tensor *key = given(call, SPARSE_FLASH_KEY);
    const struct tensor *value = given(call, SPARSE_FLASH_VALUE);
    bool has_ends = query->rank == 3;
    int64_t batches = has_ends ? given(call, SPARSE_FLASH_ROW_LENGTHS)->dims[0] : query->dims[0];
    struct sizes s = {.rows = query->dims[0] * (has_ends ? 1 : query->dims[1]),
                      .keys = key->dims[0] * (has_ends ? 1 : key->dims[1]),
                      .heads = query->dims[query->rank - 2],
                      .value_depth = last_of(value == NULL ? key : value),
                      .blocks = last_of(given(call, SPARSE_FLASH_INDICES)),
                      .block = batches_number(call, "sparseBlockSize")};
    s.depth = last_of(query) + last_of(given_of_gradient(call, SPARSE_FLASH_QUERY_ROPE));
    s.rows_each = s.rows / batches;
    s.keys_each = s.keys / batches;
    return s;
}

/* Whether cores of 910B add what keys get piece by piece. */
static bool adds_pieces(const struct sizes *s)
{
    int64_t seen = least(shape_product(s->blocks, s->block), s->keys_each);
    if (s->heads >= 128)
        return false;
    if (s->block >= 8)
        return s->blocks >= 1024 && seen >= 8192 && s->rows_each >= 2048 && s->keys_each >= 8192;
    if (s->heads <= 32)
        return seen >= 1024 && s->rows_each >= 2048 && s->keys_each >= 4096;
    if (seen >= 4096)
        return s->keys_each >= 8192 || s->rows_each >= 2048;
    return seen >= 2048 && (s->keys_each >= 16384 || s->rows_each >= 4096);
}

static int64_t padded_columns(int64_t columns)
{
    return shape_product(divide_up(columns, 16), 16);
}

/* Sums in float32 of what queries, keys and values get. With "TND" values have no padding. */
static int64_t sum_bytes(const struct call *call, const struct sizes *s)
{
    int64_t columns = given(call, SPARSE_FLASH_QUERY)->rank == 3 ? s->value_depth
                                                                 : padded_columns(s->value_depth);
    int64_t of_heads = shape_product(s->rows, s->heads);
    int64_t bytes = aligned(shape_product(of_heads, shape_product(padded_columns(s->depth), 4)));
    bytes = shape_sum(bytes,
                      aligned(shape_product(s->keys, shape_product(padded_columns(s->depth), 4))));
    return shape_sum(bytes, aligned(shape_product(s->keys, shape_product(columns, 4))));
}

static int64_t gradient_bytes_on_910b(const struct l0_list *list, const struct sizes *s)
{
    bool has_pieces = adds_pieces(s);
    int64_t cores = least(s->rows, (int64_t)list->soc->ai_cores);
    int64_t keys = shape_product(aligned(shape_product(s->depth, GRADIENT_KEYS * HALF_BYTES)), 4);
    int64_t scores = shape_product(aligned(shape_product(s->heads, GRADIENT_KEYS * 4)), 8);
    int64_t added = has_pieces ? GRADIENT_KEYS : shape_product(s->blocks, s->block);
    int64_t columns = shape_sum(padded_columns(s->depth), padded_columns(s->value_depth));
    added = shape_product(added, shape_product(columns, SCATTERING * (has_pieces ? 3 : 2) * 4));
    return shape_sum(shape_product(shape_sum(keys, scores), cores), added);
}

static int64_t gradient_bytes_on_950(const struct l0_list *list, const struct sizes *s)
{
    int64_t keys = shape_product(aligned(shape_product(s->depth, GRADIENT_KEYS * HALF_BYTES)), 3);
    int64_t added = aligned(shape_product(s->blocks, shape_product(s->depth, 4)));
    added = shape_sum(added, aligned(shape_product(s->blocks, SPARSE_FLASH_COLUMNS * 4)));
    return shape_product(shape_sum(keys, shape_product(added, 2)), (int64_t)list->soc->ai_cores);
}

void attention_list_sparse_flash_grad(struct l0_list *list, const struct call *call)
{
    static const char *const results[SPARSE_FLASH_OUTPUTS] = {
        [SPARSE_FLASH_DQUERY] = "dQueryOut",
        [SPARSE_FLASH_DKEY] = "dKeyOut",
        [SPARSE_FLASH_DVALUE] = "dValueOut",
        [SPARSE_FLASH_DQUERY_ROPE] = "dQueryRopeOutOptional",
        [SPARSE_FLASH_DKEY_ROPE] = "dKeyRopeOutOptional",
        [SPARSE_FLASH_DSINKS] = "dSinksOptional"};
    static const enum sparse_flash_input with[SPARSE_FLASH_OUTPUTS] = {
        SPARSE_FLASH_QUERY,      SPARSE_FLASH_KEY,      SPARSE_FLASH_VALUE,
        SPARSE_FLASH_QUERY_ROPE, SPARSE_FLASH_KEY_ROPE, SPARSE_FLASH_SINKS};
    int inputs[SPARSE_FLASH_INPUTS];
    int out[SPARSE_FLASH_OUTPUTS];
    int made[SPARSE_FLASH_OUTPUTS];
    struct sparse_flash *s = l0_take(list, sizeof *s);
    if (s == NULL)
        return;
    s->form = form_of(call, "layoutOptional", "layoutOptional");
    s->block = batches_number(call, "sparseBlockSize");
    s->scale = (float)call->arguments[call_find(call, "scaleValue")].real;
    int count = read_inputs(list, call, s, given_of_gradient, SPARSE_FLASH_INPUTS, inputs);
    int outputs = 0;
    for (int i = 0; i < SPARSE_FLASH_OUTPUTS && list->status == ACLNN_SUCCESS; i++) {
        bool is_wanted = given_of_gradient(call, with[i]) != NULL;
        s->out_at[i] = is_wanted ? outputs : L0_NONE;
        if (!is_wanted)
            continue;
        const struct tensor *like = batches_tensor(call, results[i]);
        out[outputs] = l0_user_tensor(list, results[i], like);
        made[outputs++] = l0_new_shaped(list, results[i], like->type, like->dims, like->rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct sizes sizes = sizes_of(call);
    l0_apply(list, &l0_SparseFlashAttentionGrad, inputs, count, 0, made, outputs, s);
    int64_t bytes = list->architecture == ARCHITECTURE_3510 ? gradient_bytes_on_950(list, &sizes)
                                                            : gradient_bytes_on_910b(list, &sizes);
    bytes = shape_sum(shape_sum(bytes, sum_bytes(call, &sizes)), GRADIENT_SYSTEM);
    l0_kernel_workspace(list, (uint64_t)bytes);
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], out[i]);
}
