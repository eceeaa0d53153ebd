/* SPDX-License-Identifier: Apache-2.0 */
/* Unique and its forms: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_SORT_UNIQUE_H
#define ACLNN_PY_OPS_SORT_UNIQUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

/* dim of UniqueConsecutive where all elements are meant. */
#define NO_DIM 1000

struct unique_attributes {
    int32_t dim;      /* -1: all elements, in their order */
    bool sorts;       /* slices are put in order first; elements come in order */
    bool has_places;  /* input 1: where the elements come from */
    bool has_counts;  /* output 1 */
    bool has_inverse; /* the last output */
};

#endif
