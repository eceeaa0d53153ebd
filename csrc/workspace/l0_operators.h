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

/* What a kernel of Ascend950 asks for at least, in most of them. */
#define L0_SYSTEM_WORKSPACE ((uint64_t)16 << 20)

/*
 * A dense copy of one of the caller's tensors; the tensor itself when its view is dense. Strided
 * views become the copies CANN recognises, in this order: Slice or StridedSlice, Transpose,
 * BroadcastTo; all others one AsStrided, which Ascend950 refuses with a negative stride (561103).
 */
int l0_contiguous(struct l0_list *list, int tensor);

/* The operator that cuts a slice out of a dense tensor: 910B and 910_93 have one for some. */
struct view_copies;
const struct l0_row *l0_slice_row(const struct l0_list *list, int tensor,
                                  const struct view_copies *slice);

/* Another type; the same tensor when it has that type. */
int l0_cast(struct l0_list *list, int tensor, aclDataType type);

/* A dense tensor broadcast to other dims; the same tensor when it has them. */
int l0_broadcast_to(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);
/* The same for a tensor of that shape too: CANN appends the operator wherever it is asked for. */
int l0_append_broadcast_to(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);

/* l0_cast for the size alone, where other steps do the work. */
int l0_launch_cast(struct l0_list *list, int tensor, aclDataType type);

/* The same for the elements of a view that are not repeated: so many. */
int l0_launch_cast_of(struct l0_list *list, int tensor, int64_t elements, aclDataType type);

/* The elements in another type for the executor alone: the device's operator converts itself. */
int l0_convert(struct l0_list *list, int tensor, aclDataType type);

/* Zeros like a dense tensor. An empty one needs no operator. */
int l0_zeros_like(struct l0_list *list, int tensor);

/*
 * Copies a tensor to the caller's out, of the same type and shape. When both are dense nothing is
 * copied: what produced the tensor writes to out instead. The executor stores it either way.
 */
void l0_view_copy(struct l0_list *list, int tensor, int out);

/* The same for the size alone, where other steps do the work. */
void l0_launch_view_copy(struct l0_list *list, int tensor, int out);

/* Copies a dense tensor to another one, for the size alone: small ones by the driver. */
void l0_tensor_move(struct l0_list *list, int tensor, int out);

#endif
