/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_ANGLE_V2_H
#define ACLNNOP_LEVEL2_ACLNN_ANGLE_V2_H

#include "../aclnn_angle_v2.h"

#endif
