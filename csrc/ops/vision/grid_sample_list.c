/* SPDX-License-Identifier: Apache-2.0 */
/* GridSampler2D and GridSampler3D: lists of L0 operators. */
#include "ops/vision/grid_sample.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/vision.h"
#include "ops/common/list.h"

/* The most channels of images that CANN transposes for its kernels. */
#define WIDEST_TRANSPOSED 2048

/* ---- The list -------------------------------------------------------------------------------- */

void vision_list_grid_sample(struct l0_list *list, const struct l0_row *row, int input, int grid,
                             int64_t interpolation, int64_t padding, bool corners, int out,
                             int spatial)
{
    struct grid_sample *s = l0_take(list, sizeof *s);
    if (s == NULL || input == L0_NONE || grid == L0_NONE || out == L0_NONE)
        return;
    *s = (struct grid_sample){
        .interpolation = (enum interpolation)interpolation,
        .padding = (enum padding)padding,
        .corners = corners,
        .spatial = (int32_t)spatial,
        .channels_last = vision_grid_sample_is_last(list->tensors[input].given)};
    int given[] = {l0_contiguous(list, input), l0_contiguous(list, grid)};
    const struct l0_tensor result = list->tensors[out];
    int sampled = l0_new_shaped(list, "sampled", result.type, result.dims, result.rank);
    if (given[0] == L0_NONE || given[1] == L0_NONE || sampled == L0_NONE)
        return;
    l0_launch_row(list, row, given, 2, 0, &sampled, 1, NULL);
    aclDataType type = result.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int values = type == result.type
                     ? sampled
                     : l0_new_shaped(list, "values", type, result.dims, result.rank);
    const int inputs[] = {l0_convert(list, given[0], type), l0_convert(list, given[1], type)};
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE || values == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, 2, &values, 1, s);
    if (values != sampled)
        l0_step(list, L0_STEP_CAST, NULL, &values, 1, &sampled, 1, NULL);
    l0_view_copy(list, sampled, out);
}

/* Whether CANN transposes images to channels last for its kernels: there are not too many channels,
 * and the sequence of additions may vary. */
static bool is_transposed(const struct l0_list *list, const struct l0_tensor *image,
                          const struct grid_sample *s)
{
    int64_t channels = image->dims[s->channels_last ? image->rank - 1 : 1];
    bool is_single = image->type == ACL_FLOAT;
    if (channels > WIDEST_TRANSPOSED || image->type == ACL_DOUBLE || s->channels_last ||
        list->architecture == ARCHITECTURE_1001)
        return false;
    if (list->architecture == ARCHITECTURE_2201)
        return true;
    if (list->deterministic)
        return false;
    if (s->spatial == 3)
        return channels >= 128;
    return is_single && ((channels >= 32 && s->padding == BORDER) ||
                         (channels >= 128 && s->padding == REFLECTION));
}

void vision_list_grid_sample_gradient(struct l0_list *list, const struct l0_row *row,
                                      int gradOutput, int input, int grid, int64_t interpolation,
                                      int64_t padding, bool corners, const struct array *outputMask,
                                      int inputGrad, int gridGrad, int spatial)
{
    static const int64_t last[][GRID_DIMS + 2] = {{0, 2, 3, 1}, {0, 2, 3, 4, 1}};
    static const int64_t second[][GRID_DIMS + 2] = {{0, 3, 1, 2}, {0, 4, 1, 2, 3}};
    const bool *is_wanted = (const bool *)outputMask->values;
    struct grid_sample *s = l0_take(list, sizeof *s);
    if (s == NULL || gradOutput == L0_NONE || input == L0_NONE || grid == L0_NONE)
        return;
    *s = (struct grid_sample){
        .interpolation = (enum interpolation)interpolation,
        .padding = (enum padding)padding,
        .corners = corners,
        .spatial = (int32_t)spatial,
        .channels_last = vision_grid_sample_is_last(list->tensors[input].given),
        .is_wanted = {is_wanted[0], is_wanted[1]}};
    int given[] = {l0_contiguous(list, gradOutput), l0_contiguous(list, input),
                   l0_contiguous(list, grid)};
    if (given[0] == L0_NONE || given[1] == L0_NONE || given[2] == L0_NONE)
        return;
    const struct l0_tensor image = list->tensors[given[1]];
    const struct l0_tensor places = list->tensors[given[2]];
    bool is_half = image.type == ACL_FLOAT16 || image.type == ACL_BF16;
    bool transposed = is_transposed(list, &image, s);
    bool in_kernel = transposed || spatial == 3 ||
                     (list->architecture == ARCHITECTURE_3510 && image.type != ACL_DOUBLE);
    bool is_cast = is_half &&
                   (spatial == 2 ? !in_kernel
                                 : list->architecture != ARCHITECTURE_3510 || transposed);
    aclDataType type = image.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int operands[3];
    for (int i = 0; i < 3; i++) {
        operands[i] = transposed && i < 2 ? list_launch_transpose(list, given[i], last[spatial - 2])
                                          : given[i];
        if (is_cast && operands[i] != L0_NONE)
            operands[i] = l0_launch_cast(list, operands[i], ACL_FLOAT);
        if (operands[i] == L0_NONE)
            return;
    }
    const struct l0_tensor seen = list->tensors[operands[1]];
    int launched[] = {l0_new_shaped(list, "inputGrad", seen.type, seen.dims, seen.rank),
                      l0_new_shaped(list, "gridGrad", seen.type, places.dims, places.rank)};
    if (launched[0] == L0_NONE || launched[1] == L0_NONE)
        return;
    if (in_kernel)
        l0_launch_row(list, row, operands, 3, 0, launched, 2, NULL);
    else
        l0_launch_many(list, row->name, L0_AI_CPU, operands, 3, launched, 2);
    if (spatial == 2 && is_half && list->architecture == ARCHITECTURE_2201 && in_kernel)
        l0_kernel_workspace(list, (uint64_t)image.elements * sizeof(float));

    const int inputs[] = {l0_convert(list, given[0], type), l0_convert(list, given[1], type),
                          l0_convert(list, given[2], type)};
    int sums[] = {l0_new_shaped(list, "sums", ACL_DOUBLE, image.dims, image.rank),
                  l0_new_shaped(list, "sums", ACL_DOUBLE, places.dims, places.rank)};
    int results[] = {l0_new_shaped(list, "inputGrad", image.type, image.dims, image.rank),
                     l0_new_shaped(list, "gridGrad", places.type, places.dims, places.rank)};
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE || inputs[2] == L0_NONE ||
        sums[0] == L0_NONE || sums[1] == L0_NONE || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, 3, sums, 2, s);
    const int outputs[] = {inputGrad, gridGrad};
    for (int i = 0; i < 2; i++) {
        if (is_cast)
            launched[i] = l0_launch_cast(list, launched[i], image.type);
        if (!is_wanted[i] || launched[i] == L0_NONE)
            continue;
        if (transposed && i == 0)
            list_launch_transpose(list, launched[i], second[spatial - 2]);
        l0_step(list, L0_STEP_CAST, NULL, &sums[i], 1, &results[i], 1, NULL);
        l0_view_copy(list, results[i], outputs[i]);
    }
}
