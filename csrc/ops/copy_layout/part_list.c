/* SPDX-License-Identifier: Apache-2.0 */
/* DiagPart, DataFormatDimMap, StridedSliceAssignV2, CastV3: lists of L0 operators. */
#include "ops/copy_layout/part.h"

#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/copy_layout/slice.h"

void copy_layout_list_diag_part(struct l0_list *list, int x, int y)
{
    if (x == L0_NONE || y == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[y];
    const int64_t matrix[] = {result.elements, result.elements};
    int dense = l0_reshape(list, l0_contiguous(list, x), matrix, 2);
    int diagonal = list_apply_shaped(list, &l0_DiagPart, dense, matrix, 1, NULL);
    l0_view_copy(list, l0_reshape(list, diagonal, result.dims, result.rank), y);
}

void copy_layout_list_dim_map(struct l0_list *list, int x, const char *srcFormat,
                              const char *dstFormat, int y)
{
    struct format_places *map = l0_take(list, sizeof *map);
    int dense = l0_contiguous(list, x);
    if (map == NULL || dense == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[dense];
    memset(map, 0, sizeof *map);
    for (; srcFormat[map->count] != '\0' && map->count < MOST_LETTERS; map->count++)
        map->places[map->count] = strchr(dstFormat, srcFormat[map->count]) - dstFormat;
    l0_view_copy(
        list, list_apply_shaped(list, &l0_DataFormatDimMap, dense, given.dims, given.rank, map), y);
}

void copy_layout_list_strided_slice_assign(struct l0_list *list, int varRef, int inputValue,
                                           const struct array *begin, const struct array *end,
                                           const struct array *strides,
                                           const struct array *axesOptional)
{
    struct parts *parts = l0_take(list, sizeof *parts);
    if (parts == NULL || varRef == L0_NONE || inputValue == L0_NONE)
        return;
    int written = l0_contiguous(list, varRef);
    int value = l0_contiguous(list, inputValue);
    const struct l0_tensor whole = list->tensors[varRef];
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_StridedSliceAssignV2, (int[]){written, value}, 2, 0, &written, 1, NULL);
    l0_launch_view_copy(list, written, varRef);
    copy_layout_slice_cut_named(parts, whole.dims, whole.rank, begin, end, strides, axesOptional);
    l0_step(list, L0_STEP_APPLY, &l0_StridedSliceAssignV2, &inputValue, 1, &varRef, 1, parts);
}

void copy_layout_list_cast_v3(struct l0_list *list, int x, int y)
{
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE || y == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[dense];
    aclDataType type = list->tensors[y].type;
    int launched = l0_new_shaped(list, "cast", type, given.dims, given.rank);
    l0_launch_row(list, &l0_CastV3, &dense, 1, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, y);
    list_store_reshaped(list, dense, y);
}
