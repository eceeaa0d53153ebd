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

/* The sequence of an operand's dims. Of a weight, count is the number of output channels. */
enum convolution_layout {
    CHANNELS_SECOND, /* count, channels, spatial dims */
    CHANNELS_LAST,   /* count, spatial dims, channels */
    TIME_FIRST,      /* spatial dim, count, channels */
    REVERSED,        /* spatial dim, channels, count */
};

enum convolution_kind { CONVOLUTION_FORWARD, CONVOLUTION_INPUT, CONVOLUTION_WEIGHT };

/* Attributes of the work. When the tensors have fewer than three spatial dims, the missing ones
 * come first. */
struct convolution {
    enum convolution_kind kind;
    int64_t groups;
    int64_t stride[CONVOLUTION_DIMS];
    int64_t dilation[CONVOLUTION_DIMS];
    int64_t before[CONVOLUTION_DIMS]; /* zeros before the input; those behind it follow from the
                                       * other sizes */
    bool has_bias;
    enum convolution_layout layouts[3]; /* of the first input, the second input and the output */
};

bool conv_has_last_channels(const struct tensor *tensor);

/* The number of zeros before and behind a dimension. */
void conv_sides(const struct array *padding, int32_t spatial, int32_t i, int64_t *before,
                int64_t *behind);

struct shape;
struct work;

/* What the shape of a convolution's output follows from. The arrays have a number for each spatial
 * dimension; padding may have one for each side. output_padding counts only for a transposed
 * convolution. */
struct convolution_windows {
    const struct tensor *input;
    const struct tensor *weight;
    const struct array *stride; /* no number is below 1 */
    const struct array *padding;
    const struct array *dilation;
    const struct array *output_padding;
    bool transposed;
    int64_t groups;
    bool last;        /* the input has its channels last */
    bool weight_last; /* the weight has its channels last */
};

/* The shape of the output; false when it does not fit into int64_t. */
bool conv_shape_of_windows(const struct convolution_windows *w, struct shape *shape);

/* The distance from the first to the last element of a window; false when it does not fit into
 * int64_t. */
bool conv_shape_reach(int64_t kernel, int64_t dilation, int64_t *reach);

/* Questions of list functions that the kernel answers. */
struct convolution_answers {
    /* Whether the kernel takes these inputs and this output, of bfloat16, directly. It does not
     * look at addresses. */
    bool (*takes_pairs)(const struct work *work);
};

extern const struct convolution_answers conv_kernel_answers;

#endif
