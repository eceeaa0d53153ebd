/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What calls become on the device: the functions that the "list" of a declaration names, as
 * list_NAME. Tensors are positions in the list, as l0_user_tensor gives them for the caller's.
 * Everything is done in CANN's order, on which the size depends
 * (docs/explanation/design.md, "One list, two readers").
 */
#ifndef ACLNN_PY_OPS_COMMON_LIST_H
#define ACLNN_PY_OPS_COMMON_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/call.h"
#include "workspace/l0_operators.h"

/*
 * One operator whose output has the type given and the shape that its inputs broadcast to. The last
 * attribute_count inputs are constants that the operator has as attributes.
 */
int list_apply(struct l0_list *list, const struct l0_row *row, aclDataType type, const int *inputs,
               int count, int attribute_count);

/* One operator whose output has the type of its one input and these dims. */
int list_apply_shaped(struct l0_list *list, const struct l0_row *row, int tensor,
                      const int64_t *dims, int32_t rank, const void *attributes);

/* Whether the kernel of the row reads strided operands of the type as they lie: Ascend950's do. */
bool list_walks_strides(const struct l0_list *list, const struct l0_row *row, aclDataType type);

/* Muls: a tensor by a float32, in the tensor's type. */
int list_muls_by(struct l0_list *list, int tensor, float number);

/* A number that the list has by itself, as one element of the type. */
int list_constant(struct l0_list *list, const char *name, double number, aclDataType type);

int list_integer_constant(struct l0_list *list, const char *name, int64_t number, aclDataType type);

/* A tensor without dimensions as one of a single place. */
int list_at_least_1d(struct l0_list *list, int tensor);

/* A tensor that is filled with one number. */
int list_fill(struct l0_list *list, aclDataType type, double number, const int64_t *dims,
              int32_t rank);

/* Zeros for a result; nothing where it has no elements. */
void list_write_zeros(struct l0_list *list, int out);

/* Ones and zeros like a dense tensor. */
int list_ones_like(struct l0_list *list, int tensor);

int list_zeros_like(struct l0_list *list, int tensor);

int list_fold_dims(struct l0_list *list, const struct l0_row *row, int tensor, uint64_t folded,
                   bool keep, aclDataType type);

/* The same for the size alone, where other steps do the work. */
int list_launch_transpose(struct l0_list *list, int tensor, const int64_t *order);

void list_broadcast_both(struct l0_list *list, int *a, int *b);

/* The shape that two tensors broadcast to. */
void list_common_shape(const struct l0_list *list, int a, int b, int64_t *dims, int32_t *rank);

/* Shapes that 910B and 910_93 give to TransposeV2, of three and four dimensions without ones. */
bool list_is_transpose_v2(const struct l0_list *list, const struct l0_tensor *tensor,
                          const int64_t *order);

int list_transpose(struct l0_list *list, int tensor, const int64_t *order, bool has_step);

#endif
