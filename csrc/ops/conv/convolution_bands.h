/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions without columns, in registers of 512 bits (products/wide.h). A band of rows of the
 * input is copied together with the zeros around it. For each element of the window, the input
 * elements that all positions of the band need then follow each other: they are the band itself,
 * read from another start. With a stride, rows and columns are sorted by their remainder. Sums at
 * the ends of rows, whose windows look beyond the row, are computed and dropped.
 *
 * Sums go over channels and the elements of a window, in blocks of channels whose size follows from
 * the window's shape alone. */
#ifndef ACLNN_PY_OPS_CONV_CONVOLUTION_BANDS_H
#define ACLNN_PY_OPS_CONV_CONVOLUTION_BANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/common/work_views.h"
#include "ops/conv/convolution_views.h"

struct bands {
    /* The request. Channels are counted over all groups. */
    bool is_pairs; /* input and weights are bfloat16; otherwise everything is float32 */
    struct image input;
    struct image output;
    aclDataType output_type;
    struct lens lens;
    int64_t groups;
    int64_t inputs; /* input channels of a group */
    int64_t outputs;
    const char *weights;   /* rows of words: for each channel (or pair of channels) the elements of
                            * a window */
    int64_t weight_stride; /* in bytes */
    const any_float *bias;
    int64_t bias_stride;
    /* The division that follows from it. */
    int64_t planes;    /* words along the channels of a group */
    int64_t kernel;    /* elements of a window */
    int64_t phases[2]; /* how many remainders windows read, by the strides of height and width */
    int64_t height;    /* positions of a band */
    int64_t width;
    int64_t down; /* bands of an output */
    int64_t across;
    int64_t band_height; /* the size of the input that such a band reads, for one remainder */
    int64_t band_width;
    int64_t positions; /* sums of a row, dropped ones included */
    int64_t block;     /* planes that are computed together */
    int64_t rows;      /* output channels of a task */
    int64_t pieces;
    int64_t tasks;
    int64_t band_bytes; /* scratch that a unit needs */
    int64_t sums_bytes;
    int64_t unit_bytes;
};

/* Makes the division for a request. False when columns are faster, or this CPU has no such
 * registers. */
bool conv_kernel_bands_divide(struct bands *bands);

/* The part of the output that a task computes. */
struct band_task {
    int64_t image;
    int64_t group;
    int64_t first; /* first output channel, counted in the group */
    int64_t rows;
    int64_t depth; /* index along the depth of the output */
    int64_t y;
    int64_t x;
};

/* Describes bands of so many positions, and returns the words of a slice of a plane of them. */
int64_t conv_kernel_bands_measure(struct bands *bands, int64_t height, int64_t width);

/* Computes the offsets of the words of a block within a band, for as many words as the first block
 * has. */
void conv_kernel_bands_place(const struct bands *bands, int32_t *places);

/* Prepares a unit's scratch once, before its tasks: what all of them use unchanged. */
void conv_kernel_bands_begin(const struct bands *bands, char *scratch);
void conv_kernel_bands_run(const struct bands *bands, int64_t task, char *scratch);

#endif
