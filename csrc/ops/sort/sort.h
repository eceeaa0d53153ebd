/* SPDX-License-Identifier: Apache-2.0 */
/* Work that orders the elements along a dimension. */
#ifndef ACLNN_PY_OPS_SORT_SORT_H
#define ACLNN_PY_OPS_SORT_SORT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

enum sort_choice {
    SORT_FIRST,      /* the first `count` in order */
    SORT_ONE,        /* the one at place `count` - 1 */
    SORT_MEDIAN,     /* the lower median; the first NaN where there is one */
    SORT_NAN_MEDIAN, /* the lower median of what is no NaN; NaN where there is nothing else */
};

/*
 * Attributes of what runs as "sort": one input, and two outputs of its shape but for the size of
 * the dimension: elements, and int64 places. Equal elements stay in the order of their places; NaN
 * is above all numbers, and the zeros are equal.
 */
struct sort_attributes {
    enum sort_choice choice;
    int32_t dim; /* 0 and more */
    bool descending;
    int64_t count;
};

/* The same by ZerosLike of a dense copy of the result. */
void sort_list_write_zeros_like(struct l0_list *list, int out);

static inline int32_t sort_wrapped(const struct tensor *self, int64_t dim)
{
    return self->rank == 0 ? 0 : (int32_t)(dim < 0 ? dim + self->rank : dim);
}

/*
 * Sorts a one-dimensional tensor of at least two elements in ascending order, stably. Gives the
 * values, of its type, and in *positions where they came from, ACL_INT32.
 */
int sort_list_indices(struct l0_list *list, int tensor, int *positions);

#endif
