/* SPDX-License-Identifier: Apache-2.0 */
/* How the work of a launch is divided into blocks (ai_cores.h). Results must not depend on it. */
#ifndef ACLNN_PY_RUNTIME_CORES_BLOCKS_H
#define ACLNN_PY_RUNTIME_CORES_BLOCKS_H

#include <stdatomic.h>
#include <stdint.h>

#define MOST_BLOCKS 64

/* The number of blocks for `amount` elements or bytes in `parts` parts, which are not divided: one
 * block, and another for every `worth`, the amount that makes waking a core worthwhile. */
static inline int64_t blocks_for(int64_t amount, int64_t worth, int64_t parts)
{
    int64_t blocks = amount / worth + 1;
    blocks = blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
    blocks = blocks < parts ? blocks : parts;
    return blocks > 1 ? blocks : 1;
}

/* The parts of one block: [first, past). */
struct block_share {
    int64_t first;
    int64_t past;
};

/* Every block gets the same number of parts; the first blocks get one more where parts are left
 * over. */
static inline struct block_share share_of_block(int64_t parts, int64_t block, int64_t blocks)
{
    int64_t each = parts / blocks;
    int64_t rest = parts % blocks;
    int64_t first = block * each + (block < rest ? block : rest);
    return (struct block_share){first, first + each + (block < rest)};
}

/* Keeps the least of the numbers that blocks find, so that a message names the same one on any
 * number of cores; -1 or INT64_MAX: none yet. */
static inline void keep_least(_Atomic int64_t *least, int64_t number)
{
    int64_t seen = atomic_load(least);
    while ((seen < 0 || number < seen) && !atomic_compare_exchange_weak(least, &seen, number)) {
    }
}

#endif
