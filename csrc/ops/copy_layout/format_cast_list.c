/* SPDX-License-Identifier: Apache-2.0 */
/* NpuFormatCast: lists of L0 operators. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_npu_format_cast_size.h"
#include "declared/copy_layout.h"
#include "workspace/l0_operators.h"

void copy_layout_list_npu_format_cast(struct l0_list *list, int srcTensor, int dstTensor)
{
    if (srcTensor == L0_NONE || dstTensor == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[dstTensor];
    int product = l0_new_shaped(list, "TransData", to.type, to.dims, to.rank);
    l0_apply(list, &l0_FormatCast, &srcTensor, 1, 0, &product, 1, NULL);
    l0_view_copy(list, product, dstTensor);
}
