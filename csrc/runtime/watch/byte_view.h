/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of a strided view: pieces of one width, repeated at steps along some dimensions. */
#ifndef ACLNN_PY_RUNTIME_WATCH_BYTE_VIEW_H
#define ACLNN_PY_RUNTIME_WATCH_BYTE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most dims, after dimensions that continue each other were joined. Of a view with more only a
 * part is known. */
#define BYTE_VIEW_RANK 8

struct byte_view {
    uintptr_t first; /* all bytes lie in [first, past) */
    uintptr_t past;
    uint64_t width; /* bytes of a piece; the whole view when rank is 0 */
    int rank;
    struct byte_view_dim {
        uint64_t count;
        uint64_t step;      /* in bytes */
        uint64_t reach;     /* bytes of one of `count`, with the dims before this one */
    } dims[BYTE_VIEW_RANK]; /* the smallest step first */
};

void byte_view_dense(struct byte_view *view, uintptr_t first, uint64_t bytes);

/* Makes a view of elements of `width` bytes, the lowest at `first`. strides are in units of so many
 * bytes and may be negative. All dims are positive, and the view fits into the address space. */
void byte_view_make(struct byte_view *view, uintptr_t first, uint64_t width, int rank,
                    const int64_t *dims, const int64_t *strides, int64_t unit);

/* Whether two views share a byte. True is certain. False is certain for dense views, for views of
 * equal steps and for those of few pieces; it is also the answer when finding out would take too
 * long. */
bool byte_views_meet(const struct byte_view *a, const struct byte_view *b);

/* Whether all bytes of a view are bytes of the other. True is certain. */
bool byte_view_covers(const struct byte_view *outer, const struct byte_view *inner);

#endif
