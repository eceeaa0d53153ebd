/* SPDX-License-Identifier: Apache-2.0 */
/* AffineGrid: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_VISION_AFFINE_GRID_H
#define ACLNN_PY_OPS_VISION_AFFINE_GRID_H

#include "aclnn/opdev/op_errno.h"

#define MOST_SPATIAL 3

#endif
