/* SPDX-License-Identifier: Apache-2.0 */
/* How the work of a launch is dealt to blocks (ai_cores.h). Results may not depend on it. */
#ifndef ACLNN_PY_RUNTIME_CORES_BLOCKS_H
#define ACLNN_PY_RUNTIME_CORES_BLOCKS_H

#include <stdint.h>

#define MOST_BLOCKS 64

/*
 * Blocks for work of `amount` elements or bytes that lies in `parts`, which are not divided: one,
 * and another for every `worth`, for which waking a core is worth its time.
 */
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

/* Every block has as many parts, but for one more in the first ones. */
static inline struct block_share share_of_block(int64_t parts, int64_t block, int64_t blocks)
{
    int64_t each = parts / blocks;
    int64_t rest = parts % blocks;
    int64_t first = block * each + (block < rest ? block : rest);
    return (struct block_share){first, first + each + (block < rest)};
}

#endif
