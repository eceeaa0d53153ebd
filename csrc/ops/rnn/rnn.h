/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layers of an LSTM or a GRU over sequences, and their gradients: what the lists of
 * rnn_list.c say to the work of rnn_kernel.c, which does a whole call at once.
 *
 *     inputs of a pass      input, params, h0 [c0] if has_state, [lengths]
 *     outputs               output, hy, [cy], and where gates are kept lists of them
 *     inputs of a gradient  input, params, h0, [c0], dy, dh, [dc], lists, [lengths]
 *     outputs               dx, dh0, [dc0], dparams
 *
 * c is of an LSTM. Lists have a member for each layer and direction: of an LSTM i, g, f, o, h, c
 * and tanh(c), of a GRU r, z, n, hn and h. Params are, for each layer and direction, the weights of
 * the input [G H, I] and of the hidden state [G H, H], and with biases two of [G H].
 */
#ifndef ACLNN_PY_OPS_RNN_RNN_H
#define ACLNN_PY_OPS_RNN_RNN_H

#include <stdbool.h>
#include <stdint.h>

#include "declared/rnn.h"
#include "executor/schedule.h"
#include "vector/vector.h"

#define RECURRENT_MOST_GATES 4

struct recurrent {
    bool is_lstm;
    int gates; /* G: 4 for an LSTM, 3 for a GRU */
    int lists; /* number of tensor lists of gates and states: 7, or 5 */
    int64_t steps;
    int64_t batch;
    int64_t inputs; /* columns of the first layer's input */
    int64_t hidden;
    int64_t layers;
    int64_t directions; /* 1, or 2: forward and backward */
    bool has_bias;
    bool has_state;   /* h0 and c0 are given; otherwise they are zeros */
    bool has_lengths; /* lengths give how many rows of the batch have each step; the others keep
                       * their state */
    bool batch_first; /* for input and output */
    bool keeps_gates; /* gates are kept for the gradient */
    bool has_dy, has_dh, has_dc; /* dy, dh and dc are given; otherwise they are zeros */
    aclDataType type;
    struct vector_program *program; /* for one step of one layer and direction */
};

/* How many tensors of params a layer and direction has. */
static inline int64_t recurrent_params(const struct recurrent *r)
{
    return r->has_bias ? 4 : 2;
}

/* The columns of a layer's input. */
static inline int64_t recurrent_inputs(const struct recurrent *r, int64_t layer)
{
    return layer == 0 ? r->inputs : r->directions * r->hidden;
}

/* Builds the program, in the arena; false when host memory is short. */
bool rnn_build_step(struct recurrent *r, bool is_gradient, struct arena *arena);

#endif
