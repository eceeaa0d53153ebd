/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The work of pools, on planes of up to three spatial dimensions of tensors of any strides:
 *
 *     average        x -> mean of each window
 *     average grad   grad -> grad of x
 *     max            x -> largest of each window, and where it is: its place in the plane, or a
 * mask max grad       grad, places or mask -> grad of x
 *
 * Values are float32; those of max may be int64. A mask is bytes, [..., elements of the window,
 * places of the output and more]: 1 where the element is the largest, else 0.
 */
#ifndef ACLNN_PY_OPS_POOL_H
#define ACLNN_PY_OPS_POOL_H

#include <stdbool.h>
#include <stdint.h>

#define POOL_DIMS 3

enum pool_kind { POOL_AVERAGE, POOL_AVERAGE_GRAD, POOL_MAX, POOL_MAX_GRAD };

/* Attributes of the work. Dimensions that the tensors do not have are before those they have. */
struct pool {
    enum pool_kind kind;
    int32_t spatial; /* dimensions of a plane */
    bool channels_last;
    bool is_adaptive; /* windows divide the plane among the places of the output */
    bool has_places;
    bool has_mask;
    bool counts_padding;
    int64_t divisor; /* 0: that of the window */
    int64_t kernel[POOL_DIMS];
    int64_t stride[POOL_DIMS];
    int64_t dilation[POOL_DIMS];
    int64_t before[POOL_DIMS];
    int64_t behind[POOL_DIMS];
};

#endif
