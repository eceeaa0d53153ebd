/* SPDX-License-Identifier: Apache-2.0 */
/* Resampling: the elements along some dimensions become others, each a weighted sum of a few of
 * them. The weight of an element is a product of one weight for each dimension. So it is enough to
 * say for each dimension which elements of the source an element of the result takes, and with what
 * weights. Nearest and interpolated images, pads, and the gradients of all of them follow such
 * rules. */
#ifndef ACLNN_PY_OPS_RESIZE_RESAMPLE_H
#define ACLNN_PY_OPS_RESIZE_RESAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

#define RESAMPLE_MAX_DIMS 3

/* Which elements of the source element i of the result takes. */
enum resample_rule {
    RESAMPLE_NEAREST,     /* element floor((i + shift) * step) */
    RESAMPLE_LINEAR,      /* the two elements around (i + 0.5) * step - 0.5, weighted by
                           * distance, */
    RESAMPLE_CUBIC,       /* or four elements, by the cubic convolution with a = -0.75 */
    RESAMPLE_LINEAR_AREA, /* all elements that one of the result covers, with weights that add up to
                           * 1: around (i + 0.5) * step by a */
    RESAMPLE_CUBIC_AREA,  /* triangle, or by the cubic convolution with a = -0.5, widened by step
                           * where step is above 1 */
    RESAMPLE_RANGE,       /* all elements from ceil(i * step - shift) to ceil((i + 1) * step -
                           * shift) */
    RESAMPLE_REFLECTION,  /* pads: element i - before, reflected at the edges, */
    RESAMPLE_REPLICATION, /* held at them, */
    RESAMPLE_CIRCULAR,    /* or wrapped around the part that is not cut off */
};

/* One dimension, of `count` elements in the source and `results` in the result. */
struct resample_dim {
    enum resample_rule rule;
    bool is_gradient; /* a gradient: element j of the result is the sum over the elements that take
                       * j */
    bool corners;     /* for interpolation: the corners are aligned, so element i is at i * step */
    double step;      /* elements of the source for one of the result; a float32 for nearest
                       * elements and ranges */
    float shift;
    int64_t before; /* for pads */
    int64_t after;
};

/* Attributes of rows that run resample, from one tensor to another: the rules of the dimensions
 * from `first` on. resample_nearest moves the bits of any type by RESAMPLE_NEAREST. Sums of
 * float32, float64 and their complex numbers are computed in float64, in the sequence of the
 * elements, and rounded once. */
struct resample {
    int32_t first;
    int32_t count;
    struct resample_dim dims[RESAMPLE_MAX_DIMS];
};

/* Appends the step of a row that runs resample, from one tensor of the list to another of its type.
 * Halves are computed in float32. */
void resize_list_resample_step(struct l0_list *list, const struct l0_row *row, int from, int to,
                               const struct resample *resample);

#endif
