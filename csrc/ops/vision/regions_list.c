/* SPDX-License-Identifier: Apache-2.0 */
/* Regions of images, points and deformed attention: lists of L0 operators. The device lays images
 * out in blocks of channels; here operands become dense float64. */
#include "ops/vision/regions.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/copy_layout.h"
#include "declared/vision.h"
#include "ops/common/list.h"

#define MOST 6

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Images in blocks of sixteen channels, and back, for the size alone. */
static int launch_blocks(struct l0_list *list, int image)
{
    const struct l0_tensor x = list->tensors[image];
    const int64_t dims[] = {x.dims[0], (x.dims[1] + 15) / 16, x.dims[2],
                            x.rank == 4 ? x.dims[3] : 1, 16};
    int blocks = image == L0_NONE ? L0_NONE : l0_new_shaped(list, "blocks", x.type, dims, 5);
    if (blocks != L0_NONE)
        l0_launch_row(list, &l0_TransData, &image, 1, 0, &blocks, 1, NULL);
    return blocks;
}

static void launch_from_blocks(struct l0_list *list, const int *inputs, int count,
                               const struct l0_row *row, int out)
{
    const struct l0_tensor x = list->tensors[out];
    const int64_t dims[] = {x.dims[0], (x.dims[1] + 15) / 16, x.dims[2],
                            x.rank == 4 ? x.dims[3] : 1, 16};
    int blocks = l0_new_shaped(list, "blocks", x.type, dims, 5);
    int image = l0_new_shaped(list, "image", x.type, x.dims, x.rank);
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return;
    if (blocks == L0_NONE || image == L0_NONE)
        return;
    l0_launch_row(list, row, inputs, count, 0, &blocks, 1, NULL);
    l0_launch_row(list, &l0_TransData, &blocks, 1, 0, &image, 1, NULL);
    l0_launch_view_copy(list, image, out);
}

static int new_like(struct l0_list *list, int like, aclDataType type)
{
    const struct l0_tensor shape = list->tensors[like];
    return like == L0_NONE ? L0_NONE : l0_new_shaped(list, "made", type, shape.dims, shape.rank);
}

/* The work of a row on dense float64, and on int64 where operands are whole numbers. Its results
 * are rounded to the type of the caller's tensors. */
static void apply(struct l0_list *list, const struct l0_row *row, const int *operands, int count,
                  const int *results, int result_count, const void *attributes)
{
    int inputs[MOST];
    int made[3];
    for (int i = 0; i < count; i++) {
        aclDataType type = operands[i] == L0_NONE ? ACL_FLOAT : list->tensors[operands[i]].type;
        bool is_whole = type == ACL_INT32 || type == ACL_INT64;
        inputs[i] = operands[i] == L0_NONE
                        ? L0_NONE
                        : list_dense_of(list, operands[i], is_whole ? ACL_INT64 : ACL_DOUBLE);
    }
    for (int i = 0; i < result_count; i++) {
        aclDataType type = results[i] == L0_NONE ? ACL_FLOAT : list->tensors[results[i]].type;
        made[i] = new_like(list, results[i], type == ACL_INT32 ? ACL_INT64 : ACL_DOUBLE);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, made, result_count, attributes);
    for (int i = 0; i < result_count; i++)
        list_store_reshaped(list, made[i], results[i]);
}

static bool has_none(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE || list->tensors[tensor].elements == 0;
}

/* ---- Regions --------------------------------------------------------------------------------- */

static struct regions *regions_of(struct l0_list *list, int64_t height, int64_t width, double scale)
{
    struct regions *regions = l0_take(list, sizeof *regions);
    if (regions != NULL)
        *regions = (struct regions){.pooled = {height, width}, .scales = {scale, scale}};
    return regions;
}

