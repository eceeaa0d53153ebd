/* SPDX-License-Identifier: Apache-2.0 */
/* Functions for lists that fold dimensions to statistics, and then compute with these and the
 * elements. */
#ifndef ACLNN_PY_OPS_NORM_STATISTICS_H
#define ACLNN_PY_OPS_NORM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

/* The first dimensions, or the last dimensions of a tensor, as bits. */
uint64_t norm_first_dims(int32_t count);
uint64_t norm_last_dims(const struct l0_tensor *tensor, int32_t count);

/* Makes the tensor of a fold's result, with 1 for each folded dimension. */
int norm_new_statistic(struct l0_list *list, int tensor, uint64_t folded, aclDataType type);

/* Reshapes a statistic so that it broadcasts to its elements: their dims, with 1 for the folded
 * ones. */
int norm_beside_elements(struct l0_list *list, int statistic, int tensor, uint64_t folded);

/* Appends the work of a formula, without an operator. Does nothing after an error. */
void norm_fold_rows(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    const int *outputs, int output_count, uint64_t folded);

/* Whether the elements are those of one of the caller's tensors, not made by a step; and whether
 * they lie dense in memory, wherever they are from. */
bool norm_is_given(const struct l0_list *list, int tensor);
bool norm_lies_in_order(const struct l0_list *list, int tensor);

/* Whether kernels of their own walk over rows of these tensors, of which some may be missing: they
 * lie in order, are long enough to be worth it, and those of a block are little memory. */
bool norm_are_rows(const struct l0_list *list, const int *tensors, int count, int64_t columns);

/* The same for kernels that work on many short rows together. */
bool norm_are_rows_together(const struct l0_list *list, const int *tensors, int count,
                            int64_t columns);

/* Appends the work of such a kernel on rows of the last dimensions. Does nothing after an error. */
void norm_work_on_rows(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                       const int *outputs, int output_count, int32_t last);

/* Whether kernels of their own walk over planes of these tensors, which lie in order: they have
 * enough elements, and so many sums are over them that all cores have some. */
bool norm_are_planes(const struct l0_list *list, const int *tensors, int count, int64_t sums,
                     int64_t elements);

/* Appends the work of such a kernel. Does nothing after an error. */
void norm_work_on_planes(struct l0_list *list, const struct l0_row *row, const int *inputs,
                         int count, const int *outputs, int output_count);

/* Writes a statistic, or any tensor of as many elements, to out in out's dims. */
void norm_write_reshaped(struct l0_list *list, int statistic, int out);

/* The same as norm_write_reshaped, for what an operator has written, perhaps in another type than
 * the work's result. */
void norm_write_launched(struct l0_list *list, int statistic, int launched, int out);

/* Fills a result with a number; out may be missing. */
void norm_fill_result(struct l0_list *list, int out, double number);

/* Makes a tensor of one number in place of one that was not given, for the size alone. */
int norm_stand_in(struct l0_list *list, double number, aclDataType type, const int64_t *dims,
                  int32_t rank);

/* Whether a tensor is missing or has no elements. */
bool norm_has_nothing(const struct l0_list *list, int tensor);

#endif
