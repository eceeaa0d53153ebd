/* SPDX-License-Identifier: Apache-2.0 */
/* DequantRopeQuantKvcache: what its list and kernel share. */
#ifndef ACLNN_PY_OPS_ROPE_ROPE_QUANT_H
#define ACLNN_PY_OPS_ROPE_ROPE_QUANT_H

#include <stdbool.h>
#include <stdint.h>

/* What the kernel reads, and which of it changes. */
enum rope_quant_operand {
    RQ_X,
    RQ_COS,
    RQ_SIN,
    RQ_INDICES,
    RQ_SCALE_K,
    RQ_SCALE_V,
    RQ_OFFSET_K,
    RQ_OFFSET_V,
    RQ_WEIGHT_SCALE,
    RQ_ACTIVATION_SCALE,
    RQ_BIAS,
    RQ_K_CACHE,
    RQ_V_CACHE,
    RQ_OPERANDS,
};

/* What it writes: k and v are there or not. */
enum rope_quant_result { RQ_Q, RQ_NEW_K_CACHE, RQ_NEW_V_CACHE, RQ_K, RQ_V, RQ_RESULTS };

struct rope_quant {
    int at[RQ_OPERANDS]; /* which input each operand is, or -1 */
    int64_t queries;     /* heads of q */
    int64_t keys;        /* heads of k, and of v */
    int64_t columns;     /* of a head */
    int64_t sequence;    /* tokens of a batch */
    bool is_paged;       /* indices are slots of tokens, in place of first rows of batches */
    bool has_kv;
};

#endif
