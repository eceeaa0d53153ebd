/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of images as columns: Im2col. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

/* Of height and width, in this order. */
struct windows {
    int64_t kernel[2];
    int64_t dilation[2];
    int64_t padding[2];
    int64_t stride[2];
    int64_t count[2]; /* windows */
};

static const int64_t *integers(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

/* How many windows there are; false when that is none, or beyond 63 bits. */
static bool count_windows(const int64_t *image, const struct array *kernel,
                          const struct array *dilation, const struct array *padding,
                          const struct array *stride, struct windows *w)
{
    for (int i = 0; i < 2; i++) {
        int64_t reach = 0;
        int64_t padded = 0;
        w->kernel[i] = integers(kernel)[i];
        w->dilation[i] = integers(dilation)[i];
        w->padding[i] = integers(padding)[i];
        w->stride[i] = integers(stride)[i];
        if (__builtin_mul_overflow(w->kernel[i] - 1, w->dilation[i], &reach) ||
            __builtin_mul_overflow(w->padding[i], 2, &padded) ||
            __builtin_add_overflow(padded, image[i], &padded) || padded <= reach)
            return false;
        w->count[i] = (padded - reach - 1) / w->stride[i] + 1;
    }
    return true;
}

aclnnStatus check_window_rank(struct call *call, int self)
{
    const struct tensor *tensor = call_tensor(call, self);
    aclnnStatus status = check_rank(call, self, 3, 4);
    for (int32_t i = tensor->rank == 4; status == ACLNN_SUCCESS && i < tensor->rank; i++)
        if (tensor->dims[i] <= 0)
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "dimension %d of self is %" PRId64 "; it must be above 0", i,
                            tensor->dims[i]);
    return status;
}

aclnnStatus check_windows(struct call *call, int self, int kernel, int dilation, int padding,
                          int stride, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const int numbers[] = {kernel, dilation, padding, stride};
    const struct array *arrays[4];
    struct windows w;
    int64_t dims[3];
    for (int i = 0; i < 4; i++) {
        const char *name = call->operator->parameters[numbers[i]].name;
        int64_t least = numbers[i] != padding;
        arrays[i] = call->arguments[numbers[i]].array;
        if (arrays[i]->size != 2)
            return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 2 are required",
                          name, arrays[i]->size);
        for (int j = 0; j < 2; j++)
            if (integers(arrays[i])[j] < least)
                return report(ACLNN_ERR_PARAM_INVALID,
                              "%s[%d] is %" PRId64 "; %" PRId64 " or more is required", name, j,
                              integers(arrays[i])[j], least);
    }
    int32_t first = tensor->rank - 3; /* the channels */
    if (!count_windows(&tensor->dims[first + 1], arrays[0], arrays[1], arrays[2], arrays[3], &w))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "no window of kernelSize [%" PRId64 ", %" PRId64 "] fits into self",
                      w.kernel[0], w.kernel[1]);
    dims[0] = tensor->dims[0];
    if (__builtin_mul_overflow(w.kernel[0], w.kernel[1], &dims[first]) ||
        __builtin_mul_overflow(dims[first], tensor->dims[first], &dims[first]) ||
        __builtin_mul_overflow(w.count[0], w.count[1], &dims[first + 1]))
        return tensor_check_dims(tensor, argument_named("self"));
    return call_shape_is(call, out, dims, first + 2, false, "a column for each window");
}

/* The windows whose element i of the kernel lies in the image: [first, past). */
static void inside(const struct windows *w, int dim, int64_t i, int64_t size, int64_t *first,
                   int64_t *past)
{
    int64_t offset = i * w->dilation[dim] - w->padding[dim]; /* of window 0 */
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

/* One element of the kernel in all windows: what lies in the image is copied, the rest is 0. */
static void add_element(const struct work *work, const struct windows *w, int64_t i, int64_t j,
                        struct copies *copies)
{
    int64_t rows[2];
    int64_t columns[2];
    struct copy_view from = copy_view_of(&work->inputs[0]); /* n, c, h, w */
    struct copy_view to = copy_view_of(&work->outputs[0]);  /* n, (c, i, j), (y, x) */
    inside(w, 0, i, from.dims[2], &rows[0], &rows[1]);
    inside(w, 1, j, from.dims[3], &columns[0], &columns[1]);
    copy_view_split(&to, 2, w->count[1]);
    copy_view_split(&to, 1, w->kernel[0] * w->kernel[1]);
    copy_view_cut(&to, 2, i * w->kernel[1] + j, 1);
    copy_view_drop(&to, 2); /* n, c, y, x */
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

extern const struct l0_copy copy_im2col;
const struct l0_copy copy_im2col = {.add = add_im2col};

void list_im2col(struct l0_list *list, int self, const struct array *kernelSize,
                 const struct array *dilation, const struct array *padding,
                 const struct array *stride, int out)
{
    struct windows *w = arena_take(list->arena, sizeof *w);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || w == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    int32_t first = source.rank - 3;
    const int64_t image[] = {first > 0 ? source.dims[0] : 1, source.dims[first],
                             source.dims[first + 1], source.dims[first + 2]};
    const int64_t columns[] = {image[0], result.dims[first], result.dims[first + 1]};
    count_windows(&image[2], kernelSize, dilation, padding, stride, w);
    if (first == 0)
        dense = l0_reshape(list, dense, image, 4);
    int laid = list_apply_shaped(list, &l0_Im2col, dense, columns, 3, w);
    if (first == 0)
        laid = l0_reshape(list, laid, result.dims, result.rank);
    list_write(list, laid, out);
}
