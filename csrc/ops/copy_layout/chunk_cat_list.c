/* SPDX-License-Identifier: Apache-2.0 */
/* ChunkCat cuts tensors into chunks and joins them chunk by chunk. */
#include "ops/copy_layout/chunk_cat.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

/* The most tensors that one kernel joins. */
#define CHUNKED_AT_ONCE 512

/* Appends one kernel for some tensors, which are [rows, width]. */
static int launch(struct l0_list *list, const int *tensors, int count, int64_t chunks,
                  aclDataType type)
{
    int64_t dims[] = {chunks, 0};
    for (int i = 0; i < count; i++) {
        int64_t elements = 0;
        copy_layout_chunk_cat_chunk_elements(list->tensors[tensors[i]].dims, 2, chunks, &elements);
        dims[1] += elements;
    }
    int out = l0_new_shaped(list, "ChunkCat", type, dims, 2);
    l0_launch_row(list, &l0_ChunkCat, tensors, count, 0, &out, 1, NULL);
    return out;
}

/* Joins as many tensors as one kernel takes at a time, and then the results, until one is left. */
static int launch_rounds(struct l0_list *list, int *tensors, int count, int64_t chunks,
                         aclDataType type)
{
    do {
        int results = 0;
        for (int i = 0; i < count; i += CHUNKED_AT_ONCE) {
            int some = count - i < CHUNKED_AT_ONCE ? count - i : CHUNKED_AT_ONCE;
            tensors[results] = launch(list, &tensors[i], some, chunks, type);
            if (tensors[results++] == L0_NONE)
                return L0_NONE;
        }
        count = results;
    } while (count > 1);
    return tensors[0];
}

void copy_layout_list_chunk_cat(struct l0_list *list, const struct tensor_array *tensors,
                                int64_t numChunks, int out)
{
    int *all = l0_take(list, (size_t)tensors->count * sizeof *all);
    int *rounds = l0_take(list, (size_t)tensors->count * sizeof *rounds);
    int count = 0;
    if (out == L0_NONE || all == NULL || rounds == NULL)
        return;
    aclDataType type = list->tensors[out].type;
    for (uint64_t i = 0; i < tensors->count; i++) {
        if (tensor_is_empty(tensors->members[i]))
            continue;
        int dense = l0_contiguous(list, l0_user_tensor(list, "tensors", tensors->members[i]));
        if (dense == L0_NONE)
            return;
        int64_t rows = list->tensors[dense].dims[0];
        const int64_t dims[] = {rows, list->tensors[dense].elements / rows};
        rounds[count] = l0_reshape(list, dense, dims, 2);
        all[count] = l0_convert(list, rounds[count], type);
        if (all[count++] == L0_NONE)
            return;
    }
    int result = launch_rounds(list, rounds, count, numChunks, type);
    l0_step(list, L0_STEP_APPLY, &l0_ChunkCat, all, count, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
