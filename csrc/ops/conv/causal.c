/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/causal.h"

#include <stddef.h>

#include "ops/common/check.h"

const char *const conv_causal_names[CAUSAL_OPTIONAL] = {
    "biasOptional", "queryStartLocOptional", "cacheIndicesOptional", "initialStateModeOptional",
    "numAcceptedTokensOptional"};

const struct tensor *conv_causal_operand(const struct call *call, int operand)
{
    int at = call_find(call, conv_causal_names[operand]);
    const struct tensor *given = at < 0 ? NULL : call_tensor(call, at);
    bool is_there = given != NULL && given->rank > 0 && (given->rank > 1 || given->dims[0] > 0);
    return is_there ? given : NULL;
}

void conv_causal_read(const struct call *call, struct causal *causal)
{
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    const struct tensor *starts = conv_causal_operand(call, CAUSAL_STARTS);
    bool moves_on = conv_causal_operand(call, CAUSAL_ACCEPTED) != NULL;
    causal->sequences = x->dims[0];
    causal->length = x->rank == 3 ? x->dims[1] : 1;
    causal->is_prefill = !moves_on && (x->rank == 3 ? x->dims[1] > 1 : starts != NULL);
    bool has_own = causal->is_prefill ? x->rank == 2
                                      : starts != NULL && starts->dims[0] - 1 != x->dims[0];
    if (has_own) {
        causal->sequences = starts == NULL ? 0 : starts->dims[0] - 1;
        causal->length = 0;
    }
}
