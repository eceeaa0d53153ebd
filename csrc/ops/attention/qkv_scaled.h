/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCacheWithKScale: what its shapes, checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_QKV_SCALED_H
#define ACLNN_PY_OPS_ATTENTION_QKV_SCALED_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The inputs in the sequence of the parameters. */
enum qkv_scaled_input {
    QKV_SCALED_X,
    QKV_SCALED_Q_GAMMA,
    QKV_SCALED_K_GAMMA,
    QKV_SCALED_ANGLES,
    QKV_SCALED_SLOTS,
    QKV_SCALED_K,
    QKV_SCALED_V,
    QKV_SCALED_K_SCALE,
    QKV_SCALED_ENDS,
    QKV_SCALED_LENGTHS,
    QKV_SCALED_ROTATION,
    QKV_SCALED_V_SCALE,
    QKV_SCALED_INPUTS,
};

/* The last three are changed. */
enum qkv_scaled_output {
    QKV_SCALED_QUERIES,
    QKV_SCALED_Q_SCALE,
    QKV_SCALED_K_CHANGED,
    QKV_SCALED_V_CHANGED,
    QKV_SCALED_K_SCALE_CHANGED,
    QKV_SCALED_OUTPUTS,
};

struct qkv_scaled {
    int64_t queries;     /* heads of queries, */
    int64_t keys;        /* of keys, and of values */
    bool is_by_head;     /* heads of x come before tokens, */
    bool is_out_by_head; /* and those of queries */
    double epsilon;
};

/* Whether a layout is "NTD"; NULL and "" are what stands in their place. */
static inline bool qkv_scaled_by_head(const char *layout, const char *otherwise)
{
    return strcmp(layout == NULL || *layout == 0 ? otherwise : layout, "NTD") == 0;
}

#endif
