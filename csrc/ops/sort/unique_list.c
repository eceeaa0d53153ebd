/* SPDX-License-Identifier: Apache-2.0 */
/* Unique and its forms: lists of L0 operators. */
#include "ops/sort/unique.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "ops/sort/sort.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static void unique_step(struct l0_list *list, struct unique_attributes from, int elements,
                        int places, int valueOut, int countsOut, int inverseOut)
{
    struct unique_attributes *attributes = l0_take(list, sizeof *attributes);
    int outputs[3] = {valueOut};
    int count = 1;
    if (attributes == NULL)
        return;
    *attributes = from;
    attributes->has_places = places != L0_NONE;
    if (from.has_counts)
        outputs[count++] = countsOut;
    if (from.has_inverse)
        outputs[count++] = inverseOut;
    l0_step(list, L0_STEP_APPLY, &l0_UniqueConsecutive, (int[]){elements, places},
            places != L0_NONE ? 2 : 1, outputs, count, attributes);
}

/* Ascend950 sorts and compares neighbours on its AI cores; other products do it on the device's
 * CPU. */
static void launch_unique(struct l0_list *list, int self, int row, bool returnInverse,
                          bool returnCounts, bool has_counts, int valueOut, int countsOut,
                          int inverseOut)
{
    aclDataType type = list->tensors[self].type;
    bool on_cores = l0_has_type(l0_UniqueConsecutive.ai_core[list->architecture], type);
    if (!on_cores) {
        if (has_counts)
            l0_launch(list, "UniqueWithCountsAndSorting", L0_AI_CPU, (int[]){self, L0_NONE},
                      (int[]){valueOut, inverseOut, countsOut, L0_NONE});
        else
            l0_launch(list, "UniqueWithCountsAndSorting", L0_AI_CPU, (int[]){self, L0_NONE},
                      (int[]){valueOut, inverseOut, L0_NONE});
        l0_assume(list, "aicpu-range");
        return;
    }
    int64_t count = list->tensors[row].elements;
    int sorted = l0_new_tensor(list, "sorted", type, count);
    int places = l0_new_tensor(list, "places", ACL_INT64, count);
    l0_launch_row(list, &l0_Sort, &row, 1, 0, (int[]){sorted, places}, 2, NULL);
    int unused = l0_new_tensor(list, "inverse", ACL_INT64, list->tensors[inverseOut].elements);
    int counts = l0_new_tensor(list, "counts", ACL_INT64,
                               has_counts ? list->tensors[countsOut].elements : count);
    int shapes = l0_new_tensor(list, "shapes", ACL_INT64, 27);
    l0_launch(list, "UniqueConsecutive", L0_AI_CORE, (int[]){sorted, L0_NONE},
              (int[]){valueOut, unused, counts, shapes, L0_NONE});
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    l0_assume(list, "list:Unique");
    if (returnCounts)
        l0_launch_view_copy(list, counts, countsOut);
    if (!returnInverse)
        return;
    int differs = l0_new_tensor(list, "differs", ACL_INT64, count);
    l0_launch(list, "AdjacentDifference", L0_AI_CORE, (int[]){sorted, L0_NONE},
              (int[]){differs, L0_NONE});
    int numbers = l0_new_tensor(list, "numbers", ACL_INT64, count);
    l0_launch(list, "Cumsum", L0_AI_CORE, (int[]){differs, L0_NONE}, (int[]){numbers, L0_NONE});
    int inverse = l0_new_tensor(list, "inverse", ACL_INT64, count);
    l0_launch(list, "ScatterElements", L0_AI_CORE, (int[]){places, numbers, L0_NONE},
              (int[]){inverse, L0_NONE});
}

