/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_ATAN2_H
#define ACLNNOP_LEVEL2_ACLNN_ATAN2_H

#include "../aclnn_atan2.h"

#endif
