/* SPDX-License-Identifier: Apache-2.0 */
/* What the lists of convolutions and of their gradients share: the step of their work, and the
 * layouts of images and weights while the device convolves them. Functions named launch_ append
 * operators for the size alone. */
#ifndef ACLNN_PY_OPS_CONV_CONVOLUTION_LAYOUT_H
#define ACLNN_PY_OPS_CONV_CONVOLUTION_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/conv/convolution.h"
#include "tensor/arrays.h"
#include "ops/matmul/matmul.h"
#include "workspace/l0.h"

#define LAYOUT_ROWS 16
#define LAYOUT_BYTES 32
#define FEW_CHANNELS_COUNT 4

enum { SPATIAL = 2 }; /* the first dimension that is neither batch nor channels */

/* The layout of an image or a weight while it is convolved. */
enum layout {
    AS_GIVEN,
    IN_BLOCKS,    /* blocks of channels: NC1HWC0, and FRACTAL_Z for weights */
    FEW_CHANNELS, /* the same, with FRACTAL_Z_C04 for weights */
    IN_BLOCKS_3D, /* NDC1HWC0 and FRACTAL_Z_3D */
};

struct image {
    int64_t count; /* for a weight: output channels */
    int64_t channels;
    int64_t places;
};

const int64_t *conv_array_numbers(const struct array *array);
struct convolution *conv_work_of(struct l0_list *list, enum convolution_kind kind, int32_t spatial,
                                 const struct array *stride, const struct array *padding,
                                 const struct array *dilation, int64_t groups);
struct convolution *conv_work_in_time(struct l0_list *list, enum convolution_kind kind,
                                      int64_t pad);
/* Appends the work of a convolution to a tensor that an operator has written. */
void conv_append_work(struct l0_list *list, const struct convolution *c, const int *inputs,
                      int count, int result);
enum convolution_layout conv_layout_of(const struct l0_tensor *tensor);
int64_t conv_layout_times(int64_t a, int64_t b);
int64_t conv_layout_blocks(int64_t count, int64_t size);
struct image conv_layout_image_of(const struct l0_list *list, int tensor);
int64_t conv_layout_channels(aclDataType type);
int64_t conv_layout_image_elements(struct image image, aclDataType type);
int64_t conv_layout_weight_elements(struct image weight, int64_t groups, aclDataType type);
int conv_launch_trans_data(struct l0_list *list, int tensor, int64_t elements);
int conv_launch_plain(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);
int conv_launch_weight_in_blocks(struct l0_list *list, int tensor, struct image weight,
                                 bool is_last, int64_t groups, enum layout layout);
aclDataType conv_convolved_joint_type(aclDataType a, aclDataType b);
aclDataType conv_convolved_type(const struct l0_list *list, aclDataType a, aclDataType b,
                                int64_t mode);
bool conv_array_is_all(const struct array *array, int64_t number);
int conv_launch_turned(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);
int conv_launch_turned_dense(struct l0_list *list, int tensor, const int64_t *order);

#endif
