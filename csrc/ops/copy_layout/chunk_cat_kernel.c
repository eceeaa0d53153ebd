/* SPDX-License-Identifier: Apache-2.0 */
/* ChunkCat: kernels. */
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/copy_layout.h"
#include "executor/copies.h"

/* Writes zeros to a part of one tensor's chunks: rows of the result, and columns in them. */
static void add_zeros(struct copies *copies, const struct copy_view *chunks, int64_t row,
                      int64_t rows, int64_t column, int64_t columns)
{
    struct copy_view to = *chunks;
    copy_view_cut(&to, 0, row, rows);
    copy_view_cut(&to, 1, column, columns);
    copies_add(copies, COPY_ZEROS, NULL, 0, &to);
}

/* Copies the rows of one tensor [rows, width] to its columns of the result: the whole chunks, the
 * chunk that has fewer rows, and zeros for what is missing. */
static void add_chunks(const struct work *work, int input, int64_t first, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[input]);
    struct copy_view chunks = copy_view_of(&work->outputs[0]);
    int64_t width = from.dims[1];
    int64_t count = chunks.dims[0];
    int64_t rows = divide_up(from.dims[0], count); /* rows of a chunk */
    int64_t whole = from.dims[0] / rows;
    int64_t rest = from.dims[0] % rows;
    copy_view_cut(&chunks, 1, first, rows * width);
    struct copy_view to = chunks;
    struct copy_view part = from;
    copy_view_cut(&to, 0, 0, whole);
    copy_view_split(&to, 1, width);
    copy_view_cut(&part, 0, 0, whole * rows);
    copy_view_split(&part, 0, rows);
    copies_add(copies, input, &part, 0, &to);
    if (rest > 0) {
        to = chunks;
        copy_view_cut(&to, 0, whole, 1);
        copy_view_drop(&to, 0);
        copy_view_cut(&to, 0, 0, rest * width);
        copy_view_split(&to, 0, width);
        copy_view_cut(&from, 0, whole * rows, rest);
        copies_add(copies, input, &from, 0, &to);
        add_zeros(copies, &chunks, whole, 1, rest * width, (rows - rest) * width);
    }
    int64_t filled = whole + (rest > 0);
    add_zeros(copies, &chunks, filled, count - filled, 0, rows * width);
}

static void add_chunk_cat(const struct work *work, struct copies *copies)
{
    int64_t first = 0;
    for (int i = 0; first < work->outputs[0].dims[1]; i++) {
        add_chunks(work, i, first, copies);
        first += divide_up(work->inputs[i].dims[0], work->outputs[0].dims[0]) *
                 work->inputs[i].dims[1];
    }
}
const struct l0_copy copy_layout_kernel_chunk_cat = {.add = add_chunk_cat};
