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

/* The number of an input that is all zeros, and as large as it has to be. */
#define COPY_ZEROS (-1)

/* A part of an operand: where its first element lies, from that of the operand, and the strides. */
struct copy_view {
    int32_t rank;
    int64_t offset; /* elements, as the strides */
    int64_t dims[VECTOR_MAX_RANK];
    int64_t strides[VECTOR_MAX_RANK];
};

struct copy_view copy_view_of(const struct work_view *operand);

/* A part of one dim: count places from first on; step may be negative. */
void copy_view_cut(struct copy_view *view, int32_t dim, int64_t first, int64_t count);
void copy_view_step(struct copy_view *view, int32_t dim, int64_t first, int64_t count,
                    int64_t step);

/* Another dim before the one that is named; stride 0 repeats. */
void copy_view_insert(struct copy_view *view, int32_t dim, int64_t count, int64_t stride);

/* Takes a dim of one place out. */
void copy_view_drop(struct copy_view *view, int32_t dim);

/* A dim becomes two: dims[dim] / inner places of inner each. */
void copy_view_split(struct copy_view *view, int32_t dim, int64_t inner);

/* The dims in another order: dim i becomes what order[i] was. */
void copy_view_permute(struct copy_view *view, const int64_t *order);

struct copies;

/* A copy of all elements of one view to those of another of the same dims. No element of an output
   is written by two copies of one phase; memory that is short is the builder's to report. */
void copies_add(struct copies *copies, int input, const struct copy_view *from, int output,
                const struct copy_view *to);

/* What is added from here on comes behind all that was added. */
void copies_next_phase(struct copies *copies);

/* What a row of the L0 table with "copy" names. Addresses are NULL. */
struct l0_copy {
    void (*add)(const struct work *work, struct copies *copies);
};

#endif
