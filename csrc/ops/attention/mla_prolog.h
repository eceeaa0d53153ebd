/* SPDX-License-Identifier: Apache-2.0 */
/* What multi-head latent attention does before attention: what its list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_MLA_PROLOG_H
#define ACLNN_PY_OPS_ATTENTION_MLA_PROLOG_H

#include <stdbool.h>
#include <stdint.h>

/* Sizes that the operator's kernels are made for. */
#define MLA_QUERY_RANK 1536 /* columns of compressed queries */
#define MLA_KEY_RANK 512    /* columns of compressed keys */
#define MLA_DEPTH 128       /* columns of a head before it is compressed */
#define MLA_ROPE_DEPTH 64   /* columns of a head that are turned */

/* Inputs, in the sequence of the work; those behind MLA_INDEX may be missing. */
enum mla_input {
    MLA_X,
    MLA_WEIGHT_DQ,
    MLA_WEIGHT_UQ_QR,
    MLA_WEIGHT_UK,
    MLA_WEIGHT_DKV_KR,
    MLA_GAMMA_CQ,
    MLA_GAMMA_CKV,
    MLA_SIN,
    MLA_COS,
    MLA_INDEX,
    MLA_KV_CACHE,
    MLA_KR_CACHE,
    MLA_SCALE_X,
    MLA_SCALE_DQ,
    MLA_SCALE_UQ_QR,
    MLA_SCALE_DKV_KR,
    MLA_SCALE_CKV,
    MLA_SCALE_CKR,
    MLA_SMOOTH,
    MLA_INPUTS,
};

enum mla_output {
    MLA_KV_CHANGED,
    MLA_KR_CHANGED,
    MLA_QUERY,
    MLA_QUERY_ROPE,
    MLA_QUERY_SCALE, /* where queries are int8 */
    MLA_OUTPUTS,
};

struct mla_prolog {
    int at[MLA_INPUTS]; /* an input's place among those that were given, or L0_NONE */
    int64_t tokens;
    int64_t width; /* columns of x */
    int64_t heads;
    double epsilon_cq;
    double epsilon_ckv;
    float query_factor;
    float key_factor;
    bool is_fractal; /* caches lie in blocks of 32 bytes by rows of a page */
};

#endif
