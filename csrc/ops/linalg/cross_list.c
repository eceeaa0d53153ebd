/* SPDX-License-Identifier: Apache-2.0 */
/* LinalgCross: lists of L0 operators. */
#include "ops/linalg/cross.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/linalg.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

/* Halves are computed in float32 and rounded once. */
static int widened(struct l0_list *list, int tensor)
{
    bool is_half = tensor != L0_NONE && type_is_half(list->tensors[tensor].type);
    return is_half ? l0_convert(list, tensor, ACL_FLOAT) : tensor;
}

void linalg_list_cross(struct l0_list *list, int self, int other, int64_t dim, int out)
{
    int32_t *at = l0_take(list, sizeof *at);
    if (self == L0_NONE || other == L0_NONE || out == L0_NONE || at == NULL)
        return;
    const struct l0_tensor to = list->tensors[out];
    *at = linalg_cross_dim(list->tensors[self].given, to.given, dim);
    int left = l0_contiguous(list, self);
    int right = l0_contiguous(list, other);
    if (left == L0_NONE || right == L0_NONE)
        return;
    const struct l0_tensor a = list->tensors[left];
    const struct l0_tensor b = list->tensors[right];
    if (list->architecture != ARCHITECTURE_3510 && !same_dims(a.dims, a.rank, b.dims, b.rank)) {
        left = l0_append_broadcast_to(list, left, to.dims, to.rank);
        right = l0_append_broadcast_to(list, right, to.dims, to.rank);
    }
    int result = l0_new_shaped(list, "cross", to.type, to.dims, to.rank);
    l0_launch_row(list, &l0_Cross, (int[]){left, right}, 2, 0, &result, 1, NULL);
    left = widened(list, left);
    right = widened(list, right);
    bool is_half = type_is_half(to.type);
    int wide = is_half ? l0_new_shaped(list, "cross", ACL_FLOAT, to.dims, to.rank) : result;
    l0_step(list, L0_STEP_APPLY, &l0_Cross, (int[]){left, right}, 2, &wide, 1, at);
    if (is_half)
        l0_step(list, L0_STEP_CAST, NULL, &wide, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
