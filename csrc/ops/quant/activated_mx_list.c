/* SPDX-License-Identifier: Apache-2.0 */
/* Products of float8 in blocks that pass a unit and are quantised in blocks again: list of L0
 * operators. Numbers are restored to float32 before they are multiplied. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "declared/activation.h"
#include "ops/common/list.h"
#include "ops/matmul/fused_product.h"
#include "ops/norm/statistics.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"

/* A matrix of each batch with the scales of its blocks, which lie along columns or rows. */
static int restored(struct l0_list *list, int matrix, int scales, bool is_down)
{
    const struct l0_tensor t = list->tensors[matrix];
    struct quant_matrices m = {1, t.dims[t.rank - 2], t.dims[t.rank - 1]};
    for (int32_t i = 0; i < t.rank - 2; i++)
        m.batches *= t.dims[i];
    return quant_list_mx_restored(list, list_dense_of(list, matrix, t.type),
                                  list_dense_of(list, scales, ACL_FLOAT8_E8M0), &m, is_down);
}

void quant_list_activated_mx(struct l0_list *list, int x1, int x2, int x1Scale, int x2Scale,
                             int bias, bool flip1, bool flip2, const char *activation,
                             const char *rounding, int64_t algorithm, int y, int yScale)
{
    int results[2];
    if (x1 == L0_NONE || x2 == L0_NONE || x1Scale == L0_NONE || x2Scale == L0_NONE ||
        y == L0_NONE || yScale == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[y];
    const struct quant_mx mx = {
        .axis = to.rank - 1,
        .block = QUANT_MX_BLOCK,
        .scale = (enum quant_mx_scale)algorithm,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(rounding),
        .type = to.type};
    int64_t dims[] = {1, to.dims[to.rank - 2], to.dims[to.rank - 1]};
    for (int32_t i = 0; i < to.rank - 2; i++)
        dims[0] *= to.dims[i];
    const int launched[] = {matmul_list_for_kernel(list, x1), x2, quant_dense(list, bias),
                            l0_contiguous(list, x1Scale), l0_contiguous(list, x2Scale)};
    quant_mx_results(list, &mx, to.dims, to.rank, results);
    if (list->status != ACLNN_SUCCESS)
        return;
    quant_launch(list, &l0_QuantMatmulActivationQuant, launched, 5, results, 2);
    int sums = quant_list_multiplied(list, restored(list, x1, x1Scale, flip1),
                                     restored(list, x2, x2Scale, !flip2), flip1, flip2, dims, 3);
    int summed = l0_new_shaped(list, "sums", ACL_FLOAT, dims, 3);
    int units = l0_new_shaped(list, "units", ACL_FLOAT, dims, 3);
    const int summands[] = {sums, quant_or_number(list, launched[2], 0)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_QuantProductAdded, summands, 2, &summed, 1, NULL);
    l0_step(list, L0_STEP_APPLY, strcmp(activation, "gelu_tanh") == 0 ? &l0_GeluV2Tanh : &l0_GeluV2,
            &summed, 1, &units, 1, NULL);
    quant_mx_compute(list, &mx, l0_reshape(list, units, to.dims, to.rank), results);
    norm_write_reshaped(list, results[0], y);
    norm_write_reshaped(list, results[1], yScale);
}
