/* SPDX-License-Identifier: Apache-2.0 */
/* Pads: kernels. */
#include "ops/pad/pad.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/pad.h"
#include "executor/copies.h"

/* ---- The work -------------------------------------------------------------------------------- */

struct pads {
    const struct pad *pad;
    struct copies *copies;
};

static void pad_from(const struct pads *pads, int32_t dim, const struct copy_view *from,
                     const struct copy_view *to);

/* Adds copies to [first, past) of a dim of the output, from input elements source, source + step,
 * ... */
static void add_places(const struct pads *pads, int32_t dim, const struct copy_view *from,
                       const struct copy_view *to, int64_t first, int64_t past, int64_t source,
                       int64_t step)
{
    struct copy_view some = *from;
    struct copy_view target = *to;
    if (first >= past)
        return;
    copy_view_step(&some, dim, source, past - first, step);
    copy_view_cut(&target, dim, first, past - first);
    pad_from(pads, dim + 1, &some, &target);
}

static void add_number(const struct pads *pads, int32_t dim, const struct copy_view *to,
                       int64_t first, int64_t past)
{
    struct copy_view number = {.rank = to->rank};
    struct copy_view target = *to;
    if (first >= past)
        return;
    copy_view_cut(&target, dim, first, past - first);
    for (int32_t i = 0; i < target.rank; i++)
        number.dims[i] = target.dims[i];
    copies_add(pads->copies, 1, &number, 0, &target);
}

/* Adds copies for a circular pad: the input elements that are not cut off, again and again. */
static void add_round(const struct pads *pads, int32_t dim, const struct copy_view *from,
                      const struct copy_view *to, int64_t first, int64_t past)
{
    int64_t before = pads->pad->before[dim];
    int64_t after = to->dims[dim] - from->dims[dim] - before;
    int64_t begin = before < 0 ? -before : 0;
    int64_t places = from->dims[dim] - begin + (after < 0 ? after : 0);
    while (first < past) {
        int64_t at = (first - (before > 0 ? before : 0)) % places;
        at += at < 0 ? places : 0;
        int64_t end = first + places - at < past ? first + places - at : past;
        add_places(pads, dim, from, to, first, end, begin + at, 1);
        first = end;
    }
}

static int64_t between(int64_t place, int64_t first, int64_t past)
{
    return place < first ? first : place > past ? past : place;
}

/* Adds the copies of one dim and of those behind it. */
static void pad_from(const struct pads *pads, int32_t dim, const struct copy_view *from,
                     const struct copy_view *to)
{
    while (dim < from->rank && from->dims[dim] == to->dims[dim] && pads->pad->before[dim] == 0)
        dim++;
    if (dim == from->rank) {
        copies_add(pads->copies, 0, from, 0, to);
        return;
    }
    int64_t before = pads->pad->before[dim];
    int64_t places = from->dims[dim];
    int64_t size = to->dims[dim];
    int64_t first = between(before, 0, size);
    int64_t past = between(before + places, first, size);
    add_places(pads, dim, from, to, first, past, first - before, 1);
    switch (pads->pad->mode) {
    case PAD_CONSTANT:
        add_number(pads, dim, to, 0, first);
        add_number(pads, dim, to, past, size);
        break;
    case PAD_REFLECTION:
        add_places(pads, dim, from, to, 0, first, before, -1);
        add_places(pads, dim, from, to, past, size, 2 * (places - 1) - (past - before), -1);
        break;
    case PAD_REPLICATION:
        add_places(pads, dim, from, to, 0, first, 0, 0);
        add_places(pads, dim, from, to, past, size, places - 1, 0);
        break;
    case PAD_CIRCULAR:
        add_round(pads, dim, from, to, 0, first);
        add_round(pads, dim, from, to, past, size);
        break;
    }
}

static void add_pad(const struct work *work, struct copies *copies)
{
    struct pads pads = {work->attributes, copies};
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    pad_from(&pads, 0, &from, &to);
}
const struct l0_copy pad_kernel_places = {.add = add_pad};
