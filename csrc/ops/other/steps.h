/* SPDX-License-Identifier: Apache-2.0 */
/* The next step of sequences whose keys lie in blocks (aclnnAdvanceStep): attributes of the work.
 */
#ifndef ACLNN_PY_OPS_OTHER_STEPS_H
#define ACLNN_PY_OPS_OTHER_STEPS_H

#include <stdint.h>

/* Inputs are the sampled tokens and the table of blocks, then the proposed tokens and how many were
 * accepted, where there are some; outputs the tokens, positions, lengths and slots, which the work
 * changes. All are int64. */
struct next_step {
    int64_t queries;
    int64_t block_size;
    int64_t cores;    /* so many queries go on; every so manyth sequence without one is cleared */
    int64_t proposed; /* tokens of a sequence; -1: none are proposed */
};

#endif
