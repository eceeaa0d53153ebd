/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/byte_view.h"

#include "base/number.h"

/* How many pairs of parts are compared before the views count as apart. */
#define PATIENCE 20000

void byte_view_dense(struct byte_view *view, uintptr_t first, uint64_t bytes)
{
    view->first = first;
    view->past = first + bytes;
    view->width = bytes;
    view->rank = 0;
}

/* Adds a dimension whose step is at least as large as those before it. */
static void add_dim(struct byte_view *view, uint64_t count, uint64_t step)
{
    uint64_t reach = view->past - view->first;
    int last = view->rank - 1;
    if (view->rank == 0 && step <= view->width) {
        view->width += (count - 1) * step;
    } else if (last >= 0 && view->dims[last].step * view->dims[last].count == step) {
        view->dims[last].count *= count;
    } else if (view->rank < BYTE_VIEW_RANK) {
        view->dims[view->rank++] = (struct byte_view_dim){count, step, reach};
    } else {
        return;
    }
    view->past += (count - 1) * step;
}

void byte_view_make(struct byte_view *view, uintptr_t first, uint64_t width, int rank,
                    const int64_t *dims, const int64_t *strides, int64_t unit)
{
    uint64_t last = 0; /* the dimension that was added last, and its step */
    int last_dim = -1;
    byte_view_dense(view, first, width);
    /* Adds the smallest step first; equal steps in the sequence of the dimensions. */
    for (;;) {
        uint64_t best = UINT64_MAX;
        int found = -1;
        for (int i = 0; i < rank; i++) {
            uint64_t step = magnitude_of(strides[i]) * (uint64_t)unit;
            bool is_next = step > last || (step == last && i > last_dim);
            if (dims[i] > 1 && step > 0 && is_next && step < best) {
                best = step;
                found = i;
            }
        }
        if (found < 0)
            return;
        add_dim(view, (uint64_t)dims[found], best);
        last = best;
        last_dim = found;
    }
}

/* ---- Meetings -------------------------------------------------------------------------------- */

/* The first dims of a view, at some address. */
struct part {
    const struct byte_view *view;
    int rank;
    int64_t at;
};

static int64_t reach_of(const struct part *part)
{
    const struct byte_view *view = part->view;
    if (part->rank == view->rank)
        return (int64_t)(view->past - view->first);
    return (int64_t)view->dims[part->rank].reach;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static bool parts_meet(struct part a, struct part b, int *patience);

/* Both have the same step, and each lies within it. So row i of a and row j of b are near each
 * other for only two values of i - j. */
static bool equal_steps_meet(struct part a, struct part b, int *patience)
{
    const struct byte_view_dim *left = &a.view->dims[--a.rank];
    const struct byte_view_dim *right = &b.view->dims[--b.rank];
    int64_t step = (int64_t)left->step;
    int64_t rows = floor_divide(b.at - a.at, step);
    int64_t start = b.at - rows * step;
    for (int64_t i = 0; i < 2; i++) {
        int64_t apart = rows + i;
        if (apart > (int64_t)left->count - 1 || apart < 1 - (int64_t)right->count)
            continue;
        b.at = start - i * step;
        if (parts_meet(a, b, patience))
            return true;
    }
    return false;
}

/* Compares the parts of a along its last dimension, one after another. */
static bool rows_meet(struct part a, struct part b, int *patience)
{
    const struct byte_view_dim *dim = &a.view->dims[--a.rank];
    int64_t step = (int64_t)dim->step;
    int64_t from = floor_divide(b.at - (int64_t)dim->reach - a.at, step) + 1;
    int64_t to = floor_divide(b.at + reach_of(&b) - 1 - a.at, step);
    int64_t start = a.at;
    if (from < 0)
        from = 0;
    if (to > (int64_t)dim->count - 1)
        to = (int64_t)dim->count - 1;
    for (int64_t i = from; i <= to && *patience > 0; i++) {
        a.at = start + i * step;
        if (parts_meet(a, b, patience))
            return true;
    }
    return false;
}

static bool parts_meet(struct part a, struct part b, int *patience)
{
    int64_t a_reach = reach_of(&a);
    int64_t b_reach = reach_of(&b);
    if (a.at + a_reach <= b.at || b.at + b_reach <= a.at || (*patience)-- <= 0)
        return false;
    if (a.rank == 0 && b.rank == 0)
        return true;
    if (a.rank > 0 && b.rank > 0) {
        const struct byte_view_dim *left = &a.view->dims[a.rank - 1];
        const struct byte_view_dim *right = &b.view->dims[b.rank - 1];
        if (left->step == right->step && left->reach <= left->step && right->reach <= right->step)
            return equal_steps_meet(a, b, patience);
    }
    bool first = b.rank == 0 || (a.rank > 0 && a_reach >= b_reach);
    return first ? rows_meet(a, b, patience) : rows_meet(b, a, patience);
}

bool byte_views_meet(const struct byte_view *a, const struct byte_view *b)
{
    int patience = PATIENCE;
    return parts_meet((struct part){a, a->rank, (int64_t)a->first},
                      (struct part){b, b->rank, (int64_t)b->first}, &patience);
}

bool byte_view_covers(const struct byte_view *outer, const struct byte_view *inner)
{
    if (outer->rank == 0)
        return outer->first <= inner->first && inner->past <= outer->past;
    bool same = outer->first == inner->first && outer->width == inner->width &&
                outer->rank == inner->rank;
    for (int i = 0; same && i < outer->rank; i++)
        same = outer->dims[i].count == inner->dims[i].count &&
               outer->dims[i].step == inner->dims[i].step;
    return same;
}
