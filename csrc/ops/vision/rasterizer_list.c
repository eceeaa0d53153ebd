/* SPDX-License-Identifier: Apache-2.0 */
/* Rasterizer: the list of L0 operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/vision.h"
#include "ops/common/list.h"

/* The kernel's workspace: the nearest face of each pixel and its depth, for each vector core. */
static uint64_t kernel_bytes(const struct l0_list *list, int64_t pixels)
{
    const uint64_t fixed = (32 << 20) + 3 * 1920 * 4 + 2 * 64 * 4;
    return fixed + (uint64_t)pixels * 8 * list->soc->vector_cores;
}

void vision_list_rasterizer(struct l0_list *list, int v, int f, int findicesOut, int barycentricOut)
{
    if (v == L0_NONE || f == L0_NONE || findicesOut == L0_NONE || barycentricOut == L0_NONE)
        return;
    const struct l0_tensor screen = list->tensors[findicesOut];
    const struct l0_tensor shares = list->tensors[barycentricOut];
    int inputs[] = {l0_contiguous(list, v), l0_contiguous(list, f)};
    int made[] = {l0_new_shaped(list, "faces", ACL_INT32, screen.dims, 2),
                  l0_new_shaped(list, "shares", ACL_FLOAT, shares.dims, 3)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_Rasterizer, inputs, 2, 0, made, 2, NULL);
    l0_kernel_workspace(list, kernel_bytes(list, screen.elements));
    l0_launch_view_copy(list, made[0], findicesOut);
    l0_launch_view_copy(list, made[1], barycentricOut);
    inputs[0] = list_dense_of(list, v, ACL_FLOAT);
    inputs[1] = list_dense_of(list, f, ACL_INT32);
    made[0] = l0_new_shaped(list, "faces", ACL_INT32, screen.dims, 2);
    made[1] = l0_new_shaped(list, "shares", ACL_FLOAT, shares.dims, 3);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Rasterizer, inputs, 2, made, 2, NULL);
    list_store_reshaped(list, made[0], findicesOut);
    list_store_reshaped(list, made[1], barycentricOut);
}
