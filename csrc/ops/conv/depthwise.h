/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions with one input channel a group, plane by plane. A band of rows of the input is
 * copied so that the elements that neighbouring positions read are neighbours for any stride.
 * Registers of positions take all elements of the window, one after the other, before they are
 * written. */
#ifndef ACLNN_PY_OPS_CONV_DEPTHWISE_H
#define ACLNN_PY_OPS_CONV_DEPTHWISE_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/conv/convolution_views.h"

/* Floats of a band, which the first-level cache holds, and the most elements of a window. */
#define DEPTHWISE_BAND 6144
#define DEPTHWISE_TAPS 64

struct depthwise {
    /* The request. */
    struct lens lens;
    struct image input;
    struct image output;
    /* What follows from it. */
    int64_t phases;                  /* remainders of columns by the stride that windows read */
    int64_t line;                    /* floats of a remainder in a row */
    int64_t slice;                   /* floats of a depth */
    int64_t rows;                    /* rows of positions of a band */
    int64_t offsets[DEPTHWISE_TAPS]; /* of the elements of a window, from that of its position */
};

/* One output channel of one image. */
struct depthwise_plane {
    const any_float *from;
    const any_float *weights; /* dense */
    float bias;
    any_float *to;
};

/* Makes the plan for a request; false where windows have many elements, or far from each other. */
bool conv_kernel_depthwise_plan(struct depthwise *plan);

/* The band has numbers, no matter which. */
void conv_kernel_depthwise_run(const struct depthwise *plan, const struct depthwise_plane *plane,
                               float *band);

#endif
