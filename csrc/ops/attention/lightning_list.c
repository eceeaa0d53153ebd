/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer, its gradient and its loss: the lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "base/number.h"
#include "ops/attention/attention.h"
#include "ops/attention/lightning.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

#define BASE_ROWS 512 /* of scores at once, which a core keeps twice */
#define BASE_KEYS 512
#define ENDS_A_CORE (2 * 8) /* rows whose keys other cores have too */
#define MOST_CHOSEN 2048
#define PARAMETERS 16
#define STATISTICS_ROWS 8
#define TARGET_CORES 25 /* the most that its tiling counts with */
#define TARGET_SYNC_BYTES 32

/* Sizes of so many keys fit into int64_t, and with what more keys need no workspace does. */
#define MOST_KEYS ((int64_t)1 << 53)

static uint64_t bytes(const struct l0_list *list, int64_t most_chosen)
{
    int64_t scores = 2 * BASE_ROWS * BASE_KEYS * (int64_t)sizeof(float);
    int64_t chosen = ENDS_A_CORE * 2 * most_chosen * (int64_t)sizeof(int32_t);
    int64_t parameters = ENDS_A_CORE * PARAMETERS * (int64_t)sizeof(int64_t);
    return L0_SYSTEM_WORKSPACE +
           (uint64_t)((scores + chosen + parameters) * (int64_t)list->soc->ai_cores);
}

/* Reads the inputs that are given, and says where they are among those of the work. */
static int read_inputs(struct l0_list *list, struct lightning *l, const int *given, int past,
                       int *inputs)
{
    int count = 0;
    for (int i = 0; i < LIGHTNING_INPUTS; i++) {
        bool is_there = i < past && given[i] != L0_NONE;
        l->at[i] = is_there ? count : L0_NONE;
        if (is_there)
            inputs[count++] = l0_contiguous(list, given[i]);
    }
    return count;
}

/* An operator, and what it is applied to. */
struct application {
    const struct l0_row *row;
    const struct lightning *l;
    const int *inputs;
    int count;
    const int *out; /* the caller's results */
    int outputs;
    const char *made; /* the name of what it makes; NULL: those of the results */
    uint64_t workspace;
};

/* Applies an operator, and copies what it makes to the results. */
static void apply(struct l0_list *list, const struct application *a)
{
    int made[LIGHTNING_OUTPUTS];
    for (int i = 0; i < a->outputs && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[a->out[i]];
        made[i] = l0_new_shaped(list, a->made != NULL ? a->made : like.name, like.type, like.dims,
                                like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, a->row, a->inputs, a->count, 0, made, a->outputs, a->l);
    l0_kernel_workspace(list, a->workspace);
    for (int i = 0; i < a->outputs && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], a->out[i]);
}

void attention_list_lightning(struct l0_list *list, int query, int key, int weights,
                              int actualSeqLengthsQueryOptional, int actualSeqLengthsKeyOptional,
                              int blockTableOptional, const char *layoutQueryOptional,
                              const char *layoutKeyOptional, int64_t sparseMode, bool returnValues,
                              int sparseIndicesOut, int sparseValuesOut)
{
    const int given[LIGHTNING_OWN_INPUTS] = {query,
                                             key,
                                             weights,
                                             actualSeqLengthsQueryOptional,
                                             actualSeqLengthsKeyOptional,
                                             blockTableOptional};
    const int out[] = {sparseIndicesOut, sparseValuesOut};
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    *l = (struct lightning){.has_values = false};
    l->has_values = returnValues;
    l->form = (struct batches_form){.rows = attention_batches_layout(layoutQueryOptional),
                                    .keys = attention_batches_layout(layoutKeyOptional),
                                    .is_causal = sparseMode == 3};
    l->form.count =
        list->tensors[l->form.rows == BATCHES_ENDS ? actualSeqLengthsQueryOptional : query].dims[0];
    int inputs[LIGHTNING_OWN_INPUTS];
    int count = read_inputs(list, l, given, LIGHTNING_OWN_INPUTS, inputs);
    apply(list, &(struct application){.row = &l0_LightningIndexer,
                                      .l = l,
                                      .inputs = inputs,
                                      .count = count,
                                      .out = out,
                                      .outputs = returnValues ? 2 : 1,
                                      .made = "chosen",
                                      .workspace = bytes(list, MOST_CHOSEN)});
}

