/* SPDX-License-Identifier: Apache-2.0 */
/* RingAttentionUpdate: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_RING_UPDATE_H
#define ACLNN_PY_OPS_ATTENTION_RING_UPDATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define RING_LANES 8 /* times that each maximum and sum is there */

/* Results are [rows, batches, heads * columns], statistics [batches, heads, rows, 8]; or rows of
 * all batches follow each other: [rows, heads, columns] and [rows, heads, 8]. Statistics of a batch
 * then lie as [heads, rows of the batch, 8], unless they are told to lie as the rows do. */
struct ring_update {
    bool has_batches; /* the first form */
    bool has_ends;    /* statistics lie by batches, whose ends are an input */
};

static inline bool ring_is_text(const char *text, const char *wanted)
{
    return text != NULL && strcmp(text, wanted) == 0;
}

#endif
