/* SPDX-License-Identifier: Apache-2.0 */
/* The mixture of experts: the pieces that lists are made of. Each gives the position of a tensor,
 * or L0_NONE after an error. */
#ifndef ACLNN_PY_OPS_MOE_LISTS_H
#define ACLNN_PY_OPS_MOE_LISTS_H

#include <stdint.h>

#include "ops/moe/moe.h"
#include "workspace/l0.h"

/* Contiguous; L0_NONE stays. */
int moe_dense(struct l0_list *list, int tensor);

/* A new tensor like the caller's. */
int moe_like(struct l0_list *list, const char *name, int out);

/* A new tensor for the rows of the caller's, whose experts and places are one dimension. */
int moe_rows_like(struct l0_list *list, const char *name, int out);

/* Appends the operator of the row, for the size alone. L0_NONE among what it reads is passed over.
 */
void moe_launch(struct l0_list *list, const struct l0_row *row, const int *read, int count,
                const int *written, int written_count);

/* The same elements as so many rows. */
int moe_as_rows(struct l0_list *list, int tensor);

/* The rows at places, as [tokens, chosen, columns]. */
int moe_take_rows(struct l0_list *list, int rows, int places, int64_t tokens,
                  struct moe_taking taking);

/* The elements of a tensor that have these numbers, as [numbers, 1]. */
int moe_take_elements(struct l0_list *list, int tensor, int numbers);

/* The same elements, one a row. */
int moe_each_as_row(struct l0_list *list, int tensor);

/* Writes rows to places; the first dimension of `written` counts them. */
void moe_put_rows(struct l0_list *list, int rows, int places, int64_t repeated, int written);
void moe_put_rows_within(struct l0_list *list, int rows, int places, struct moe_putting putting,
                         int written);

/* The elements of a tensor as those of these numbers of a new one, as [count, 1]. */
int moe_put_elements(struct l0_list *list, int tensor, int numbers, int64_t count);

/* Writes the place of each row, or how many rows experts have. */
void moe_find_places(struct l0_list *list, int experts, struct moe_placing placing, int places);
void moe_count_rows(struct l0_list *list, int experts, struct moe_counting counting, int counts);

/* For each of so many places the row of its expert, `first` being the expert of the first row; of
 * one row that, where there is no row zeros; 1 without rows. */
int moe_rows_of_experts(struct l0_list *list, int rows, int64_t first, int experts, int places,
                        int64_t count);

/* All of MoeTokenPermute on Ascend950 where its kernel is that of MoeInitRoutingV3: by quantMode,
 * and the caller's rows, places and, where rows are quantised, scales. */
void moe_list_permute_by_routing(struct l0_list *list, int tokens, int indices, int64_t mode,
                                 const int *outs);

/* Numbers in float16, times a scale and with an offset added, each rounded to float16, as int8.
 * Both are of float16 and one element. */
int moe_quantised(struct l0_list *list, int tensor, int scale, int offset);

/* Stores rows times numbers beside them as int8, each quantised by a scale of its own, and the
 * scales. */
void moe_quantise_rows(struct l0_list *list, int rows, int smooth, int out, int scales);

/* Numbers and scales of dense tokens quantised in groups of columns, by a mode of MoeInitRoutingV3
 * that has these. */
void moe_list_groups(struct l0_list *list, int tokens, int64_t mode, int *results);

/* Stores what moe_put_rows has written in the caller's tensor. Of one shape, the rows go there at
 * once: their kernel takes any strides. */
void moe_store_rows(struct l0_list *list, int rows, int out);

/* Computes a formula that folds one dimension of its first input, whose size is 1 in the result. */
int moe_fold(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
             int32_t dim, aclDataType type);

/* For the size alone: what an operator has made becomes the caller's tensor. */
void moe_return(struct l0_list *list, int made, int out);

/* The work alone: writes one number to all elements of the caller's tensor. */
void moe_store_number(struct l0_list *list, double number, int out);

#endif