/* ---- The second version, and quantised keys -------------------------------------------------- */

#define ROWS_950 4 /* of scores that a core of Ascend950 keeps, for all keys */
#define KEYS_950 128

/* Scores are so wide on Ascend950. */
static uint64_t bytes_of_scores(const struct l0_list *list, const struct call *call,
                                const char *key, enum batches_layout keys, int64_t most_chosen,
                                int64_t width)
{
    const struct tensor *k = batches_tensor(call, key);
    int64_t of_batch = keys == BATCHES_ENDS ? k->dims[0] : k->dims[1];
    if (list->architecture != ARCHITECTURE_3510)
        return bytes(list, most_chosen);
    if (keys == BATCHES_PAGES)
        of_batch = shape_product(of_batch, batches_tensor(call, "blockTableOptional")->dims[1]);
    int64_t kept = ROWS_950 * divide_up(least(of_batch, MOST_KEYS), KEYS_950) * KEYS_950 * width;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(kept * (int64_t)list->soc->ai_cores);
}

/* Applies an operator to the arguments of these names, NULL for none, and copies what it makes to
 * the results. The kernels of Ascend950 read keys where they are. */
static void apply_indexer(struct l0_list *list, const struct call *call, const struct l0_row *row,
                          struct lightning *l, const char *const *names, const char *const *results,
                          uint64_t workspace)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    int outputs = l->has_values ? 2 : 1;
    int inputs[LIGHTNING_INPUTS];
    int out[2];
    int count = 0;
    for (int i = 0; i < LIGHTNING_INPUTS; i++) {
        int given = names[i] == NULL ? L0_NONE : list_tensor_named(list, call, names[i]);
        bool lies = is_950 && (i == LIGHTNING_KEY || i == LIGHTNING_KEY_SCALES);
        l->at[i] = given == L0_NONE ? L0_NONE : count;
        if (given != L0_NONE)
            inputs[count++] = lies ? given : l0_contiguous(list, given);
    }
    for (int i = 0; i < outputs; i++)
        out[i] = list_tensor_named(list, call, results[i]);
    apply(list, &(struct application){.row = row,
                                      .l = l,
                                      .inputs = inputs,
                                      .count = count,
                                      .out = out,
                                      .outputs = outputs,
                                      .made = "chosen",
                                      .workspace = workspace});
}

void attention_list_lightning_v2(struct l0_list *list, const struct call *call)
{
    static const char *const results[] = {"sparseIndices", "sparseValues"};
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    enum batches_layout rows = attention_lightning_layout(call, "layoutQ");
    enum batches_layout keys = attention_lightning_layout(call, "layoutK");
    const char *const names[LIGHTNING_INPUTS] = {
        [LIGHTNING_QUERY] = "q",
        [LIGHTNING_KEY] = "k",
        [LIGHTNING_WEIGHTS] = "w",
        [LIGHTNING_ROW_LENGTHS] = rows == BATCHES_ENDS ? "cuSeqlensQOptional"
                                  : is_950             ? "sequsedQOptional"
                                                       : NULL,
        [LIGHTNING_KEY_LENGTHS] = keys == BATCHES_ENDS ? "cuSeqlensKOptional" : "sequsedKOptional",
        [LIGHTNING_TABLE] = "blockTableOptional",
        [LIGHTNING_RESTS] = "cmpResidualKOptional",
        [LIGHTNING_ROWS_USED] = is_950 && rows == BATCHES_ENDS ? "sequsedQOptional" : NULL,
        [LIGHTNING_KEYS_USED] = is_950 && keys == BATCHES_ENDS ? "sequsedKOptional" : NULL,
        [LIGHTNING_OFFSETS] = is_950 ? "outputIdxOffsetOptional" : NULL};
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    *l = (struct lightning){.is_second = true,
                            .has_values = batches_number(call, "returnValue") != 0};
    l->form = (struct batches_form){.rows = rows,
                                    .keys = keys,
                                    .is_causal = batches_number(call, "maskMode") == 3,
                                    .has_starts = true,
                                    .ratio = batches_number(call, "cmpRatio")};
    l->form.count = rows == BATCHES_ENDS ? batches_tensor(call, "cuSeqlensQOptional")->dims[0] - 1
                                         : batches_tensor(call, "q")->dims[0];
    apply_indexer(list, call, &l0_LightningIndexerV2, l, names, results,
                  bytes_of_scores(list, call, "k", keys, LIGHTNING_MOST_COUNT, 4));
}

