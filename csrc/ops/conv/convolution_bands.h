/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Convolutions without columns, in registers of 512 bits (products/wide.h). A band of rows of the
 * input is laid out with the zeros around it, so that what an element of the windows sees lies one
 * behind the other for all positions of an output's band: the band itself, from another place on.
 * With a stride the rows and columns of each remainder are apart. Sums at the ends of rows, which
 * look past them, are made and dropped.
 *
 * Sums go along channels and the places of a window, in blocks of channels that follow from the
 * shape of a window alone.
 */
#ifndef ACLNN_PY_OPS_CONV_CONVOLUTION_BANDS_H
#define ACLNN_PY_OPS_CONV_CONVOLUTION_BANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/common/work_views.h"
#include "ops/conv/convolution_views.h"

struct bands {
    /* What is asked for. Channels are those of all groups. */
    bool is_pairs; /* input and weights are bfloat16; otherwise all is float32 */
    struct image input;
    struct image output;
    aclDataType output_type;
    struct lens lens;
    int64_t groups;
    int64_t inputs; /* channels of a group */
    int64_t outputs;
    const char *weights;   /* rows of words: channels (or pairs of them), places of a window */
    int64_t weight_stride; /* bytes */
    const any_float *bias;
    int64_t bias_stride;
    /* The plan. */
    int64_t planes;    /* words of a group's channels */
    int64_t kernel;    /* places of a window */
    int64_t phases[2]; /* remainders by the strides of height and width that windows look at */
    int64_t height;    /* positions of a band */
    int64_t width;
    int64_t down; /* bands of an output */
    int64_t across;
    int64_t band_height; /* of what such a band looks at, one remainder */
    int64_t band_width;
    int64_t positions; /* sums of a row, with those that are dropped */
    int64_t block;     /* planes at a time */
    int64_t rows;      /* outputs of a task */
    int64_t pieces;
    int64_t tasks;
    int64_t band_bytes; /* scratch of a unit */
    int64_t sums_bytes;
    int64_t unit_bytes;
};

/* Plans what is asked for; false where columns are better, or this CPU cannot. */
bool conv_kernel_bands_plan(struct bands *bands);

/* Before tasks: what does not change from one to the next, in a unit's scratch. */
void conv_kernel_bands_begin(const struct bands *bands, char *scratch);
void conv_kernel_bands_run(const struct bands *bands, int64_t task, char *scratch);

#endif
