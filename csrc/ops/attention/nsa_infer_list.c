/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention, with compressed keys and with keys in pages: lists of L0 operators, and
 * what their tilings ask for. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "ops/attention/nsa.h"
#include "ops/common/list.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

#define SYSTEM ((uint64_t)16 << 20)
#define MOST_INPUTS 6
#define MOST_OUTPUTS 4

/* Sums of numbers, each with those before it; NULL without numbers. */
static const int64_t *sums_of(struct l0_list *list, const struct array *array, int64_t count)
{
    int64_t *sums = l0_take(list, (size_t)count * sizeof *sums);
    for (int64_t i = 0; sums != NULL && i < count; i++)
        sums[i] = (i == 0 ? 0 : sums[i - 1]) + (array == NULL ? 1 : array_integers(array)[i]);
    return sums;
}

static int64_t elements_of(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].elements;
}

/* Rows of heads: [rows, heads, columns]. */
static int in_heads(struct l0_list *list, int tensor, int64_t rows, int64_t heads)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int64_t columns = elements_of(list, tensor) / (rows * heads);
    return l0_reshape(list, tensor, (const int64_t[]){rows, heads, columns}, 3);
}

/* The inputs of an operator; those that were not given are left out. */
struct inputs {
    int of[MOST_INPUTS];
    int count;
};

/* Appends an input, made dense; gives its place, or L0_NONE where it was not given. */
static int add(struct l0_list *list, struct inputs *inputs, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    inputs->of[inputs->count] = l0_contiguous(list, tensor);
    return inputs->count++;
}

/* A result of rows of heads, for an output of any shape with as many elements. */
static int new_rows(struct l0_list *list, const struct l0_row *row, int out, int64_t rows,
                    int64_t heads)
{
    int64_t columns = elements_of(list, out) / (rows * heads);
    return l0_new_shaped(list, row->name, list->tensors[out].type,
                         (const int64_t[]){rows, heads, columns}, 3);
}

static void store(struct l0_list *list, int made, int out)
{
    const struct l0_tensor to = list->tensors[out];
    if (list->status == ACLNN_SUCCESS)
        l0_view_copy(list, l0_reshape(list, made, to.dims, to.rank), out);
}

/* ---- A cache of compressed keys -------------------------------------------------------------- */

void attention_list_nsa_caching(struct l0_list *list, int input, int weight, int slotMapping,
                                const struct array *actSeqLenOptional, int blockTableOptional,
                                int64_t compressBlockSize, int64_t compressStride,
                                int64_t pageBlockSize, int outputCache)
{
    const struct l0_tensor pages = list->tensors[input];
    struct inputs inputs = {.count = 0};
    struct nsa_caching *c = l0_take(list, sizeof *c);
    add(list, &inputs, input);
    add(list, &inputs, weight);
    inputs.of[inputs.count++] = slotMapping;
    add(list, &inputs, blockTableOptional);
    add(list, &inputs, outputCache);
    if (c == NULL || list->status != ACLNN_SUCCESS)
        return;
    *c = (struct nsa_caching){array_integers(actSeqLenOptional), (int64_t)actSeqLenOptional->size,
                              compressBlockSize, compressStride, pageBlockSize};
    inputs.of[0] = in_heads(list, inputs.of[0], pages.dims[0] * pages.dims[1], pages.dims[2]);
    const struct l0_tensor cache = list->tensors[outputCache];
    int changed = l0_new_shaped(list, "changed", cache.type, cache.dims, cache.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_NsaCompressWithCache, inputs.of, inputs.count, 0, NULL, 0, NULL);
    if (inputs.of[inputs.count - 1] != outputCache)
        l0_launch_view_copy(list, inputs.of[inputs.count - 1], outputCache);
    l0_step(list, L0_STEP_APPLY, &l0_NsaCompressWithCache, inputs.of, inputs.count, &changed, 1, c);
    l0_step(list, L0_STEP_STORE, NULL, &changed, 1, &outputCache, 1, NULL);
}

/* ---- Compressed keys one after another ------------------------------------------------------- */

/* The bytes of probabilities and of the importance of blocks, on all cores. */
static uint64_t importance_bytes(const struct l0_list *list, const struct nsa_importance *s,
                                 int64_t group)
{
    int64_t keys = 0;
    for (int64_t b = 0; b < s->batches; b++)
        keys = most(keys, s->key_ends[b] - nsa_first(s->key_ends, b));
    uint64_t columns = (uint64_t)divide_up(keys, 16) * 16;
    uint64_t blocks = (uint64_t)divide_up((int64_t)columns, s->select / s->stride);
    uint64_t a_core = 128 * columns * (4 * 2 + 4) + (uint64_t)(128 / group) * blocks * 4 * 2;
    return a_core * list->soc->ai_cores;
}