void attention_list_quant_lightning(struct l0_list *list, const struct call *call)
{
    static const char *const results[] = {"out"};
    static const char *const names[LIGHTNING_INPUTS] = {
        [LIGHTNING_QUERY] = "query",
        [LIGHTNING_KEY] = "key",
        [LIGHTNING_WEIGHTS] = "weights",
        [LIGHTNING_ROW_LENGTHS] = "actualSeqLengthsQueryOptional",
        [LIGHTNING_KEY_LENGTHS] = "actualSeqLengthsKeyOptional",
        [LIGHTNING_TABLE] = "blockTableOptional",
        [LIGHTNING_ROW_SCALES] = "queryDequantScale",
        [LIGHTNING_KEY_SCALES] = "keyDequantScale"};
    const struct tensor *query = batches_tensor(call, "query");
    enum batches_layout rows = attention_batches_layout_of(call, "layoutQueryOptional");
    enum batches_layout keys = attention_batches_layout_of(call, "layoutKeyOptional");
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    *l = (struct lightning){.has_values = false};
    l->form = (struct batches_form){
        .rows = rows, .keys = keys, .is_causal = batches_number(call, "sparseMode") == 3};
    l->form.count = rows == BATCHES_ENDS
                        ? batches_tensor(call, "actualSeqLengthsQueryOptional")->dims[0]
                        : query->dims[0];
    apply_indexer(
        list, call, &l0_QuantLightningIndexer, l, names, results,
        bytes_of_scores(list, call, "key", keys, MOST_CHOSEN, query->type == ACL_INT8 ? 4 : 2));
}

/* ---- The gradient ---------------------------------------------------------------------------- */

#define GRADIENT_HEADS 64
#define ROUNDS 2 /* of which a core keeps keys, products and what they get */
#define HALF_BYTES 2
#define GRADIENTS LIGHTNING_LOSS /* and no loss */

/* Another piece behind so many bytes; pieces that fit have an empty unit behind them. */
static int64_t behind(int64_t bytes, int64_t piece)
{
    return (bytes + piece + ATTENTION_CACHE_LINE) / ATTENTION_CACHE_LINE * ATTENTION_CACHE_LINE;
}

/* Sums of all keys, and of each core. */
static uint64_t gradient_bytes(const struct l0_list *list, const struct l0_tensor *key)
{
    int64_t cores = (int64_t)list->soc->ai_cores;
    int64_t each = key->dims[key->rank - 3]; /* keys of a batch */
    int64_t keys = key->rank == 4 ? key->dims[0] * each : each;
    int64_t of_keys = cores * MOST_CHOSEN * LIGHTNING_COLUMNS * ROUNDS;
    int64_t of_products = cores * MOST_CHOSEN * GRADIENT_HEADS * ROUNDS;
    int64_t bytes = (int64_t)L0_SYSTEM_WORKSPACE;
    bytes = behind(bytes, keys * LIGHTNING_COLUMNS * 4);
    bytes = behind(bytes, cores * each * LIGHTNING_COLUMNS * 4);
    bytes = behind(bytes, of_keys * HALF_BYTES);
    bytes = behind(bytes, of_products * 4);
    bytes = behind(bytes, of_products * HALF_BYTES);
    bytes = behind(bytes, of_keys * 4);
    return (uint64_t)bytes + L0_SYSTEM_WORKSPACE;
}

