/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the expressions in operators.toml. */
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/number.h"
#include "base/report.h"
#include "declared/copy_layout.h"
#include "declared/pad.h"
#include "single/plans.h"
#include "tensor/layout.h"

#define LENGTH_LIMIT 65536

int64_t single_rank(struct single *s, const struct single_view *view)
{
    (void)s;
    return view == NULL ? 0 : view->rank;
}

int64_t single_type(struct single *s, const struct single_view *view)
{
    (void)s;
    return view == NULL ? ACL_DT_UNDEFINED : view->type;
}

int64_t single_format(struct single *s, const struct single_view *view)
{
    (void)s;
    return view == NULL ? ACL_FORMAT_UNDEFINED : view->format;
}

int64_t single_count(struct single *s, struct single_ints list)
{
    (void)s;
    return list.count;
}

bool single_is_text(struct single *s, const char *text, const char *other)
{
    (void)s;
    return strcmp(text, other) == 0;
}

struct single_ints single_dims(struct single *s, const struct single_view *view)
{
    (void)s;
    return view == NULL ? (struct single_ints){0, NULL}
                        : (struct single_ints){view->rank, view->dims};
}

struct single_ints single_tail(struct single *s, const struct single_view *view, int64_t axis)
{
    axis = single_axis(s, view, axis);
    return view == NULL || view->rank == 0
               ? (struct single_ints){0, NULL}
               : (struct single_ints){view->rank - axis, view->dims + axis};
}

/* Numbers of the plan's own; none, with the failure said, without host memory. */
static int64_t *take_numbers(struct single *s, int64_t count)
{
    int64_t *numbers = arena_take(&s->arena, (size_t)count * sizeof *numbers + 1);
    if (numbers == NULL)
        single_fail(s, ACL_ERROR_BAD_ALLOC, "no host memory for %s", s->row->name);
    return numbers;
}

struct single_ints single_axes_from(struct single *s, const struct single_view *view, int64_t axis)
{
    int64_t first = single_axis(s, view, axis);
    int64_t count = view == NULL ? 0 : view->rank - first;
    int64_t *axes = count > 0 ? take_numbers(s, count) : NULL;
    for (int64_t i = 0; axes != NULL && i < count; i++)
        axes[i] = first + i;
    return (struct single_ints){axes == NULL ? 0 : count, axes};
}

struct single_ints single_axes_but(struct single *s, const struct single_view *view, int64_t axis)
{
    int64_t left_out = single_axis(s, view, axis);
    int64_t count = view == NULL ? 0 : view->rank - 1;
    int64_t *axes = count > 0 ? take_numbers(s, count) : NULL;
    for (int64_t i = 0; axes != NULL && i < count; i++)
        axes[i] = i < left_out ? i : i + 1;
    return (struct single_ints){axes == NULL ? 0 : count, axes};
}

const struct single_view *single_widened(struct single *s, const struct single_view *view,
                                         int64_t axis)
{
    int64_t rank = view == NULL ? 0 : (int64_t)view->rank + 1;
    if (view == NULL || axis < -rank || axis >= rank) {
        single_fail(s, ACL_ERROR_OP_ATTR_NOT_MATCH,
                    "an axis of %s is %" PRId64 "; its result has %" PRId64 " dimension(s)",
                    s->row->name, axis, rank);
        return view;
    }
    int64_t *dims = take_numbers(s, rank);
    if (dims == NULL)
        return view;
    int64_t place = axis < 0 ? axis + rank : axis;
    for (int64_t i = 0; i < rank; i++)
        dims[i] = i == place ? 1 : view->dims[i < place ? i : i - 1];
    return single_shaped(s, view, (struct single_ints){rank, dims});
}