/* Appends the operator for the size: it takes queries, and gives results, with heads of keys before
 * rows. What it gives is turned, and has the places of the caller's outputs in `made`. */
static void launch_importance(struct l0_list *list, const struct nsa_importance *s,
                              const struct inputs *inputs, int key_heads_of, int *made)
{
    const struct l0_tensor query = list->tensors[inputs->of[0]];
    const struct l0_tensor result = list->tensors[made[2]];
    const struct l0_tensor chosen = list->tensors[made[3]];
    int64_t rows = query.dims[0];
    int64_t heads = list->tensors[key_heads_of].dims[1];
    int64_t group = s->heads / heads;
    struct inputs turned = *inputs;
    int parts = l0_reshape(list, inputs->of[0],
                           (const int64_t[]){rows, heads, group, query.dims[2]}, 4);
    turned.of[0] = list_launch_transpose(list, parts, (const int64_t[]){1, 0, 2, 3});
    int outputs[MOST_OUTPUTS] = {
        made[0], made[1],
        l0_new_shaped(list, "attentionOut", result.type,
                      (const int64_t[]){heads, rows, group, result.dims[2]}, 4),
        l0_new_shaped(list, "topkIndices", chosen.type,
                      (const int64_t[]){heads, rows, chosen.dims[2]}, 3)};
    l0_launch_row(list, &l0_NsaCompressAttention, turned.of, turned.count, 0, outputs, MOST_OUTPUTS,
                  NULL);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, SYSTEM + importance_bytes(list, s, group));
    parts = list_launch_transpose(list, outputs[2], (const int64_t[]){1, 0, 2, 3});
    made[2] = l0_reshape(list, parts, result.dims, result.rank);
    made[3] = list_launch_transpose(list, outputs[3], (const int64_t[]){1, 0, 2});
}

