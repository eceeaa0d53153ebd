/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H
#define ACLNNOP_LEVEL2_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H

#include "../aclnn_batch_norm_backward_reduce.h"

#endif
