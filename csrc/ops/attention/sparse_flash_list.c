/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention: the list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/attention.h"
#include "operators.h"
#include "ops/attention/sparse_flash.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
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

static struct batches_form form_of(const struct call *call)
{
    enum batches_layout rows = attention_batches_layout_of(call, "layoutQueryOptional");
    return (struct batches_form){
        .rows = rows,
        .keys = attention_batches_layout_of(call, "layoutKvOptional"),
        .is_causal = call->arguments[call_find(call, "sparseMode")].integer == 3,
        .count = given(call, rows == BATCHES_ENDS ? SPARSE_FLASH_ROW_LENGTHS : SPARSE_FLASH_QUERY)
                     ->dims[0]};
}

/* Reads the inputs; those that were not given are left out of the operator's, but for values, in
 * whose place it has the keys. */
static int read_inputs(struct l0_list *list, const struct call *call, struct sparse_flash *s,
                       int *inputs)
{
    int count = 0;
    for (int i = 0; i < SPARSE_FLASH_INPUTS; i++) {
        bool is_key = i == SPARSE_FLASH_VALUE && given(call, SPARSE_FLASH_VALUE) == NULL;
        enum sparse_flash_input which = is_key ? SPARSE_FLASH_KEY : (enum sparse_flash_input)i;
        const struct tensor *tensor = given(call, which);
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
    s->form = form_of(call);
    s->block = call->arguments[call_find(call, "sparseBlockSizeOptional")].integer;
    s->scale = (float)call->arguments[call_find(call, "scaleValue")].real;
    s->has_statistics = call->arguments[call_find(call, "returnSoftmaxLse")].integer != 0;
    int count = read_inputs(list, call, s, inputs);
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
