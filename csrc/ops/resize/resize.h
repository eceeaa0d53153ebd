/* SPDX-License-Identifier: Apache-2.0 */
/* Resized images in the layouts that kernels require, for sizes alone: with channels last, or
 * first, or in blocks of sixteen. `first` is the first spatial dimension: 1 where channels are
 * last. */
#ifndef ACLNN_PY_OPS_RESIZE_RESIZE_H
#define ACLNN_PY_OPS_RESIZE_RESIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/resize/resize_tiling.h"
#include "workspace/l0.h"

/* Moves channels last; gives the tensor itself when they are. Rows count as planes of one row. */
int resize_channels_last(struct l0_list *list, int tensor, int32_t first);
int resize_channels_first(struct l0_list *list, int tensor, int32_t first);

/* Makes a tensor of the same shape with channels in the other place. */
int resize_turned(struct l0_list *list, int tensor, bool is_last);
int resize_like(struct l0_list *list, aclDataType type, const struct l0_tensor *shape,
                bool channels_first);

/* Converts to blocks of channels, the layout of products before Ascend950. */
int resize_in_blocks(struct l0_list *list, int tensor, int32_t first);
int resize_blocks(struct l0_list *list, aclDataType type, const struct l0_tensor *shape,
                  int32_t first);
int resize_from_blocks(struct l0_list *list, int blocks, const int64_t *dims, int32_t rank);

/* Appends a dense copy that nobody reads. */
void resize_copy(struct l0_list *list, int tensor);

/* What a kernel is told, except for its factors. Tensors have their channels before `count` spatial
 * dimensions. */
struct resize_kernel resize_kernel(const struct l0_list *list, int from, int to, int32_t count);

#endif
