/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashMla and its gradient: the lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/attention.h"
#include "ops/attention/attention.h"
#include "ops/attention/sparse_mla.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "workspace/l0_operators.h"

#define HALF_BYTES 2

/* Of 910B: rows of heads and keys that a core has at once, and of selected keys. */
#define OLD_ROWS 256
#define OLD_KEYS 512
#define ROUNDS 2
#define MERGED 3

/* Of Ascend950, where two cores share the keys of more heads than these. */
#define FEW_HEADS 64
#define PIECES 3
#define PIECE_KEYS 128
#define SPLITS 2      /* of the keys of a row, whose results are joined */
#define STATISTICS 16 /* floats of each head's maximum and sum */

static uint64_t bytes_on_910b(const struct l0_list *list, const struct call *call)
{
    const struct tensor *q = batches_tensor(call, "q");
    bool is_selected = batches_tensor(call, "cmpSparseIndicesOptional") != NULL;
    int64_t heads = q->dims[q->rank - 2];
    int64_t rows = least(shape_product(heads, q->dims[q->rank - 3]),
                         is_selected ? heads : OLD_ROWS / heads * heads);
    int64_t each = divide_up(rows, 16) * 16 * OLD_KEYS; /* scores, and results: as many columns */
    int64_t bytes = ROUNDS * each * (4 + HALF_BYTES + 4 + 4);
    if (is_selected)
        bytes += MERGED * (int64_t)OLD_KEYS * SPARSE_MLA_COLUMNS * HALF_BYTES;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(bytes * (int64_t)list->soc->ai_cores);
}

static uint64_t bytes_on_950(const struct l0_list *list, const struct call *call)
{
    const struct tensor *q = batches_tensor(call, "q");
    bool is_selected = batches_tensor(call, "cmpSparseIndicesOptional") != NULL;
    int64_t heads = q->dims[q->rank - 2];
    bool is_split = heads > FEW_HEADS;
    int64_t cores = (int64_t)list->soc->ai_cores / (is_split ? 2 : 1);
    int64_t bytes = cores * SPLITS * heads * 4 * (SPARSE_MLA_COLUMNS + STATISTICS);
    if (is_split || is_selected)
        bytes += cores * PIECE_KEYS * SPARSE_MLA_COLUMNS * HALF_BYTES * PIECES +
                 (int64_t)list->soc->vector_cores * PIECES * PIECE_KEYS * 4;
    return L0_SYSTEM_WORKSPACE + (uint64_t)bytes;
}

/* Lengths that no kernel of the product reads are left out. */
static void set_names(const struct call *call, bool is_950, const char **names)
{
    bool has_row_ends = attention_sparse_mla_layout(call, "layoutQOptional") == BATCHES_ENDS;
    bool has_key_ends = attention_sparse_mla_layout(call, "layoutKvOptional") == BATCHES_ENDS;
    bool has_pages = attention_sparse_mla_layout(call, "layoutKvOptional") == BATCHES_PAGES;
    names[SPARSE_MLA_QUERY] = "q";
    names[SPARSE_MLA_KEY] = "oriKvOptional";
    names[SPARSE_MLA_COMPRESSED] = "cmpKvOptional";
    names[SPARSE_MLA_INDICES] = "cmpSparseIndicesOptional";
    names[SPARSE_MLA_TABLE] = has_pages ? "oriBlockTableOptional" : NULL;
    names[SPARSE_MLA_COMPRESSED_TABLE] = has_pages ? "cmpBlockTableOptional" : NULL;
    names[SPARSE_MLA_ROW_ENDS] = has_row_ends ? "cuSeqlensQOptional" : NULL;
    names[SPARSE_MLA_KEY_ENDS] = has_key_ends ? "cuSeqlensOriKvOptional" : NULL;
    names[SPARSE_MLA_COMPRESSED_ENDS] = has_key_ends ? "cuSeqlensCmpKvOptional" : NULL;
    names[SPARSE_MLA_ROWS_USED] = is_950 || !has_row_ends ? "sequsedQOptional" : NULL;
    names[SPARSE_MLA_KEYS_USED] = is_950 || !has_key_ends ? "sequsedOriKvOptional" : NULL;
    names[SPARSE_MLA_COMPRESSED_USED] = "sequsedCmpKvOptional";
    names[SPARSE_MLA_RESTS] = "cmpResidualKvOptional";
    names[SPARSE_MLA_SINKS] = "sinksOptional";
    if (attention_sparse_mla_has(call, "cmpKvOptional"))
        return;
    names[SPARSE_MLA_COMPRESSED] = NULL;
    names[SPARSE_MLA_COMPRESSED_TABLE] = NULL;
    names[SPARSE_MLA_COMPRESSED_ENDS] = NULL;
    names[SPARSE_MLA_COMPRESSED_USED] = NULL;
    names[SPARSE_MLA_RESTS] = NULL;
}

