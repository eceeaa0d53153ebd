/* SPDX-License-Identifier: Apache-2.0 */
/* CtcLoss and MultilabelMarginLoss: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_LOSS_SEQUENCE_LOSS_H
#define ACLNN_PY_OPS_LOSS_SEQUENCE_LOSS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tensor/arrays.h"

enum { NONE, MEAN, SUM };

/* Before Ascend950 kernels take at most this many positions of a target, blanks included; a row of
 * logAlpha has room for them. */
#define MOST_PLACES 1000

static inline int64_t loss_sequence_largest(const struct array *lengths)
{
    int64_t most = 0;
    for (uint64_t i = 0; i < lengths->size; i++)
        most = array_integers(lengths)[i] > most ? array_integers(lengths)[i] : most;
    return most;
}

/* The positions of a row of logAlpha on products before Ascend950. */
static inline int64_t loss_sequence_padded(int64_t longest)
{
    return (2 * longest + 1 + 7) / 8 * 8;
}

/* The longest target for which a row of logAlpha has room. */
static inline int64_t loss_sequence_room_of_row(int64_t places)
{
    return (places - 1) / 2;
}

struct ctc {
    int64_t blank;
    bool zeroes; /* infinite losses become 0 */
    int64_t count;
    int64_t longest; /* length of the longest target */
    const int64_t *input_lengths;
    const int64_t *target_lengths;
};

#endif
