/* SPDX-License-Identifier: Apache-2.0 */
/* Im2col: lists of L0 operators. */
#include "ops/copy_layout/windows.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"

void copy_layout_list_im2col(struct l0_list *list, int self, const struct array *kernelSize,
                             const struct array *dilation, const struct array *padding,
                             const struct array *stride, int out)
{
    struct windows *w = l0_take(list, sizeof *w);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || w == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    int32_t first = source.rank - 3;
    const int64_t image[] = {first > 0 ? source.dims[0] : 1, source.dims[first],
                             source.dims[first + 1], source.dims[first + 2]};
    const int64_t columns[] = {image[0], result.dims[first], result.dims[first + 1]};
    copy_layout_windows_count(&image[2], kernelSize, dilation, padding, stride, w);
    if (first == 0)
        dense = l0_reshape(list, dense, image, 4);
    int laid = list_apply_shaped(list, &l0_Im2col, dense, columns, 3, w);
    if (first == 0)
        laid = l0_reshape(list, laid, result.dims, result.rank);
    list_write(list, laid, out);
}
