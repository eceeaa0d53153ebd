/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashMla and its gradient: layouts by their names, and the keys of their work. */
#include "ops/attention/sparse_mla.h"

#include <string.h>

#include "base/number.h"
#include "tensor/layout.h"

enum batches_layout attention_sparse_mla_layout(const struct call *call, const char *name)
{
    const char *text = call->arguments[call_find(call, name)].text;
    enum batches_layout layout = attention_batches_layout(text);
    if (text != NULL && strcmp(text, "PA_BBND") == 0)
        return BATCHES_PAGES;
    return layout == BATCHES_PAGES ? BATCHES_NO_LAYOUT : layout;
}

bool attention_sparse_mla_has(const struct call *call, const char *name)
{
    const struct tensor *t = batches_tensor(call, name);
    return t != NULL && !tensor_is_empty(t);
}

/* Rows are those of both kinds of keys. */
static struct batches batches_of(const struct work *work, const struct batches_form *form)
{
    return (struct batches){.form = form,
                            .query = sparse_mla_input(work, SPARSE_MLA_QUERY),
                            .row_lengths = sparse_mla_input(work, SPARSE_MLA_ROW_ENDS),
                            .rows_used = sparse_mla_input(work, SPARSE_MLA_ROWS_USED),
                            .row_lengths_name = "cuSeqlensQOptional",
                            .unit_rows = 1};
}

struct selected attention_sparse_mla_keys(const struct work *work)
{
    const struct sparse_mla *m = work->attributes;
    struct selected s = {.b = batches_of(work, &m->form), .blocks = 1, .block = INT32_MAX};
    s.b.key = sparse_mla_input(work, SPARSE_MLA_KEY);
    s.b.key_lengths = sparse_mla_input(work, SPARSE_MLA_KEY_ENDS);
    s.b.keys_used = sparse_mla_input(work, SPARSE_MLA_KEYS_USED);
    s.b.table = sparse_mla_input(work, SPARSE_MLA_TABLE);
    s.b.key_lengths_name = "cuSeqlensOriKvOptional";
    s.b.keys_used_name = "sequsedOriKvOptional";
    s.b.table_name = "oriBlockTableOptional";
    return s;
}

struct selected attention_sparse_mla_compressed(const struct work *work)
{
    const struct sparse_mla *m = work->attributes;
    const struct work_view *indices = sparse_mla_input(work, SPARSE_MLA_INDICES);
    struct selected s = {.b = batches_of(work, &m->compressed),
                         .indices = indices,
                         .counts = sparse_mla_input(work, SPARSE_MLA_COUNTS),
                         .blocks = indices == NULL ? 1 : indices->dims[indices->rank - 1],
                         .block = indices == NULL ? INT32_MAX : 1};
    s.b.key = sparse_mla_input(work, SPARSE_MLA_COMPRESSED);
    s.b.key_lengths = sparse_mla_input(work, SPARSE_MLA_COMPRESSED_ENDS);
    s.b.keys_used = sparse_mla_input(work, SPARSE_MLA_COMPRESSED_USED);
    s.b.table = sparse_mla_input(work, SPARSE_MLA_COMPRESSED_TABLE);
    s.b.rests = sparse_mla_input(work, SPARSE_MLA_RESTS);
    s.b.key_lengths_name = "cuSeqlensCmpKvOptional";
    s.b.keys_used_name = "sequsedCmpKvOptional";
    s.b.table_name = "cmpBlockTableOptional";
    return s;
}

bool attention_sparse_mla_see(const struct sparse_mla *m, const struct selected *keys,
                              struct selected_row *row)
{
    const struct batch *batch = &keys->b.each[row->batch];
    int64_t at = row->number - batch->first_unit;
    int64_t past = batch->keys - batch->rows + at + 1; /* behind the row's own key */
    bool is_masked = m->mask != SPARSE_MLA_NONE;
    row->next = row->blocks;
    if (at >= batch->rows || (is_masked && past <= 0))
        return false;
    row->past = is_masked ? least(past, batch->keys) : batch->keys;
    if (m->mask != SPARSE_MLA_WINDOW)
        return true;
    if (m->left != SPARSE_MLA_ALL)
        row->key = most(past - 1 - least(m->left, past), 0);
    if (m->right == SPARSE_MLA_ALL || m->right > batch->keys - past)
        row->past = batch->keys;
    else
        row->past = past + m->right;
    return true;
}
