/* SPDX-License-Identifier: Apache-2.0 */
/* KvRmsNormRopeCache: what its checks, shapes, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_NORM_ROPE_H
#define ACLNN_PY_OPS_ATTENTION_NORM_ROPE_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"

/* How rows lie in caches. In blocks of 32 bytes a page is [heads, columns / width, rows, width]. A
 * cache by batches is [batches, heads, rows, columns], one in pages [pages, rows, heads, columns].
 * By pages an index names the page of as many tokens as a page has rows. */
enum norm_rope_mode {
    NORM_ROPE_BATCHES,
    NORM_ROPE_ROWS,
    NORM_ROPE_ROWS_IN_BLOCKS,
    NORM_ROPE_PAGES,
    NORM_ROPE_PAGES_IN_BLOCKS,
    NORM_ROPE_MODES,
};

/* The inputs in the sequence of the parameters. */
enum norm_rope_input {
    NORM_ROPE_KV,
    NORM_ROPE_GAMMA,
    NORM_ROPE_COS,
    NORM_ROPE_SIN,
    NORM_ROPE_INDEX,
    NORM_ROPE_K_CACHE,
    NORM_ROPE_V_CACHE,
    NORM_ROPE_K_SCALE,
    NORM_ROPE_V_SCALE,
    NORM_ROPE_K_OFFSET,
    NORM_ROPE_V_OFFSET,
    NORM_ROPE_V,
    NORM_ROPE_INPUTS,
};

enum norm_rope_output {
    NORM_ROPE_K_CHANGED,
    NORM_ROPE_V_CHANGED,
    NORM_ROPE_K_OUT,
    NORM_ROPE_V_OUT,
    NORM_ROPE_OUTPUTS,
};

struct norm_rope {
    enum norm_rope_mode mode;
    float epsilon;
    bool has_outputs;         /* keys and values are written beside the caches */
    int at[NORM_ROPE_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

static inline bool norm_rope_in_blocks(enum norm_rope_mode mode)
{
    return mode == NORM_ROPE_ROWS_IN_BLOCKS || mode == NORM_ROPE_PAGES_IN_BLOCKS;
}

static inline bool norm_rope_by_page(enum norm_rope_mode mode)
{
    return mode == NORM_ROPE_PAGES || mode == NORM_ROPE_PAGES_IN_BLOCKS;
}

/* The mode of cacheModeOptional; what the tiling does not know is "Norm". */
enum norm_rope_mode attention_norm_rope_mode(const char *text);

/* The parameter's index in the call, or -1: the first version has no vOptional. */
int attention_norm_rope_find(const struct call *call, enum norm_rope_input which);

/* The argument, or NULL. */
const struct tensor *attention_norm_rope_tensor(const struct call *call,
                                                enum norm_rope_input which);

#endif
