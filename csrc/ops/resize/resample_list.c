/* SPDX-License-Identifier: Apache-2.0 */
/* The step that resamples. It computes in float32 when numbers are halves, or when types differ. */
#include "ops/resize/resample.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

void resize_list_resample_step(struct l0_list *list, const struct l0_row *row, int from, int to,
                               const struct resample *resample)
{
    if (from == L0_NONE || to == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[to];
    if (!type_is_half(list->tensors[from].type) && list->tensors[from].type == result.type) {
        l0_step(list, L0_STEP_APPLY, row, &from, 1, &to, 1, resample);
        return;
    }
    int numbers = l0_convert(list, from, ACL_FLOAT);
    int sums = l0_new_shaped(list, "sums", ACL_FLOAT, result.dims, result.rank);
    if (numbers == L0_NONE || sums == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, &numbers, 1, &sums, 1, resample);
    l0_step(list, L0_STEP_CAST, NULL, &sums, 1, &to, 1, NULL);
}
