/* SPDX-License-Identifier: Apache-2.0 */
/* Images as the kernels that resize them see them, for sizes alone: with the channels in the last
   place or before the others, or in blocks of sixteen. `first` is the first dimension behind the
   batch that is no channel: 1 where the channels are the last. */
#ifndef ACLNN_PY_OPS_RESIZE_RESIZE_H
#define ACLNN_PY_OPS_RESIZE_RESIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/resize/resize_tiling.h"
#include "workspace/l0.h"

/* Rows are planes of one row. Gives the tensor itself where its channels are there. */
int resize_channels_last(struct l0_list *list, int tensor, int32_t first);
int resize_channels_first(struct l0_list *list, int tensor, int32_t first);

/* A new tensor of the shape of one, with channels that are somewhere else. */
int resize_turned(struct l0_list *list, int tensor, bool is_last);
int resize_like(struct l0_list *list, aclDataType type, const struct l0_tensor *shape,
                bool channels_first);

/* The layout of products before Ascend950. */
int resize_in_blocks(struct l0_list *list, int tensor, int32_t first);
int resize_blocks(struct l0_list *list, aclDataType type, const struct l0_tensor *shape,
                  int32_t first);
int resize_from_blocks(struct l0_list *list, int blocks, const int64_t *dims, int32_t rank);

/* A dense copy that nobody reads. */
void resize_copy(struct l0_list *list, int tensor);

/* What a kernel is given, but for its factors: of tensors with the channels before the `count`
   dimensions. */
struct resize_kernel resize_kernel(const struct l0_list *list, int from, int to, int32_t count);

#endif
