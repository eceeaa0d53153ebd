/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyFusedEmaAdam: its list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/optimizer.h"
#include "ops/common/list.h"

enum { STATES = 4 };

/* What the kernel writes in place, for the size alone. */
static void launch(struct l0_list *list, int grad, const int *states, int step)
{
    int inputs[STATES + 2] = {l0_contiguous(list, grad)};
    int made[STATES];
    for (int i = 0; i < STATES; i++)
        inputs[i + 1] = l0_contiguous(list, states[i]);
    inputs[STATES + 1] = l0_contiguous(list, step);
    const struct l0_tensor like = list->tensors[grad];
    for (int i = 0; i < STATES; i++)
        made[i] = l0_new_shaped(list, "state", like.type, like.dims, like.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_ApplyFusedEmaAdam, inputs, STATES + 2, 0, made, STATES, NULL);
    for (int i = 0; i < STATES; i++)
        l0_launch_view_copy(list, made[i], states[i]);
}

void optimizer_list_fused_ema_adam(struct l0_list *list, int grad, int varRef, int mRef, int vRef,
                                   int sRef, int step, double lr, double emaDecay, double beta1,
                                   double beta2, double eps, int64_t mode, bool biasCorrection,
                                   double weightDecay)
{
    const int states[STATES] = {varRef, mRef, vRef, sRef};
    if (grad == L0_NONE || step == L0_NONE)
        return;
    launch(list, grad, states, step);
    int corrections[] = {list_constant(list, "one", 1, ACL_DOUBLE), L0_NONE};
    corrections[1] = corrections[0];
    int b1 = list_number_of(list, beta1);
    int b2 = list_number_of(list, beta2);
    if (biasCorrection) {
        const int64_t one = 1;
        for (int i = 0; i < 2; i++)
            corrections[i] = l0_new_shaped(list, "correction", ACL_DOUBLE, &one, 1);
        if (list->status == ACLNN_SUCCESS)
            l0_step(list, L0_STEP_APPLY, &l0_EmaAdamCorrections, (int[]){step, b1, b2}, 3,
                    corrections, 2, NULL);
    }
    const int inputs[] = {grad,
                          varRef,
                          mRef,
                          vRef,
                          sRef,
                          corrections[0],
                          corrections[1],
                          list_number_of(list, lr),
                          list_number_of(list, emaDecay),
                          b1,
                          b2,
                          list_number_of(list, eps),
                          list_integer_constant(list, "mode", mode, ACL_INT64),
                          list_number_of(list, weightDecay)};
    const struct l0_tensor like = list->tensors[grad];
    int made[STATES];
    for (int i = 0; i < STATES; i++)
        made[i] = l0_new_shaped(list, "state", like.type, like.dims, like.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_ApplyFusedEmaAdam, inputs, 14, made, STATES, NULL);
    for (int i = 0; i < STATES; i++)
        l0_step(list, L0_STEP_STORE, NULL, &made[i], 1, &states[i], 1, NULL);
}
