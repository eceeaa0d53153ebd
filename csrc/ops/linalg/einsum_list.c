/* SPDX-License-Identifier: Apache-2.0 */
/* Einsum: lists of L0 operators. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/linalg.h"
#include "declared/binary.h"
#include "ops/matmul/matmul.h"
#include "workspace/l0_operators.h"

#define KEEP 0

static int reshaped(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    return tensor == L0_NONE ? L0_NONE : l0_reshape(list, tensor, dims, rank);
}

/* All types but floats are multiplied in float16. */
static int as_factor(struct l0_list *list, int tensor, aclDataType type)
{
    return type == ACL_FLOAT ? tensor : l0_cast(list, tensor, ACL_FLOAT16);
}

void linalg_list_einsum(struct l0_list *list, const struct tensor_array *tensors, int output)
{
    const struct tensor *first = tensors->members[0];
    const struct tensor *second = tensors->members[1];
    int a = l0_contiguous(list, l0_user_tensor(list, "tensors", first));
    int b = l0_contiguous(list, l0_user_tensor(list, "tensors", second));
    if (a == L0_NONE || b == L0_NONE || output == L0_NONE)
        return;
    if (first->rank == 1) {
        int column = reshaped(list, a, (int64_t[]){first->dims[0], 1}, 2);
        int row = reshaped(list, b, (int64_t[]){1, second->dims[0]}, 2);
        l0_view_copy(list, list_apply2(list, &l0_Mul, first->type, column, row), output);
        return;
    }
    const int64_t *d = second->dims;
    a = as_factor(list, a, first->type);
    b = as_factor(list, b, first->type);
    const struct product_request request = {
        .left = b,
        .right = reshaped(list, a, (int64_t[]){d[0], d[1], d[2], d[4], 1}, 5),
        .out = first->type == ACL_FLOAT ? ACL_FLOAT : ACL_FLOAT16,
        .mode = list->architecture == ARCHITECTURE_1001 ? USE_FLOAT16 : KEEP};
    int product = l0_cast(list, matmul_list_product(list, &request), first->type);
    l0_view_copy(list, reshaped(list, product, d, 4), output);
}
