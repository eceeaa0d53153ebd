/* SPDX-License-Identifier: Apache-2.0 */
/* AsStrided: list of L0 operators. */
#include "ops/copy_layout/view.h"

#include <stdint.h>

#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "tensor/arrays.h"

/* The strides count in x as it is when dense: a strided one is copied before. */
void copy_layout_list_as_strided(struct l0_list *list, int x, const struct array *stride,
                                 const struct array *storageOffset, int out)
{
    struct strided_view *view = l0_take(list, sizeof *view);
    int dense = l0_contiguous(list, x);
    if (view == NULL || dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor wanted = list->tensors[out];
    view->offset = array_integers(storageOffset)[0];
    for (int32_t i = 0; i < wanted.rank; i++)
        view->strides[i] = array_integers(stride)[i];
    int result = l0_new_shaped(list, "view", wanted.type, wanted.dims, wanted.rank);
    l0_launch_row(list, &l0_AsStridedPart, &dense, 1, 0, &result, 1, NULL);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    int elements = dense == x ? x : list_dense_of(list, dense, wanted.type);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_AsStridedPart, &elements, 1, &result, 1, view);
    l0_view_copy(list, result, out);
}