static void read(const struct call *call, const char *query, const char *scale,
                 struct sparse_mla *m)
{
    enum batches_layout rows = attention_sparse_mla_layout(call, "layoutQOptional");
    enum batches_layout keys = attention_sparse_mla_layout(call, "layoutKvOptional");
    *m = (struct sparse_mla){.form = {.rows = rows, .keys = keys, .has_starts = true},
                             .mask = (enum sparse_mla_mask)batches_number(call, "oriMaskMode"),
                             .left = batches_number(call, "oriWinLeft"),
                             .right = batches_number(call, "oriWinRight"),
                             .scale = (float)call->arguments[call_find(call, scale)].real};
    m->form.count = rows == BATCHES_ENDS ? batches_tensor(call, "cuSeqlensQOptional")->dims[0] - 1
                                         : batches_tensor(call, query)->dims[0];
    m->compressed = m->form;
    m->compressed.is_causal = batches_number(call, "cmpMaskMode") == SPARSE_MLA_CAUSAL;
    m->compressed.ratio = batches_number(call, "cmpRatio");
}

/* Reads the inputs that have names; keys may lie as they do. Returns how many there are. */
static int read_inputs(struct l0_list *list, const struct call *call, const char *const *names,
                       bool may_keys_lie, struct sparse_mla *m, int *inputs)
{
    int count = 0;
    for (int i = 0; i < SPARSE_MLA_INPUTS; i++) {
        int given = names[i] == NULL ? L0_NONE : list_tensor_named(list, call, names[i]);
        bool lies = may_keys_lie && (i == SPARSE_MLA_KEY || i == SPARSE_MLA_COMPRESSED);
        m->at[i] = given == L0_NONE ? L0_NONE : count;
        if (given != L0_NONE)
            inputs[count++] = lies ? given : l0_contiguous(list, given);
    }
    return count;
}

/* Results of an operator that are made and then copied to the caller's. */
struct results {
    int count;
    int out[SPARSE_MLA_OUTPUTS];
    int made[SPARSE_MLA_OUTPUTS];
};

static void add_result(struct l0_list *list, const struct call *call, const char *name,
                       struct results *results)
{
    const struct tensor *like = batches_tensor(call, name);
    results->out[results->count] = list_tensor_named(list, call, name);
    results->made[results->count++] = l0_new_shaped(list, name, like->type, like->dims, like->rank);
}

static void copy_results(struct l0_list *list, const struct results *results)
{
    for (int i = 0; i < results->count && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, results->made[i], results->out[i]);
}

void attention_list_sparse_mla(struct l0_list *list, const struct call *call)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    const char *names[SPARSE_MLA_INPUTS] = {NULL};
    int inputs[SPARSE_MLA_INPUTS];
    struct results results = {0};
    struct sparse_mla *m = l0_take(list, sizeof *m);
    if (m == NULL)
        return;
    read(call, "q", "softmaxScale", m);
    m->has_log_sums = batches_number(call, "returnSoftmaxLse") != 0;
    set_names(call, is_950, names);
    int count = read_inputs(list, call, names, true, m, inputs);
    add_result(list, call, "attnOutOut", &results);
    if (m->has_log_sums)
        add_result(list, call, "softmaxLseOutOptional", &results);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, &l0_SparseFlashMla, inputs, count, 0, results.made, results.count, m);
    l0_kernel_workspace(list, is_950 ? bytes_on_950(list, call) : bytes_on_910b(list, call));
    copy_results(list, &results);
}