const struct single_view *single_reduced(struct single *s, const struct single_view *view,
                                         struct single_ints axes)
{
    int64_t *dims = view == NULL ? NULL : take_numbers(s, view->rank);
    if (dims == NULL)
        return NULL;
    memcpy(dims, view->dims, (size_t)view->rank * sizeof *dims);
    for (int64_t i = 0; i < axes.count && view->rank > 0; i++)
        dims[single_axis(s, view, axes.values[i])] = 1;
    return single_temporary(s, view->type, view->rank, dims);
}

/* Sums and products of these numbers and the sizes of memory do not overflow. */
static bool are_short(struct single_ints list)
{
    bool is_short = true;
    for (int64_t i = 0; i < list.count; i++)
        is_short &= list.values[i] < LENGTH_LIMIT;
    return is_short;
}

/* The places that windows want along an axis of images beyond its own. */
static int64_t missing(struct single *s, const struct single_view *images,
                       const struct single_view *out, int64_t axis, int64_t window, int64_t step)
{
    int64_t has = single_dim(s, images, axis);
    int64_t windows = single_dim(s, out, axis);
    return window > 0 && step > 0 ? most((windows - 1) * step + window - has, 0) : 0;
}

struct single_ints single_around(struct single *s, const struct single_view *images,
                                 const struct single_view *out, struct single_ints ksize,
                                 struct single_ints strides, int64_t first, const char *padding)
{
    int64_t *sides = take_numbers(s, 4);
    if (!are_short(ksize) || !are_short(strides))
        single_refuse(s, "ksize and strides are below 65536");
    if (sides == NULL || s->status != ACL_SUCCESS)
        return (struct single_ints){0, NULL};
    for (int64_t i = 0; i < 2; i++) {
        int64_t places = missing(s, images, out, 2 + i, single_item(s, ksize, first + i),
                                 single_item(s, strides, first + i));
        places = strcmp(padding, "SAME") == 0 ? places : 0;
        sides[2 - 2 * i] = places / 2;
        sides[3 - 2 * i] = places - places / 2;
    }
    return (struct single_ints){4, sides};
}

const struct single_view *single_wider(struct single *s, const struct single_view *images,
                                       struct single_ints sides)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (images == NULL || images->rank != 4)
        return NULL;
    memcpy(dims, images->dims, sizeof dims);
    dims[2] += single_item(s, sides, 2) + single_item(s, sides, 3);
    dims[3] += single_item(s, sides, 0) + single_item(s, sides, 1);
    return single_temporary(s, images->type, images->rank, dims);
}

const struct single_view *single_padded(struct single *s, const struct single_view *images,
                                        struct single_ints pads)
{
    const int64_t sides[] = {single_item(s, pads, 2), single_item(s, pads, 3),
                             single_item(s, pads, 0), single_item(s, pads, 1)};
    struct single_ints around = {4, sides};
    if (sides[0] == sides[1] && sides[2] == sides[3])
        return images;
    if (!are_short(pads))
        single_refuse(s, "pads are below 65536");
    if (images == NULL || images->rank != 4)
        single_refuse(s, "images have 4 dimensions");
    const struct single_view *padded = single_wider(s, images, around);
    single_call(s, &operator_aclnnConstantPadNd,
                (const union given[]){{.handle = single_tensor(s, single_image(s, images))},
                                      {.handle = single_int_array(s, around)},
                                      {.handle = single_scalar_integer(s, 0)},
                                      {.handle = single_tensor(s, single_image(s, padded))}});
    return padded;
}

struct single_ints single_pads(struct single *s, struct single_ints widths, bool contiguous)
{
    int64_t half = widths.count / 2;
    int64_t *pads = take_numbers(s, widths.count);
    for (int64_t i = 0; pads != NULL && i < half; i++) {
        int64_t dim = half - 1 - i;
        pads[2 * i] = widths.values[contiguous ? 2 * dim : dim];
        pads[2 * i + 1] = widths.values[contiguous ? 2 * dim + 1 : half + dim];
    }
    return (struct single_ints){pads == NULL ? 0 : 2 * half, pads};
}

