/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/logic/logic.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_LOGICAL_AND_H
#define ACLNNOP_LEVEL2_ACLNN_LOGICAL_AND_H

#include "../aclnn_logical_and.h"

#endif
