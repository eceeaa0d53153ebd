/* SPDX-License-Identifier: Apache-2.0 */
/* Triangles and diagonals of matrices: Tril, Triu, Diag, DiagFlat. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/layout.h"
#include "vector/memory.h"

/* A block must be worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)256 << 10)

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Fewer dimensions will do where there are no elements. */
aclnnStatus check_matrices(struct call *call, int tensor)
{
    int64_t count = 0;
    bool is_empty = tensor_element_count(call_tensor(call, tensor), &count) && count == 0;
    return check_rank(call, tensor, is_empty ? 0 : 2, 8);
}

/* ---- Triangles ------------------------------------------------------------------------------- */

/* Matrices as rows: those of the dims before the last two, and their own. */
struct triangle {
    const struct work_view *from;
    const struct work_view *to;
    int64_t rows; /* of all matrices */
    int64_t height;
    int64_t columns;
    int64_t diagonal;
    bool is_upper;
    int width; /* bytes of an element */
};

/* A row of so many elements, by their steps. */
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
    /* The first column of the upper triangle, or the first behind the lower one. */
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

extern const struct l0_run run_tril;
const struct l0_run run_tril = {.run = run_lower, .in_place = true};
extern const struct l0_run run_triu;
const struct l0_run run_triu = {.run = run_upper, .in_place = true};

static const int64_t *keep_number(struct l0_list *list, int64_t number)
{
    int64_t *kept = arena_take(list->arena, sizeof *kept);
    if (kept != NULL)
        *kept = number;
    return kept;
}

void list_with_number(struct l0_list *list, const struct l0_row *row, int self, int64_t number,
                      int out)
{
    const int64_t *attributes = keep_number(list, number);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    l0_view_copy(list, list_apply_shaped(list, row, dense, source.dims, source.rank, attributes),
                 out);
}

/* ---- Diagonals ------------------------------------------------------------------------------- */

static int64_t magnitude(int64_t value)
{
    return value == INT64_MIN ? INT64_MAX : value < 0 ? -value : value;
}

/* Elements on a diagonal of a matrix; below 0 or 0: none. */
static int64_t diagonal_length(const int64_t *dims, int64_t diagonal)
{
    int64_t rows = diagonal < 0 ? dims[0] - magnitude(diagonal) : dims[0];
    int64_t columns = diagonal > 0 ? dims[1] - diagonal : dims[1];
    int64_t length = rows < columns ? rows : columns;
    return length > 0 ? length : 0;
}

/* A matrix's view becomes that of its diagonal, of so many elements. */
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

extern const struct l0_copy copy_diagonal;
const struct l0_copy copy_diagonal = {.add = add_diagonal};

static void add_diag_flat(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    copies_add(copies, COPY_ZEROS, NULL, 0, &to);
    copies_next_phase(copies);
    view_diagonal(&to, *(const int64_t *)work->attributes, from.dims[0]);
    copies_add(copies, 0, &from, 0, &to);
}

extern const struct l0_copy copy_diag_flat;
const struct l0_copy copy_diag_flat = {.add = add_diag_flat};

/* There is no such diagonal, or there are no elements for the main one: nothing to do. */
aclnnStatus check_no_diagonal(struct call *call, int self, int diagonal)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t number = call->arguments[diagonal].integer;
    int64_t count = 0;
    if (!tensor_element_count(tensor, &count))
        return ACLNN_SUCCESS;
    call->is_empty = (count == 0 && number == 0) ||
                     (tensor->rank == 2 && number > 0 && tensor->dims[1] == number) ||
                     (tensor->rank == 2 && number < 0 && tensor->dims[0] == magnitude(number));
    return ACLNN_SUCCESS;
}

/* The edge of the matrix with so many elements on the diagonal; -1: beyond 63 bits. */
static int64_t matrix_edge(int64_t elements, int64_t diagonal)
{
    int64_t edge = 0;
    return __builtin_add_overflow(elements, magnitude(diagonal), &edge) ? -1 : edge;
}

static aclnnStatus matrix_shape_is(const struct call *call, int out, int64_t elements,
                                   int64_t diagonal)
{
    int64_t edge = matrix_edge(elements, diagonal);
    const int64_t dims[] = {edge, edge};
    return call_shape_is(call, out, dims, 2, true, "a matrix with self on the diagonal");
}

aclnnStatus check_diagonal_shape(struct call *call, int self, int diagonal, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t number = call->arguments[diagonal].integer;
    int64_t count = 0;
    tensor_element_count(tensor, &count);
    if (count == 0)
        return check_rank(call, out, 0, TENSOR_MAX_DIMS);
    if (tensor->rank < 2)
        return matrix_shape_is(call, out, count, number);
    const int64_t length = diagonal_length(tensor->dims, number);
    if (length > 0)
        return call_shape_is(call, out, &length, 1, true, "that of the diagonal");
    return report(ACLNN_ERR_PARAM_INVALID,
                  "diagonal is %" PRId64 "; self has %" PRId64 " rows and %" PRId64 " columns",
                  number, tensor->dims[0], tensor->dims[1]);
}

aclnnStatus check_diag_flat_shape(struct call *call, int self, int diagonal, int out)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, self), &count);
    aclnnStatus status = matrix_shape_is(call, out, count, call->arguments[diagonal].integer);
    return status == ACLNN_SUCCESS ? check_rank(call, out, 0, 8) : status;
}

/* The matrix with the elements of a dense tensor on a diagonal. */
static int diag_flat(struct l0_list *list, int tensor, int64_t diagonal)
{
    const int64_t *attributes = keep_number(list, diagonal);
    if (tensor == L0_NONE || attributes == NULL)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    int64_t edge = matrix_edge(source.elements, diagonal);
    const int64_t dims[] = {edge, edge};
    int row = source.rank == 1 ? tensor : l0_reshape(list, tensor, &source.elements, 1);
    return list_apply_shaped(list, &l0_DiagFlat, row, dims, 2, attributes);
}

void list_diag(struct l0_list *list, int self, int64_t diagonal, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    if (given.elements == 0) {
        l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
        return;
    }
    int dense = l0_contiguous(list, self);
    const int64_t *attributes = keep_number(list, diagonal);
    if (dense == L0_NONE || attributes == NULL)
        return;
    if (given.rank < 2) {
        l0_view_copy(list, diag_flat(list, dense, diagonal), out);
        return;
    }
    int64_t length = diagonal_length(given.dims, diagonal);
    l0_view_copy(list, list_apply_shaped(list, &l0_DiagV2, dense, &length, 1, attributes), out);
}

void list_diag_flat(struct l0_list *list, int self, int64_t diagonal, int out)
{
    list_write(list, diag_flat(list, l0_contiguous(list, self), diagonal), out);
}
