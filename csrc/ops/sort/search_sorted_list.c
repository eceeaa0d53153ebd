/* SPDX-License-Identifier: Apache-2.0 */
/* SearchSorted and Bucketize: lists of L0 operators. */
#include "ops/sort/search_sorted.h"

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "ops/common/list.h"
#include "ops/sort/sort.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Appends the search for the executor, with operands of one type. Halves are searched as
 * float32. */
static int search(struct l0_list *list, const struct l0_row *row, int sequence, int values,
                  int sorter, bool right, aclDataType type)
{
    struct search_attributes *attributes = l0_take(list, sizeof *attributes);
    int given[3] = {sequence, values, sorter};
    int count = sorter != L0_NONE ? 3 : 2;
    if (attributes == NULL || sequence == L0_NONE || values == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[values];
    int found = l0_new_shaped(list, "places", type, like.dims, like.rank);
    l0_launch_row(list, row, given, count, 0, &found, 1, NULL);
    *attributes = (struct search_attributes){right, sorter != L0_NONE};
    if (type_is_half(like.type)) {
        given[0] = l0_convert(list, sequence, ACL_FLOAT);
        given[1] = l0_convert(list, values, ACL_FLOAT);
    }
    l0_step(list, L0_STEP_APPLY, row, given, count, &found, 1, attributes);
    return found;
}

void sort_list_search_sorted(struct l0_list *list, int sortedSequence, int self, bool right,
                             int sorter, int out, aclDataType promoted)
{
    if (list->tensors[sortedSequence].elements == 0 || list->tensors[self].elements == 0) {
        sort_list_write_zeros_like(list, out);
        return;
    }
    int sequence = l0_cast(list, l0_contiguous(list, sortedSequence), promoted);
    int values = l0_cast(list, l0_contiguous(list, self), promoted);
    int order = sorter != L0_NONE ? l0_contiguous(list, sorter) : L0_NONE;
    int found = search(list, &l0_SearchSorted, sequence, values, order, right,
                       list->tensors[out].type);
    l0_view_copy(list, found, out);
}

void sort_list_search_sorted_number(struct l0_list *list, int sortedSequence,
                                    const struct scalar *self, bool right, int sorter, int out)
{
    if (list->tensors[sortedSequence].elements == 0) {
        sort_list_write_zeros_like(list, out);
        return;
    }
    int sequence = l0_contiguous(list, sortedSequence);
    int order = sorter != L0_NONE ? l0_contiguous(list, sorter) : L0_NONE;
    if (sequence == L0_NONE)
        return;
    int value = l0_constant(list, "self", self, list->tensors[sequence].type);
    int found = search(list, &l0_SearchSorted, sequence, value, order, right,
                       list->tensors[out].type);
    const struct l0_tensor result = list->tensors[out];
    if (found != L0_NONE && result.rank != 0)
        found = l0_reshape(list, found, result.dims, result.rank);
    l0_view_copy(list, found, out);
}

void sort_list_bucketize(struct l0_list *list, int self, int boundaries, bool right, int out,
                         aclDataType promoted)
{
    if (list->tensors[boundaries].elements == 0) {
        const struct l0_tensor result = list->tensors[out];
        l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
        return;
    }
    int values = l0_contiguous(list, self);
    int sequence = l0_contiguous(list, boundaries);
    values = l0_cast(list, values, promoted);
    sequence = l0_cast(list, sequence, promoted);
    int found = search(list, &l0_BucketizeV2, sequence, values, L0_NONE, right,
                       list->tensors[out].type);
    l0_view_copy(list, found, out);
}
