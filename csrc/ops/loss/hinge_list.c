/* SPDX-License-Identifier: Apache-2.0 */
/* HingeLossGrad and HuberLoss: lists of L0 operators. */
#include "declared/common.h"
#include "declared/loss.h"
#include "ops/common/list.h"

void loss_list_hinge_loss_grad(struct l0_list *list, int predict, int target, int gradOutput,
                               int gradInput)
{
    if (gradInput == L0_NONE)
        return;
    int inputs[] = {l0_contiguous(list, predict), l0_contiguous(list, target),
                    l0_contiguous(list, gradOutput)};
    aclDataType type = list->tensors[gradInput].type;
    l0_view_copy(list, list_apply(list, &l0_HingeLossGrad, type, inputs, 3, 0), gradInput);
}

void loss_list_huber_loss(struct l0_list *list, int predictions, int targets, double delta,
                          int loss)
{
    if (loss == L0_NONE)
        return;
    int inputs[] = {l0_contiguous(list, predictions), l0_contiguous(list, targets),
                    list_number_of(list, delta)};
    aclDataType type = list->tensors[loss].type;
    l0_view_copy(list, list_apply(list, &l0_HuberLoss, type, inputs, 3, 1), loss);
}
