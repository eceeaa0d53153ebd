/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H
#define ACLNNOP_LEVEL2_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H

#include "../aclnn_adaptive_avg_pool2d_backward.h"

#endif
