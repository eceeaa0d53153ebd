/* SPDX-License-Identifier: Apache-2.0 */
/* FusedCausalConv1d: its operands by name, and what shapes say of its sequences. */
#include <stddef.h>

#include "ops/common/check.h"
#include "ops/conv/causal.h"

#define MOST_SHORT 8 /* tokens of a sequence that the kernel for few of them takes */

const char *const conv_fused_names[CAUSAL_OPERANDS] = {
    [CAUSAL_BIAS] = "bias",
    [CAUSAL_STARTS] = "queryStartLoc",
    [CAUSAL_LINES] = "cacheIndices",
    [CAUSAL_MODES] = "initialStateMode",
    [CAUSAL_ACCEPTED] = "numAcceptedTokens",
    [CAUSAL_COMPUTED] = "numComputedTokens",
    [CAUSAL_FIRST_BLOCK] = "blockIdxFirstScheduledToken",
    [CAUSAL_LAST_BLOCK] = "blockIdxLastScheduledToken",
    [CAUSAL_INITIAL] = "initialStateIdx"};

static int64_t number(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

void conv_fused_read(const struct call *call, struct causal *causal)
{
    const struct tensor *x = call_tensor(call, call_find(call, "x"));
    const struct tensor *starts = call_tensor(call, call_find(call, "queryStartLoc"));
    const struct tensor *lines = call_tensor(call, call_find(call, "cacheIndices"));
    int64_t most = number(call, "maxQueryLen");
    *causal = (struct causal){
        .sequences = x->dims[0],
        .length = x->rank == 3 ? x->dims[1] : 0,
        .nowhere = number(call, "padSlotId"),
        .fused = {.is_there = true,
                  .is_short = x->rank == 3 || most <= MOST_SHORT,
                  .has_residual = number(call, "residualConnection") != 0,
                  .has_reset = number(call, "convMode") == 1,
                  .columns = lines != NULL && lines->rank == 2 ? lines->dims[1] : 0,
                  .block = number(call, "blockSize")}};
    if (x->rank == 2)
        causal->sequences = starts == NULL || starts->rank != 1 ? 0 : starts->dims[0] - 1;
}
