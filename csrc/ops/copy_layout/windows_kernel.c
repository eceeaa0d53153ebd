/* SPDX-License-Identifier: Apache-2.0 */
/* Im2col: copies windows of images to columns. */
#include "ops/copy_layout/windows.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "executor/copies.h"

/* The windows [first, past) in which element i of the kernel lies inside the image. */
static void inside(const struct windows *w, int dim, int64_t i, int64_t size, int64_t *first,
                   int64_t *past)
{
    int64_t offset = i * w->dilation[dim] - w->padding[dim]; /* the row or column in window 0 */
    int64_t stride = w->stride[dim];
    *first = offset >= 0 ? 0 : (-offset + stride - 1) / stride;
    *past = offset >= size ? 0 : (size - 1 - offset) / stride + 1;
    if (*past > w->count[dim])
        *past = w->count[dim];
    if (*first > *past)
        *first = *past;
}

static void add_zeros(struct copies *copies, const struct copy_view *whole, int32_t dim,
                      int64_t first, int64_t past)
{
    struct copy_view view = *whole;
    copy_view_cut(&view, dim, first, past - first);
    copies_add(copies, COPY_ZEROS, NULL, 0, &view);
}

/* Writes one element of the kernel in all windows: copied where it lies inside the image, 0
 * elsewhere. */
static void add_element(const struct work *work, const struct windows *w, int64_t i, int64_t j,
                        struct copies *copies)
{
    int64_t rows[2];
    int64_t columns[2];
    struct copy_view from = copy_view_of(&work->inputs[0]); /* dims n, c, h, w */
    struct copy_view to = copy_view_of(&work->outputs[0]);  /* dims n, (c, i, j), (y, x) */
    inside(w, 0, i, from.dims[2], &rows[0], &rows[1]);
    inside(w, 1, j, from.dims[3], &columns[0], &columns[1]);
    copy_view_split(&to, 2, w->count[1]);
    copy_view_split(&to, 1, w->kernel[0] * w->kernel[1]);
    copy_view_cut(&to, 2, i * w->kernel[1] + j, 1);
    copy_view_drop(&to, 2); /* dims n, c, y, x */
    add_zeros(copies, &to, 2, 0, rows[0]);
    add_zeros(copies, &to, 2, rows[1], w->count[0]);
    copy_view_cut(&to, 2, rows[0], rows[1] - rows[0]);
    add_zeros(copies, &to, 3, 0, columns[0]);
    add_zeros(copies, &to, 3, columns[1], w->count[1]);
    copy_view_cut(&to, 3, columns[0], columns[1] - columns[0]);
    copy_view_step(&from, 2, rows[0] * w->stride[0] + i * w->dilation[0] - w->padding[0],
                   to.dims[2], w->stride[0]);
    copy_view_step(&from, 3, columns[0] * w->stride[1] + j * w->dilation[1] - w->padding[1],
                   to.dims[3], w->stride[1]);
    copies_add(copies, 0, &from, 0, &to);
}

static void add_im2col(const struct work *work, struct copies *copies)
{
    const struct windows *w = work->attributes;
    for (int64_t i = 0; i < w->kernel[0]; i++)
        for (int64_t j = 0; j < w->kernel[1]; j++)
            add_element(work, w, i, j, copies);
}
const struct l0_copy copy_layout_kernel_im2col = {.add = add_im2col};
