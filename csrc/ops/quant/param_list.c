/* SPDX-License-Identifier: Apache-2.0 */
/* Scales and offsets in the 64 bits that products of quantised matrices read: lists of L0
 * operators. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* One number, or a row of them, in dims with as many places. */
static int in_dims(struct l0_list *list, int tensor, const struct l0_tensor *out)
{
    static const int64_t ones[] = {1, 1};
    if (tensor == L0_NONE)
        return L0_NONE;
    bool is_one = list->tensors[tensor].elements == 1;
    return l0_reshape(list, tensor, is_one ? ones : out->dims, out->rank);
}

void quant_list_quant_words(struct l0_list *list, int scale, int offset, int64_t roundMode, int out)
{
    if (scale == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int scales = l0_contiguous(list, scale);
    int offsets = offset == L0_NONE ? L0_NONE : l0_contiguous(list, offset);
    int words = l0_new_shaped(list, "words", ACL_UINT64, result.dims, result.rank);
    const int inputs[] = {in_dims(list, scales, &result),
                          quant_or_number(list, in_dims(list, offsets, &result), 0),
                          list_number_of(list, (double)roundMode)};
    const int launched[] = {scales, offsets};
    l0_launch_row(list, &l0_TransQuantParamV2, launched, offsets == L0_NONE ? 1 : 2, 0, &words, 1,
                  NULL);
    l0_step(list, L0_STEP_APPLY, &l0_TransQuantParamV2, inputs, 3, &words, 1, NULL);
    l0_view_copy(list, l0_convert(list, words, result.type), out);
}

void quant_list_quant_words_cut(struct l0_list *list, int scale, int offset, int out)
{
    quant_list_quant_words(list, scale, offset, 0, out);
}
