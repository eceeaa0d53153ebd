/* SPDX-License-Identifier: Apache-2.0 */
/* NormRopeConcat: rows of two inputs are normalised, joined, turned and put by heads. Numbers are
 * float64 until they are rounded. */
#include "ops/rope/norm_concat.h"

#include <math.h>
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

struct joining {
    const struct work *work;
    const struct norm_concat *n;
    const struct work_view *out;
    int64_t rows[2];  /* of both inputs */
    int64_t first[2]; /* among all */
    int64_t turned;   /* of all */
};

static const struct work_view *input(const struct joining *j, int which)
{
    int at = j->n->inputs[which];
    return at == L0_NONE ? NULL : &j->work->inputs[at];
}

static void load(const struct work_view *view, int64_t number, int64_t columns, float *to)
{
    product_load(view->type, view_element(view, number * columns), 0, view->strides[view->rank - 1],
                 1, columns, to, columns);
}

static void put_statistic(const struct joining *j, int which, int64_t number, double statistic)
{
    int at = j->n->outputs[which];
    float rounded = (float)statistic;
    if (at != L0_NONE)
        memcpy(view_element(&j->work->outputs[at], number), &rounded, sizeof rounded);
}

static void normalise(const struct joining *j, int part, int64_t number, double *row)
{
    int64_t columns = j->out->dims[3];
    enum norm_kind kind = j->n->kinds[part];
    double mean = 0;
    double squares = 0;
    for (int64_t i = 0; i < columns && norm_kind_has_mean(kind); i++)
        mean += row[i];
    mean /= (double)columns;
    for (int64_t i = 0; i < columns; i++)
        squares += (row[i] - mean) * (row[i] - mean);
    double reciprocal = 1 / sqrt(squares / (double)columns + (double)j->n->epsilon);
    for (int64_t i = 0; i < columns; i++)
        row[i] = (row[i] - mean) * reciprocal;
    put_statistic(j, NORM_CONCAT_MEAN + part, number, mean);
    put_statistic(j, NORM_CONCAT_RSTD + part, number, reciprocal);
}

static void turn(enum concat_turn turn, int64_t columns, const float *sines, const float *cosines,
                 double *row)
{
    int64_t half = columns / 2;
    for (int64_t i = 0; i < half; i++) {
        int64_t a = turn == CONCAT_TURN_HALVES ? i : 2 * i;
        int64_t b = turn == CONCAT_TURN_HALVES ? i + half : 2 * i + 1;
        double first = row[a];
        double second = row[b];
        row[a] = first * (double)cosines[a] - second * (double)sines[a];
        row[b] = second * (double)cosines[b] + first * (double)sines[b];
    }
}

/* Factors and summands of the columns of both inputs. */
struct affine {
    float weights[2][MOST_COLUMNS];
    float biases[2][MOST_COLUMNS];
};

static void load_affine(const struct joining *j, struct affine *affine)
{
    for (int part = 0; part < 2; part++) {
        const struct work_view *weights = input(j, NORM_CONCAT_WEIGHT + part);
        const struct work_view *biases = input(j, NORM_CONCAT_BIAS + part);
        if (weights != NULL && norm_kind_has_weight(j->n->kinds[part]))
            load(weights, 0, j->out->dims[3], affine->weights[part]);
        if (biases != NULL && j->n->kinds[part] == NORM_KIND_LAYER_AFFINE)
            load(biases, 0, j->out->dims[3], affine->biases[part]);
    }
}

static __attribute__((cold)) void join_rows(int64_t block, int64_t blocks, void *context)
{
    const struct joining *j = context;
    int64_t columns = j->out->dims[3];
    int64_t heads = j->out->dims[1];
    int64_t all = j->out->dims[2];
    struct affine affine;
    double row[MOST_COLUMNS];
    float near[MOST_COLUMNS];
    float angles[2][MOST_COLUMNS];
    struct block_share share = share_of_block(j->out->dims[0] * heads * all, block, blocks);
    load_affine(j, &affine);
    for (int64_t number = share.first; number < share.past; number++) {
        int64_t head = number % heads;
        int64_t at = number / heads % all;
        int64_t batch = number / heads / all;
        int part = at < j->first[1] || at >= j->first[1] + j->rows[1] ? 0 : 1;
        enum norm_kind kind = j->n->kinds[part];
        int64_t own = (batch * j->rows[part] + at - j->first[part]) * heads + head;
        load(input(j, NORM_CONCAT_X + part), own, columns, near);
        for (int64_t i = 0; i < columns; i++)
            row[i] = (double)near[i];
        if (kind != NORM_KIND_NONE)
            normalise(j, part, own, row);
        for (int64_t i = 0; i < columns && norm_kind_has_weight(kind); i++)
            row[i] *= (double)affine.weights[part][i];
        for (int64_t i = 0; i < columns && kind == NORM_KIND_LAYER_AFFINE; i++)
            row[i] += (double)affine.biases[part][i];
        if (at < j->turned) {
            for (int i = 0; i < 2 && (head == 0 || number == share.first); i++)
                load(input(j, NORM_CONCAT_SIN + i), at, columns, angles[i]);
            turn(j->n->turn, columns, angles[0], angles[1], row);
        }
        for (int64_t i = 0; i < columns; i++)
            near[i] = (float)row[i];
        product_store(j->out->type,
                      view_element(j->out, ((batch * heads + head) * all + at) * columns), 0,
                      j->out->strides[3], 1, columns, near, columns);
    }
}

static __attribute__((cold)) void run_norm_concat(const struct work *work,
                                                  struct task_failure *failure)
{
    struct joining j = {.work = work, .n = work->attributes, .out = &work->outputs[0]};
    (void)failure;
    if (view_count(j.out) == 0)
        return;
    for (int part = 0; part < 2; part++)
        j.rows[part] = input(&j, part) == NULL ? 0 : input(&j, part)->dims[1];
    j.first[0] = j.n->is_behind ? j.rows[1] : 0;
    j.first[1] = j.n->is_behind ? 0 : j.rows[0];
    if (j.n->turn != CONCAT_TURN_NONE && input(&j, NORM_CONCAT_SIN) != NULL)
        j.turned = input(&j, NORM_CONCAT_SIN)->dims[0];
    ai_cores_run_function(
        "norm_concat", join_rows,
        blocks_for(view_count(j.out), ELEMENTS_A_BLOCK, view_count(j.out) / j.out->dims[3]), &j);
}
const struct l0_run rope_kernel_norm_concat = {.run = run_norm_concat};
