/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/norm/norm.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_ADD_RMS_NORM_CAST_H
#define ACLNNOP_LEVEL2_ACLNN_ADD_RMS_NORM_CAST_H

#include "../aclnn_add_rms_norm_cast.h"

#endif
