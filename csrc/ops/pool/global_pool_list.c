/* SPDX-License-Identifier: Apache-2.0 */
/* Pools over whole planes: lists of L0 operators, which fold the dimensions behind the channels. */
#include "ops/pool/global_pool.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/pool.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/reduce/reduce.h"

/* Folds every plane. A plane without elements gives the fold's identity. */
static void fold_planes(struct l0_list *list, const struct l0_row *row, int self, bool takes_view,
                        double nothing, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor of = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    uint64_t folded = ((uint64_t)1 << of.rank) - ((uint64_t)1 << FIRST_PLACE);
    if (result.elements == 0)
        return;
    if (of.elements == 0) {
        l0_view_copy(list, list_fill(list, of.type, nothing, result.dims, result.rank), out);
        return;
    }
    bool is_view = takes_view && reduce_list_folds_view(list, self, folded, of.type);
    int dense = is_view ? self : l0_contiguous(list, self);
    int pooled = list_fold_dims(list, row, dense, folded, true, of.type);
    if (pooled != L0_NONE)
        l0_view_copy(list, l0_reshape(list, pooled, result.dims, result.rank), out);
}

/* ---- Pools of whole planes ------------------------------------------------------------------- */
void pool_list_global_average(struct l0_list *list, int self, int out)
{
    fold_planes(list, &l0_ReduceMean, self, true, NAN, out);
}

void pool_list_global_maximum(struct l0_list *list, int self, int out)
{
    fold_planes(list, &l0_ReduceMax, self, false, -INFINITY, out);
}
