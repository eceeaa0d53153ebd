/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers whose blocks share scales, restored to float32: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "workspace/l0_operators.h"

/* Each number as often as its block has elements, in the dims of the matrices. */
static int spread(struct l0_list *list, int scales, const struct quant_matrices *m,
                  const struct quant_blocks *b)
{
    const int64_t before[] = {m->batches * b->down, 1, b->across, 1};
    const int64_t behind[] = {m->batches * b->down, b->rows, b->across, b->columns};
    const int64_t lines[] = {m->batches, b->down * b->rows, b->across * b->columns};
    int given = l0_reshape(list, list_dense_of(list, scales, ACL_FLOAT), before, 4);
    int each = l0_new_shaped(list, "scales of elements", ACL_FLOAT, behind, 4);
    if (given == L0_NONE || each == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MxSpread, &given, 1, &each, 1, NULL);
    int whole = l0_reshape(list, each, lines, 3);
    return l0_part(list, l0_part(list, whole, 1, 0, m->rows), 2, 0, m->columns);
}

int quant_list_blocks_restored(struct l0_list *list, int numbers, int scales, int offsets,
                               const struct quant_matrices *m, const struct quant_blocks *blocks)
{
    const int64_t dims[] = {m->batches, m->rows, m->columns};
    if (numbers == L0_NONE || scales == L0_NONE)
        return L0_NONE;
    bool has_offsets = offsets != L0_NONE;
    const int inputs[] = {l0_reshape(list, l0_convert(list, numbers, ACL_FLOAT), dims, 3),
                          spread(list, scales, m, blocks),
                          has_offsets ? spread(list, offsets, m, blocks) : L0_NONE};
    int result = l0_new_shaped(list, "restored", ACL_FLOAT, dims, 3);
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, has_offsets ? &l0_QuantBlocksRestored : &l0_AntiMxQuant, inputs,
            has_offsets ? 3 : 2, &result, 1, NULL);
    return result;
}

int quant_list_mx_restored(struct l0_list *list, int numbers, int scales,
                           const struct quant_matrices *m, bool is_down)
{
    static const int64_t order[] = {0, 1, 3, 2};
    int64_t along = is_down ? m->rows : m->columns;
    int64_t pairs = (along + 2 * QUANT_MX_BLOCK - 1) / (2 * QUANT_MX_BLOCK);
    const int64_t paired[] = {m->batches, pairs, m->columns, 2};
    const struct quant_blocks behind = {1, QUANT_MX_BLOCK, m->rows, 2 * pairs};
    const struct quant_blocks before = {QUANT_MX_BLOCK, 1, 2 * pairs, m->columns};
    if (numbers == L0_NONE || scales == L0_NONE)
        return L0_NONE;
    const struct l0_tensor codes = list->tensors[scales];
    int powers = l0_new_shaped(list, "powers", ACL_FLOAT, codes.dims, codes.rank);
    if (powers == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_AntiMxQuantScale, &scales, 1, &powers, 1, NULL);
    if (is_down)
        powers = quant_transposed(list, l0_reshape(list, powers, paired, 4), order);
    return quant_list_blocks_restored(list, numbers, powers, L0_NONE, m,
                                      is_down ? &before : &behind);
}
