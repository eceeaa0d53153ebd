/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnReduceSum: list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/reduce.h"
#include "ops/common/fold.h"
#include "ops/common/list.h"
#include "ops/reduce/reduce.h"

/* With fewer elements than this, sums of bool are computed in float32, which is then exact. */
#define MOST_IN_FLOAT ((int64_t)1 << 24)

/* bool is added in float32 while that is exact, and otherwise in int64. */
static aclDataType computing_type(const struct l0_tensor *self, const struct array *dims,
                                  aclDataType type)
{
    int64_t summands = 1;
    uint64_t folded = folded_dims(dims, self->rank);
    if (self->type != ACL_BOOL || type != ACL_INT64)
        return type;
    for (int32_t i = 0; i < self->rank; i++)
        if ((folded >> i & 1) != 0 && __builtin_mul_overflow(summands, self->dims[i], &summands))
            return ACL_INT64;
    return summands < MOST_IN_FLOAT ? ACL_FLOAT : ACL_INT64;
}

void reduce_list_sum(struct l0_list *list, int self, const struct array *dims, bool keepDims,
                     aclDataType dtype, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    if (given.elements == 0) {
        if (result.elements > 0)
            l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
        return;
    }
    if (given.rank == 0) {
        list_write(list, l0_contiguous(list, self), out);
        return;
    }
    aclDataType type = computing_type(&given, dims, dtype);
    bool takes_view = reduce_list_folds_view(list, self, folded_dims(dims, given.rank), type);
    int input = takes_view ? self : l0_contiguous(list, self);
    int cast = l0_cast(list, input, type);
    const struct l0_row *row = dtype == ACL_BOOL ? &l0_ReduceAny : &l0_ReduceSum;
    list_write(list, reduce_list_fold(list, row, cast, dims, keepDims, type), out);
}