void vision_list_roi_align(struct l0_list *list, int self, int rois, int batchIndices,
                           const char *mode, int outputHeight, int outputWidth, int samplingRatio,
                           double spatialScale, int out)
{
    struct regions *regions = regions_of(list, outputHeight, outputWidth, spatialScale);
    if (regions == NULL || has_none(list, self) || has_none(list, rois)) {
        list_write_zeros(list, out);
        return;
    }
    regions->samples = samplingRatio;
    regions->is_largest = strcmp(mode, "max") == 0;
    int image = launch_blocks(list, l0_contiguous(list, self));
    int boxes = l0_contiguous(list, rois);
    int numbers = l0_contiguous(list, batchIndices);
    if (image == L0_NONE || boxes == L0_NONE || numbers == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[boxes];
    const int64_t one[] = {given.dims[0], 1};
    const int64_t five[] = {given.dims[0], 5};
    int column = l0_launch_cast(list, l0_reshape(list, numbers, one, 2), given.type);
    int joined = l0_new_shaped(list, "boxes", given.type, five, 2);
    if (column == L0_NONE || joined == L0_NONE)
        return;
    l0_launch_row(list, &l0_ConcatD, (int[]){column, boxes}, 2, 0, &joined, 1, NULL);
    launch_from_blocks(list, (int[]){image, joined, numbers}, 3, &l0_ROIAlign, out);
    /* The device holds the numbers of images in the type of boxes. */
    const int operands[] = {self, rois, l0_convert(list, batchIndices, list->tensors[self].type)};
    apply(list, &l0_ROIAlign, operands, 3, &out, 1, regions);
}

void vision_list_roi_align_v2(struct l0_list *list, int self, int boxes, int64_t pooledHeight,
                              int64_t pooledWidth, double spatialScale, int64_t samplingRatio,
                              bool aligned, int out)
{
    struct regions *regions = regions_of(list, pooledHeight, pooledWidth, spatialScale);
    if (regions == NULL || has_none(list, self) || has_none(list, boxes)) {
        list_write_zeros(list, out);
        return;
    }
    regions->samples = samplingRatio;
    regions->is_aligned = aligned;
    int image = l0_contiguous(list, self);
    int dense = l0_contiguous(list, boxes);
    const int launched[] = {launch_blocks(list, image), dense};
    launch_from_blocks(list, launched, 2, &l0_ROIAlign, out);
    apply(list, &l0_ROIAlign, (int[]){self, boxes}, 2, &out, 1, regions);
}

void vision_list_roi_align_v2_backward(struct l0_list *list, int gradOutput, int boxes,
                                       int64_t pooledHeight, int64_t pooledWidth,
                                       double spatialScale, int64_t samplingRatio, bool aligned,
                                       int gradInput)
{
    struct regions *regions = regions_of(list, pooledHeight, pooledWidth, spatialScale);
    if (regions == NULL || has_none(list, gradOutput) || has_none(list, boxes)) {
        list_write_zeros(list, gradInput);
        return;
    }
    regions->samples = samplingRatio;
    regions->is_aligned = aligned;
    int grad = l0_contiguous(list, gradOutput);
    int dense = l0_contiguous(list, boxes);
    const int launched[] = {launch_blocks(list, grad), dense};
    launch_from_blocks(list, launched, 2, &l0_RoiAlignGrad, gradInput);
    apply(list, &l0_RoiAlignGrad, (int[]){gradOutput, boxes}, 2, &gradInput, 1, regions);
}

void vision_list_roi_pooling(struct l0_list *list, int x, int rois, int64_t pooled_h,
                             int64_t pooled_w, double spatial_scale_h, double spatial_scale_w,
                             int y, int argmax)
{
    struct regions *regions = regions_of(list, pooled_h, pooled_w, spatial_scale_h);
    if (regions == NULL || x == L0_NONE || y == L0_NONE || argmax == L0_NONE)
        return;
    regions->scales[1] = spatial_scale_w;
    const int launched[] = {l0_contiguous(list, x), l0_contiguous(list, rois),
                            l0_host_tensor(list, "regions", ACL_INT32, 1)};
    const int results[] = {y, argmax};
    int made[] = {new_like(list, y, list->tensors[y].type), new_like(list, argmax, ACL_INT32)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_RoiPoolingWithArgMax, launched, 3, 0, made, 2, NULL);
    for (int i = 0; i < 2; i++)
        l0_launch_view_copy(list, made[i], results[i]);
    apply(list, &l0_RoiPoolingWithArgMax, (int[]){x, rois}, 2, results, 2, regions);
}

void vision_list_roi_pooling_grad(struct l0_list *list, int gradOutput, int gradInputRef, int rois,
                                  int argmax, int64_t pooledH, int64_t pooledW)
{
    struct regions *regions = regions_of(list, pooledH, pooledW, 1);
    if (regions == NULL || gradInputRef == L0_NONE)
        return;
    const struct l0_tensor image = list->tensors[gradInputRef];
    const int launched[] = {l0_contiguous(list, gradOutput), l0_contiguous(list, gradInputRef),
                            l0_contiguous(list, rois),
                            l0_host_tensor(list, "regions", ACL_INT32, 2),
                            l0_contiguous(list, argmax)};
    int made = new_like(list, gradInputRef, image.type);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_RoiPoolingGradWithArgMax, launched, 5, 0, &made, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (uint64_t)image.elements * sizeof(float));
    l0_launch_view_copy(list, made, gradInputRef);
    apply(list, &l0_RoiPoolingGradWithArgMax, (int[]){gradOutput, rois, argmax}, 3, &gradInputRef,
          1, regions);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* A tensor without the 1 at its end. */
static int without_one(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    return given.rank == 4 ? l0_reshape(list, tensor, given.dims, 3) : tensor;
}

void vision_list_three_interpolate_backward(struct l0_list *list, int grad_x, int idx, int weight,
                                            int grad_y)
{
    const struct l0_row *row = &l0_ThreeInterpolateBackward;
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    int grad = l0_contiguous(list, grad_x);
    const int dense[] = {l0_contiguous(list, idx), l0_contiguous(list, weight)};
    if (grad == L0_NONE || grad_y == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[grad_y];
    if (is_3510) {
        int made = new_like(list, grad_y, result.type);
        if (made == L0_NONE)
            return;
        l0_launch_row(list, row, (int[]){grad, dense[0], dense[1]}, 3, 0, &made, 1, NULL);
        l0_launch_view_copy(list, made, grad_y);
    } else {
        launch_from_blocks(list, (int[]){launch_blocks(list, grad), dense[0], dense[1]}, 3, row,
                           grad_y);
    }
    const int operands[] = {list_dense_of(list, without_one(list, grad_x), ACL_DOUBLE),
                            list_dense_of(list, without_one(list, idx), ACL_INT64),
                            list_dense_of(list, without_one(list, weight), ACL_DOUBLE)};
    int sums = l0_new_shaped(list, "sums", ACL_DOUBLE, result.dims, 3);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, operands, 3, &sums, 1, NULL);
    list_store_reshaped(list, sums, grad_y);
}

void vision_list_chamfer_backward(struct l0_list *list, int xyz1, int xyz2, int idx1, int idx2,
                                  int gradDist1, int gradDist2, int gradXyz1, int gradXyz2)
{
    const int operands[] = {xyz1, xyz2, idx1, idx2, gradDist1, gradDist2};
    const int results[] = {gradXyz1, gradXyz2};
    int launched[6];
    int made[2];
    for (int i = 0; i < 6; i++)
        launched[i] = l0_contiguous(list, operands[i]);
    for (int i = 0; i < 6; i++)
        if (i != 2 && i != 3)
            launched[i] = l0_launch_cast(list, launched[i], ACL_FLOAT);
    for (int i = 0; i < 2; i++)
        made[i] = new_like(list, results[i], ACL_FLOAT);
    if (list->status != ACLNN_SUCCESS)
        return;
    uint64_t sums = (uint64_t)(list->tensors[gradXyz1].elements +
                               list->tensors[gradXyz2].elements) *
                    sizeof(float);
    l0_launch_row(list, &l0_ChamferDistanceGrad, launched, 6, 0, made, 2, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (list->architecture == ARCHITECTURE_3510
                                                         ? (sums + 511) / 512 * 512
                                                         : 0));
    for (int i = 0; i < 2; i++)
        l0_launch_view_copy(list, l0_launch_cast(list, made[i], list->tensors[results[i]].type),
                            results[i]);
    apply(list, &l0_ChamferDistanceGrad, operands, 6, results, 2, NULL);
}

/* ---- Deformed attention ---------------------------------------------------------------------- */

static const int64_t order_of_places[] = {0, 2, 3, 4, 5, 1};
static const int64_t order_of_weights[] = {0, 2, 3, 4, 1};

static int turned(struct l0_list *list, int tensor, const int64_t *order)
{
    return tensor == L0_NONE ? L0_NONE : list_launch_transpose(list, tensor, order);
}

static int cast(struct l0_list *list, int tensor, aclDataType type)
{
    return tensor == L0_NONE ? L0_NONE : l0_launch_cast(list, tensor, type);
}

/* Whether the kernel reads queries where they lie. */
static bool keeps_queries(const struct l0_list *list, int value, int location)
{
    const struct l0_tensor values = list->tensors[value];
    const struct l0_tensor places = list->tensors[location];
    int64_t width = values.dims[3];
    bool is_small = places.dims[3] <= 8 && places.dims[2] <= 8 && (width == 16 || width == 32) &&
                    places.dims[4] % 2 == 0;
    return is_small || list->architecture == ARCHITECTURE_1001 ||
           (list->architecture == ARCHITECTURE_3510 && width < 64);
}

void vision_list_deformed_attention(struct l0_list *list, int value, int spatialShape,
                                    int levelStartIndex, int location, int attnWeight, int output)
{
    static const int64_t order_of_values[] = {0, 2, 1, 3};
    const int operands[] = {value, spatialShape, levelStartIndex, location, attnWeight};
    int d[5];
    for (int i = 0; i < 5; i++)
        d[i] = l0_contiguous(list, operands[i]);
    if (list->status != ACLNN_SUCCESS)
        return;
    bool is_wide = list->tensors[value].dims[3] >= 64;
    bool casts = list->architecture != ARCHITECTURE_3510 || is_wide;
    if (!keeps_queries(list, value, location)) {
        d[0] = turned(list, d[0], order_of_values);
        d[3] = turned(list, d[3], order_of_places);
        d[4] = turned(list, d[4], order_of_weights);
    }
    for (int i = 0; i < 5; i++)
        if (i == 1 || i == 2 || casts)
            d[i] = cast(list, d[i], i == 1 || i == 2 ? ACL_INT32 : ACL_FLOAT);
    int made = new_like(list, output, casts ? ACL_FLOAT : list->tensors[output].type);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_MultiScaleDeformableAttnFunction, d, 5, 0, &made, 1, NULL);
    l0_launch_view_copy(list, cast(list, made, list->tensors[output].type), output);
    apply(list, &l0_MultiScaleDeformableAttnFunction, operands, 5, &output, 1, NULL);
}

