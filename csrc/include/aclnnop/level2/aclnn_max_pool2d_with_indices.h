/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_MAX_POOL2D_WITH_INDICES_H
#define ACLNNOP_LEVEL2_ACLNN_MAX_POOL2D_WITH_INDICES_H

#include "../aclnn_max_pool2d_with_indices.h"

#endif
