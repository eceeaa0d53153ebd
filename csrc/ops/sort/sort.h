/* SPDX-License-Identifier: Apache-2.0 */
/* Work that sorts the elements along a dimension, or chooses some of them by rank. */
#ifndef ACLNN_PY_OPS_SORT_SORT_H
#define ACLNN_PY_OPS_SORT_SORT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

enum sort_choice {
    SORT_FIRST,      /* the first `count` elements in sorted sequence */
    SORT_ONE,        /* the element at index `count` - 1 */
    SORT_MEDIAN,     /* the lower median, or the first NaN if there is one */
    SORT_NAN_MEDIAN, /* the lower median of all that are not NaN; NaN if there is nothing else */
};

/* Attributes of work that runs "sort". It has one input, and two outputs of its shape except for
 * the size of the dimension: elements, and their indices as int64. Equal elements keep their
 * sequence; NaN is above all numbers, and 0 equals -0. */
struct sort_attributes {
    enum sort_choice choice;
    int32_t dim; /* 0 or more */
    bool descending;
    int64_t count;
};

/* Writes zeros to a result, by ZerosLike of a dense copy of it. */
void sort_list_write_zeros_like(struct l0_list *list, int out);

static inline int32_t sort_wrapped(const struct tensor *self, int64_t dim)
{
    return self->rank == 0 ? 0 : (int32_t)(dim < 0 ? dim + self->rank : dim);
}

/* Sorts a one-dimensional tensor of at least two elements in ascending sequence, stably. Gives the
 * values in its type, and in *positions their indices before the sort, as ACL_INT32. */
int sort_list_indices(struct l0_list *list, int tensor, int *positions);

#endif
