/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_MAX_UNPOOL3D_H
#define ACLNNOP_LEVEL2_ACLNN_MAX_UNPOOL3D_H

#include "../aclnn_max_unpool3d.h"

#endif
