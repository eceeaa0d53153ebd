/* SPDX-License-Identifier: Apache-2.0 */
/* Attention to chosen blocks, and its gradients: lists of L0 operators, and what their kernels ask
 * for by the public tilings. */
#include "ops/attention/block_sparse.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/attention.h"
#include "workspace/l0.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/batches.h"
#include "ops/common/list.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define TILE 128                         /* rows of a block that a core computes at once */
#define CORE_ELEMENTS ((uint64_t)131072) /* of each buffer of a core on 910B */
#define GRAD_ELEMENTS ((uint64_t)128 * 128 * 4)
#define MASK_STEP 32 /* chosen blocks of a row are rounded up to it */
#define SYNC_BYTES 1024
#define STATISTIC_BYTES 32
#define MOST_INPUTS 7

/* Sums and products of bytes stay at the largest number, which the list refuses. */
static uint64_t sum(uint64_t a, uint64_t b)
{
    return __builtin_add_overflow(a, b, &a) ? UINT64_MAX : a;
}

static uint64_t product(uint64_t a, uint64_t b)
{
    return __builtin_mul_overflow(a, b, &a) ? UINT64_MAX : a;
}

/* Tiles of the rows of a batch, whose last block may have fewer. */
static uint64_t row_tiles(const struct attention *a, uint64_t rows)
{
    uint64_t block = (uint64_t)a->block_rows;
    return rows / block * divide_up(block, TILE) + divide_up(rows % block, TILE);
}

/* Buffers of the cores that have work, on 910B. */
static uint64_t core_bytes(const struct l0_list *list, const struct attention *a)
{
    uint64_t tasks = 0;
    for (int64_t b = 0; b < a->batches; b++)
        tasks += row_tiles(a, (uint64_t)attention_count_of(&a->rows, b)) * (uint64_t)a->heads;
    return smaller(list->soc->ai_cores, tasks) * CORE_ELEMENTS * 3 * (4 + 2 + 4 + 4);
}

/* On 910B what the cores have, and all the blocks that each row of them counts. */
static uint64_t forward_bytes(const struct l0_list *list, const struct attention *a)
{
    bool is_packed = a->query.t >= 0;
    uint64_t longest = (uint64_t)attention_block_sparse_longest(&a->rows, a->batches, is_packed);
    uint64_t columns = (uint64_t)attention_block_sparse_longest(&a->columns, a->batches, is_packed);
    uint64_t row_blocks = divide_up(longest, (uint64_t)a->block_rows);
    uint64_t column_blocks = divide_up(columns, (uint64_t)a->block_columns);
    uint64_t lines = (uint64_t)a->batches * (uint64_t)a->heads * row_blocks;
    if (list->architecture == ARCHITECTURE_3510)
        return sum(L0_SYSTEM_WORKSPACE, product(lines, product(column_blocks + 1, 4)));
    uint64_t pieces = divide_up((uint64_t)a->block_rows, TILE);
    uint64_t chosen = product(product(lines, pieces * 4),
                              align_up(column_blocks, MASK_STEP) + MASK_STEP);
    return sum(chosen, L0_SYSTEM_WORKSPACE + core_bytes(list, a) + SYNC_BYTES);
}

/* 910B's tiling divides all rows of a batch where batches do not share a dimension. */
static uint64_t backward_bytes(const struct l0_list *list, const struct attention *a)
{
    bool is_packed = a->query.t >= 0;
    uint64_t batches = is_packed ? 1 : (uint64_t)a->batches;
    uint64_t rows = batches * (uint64_t)a->heads * (uint64_t)a->rows.whole;
    uint64_t columns = batches * (uint64_t)a->key_heads * (uint64_t)a->columns.whole;
    uint64_t gradients = product(product(rows + 2 * columns, (uint64_t)a->depth), 4);
    uint64_t bytes = sum(sum(L0_SYSTEM_WORKSPACE, gradients), product(rows, STATISTIC_BYTES));
    if (list->architecture == ARCHITECTURE_3510)
        return bytes;
    uint64_t tasks = 0;
    for (int64_t b = 0; b < a->batches; b++)
        tasks += row_tiles(a, (uint64_t)(is_packed ? a->rows.values[b] : a->rows.whole)) *
                 (uint64_t)a->heads;
    return sum(bytes, smaller(list->soc->ai_cores, tasks) * GRAD_ELEMENTS * 4 * 2);
}

/* Ends of batches that share one dimension, from their lengths. */
static void set_ends(struct l0_list *list, struct attention_counts *counts)
{
    int64_t end = 0;
    int64_t *ends = l0_take(list, counts->size * sizeof *ends);
    for (uint64_t i = 0; ends != NULL && i < counts->size; i++)
        ends[i] = end += counts->values[i];
    counts->values = ends;
    counts->are_totals = true;
}

typedef uint64_t bytes_function(const struct l0_list *list, const struct attention *a);

