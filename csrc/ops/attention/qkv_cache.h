/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCache: what its list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_QKV_CACHE_H
#define ACLNN_PY_OPS_ATTENTION_QKV_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/* The inputs in the sequence in which CANN makes them dense. */
enum qkv_cache_input {
    QKV_CACHE_X,
    QKV_CACHE_Q_GAMMA,
    QKV_CACHE_K_GAMMA,
    QKV_CACHE_COS,
    QKV_CACHE_SIN,
    QKV_CACHE_INDEX,
    QKV_CACHE_Q_OUT, /* for the size alone */
    QKV_CACHE_K,
    QKV_CACHE_V,
    QKV_CACHE_K_SCALE,
    QKV_CACHE_K_OFFSET,
    QKV_CACHE_V_SCALE,
    QKV_CACHE_V_OFFSET,
    QKV_CACHE_INPUTS,
};

enum qkv_cache_output {
    QKV_CACHE_QUERIES,
    QKV_CACHE_K_CHANGED,
    QKV_CACHE_V_CHANGED,
    QKV_CACHE_Q_BEFORE, /* these three are there or not */
    QKV_CACHE_K_BEFORE,
    QKV_CACHE_V_BEFORE,
    QKV_CACHE_OUTPUTS,
};

struct qkv_cache {
    int64_t queries; /* heads of queries, */
    int64_t keys;    /* of keys, and of values */
    double epsilon;
    bool has_before;
    int at[QKV_CACHE_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

#endif
