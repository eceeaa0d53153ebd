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
    CAUSAL_OPTIONAL
};

/* Inputs are x, weight and states, then the operands above that are given; outputs the states,
 * which it changes, and y. */
struct causal {
    int64_t sequences;
    int64_t length;  /* of every sequence; 0: starts say it */
    int64_t nowhere; /* the line of sequences that are left out */
    int places[CAUSAL_OPTIONAL];
    bool is_prefill; /* states are the last tokens; else they move on by each sequence */
    bool has_silu;
};

struct call;

/* The names of their parameters. */
extern const char *const conv_causal_names[CAUSAL_OPTIONAL];

/* The tensor, or NULL where it has no elements in one dimension or no dimensions. */
const struct tensor *conv_causal_operand(const struct call *call, enum causal_operand operand);

/* Reads sequences, their length and the mode from shapes. */
void conv_causal_read(const struct call *call, struct causal *causal);

#endif
