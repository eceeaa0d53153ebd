/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COMPARE_COMPARE_H
#define ACLNN_PY_OPS_COMPARE_COMPARE_H

#include "workspace/l0.h"

int compare_list_operand(struct l0_list *list, int tensor, aclDataType type);

#endif
