/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_ROPE_WITH_SIN_COS_CACHE_H
#define ACLNNOP_LEVEL2_ACLNN_ROPE_WITH_SIN_COS_CACHE_H

#include "../aclnn_rope_with_sin_cos_cache.h"

#endif
