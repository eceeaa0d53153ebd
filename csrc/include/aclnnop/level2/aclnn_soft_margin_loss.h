/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_SOFT_MARGIN_LOSS_H
#define ACLNNOP_LEVEL2_ACLNN_SOFT_MARGIN_LOSS_H

#include "../aclnn_soft_margin_loss.h"

#endif
