/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_ROTARY_POSITION_EMBEDDING_H
#define ACLNNOP_LEVEL2_ACLNN_ROTARY_POSITION_EMBEDDING_H

#include "../aclnn_rotary_position_embedding.h"

#endif
