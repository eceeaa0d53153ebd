/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/copies.h"

struct copy_view copy_view_of(const struct work_view *operand)
{
    struct copy_view view = {.rank = operand->rank};
    for (int32_t i = 0; i < operand->rank; i++) {
        view.dims[i] = operand->dims[i];
        view.strides[i] = operand->strides[i];
    }
    return view;
}

void copy_view_cut(struct copy_view *view, int32_t dim, int64_t first, int64_t count)
{
    copy_view_step(view, dim, first, count, 1);
}

void copy_view_step(struct copy_view *view, int32_t dim, int64_t first, int64_t count, int64_t step)
{
    view->offset += first * view->strides[dim];
    view->dims[dim] = count;
    if (count > 1) /* a dimension of one element makes no step, so its stride may be anything */
        view->strides[dim] *= step;
}

void copy_view_insert(struct copy_view *view, int32_t dim, int64_t count, int64_t stride)
{
    for (int32_t i = view->rank; i > dim; i--) {
        view->dims[i] = view->dims[i - 1];
        view->strides[i] = view->strides[i - 1];
    }
    view->dims[dim] = count;
    view->strides[dim] = stride;
    view->rank++;
}

void copy_view_drop(struct copy_view *view, int32_t dim)
{
    view->rank--;
    for (int32_t i = dim; i < view->rank; i++) {
        view->dims[i] = view->dims[i + 1];
        view->strides[i] = view->strides[i + 1];
    }
}

void copy_view_split(struct copy_view *view, int32_t dim, int64_t inner)
{
    int64_t outer = inner > 0 ? view->dims[dim] / inner : 0;
    view->dims[dim] = inner;
    copy_view_insert(view, dim, outer, view->strides[dim] * inner);
}

void copy_view_permute(struct copy_view *view, const int64_t *order)
{
    struct copy_view from = *view;
    for (int32_t i = 0; i < view->rank; i++) {
        view->dims[i] = from.dims[order[i]];
        view->strides[i] = from.strides[order[i]];
    }
}
