/* SPDX-License-Identifier: Apache-2.0 */
/* MaskedCausalConv1d and its gradients: lists of L0 operators. */
#include <stdint.h>

#include "declared/conv.h"
#include "ops/conv/causal_masked.h"
#include "workspace/l0_operators.h"

#define MOST_INPUTS 4
#define MOST_RESULTS 2

static void apply(struct l0_list *list, const struct l0_row *row, const int *given, int count,
                  const int *results, int result_count)
{
    int inputs[MOST_INPUTS];
    int made[MOST_RESULTS];
    struct causal_masked *m = l0_take(list, sizeof *m);
    if (m == NULL)
        return;
    m->has_mask = given[count - 1] != L0_NONE;
    count -= m->has_mask ? 0 : 1;
    for (int i = 0; i < count; i++)
        inputs[i] = l0_contiguous(list, given[i]);
    for (int i = 0; i < result_count && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[results[i]];
        made[i] = l0_new_shaped(list, "convolved", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_apply(list, row, inputs, count, 0, made, result_count, m);
    for (int i = 0; i < result_count; i++)
        l0_view_copy(list, made[i], results[i]);
}

void conv_list_masked(struct l0_list *list, int x, int weight, int mask, int out)
{
    apply(list, &l0_MaskedCausalConv1d, (const int[]){x, weight, mask}, 3, &out, 1);
}

void conv_list_masked_grad(struct l0_list *list, int gradY, int x, int weight, int mask,
                           int gradXOut, int gradWeightOut)
{
    apply(list, &l0_MaskedCausalConv1dBackward, (const int[]){gradY, x, weight, mask}, 4,
          (const int[]){gradXOut, gradWeightOut}, 2);
}
