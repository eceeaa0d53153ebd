/* SPDX-License-Identifier: Apache-2.0 */
/* NormRopeConcatBackward: gradients of rows by heads are turned back, and go through the norm of
 * their rows. Numbers are float64 until they are rounded; sums over rows are those of blocks, which
 * do not follow from the number of threads, in sequence. */
#include "ops/rope/norm_split.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/rope.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/rope/rope.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "workspace/l0.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 13)
#define SUMS 4 /* of weights and biases of both inputs, as the results have them */

struct splitting {
    const struct work *work;
    const struct norm_split *n;
    const struct work_view *grad;
    int64_t columns;
    int64_t heads;
    int64_t all;      /* rows of a batch */
    int64_t rows[2];  /* of both inputs */
    int64_t first[2]; /* among all */
    int64_t turned;   /* of all */
};

static const struct work_view *input(const struct splitting *s, int which)
{
    int at = s->n->inputs[which];
    return at == L0_NONE ? NULL : &s->work->inputs[at];
}

static const struct work_view *output(const struct splitting *s, int which)
{
    int at = s->n->outputs[which];
    return at == L0_NONE ? NULL : &s->work->outputs[at];
}

static struct splitting splitting_of(const struct work *work)
{
    struct splitting s = {.work = work, .n = work->attributes, .grad = &work->inputs[0]};
    s.heads = s.grad->dims[1];
    s.all = s.grad->dims[2];
    s.columns = s.grad->dims[3];
    for (int part = 0; part < 2; part++)
        s.rows[part] = input(&s, NORM_SPLIT_X + part) == NULL
                           ? 0
                           : input(&s, NORM_SPLIT_X + part)->dims[1];
    s.first[0] = s.n->is_behind ? s.rows[1] : 0;
    s.first[1] = s.n->is_behind ? 0 : s.rows[0];
    if (s.n->turn != CONCAT_TURN_NONE && input(&s, NORM_SPLIT_SIN) != NULL)
        s.turned = input(&s, NORM_SPLIT_SIN)->dims[0];
    return s;
}

static int64_t row_count(const struct splitting *s)
{
    return s->columns == 0 ? 0 : view_count(s->grad) / s->columns;
}

static int64_t block_count(const struct splitting *s)
{
    return blocks_for(view_count(s->grad), ELEMENTS_A_BLOCK, most(row_count(s), 1));
}

static void load(const struct work_view *view, int64_t number, int64_t columns, float *to)
{
    product_load(view->type, view_element(view, number * columns), 0, view->strides[view->rank - 1],
                 1, columns, to, columns);
}

static void store(const struct work_view *view, int64_t number, int64_t columns, const double *row)
{
    float near[MOST_COLUMNS];
    for (int64_t i = 0; i < columns; i++)
        near[i] = (float)row[i];
    product_store(view->type, view_element(view, number * columns), 0,
                  view->strides[view->rank - 1], 1, columns, near, columns);
}

/* The transpose of turning. */
static void turn_back(enum concat_turn turn, int64_t columns, const float *sines,
                      const float *cosines, double *row)
{
    int64_t half = columns / 2;
    for (int64_t i = 0; i < half; i++) {
        int64_t a = turn == CONCAT_TURN_HALVES ? i : 2 * i;
        int64_t b = turn == CONCAT_TURN_HALVES ? i + half : 2 * i + 1;
        double first = row[a];
        double second = row[b];
        row[a] = first * (double)cosines[a] + second * (double)sines[b];
        row[b] = second * (double)cosines[b] - first * (double)sines[a];
    }
}

static double statistic(const struct work_view *view, int64_t number)
{
    float read = 0;
    memcpy(&read, view_element(view, number), sizeof read);
    return (double)read;
}

