/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_FAST_GELU_BACKWARD_H
#define ACLNNOP_LEVEL2_ACLNN_FAST_GELU_BACKWARD_H

#include "../aclnn_fast_gelu_backward.h"

#endif
