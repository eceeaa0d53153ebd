/* SPDX-License-Identifier: Apache-2.0 */
/* What the lists of this folder share: one operator does the whole call. */
#ifndef ACLNN_PY_OPS_EXT_WORK_LIST_H
#define ACLNN_PY_OPS_EXT_WORK_LIST_H

#include "workspace/l0.h"

/* Zeroed memory for the attributes of a step; NULL after an error. */
void *ext_list_attributes(struct l0_list *list, size_t size);

/* Appends the operator of a row, and its step, unless the division is NULL, which means that there
 * is nothing to do. An input that was left out is L0_NONE. */
void ext_list_work(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   int out, const void *division);

static inline const struct tensor *ext_list_given(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? NULL : list->tensors[tensor].given;
}

#endif
