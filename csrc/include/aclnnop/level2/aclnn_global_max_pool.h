/* SPDX-License-Identifier: Apache-2.0 */
/* The same header under the path at which generated operator headers are installed. */
/* Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit. */
#ifndef ACLNNOP_LEVEL2_ACLNN_GLOBAL_MAX_POOL_H
#define ACLNNOP_LEVEL2_ACLNN_GLOBAL_MAX_POOL_H

#include "../aclnn_global_max_pool.h"

#endif
