/* SPDX-License-Identifier: Apache-2.0 */
/* GaussianBlur: the list of L0 operators; the work goes along the rows, then along the columns. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/vision.h"
#include "ops/common/doubles.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"
#include "ops/vision/blur.h"

/* The weights that a small kernel has where no standard deviation is given. */
static bool take_small(struct blur *blur)
{
    static const float small[][9] = {
        {1},
        {0.25F, 0.5F, 0.25F},
        {0.0625F, 0.25F, 0.375F, 0.25F, 0.0625F},
        {0.03125F, 0.109375F, 0.21875F, 0.28125F, 0.21875F, 0.109375F, 0.03125F},
        {0.015625F, 0.05078125F, 0.1171875F, 0.19921875F, 0.234375F, 0.19921875F, 0.1171875F,
         0.05078125F, 0.015625F}};
    if (blur->size > 9)
        return false;
    for (int64_t i = 0; i < blur->size; i++)
        blur->weights[i] = small[blur->size / 2][i];
    return true;
}

static void weigh(struct blur *blur, double given)
{
    double sigma = given > 0 ? given : 0.15 * (double)blur->size + 0.35;
    double values[BLUR_MOST];
    double sum = 0;
    if (!(given > 0) && take_small(blur))
        return;
    for (int64_t i = 0; i < blur->size; i++) {
        double distance = (double)(i - blur->size / 2) / sigma;
        values[i] = double_exp(-0.5 * distance * distance);
        sum += values[i];
    }
    for (int64_t i = 0; i < blur->size; i++)
        blur->weights[i] = (float)(values[i] / sum);
}

/* What a step along a dimension is told. The operator's sigmas are float32. */
static struct blur *blur_along(struct l0_list *list, const struct l0_tensor *image, int dimension,
                               const int64_t *sizes, double sigma, int64_t border)
{
    struct blur *blur = l0_take(list, sizeof *blur);
    if (blur == NULL)
        return NULL;
    blur->dimension = dimension;
    blur->border = (enum blur_border)border;
    blur->size = vision_blur_size(sizes[1 - dimension], sigma, image->dims[dimension], border);
    weigh(blur, (double)(float)sigma);
    return blur;
}

void vision_list_gaussian_blur(struct l0_list *list, int src, const struct array *ksize,
                               double sigmaX, double sigmaY, int64_t borderType, int dst)
{
    int from = l0_contiguous(list, src);
    if (from == L0_NONE || dst == L0_NONE)
        return;
    const struct l0_tensor image = list->tensors[dst];
    l0_launch_row(list, &l0_GaussianBlur, &from, 1, 0, &dst, 1, NULL);
    from = list_dense_of(list, src, ACL_FLOAT);
    for (int d = 1; d >= 0; d--) {
        struct blur *blur = blur_along(list, &image, d, shape_numbers_of(ksize).each,
                                       vision_blur_spread(d, sigmaX, sigmaY), borderType);
        int made = l0_new_shaped(list, "blurred", ACL_FLOAT, image.dims, image.rank);
        if (blur == NULL || list->status != ACLNN_SUCCESS)
            return;
        l0_step(list, L0_STEP_APPLY, &l0_GaussianBlur, &from, 1, &made, 1, blur);
        from = made;
    }
    list_store_reshaped(list, from, dst);
}
