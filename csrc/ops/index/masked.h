/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose elements a mask chooses: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_INDEX_MASKED_H
#define ACLNN_PY_OPS_INDEX_MASKED_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

/* Appends the step that finds the chosen elements of a mask: their indices as int64, a row for each
 * dimension of the mask, and their number. */
int index_list_mask_places(struct l0_list *list, int mask, int *count);

/* Appends the steps that put values at the elements that a mask over the first dimensions chooses.
 * entry is the mask's index in the call's list. */
void index_list_mask_put(struct l0_list *list, int32_t entry, int self, int mask, int values,
                         int out);

/* Attributes of work that runs "mask_put". */
struct mask_put {
    int32_t entry; /* index in the list of indices, for messages */
};

enum choice { CHOICE_ELEMENTS, CHOICE_ROWS, CHOICE_COLUMNS };

#endif
