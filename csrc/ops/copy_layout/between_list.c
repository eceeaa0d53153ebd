/* SPDX-License-Identifier: Apache-2.0 */
/* ViewCopy: list of L0 operators. */
#include <stdint.h>

#include "declared/copy_layout.h"
#include "ops/common/list.h"

#define NUMBERS 6 /* tensors of sizes, strides and offsets */

/* Phase one reads the numbers, and hands the operator constants. Strided operands are copied
 * before, as the operator's definition says (AutoContiguous). */
static void launch(struct l0_list *list, const int *numbers, int src, int dst_out)
{
    int inputs[NUMBERS + 2] = {dst_out, l0_contiguous(list, src)};
    for (int i = 0; i < NUMBERS; i++)
        inputs[2 + i] = l0_host_tensor(list, "numbers", ACL_INT64,
                                       list->tensors[numbers[i]].elements);
    l0_launch_row(list, &l0_ViewCopyPart, inputs, NUMBERS + 2, 0, &dst_out, 1, NULL);
}

void copy_layout_list_copy_between(struct l0_list *list, int dst, int dst_size, int dst_stride,
                                   int dst_offset, int src, int src_size, int src_stride,
                                   int src_offset, int dst_out)
{
    const int numbers[NUMBERS] = {dst_size, dst_stride, dst_offset,
                                  src_size, src_stride, src_offset};
    int inputs[2 + NUMBERS];
    if (dst == L0_NONE || src == L0_NONE || dst_out == L0_NONE)
        return;
    if (list->tensors[dst].given != list->tensors[dst_out].given)
        launch(list, numbers, dst, dst_out);
    launch(list, numbers, src, dst_out);
    const struct l0_tensor to = list->tensors[dst_out];
    int result = l0_new_shaped(list, "copied", to.type, to.dims, to.rank);
    inputs[0] = list_dense_of(list, dst, to.type);
    inputs[1] = list_dense_of(list, src, to.type);
    for (int i = 0; i < NUMBERS; i++)
        inputs[2 + i] = list_dense_of(list, numbers[i], ACL_INT64);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_ViewCopyPart, inputs, 2 + NUMBERS, &result, 1, NULL);
    list_store_reshaped(list, result, dst_out);
}
