/* SPDX-License-Identifier: Apache-2.0 */
/* Activations and their gradients: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ACTIVATION_ACTIVATION_H
#define ACLNN_PY_OPS_ACTIVATION_ACTIVATION_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

/* Appends one operator on one or two tensors and one or two numbers. */
int activation_list_apply1(struct l0_list *list, const struct l0_row *row, aclDataType type,
                           int tensor);

int activation_list_apply2_with2(struct l0_list *list, const struct l0_row *row, aclDataType type,
                                 int x, int y, int a, int b);

/* Broadcasts two tensors to their common shape. When their shapes differ, CANN appends BroadcastTo
 * either for both, or for each that does not have that shape. */
void activation_list_broadcast_each(struct l0_list *list, int *a, int *b);

/* For operators that CANN gives out as an argument. activation_list_place makes a dense copy of out
 * in a type, or gives out itself; activation_list_write_into appends the operator that writes
 * there, and the copy to out. */
int activation_list_place(struct l0_list *list, int out, aclDataType type);

void activation_list_write_into(struct l0_list *list, const struct l0_row *row, const int *inputs,
                                int count, int attribute_count, int place, int out);

static inline bool activation_is_almost_zero(float number)
{
    return fabsf(number) <= FLT_EPSILON;
}

#endif
