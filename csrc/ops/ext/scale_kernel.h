/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtScale: a tensor times a number. */
#ifndef ACLNN_PY_OPS_EXT_SCALE_KERNEL_H
#define ACLNN_PY_OPS_EXT_SCALE_KERNEL_H

#include "kernels.h"

/* Attributes of the step. */
struct ext_scaling {
    int64_t blocks;
    int kernel;
    float alpha;
    int64_t tiling[SCALING_TILING_SIZE];
};

#endif
