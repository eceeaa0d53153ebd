/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_FLIP_H
#define ACLNNOP_LEVEL2_ACLNN_FLIP_H

#include "../aclnn_flip.h"

#endif
