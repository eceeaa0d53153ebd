/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_RRELU_WITH_NOISE_H
#define ACLNNOP_LEVEL2_ACLNN_RRELU_WITH_NOISE_H

#include "../aclnn_rrelu_with_noise.h"

#endif
