/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/pad/pad.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_REPLICATION_PAD1D_BACKWARD_H
#define ACLNNOP_LEVEL2_ACLNN_REPLICATION_PAD1D_BACKWARD_H

#include "../aclnn_replication_pad1d_backward.h"

#endif
