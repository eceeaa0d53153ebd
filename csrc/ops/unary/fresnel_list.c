/* SPDX-License-Identifier: Apache-2.0 */
/* FresnelCos, FresnelSin: lists of L0 operators. */
#include "declared/common.h"
#include "declared/unary.h"
#include "workspace/l0.h"
#include "ops/common/list.h"

void unary_list_fresnel(struct l0_list *list, const struct l0_row *row, int x, int out)
{
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[x];
    int launched = l0_new_shaped(list, "integral", given.type, given.dims, given.rank);
    l0_launch_row(list, row, &dense, 1, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, out);
    int values = list_dense_of(list, x, ACL_FLOAT);
    int made = l0_new_shaped(list, "integral", ACL_FLOAT, given.dims, given.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, &values, 1, &made, 1, NULL);
    list_store_reshaped(list, made, out);
}
