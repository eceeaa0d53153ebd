/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Resampling: the elements along some dimensions become others, each a weighted sum of a few. The
 * weights of an element are products of those of its place in each dimension, so that a dimension
 * says all there is to say: which places a place takes, and how much of each. Nearest and
 * interpolated images, pads, and the gradients of all of them are rules of this kind.
 */
#ifndef ACLNN_PY_OPS_RESIZE_RESAMPLE_H
#define ACLNN_PY_OPS_RESIZE_RESAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

#define RESAMPLE_MAX_DIMS 3

/* What place i of the result takes from the places of the source. */
enum resample_rule {
    RESAMPLE_NEAREST,     /* floor((i + shift) * step) */
    RESAMPLE_LINEAR,      /* the two around (i + 0.5) * step - 0.5, by their distances, */
    RESAMPLE_CUBIC,       /* or four, by the cubic convolution of a = -0.75 */
    RESAMPLE_LINEAR_AREA, /* all that a place covers, as shares of 1: around (i + 0.5) * step by a
                           */
    RESAMPLE_CUBIC_AREA,  /* triangle, or the cubic convolution of a = -0.5, of step times the width
                             where step is above 1 */
    RESAMPLE_RANGE,       /* all from ceil(i * step - shift) to ceil((i + 1) * step - shift) */
    RESAMPLE_REFLECTION,  /* pads: i - before, which is turned back at the edges, */
    RESAMPLE_REPLICATION, /* held at them, */
    RESAMPLE_CIRCULAR,    /* or goes round what is not cut off */
};

/* One dimension, of `count` places of the source that become `results`. */
struct resample_dim {
    enum resample_rule rule;
    bool is_gradient; /* the other way: what took from a place is added up there */
    bool corners;     /* interpolations: places are i * step */
    double step;      /* of the source a place of the result; of nearest ones and ranges a float */
    float shift;
    int64_t before; /* of pads */
    int64_t after;
};

/*
 * Attributes of rows that run resample, of one tensor to another: the rules of dimensions from
 * `first` on. resample_nearest moves bits of any type, by RESAMPLE_NEAREST. Sums are of float32,
 * float64 or complex numbers of them, are added up in float64 in the order of the places, and
 * rounded once.
 */
struct resample {
    int32_t first;
    int32_t count;
    struct resample_dim dims[RESAMPLE_MAX_DIMS];
};

/* The step of a row that runs resample from one tensor of the list to another of its type: halves
   are float32 in between. */
void resize_list_resample_step(struct l0_list *list, const struct l0_row *row, int from, int to,
                               const struct resample *resample);

#endif