/* Lengths are read with "TND" alone. */
void attention_list_lightning_grad(struct l0_list *list, int query, int key, int dy,
                                   int sparseIndices, int weights, int actualSeqQLenOptional,
                                   int actualSeqKvLenOptional, const char *inputLayout,
                                   int64_t sparseMode, int dqOut, int dkOut, int dweightsOut)
{
    enum batches_layout layout = attention_batches_layout(inputLayout);
    bool has_ends = layout == BATCHES_ENDS;
    const int given[LIGHTNING_INPUTS] = {
        [LIGHTNING_QUERY] = query,
        [LIGHTNING_KEY] = key,
        [LIGHTNING_WEIGHTS] = weights,
        [LIGHTNING_ROW_LENGTHS] = has_ends ? actualSeqQLenOptional : L0_NONE,
        [LIGHTNING_KEY_LENGTHS] = has_ends ? actualSeqKvLenOptional : L0_NONE,
        [LIGHTNING_TABLE] = L0_NONE,
        [LIGHTNING_INDICES] = sparseIndices,
        [LIGHTNING_DY] = dy};
    const int out[GRADIENTS] = {dqOut, dkOut, dweightsOut};
    int inputs[LIGHTNING_INPUTS];
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    *l = (struct lightning){.has_values = false};
    l->form = (struct batches_form){.rows = layout, .keys = layout, .is_causal = sparseMode == 3};
    l->form.count = list->tensors[has_ends ? actualSeqQLenOptional : query].dims[0];
    int count = read_inputs(list, l, given, LIGHTNING_DY + 1, inputs);
    apply(list, &(struct application){.row = &l0_LightningIndexerGrad,
                                      .l = l,
                                      .inputs = inputs,
                                      .count = count,
                                      .out = out,
                                      .outputs = GRADIENTS,
                                      .made = "gradient",
                                      .workspace = gradient_bytes(list, &list->tensors[key])});
}

/* ---- The loss -------------------------------------------------------------------------------- */

#define ATTENTION_COLUMNS 576 /* with rope */
#define LOSS_BYTES 512

/* Of all batches together. */
struct extents {
    int64_t rows;
    int64_t keys;
    int64_t heads; /* of the attention */
    int64_t index_heads;
};

static struct extents extents_of(const struct call *call, const struct lightning *l)
{
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *key = batches_tensor(call, "keyIndex");
    const struct tensor *index = batches_tensor(call, "queryIndex");
    bool has_ends = l->row_ends != NULL;
    int64_t last = l->form.count - 1;
    return (struct extents){
        .rows = has_ends ? l->row_ends[last] : query->dims[0] * query->dims[1],
        .keys = least(has_ends ? l->key_ends[last] : key->dims[0] * key->dims[1], MOST_KEYS),
        .heads = query->dims[query->rank - 2],
        .index_heads = index->dims[index->rank - 2],
    };
}

/* Sums of all keys, and what each core that has a row keeps of its keys. */
static uint64_t loss_bytes(const struct l0_list *list, const struct call *call,
                           const struct lightning *l)
{
    const struct tensor *indices = batches_tensor(call, "sparseIndices");
    const struct extents all = extents_of(call, l);
    int64_t each = ROUNDS * 4 + all.index_heads * 4 + LIGHTNING_COLUMNS * HALF_BYTES;
    int64_t fixed = 0;
    if (list->architecture != ARCHITECTURE_3510) {
        fixed = LOSS_BYTES;
        each = ROUNDS * (ATTENTION_COLUMNS * HALF_BYTES + all.heads * 4 + 2 * all.index_heads * 4 +
                         LIGHTNING_COLUMNS * HALF_BYTES + ROUNDS * 4 + LIGHTNING_COLUMNS * 4);
    }
    return L0_SYSTEM_WORKSPACE + (uint64_t)(each * indices->dims[indices->rank - 1] *
                                                least(all.rows, (int64_t)list->soc->ai_cores) +
                                            all.keys * LIGHTNING_COLUMNS * 4 + fixed);
}

