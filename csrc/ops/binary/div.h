/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnDiv, aclnnDivMod and their forms: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_BINARY_DIV_H
#define ACLNN_PY_OPS_BINARY_DIV_H

#include "aclnn/opdev/op_errno.h"

/* The rounding modes of aclnnDivMod. */
enum { EXACT, TRUNCATED, FLOORED };

#endif
