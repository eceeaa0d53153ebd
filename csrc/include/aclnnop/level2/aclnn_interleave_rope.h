/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_INTERLEAVE_ROPE_H
#define ACLNNOP_LEVEL2_ACLNN_INTERLEAVE_ROPE_H

#include "../aclnn_interleave_rope.h"

#endif