#define DENSE_ROWS 128
#define DENSE_KEYS 1024

/* Twice the products of heads with keys and what they get, parts that the halves of a core
 * exchange, and gradients of rows, of each core; sums of all keys, and, where they are
 * deterministic, of a tile of each core, with its losses and what it does. */
static uint64_t dense_bytes(const struct l0_list *list, const struct call *call,
                            const struct lightning *l)
{
    const struct extents all = extents_of(call, l);
    int64_t cores = least(all.rows, (int64_t)list->soc->ai_cores);
    int64_t products = (all.heads + 2 * all.index_heads) * DENSE_ROWS * DENSE_KEYS * 4;
    int64_t each = ROUNDS * (products + 2 * 8 * DENSE_KEYS * 2 * 4) +
                   DENSE_ROWS * all.index_heads * LIGHTNING_COLUMNS * 4;
    if (batches_tensor(call, "weights")->type != ACL_FLOAT)
        each += DENSE_ROWS * all.index_heads * 4;
    if (list->deterministic)
        each += DENSE_KEYS * LIGHTNING_COLUMNS * 4 + 2 * 8 * 4 + 16 * 8;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(each * cores + all.keys * LIGHTNING_COLUMNS * 4);
}

static const int64_t *ends_of(const struct call *call, const char *name)
{
    return array_integers(call->arguments[call_find(call, name)].array);
}

/* Applies an operator to the arguments of these names, NULL for none, and copies what it makes to
 * the results. */
static void apply_loss(struct l0_list *list, const struct call *call, const struct l0_row *row,
                       struct lightning *l, const char *const *names, const char *const *results,
                       uint64_t bytes)
{
    int given[LIGHTNING_INPUTS];
    int inputs[LIGHTNING_INPUTS];
    int out[LIGHTNING_OUTPUTS];
    for (int i = 0; i < LIGHTNING_INPUTS; i++) {
        const struct tensor *tensor = names[i] == NULL ? NULL : batches_tensor(call, names[i]);
        given[i] = tensor == NULL ? L0_NONE : l0_user_tensor(list, names[i], tensor);
    }
    int count = read_inputs(list, l, given, LIGHTNING_INPUTS, inputs);
    for (int i = 0; i < LIGHTNING_OUTPUTS; i++)
        out[i] = list_tensor_named(list, call, results[i]);
    apply(list, &(struct application){.row = row,
                                      .l = l,
                                      .inputs = inputs,
                                      .count = count,
                                      .out = out,
                                      .outputs = LIGHTNING_OUTPUTS,
                                      .workspace = bytes});
}

