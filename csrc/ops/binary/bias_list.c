/* SPDX-License-Identifier: Apache-2.0 */
/* BiasAdd: its list of L0 operators. */
#include <stdint.h>

#include "declared/binary.h"
#include "declared/common.h"
#include "ops/binary/bias.h"
#include "ops/common/list.h"

void binary_list_bias_add(struct l0_list *list, int x, int bias, const char *dataFormat, int out)
{
    int dense = l0_contiguous(list, x);
    int row = l0_contiguous(list, bias);
    if (dense == L0_NONE || row == L0_NONE)
        return;
    const struct l0_tensor whole = list->tensors[dense];
    int64_t dims[] = {list->tensors[row].dims[0], 1, 1, 1, 1, 1, 1, 1};
    int32_t rank = binary_bias_is_second(dataFormat) && whole.rank > 1 ? whole.rank - 1 : 1;
    int channels = l0_reshape(list, row, dims, rank);
    l0_view_copy(list, list_apply2(list, &l0_BiasAdd, whole.type, dense, channels), out);
}
