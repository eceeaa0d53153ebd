/* SPDX-License-Identifier: Apache-2.0 */
/* MoeGatingTopKBackward: list of L0 operators. */
#include "ops/moe/gating_grad.h"

#include <stdint.h>

#include "declared/moe.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"

void moe_list_gating_grad(struct l0_list *list, int xNorm, int gradY, int expertIdx,
                          double routedScalingFactor, double eps, int out)
{
    struct gating_grad *g = l0_take(list, sizeof *g);
    const int launched[] = {moe_dense(list, xNorm), moe_dense(list, gradY),
                            moe_dense(list, expertIdx)};
    int made = moe_like(list, "gradient", out);
    if (g == NULL || made == L0_NONE)
        return;
    *g = (struct gating_grad){(float)routedScalingFactor, (float)eps};
    moe_launch(list, &l0_MoeGatingTopKBackward, launched, 3, &made, 1);
    moe_return(list, made, out);
    const int inputs[] = {list_dense_of(list, xNorm, ACL_FLOAT),
                          list_dense_of(list, gradY, ACL_FLOAT),
                          list_dense_of(list, expertIdx, ACL_INT32)};
    const struct l0_tensor like = list->tensors[out];
    int grad = l0_new_shaped(list, "gradient", ACL_FLOAT, like.dims, like.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MoeGatingTopKBackward, inputs, 3, &grad, 1, g);
    list_store_reshaped(list, grad, out);
}
