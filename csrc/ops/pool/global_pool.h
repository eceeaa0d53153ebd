/* SPDX-License-Identifier: Apache-2.0 */
/* Pools over whole planes: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_POOL_GLOBAL_POOL_H
#define ACLNN_PY_OPS_POOL_GLOBAL_POOL_H

#include "aclnn/opdev/op_errno.h"

#define FIRST_PLACE 2 /* the first spatial dimension; images and channels stand before it */

#endif
