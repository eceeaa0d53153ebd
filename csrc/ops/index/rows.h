/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that change rows by index along one dimension: what their checks, lists and kernels
 * share. */
#ifndef ACLNN_PY_OPS_INDEX_ROWS_H
#define ACLNN_PY_OPS_INDEX_ROWS_H

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0_operators.h"

static inline int64_t index_rows_front(int64_t dim, int32_t rank)
{
    return dim < 0 ? dim + (rank > 0 ? rank : 1) : dim;
}

/* Appends the steps alone that add rows of source to those of self that index names, and store the
 * sums. */
void index_list_step_add(struct l0_list *list, int self, int index, int source, int out);

#define FLOATS (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16))

#endif
