/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of a tensor and a number: what the lists of several calls share. */
#ifndef ACLNN_PY_OPS_BINARY_SCALAR_H
#define ACLNN_PY_OPS_BINARY_SCALAR_H

#include <stdbool.h>

#include "workspace/l0.h"

/* Whether one tensor is float32 and the other float16 or bfloat16, which some kernels take without
 * a cast. */
bool binary_list_are_mixed(const struct l0_list *list, int a, int b);

#endif
