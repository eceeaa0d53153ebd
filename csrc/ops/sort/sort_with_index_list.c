/* SPDX-License-Identifier: Apache-2.0 */
/* SortWithIndex: the list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/sort.h"
#include "declared/unary.h"
#include "ops/common/list.h"
#include "ops/sort/sort.h"

/* For the size. */
static void launch(struct l0_list *list, int x, int index, int valuesOut, int indicesOut)
{
    int inputs[] = {l0_contiguous(list, x), l0_contiguous(list, index)};
    const struct l0_tensor given = list->tensors[x];
    int values = l0_new_shaped(list, "values", given.type, given.dims, given.rank);
    int indices = l0_new_shaped(list, "indices", list->tensors[index].type, given.dims, given.rank);
    l0_launch_row(list, &l0_SortWithIndex, inputs, 2, 0, (int[]){values, indices}, 2, NULL);
    l0_launch_view_copy(list, values, valuesOut);
    l0_launch_view_copy(list, indices, indicesOut);
}

static int negated(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    int made = l0_new_shaped(list, "negated", given.type, given.dims, given.rank);
    l0_step(list, L0_STEP_APPLY, &l0_Neg, &tensor, 1, &made, 1, NULL);
    return made;
}

void sort_list_sort_with_index(struct l0_list *list, int x, int index, bool descending,
                               int valuesOut, int indicesOut)
{
    struct sort_attributes *order = l0_take(list, sizeof *order);
    if (order == NULL || x == L0_NONE || index == L0_NONE || valuesOut == L0_NONE ||
        indicesOut == L0_NONE)
        return;
    launch(list, x, index, valuesOut, indicesOut);
    const struct l0_tensor given = list->tensors[x];
    /* NaN comes first in either sequence on 910B: the largest of negated elements first. */
    bool is_turned = !descending && type_is_float(given.type) &&
                     list->architecture == ARCHITECTURE_2201;
    aclDataType type = type_is_float(given.type) ? ACL_FLOAT : given.type;
    const int64_t one = 1;
    const int64_t *dims = given.rank > 0 ? given.dims : &one;
    int32_t rank = given.rank > 0 ? given.rank : 1;
    int dense = l0_reshape(list, list_dense_of(list, x, type), dims, rank);
    int numbers = l0_reshape(list, list_dense_of(list, index, list->tensors[index].type), dims,
                             rank);
    if (is_turned)
        dense = negated(list, dense);
    int values = l0_new_shaped(list, "values", type, dims, rank);
    int places = l0_new_shaped(list, "places", ACL_INT64, dims, rank);
    int taken = l0_new_shaped(list, "taken", list->tensors[index].type, dims, rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    *order = (struct sort_attributes){SORT_FIRST, rank - 1, descending || is_turned,
                                      dims[rank - 1]};
    l0_step(list, L0_STEP_APPLY, &l0_Sort, &dense, 1, (int[]){values, places}, 2, order);
    l0_step(list, L0_STEP_APPLY, &l0_SortWithIndex, (int[]){numbers, places}, 2, &taken, 1, NULL);
    list_store_reshaped(list, is_turned ? negated(list, values) : values, valuesOut);
    list_store_reshaped(list, taken, indicesOut);
}
