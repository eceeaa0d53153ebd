/* SPDX-License-Identifier: Apache-2.0 */
/* Unique and its forms: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_SORT_UNIQUE_H
#define ACLNN_PY_OPS_SORT_UNIQUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

/* The dim of UniqueConsecutive that means all elements. */
#define NO_DIM 1000

struct unique_attributes {
    int32_t dim;      /* -1: all elements, in row-major sequence */
    bool sorts;       /* slices are sorted first; elements arrive sorted */
    bool has_places;  /* input 1 has the indices that the elements had before the sort */
    bool has_counts;  /* counts are output 1 */
    bool has_inverse; /* the inverse is the last output */
};

#endif
