/* SPDX-License-Identifier: Apache-2.0 */
/* WeightQuantPreprocess: list of L0 operators. Elements stay in their order, as in all fractals. */
#include <stdint.h>

#include "declared/quant.h"
#include "declared/copy_layout.h"
#include "workspace/l0_operators.h"

void quant_list_weight_quant_preprocess(struct l0_list *list, int weight, int weightScale,
                                        int biasOptional, int outWeight, int outWeightScale,
                                        int outBiasOptional)
{
    if (weight == L0_NONE || weightScale == L0_NONE || outWeight == L0_NONE ||
        outWeightScale == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[weight];
    int blocks = l0_new_shaped(list, "TransData", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_TransData, &weight, 1, 0, &blocks, 1, NULL);
    l0_launch_view_copy(list, blocks, outWeight);
    l0_step(list, L0_STEP_APPLY, &l0_FormatCast, &weight, 1, &outWeight, 1, NULL);
    l0_view_copy(list, weightScale, outWeightScale);
    if (biasOptional != L0_NONE)
        l0_view_copy(list, biasOptional, outBiasOptional);
}
