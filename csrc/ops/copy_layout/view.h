/* SPDX-License-Identifier: Apache-2.0 */
/* AsStrided: what its list and its kernel share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_VIEW_H
#define ACLNN_PY_OPS_COPY_LAYOUT_VIEW_H

#include <stdint.h>

#include "tensor/tensor.h"

/* Where the elements of the result lie in a dense tensor, in elements. */
struct strided_view {
    int64_t offset;
    int64_t strides[TENSOR_MAX_DIMS];
};

#endif
