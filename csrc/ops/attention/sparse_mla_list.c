/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashMla: the list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/attention.h"
#include "ops/attention/sparse_mla.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "workspace/l0_operators.h"

#define HALF_BYTES 2
#define OUTPUTS 2

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
    if (batches_tensor(call, "cmpKvOptional") != NULL)
        return;
    names[SPARSE_MLA_COMPRESSED_TABLE] = NULL;
    names[SPARSE_MLA_COMPRESSED_ENDS] = NULL;
    names[SPARSE_MLA_COMPRESSED_USED] = NULL;
    names[SPARSE_MLA_RESTS] = NULL;
}

static void read(const struct call *call, struct sparse_mla *m)
{
    enum batches_layout rows = attention_sparse_mla_layout(call, "layoutQOptional");
    enum batches_layout keys = attention_sparse_mla_layout(call, "layoutKvOptional");
    *m = (struct sparse_mla){.form = {.rows = rows, .keys = keys, .has_starts = true},
                             .mask = (enum sparse_mla_mask)batches_number(call, "oriMaskMode"),
                             .left = batches_number(call, "oriWinLeft"),
                             .right = batches_number(call, "oriWinRight"),
                             .scale = (float)call->arguments[call_find(call, "softmaxScale")].real,
                             .has_log_sums = batches_number(call, "returnSoftmaxLse") != 0};
    m->form.count = rows == BATCHES_ENDS ? batches_tensor(call, "cuSeqlensQOptional")->dims[0] - 1
                                         : batches_tensor(call, "q")->dims[0];
    m->compressed = m->form;
    m->compressed.is_causal = batches_number(call, "cmpMaskMode") == SPARSE_MLA_CAUSAL;
    m->compressed.ratio = batches_number(call, "cmpRatio");
}

void attention_list_sparse_mla(struct l0_list *list, const struct call *call)
{
    static const char *const results[OUTPUTS] = {"attnOutOut", "softmaxLseOutOptional"};
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    const char *names[SPARSE_MLA_INPUTS] = {NULL};
    int inputs[SPARSE_MLA_INPUTS];
    int out[OUTPUTS];
    int made[OUTPUTS];
    int count = 0;
    struct sparse_mla *m = l0_take(list, sizeof *m);
    if (m == NULL)
        return;
    read(call, m);
    set_names(call, is_950, names);
    for (int i = 0; i < SPARSE_MLA_INPUTS; i++) {
        int given = names[i] == NULL ? L0_NONE : list_tensor_named(list, call, names[i]);
        bool lies = i == SPARSE_MLA_KEY || i == SPARSE_MLA_COMPRESSED;
        m->at[i] = given == L0_NONE ? L0_NONE : count;
        if (given != L0_NONE)
            inputs[count++] = lies ? given : l0_contiguous(list, given);
    }
    int outputs = m->has_log_sums ? OUTPUTS : 1;
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++) {
        const struct tensor *like = batches_tensor(call, results[i]);
        out[i] = list_tensor_named(list, call, results[i]);
        made[i] = l0_new_shaped(list, results[i], like->type, like->dims, like->rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, &l0_SparseFlashMla, inputs, count, 0, made, outputs, m);
    l0_kernel_workspace(list, is_950 ? bytes_on_950(list, call) : bytes_on_910b(list, call));
    for (int i = 0; i < outputs && list->status == ACLNN_SUCCESS; i++)
        l0_view_copy(list, made[i], out[i]);
}