static void unique(struct l0_list *list, int self, bool returnInverse, bool returnCounts,
                   bool has_counts, int valueOut, int inverseOut, int countsOut)
{
    struct sort_attributes *order = l0_take(list, sizeof *order);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || order == NULL)
        return;
    int64_t count = list->tensors[dense].elements;
    aclDataType type = list->tensors[dense].type;
    int row = list->tensors[dense].rank == 1 ? dense : l0_reshape(list, dense, &count, 1);
    launch_unique(list, dense, row, returnInverse, returnCounts, has_counts, valueOut, countsOut,
                  inverseOut);
    *order = (struct sort_attributes){SORT_FIRST, 0, false, count};
    int sorted = l0_new_shaped(list, "values", type, &count, 1);
    int places = l0_new_shaped(list, "places", ACL_INT64, &count, 1);
    l0_step(list, L0_STEP_APPLY, &l0_Sort, &row, 1, (int[]){sorted, places}, 2, order);
    unique_step(list,
                (struct unique_attributes){
                    .dim = -1, .has_counts = returnCounts, .has_inverse = returnInverse},
                sorted, places, valueOut, countsOut, inverseOut);
}

void sort_list_unique(struct l0_list *list, int self, bool sorted, bool returnInverse, int valueOut,
                      int inverseOut)
{
    (void)sorted;
    unique(list, self, returnInverse, false, false, valueOut, inverseOut, L0_NONE);
}

void sort_list_unique2(struct l0_list *list, int self, bool sorted, bool returnInverse,
                       bool returnCounts, int valueOut, int inverseOut, int countsOut)
{
    (void)sorted;
    unique(list, self, returnInverse, returnCounts, true, valueOut, inverseOut, countsOut);
}

void sort_list_unique_consecutive(struct l0_list *list, int self, bool returnInverse,
                                  bool returnCounts, int64_t dim, int valueOut, int inverseOut,
                                  int countsOut)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[dense];
    bool on_cores = !returnInverse && dim == NO_DIM &&
                    l0_has_type(l0_UniqueConsecutive.ai_core[list->architecture], like.type);
    if (on_cores) {
        int shapes = l0_new_tensor(list, "shapes", ACL_INT64, 27);
        l0_launch(list, "UniqueConsecutive", L0_AI_CORE, (int[]){dense, L0_NONE},
                  (int[]){valueOut, inverseOut, countsOut, shapes, L0_NONE});
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
        l0_assume(list, "list:UniqueConsecutive");
    } else {
        l0_launch(list, "UniqueConsecutive", L0_AI_CPU, (int[]){dense, L0_NONE},
                  (int[]){valueOut, inverseOut, countsOut, L0_NONE});
        l0_assume(list, "aicpu-range");
    }
    bool is_flat = dim == NO_DIM || like.rank == 0;
    unique_step(
        list,
        (struct unique_attributes){.dim = is_flat ? -1 : (int32_t)(dim < 0 ? dim + like.rank : dim),
                                   .has_counts = returnCounts,
                                   .has_inverse = returnInverse},
        dense, L0_NONE, valueOut, countsOut, inverseOut);
}

void sort_list_unique_dim(struct l0_list *list, int self, bool sorted, bool returnInverse,
                          int64_t dim, int valueOut, int inverseOut, int countsOut)
{
    (void)sorted;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[dense];
    if (list->architecture == ARCHITECTURE_3510) {
        int shapes = l0_new_tensor(list, "shapes", ACL_INT64, 27);
        l0_launch(list, "UniqueDim", L0_AI_CORE, (int[]){dense, L0_NONE},
                  (int[]){valueOut, inverseOut, countsOut, shapes, L0_NONE});
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
        l0_assume(list, "list:UniqueDim");
    } else {
        int axis = l0_host_tensor(list, "dim", ACL_INT64, 1);
        int places = l0_new_tensor(list, "places", ACL_INT64, list->tensors[inverseOut].elements);
        l0_launch(list, "UniqueWithCountsExt2", L0_AI_CPU, (int[]){dense, axis, L0_NONE},
                  (int[]){valueOut, places, countsOut, inverseOut, L0_NONE});
        l0_assume(list, "aicpu-range");
    }
    unique_step(list,
                (struct unique_attributes){
                    .dim = like.rank == 0 ? -1 : (int32_t)(dim < 0 ? dim + like.rank : dim),
                    .sorts = like.rank > 0,
                    .has_counts = true,
                    .has_inverse = returnInverse},
                dense, L0_NONE, valueOut, countsOut, inverseOut);
}