static struct attention *read(struct l0_list *list, const struct call *call, uint64_t *bytes,
                              bytes_function *bytes_of)
{
    struct block_sparse_refusal refusal;
    struct attention *a = l0_take(list, sizeof *a);
    if (a == NULL || !attention_block_sparse_read(call, a, &refusal))
        return NULL;
    *bytes = bytes_of(list, a);
    if (a->query.t >= 0) {
        set_ends(list, &a->rows);
        set_ends(list, &a->columns);
    }
    return list->status == ACLNN_SUCCESS ? a : NULL;
}

static int dense(struct l0_list *list, const struct call *call, const char *name)
{
    return l0_contiguous(list, list_tensor_named(list, call, name));
}

/* What an operand of float8 stands for, in float32: a number times the scale of its block. */
static int restored(struct l0_list *list, const struct attention *a, int which, int operand,
                    int scale)
{
    struct block_sparse_scaling *s = l0_take(list, sizeof *s);
    if (s == NULL || scale == L0_NONE)
        return operand;
    const struct l0_tensor like = list->tensors[operand];
    int made = l0_new_shaped(list, "restored", ACL_FLOAT, like.dims, like.rank);
    bool is_query = which == 0;
    *s = (struct block_sparse_scaling){.layout = a->query,
                                       .counts = is_query ? a->rows : a->columns,
                                       .batches = a->batches,
                                       .block = is_query ? a->block_rows : a->block_columns};
    l0_step(list, L0_STEP_APPLY, &l0_BlockSparseAttentionScale,
            (const int[]){l0_convert(list, operand, ACL_FLOAT), scale}, 2, &made, 1, s);
    return made;
}

void attention_list_block_sparse(struct l0_list *list, const struct call *call,
                                 const struct l0_row *row)
{
    static const enum attention_input order[] = {ATTENTION_QUERY, ATTENTION_BLOCKS, ATTENTION_KEY,
                                                 ATTENTION_VALUE};
    uint64_t bytes = 0;
    struct attention *a = read(list, call, &bytes, forward_bytes);
    if (a == NULL)
        return;
    int operands[BLOCK_SPARSE_SCALED];
    int scales[BLOCK_SPARSE_SCALED];
    int launched[2 * BLOCK_SPARSE_SCALED + 1];
    int count = 0;
    bool is_coded = batches_tensor(call, "query")->type == ACL_FLOAT8_E4M3FN;
    for (int i = 0; i < BLOCK_SPARSE_SCALED; i++)
        launched[count++] = operands[i] = dense(list, call, block_sparse_scales[i].operand);
    const int mask = launched[count++] = dense(list, call, "blockSparseMaskOptional");
    for (int i = 0; i < BLOCK_SPARSE_SCALED; i++) {
        scales[i] = is_coded ? dense(list, call, block_sparse_scales[i].scale) : L0_NONE;
        if (is_coded)
            launched[count++] = scales[i];
    }
    int out = list_tensor_named(list, call, "attentionOut");
    if (list->status != ACLNN_SUCCESS)
        return;
    for (int i = 0; i < 4; i++)
        a->at[order[i]] = i;
    a->writes_log_sums = batches_number(call, "softmaxLseFlag") == 1;
    a->sums_as_rows = a->query.s == 1;
    const struct l0_tensor like = list->tensors[operands[0]];
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, like.dims, sizeof dims);
    dims[like.rank - 1] = 1;
    const int outputs[] = {
        l0_new_shaped(list, row->name, list->tensors[out].type, like.dims, like.rank),
        l0_new_shaped(list, "softmaxLse", ACL_FLOAT, dims, like.rank)};
    l0_launch_row(list, row, launched, count, 0, outputs, 2, NULL);
    l0_kernel_workspace(list, bytes);
    int results[2] = {out, L0_NONE};
    l0_launch_view_copy(list, outputs[0], out);
    if (a->writes_log_sums) {
        results[1] = list_tensor_named(list, call, "softmaxLseOptional");
        l0_launch_view_copy(list, outputs[1], results[1]);
    }
    for (int i = 0; i < BLOCK_SPARSE_SCALED && list->status == ACLNN_SUCCESS; i++)
        operands[i] = restored(list, a, i, operands[i], scales[i]);
    attention_list_work(list, row, (const int[]){operands[0], mask, operands[1], operands[2]}, 4,
                        results, 1 + a->writes_log_sums, a);
}

