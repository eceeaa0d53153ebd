/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of a convolution's weights with output channels in registers, as
 * convolution_blocks.h has them. The gradients of the output are packed so that those of a position
 * follow each other; each is multiplied by the numbers that the elements of some windows read for
 * the position. */
#ifndef ACLNN_PY_OPS_CONV_CONVOLUTION_WEIGHT_H
#define ACLNN_PY_OPS_CONV_CONVOLUTION_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/conv/convolution_bands.h"
#include "ops/conv/convolution_views.h"

/* Everything is float32. */
struct weight_blocks {
    /* The request: of bands what a request of theirs has, but for weights and bias. The output is
     * its gradient. */
    struct bands bands;
    struct image weight; /* the result; dense rows */
    /* The division that follows from it. Slices are counted over all images. A chunk has some rows
     * of some slices. */
    int64_t blocks;   /* of output channels, of a group */
    int64_t together; /* blocks of a task */
    int64_t pieces;   /* of bands.block planes */
    int64_t slices;
    int64_t chunks;
    int64_t packed; /* chunks that are packed before they are added */
    int64_t slice;  /* words of a slice of a plane of a band */
    int64_t tasks;
    int64_t packed_bytes; /* scratch for packed gradients */
    int64_t sums_bytes;   /* for the sums of all blocks */
    int64_t unit_bytes;   /* of each unit */
};

/* Makes the division for a request; false where others are faster. */
bool conv_kernel_weight_divide(struct weight_blocks *blocks);

/* Computes the gradient, by so many units. */
void conv_kernel_weight_run(const struct weight_blocks *blocks, int64_t units, char *scratch);

#endif
