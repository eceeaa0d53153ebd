/* SPDX-License-Identifier: Apache-2.0 */
/* NormRopeConcat: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ROPE_NORM_CONCAT_H
#define ACLNN_PY_OPS_ROPE_NORM_CONCAT_H

#include <stdbool.h>
#include <stdint.h>

enum norm_kind {
    NORM_KIND_NONE,
    NORM_KIND_LAYER,
    NORM_KIND_LAYER_AFFINE,
    NORM_KIND_RMS,
    NORM_KIND_RMS_AFFINE,
    NORM_KINDS,
};

enum concat_turn { CONCAT_TURN_NONE, CONCAT_TURN_NEIGHBOURS, CONCAT_TURN_HALVES, CONCAT_TURNS };

/* Rows of one input, those of another that are added to them, and what is done with both. */
enum norm_concat_input {
    NORM_CONCAT_X,
    NORM_CONCAT_ADDED,
    NORM_CONCAT_WEIGHT, /* of both inputs, and so biases */
    NORM_CONCAT_BIAS = NORM_CONCAT_WEIGHT + 2,
    NORM_CONCAT_SIN = NORM_CONCAT_BIAS + 2,
    NORM_CONCAT_COS,
    NORM_CONCAT_INPUTS,
};

enum norm_concat_output {
    NORM_CONCAT_OUT,
    NORM_CONCAT_MEAN, /* of both inputs, and so reciprocals */
    NORM_CONCAT_RSTD = NORM_CONCAT_MEAN + 2,
    NORM_CONCAT_OUTPUTS = NORM_CONCAT_RSTD + 2,
};

struct norm_concat {
    enum norm_kind kinds[2];
    enum concat_turn turn;
    bool is_behind; /* the rows that are added come first */
    float epsilon;
    int inputs[NORM_CONCAT_INPUTS]; /* among those of the work; L0_NONE: not given */
    int outputs[NORM_CONCAT_OUTPUTS];
};

static inline bool norm_kind_has_mean(int64_t kind)
{
    return kind == NORM_KIND_LAYER || kind == NORM_KIND_LAYER_AFFINE;
}

static inline bool norm_kind_has_weight(int64_t kind)
{
    return kind == NORM_KIND_LAYER_AFFINE || kind == NORM_KIND_RMS_AFFINE;
}

#endif
