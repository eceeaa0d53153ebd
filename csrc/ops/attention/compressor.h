/* SPDX-License-Identifier: Apache-2.0 */
/* Compressor: what its checks, list and kernel share. Tokens become keys and scores, each in one or
 * two halves; groups of them become one compressed key each. */
#ifndef ACLNN_PY_OPS_ATTENTION_COMPRESSOR_H
#define ACLNN_PY_OPS_ATTENTION_COMPRESSOR_H

#include <stdbool.h>
#include <stdint.h>

/* Compressed keys have 128 or 512 columns, and are made in parts of these. */
#define COMPRESSOR_PART 128
#define COMPRESSOR_COLUMNS 512

/* cacheMode: positions are in the pages of a table, or go around in one page. */
enum compressor_mode { COMPRESSOR_PAGES = 1, COMPRESSOR_RING = 2 };

/* Inputs, in the sequence of the work; those behind COMPRESSOR_TABLE may be missing. */
enum compressor_input {
    COMPRESSOR_X,
    COMPRESSOR_WKV,
    COMPRESSOR_WGATE,
    COMPRESSOR_STATE,
    COMPRESSOR_APE,
    COMPRESSOR_TABLE,
    COMPRESSOR_ENDS,
    COMPRESSOR_USED,
    COMPRESSOR_STARTS,
    COMPRESSOR_INPUTS,
};

enum compressor_output { COMPRESSOR_KEYS, COMPRESSOR_CHANGED, COMPRESSOR_OUTPUTS };

struct compressor {
    int at[COMPRESSOR_INPUTS]; /* an input's place among those that were given, or L0_NONE */
    enum compressor_mode mode;
    int64_t batches;
    int64_t tokens;  /* of all batches */
    int64_t room;    /* tokens that each batch has room for; 0: batches have ends */
    int64_t width;   /* columns of x */
    int64_t columns; /* of a compressed key */
    int64_t halves;  /* coff: a group's second half, and the first half of the group before it */
    int64_t ratio;   /* tokens of a group */
};

#endif
