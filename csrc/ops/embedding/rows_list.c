/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/embedding/rows_list.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/embedding.h"
#include "tensor/layout.h"

#define TILING(field) EMBEDDING_TILING_##field

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK (256 << 10)

static void fill_tiling(int64_t *t, const struct tensor *weight, const struct tensor *indices,
                        const struct tensor *out)
{
    int64_t bytes = data_type_bits(out->type) / 8;
    tensor_element_count(indices, &t[TILING(ROWS)]);
    t[TILING(ROW_BYTES)] = out->dims[out->rank - 1] * bytes;
    t[TILING(WEIGHTS)] = weight->dims[0];
    /* This does not overflow, because the extent of the view fits, unless there is only one row or
     * rows have no elements. */
    bool apart = t[TILING(WEIGHTS)] > 1 && t[TILING(ROW_BYTES)] > 0;
    t[TILING(WEIGHT_STRIDE)] = apart ? weight->strides[0] * bytes : 0;
    t[TILING(INDEX_RANK)] = collapse_dims(indices->dims, indices->strides, indices->rank,
                                          &t[TILING(INDEX_DIMS)], &t[TILING(INDEX_STRIDES)]);
    t[TILING(OUT_RANK)] = collapse_dims(out->dims, out->strides, out->rank - 1,
                                        &t[TILING(OUT_DIMS)], &t[TILING(OUT_STRIDES)]);
    for (int64_t i = 0; i < t[TILING(OUT_RANK)]; i++)
        t[TILING(OUT_STRIDES) + i] *= t[TILING(ROW_BYTES)] > 0 ? bytes : 0;
}

void embedding_list_rows(struct l0_list *list, int weight, int indices, int out)
{
    if (list->status != ACLNN_SUCCESS || list->tensors[indices].elements == 0)
        return;
    struct embedding_rows *rows = l0_take(list, sizeof *rows);
    if (rows == NULL)
        return;
    const struct tensor *table = list->tensors[weight].given;
    const struct l0_tensor *places = &list->tensors[indices];
    memset(rows, 0, sizeof *rows);
    rows->indices = (struct named_indices){places->name, places->given, (uint64_t)table->dims[0],
                                           .others_took_part = true};
    rows->kernel = indices_kernels_of(places->given->type)->gather;
    fill_tiling(rows->tiling, table, places->given, list->tensors[out].given);
    int64_t worth = rows->tiling[TILING(ROWS)] * rows->tiling[TILING(ROW_BYTES)] / BYTES_A_BLOCK;
    rows->blocks = clamp(worth, 1, EMBEDDING_ROWS_MOST_BLOCKS);
    l0_step(list, L0_STEP_APPLY, &l0_EmbeddingRows, (int[]){weight, indices}, 2, &out, 1, rows);
}
