/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of tokens (aclnnTopKTopPSample): what its lists and its work share. */
#ifndef ACLNN_PY_OPS_RANDOM_TOKEN_H
#define ACLNN_PY_OPS_RANDOM_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

/* Attributes of the work. Its inputs are the logits, [rows, tokens], the same in descending order,
 * the places of these, and k and p of each row; then q and the least shares where they are given.
 * Its outputs are one token a row, or the tokens that are left with their probabilities, and
 * between or behind these the logits that are left where they are wanted. */
struct token_choice {
    double epsilon;
    int64_t most;    /* a k above it counts as none */
    bool are_logits; /* their softmax are the probabilities; otherwise they are probabilities */
    bool has_q;
    bool has_least;
    bool wants_logits;
    bool wants_rest; /* what is left, and no choice */
};

#endif
