/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention and its gradient: the keys of their work. */
#include "ops/attention/sparse_flash.h"

struct selected attention_sparse_flash_selected(const struct work *work)
{
    const struct sparse_flash *s = work->attributes;
    const struct work_view *indices = sparse_flash_input(work, SPARSE_FLASH_INDICES);
    return (struct selected){
        .b = {.form = &s->form,
              .query = sparse_flash_input(work, SPARSE_FLASH_QUERY),
              .key = sparse_flash_input(work, SPARSE_FLASH_KEY),
              .row_lengths = sparse_flash_input(work, SPARSE_FLASH_ROW_LENGTHS),
              .key_lengths = sparse_flash_input(work, SPARSE_FLASH_KEY_LENGTHS),
              .table = sparse_flash_input(work, SPARSE_FLASH_TABLE),
              .row_lengths_name = "actualSeqLengthsQueryOptional",
              .key_lengths_name = "actualSeqLengthsKvOptional",
              .table_name = "blockTableOptional",
              .unit_rows = 1},
        .indices = indices,
        .blocks = indices->dims[indices->rank - 1],
        .block = s->block};
}
