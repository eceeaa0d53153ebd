/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions along time that start from states: what checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_CONV_CAUSAL_H
#define ACLNN_PY_OPS_CONV_CAUSAL_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/tensor.h"

#define CAUSAL_MOST_TAPS 4

/* Operands by their place among the inputs of the work; -1 where one is missing. Those of each
 * sequence are int32. */
enum causal_operand {
    CAUSAL_BIAS,
    CAUSAL_STARTS,
    CAUSAL_LINES,
    CAUSAL_MODES,
    CAUSAL_ACCEPTED,
    CAUSAL_OPTIONAL,
    CAUSAL_COMPUTED = CAUSAL_OPTIONAL, /* these four are FusedCausalConv1d's alone */
    CAUSAL_FIRST_BLOCK,
    CAUSAL_LAST_BLOCK,
    CAUSAL_INITIAL,
    CAUSAL_OPERANDS
};

/* What FusedCausalConv1d does besides. With columns the lines are a table of blocks of each
 * sequence, whose states are kept where a block of tokens ends. */
struct causal_fused {
    bool is_there;
    bool is_short; /* the kernel for few tokens a sequence: the line that is read says who is left
                    * out, otherwise the one that is written */
    bool has_residual;
    bool has_reset; /* results of tokens whose history is not full are 0 */
    int64_t columns;
    int64_t block; /* tokens of a block */
};

/* Inputs are x, weight and states, then the operands above that are given; outputs the states,
 * which it changes, and y. */
struct causal {
    int64_t sequences;
    int64_t length;  /* of every sequence; 0: starts say it */
    int64_t nowhere; /* the line of sequences that are left out */
    int places[CAUSAL_OPERANDS];
    bool is_prefill; /* states are the last tokens; else they move on by each sequence */
    bool has_silu;
    struct causal_fused fused;
};

struct call;

/* The names of their parameters. */
extern const char *const conv_causal_names[CAUSAL_OPTIONAL];

/* The tensor, or NULL where it has no elements in one dimension or no dimensions. */
const struct tensor *conv_causal_operand(const struct call *call, int operand);

/* The name of an operand of FusedCausalConv1d. */
extern const char *const conv_fused_names[CAUSAL_OPERANDS];

/* Reads what FusedCausalConv1d says of sequences and blocks. */
void conv_fused_read(const struct call *call, struct causal *causal);

/* Reads sequences, their length and the mode from shapes. */
void conv_causal_read(const struct call *call, struct causal *causal);

#endif