void attention_list_nsa_importance(struct l0_list *list, int query, int key, int value,
                                   int attenMaskOptional, int topkMaskOptional,
                                   const struct array *actualSeqQLenOptional,
                                   const struct array *actualCmpSeqKvLenOptional, double scaleValue,
                                   int64_t headNum, int64_t compressBlockSize,
                                   int64_t compressStride, int64_t selectBlockSize,
                                   int64_t selectBlockCount, int softmaxMaxOut, int softmaxSumOut,
                                   int attentionOutOut, int topkIndicesOut)
{
    const int written[MOST_OUTPUTS] = {softmaxMaxOut, softmaxSumOut, attentionOutOut,
                                       topkIndicesOut};
    int made[MOST_OUTPUTS];
    struct inputs inputs = {.count = 0};
    struct nsa_importance *s = l0_take(list, sizeof *s);
    add(list, &inputs, query);
    add(list, &inputs, key);
    add(list, &inputs, value);
    int mask = add(list, &inputs, attenMaskOptional);
    int top_mask = add(list, &inputs, topkMaskOptional);
    for (int i = 0; i < 2; i++) {
        const struct l0_tensor out = list->tensors[written[i]];
        made[i] = l0_new_shaped(list, "softmax", out.type, out.dims, out.rank);
    }
    made[2] = attentionOutOut;
    made[3] = topkIndicesOut;
    if (s == NULL || list->status != ACLNN_SUCCESS)
        return;
    *s = (struct nsa_importance){.ends = array_integers(actualSeqQLenOptional),
                                 .key_ends = array_integers(actualCmpSeqKvLenOptional),
                                 .batches = (int64_t)actualSeqQLenOptional->size,
                                 .heads = headNum,
                                 .block = compressBlockSize,
                                 .stride = compressStride,
                                 .select = selectBlockSize,
                                 .count = selectBlockCount,
                                 .scale = (float)scaleValue,
                                 .mask = mask,
                                 .top_mask = top_mask};
    launch_importance(list, s, &inputs, key, made);
    if (list->status != ACLNN_SUCCESS)
        return;
    int found[MOST_OUTPUTS];
    for (int i = 0; i < MOST_OUTPUTS; i++) {
        const struct l0_tensor out = list->tensors[written[i]];
        l0_launch_view_copy(list, made[i], written[i]);
        found[i] = l0_new_shaped(list, "NsaCompressAttention", out.type, out.dims, out.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_NsaCompressAttention, inputs.of, inputs.count, found,
            MOST_OUTPUTS, s);
    for (int i = 0; i < MOST_OUTPUTS; i++)
        l0_step(list, L0_STEP_STORE, NULL, &found[i], 1, &written[i], 1, NULL);
}

/* ---- Keys in pages --------------------------------------------------------------------------- */

/* What calls with keys in pages have in common. */
struct paged {
    int64_t rows; /* of queries */
    int64_t heads;
    int64_t key_heads;
    int64_t page;
    int64_t rows_each;
    int64_t batches;
    int64_t longest; /* the most queries of a batch */
    const int64_t *ends;
    const int64_t *key_ends;
};

static struct paged read_paged(struct l0_list *list, int query, int table, const char *layout,
                               const struct array *rows, const struct array *keys, int64_t heads,
                               int64_t key_heads, int64_t page)
{
    const struct l0_tensor queries = list->tensors[query];
    bool is_dense = strcmp(layout, "TND") == 0;
    struct paged p = {.rows = queries.dims[0] * (is_dense ? 1 : queries.dims[1]),
                      .heads = heads,
                      .key_heads = key_heads,
                      .page = page,
                      .rows_each = is_dense ? 0 : queries.dims[1],
                      .batches = list->tensors[table].dims[0],
                      .longest = 1};
    p.ends = sums_of(list, rows, p.batches);
    p.key_ends = sums_of(list, keys, p.batches);
    for (int64_t i = 0; rows != NULL && i < p.batches; i++)
        p.longest = most(p.longest, array_integers(rows)[i]);
    if (rows != NULL && list->for_longest)
        p.longest = is_dense ? NSA_MOST_TOGETHER : p.rows_each;
    return p;
}

/* Queries, keys and values as rows of heads. */
static void take_heads(struct l0_list *list, const struct paged *p, struct inputs *inputs)
{
    int64_t rows = list->tensors[inputs->of[1]].dims[0] * p->page;
    if (list->status != ACLNN_SUCCESS)
        return;
    inputs->of[0] = in_heads(list, inputs->of[0], p->rows, p->heads);
    inputs->of[1] = in_heads(list, inputs->of[1], rows, p->key_heads);
    inputs->of[2] = in_heads(list, inputs->of[2], rows, p->key_heads);
}

static uint64_t selected_bytes(const struct l0_list *list, const struct paged *p, int64_t columns,
                               int64_t value_depth)
{
    int64_t group = p->heads / p->key_heads;
    int64_t keys = divide_up(least(columns * p->page, 4096), 32) * 32;
    int64_t depth = divide_up(value_depth, 16) * 16;
    uint64_t a_core = (uint64_t)(group * p->longest * (keys * (4 + 2) + depth * (4 + 4)));
    return 4 * a_core * list->soc->ai_cores;
}

void attention_list_nsa_selected_in_pages(
    struct l0_list *list, int query, int key, int value, int topkIndices, int attenMaskOptional,
    int blockTableOptional, const struct array *actualQSeqLenOptional,
    const struct array *actualKvSeqLenOptional, const char *layoutOptional, int64_t numHeads,
    int64_t numKeyValueHeads, int64_t selectBlockSize, int64_t selectBlockCount,
    int64_t pageBlockSize, double scaleValue, int output)
{
    const struct paged p = read_paged(list, query, blockTableOptional, layoutOptional,
                                      actualQSeqLenOptional, actualKvSeqLenOptional, numHeads,
                                      numKeyValueHeads, pageBlockSize);
    struct inputs inputs = {.count = 0};
    struct nsa_selection *s = l0_take(list, sizeof *s);
    for (int i = 0; i < 3; i++)
        add(list, &inputs, (const int[]){query, key, value}[i]);
    add(list, &inputs, topkIndices);
    add(list, &inputs, blockTableOptional);
    add(list, &inputs, attenMaskOptional);
    take_heads(list, &p, &inputs);
    inputs.of[3] = in_heads(list, inputs.of[3], p.rows, p.key_heads);
    int made = new_rows(list, &l0_NsaSelectedAttentionInfer, output, p.rows, p.heads);
    if (s == NULL || list->status != ACLNN_SUCCESS)
        return;
    *s = (struct nsa_selection){.ends = p.ends,
                                .key_ends = p.key_ends,
                                .batches = p.batches,
                                .heads = p.heads,
                                .block = selectBlockSize,
                                .count = selectBlockCount,
                                .scale = (float)scaleValue,
                                .is_causal = true,
                                .rows_each = p.rows_each,
                                .page = p.page};
    l0_apply(list, &l0_NsaSelectedAttentionInfer, inputs.of, inputs.count, 0, &made, 1, s);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, SYSTEM + selected_bytes(list, &p,
                                                          list->tensors[blockTableOptional].dims[1],
                                                          list->tensors[made].dims[2]));
    store(list, made, output);
}

