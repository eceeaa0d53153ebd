/* SPDX-License-Identifier: Apache-2.0 */
/* TransformBiasRescaleQkv: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ATTENTION_TRANSFORM_QKV_H
#define ACLNN_PY_OPS_ATTENTION_TRANSFORM_QKV_H

#include "aclnn/opdev/op_errno.h"

#define PARTS 3 /* queries, keys, values */

#endif
