/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Work that only moves elements: copies from views of inputs to views of outputs, and zeros. What a
 * row of the L0 table with "copy" names is a function that adds them; programs of the vector unit
 * carry them out, over any strides. Bits are moved, whatever the data type.
 *
 * A view begins as the whole of an operand and is turned into the part that is meant:
 *
 *     struct copy_view to = copy_view_of(&work->outputs[0]);
 *     copy_view_cut(&to, dim, first, work->inputs[i].dims[dim]);
 *     copies_add(copies, i, copy_view_of(&work->inputs[i]), 0, to);
 */
#ifndef ACLNN_PY_EXECUTOR_COPIES_H
#define ACLNN_PY_EXECUTOR_COPIES_H

#include <stdint.h>

#include "executor/schedule.h"
#include "vector/vector.h"

/* Stands for an input that is all zeros and as large as it has to be. */
#define COPY_ZEROS (-1)

/* A part of an operand: the distance of its first element from the operand's, and its strides. */
struct copy_view {
    int32_t rank;
    int64_t offset; /* in elements, like the strides */
    int64_t dims[VECTOR_MAX_RANK];
    int64_t strides[VECTOR_MAX_RANK];
};

struct copy_view copy_view_of(const struct work_view *operand);

/* Takes a part of one dim: count indices from first on, step apart, which may be negative. */
void copy_view_cut(struct copy_view *view, int32_t dim, int64_t first, int64_t count);
void copy_view_step(struct copy_view *view, int32_t dim, int64_t first, int64_t count,
                    int64_t step);

/* Inserts a dim before the named one; a stride of 0 repeats. */
void copy_view_insert(struct copy_view *view, int32_t dim, int64_t count, int64_t stride);

/* Removes a dim of one element. */
void copy_view_drop(struct copy_view *view, int32_t dim);

/* Splits a dim into two, of dims[dim] / inner and of inner elements. */
void copy_view_split(struct copy_view *view, int32_t dim, int64_t inner);

/* Permutes the dims: the new dim i is the old dim order[i]. */
void copy_view_permute(struct copy_view *view, const int64_t *order);

struct copies;

/* Adds a copy of all elements of one view to another view of the same dims. Within a phase no two
 * copies write the same element of an output. When memory is short the builder reports it. */
void copies_add(struct copies *copies, int input, const struct copy_view *from, int output,
                const struct copy_view *to);

/* Begins a phase: copies that are added from here on run after those that were added before. */
void copies_next_phase(struct copies *copies);

/* The function that an L0 row names in "copy". Addresses are NULL while it runs. */
struct l0_copy {
    void (*add)(const struct work *work, struct copies *copies);
};

#endif
