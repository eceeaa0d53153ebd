/* SPDX-License-Identifier: Apache-2.0 */
/* Slots that are quantised and put into a cache: lists of L0 operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/index/indexed.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* All elements in one dimension; L0_NONE where there are none. */
static int flat(struct l0_list *list, int tensor)
{
    int some = quant_some(list, tensor);
    return some == L0_NONE ? L0_NONE : l0_reshape(list, some, &list->tensors[some].elements, 1);
}

void quant_list_quant_scatter(struct l0_list *list, int selfRef, int indices, int updates,
                              int quantScales, int quantZeroPoints, int64_t axis)
{
    int slots = L0_NONE;
    if (selfRef == L0_NONE || indices == L0_NONE || updates == L0_NONE || quantScales == L0_NONE)
        return;
    int self = l0_contiguous(list, selfRef);
    int places = l0_contiguous(list, indices);
    int source = l0_contiguous(list, updates);
    int scales = l0_contiguous(list, quantScales);
    int points = quant_dense(list, quantZeroPoints);
    if (self == L0_NONE || source == L0_NONE)
        return;
    const struct quant_work work = {
        .formula = &l0_Quantize,
        .held = &l0_QuantizeHeld,
        .inputs = {source, flat(list, scales), quant_or_number(list, flat(list, points), 0)},
        .input_count = 3,
        .results = {{.type = list->tensors[self].type}},
        .result_count = 1,
    };
    const int launched[] = {self, places, source, scales, points};
    quant_new_results(list, &work, &slots);
    quant_launch(list, &l0_QuantUpdateScatter, launched, 5, &self, 1);
    l0_launch_view_copy(list, self, selfRef);
    quant_compute(list, &work, &slots);
    index_list_put_slots(list, self, places, slots, axis, selfRef);
}
