/* SPDX-License-Identifier: Apache-2.0 */
/* ReduceMinV2: its list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/reduce.h"
#include "ops/common/list.h"

void reduce_list_least_of_matrix(struct l0_list *list, int x, int64_t axes, int64_t keepdims, int y)
{
    int dense = l0_contiguous(list, x);
    if (dense != L0_NONE)
        l0_view_copy(list,
                     list_fold_dims(list, &l0_ReduceMinV2, dense, (uint64_t)1 << axes,
                                    keepdims != 0, list->tensors[dense].type),
                     y);
}
