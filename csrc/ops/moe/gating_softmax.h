/* SPDX-License-Identifier: Apache-2.0 */
/* The best experts by softmax: what the checks, list and kernel of MoeGatingTopKSoftmax share. */
#ifndef ACLNN_PY_OPS_MOE_GATING_SOFTMAX_H
#define ACLNN_PY_OPS_MOE_GATING_SOFTMAX_H

#include <stdbool.h>

#define MOE_MOST_GATED 1024 /* experts of a token */

/* Inputs are scores and, where it is there, which tokens are finished. */
struct gating_softmax {
    bool has_finished;
    bool is_of_chosen; /* softmax of the chosen scores alone */
    bool has_rows;     /* a third output has numbers of rows, */
    bool has_softmax;  /* or all scores after softmax */
};

#endif
