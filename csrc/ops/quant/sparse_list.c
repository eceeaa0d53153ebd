/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse4to2QuantMatmulWeightNz: list of L0 operators. */
#include <stdint.h>

#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "workspace/l0_operators.h"

void quant_list_sparse_product(struct l0_list *list, int x, int sparseWeight, int index, int xScale,
                               int sparseWeightScale, int biasOptional, int out)
{
    if (x == L0_NONE || sparseWeight == L0_NONE || index == L0_NONE || out == L0_NONE)
        return;
    int left = l0_contiguous(list, x);
    const int scales[] = {quant_dense(list, sparseWeightScale), quant_dense(list, xScale),
                          quant_dense(list, biasOptional)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor wanted = list->tensors[out];
    const int64_t sides[] = {wanted.dims[1], list->tensors[left].dims[1]};
    int result = l0_new_shaped(list, "product", wanted.type, wanted.dims, wanted.rank);
    int dense = l0_new_shaped(list, "weight", ACL_INT8, sides, 2);
    const int launched[] = {left, sparseWeight, index, scales[1], scales[0], scales[2]};
    quant_launch(list, &l0_Sparse4to2QuantMatmul, launched, 6, &result, 1);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Sparse4to2Dense, (int[]){sparseWeight, index}, 2, &dense, 1,
            NULL);
    int sums = quant_list_multiplied(list, left, dense, false, true, wanted.dims, 2);
    const int inputs[] = {sums, scales[0], quant_along(list, scales[1], 2, 0),
                          quant_or_number(list, scales[2], 0)};
    if (sums == L0_NONE || inputs[2] == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_DequantBias, inputs, 4, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
