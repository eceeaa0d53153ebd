/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/pad/pad.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_REFLECTION_PAD2D_H
#define ACLNNOP_LEVEL2_ACLNN_REFLECTION_PAD2D_H

#include "../aclnn_reflection_pad2d.h"

#endif
