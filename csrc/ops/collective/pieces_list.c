/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces that lists of calls of several ranks share. */
#include <string.h>

#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/matmul.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

int collective_list_dense(struct l0_list *list, int tensor, int *launched)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    *launched = l0_contiguous(list, tensor);
    if (*launched == L0_NONE || *launched == tensor)
        return *launched;
    return list_dense_of(list, *launched, list->tensors[*launched].type);
}

int collective_list_matrix(struct l0_list *list, const struct call *call, const char *name,
                           bool turned)
{
    int at = call_find(call, name);
    const struct tensor *given = call_tensor(call, at);
    struct tensor *view = given == NULL ? NULL : l0_take(list, sizeof *view);
    if (view == NULL)
        return L0_NONE;
    *view = *given;
    int32_t last = view->rank - 1;
    if (turned) {
        view->dims[last] = given->dims[last - 1];
        view->dims[last - 1] = given->dims[last];
        view->strides[last] = given->strides[last - 1];
        view->strides[last - 1] = given->strides[last];
    }
    return l0_user_tensor(list, call_name(call, at), view);
}

int collective_list_turned(struct l0_list *list, int tensor, const int64_t *dims,
                           const int64_t *order, int32_t rank)
{
    int64_t found[TENSOR_MAX_DIMS];
    int64_t *kept = l0_take(list, (size_t)rank * sizeof *kept);
    int seen = l0_reshape(list, tensor, dims, rank);
    if (kept == NULL || seen == L0_NONE)
        return L0_NONE;
    memcpy(kept, order, (size_t)rank * sizeof *kept);
    for (int32_t i = 0; i < rank; i++)
        found[i] = dims[order[i]];
    int result = l0_new_shaped(list, "turned", list->tensors[seen].type, found, rank);
    l0_step(list, L0_STEP_APPLY, &l0_Transpose, &seen, 1, &result, 1, kept);
    return result;
}

int collective_list_exchanged(struct l0_list *list, const struct l0_row *row,
                              enum collective_group group, int tensor, const int64_t *dims,
                              int32_t rank)
{
    if (tensor == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    int result = l0_new_shaped(list, "exchanged", list->tensors[tensor].type, dims, rank);
    collective_step(list, row, group, &tensor, 1, &result, 1);
    return result;
}

int collective_list_sum(struct l0_list *list, int a, int b)
{
    if (a == L0_NONE || b == L0_NONE)
        return a;
    const struct l0_tensor like = list->tensors[a];
    int sum = l0_new_shaped(list, "sum", ACL_FLOAT, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_Add, (int[]){a, l0_convert(list, b, ACL_FLOAT)}, 2, &sum, 1,
            NULL);
    return sum;
}

int collective_list_product(struct l0_list *list, int left, int right, int bias, int x3,
                            aclDataType type)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (left == L0_NONE || right == L0_NONE)
        return L0_NONE;
    const struct l0_tensor l = list->tensors[left];
    for (int32_t i = 0; i < l.rank; i++)
        dims[i] = l.dims[i];
    dims[l.rank - 1] = list->tensors[right].dims[1];
    int product = l0_new_shaped(list, "product", ACL_FLOAT, dims, l.rank);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){left, right}, 2, &product, 1, NULL);
    product = collective_list_sum(list, collective_list_sum(list, product, bias), x3);
    return list_dense_of(list, product, type);
}

int collective_list_result(struct l0_list *list, int out)
{
    const struct l0_tensor like = list->tensors[out];
    return l0_new_shaped(list, "result", like.type, like.dims, like.rank);
}

void collective_list_store(struct l0_list *list, int numbers, int result, int out)
{
    if (numbers == L0_NONE || result == L0_NONE || out == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &numbers, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
