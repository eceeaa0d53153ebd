/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised in rectangles that share a scale: what checks, shapes and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_BLOCK_H
#define ACLNN_PY_OPS_QUANT_BLOCK_H

#include <stdint.h>
#include <string.h>

/* The dims of the scales of elements with these dims, in the same rank: the rectangles along the
 * last two, those that are cut off too. */
static inline void quant_block_scale_dims(const int64_t *dims, int32_t rank, int64_t height,
                                          int64_t width, int64_t *scales)
{
    memcpy(scales, dims, (size_t)rank * sizeof *dims);
    scales[rank - 2] = dims[rank - 2] / height + (dims[rank - 2] % height != 0);
    scales[rank - 1] = dims[rank - 1] / width + (dims[rank - 1] % width != 0);
}

#endif