/* ---- The gradient ---------------------------------------------------------------------------- */

#define GRADIENT_SYSTEM ((int64_t)32 << 20)
#define GRADIENT_ROWS 128 /* rows of heads, and keys, that a core has at once */
#define GRADIENT_MANY 512 /* keys where as many are selected */
#define GRADIENT_PRODUCTS 8
#define GRADIENT_GATHERED 4
#define SCATTERING 24       /* cores of 910B for which there is always room */
#define GRADIENT_ADDED 4096 /* keys of which a core of Ascend950 has two gradients, twice */

static int64_t aligned(int64_t bytes)
{
    return shape_product(divide_up(bytes, ATTENTION_CACHE_LINE), ATTENTION_CACHE_LINE);
}

static int64_t dims_of(const struct tensor *t, int32_t behind)
{
    int64_t count = 1;
    for (int32_t i = 0; i < t->rank - behind; i++)
        count = shape_product(count, t->dims[i]);
    return count;
}

/* Sums in float32 of as many rows. */
static int64_t sum_bytes(int64_t rows)
{
    return aligned(shape_product(rows, SPARSE_MLA_COLUMNS * 4));
}

/* What the tilings look at. */
struct sizes {
    int64_t rows; /* of all batches */
    int64_t heads;
    int64_t keys;
    int64_t compressed;
    int64_t selected; /* 0: none */
};

static struct sizes sizes_of(const struct call *call, const char *const *names)
{
    const struct tensor *query = batches_tensor(call, "query");
    struct sizes s = {.rows = dims_of(query, 2),
                      .heads = query->dims[query->rank - 2],
                      .keys = dims_of(batches_tensor(call, "oriKvOptional"), 1)};
    if (names[SPARSE_MLA_COMPRESSED] != NULL)
        s.compressed = dims_of(batches_tensor(call, names[SPARSE_MLA_COMPRESSED]), 1);
    if (names[SPARSE_MLA_INDICES] != NULL) {
        const struct tensor *indices = batches_tensor(call, names[SPARSE_MLA_INDICES]);
        s.selected = indices->dims[indices->rank - 1];
    }
    return s;
}

/* A core has the heads of one row where keys are selected, else as many rows as fit. */
static int64_t gradient_bytes_on_910b(const struct l0_list *list, const struct sizes *s)
{
    bool is_selected = s->selected > 0;
    int64_t rows = is_selected ? s->heads : GRADIENT_ROWS;
    int64_t keys = divide_up(s->selected, 8) * 8 >= GRADIENT_MANY ? GRADIENT_MANY : GRADIENT_ROWS;
    int64_t units = divide_up(s->rows, is_selected ? 1 : GRADIENT_ROWS / s->heads);
    int64_t each = GRADIENT_PRODUCTS * aligned(rows * keys * 4);
    if (is_selected)
        each += GRADIENT_GATHERED * aligned(keys * SPARSE_MLA_COLUMNS * HALF_BYTES);
    int64_t sums = sum_bytes(shape_sum(s->keys, s->compressed));
    int64_t again = is_selected ? sum_bytes(s->keys) : sums;
    int64_t bytes = shape_product(each, least(units, (int64_t)list->soc->ai_cores));
    bytes = shape_sum(bytes,
                      shape_product(s->selected, SCATTERING * ROUNDS * 2 * SPARSE_MLA_COLUMNS * 4));
    bytes = shape_sum(bytes, sum_bytes(shape_product(s->rows, s->heads)));
    return shape_sum(shape_sum(bytes, shape_sum(sums, again)), GRADIENT_SYSTEM);
}