void attention_list_block_sparse_grad(struct l0_list *list, const struct call *call,
                                      const struct l0_row *row)
{
    static const char *const names[MOST_INPUTS] = {
        "query", "blockSparseMaskOptional", "dout", "softmaxLse", "attentionOut", "key", "value"};
    static const enum attention_input order[MOST_INPUTS] = {
        ATTENTION_QUERY,  ATTENTION_BLOCKS, ATTENTION_DY,   ATTENTION_MAXIMA,
        ATTENTION_RESULT, ATTENTION_KEY,    ATTENTION_VALUE};
    static const int sequence[MOST_INPUTS] = {2, 0, 5, 6, 4, 3, 1}; /* CANN makes them dense so */
    static const char *const results[] = {"dq", "dk", "dv"};
    static const int64_t turned[] = {0, 1, 3, 2};
    uint64_t bytes = 0;
    int inputs[MOST_INPUTS];
    int launched[MOST_INPUTS];
    int outputs[3];
    int given_results[3];
    struct attention *a = read(list, call, &bytes, backward_bytes);
    if (a == NULL)
        return;
    int mask = L0_NONE;
    if (list->architecture == ARCHITECTURE_3510) {
        mask = dense(list, call, "blockSparseMaskOptional");
        inputs[1] = mask;
        mask = list_launch_transpose(list, mask, turned);
    }
    for (int i = 0; i < MOST_INPUTS; i++) {
        bool is_turned = sequence[i] == 1 && mask != L0_NONE;
        if (!is_turned)
            inputs[sequence[i]] = dense(list, call, names[sequence[i]]);
        launched[i] = is_turned ? mask : inputs[sequence[i]];
        a->at[order[sequence[i]]] = sequence[i];
    }
    for (int i = 0; i < 3; i++)
        given_results[i] = list_tensor_named(list, call, results[i]);
    if (list->status != ACLNN_SUCCESS)
        return;
    for (int i = 0; i < 3; i++) {
        const struct l0_tensor like = list->tensors[given_results[i]];
        outputs[i] = l0_new_shaped(list, results[i], like.type, like.dims, like.rank);
    }
    l0_launch_row(list, row, launched, MOST_INPUTS, 0, outputs, 3, NULL);
    l0_kernel_workspace(list, bytes);
    for (int i = 0; i < 3; i++)
        l0_launch_view_copy(list, outputs[i], given_results[i]);
    attention_list_work(list, row, inputs, MOST_INPUTS, given_results, 3, a);
}

/* ---- Blocks by their numbers ----------------------------------------------------------------- */

static uint64_t rain_bytes(const struct l0_list *list, const struct attention *a)
{
    return L0_SYSTEM_WORKSPACE + core_bytes(list, a);
}

/* The mask that numbers of blocks stand for. */
static int chosen_blocks(struct l0_list *list, const struct attention *a, int chosen, int counts)
{
    struct block_sparse_chosen *c = l0_take(list, sizeof *c);
    int64_t *firsts = l0_take(list, ((size_t)a->batches + 1) * sizeof *firsts);
    if (c == NULL || firsts == NULL)
        return L0_NONE;
    uint64_t blocks[2] = {0, 0}; /* the most of rows and of columns */
    firsts[0] = 0;
    for (int64_t i = 0; i < a->batches; i++) {
        uint64_t rows = (uint64_t)attention_count_of(&a->rows, i);
        uint64_t columns = (uint64_t)attention_count_of(&a->columns, i);
        rows = divide_up(rows, (uint64_t)a->block_rows);
        columns = divide_up(columns, (uint64_t)a->block_columns);
        firsts[i + 1] = firsts[i] + (int64_t)rows;
        blocks[0] = larger(blocks[0], rows);
        blocks[1] = larger(blocks[1], columns);
    }
    const int64_t dims[] = {a->batches, a->heads, (int64_t)blocks[0], (int64_t)blocks[1]};
    *c = (struct block_sparse_chosen){.first_blocks = firsts, .batches = a->batches};
    int mask = l0_new_shaped(list, "blocks", ACL_INT8, dims, 4);
    l0_step(list, L0_STEP_APPLY, &l0_RainFusionAttentionBlocks, (const int[]){chosen, counts}, 2,
            &mask, 1, c);
    return mask;
}

void attention_list_rain_fusion(struct l0_list *list, const struct call *call)
{
    static const char *const names[] = {"query", "key", "value", "selectIdx", "selectNumIdx"};
    enum { QUERY, KEY, VALUE, CHOSEN, COUNTS, INPUTS };
    uint64_t bytes = 0;
    int inputs[INPUTS];
    struct attention *a = read(list, call, &bytes, rain_bytes);
    if (a == NULL)
        return;
    for (int i = 0; i < INPUTS; i++)
        inputs[i] = dense(list, call, names[i]);
    int out = list_tensor_named(list, call, "attentionOut");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[inputs[QUERY]];
    int made = l0_new_shaped(list, "attention", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_RainFusionAttention, inputs, INPUTS, 0, &made, 1, NULL);
    l0_kernel_workspace(list, bytes);
    l0_launch_view_copy(list, made, out);
    int mask = chosen_blocks(list, a, inputs[CHOSEN], inputs[COUNTS]);
    if (list->status != ACLNN_SUCCESS)
        return;
    static const enum attention_input order[] = {ATTENTION_QUERY, ATTENTION_BLOCKS, ATTENTION_KEY,
                                                 ATTENTION_VALUE};
    for (int i = 0; i < 4; i++)
        a->at[order[i]] = i;
    attention_list_work(list, &l0_RainFusionAttention,
                        (const int[]){inputs[QUERY], mask, inputs[KEY], inputs[VALUE]}, 4, &out, 1,
                        a);
}
