/* SPDX-License-Identifier: Apache-2.0 */
/* KvRmsNormRopeCache: its modes and operands by name. */
#include "ops/attention/norm_rope.h"

#include <string.h>

#include "ops/common/check.h"

enum norm_rope_mode attention_norm_rope_mode(const char *text)
{
    static const struct {
        const char *name;
        enum norm_rope_mode mode;
    } modes[] = {
        {"PA", NORM_ROPE_ROWS},
        {"PA_BNSD", NORM_ROPE_ROWS},
        {"PA_NZ", NORM_ROPE_ROWS_IN_BLOCKS},
        {"PA_BLK_BNSD", NORM_ROPE_PAGES},
        {"PA_BLK_NZ", NORM_ROPE_PAGES_IN_BLOCKS},
    };
    for (size_t i = 0; text != NULL && i < sizeof modes / sizeof *modes; i++)
        if (strcmp(text, modes[i].name) == 0)
            return modes[i].mode;
    return NORM_ROPE_BATCHES;
}

int attention_norm_rope_find(const struct call *call, enum norm_rope_input which)
{
    static const char *const names[NORM_ROPE_INPUTS] = {
        [NORM_ROPE_KV] = "kv",
        [NORM_ROPE_GAMMA] = "gamma",
        [NORM_ROPE_COS] = "cos",
        [NORM_ROPE_SIN] = "sin",
        [NORM_ROPE_INDEX] = "index",
        [NORM_ROPE_K_CACHE] = "kCacheRef",
        [NORM_ROPE_V_CACHE] = "ckvCacheRef",
        [NORM_ROPE_K_SCALE] = "kRopeScaleOptional",
        [NORM_ROPE_V_SCALE] = "cKvScaleOptional",
        [NORM_ROPE_K_OFFSET] = "kRopeOffsetOptional",
        [NORM_ROPE_V_OFFSET] = "cKvOffsetOptional",
        [NORM_ROPE_V] = "vOptional",
    };
    return call_find(call, names[which]);
}

const struct tensor *attention_norm_rope_tensor(const struct call *call, enum norm_rope_input which)
{
    int at = attention_norm_rope_find(call, which);
    return at < 0 ? NULL : call_tensor(call, at);
}
