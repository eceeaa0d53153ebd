/* SPDX-License-Identifier: Apache-2.0 */
/* Images that are blended by masks (BackgroundReplace, BlendImagesCustom, MrgbaCustom), and colours
 * (Rgb2yuv422): lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/vision.h"
#include "ops/common/list.h"

#define MOST_IMAGES 3

/* The device's operator, for the size, and the work of a row in float32, whose results are whole
 * numbers where they are bytes. */
static void blend(struct l0_list *list, const struct l0_row *row, const struct l0_row *work,
                  const int *images, int count, int out)
{
    int inputs[MOST_IMAGES];
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    for (int i = 0; i < count; i++)
        inputs[i] = l0_contiguous(list, images[i]);
    int launched = l0_new_shaped(list, "image", result.type, result.dims, result.rank);
    l0_launch_row(list, row, inputs, count, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, out);
    for (int i = 0; i < count; i++)
        inputs[i] = list_dense_of(list, images[i], ACL_FLOAT);
    int made = l0_new_shaped(list, "image", ACL_FLOAT, result.dims, result.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, work, inputs, count, &made, 1, NULL);
    list_store_reshaped(list, made, out);
}

void vision_list_background_replace(struct l0_list *list, int bkg, int src, int mask, int out)
{
    bool is_bytes = out != L0_NONE && list->tensors[out].type == ACL_UINT8;
    blend(list, &l0_BackgroundReplace,
          is_bytes ? &l0_BackgroundReplaceBytes : &l0_BackgroundReplace, (int[]){bkg, src, mask}, 3,
          out);
}

void vision_list_blend_images(struct l0_list *list, int rgb, int alpha, int frame, int out)
{
    blend(list, &l0_BlendImagesCustom, &l0_BlendImagesCustom, (int[]){rgb, alpha, frame}, 3, out);
}

void vision_list_mrgba(struct l0_list *list, int rgb, int alpha, int out)
{
    blend(list, &l0_MrgbaCustom, &l0_MrgbaCustom, (int[]){rgb, alpha}, 2, out);
}

void vision_list_rgb2yuv422(struct l0_list *list, int x, const char *dataFormat, int out)
{
    bool *flags = l0_take(list, 2 * sizeof *flags);
    int dense = l0_contiguous(list, x);
    if (flags == NULL || dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    flags[0] = dataFormat != NULL && strcmp(dataFormat, "NCHW") == 0;
    flags[1] = result.type == ACL_UINT8;
    int launched = l0_new_shaped(list, "yuv", result.type, result.dims, result.rank);
    l0_launch_row(list, &l0_Rgb2yuv422, &dense, 1, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, out);
    int values = list_dense_of(list, x, ACL_FLOAT);
    int made = l0_new_shaped(list, "yuv", ACL_FLOAT, result.dims, result.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Rgb2yuv422, &values, 1, &made, 1, flags);
    list_store_reshaped(list, made, out);
}
