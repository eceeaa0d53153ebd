/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_GROUPED_MATMUL_V3_H
#define ACLNNOP_LEVEL2_ACLNN_GROUPED_MATMUL_V3_H

#include "../aclnn_grouped_matmul_v3.h"

#endif
