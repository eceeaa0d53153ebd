/* SPDX-License-Identifier: Apache-2.0 */
/* Activations and their gradients: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ACTIVATION_ACTIVATION_H
#define ACLNN_PY_OPS_ACTIVATION_ACTIVATION_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

/* One operator of one or two tensors and of one or two such numbers. */
int activation_list_apply1(struct l0_list *list, const struct l0_row *row, aclDataType type,
                           int tensor);

int activation_list_apply2_with2(struct l0_list *list, const struct l0_row *row, aclDataType type,
                                 int x, int y, int a, int b);

/* BroadcastTo of two tensors to the shape of both: of each that has another one, or of both where
   they differ. */
void activation_list_broadcast_each(struct l0_list *list, int *a, int *b);

/* Operators that are given out: a dense copy of it in a type, or out itself; the operator that
 * writes there, and what brings it to out. */
int activation_list_place(struct l0_list *list, int out, aclDataType type);

void activation_list_write_into(struct l0_list *list, const struct l0_row *row, const int *inputs,
                                int count, int attribute_count, int place, int out);

static inline bool activation_is_almost_zero(float number)
{
    return fabsf(number) <= FLT_EPSILON;
}

#endif
