/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_UPSAMPLE_NEAREST_1D_V2_H
#define ACLNNOP_LEVEL2_ACLNN_UPSAMPLE_NEAREST_1D_V2_H

#include "../aclnn_upsample_nearest_1d_v2.h"

#endif
