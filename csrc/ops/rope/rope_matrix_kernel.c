/* SPDX-License-Identifier: Apache-2.0 */
/* Rotary position embedding by a matrix: rows are multiplied by it in place of being turned. Sums
 * are float32. */
#include <stdint.h>

#include "base/number.h"
#include "declared/rope.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/rope/rope.h"
#include "products/blas.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ROWS_TOGETHER 64
#define ALIGNMENT ((int64_t)64) /* bytes, of a piece of scratch */

enum { X, COSINES, SINES, MATRIX };

struct turning {
    const struct work *work;
    int64_t rows;
    int64_t columns;
    float *matrix;
    char *panels; /* of each block */
};

static int64_t piece(int64_t floats)
{
    return divide_up(floats * (int64_t)sizeof(float), ALIGNMENT) * ALIGNMENT;
}

static struct turning turning_of(const struct work *work)
{
    const struct work_view *x = &work->inputs[X];
    struct turning t = {.work = work, .rows = 1, .columns = x->dims[x->rank - 1]};
    for (int32_t i = 0; i < x->rank - 1; i++)
        t.rows *= x->dims[i];
    return t;
}

/* Rows, what the matrix makes of them, and a row of cosines and of sines. */
static int64_t panel_bytes(const struct turning *t)
{
    return 2 * piece(ROWS_TOGETHER * t->columns) + 2 * piece(t->columns);
}

static int64_t blocks_of(const struct turning *t)
{
    return least(ai_cores_count(), divide_up(t->rows, ROWS_TOGETHER));
}

static void load_row(const struct turning *t, int which, int64_t row, float *to)
{
    const struct work_view *view = &t->work->inputs[which];
    product_load(view->type, rope_row_of(view, &t->work->inputs[X], row), 0,
                 view->strides[view->rank - 1], 1, t->columns, to, t->columns);
}

static void turn(const struct turning *t, int64_t first, int64_t rows, char *panels)
{
    const struct work_view *out = &t->work->outputs[0];
    int64_t columns = t->columns;
    int64_t bytes = piece(ROWS_TOGETHER * columns);
    float *given = (float *)(void *)panels;
    float *turned = (float *)(void *)(panels + bytes);
    float *cosines = (float *)(void *)(panels + 2 * bytes);
    float *sines = (float *)(void *)(panels + 2 * bytes + piece(columns));
    for (int64_t i = 0; i < rows; i++)
        load_row(t, X, first + i, given + i * columns);
    blas_gemm(false, rows, columns, columns, &(struct blas_matrix){given, columns, false},
              &(struct blas_matrix){t->matrix, columns, false}, false,
              &(struct blas_matrix){turned, columns, false});
    for (int64_t i = 0; i < rows; i++) {
        load_row(t, COSINES, first + i, cosines);
        load_row(t, SINES, first + i, sines);
        for (int64_t j = 0; j < columns; j++)
            turned[i * columns + j] = given[i * columns + j] * cosines[j] +
                                      turned[i * columns + j] * sines[j];
    }
    for (int64_t i = 0; i < rows; i++)
        product_store(out->type, rope_row_of(out, out, first + i), 0, out->strides[out->rank - 1],
                      1, columns, turned + i * columns, columns);
}

static void turn_rows(int64_t block, int64_t blocks, void *context)
{
    const struct turning *t = context;
    char *panels = t->panels + block * panel_bytes(t);
    /* OpenBLAS adds in other orders by where a row lies among those of a product: the same rows are
     * together on any number of cores. */
    struct block_share share = share_of_block(divide_up(t->rows, ROWS_TOGETHER), block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        turn(t, i * ROWS_TOGETHER, least(ROWS_TOGETHER, t->rows - i * ROWS_TOGETHER), panels);
}

static uint64_t matrix_scratch(const struct work *work)
{
    const struct turning t = turning_of(work);
    return (uint64_t)(piece(t.columns * t.columns) + blocks_of(&t) * panel_bytes(&t));
}

static void run_rotary_matrix(const struct work *work, struct task_failure *failure)
{
    const struct work_view *matrix = &work->inputs[MATRIX];
    struct turning t = turning_of(work);
    (void)failure;
    t.matrix = (float *)(void *)work->scratch;
    t.panels = work->scratch + piece(t.columns * t.columns);
    if (t.rows == 0 || t.columns == 0)
        return;
    product_load(matrix->type, matrix->address, matrix->strides[0], matrix->strides[1], t.columns,
                 t.columns, t.matrix, t.columns);
    ai_cores_run_function("rotary_matrix", turn_rows, blocks_of(&t), &t);
}
const struct l0_run rope_kernel_rotary_matrix = {
    .check = blas_check_work, .scratch_bytes = matrix_scratch, .run = run_rotary_matrix};