int64_t single_reduction(struct single *s, const char *reduction)
{
    static const char *const names[] = {"none", "mean", "sum"};
    for (int64_t i = 0; i < 3; i++)
        if (strcmp(reduction, names[i]) == 0)
            return i;
    single_fail(s, ACL_ERROR_OP_ATTR_NOT_MATCH,
                "the attribute reduction of %s is \"%s\"; \"none\", \"mean\" and \"sum\" are "
                "possible",
                s->row->name, reduction);
    return 0;
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* As format ND: the call wants the same on both sides. */
static const void *plain(struct single *s, const struct single_view *view)
{
    struct single_view copy;
    if (view == NULL)
        return NULL;
    copy = *view;
    copy.format = ACL_FORMAT_ND;
    return single_tensor(s, &copy);
}

void single_copy(struct single *s, const struct single_view *to, const struct single_view *from)
{
    single_call(s, &operator_aclnnInplaceCopy,
                (const union given[]){{.handle = plain(s, to)}, {.handle = plain(s, from)}});
}

const struct single_view *single_cast(struct single *s, const struct single_view *view,
                                      int64_t type)
{
    if (view == NULL || view->type == (aclDataType)type)
        return view;
    const struct single_view *cast = single_like_of(s, view, type);
    single_copy(s, cast, view);
    return cast;
}

const struct single_view *single_into(struct single *s, const struct single_view *target,
                                      const struct single_view *source)
{
    if (target != NULL && source != NULL && target->data != source->data)
        single_copy(s, target, source);
    return target;
}

const struct single_view *single_box(struct single *s, const struct single_view *view,
                                     struct single_ints from, struct single_ints sizes)
{
    if (view == NULL || from.count != view->rank || sizes.count != view->rank) {
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "%s is given %" PRId64 " places and %" PRId64 " sizes; one of each for %" PRId64
                    " dimension(s) is required",
                    s->row->name, from.count, sizes.count, single_rank(s, view));
        return view;
    }
    for (int64_t i = 0; i < from.count; i++)
        view = single_part(s, view, i, from.values[i], sizes.values[i]);
    return view;
}

const struct single_view *single_image(struct single *s, const struct single_view *view)
{
    static const aclFormat formats[] = {
        [3] = ACL_FORMAT_NCL, [4] = ACL_FORMAT_NCHW, [5] = ACL_FORMAT_NCDHW};
    struct single_view *copy = view == NULL || s->status != ACL_SUCCESS
                                   ? NULL
                                   : arena_take(&s->arena, sizeof *copy);
    if (copy == NULL)
        return view;
    *copy = *view;
    copy->format = view->rank >= 3 && view->rank <= 5 ? formats[view->rank] : ACL_FORMAT_ND;
    return copy;
}

/* One dim of single_stepped; returns whether the elements are there. */
static bool step_dim(struct single_view *view, int64_t from, int64_t step, bool is_whole,
                     int64_t size)
{
    int64_t all = view->dims[0];
    if (from < 0)
        from += all;
    if (is_whole || from >= all || from < 0)
        from = step > 0 ? (is_whole || from < 0 ? 0 : all) : all - 1;
    int64_t last = from + (size - 1) * step;
    view->dims[0] = size;
    view->offset += from * view->strides[0];
    view->strides[0] *= step;
    return step != 0 && (size == 0 || (from < all && last >= 0 && last < all));
}

