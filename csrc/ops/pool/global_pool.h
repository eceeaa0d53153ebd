/* SPDX-License-Identifier: Apache-2.0 */
/* Pools over all places of a plane: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_POOL_GLOBAL_POOL_H
#define ACLNN_PY_OPS_POOL_GLOBAL_POOL_H

#include "aclnn/opdev/op_errno.h"

#define FIRST_PLACE 2 /* images and channels stand before it */

#endif
