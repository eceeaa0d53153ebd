/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/attention/attention.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H
#define ACLNNOP_LEVEL2_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H

#include "../aclnn_transform_bias_rescale_qkv.h"

#endif