const struct single_view *single_stepped(struct single *s, const struct single_view *view,
                                         struct single_ints from, struct single_ints steps,
                                         int64_t whole, struct single_ints sizes, int64_t dropped)
{
    struct single_view *copy = s->status == ACL_SUCCESS && view != NULL
                                   ? arena_take(&s->arena, sizeof *copy)
                                   : NULL;
    if (copy == NULL)
        return view;
    *copy = *view;
    copy->rank = 0;
    bool fits = from.count == steps.count && from.count <= view->rank && view->host == NULL;
    for (int32_t i = 0; fits && i < view->rank; i++) {
        bool is_given = i < from.count;
        bool is_dropped = is_given && (dropped >> i & 1) != 0;
        int64_t size = is_dropped ? 1 : copy->rank < sizes.count ? sizes.values[copy->rank] : -1;
        struct single_view dim = {.dims = {view->dims[i]}, .strides = {view->strides[i]}};
        fits = size >= 0 &&
               step_dim(&dim, is_given ? from.values[i] : 0, is_given ? steps.values[i] : 1,
                        !is_given || (!is_dropped && (whole >> i & 1) != 0), size);
        copy->offset += dim.offset;
        copy->dims[copy->rank] = dim.dims[0];
        copy->strides[copy->rank] = dim.strides[0];
        copy->rank += !is_dropped;
    }
    if (!fits || copy->rank != sizes.count)
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "places and steps of %s do not give as many elements as its output has",
                    s->row->name);
    return copy;
}

/* Elements from the first that the view reaches to the last one. */
static bool reaches_beyond(const struct single_view *view, int64_t elements)
{
    int64_t last = view->offset;
    for (int32_t i = 0; i < view->rank; i++) {
        int64_t step = 0;
        if (view->dims[i] == 0)
            return false;
        if (view->strides[i] < 0 ||
            __builtin_mul_overflow(view->dims[i] - 1, view->strides[i], &step) ||
            __builtin_add_overflow(last, step, &last))
            return true;
    }
    return view->offset < 0 || last >= elements;
}

const struct single_view *single_strided(struct single *s, const struct single_view *view,
                                         struct single_ints sizes, struct single_ints strides,
                                         int64_t offset)
{
    int64_t elements = 1;
    struct single_view *copy = s->status == ACL_SUCCESS && view != NULL
                                   ? arena_take(&s->arena, sizeof *copy)
                                   : NULL;
    if (copy == NULL)
        return view;
    *copy = *view;
    for (int32_t i = 0; i < view->rank; i++)
        elements *= view->dims[i];
    if (sizes.count != strides.count || sizes.count > TENSOR_MAX_DIMS || view->host != NULL) {
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "%s is given %" PRId64 " sizes and %" PRId64 " strides; as many are required",
                    s->row->name, sizes.count, strides.count);
        return view;
    }
    copy->rank = (int32_t)sizes.count;
    memcpy(copy->dims, sizes.values, (size_t)sizes.count * sizeof *copy->dims);
    memcpy(copy->strides, strides.values, (size_t)sizes.count * sizeof *copy->strides);
    copy->offset = offset;
    if (reaches_beyond(copy, elements))
        single_fail(s, ACL_ERROR_INVALID_PARAM,
                    "sizes, strides and the offset of %s reach beyond the %" PRId64
                    " element(s) of the tensor",
                    s->row->name, elements);
    return copy;
}

int64_t single_drawn(struct single *s, int64_t seed, int64_t seed2)
{
    static _Atomic int64_t last;
    (void)s;
    return seed == 0 && seed2 == 0 ? atomic_fetch_sub(&last, 1) - 1 : seed;
}

const struct single_view *single_rows_of(struct single *s, const struct single_view *view)
{
    int64_t count = single_dim(s, view, 0);
    int64_t length = 1;
    for (int32_t i = 1; view != NULL && i < view->rank; i++)
        length *= view->dims[i];
    return single_shaped(s, view, (struct single_ints){2, (const int64_t[]){count, length}});
}

const aclTensorList *single_columns(struct single *s, const struct single_view *view)
{
    const struct single_view *columns[TENSOR_MAX_DIMS];
    int64_t count = single_dim(s, view, -1);
    if (count < 1 || count > TENSOR_MAX_DIMS)
        single_refuse(s,
                      "the last dim of indices is 1 or more, and no more than a tensor has dims");
    for (int64_t i = 0; s->status == ACL_SUCCESS && i < count; i++)
        columns[i] = single_at(s, view, -1, i);
    return single_list(s, columns, (int)count);
}
