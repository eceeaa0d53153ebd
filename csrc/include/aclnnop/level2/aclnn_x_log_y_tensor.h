/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_X_LOG_Y_TENSOR_H
#define ACLNNOP_LEVEL2_ACLNN_X_LOG_Y_TENSOR_H

#include "../aclnn_x_log_y_tensor.h"

#endif
