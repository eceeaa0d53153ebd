/* SPDX-License-Identifier: Apache-2.0 */
/* How boxes overlap: lists of L0 operators. The device transposes tensors around its kernel; here
 * the numbers of boxes are read where they lie. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/vision.h"
#include "ops/common/list.h"

enum { BOX = 4 };

static bool is_foreground(const char *mode)
{
    return strcmp(mode, "iof") == 0;
}

/* The four numbers of all boxes, which lie along a dimension. */
static bool split(struct l0_list *list, int boxes, int32_t dim, int *parts)
{
    for (int i = 0; i < BOX; i++) {
        parts[i] = boxes == L0_NONE ? L0_NONE : l0_part(list, boxes, dim, i, 1);
        if (parts[i] == L0_NONE)
            return false;
    }
    return true;
}

/* Boxes [n, 4] as [n, 1, 4], or as [1, n, 4]. */
static int spread(struct l0_list *list, int boxes, bool is_second)
{
    int64_t count = list->tensors[boxes].dims[0];
    const int64_t dims[] = {is_second ? 1 : count, is_second ? count : 1, BOX};
    return l0_reshape(list, boxes, dims, 3);
}

/* What the device makes, for the size alone. */
static void launch_iou(struct l0_list *list, int boxes, int others, bool aligned, int overlap)
{
    static const int64_t order[] = {1, 0};
    const struct l0_tensor result = list->tensors[overlap];
    const int64_t dims[] = {result.dims[aligned ? 0 : 1], result.dims[aligned ? 1 : 0]};
    int inputs[] = {boxes, others};
    for (int i = 0; aligned && i < 2; i++)
        inputs[i] = list_launch_transpose(list, inputs[i], order);
    int made = l0_new_shaped(list, "overlap", result.type, dims, 2);
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE || made == L0_NONE)
        return;
    l0_launch_row(list, &l0_IouV2, inputs, 2, 0, &made, 1, NULL);
    if (!aligned)
        made = list_launch_transpose(list, made, order);
    if (made != L0_NONE)
        l0_launch_view_copy(list, made, overlap);
}

void vision_list_iou(struct l0_list *list, int bBoxes, int gtBoxes, const char *mode, double eps,
                     bool aligned, int overlap)
{
    const struct l0_row *row = is_foreground(mode) ? &l0_IouV2Foreground : &l0_IouV2;
    int inputs[2 * BOX + 1];
    int boxes = l0_contiguous(list, bBoxes);
    int others = l0_contiguous(list, gtBoxes);
    if (boxes == L0_NONE || others == L0_NONE || overlap == L0_NONE)
        return;
    launch_iou(list, boxes, others, aligned, overlap);
    const struct l0_tensor result = list->tensors[overlap];
    const int64_t dims[] = {result.dims[0], result.dims[1], 1};
    int work = l0_new_shaped(list, "quotients", result.type, dims, aligned ? 2 : 3);
    inputs[2 * BOX] = list_number_of(list, eps);
    if (!aligned) {
        boxes = spread(list, boxes, false);
        others = spread(list, others, true);
    }
    if (work == L0_NONE || inputs[2 * BOX] == L0_NONE ||
        !split(list, boxes, aligned ? 1 : 2, inputs) ||
        !split(list, others, aligned ? 1 : 2, inputs + BOX))
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, 2 * BOX + 1, &work, 1, NULL);
    int stored = l0_reshape(list, work, dims, 2);
    if (stored != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &stored, 1, &overlap, 1, NULL);
}

void vision_list_c_iou(struct l0_list *list, int bBoxes, int gtBoxes, bool trans, bool isCross,
                       const char *mode, int overlap, int atanSub)
{
    const bool is_of_ground = is_foreground(mode);
    const struct l0_row *rows[2][2] = {{&l0_CIoU, &l0_CIoUForeground},
                                       {&l0_CIoUOfCentres, &l0_CIoUForegroundOfCentres}};
    int inputs[2 * BOX];
    int boxes[] = {l0_contiguous(list, bBoxes), l0_contiguous(list, gtBoxes)};
    (void)isCross;
    if (boxes[0] == L0_NONE || boxes[1] == L0_NONE || overlap == L0_NONE || atanSub == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[overlap];
    int outputs[] = {l0_new_shaped(list, "overlap", result.type, result.dims, 2), L0_NONE};
    if (outputs[0] != L0_NONE)
        outputs[1] = l0_new_shaped(list, "atanSub", result.type, result.dims, 2);
    if (outputs[1] == L0_NONE || !split(list, boxes[0], 0, inputs) ||
        !split(list, boxes[1], 0, inputs + BOX))
        return;
    l0_launch_row(list, &l0_CIoU, boxes, 2, 0, outputs, 2, NULL);
    l0_step(list, L0_STEP_APPLY, rows[trans][is_of_ground], inputs, 2 * BOX, outputs, 2, NULL);
    l0_view_copy(list, outputs[0], overlap);
    l0_view_copy(list, outputs[1], atanSub);
}
