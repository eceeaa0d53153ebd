/* SPDX-License-Identifier: Apache-2.0 */
/* Histc and Bincount: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_SORT_HISTOGRAM_H
#define ACLNN_PY_OPS_SORT_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

struct histogram_attributes {
    bool is_found; /* the limits are the smallest and the largest element */
    union {
        int64_t whole;
        float real;
    } low, high;
};

#endif
