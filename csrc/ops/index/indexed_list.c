/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers and scatters: lists of L0 operators. */
#include "ops/index/indexed.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/index.h"

static void add_step(struct l0_list *list, const struct l0_row *row, struct indexed *indexed,
                     int self, const int *indices, int count, int source, int out)
{
    int inputs[INDEXED_MAX_INDICES + 2];
    int total = 0;
    if (indexed == NULL || list->status != ACLNN_SUCCESS)
        return;
    inputs[total++] = self;
    for (int i = 0; i < count; i++)
        inputs[total++] = indices[i];
    if (source != L0_NONE)
        inputs[total++] = source;
    l0_step(list, L0_STEP_APPLY, row, inputs, total, &out, 1, indexed);
}

void index_list_gather_step(struct l0_list *list, struct indexed *indexed, int self,
                            const int *indices, int count, int out)
{
    add_step(list, &l0_GatherV2, indexed, self, indices, count, L0_NONE, out);
}

void index_list_scatter_step(struct l0_list *list, struct indexed *indexed, int self,
                             const int *indices, int count, int source, int out)
{
    if (source != L0_NONE)
        add_step(list, &l0_ScatterElements, indexed, self, indices, count, source, out);
}
