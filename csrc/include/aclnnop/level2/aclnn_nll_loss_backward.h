/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_NLL_LOSS_BACKWARD_H
#define ACLNNOP_LEVEL2_ACLNN_NLL_LOSS_BACKWARD_H

#include "../aclnn_nll_loss_backward.h"

#endif