void attention_list_lightning_loss(struct l0_list *list, const struct call *call)
{
    static const char *const names[LIGHTNING_INPUTS] = {
        [LIGHTNING_QUERY] = "queryIndex",
        [LIGHTNING_KEY] = "keyIndex",
        [LIGHTNING_WEIGHTS] = "weights",
        [LIGHTNING_INDICES] = "sparseIndices",
        [LIGHTNING_ATTENTION_QUERY] = "query",
        [LIGHTNING_ATTENTION_KEY] = "key",
        [LIGHTNING_ATTENTION_QUERY_ROPE] = "queryRope",
        [LIGHTNING_ATTENTION_KEY_ROPE] = "keyRope",
        [LIGHTNING_MAXIMA] = "softmaxMax",
        [LIGHTNING_SUMS] = "softmaxSum",
        [LIGHTNING_INDEX_MAXIMA] = "softmaxMaxIndex",
        [LIGHTNING_INDEX_SUMS] = "softmaxSumIndex"};
    static const char *const results[LIGHTNING_OUTPUTS] = {"dQueryIndex", "dKeyIndex", "dWeights",
                                                           "loss"};
    enum batches_layout layout = attention_batches_layout_of(call, "layout");
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    *l = (struct lightning){.is_dense = call_find(call, "sparseIndices") < 0};
    l->form = (struct batches_form){.rows = layout, .keys = layout, .is_causal = true};
    l->form.count = batches_tensor(call, "query")->dims[0];
    l->scale = (float)call->arguments[call_find(call, "scaleValue")].real;
    if (layout == BATCHES_ENDS) {
        l->row_ends = ends_of(call, "actualSeqLengthsQuery");
        l->key_ends = ends_of(call, "actualSeqLengthsKey");
        l->form.count = shape_numbers(call, call_find(call, "actualSeqLengthsQuery")).count;
    }
    if (l->is_dense)
        apply_loss(list, call, &l0_DenseLightningIndexerGradKLLoss, l, names, results,
                   dense_bytes(list, call, l));
    else
        apply_loss(list, call, &l0_SparseLightningIndexerGradKLLoss, l, names, results,
                   loss_bytes(list, call, l));
}

/* ---- What the softmax of all keys has -------------------------------------------------------- */

/* The products of heads and keys that a core keeps twice, and the scores of its rows for the keys
 * of the longest batch. */
static uint64_t statistics_bytes(const struct l0_list *list, const struct call *call,
                                 const struct lightning *l)
{
    int64_t keys = batches_tensor(call, "keyIndex")->dims[1];
    if (l->form.keys == BATCHES_ENDS) {
        keys = 0;
        for (int64_t b = 0; b < l->form.count; b++)
            keys = most(keys, l->key_ends[b] - (b == 0 ? 0 : l->key_ends[b - 1]));
    }
    int64_t each = ROUNDS * BASE_ROWS * BASE_KEYS * 4 +
                   STATISTICS_ROWS * divide_up(keys, BASE_KEYS) * BASE_KEYS * 4;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(each * (int64_t)list->soc->ai_cores);
}

void attention_list_lightning_statistics(struct l0_list *list, const struct call *call)
{
    static const char *const names[] = {[LIGHTNING_QUERY] = "queryIndex",
                                        [LIGHTNING_KEY] = "keyIndex",
                                        [LIGHTNING_WEIGHTS] = "weight"};
    static const char *const results[] = {"softmaxMaxOut", "softmaxSumOut"};
    enum batches_layout layout = attention_batches_layout_of(call, "layoutOptional");
    const struct shape_numbers rows = shape_numbers(
        call, call_find(call, "actualSeqLengthsQueryOptional"));
    const struct shape_numbers keys = shape_numbers(call,
                                                    call_find(call, "actualSeqLengthsKeyOptional"));
    int given[LIGHTNING_WEIGHTS + 1];
    int inputs[LIGHTNING_WEIGHTS + 1];
    int out[2];
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    *l = (struct lightning){.is_dense = true};
    l->form = (struct batches_form){.rows = layout, .keys = layout, .is_causal = true};
    l->form.count = layout == BATCHES_ENDS ? rows.count
                                           : batches_tensor(call, "queryIndex")->dims[0];
    l->row_ends = rows.count == 0 ? NULL : rows.each;
    l->key_ends = keys.count == 0 ? NULL : keys.each;
    for (int i = 0; i <= LIGHTNING_WEIGHTS; i++)
        given[i] = l0_user_tensor(list, names[i], batches_tensor(call, names[i]));
    int count = read_inputs(list, l, given, LIGHTNING_WEIGHTS + 1, inputs);
    for (int i = 0; i < 2; i++)
        out[i] = list_tensor_named(list, call, results[i]);
    apply(list, &(struct application){.row = &l0_DenseLightningIndexerSoftmaxLse,
                                      .l = l,
                                      .inputs = inputs,
                                      .count = count,
                                      .out = out,
                                      .outputs = 2,
                                      .workspace = statistics_bytes(list, call, l)});
}

