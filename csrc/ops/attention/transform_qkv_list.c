/* SPDX-License-Identifier: Apache-2.0 */
/* TransformBiasRescaleQkv: lists of L0 operators. */
#include "ops/attention/transform_qkv.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/attention.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

void attention_list_transform_qkv(struct l0_list *list, int qkv, int qkvBias, int qOut, int kOut,
                                  int vOut)
{
    const int given[PARTS] = {qOut, kOut, vOut};
    int inputs[] = {l0_contiguous(list, qkv), l0_contiguous(list, qkvBias)};
    int outputs[PARTS];
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE)
        return;
    for (int i = 0; i < PARTS; i++) {
        if (given[i] == L0_NONE)
            return;
        const struct l0_tensor result = list->tensors[given[i]];
        outputs[i] = l0_new_shaped(list, "heads", result.type, result.dims, result.rank);
    }
    l0_apply(list, &l0_TransformBiasRescaleQkv, inputs, 2, 0, outputs, PARTS, NULL);
    for (int i = 0; i < PARTS; i++)
        l0_view_copy(list, outputs[i], given[i]);
}
