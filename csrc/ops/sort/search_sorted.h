/* SPDX-License-Identifier: Apache-2.0 */
/* SearchSorted and Bucketize: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_SORT_SEARCH_SORTED_H
#define ACLNN_PY_OPS_SORT_SEARCH_SORTED_H

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"

struct search_attributes {
    bool right;
    bool has_sorter; /* the sorter is input 2 */
};

#endif
