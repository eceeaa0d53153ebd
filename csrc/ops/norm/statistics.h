/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of lists that fold dimensions to statistics, and go on with these beside the elements. */
#ifndef ACLNN_PY_OPS_NORM_STATISTICS_H
#define ACLNN_PY_OPS_NORM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

/* A bit for each of the first dimensions, and for each of the last ones of a tensor. */
uint64_t norm_first_dims(int32_t count);
uint64_t norm_last_dims(const struct l0_tensor *tensor, int32_t count);

/* What is folded to one element for each that is kept, with 1 for each folded dimension. */
int norm_new_statistic(struct l0_list *list, int tensor, uint64_t folded, aclDataType type);

/* A statistic beside the elements that it is of: their dims, with 1 for the folded ones. */
int norm_beside_elements(struct l0_list *list, int statistic, int tensor, uint64_t folded);

/* The work of a formula, without an operator of its own; nothing after an error. */
void norm_fold_rows(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    const int *outputs, int output_count, uint64_t folded);

/* Writes a statistic, or anything that has the elements of a result, in the dims of that. */
void norm_write_reshaped(struct l0_list *list, int statistic, int out);

/* The same without an operator of its own. */
void norm_store_reshaped(struct l0_list *list, int statistic, int out);

/* The same of what an operator has written, perhaps in another type than the work has found. */
void norm_write_launched(struct l0_list *list, int statistic, int launched, int out);

/* The same number in all elements of a result, which may be missing. */
void norm_fill_result(struct l0_list *list, int out, double number);

/* A tensor of one number in place of one that was not given: for the size alone. */
int norm_stand_in(struct l0_list *list, double number, aclDataType type, const int64_t *dims,
                  int32_t rank);

/* Whether a tensor is missing or has no elements. */
bool norm_has_nothing(const struct l0_list *list, int tensor);

#endif
