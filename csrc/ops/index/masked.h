/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose elements a mask chooses: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_INDEX_MASKED_H
#define ACLNN_PY_OPS_INDEX_MASKED_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

/* The places of a mask as int64, a row for each of its dimensions, and how many there are. */
int index_list_mask_places(struct l0_list *list, int mask, int *count);

/* The steps that put values at the places of a mask over the first dimensions, entry of a list. */
void index_list_mask_put(struct l0_list *list, int32_t entry, int self, int mask, int values,
                         int out);

/* Attributes of what runs as "mask_put". */
struct mask_put {
    int32_t entry; /* of the list of indices, for messages */
};

enum choice { CHOICE_ELEMENTS, CHOICE_ROWS, CHOICE_COLUMNS };

#endif
