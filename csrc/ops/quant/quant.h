/* SPDX-License-Identifier: Apache-2.0 */
/* Quantised numbers: what checks and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_QUANT_H
#define ACLNN_PY_OPS_QUANT_QUANT_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "workspace/l0.h"

/* The int4 in an int32. */
#define QUANT_IN_A_WORD 8

#define QUANT_MOST_LAUNCHED 8
#define QUANT_MOST_INPUTS 12
#define QUANT_MOST_RESULTS 4

/* How a number becomes an integer: to the nearest, of two the even one; down; up; toward zero. */
enum quant_rounding { QUANT_ROUND, QUANT_FLOOR, QUANT_CEIL, QUANT_TRUNC, QUANT_ROUNDINGS };

/* The rounding that a text names, or -1. */
int quant_find_rounding(const char *name);

/* A result of a formula. */
struct quant_result {
    aclDataType type;
    bool is_statistic; /* one number for all elements that are folded */
    bool is_packed;    /* whole numbers as int4, eight in an int32 along the last dimension */
    bool lies_apart;   /* the caller's tensor has gaps, or another sequence */
};

/* One operator, and the formula that does its work. */
struct quant_work {
    const struct l0_row *row;
    const struct l0_row *formula;
    const struct l0_row *held;    /* the formula where the first result is a float; it has one more
                                   * input, the largest number of that type; NULL: there is no such
                                   * result */
    const struct l0_row *on_rows; /* work that does the same on dense rows of the caller's halves;
                                   * NULL: there is none */
    int launched[QUANT_MOST_LAUNCHED]; /* what the operator reads; L0_NONE is passed over */
    int launched_count;
    int inputs[QUANT_MOST_INPUTS]; /* what the formula reads; the first has the elements */
    int input_count;
    struct quant_result results[QUANT_MOST_RESULTS];
    int result_count;
    int written_count; /* the first results, which the formula gives; 0: all */
    uint64_t folded;   /* the dims that the formula folds */
};

/* Appends the work, and gives its results: in the dims of the elements, with 1 for those that are
 * folded in a statistic, with an eighth of the last one where numbers are packed. Does nothing
 * after an error. */
void quant_run(struct l0_list *list, const struct quant_work *work, int *results);

/* The parts of quant_run, for operators whose work is more than one formula. Of the tensors that
 * are launched L0_NONE is passed over. */
void quant_new_results(struct l0_list *list, const struct quant_work *work, int *results);
void quant_launch(struct l0_list *list, const struct l0_row *row, const int *tensors, int count,
                  const int *results, int result_count);
void quant_compute(struct l0_list *list, const struct quant_work *work, const int *results);

/* Whether the work on rows does it with these elements, of halves that lie in order and that no
 * step before makes, in place of the first input. */
bool quant_has_rows(const struct l0_list *list, const struct quant_work *work, int x);

/* Whether quantised numbers are floats, which no formula rounds: they are held in the range of
 * their type, and the conversion rounds. */
bool quant_is_float(aclDataType type);

/* The largest quantised number of a type; int32 has int4. */
double quant_largest(aclDataType type);

/* How the caller's tensor holds quantised numbers: int32 has eight int4. */
struct quant_result quant_result_of(const struct l0_list *list, int y);

/* The numbers of a dense tensor: those of int32, eight each, as int8 in these dims. */
int quant_unpacked(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);

/* How groups of rows are told; NULL is all false. */
struct quant_groups {
    bool are_counts; /* their rows are counted, in place of the row behind the last one */
    bool has_rest;   /* rows behind all groups have a number of their own, not the last group's */
    float rest;
    const int64_t *ends; /* of each group, in place of a tensor of groups; NULL: the tensor says */
};

/* Rows in these dims, each that of its group, of scales with a row for each group; groups: L0_NONE
 * where `how` has their ends. Only float32 have a number for the rest. */
int quant_spread_groups(struct l0_list *list, int scales, int groups,
                        const struct quant_groups *how, const int64_t *dims, int32_t rank);

/* The rows of scales beside those of x, each that of its group, whose ends are given. Scales of one
 * dimension, or without groups, stay as they are. */
int quant_spread_rows(struct l0_list *list, int scales, int groups, const struct l0_tensor *x);

/* A dense tensor of one dimension in the dims of one of `rank`, along a dimension of it. */
int quant_along(struct l0_list *list, int tensor, int32_t rank, int64_t axis);

/* A dense copy of a tensor with its dimensions in another order. */
int quant_transposed(struct l0_list *list, int tensor, const int64_t *order);

/* A tensor, or a number in its place. */
int quant_or_number(struct l0_list *list, int tensor, double number);

/* A tensor; L0_NONE where it has no elements. */
int quant_some(const struct l0_list *list, int tensor);

/* Contiguous; L0_NONE stays. */
int quant_dense(struct l0_list *list, int tensor);

/* Contiguous and Cast; L0_NONE stays. */
int quant_dense_in(struct l0_list *list, int tensor, aclDataType type);

#endif