void vision_list_deformed_attention_grad(struct l0_list *list, int value, int spatialShape,
                                         int levelStartIndex, int location, int attnWeight,
                                         int gradOutput, int gradValue, int gradLocation,
                                         int gradAttnWeight)
{
    static const int64_t order_of_places_back[] = {0, 5, 1, 2, 3, 4};
    static const int64_t order_of_weights_back[] = {0, 4, 1, 2, 3};
    const int operands[] = {value, spatialShape, levelStartIndex, location, attnWeight, gradOutput};
    const int results[] = {gradValue, gradLocation, gradAttnWeight};
    int d[6];
    for (int i = 0; i < 6; i++)
        d[i] = l0_contiguous(list, operands[i]);
    d[3] = turned(list, d[3], order_of_places);
    d[4] = turned(list, d[4], order_of_weights);
    for (int i = 0; i < 6; i++)
        d[i] = cast(list, d[i], i == 1 || i == 2 ? ACL_INT32 : ACL_FLOAT);
    if (list->status != ACLNN_SUCCESS)
        return;
    int made[] = {new_like(list, gradValue, ACL_FLOAT), new_like(list, d[3], ACL_FLOAT),
                  new_like(list, d[4], ACL_FLOAT)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_MultiScaleDeformableAttentionGrad, d, 6, 0, made, 3, NULL);
    made[1] = turned(list, made[1], order_of_places_back);
    made[2] = turned(list, made[2], order_of_weights_back);
    for (int i = 0; i < 3; i++)
        if (made[i] != L0_NONE)
            l0_launch_view_copy(list, cast(list, made[i], list->tensors[results[i]].type),
                                results[i]);
    apply(list, &l0_MultiScaleDeformableAttentionGrad, operands, 6, results, 3, NULL);
}
