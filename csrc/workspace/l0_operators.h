/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L0 operators that aclnn calls are made of, under CANN's names. Each function does what CANN's
 * function of that name does to the list: it may append nothing (a cast to the same type), one
 * operator, or several, on the AI cores or on the device's CPU, and gives the position of the
 * tensor that holds the result. What the kernels ask for while they run depends on the product:
 *
 *     Ascend910, 910B, 910_93   nothing is known of the closed kernels; they are taken to ask for
 *                               nothing, and where that is a guess the list says so
 *     Ascend950                 the constants of their public tiling, with a note on those that
 *                               nobody has executed
 */
#ifndef ACLNN_PY_WORKSPACE_L0_OPERATORS_H
#define ACLNN_PY_WORKSPACE_L0_OPERATORS_H

#include "workspace/l0.h"

/* The workspace that most kernels of Ascend950 ask for at least. */
#define L0_SYSTEM_WORKSPACE ((uint64_t)16 << 20)

/* Appends the copies that make one of the caller's tensors dense; gives the tensor itself when its
 * view is dense. A strided view becomes the copies that CANN recognises, in this sequence: Slice or
 * StridedSlice, Transpose, BroadcastTo. Any other becomes one AsStrided, which Ascend950 refuses
 * with a negative stride (561103). */
int l0_contiguous(struct l0_list *list, int tensor);

/* Chooses the L0 operator that cuts a slice out of a dense tensor. 910B and 910_93 have one of
 * their own for some slices. */
struct view_copies;
const struct l0_row *l0_slice_row(const struct l0_list *list, int tensor,
                                  const struct view_copies *slice);

/* Converts to another type; gives the same tensor when it has that type. */
int l0_cast(struct l0_list *list, int tensor, aclDataType type);

/* Broadcasts a dense tensor to other dims; gives the same tensor when it has them. */
int l0_broadcast_to(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);
/* Broadcasts, and appends the operator even when the tensor has the dims, as CANN does where it
 * asks for it directly. */
int l0_append_broadcast_to(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);

/* Appends the operator of l0_cast for the size alone: other steps do the work. */
int l0_launch_cast(struct l0_list *list, int tensor, aclDataType type);

/* The same as l0_launch_cast for a view of repeated elements: only the given number of distinct
 * ones is converted. */
int l0_launch_cast_of(struct l0_list *list, int tensor, int64_t elements, aclDataType type);

/* Appends the step of l0_cast without its operator: the device's operator converts the elements
 * itself. */
int l0_convert(struct l0_list *list, int tensor, aclDataType type);

/* Appends zeros in the shape of a dense tensor. For an empty one no operator is needed. */
int l0_zeros_like(struct l0_list *list, int tensor);

/* Copies a tensor to the caller's out, of the same type and shape. When both are dense no operator
 * is appended: the operator that produced the tensor writes to out instead. The executor stores it
 * in either case. */
void l0_view_copy(struct l0_list *list, int tensor, int out);

/* The same as l0_view_copy for the size alone: other steps do the work. */
void l0_launch_view_copy(struct l0_list *list, int tensor, int out);

/* Appends the copy of a dense tensor to another one, for the size alone. Small ones are copied by
 * the driver. */
void l0_tensor_move(struct l0_list *list, int tensor, int out);

#endif