/* ---- The loss by what is known of the attention ---------------------------------------------- */

/* Sums of all keys, and what each core keeps of its keys, products and what they get. */
static uint64_t target_bytes(const struct l0_list *list, const struct call *call, int64_t rows)
{
    const struct tensor *q = batches_tensor(call, "q");
    const struct tensor *k = batches_tensor(call, "k");
    int64_t chosen = batches_tensor(call, "sparseIndices")->dims[q->rank - 1];
    int64_t heads = q->dims[q->rank - 2];
    int64_t keys = least(q->rank == 4 ? k->dims[0] * k->dims[1] : k->dims[0], MOST_KEYS);
    uint64_t sums = (uint64_t)keys * LIGHTNING_COLUMNS * 4;
    int64_t cores = (int64_t)list->soc->ai_cores;
    int64_t gradients = ROUNDS * chosen * LIGHTNING_COLUMNS * 4;
    if (list->architecture == ARCHITECTURE_3510) {
        int64_t padded = divide_up(chosen, LIGHTNING_COLUMNS) * LIGHTNING_COLUMNS;
        int64_t each = padded * (ROUNDS * 4 + heads * 4 + LIGHTNING_COLUMNS * HALF_BYTES);
        if (list->deterministic)
            return L0_SYSTEM_WORKSPACE + (uint64_t)((each + gradients) * cores) + 2 * sums;
        return L0_SYSTEM_WORKSPACE + (uint64_t)(each * cores) + sums;
    }
    int64_t each = ROUNDS * (chosen * (2 * LIGHTNING_COLUMNS * HALF_BYTES + 3 * heads * 4 + 2 * 4) +
                             TARGET_SYNC_BYTES) +
                   gradients;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(each * least(rows, least(cores, TARGET_CORES))) + sums;
}

void attention_list_lightning_target(struct l0_list *list, const struct call *call)
{
    const char *names[LIGHTNING_INPUTS] = {[LIGHTNING_QUERY] = "q",
                                           [LIGHTNING_KEY] = "k",
                                           [LIGHTNING_WEIGHTS] = "w",
                                           [LIGHTNING_ROW_LENGTHS] = "cuSeqLensQOptional",
                                           [LIGHTNING_KEY_LENGTHS] = "cuSeqLensKOptional",
                                           [LIGHTNING_INDICES] = "sparseIndices",
                                           [LIGHTNING_TARGET] = "attnSoftmaxL1Norm",
                                           [LIGHTNING_RESTS] = "cmpResidualKOptional"};
    static const char *const results[LIGHTNING_OUTPUTS] = {"dq", "dk", "dw", "softmaxOut"};
    const struct tensor *q = batches_tensor(call, "q");
    enum batches_layout layout = attention_batches_layout_of(call, "layoutQ");
    bool has_ends = layout == BATCHES_ENDS;
    struct lightning *l = l0_take(list, sizeof *l);
    if (l == NULL)
        return;
    *l = (struct lightning){.has_values = false};
    l->form = (struct batches_form){.rows = layout,
                                    .keys = layout,
                                    .is_causal = batches_number(call, "maskMode") == 3,
                                    .has_starts = has_ends,
                                    .ratio = batches_number(call, "cmpRatio")};
    l->form.count = has_ends ? batches_tensor(call, "cuSeqLensQOptional")->dims[0] - 1 : q->dims[0];
    if (!has_ends)
        names[LIGHTNING_ROW_LENGTHS] = names[LIGHTNING_KEY_LENGTHS] = NULL;
    int64_t rows = has_ends ? q->dims[0] : q->dims[0] * q->dims[1];
    apply_loss(list, call, &l0_SparseLightningIndexerKLLossGrad, l, names, results,
               target_bytes(list, call, rows));
}