/* How many rows of each batch lie behind those of its last compressed key. */
static const int64_t *spare_of(struct l0_list *list, const struct array *keys,
                               const struct array *whole, int64_t block, int64_t stride)
{
    int64_t *spare = l0_take(list, keys->size * sizeof *spare);
    for (uint64_t i = 0; spare != NULL && i < keys->size; i++) {
        int64_t compressed = (array_integers(keys)[i] - 1) * stride + block;
        spare[i] = whole == NULL ? 0 : array_integers(whole)[i] - compressed;
    }
    return spare;
}

/* The heads of keys that a core takes at once, and the queries. */
struct split {
    int64_t heads;
    int64_t rows;
    int64_t cores;
};

static struct split split_of(const struct l0_list *list, const struct paged *p)
{
    int64_t cores = list->soc->ai_cores;
    int64_t most_heads = 128 / (p->heads / p->key_heads);
    int64_t heads = least(divide_up(p->key_heads, divide_up(cores, p->batches)), most_heads);
    int64_t most_rows = most_heads / heads;
    int64_t parts = 0;
    struct split split = {heads, 1, 0};
    for (int64_t b = 0; b < p->batches; b++) {
        int64_t rows = p->ends[b] - nsa_first(p->ends, b);
        parts += divide_up(rows, most_rows);
        split.rows = rows > most_rows ? most_rows : most(split.rows, rows);
    }
    split.cores = most(1, least(cores, divide_up(p->key_heads, heads) * parts));
    return split;
}

static uint64_t inferred_bytes(const struct l0_list *list, const struct paged *p)
{
    const struct split split = split_of(list, p);
    uint64_t group = (uint64_t)(p->heads / p->key_heads);
    int64_t keys = list->for_longest ? NSA_MOST_COMPRESSED : 0;
    for (int64_t b = 0; b < p->batches; b++)
        keys = most(keys, p->key_ends[b] - nsa_first(p->key_ends, b));
    uint64_t rows = group * (uint64_t)(divide_up(split.heads * split.rows, 2) * 2);
    uint64_t scores = rows * (uint64_t)(divide_up(keys, 16) * 16);
    uint64_t all = scores * (uint64_t)split.cores;
    return all * (4 * 2 + 2 * 2 + 4) + all * 4 / group;
}

void attention_list_nsa_importance_in_pages(
    struct l0_list *list, int query, int key, int value, int attentionMaskOptional,
    int blockTableOptional, const struct array *actualQSeqLenOptional,
    const struct array *actualCmpKvSeqLenOptional, const struct array *actualSelKvSeqLenOptional,
    int topKMaskOptional, int64_t numHeads, int64_t numKeyValueHeads, int64_t selectBlockSize,
    int64_t selectBlockCount, int64_t compressBlockSize, int64_t compressBlockStride,
    double scaleValue, const char *layoutOptional, int64_t pageBlockSize, int output,
    int topKOutput)
{
    const struct paged p = read_paged(list, query, blockTableOptional, layoutOptional,
                                      actualQSeqLenOptional, actualCmpKvSeqLenOptional, numHeads,
                                      numKeyValueHeads, pageBlockSize);
    struct inputs inputs = {.count = 0};
    struct nsa_importance *s = l0_take(list, sizeof *s);
    for (int i = 0; i < 3; i++)
        add(list, &inputs, (const int[]){query, key, value}[i]);
    add(list, &inputs, blockTableOptional);
    add(list, &inputs, attentionMaskOptional);
    add(list, &inputs, topKMaskOptional);
    take_heads(list, &p, &inputs);
    if (s == NULL || list->status != ACLNN_SUCCESS)
        return;
    int made[] = {new_rows(list, &l0_NsaCompressAttentionInfer, output, p.rows, p.heads),
                  new_rows(list, &l0_NsaCompressAttentionInfer, topKOutput, p.rows, p.key_heads)};
    bool has_mask = attentionMaskOptional != L0_NONE && p.longest > 1;
    *s = (struct nsa_importance){.ends = p.ends,
                                 .key_ends = p.key_ends,
                                 .batches = p.batches,
                                 .heads = p.heads,
                                 .block = compressBlockSize,
                                 .stride = compressBlockStride,
                                 .select = selectBlockSize,
                                 .count = selectBlockCount,
                                 .scale = (float)scaleValue,
                                 .is_inferred = true,
                                 .rows_each = p.rows_each,
                                 .page = p.page,
                                 .mask = L0_NONE,
                                 .top_mask = L0_NONE};
    if (has_mask)
        s->spare = spare_of(list, actualCmpKvSeqLenOptional, actualSelKvSeqLenOptional,
                            compressBlockSize, compressBlockStride);
    l0_apply(list, &l0_NsaCompressAttentionInfer, inputs.of, inputs.count, 0, made, 2, s);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, SYSTEM + inferred_bytes(list, &p));
    store(list, made[0], output);
    store(list, made[1], topKOutput);
}
