/* SPDX-License-Identifier: Apache-2.0 */
/* Triangles and diagonals of matrices: Tril, Triu, Diag, DiagFlat. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/copy_layout.h"
#include "executor/copies.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/memory.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)256 << 10)

/* ---- Triangles ------------------------------------------------------------------------------- */

/* Matrices as rows: the dims before the last two, and the rows of each matrix. */
struct triangle {
    const struct work_view *from;
    const struct work_view *to;
    int64_t rows; /* rows of all matrices together */
    int64_t height;
    int64_t columns;
    int64_t diagonal;
    bool is_upper;
    int width; /* bytes of an element */
};

/* A row of so many elements, `step` bytes apart. */
static struct box row_box(int64_t columns, int64_t step)
{
    return (struct box){.rows = 1, .columns = columns, .column_step = step};
}

static void copy_columns(const struct triangle *t, char *to, const char *from, int64_t first,
                         int64_t past)
{
    char strip[4096];
    int width = t->width;
    int64_t from_step = t->from->strides[t->from->rank - 1] * width;
    int64_t to_step = t->to->strides[t->to->rank - 1] * width;
    if (to == from && to_step == from_step)
        return;
    for (int64_t i = first; i < past;) {
        int64_t count = past - i;
        if (from_step == width && to_step == width) {
            memcpy(to + i * width, from + i * width, (size_t)(count * width));
            return;
        }
        if (count > (int64_t)sizeof strip / width)
            count = (int64_t)sizeof strip / width;
        struct box box = row_box(count, from_step);
        box_gather(width, strip, from + i * from_step, &box);
        box = row_box(count, to_step);
        box_scatter(width, to + i * to_step, strip, &box);
        i += count;
    }
}

static void clear_columns(const struct triangle *t, char *to, int64_t first, int64_t past)
{
    static const char zeros[4096] = {0};
    int width = t->width;
    int64_t step = t->to->strides[t->to->rank - 1] * width;
    if (first < past && step == width) {
        memset(to + first * width, 0, (size_t)((past - first) * width));
        return;
    }
    for (int64_t i = first; i < past;) {
        int64_t count = past - i;
        if (count > (int64_t)sizeof zeros / width)
            count = (int64_t)sizeof zeros / width;
        struct box box = row_box(count, step);
        box_scatter(width, to + i * step, zeros, &box);
        i += count;
    }
}

static void do_row(const struct triangle *t, int64_t number)
{
    int64_t row = number % t->height;
    int64_t rest = number;
    const char *from = t->from->address;
    char *to = t->to->address;
    for (int32_t i = t->from->rank - 2; i >= 0; i--) {
        int64_t at = rest % t->from->dims[i];
        from += at * t->from->strides[i] * t->width;
        to += at * t->to->strides[i] * t->width;
        rest /= t->from->dims[i];
    }
    /* The first column of the upper triangle, which is the first behind the lower one. */
    int64_t diagonal = clamp(t->diagonal, -t->height, t->columns);
    int64_t edge = clamp(row + diagonal + !t->is_upper, 0, t->columns);
    if (t->is_upper) {
        clear_columns(t, to, 0, edge);
        copy_columns(t, to, from, edge, t->columns);
    } else {
        copy_columns(t, to, from, 0, edge);
        clear_columns(t, to, edge, t->columns);
    }
}

static void do_rows(int64_t block, int64_t blocks, void *context)
{
    const struct triangle *t = context;
    struct block_share share = share_of_block(t->rows, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        do_row(t, i);
}

static void run_triangle(const struct work *work, bool is_upper)
{
    const struct work_view *from = &work->inputs[0];
    struct triangle t = {.from = from, .to = &work->outputs[0], .rows = 1, .is_upper = is_upper};
    t.width = (int)(data_type_bits(from->type) / 8);
    t.height = from->dims[from->rank - 2];
    t.columns = from->dims[from->rank - 1];
    t.diagonal = *(const int64_t *)work->attributes;
    for (int32_t i = 0; i < from->rank - 1; i++)
        t.rows *= from->dims[i];
    int64_t blocks = blocks_for(t.rows * t.columns * t.width, BYTES_A_BLOCK, t.rows);
    ai_cores_run_function("triangle", do_rows, blocks, &t);
}

static void run_lower(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_triangle(work, false);
}

static void run_upper(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_triangle(work, true);
}
const struct l0_run copy_layout_kernel_tril = {.run = run_lower, .in_place = true};
const struct l0_run copy_layout_kernel_triu = {.run = run_upper, .in_place = true};

/* Turns the view of a matrix into that of its diagonal, which has so many elements. */
static void view_diagonal(struct copy_view *view, int64_t diagonal, int64_t length)
{
    if (length > 0)
        view->offset += diagonal > 0 ? diagonal * view->strides[1] : -diagonal * view->strides[0];
    view->dims[0] = length;
    view->strides[0] += view->strides[1];
    view->rank = 1;
}

static void add_diagonal(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    view_diagonal(&from, *(const int64_t *)work->attributes, to.dims[0]);
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_diagonal = {.add = add_diagonal};

static void add_diag_flat(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    copies_add(copies, COPY_ZEROS, NULL, 0, &to);
    copies_next_phase(copies);
    view_diagonal(&to, *(const int64_t *)work->attributes, from.dims[0]);
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_diag_flat = {.add = add_diag_flat};
