/* SPDX-License-Identifier: Apache-2.0 */
/* How boxes overlap: checks. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/vision.h"
#include "ops/common/check.h"

enum { BOX = 4, COLUMNS = 1024 };

aclnnStatus vision_check_box_mode(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    if (given != NULL && (strcmp(given, "iou") == 0 || strcmp(given, "iof") == 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; iou and iof are supported",
                  call_name(call, mode), given != NULL ? given : "NULL");
}

aclnnStatus vision_check_no_less_than_zero(struct call *call, int number)
{
    double given = call->arguments[number].real;
    if (!(given < 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it may not be negative",
                  call_name(call, number), given);
}

aclnnStatus vision_check_boxes(struct call *call, int bBoxes, int gtBoxes, int overlap, int aligned)
{
    const int tensors[] = {bBoxes, gtBoxes, overlap};
    for (int i = 0; i < 3; i++)
        if (call_tensor(call, tensors[i])->rank != 2)
            return call_refuse_shape(call, tensors[i], "two dimensions are required");
    for (int i = 0; i < 2; i++)
        if (call_tensor(call, tensors[i])->dims[1] != BOX)
            return call_refuse_shape(call, tensors[i], "four numbers a box are required");
    if (call->arguments[aligned].integer == 0)
        return ACLNN_SUCCESS;
    if (call_tensor(call, bBoxes)->dims[0] != call_tensor(call, gtBoxes)->dims[0])
        return call_refuse_shape(call, bBoxes, "as many boxes as the others are required");
    if (call_tensor(call, overlap)->dims[1] != 1)
        return call_refuse_shape(call, overlap, "one column is required");
    return ACLNN_SUCCESS;
}

aclnnStatus vision_check_overlaps(struct call *call, int bBoxes, int gtBoxes, int aligned,
                                  int overlap)
{
    const struct tensor *result = call_tensor(call, overlap);
    int64_t columns = call->arguments[aligned].integer != 0 ? 1
                                                            : call_tensor(call, gtBoxes)->dims[0];
    if (result->dims[0] == call_tensor(call, bBoxes)->dims[0] && result->dims[1] == columns)
        return ACLNN_SUCCESS;
    call_refuse_shape(call, overlap, "a row for each box and a column for each other are required");
    return ACLNN_ERR_INNER_NULLPTR;
}

aclnnStatus vision_check_on_950(struct call *call, int boxes)
{
    (void)boxes;
    if (call_is_on_950(call))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_RUNTIME_ERROR, "%s does not have the operator; Ascend950 has",
                  call->soc->name);
}

aclnnStatus vision_check_not_crossed(struct call *call, int crossed)
{
    if (call->arguments[crossed].integer == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is true; false is supported",
                  call_name(call, crossed));
}

static bool is_rows(const struct tensor *tensor, int64_t rows, int64_t columns)
{
    return tensor->rank == 2 && tensor->dims[0] == rows && tensor->dims[1] == columns;
}

aclnnStatus vision_check_columns_of_boxes(struct call *call, int bBoxes, int gtBoxes, int overlap,
                                          int atanSub)
{
    const struct tensor *boxes = call_tensor(call, bBoxes);
    int64_t count = boxes->rank == 2 ? boxes->dims[1] : 1;
    if (!is_rows(boxes, BOX, count) || count % COLUMNS != 0)
        return call_refuse_shape(call, bBoxes, "[4, n] with n a multiple of 1024 is required");
    if (!is_rows(call_tensor(call, gtBoxes), BOX, count))
        return call_refuse_shape(call, gtBoxes, "the shape of the other boxes is required");
    if (!is_rows(call_tensor(call, overlap), 1, count))
        return call_refuse_shape(call, overlap, "[1, n] is required");
    if (!is_rows(call_tensor(call, atanSub), 1, count))
        return call_refuse_shape(call, atanSub, "[1, n] is required");
    return ACLNN_SUCCESS;
}
