/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/softmax/softmax.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H
#define ACLNNOP_LEVEL2_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H

#include "../aclnn_scaled_masked_softmax_backward.h"

#endif