/* Goes back through the norm of a row, and adds to the sums of weights and biases. */
static void normalise_back(const struct splitting *s, int part, int64_t number,
                           const float *weights, double *sums, double *row)
{
    int64_t columns = s->columns;
    bool is_affine = s->n->kinds[part] == NORM_KIND_LAYER_AFFINE;
    double mean = statistic(input(s, NORM_SPLIT_MEAN + part), number);
    double reciprocal = statistic(input(s, NORM_SPLIT_RSTD + part), number);
    float x[MOST_COLUMNS];
    double all = 0;
    double along = 0;
    load(input(s, NORM_SPLIT_X + part), number, columns, x);
    for (int64_t i = 0; i < columns; i++) {
        double normed = ((double)x[i] - mean) * reciprocal;
        if (is_affine) {
            sums[part * columns + i] += row[i] * normed;
            sums[(2 + part) * columns + i] += row[i];
            row[i] *= (double)weights[i];
        }
        all += row[i];
        along += row[i] * normed;
    }
    all /= (double)columns;
    along /= (double)columns;
    for (int64_t i = 0; i < columns; i++)
        row[i] = reciprocal * (row[i] - all - ((double)x[i] - mean) * reciprocal * along);
}

static __attribute__((cold)) void split_rows(int64_t block, int64_t blocks, void *context)
{
    const struct splitting *s = context;
    int64_t columns = s->columns;
    double *sums = (double *)(void *)s->work->scratch + block * SUMS * columns;
    double row[MOST_COLUMNS];
    float near[MOST_COLUMNS];
    float weights[2][MOST_COLUMNS];
    float angles[2][MOST_COLUMNS];
    struct block_share share = share_of_block(row_count(s), block, blocks);
    memset(sums, 0, (size_t)(SUMS * columns) * sizeof *sums);
    for (int part = 0; part < 2; part++)
        if (s->n->kinds[part] == NORM_KIND_LAYER_AFFINE && s->rows[part] > 0)
            load(input(s, NORM_SPLIT_WEIGHT + part), 0, columns, weights[part]);
    for (int64_t number = share.first; number < share.past; number++) {
        int64_t head = number % s->heads;
        int64_t at = number / s->heads % s->all;
        int64_t batch = number / s->heads / s->all;
        int part = at < s->first[1] || at >= s->first[1] + s->rows[1] ? 0 : 1;
        int64_t own = (batch * s->rows[part] + at - s->first[part]) * s->heads + head;
        load(s->grad, (batch * s->heads + head) * s->all + at, columns, near);
        for (int64_t i = 0; i < columns; i++)
            row[i] = (double)near[i];
        if (at < s->turned) {
            for (int i = 0; i < 2 && (head == 0 || number == share.first); i++)
                load(input(s, NORM_SPLIT_SIN + i), at, columns, angles[i]);
            turn_back(s->n->turn, columns, angles[0], angles[1], row);
        }
        if (s->n->kinds[part] != NORM_KIND_NONE)
            normalise_back(s, part, own, weights[part], sums, row);
        if (output(s, NORM_SPLIT_DX + part) != NULL)
            store(output(s, NORM_SPLIT_DX + part), own, columns, row);
    }
}

static uint64_t splitting_scratch(const struct work *work)
{
    const struct splitting s = splitting_of(work);
    return (uint64_t)(block_count(&s) * SUMS * s.columns) * sizeof(double);
}

static __attribute__((cold)) void run_norm_split(const struct work *work,
                                                 struct task_failure *failure)
{
    struct splitting s = splitting_of(work);
    int64_t blocks = block_count(&s);
    double *sums = (double *)(void *)work->scratch;
    (void)failure;
    if (s.columns == 0)
        return;
    ai_cores_run_function("norm_split", split_rows, blocks, &s);
    for (int64_t block = 1; block < blocks; block++)
        for (int64_t i = 0; i < SUMS * s.columns; i++)
            sums[i] += sums[block * SUMS * s.columns + i];
    for (int i = 0; i < SUMS; i++)
        if (output(&s, NORM_SPLIT_DWEIGHT + i) != NULL)
            store(output(&s, NORM_SPLIT_DWEIGHT + i), 0, s.columns, sums + i * s.columns);
}
const struct l0_run rope_kernel_norm_split = {.scratch_bytes = splitting_scratch,
                                              .run = run_norm_split};
