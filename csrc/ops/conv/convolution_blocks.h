/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions with output channels in registers: for rows of any width, where bands
 * (convolution_bands.h) would compute many sums to drop them. Channels lie in blocks of
 * BLOCK_CHANNELS. The weights of a block are packed so that those of one element of the window
 * follow each other; each is multiplied by the one number that a position reads. */
#ifndef ACLNN_PY_OPS_CONV_CONVOLUTION_BLOCKS_H
#define ACLNN_PY_OPS_CONV_CONVOLUTION_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/conv/convolution_bands.h"
#include "ops/conv/convolution_views.h"
#include "vector/registers.h"

/* The registers that hold a block of channels, the positions whose sums are in registers together,
 * and the elements of windows, for gradients of weights. They leave registers for weights and the
 * number that they are multiplied by. FOR_POSITIONS, FOR_PAIRED (of two rows) and FOR_TAPS expand X
 * for each number of them. Other levels have too small or too few registers. */
#if REGISTER == 16
#define HAS_BLOCKS true
#define TILE_POSITIONS 14
#define TAPS_TOGETHER 9
#define FOR_POSITIONS FOR_14
#define FOR_PAIRED FOR_7
#define FOR_TAPS FOR_9
#else
#define HAS_BLOCKS (REGISTER == 8)
#define TILE_POSITIONS 6
#define TAPS_TOGETHER 6
#define FOR_POSITIONS FOR_6
#define FOR_PAIRED FOR_3
#define FOR_TAPS FOR_6
#endif
#define BLOCK_REGISTERS 2
#define BLOCK_CHANNELS (BLOCK_REGISTERS * REGISTER)

/* A loop as so many statements. */
#define EACH(i, count) _Pragma("GCC unroll 16") for (int i = 0; i < (count); i++)

#define FOR_3(X, ...) X(__VA_ARGS__, 1) X(__VA_ARGS__, 2) X(__VA_ARGS__, 3)
#define FOR_6(X, ...) FOR_3(X, __VA_ARGS__) X(__VA_ARGS__, 4) X(__VA_ARGS__, 5) X(__VA_ARGS__, 6)
#define FOR_7(X, ...) FOR_6(X, __VA_ARGS__) X(__VA_ARGS__, 7)
#define FOR_9(X, ...) FOR_7(X, __VA_ARGS__) X(__VA_ARGS__, 8) X(__VA_ARGS__, 9)
#define FOR_14(X, ...)    \
    FOR_9(X, __VA_ARGS__) \
    X(__VA_ARGS__, 10) X(__VA_ARGS__, 11) X(__VA_ARGS__, 12) X(__VA_ARGS__, 13) X(__VA_ARGS__, 14)

struct channel_blocks {
    /* The request: of bands what a request of theirs has. */
    struct bands bands;
    /* Of float32 where is_turned, in place of bands.weights: dense rows, with output and input
     * channels exchanged and windows reversed. */
    struct image weight;
    bool is_turned;
    /* The division that follows from it. */
    int64_t blocks;   /* of output channels, of a group */
    int64_t together; /* blocks of a task */
    int64_t images;   /* images of a task */
    int64_t slice;    /* words of a slice of a plane of a band */
    int64_t tasks;
    int64_t weight_bytes; /* scratch for biases and packed weights */
    int64_t unit_bytes;   /* scratch of each unit */
};

/* Whether this level has blocks, and few of the computed channels are dropped. */
bool conv_kernel_blocks_fit(const struct bands *bands);

/* Copies what the input has of a band of some planes, of float32 or of pairs. The band is zeros
 * where it has nothing. */
void conv_kernel_blocks_fill(const struct bands *bands, const struct band_task *task, int64_t first,
                             int64_t count, uint32_t *to);

/* Makes the division for a request; false where others are faster. */
bool conv_kernel_blocks_divide(struct channel_blocks *blocks);

/* Computes the output, by so many units. */
void conv_kernel_blocks_run(const struct channel_blocks *blocks, int64_t units, char *scratch);

#endif
