/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HansEncode and HansDecode: what checks, lists and kernels share.
 *
 * Of each number the byte with the highest bits is coded, the others stay as they are. Bytes are
 * replaced by their rank among all, the most frequent first, and each row of 64 ranks takes as many
 * bits a rank as its largest one needs. The layout is that of the public kernels of ops-math: the
 * numbers are cut among the cores of the product, and what a core writes is read from its end.
 */
#ifndef ACLNN_PY_OPS_OTHER_HANS_H
#define ACLNN_PY_OPS_OTHER_HANS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/soc.h"

#define HANS_ROW 64  /* ranks that take the same number of bits */
#define HANS_ROWS 64 /* rows that are coded side by side, each with a state of its own */
#define HANS_SYMBOLS 256
#define HANS_HEADER 128 /* int32 before the cores' bytes */
#define HANS_HEADER_BYTES ((int64_t)HANS_HEADER * 4)
#define HANS_TAIL \
    ((int64_t)HANS_ROWS * HANS_ROW * 2 + HANS_ROWS * 4) /* the states, and their bits */
#define HANS_MOST_CORES 56                              /* that the header has places for */
#define HANS_LEAST 32768                                /* numbers of a core */

/* How numbers and the room for their codes are cut among cores; the last one has the rest too. */
struct hans_cut {
    int64_t cores;
    int64_t rows; /* of 64 numbers */
    int64_t last_rows;
    int64_t room; /* bytes */
    int64_t last_room;
    bool counts; /* bytes are counted, and the counts written */
    bool packs;  /* the bytes of the cores follow each other without gaps */
};

/* The cores that code so many numbers. */
static inline int64_t hans_cores(const struct soc *soc, int64_t numbers)
{
    int64_t cores = soc->vector_cores < HANS_MOST_CORES ? soc->vector_cores : HANS_MOST_CORES;
    return numbers / HANS_LEAST < cores ? numbers / HANS_LEAST : cores;
}

/* The bytes that codes take at most, as the tiling reckons. */
static inline int64_t hans_most_bytes(int64_t numbers, int64_t cores)
{
    return numbers + numbers / HANS_ROW + HANS_TAIL * cores + HANS_HEADER_BYTES;
}

#endif
