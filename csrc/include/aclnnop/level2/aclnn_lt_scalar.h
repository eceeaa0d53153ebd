/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/compare/compare.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_LT_SCALAR_H
#define ACLNNOP_LEVEL2_ACLNN_LT_SCALAR_H

#include "../aclnn_lt_scalar.h"

#endif
