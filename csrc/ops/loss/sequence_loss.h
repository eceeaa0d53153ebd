/* SPDX-License-Identifier: Apache-2.0 */
/* CtcLoss and MultilabelMarginLoss: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_LOSS_SEQUENCE_LOSS_H
#define ACLNN_PY_OPS_LOSS_SEQUENCE_LOSS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tensor/arrays.h"

enum { NONE, MEAN, SUM };

/* Places of a target that kernels take before Ascend950, as a row of logAlpha has room for. */
#define MOST_PLACES 1000

static inline int64_t loss_sequence_loss_largest(const struct array *lengths)
{
    int64_t most = 0;
    for (uint64_t i = 0; i < lengths->size; i++)
        most = array_integers(lengths)[i] > most ? array_integers(lengths)[i] : most;
    return most;
}

/* Places of a row of logAlpha, on products before Ascend950. */
static inline int64_t loss_sequence_loss_padded(int64_t longest)
{
    return (2 * longest + 1 + 7) / 8 * 8;
}

/* How long targets are that a row of logAlpha is long enough for. */
static inline int64_t loss_sequence_loss_room_of_row(int64_t places)
{
    return (places - 1) / 2;
}

struct ctc {
    int64_t blank;
    bool zeroes; /* what is infinite */
    int64_t count;
    int64_t longest; /* of the targets */
    const int64_t *input_lengths;
    const int64_t *target_lengths;
};

#endif
