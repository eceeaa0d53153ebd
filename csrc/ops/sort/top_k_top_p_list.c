/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyTopKTopP: lists of L0 operators. */
#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "declared/softmax.h"
#include "ops/norm/statistics.h"
#include "ops/sort/sort.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

/* Sorts the logits in ascending sequence, in float32, and gives their indices. */
static int sort_rows(struct l0_list *list, int logits, int *places)
{
    struct sort_attributes *order = l0_take(list, sizeof *order);
    if (logits == L0_NONE || order == NULL)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[logits];
    *order = (struct sort_attributes){SORT_FIRST, 1, false, given.dims[1]};
    int values = l0_new_shaped(list, "sorted", given.type, given.dims, 2);
    int narrow = l0_new_shaped(list, "places", ACL_INT32, given.dims, 2);
    *places = l0_new_shaped(list, "places", ACL_INT64, given.dims, 2);
    l0_launch_row(list, &l0_Sort, &logits, 1, 0, (int[]){values, narrow}, 2, NULL);
    if (values == L0_NONE || *places == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_Sort, &logits, 1, (int[]){values, *places}, 2, order);
    return l0_convert(list, values, ACL_FLOAT);
}

static int new_rows(struct l0_list *list, int like)
{
    return like == L0_NONE ? L0_NONE
                           : l0_new_shaped(list, "rows", ACL_FLOAT, list->tensors[like].dims, 2);
}

void sort_list_top_k_top_p(struct l0_list *list, int logits, int p, int k, int out)
{
    int places = L0_NONE;
    bool *has_p = l0_take(list, sizeof *has_p);
    int dense = l0_contiguous(list, logits);
    if (has_p == NULL || dense == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[dense].dims[1] == 1) {
        l0_view_copy(list, dense, out);
        return;
    }
    *has_p = p != L0_NONE;
    int rows = sort_rows(list, dense, &places);
    const struct l0_tensor result = list->tensors[out];
    int filtered = l0_new_shaped(list, "filtered", result.type, result.dims, 2);
    l0_launch_row(list, &l0_ApplyTopKTopPWithSorted, &dense, 1, 0, &filtered, 1, NULL);
    int masked = k == L0_NONE ? rows : new_rows(list, rows);
    int put = result.type == ACL_FLOAT ? filtered : new_rows(list, rows);
    if (masked == L0_NONE || put == L0_NONE || filtered == L0_NONE)
        return;
    if (k != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_TopKMask, (int[]){rows, k}, 2, &masked, 1, NULL);
    int inputs[] = {masked, places, L0_NONE, L0_NONE};
    if (*has_p) {
        inputs[2] = new_rows(list, rows);
        inputs[3] = l0_convert(list, p, ACL_FLOAT);
        norm_fold_rows(list, &l0_SoftmaxV2, &masked, 1, &inputs[2], 1, 1 << 1);
        if (inputs[2] == L0_NONE || inputs[3] == L0_NONE)
            return;
    }
    l0_step(list, L0_STEP_APPLY, &l0_ApplyTopKTopPWithSorted, inputs, *has_p ? 4 : 2, &put, 1,
            has_p);
    if (put != filtered)
        l0_step(list, L0_STEP_CAST, NULL, &put, 1, &filtered, 1, NULL);
    l0_view_copy(list, filtered, out);
}
