/* SPDX-License-Identifier: Apache-2.0 */
/* Work that orders the elements along a dimension. */
#ifndef ACLNN_PY_OPS_SORT_H
#define ACLNN_PY_OPS_SORT_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
