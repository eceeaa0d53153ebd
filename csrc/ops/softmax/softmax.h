/* SPDX-License-Identifier: Apache-2.0 */
/* Softmax, its logarithm, and their gradients: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_SOFTMAX_SOFTMAX_H
#define ACLNN_PY_OPS_SOFTMAX_SOFTMAX_H

#include <stdint.h>

#include "workspace/l0.h"

/* Appends a formula over the folded dims of its first input. Its output has the first input's
 * shape. */
int softmax_list_over(struct l0_list *list, const struct l0_row *row, aclDataType type,
                      const int *inputs, int count, int attribute_count, uint64_t folded);

#endif
