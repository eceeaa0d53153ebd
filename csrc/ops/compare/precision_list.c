/* SPDX-License-Identifier: Apache-2.0 */
/* PrecisionCompare: its list of L0 operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/compare.h"
#include "ops/common/list.h"

void compare_list_precision_compare(struct l0_list *list, int golden, int realdata, int out)
{
    const int dense[] = {l0_contiguous(list, golden), l0_contiguous(list, realdata)};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int launched = l0_new_shaped(list, "code", ACL_UINT32, NULL, 0);
    if (fold == NULL || out == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_PrecisionCompare, dense, 2, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, out);
    const int inputs[] = {list_at_least_1d(list, golden), list_at_least_1d(list, realdata)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor elements = list->tensors[inputs[0]];
    const int64_t ones[TENSOR_MAX_DIMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    int made = l0_new_shaped(list, "code", ACL_INT64, ones, elements.rank);
    fold->dims = ((uint64_t)1 << elements.rank) - 1;
    if (made == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_PrecisionCompare, inputs, 2, &made, 1, fold);
    int code = l0_convert(list, l0_reshape(list, made, NULL, 0), ACL_UINT32);
    if (code != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &code, 1, &out, 1, NULL);
}
