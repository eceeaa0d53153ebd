/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The work of convolutions, on float32 tensors of 3 to 5 dimensions, [N, C, (D, (H,)) W], of any
 * strides:
 *
 *     forward   input, weight, (bias) -> output
 *     input     grad of the output, weight, (bias) -> grad of the input; also what transposed
 *               convolutions compute
 *     weight    grad of the output, input -> grad of the weight
 *
 * Sums are float32, in an order that follows from the shapes alone.
 */
#ifndef ACLNN_PY_OPS_CONV_CONVOLUTION_H
#define ACLNN_PY_OPS_CONV_CONVOLUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/arrays.h"
#include "tensor/tensor.h"

#define CONVOLUTION_DIMS 3

/* The dims of an operand. A weight's count is that of its output channels. */
enum convolution_layout {
    CHANNELS_SECOND, /* count, channels, places */
    CHANNELS_LAST,   /* count, places, channels */
    TIME_FIRST,      /* place, count, channels */
    REVERSED,        /* place, channels, count */
};

enum convolution_kind { CONVOLUTION_FORWARD, CONVOLUTION_INPUT, CONVOLUTION_WEIGHT };

/* Attributes of the work. Dimensions that the tensors do not have are before those they have. */
struct convolution {
    enum convolution_kind kind;
    int64_t groups;
    int64_t stride[CONVOLUTION_DIMS];
    int64_t dilation[CONVOLUTION_DIMS];
    int64_t before[CONVOLUTION_DIMS]; /* zeros before the input; what is behind follows */
    bool has_bias;
    enum convolution_layout layouts[3]; /* of the two inputs and the output */
};

bool conv_convolution_has_last_channels(const struct tensor *tensor);

/* Zeros before and behind a dimension. */
void conv_convolution_sides(const struct array *padding, int32_t spatial, int32_t i,
                            int64_t *before, int64_t *behind);

struct shape;
struct work;

/* What the shape of a convolution's output follows from. The arrays have an entry for each spatial
   dimension, padding perhaps one for each side; output_padding counts where it is transposed. */
struct convolution_windows {
    const struct tensor *input;
    const struct tensor *weight;
    const struct array *stride; /* none below 1 */
    const struct array *padding;
    const struct array *dilation;
    const struct array *output_padding;
    bool transposed;
    int64_t groups;
    bool last;        /* channels of the input */
    bool weight_last; /* and of the weight */
};

/* The output; false where it does not fit into 63 bits. */
bool conv_shape_of_windows(const struct convolution_windows *w, struct shape *shape);

/* From the first to the last place of a window; false beyond 63 bits. */
bool conv_shape_reach(int64_t kernel, int64_t dilation, int64_t *reach);

/* What lists ask the kernel. */
struct convolution_answers {
    /* Whether it takes these inputs and output, of bfloat16, as they are; not by addresses. */
    bool (*takes_pairs)(const struct work *work);
};

extern const struct convolution_answers conv_kernel_answers;

#endif
