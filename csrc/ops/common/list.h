/* SPDX-License-Identifier: Apache-2.0 */
/* List functions: what calls become on the device. The "list" of a declaration names them without
 * "list_". Tensors are indices in the list, which l0_user_tensor gives for the caller's tensors. L0
 * operators are appended in CANN's sequence, on which the size depends (docs/explanation/design.md,
 * "One list, two readers"). */
#ifndef ACLNN_PY_OPS_COMMON_LIST_H
#define ACLNN_PY_OPS_COMMON_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/call.h"
#include "workspace/l0_operators.h"

/* A tensor of the caller's by the vendor's name of its parameter; L0_NONE where the call has no
 * such parameter, or NULL for it. */
int list_tensor_named(struct l0_list *list, const struct call *call, const char *name);

/* Appends an operator whose output has the given type and the shape that its inputs broadcast to.
 * The last attribute_count inputs are constants that the operator has as attributes. */
int list_apply(struct l0_list *list, const struct l0_row *row, aclDataType type, const int *inputs,
               int count, int attribute_count);

/* Appends an operator whose output has the type of its one input, and these dims. */
int list_apply_shaped(struct l0_list *list, const struct l0_row *row, int tensor,
                      const int64_t *dims, int32_t rank, const void *attributes);

/* A dense tensor of the type with the elements of another one, by a step without an operator: the
 * work reads what the device's kernel reads itself. */
int list_dense_of(struct l0_list *list, int tensor, aclDataType type);

/* Writes a tensor of as many elements to one of the caller's, in its dims and type, by steps
 * without an operator. Does nothing where one is missing. */
void list_store_reshaped(struct l0_list *list, int tensor, int out);

/* Whether the row's kernel reads strided operands of the type directly. Kernels of Ascend950 do. */
bool list_walks_strides(const struct l0_list *list, const struct l0_row *row, aclDataType type);

/* Appends Muls: multiplies a tensor by a float32, in the tensor's type. */
int list_muls_by(struct l0_list *list, int tensor, float number);

/* A constant of one element of the type, which no argument of the call gives. */
int list_constant(struct l0_list *list, const char *name, double number, aclDataType type);

int list_integer_constant(struct l0_list *list, const char *name, int64_t number, aclDataType type);

/* Reshapes a tensor without dimensions to one of one element. */
int list_at_least_1d(struct l0_list *list, int tensor);

/* Appends the operator that fills a new tensor with one number. */
int list_fill(struct l0_list *list, aclDataType type, double number, const int64_t *dims,
              int32_t rank);

/* Writes zeros to a result; appends nothing when it has no elements. */
void list_write_zeros(struct l0_list *list, int out);

/* list_ones_like and list_zeros_like: tensors with the shape and type of a dense one. */
int list_ones_like(struct l0_list *list, int tensor);

int list_zeros_like(struct l0_list *list, int tensor);

int list_fold_dims(struct l0_list *list, const struct l0_row *row, int tensor, uint64_t folded,
                   bool keep, aclDataType type);

/* The same as list_transpose for the size alone: other steps do the work. */
int list_launch_transpose(struct l0_list *list, int tensor, const int64_t *order);

void list_broadcast_both(struct l0_list *list, int *a, int *b);

/* The shape that two tensors broadcast to. */
void list_common_shape(const struct l0_list *list, int a, int b, int64_t *dims, int32_t *rank);

/* Whether 910B and 910_93 transpose this shape by TransposeV2: three or four dimensions, none of
 * them 1. */
bool list_is_transpose_v2(const struct l0_list *list, const struct l0_tensor *tensor,
                          const int64_t *order);

int list_transpose(struct l0_list *list, int tensor, const int64_t *order, bool has_step);

#endif
