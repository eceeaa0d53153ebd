/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnNorm and aclnnLinalgVectorNorm: lists of L0 operators. */
#include "ops/reduce/norm.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/reduce.h"
#include "ops/common/fold.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* The row for an order. Infinity may be given as the largest int32. */
static const struct l0_row *row_of(float order)
{
    if (order == 2)
        return &l0_LpNormV2Of2;
    if (order == 1)
        return &l0_LpNormV2Of1;
    if (order == 0)
        return &l0_LpNormV2Of0;
    if ((isinf(order) && order > 0) || order == (float)INT_MAX)
        return &l0_LpNormV2OfInfinity;
    if ((isinf(order) && order < 0) || order == (float)INT_MIN)
        return &l0_LpNormV2OfMinusInfinity;
    return &l0_LpNormV2;
}

/* Appends the norm as one operator; Ascend910 needs two. */
static int apply_norm(struct l0_list *list, int x, const struct scalar *order, uint64_t folded,
                      bool keep, aclDataType type)
{
    int64_t result[TENSOR_MAX_DIMS];
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int constant = l0_constant(list, "p", order, ACL_FLOAT);
    if (x == L0_NONE || fold == NULL || constant == L0_NONE)
        return L0_NONE;
    float p = 0;
    memcpy(&p, list->tensors[constant].value, sizeof p);
    const struct l0_row *row = row_of(p);
    const struct l0_tensor self = list->tensors[x];
    fold->dims = folded;
    int32_t rank = fold_shape(self.dims, self.rank, folded, keep, result);
    int out = l0_new_shaped(list, "norms", type, result, rank);
    const int inputs[] = {x, constant};
    int count = row == &l0_LpNormV2 ? 2 : 1;
    if (list->architecture != ARCHITECTURE_1001) {
        l0_apply(list, row, inputs, count, count - 1, &out, 1, fold);
        return out;
    }
    int reduced = l0_new_shaped(list, "reduced", type, result, rank);
    if (out == L0_NONE || reduced == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, &l0_LpNormReduceV2, &x, 1, 0, &reduced, 1, NULL);
    l0_launch_row(list, &l0_LpNormUpdateV3, &reduced, 1, 0, &out, 1, NULL);
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &out, 1, fold);
    return out;
}

/* Computes in float32 when no kernel has the types. */
static void write_norm(struct l0_list *list, int self, const struct scalar *order,
                       const struct array *dims, bool keep, int out)
{
    int dense = l0_contiguous(list, self);
    aclDataType type = list->tensors[out].type;
    if (dense == L0_NONE)
        return;
    bool own = list->architecture == ARCHITECTURE_3510 ||
               (list->architecture == ARCHITECTURE_2201 &&
                reduce_norm_has_kernel(list->tensors[self].type, type));
    if (!own) {
        dense = l0_cast(list, dense, ACL_FLOAT);
        type = ACL_FLOAT;
    }
    uint64_t folded = folded_dims(dims, list->tensors[self].rank);
    list_write(list, apply_norm(list, dense, order, folded, keep, type), out);
}

void reduce_list_norm(struct l0_list *list, int self, const struct scalar *order,
                      const struct array *dim, bool keepdim, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[self].elements > 0)
        write_norm(list, self, order, dim, keepdim, out);
    else if (result.elements > 0)
        l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
}

void reduce_list_linalg_vector_norm(struct l0_list *list, int self, const struct scalar *order,
                                    const struct array *dims, bool keepDims, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[self].elements > 0) {
        write_norm(list, self, order, dims, keepDims, out);
    } else if (result.elements > 0) {
        bool own = result.type == ACL_FLOAT || type_is_half(result.type);
        int like = l0_new_shaped(list, "like", own ? result.type : ACL_FLOAT, result.dims,
                                 result.rank);
        list_write(list, list_zeros_like(list, like), out);
    }
}
