/* SPDX-License-Identifier: Apache-2.0 */
/* NormRopeConcatBackward: what its list and kernel share. */
#ifndef ACLNN_PY_OPS_ROPE_NORM_SPLIT_H
#define ACLNN_PY_OPS_ROPE_NORM_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/rope/norm_concat.h"

/* Of pairs the first is of rows, the second of those that were added to them. */
enum norm_split_input {
    NORM_SPLIT_GRAD,
    NORM_SPLIT_X,
    NORM_SPLIT_MEAN = NORM_SPLIT_X + 2,
    NORM_SPLIT_RSTD = NORM_SPLIT_MEAN + 2,
    NORM_SPLIT_WEIGHT = NORM_SPLIT_RSTD + 2,
    NORM_SPLIT_SIN = NORM_SPLIT_WEIGHT + 2,
    NORM_SPLIT_COS,
    NORM_SPLIT_INPUTS,
};

enum norm_split_output {
    NORM_SPLIT_DX,
    NORM_SPLIT_DWEIGHT = NORM_SPLIT_DX + 2,
    NORM_SPLIT_DBIAS = NORM_SPLIT_DWEIGHT + 2,
    NORM_SPLIT_OUTPUTS = NORM_SPLIT_DBIAS + 2,
};

struct norm_split {
    enum norm_kind kinds[2];
    enum concat_turn turn;
    bool is_behind;
    int inputs[NORM_SPLIT_INPUTS]; /* among those of the work; L0_NONE: not given */
    int outputs[NORM_SPLIT_OUTPUTS];
};

#endif