static int64_t gradient_bytes_on_950(const struct l0_list *list, const struct sizes *s)
{
    int64_t each = PIECES * aligned(PIECE_KEYS * SPARSE_MLA_COLUMNS * HALF_BYTES) +
                   2 * ROUNDS * aligned(GRADIENT_ADDED * SPARSE_MLA_COLUMNS * 4) + s->heads * 4;
    int64_t bytes = shape_product(each, (int64_t)list->soc->ai_cores);
    bytes = shape_sum(bytes, sum_bytes(shape_product(s->rows, s->heads)));
    bytes = shape_sum(bytes, shape_sum(sum_bytes(s->keys), sum_bytes(s->compressed)));
    return shape_sum(bytes, GRADIENT_SYSTEM);
}

/* Further inputs, and what goes without keys or indices. */
static void set_gradient_names(const struct call *call, const char **names)
{
    bool is_selected = attention_sparse_mla_has(call, "cmpSparseIndicesOptional");
    set_names(call, call_is_on_950(call), names);
    names[SPARSE_MLA_QUERY] = "query";
    names[SPARSE_MLA_GRADIENT] = "dOut";
    names[SPARSE_MLA_RESULT] = "out";
    names[SPARSE_MLA_LOG_SUMS] = "lse";
    names[SPARSE_MLA_COUNTS] = is_selected ? "cmpTopkLengthOptional" : NULL;
    if (!is_selected)
        names[SPARSE_MLA_INDICES] = NULL;
    if (!attention_sparse_mla_has(call, "sinksOptional"))
        names[SPARSE_MLA_SINKS] = NULL;
}

static void add_gradients(struct l0_list *list, const struct call *call, const char *const *names,
                          struct sparse_mla *m, struct results *results)
{
    const struct {
        const char *name;
        bool is_wanted;
    } each[SPARSE_MLA_OUTPUTS] = {
        [SPARSE_MLA_DQUERY] = {"dQueryOut", true},
        [SPARSE_MLA_DKEY] = {"dOriKvOutOptional", true},
        [SPARSE_MLA_DCOMPRESSED] = {"dCmpKvOutOptional", names[SPARSE_MLA_COMPRESSED] != NULL},
        [SPARSE_MLA_DSINKS] = {"dSinksOutOptional", names[SPARSE_MLA_SINKS] != NULL},
        [SPARSE_MLA_OWN_NORMS] = {"oriSoftmaxL1NormOptional",
                                  attention_sparse_mla_has(call, "oriSparseIndicesOptional")},
        [SPARSE_MLA_NORMS] = {"cmpSoftmaxL1NormOptional", names[SPARSE_MLA_INDICES] != NULL},
    };
    for (int i = 0; i < SPARSE_MLA_OUTPUTS; i++) {
        m->out_at[i] = each[i].is_wanted ? results->count : L0_NONE;
        if (each[i].is_wanted)
            add_result(list, call, each[i].name, results);
    }
}

void attention_list_sparse_mla_grad(struct l0_list *list, const struct call *call)
{
    const char *names[SPARSE_MLA_INPUTS] = {NULL};
    int inputs[SPARSE_MLA_INPUTS];
    struct results results = {0};
    struct sparse_mla *m = l0_take(list, sizeof *m);
    if (m == NULL)
        return;
    read(call, "query", "scaleValue", m);
    set_gradient_names(call, names);
    int count = read_inputs(list, call, names, false, m, inputs);
    add_gradients(list, call, names, m, &results);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct sizes sizes = sizes_of(call, names);
    int64_t bytes = list->architecture == ARCHITECTURE_3510 ? gradient_bytes_on_950(list, &sizes)
                                                            : gradient_bytes_on_910b(list, &sizes);
    l0_apply(list, &l0_SparseFlashMlaGrad, inputs, count, 0, results.made, results.count, m);
    l0_kernel_workspace(list, (uint64_t)bytes);
    copy_results(list, &results);
}
