/* SPDX-License-Identifier: Apache-2.0 */
/* CtcLoss, whose recursions add the probabilities of all paths through a sequence, and
 * MultilabelMarginLoss. An AI core handles one sequence, or one row, after another. Sums are in
 * float64. */
#include "ops/loss/sequence_loss.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "declared/loss.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/vector.h"

/* The logarithm of 0. */
#define NEVER ((double)-INFINITY)

/* The number of classes whose exponentials are computed together. */
#define STRIP 64

struct sequences {
    const struct ctc *ctc;
    const struct vector_level *level;
    const struct work_view *probs;   /* dims (T, N, C) */
    const struct work_view *targets; /* int64, dims (N, S), or one dim for all targets in
                                      * sequence */
    const struct work_view *alphas;
    const struct work_view *losses;
    const struct work_view *grads;
    const struct work_view *out;
    char *scratch;
    int64_t room; /* doubles of scratch of a block */
    _Atomic int64_t bad_sequence;
};

static double load(const struct work_view *view, int64_t place)
{
    if (view->type == ACL_DOUBLE) {
        double value;
        memcpy(&value, view->address + place * 8, sizeof value);
        return value;
    }
    float value;
    memcpy(&value, view->address + place * 4, sizeof value);
    return (double)value;
}

static void store(const struct work_view *view, int64_t place, double value)
{
    float narrow = (float)value;
    if (view->type == ACL_DOUBLE)
        memcpy(view->address + place * 8, &value, sizeof value);
    else
        memcpy(view->address + place * 4, &narrow, sizeof narrow);
}

static double prob(const struct sequences *s, int64_t time, int64_t number, int64_t class)
{
    const int64_t *steps = s->probs->strides;
    return load(s->probs, time * steps[0] + number * steps[1] + class * steps[2]);
}

/* A sequence's targets, with blanks between and around them. */
struct labels {
    const struct sequences *s;
    int64_t number;
    int64_t first; /* where they begin, when all targets are in one dim */
};

static struct labels labels_of(const struct sequences *s, int64_t number)
{
    struct labels labels = {s, number, 0};
    for (int64_t i = 0; s->targets->rank == 1 && i < number; i++)
        labels.first += s->ctc->target_lengths[i];
    return labels;
}

static int64_t target_at(const struct labels *labels, int64_t place)
{
    const struct work_view *targets = labels->s->targets;
    int64_t at = targets->rank == 1
                     ? (labels->first + place) * targets->strides[0]
                     : labels->number * targets->strides[0] + place * targets->strides[1];
    return index_at(targets->address + at * 8, true);
}

static bool is_class(const struct sequences *s, int64_t target)
{
    return target >= 0 && target < s->probs->dims[2];
}

/* The class at a position. Targets were checked before, but the program may change them; a number
 * that is no class counts as a blank. */
static int64_t label_at(const struct labels *labels, int64_t place)
{
    int64_t target = place % 2 == 0 ? labels->s->ctc->blank : target_at(labels, place / 2);
    return is_class(labels->s, target) ? target : labels->s->ctc->blank;
}

/* Whether a path may skip the blank between two labels. */
static bool skips(const struct labels *labels, int64_t place, int64_t other)
{
    return place % 2 != 0 && target_at(labels, place / 2) != target_at(labels, other / 2);
}

static char *strip(const double *numbers)
{
    return (char *)(uintptr_t)numbers;
}

/* The logarithms of sums of three exponentials. */
static void log_sums(const struct sequences *s, int64_t count, const double *a, const double *b,
                     const double *c, double *sums)
{
    s->level->operations[VECTOR_LOG_SUM_OF_THREE][ACL_DOUBLE](
        count, (char *const[]){strip(a), strip(b), strip(c), strip(sums)});
}

static double log_sum(const struct sequences *s, double a, double b)
{
    double sum;
    log_sums(s, 1, &a, &b, &(double){NEVER}, &sum);
    return sum;
}

/* Whether all targets are classes. The lowest sequence with one that is not is noted. */
static bool are_classes(struct sequences *s, const struct labels *labels, int64_t length)
{
    for (int64_t i = 0; i < length; i++) {
        if (is_class(s, target_at(labels, i)))
            continue;
        int64_t lowest = atomic_load(&s->bad_sequence);
        while (labels->number < lowest &&
               !atomic_compare_exchange_weak(&s->bad_sequence, &lowest, labels->number))
            continue;
        return false;
    }
    return true;
}

static void report_bad(const struct sequences *s, struct task_failure *failure)
{
    int64_t number = s->bad_sequence;
    if (number == INT64_MAX)
        return;
    struct labels labels = labels_of(s, number);
    int64_t place = 0;
    int64_t target = target_at(&labels, 0);
    while (is_class(s, target) && place + 1 < s->ctc->target_lengths[number])
        target = target_at(&labels, ++place);
    char where[64];
    int64_t at[] = {number, place};
    if (s->targets->rank == 1)
        at[0] = labels.first + place;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "targets%s is %" PRId64 "; every index must be in [0, %" PRId64 ")",
             dims_describe(at, s->targets->rank, where, sizeof where), target, s->probs->dims[2]);
}

static void store_alphas(const struct sequences *s, int64_t number, int64_t time, const double *row,
                         int64_t places)
{
    const int64_t *steps = s->alphas->strides;
    for (int64_t i = 0; i < s->alphas->dims[2]; i++)
        store(s->alphas, number * steps[0] + time * steps[1] + i * steps[2],
              i < places ? row[i] : NEVER);
}

/* The loss of one sequence. It has three rows of scratch: the positions of the time before, those
 * of this time, and those from which paths skip a blank. Each begins with a position that no path
 * reaches. */
static double forward(struct sequences *s, int64_t number, double *rows)
{
    int64_t length = s->ctc->target_lengths[number];
    int64_t times = s->ctc->input_lengths[number];
    int64_t places = 2 * length + 1;
    struct labels labels = labels_of(s, number);
    double *before = rows + 1;
    double *now = before + places + 1;
    double *passed = now + places;
    if (!are_classes(s, &labels, length))
        return NAN;
    before[-1] = now[-1] = NEVER;
    for (int64_t time = 0; time < s->probs->dims[0]; time++) {
        for (int64_t i = 0; i < places; i++) {
            now[i] = time == 0 && i < 2 ? 0.0 : NEVER;
            passed[i] = time > 0 && i > 1 && skips(&labels, i, i - 2) ? before[i - 2] : NEVER;
        }
        if (time > 0 && time < times)
            log_sums(s, places, before, before - 1, passed, now);
        for (int64_t i = 0; i < places; i++)
            now[i] = time < times ? now[i] + prob(s, time, number, label_at(&labels, i)) : NEVER;
        store_alphas(s, number, time, now, places);
        if (time >= times)
            continue;
        double *swapped = before;
        before = now;
        now = swapped;
    }
    if (times == 0)
        return length == 0 ? 0.0 : (double)INFINITY;
    return -log_sum(s, before[places - 1], before[places - 2]);
}

static void forward_block(int64_t block, int64_t blocks, void *context)
{
    struct sequences *s = context;
    double *rows = (double *)(void *)s->scratch + block * s->room;
    for (int64_t number = block; number < s->ctc->count; number += blocks) {
        double loss = forward(s, number, rows);
        if (s->ctc->zeroes && isinf(loss))
            loss = 0;
        store(s->losses, s->losses->rank == 0 ? 0 : number * s->losses->strides[0], loss);
    }
}

static double alpha(const struct sequences *s, int64_t number, int64_t time, int64_t place)
{
    const int64_t *steps = s->alphas->strides;
    return load(s->alphas, number * steps[0] + time * steps[1] + place * steps[2]);
}

static void store_element(const struct sequences *s, int64_t number, int64_t time, int64_t class,
                          double value)
{
    const int64_t *steps = s->out->strides;
    store(s->out, time * steps[0] + number * steps[1] + class * steps[2], value);
}

static void store_zeros(const struct sequences *s, int64_t number, int64_t time)
{
    for (int64_t class = 0; class < s->out->dims[2]; class++)
        store_element(s, number, time, class, 0);
}

/* The gradient at one time, from sums over the positions of each class. */
static void store_gradient(const struct sequences *s, int64_t number, int64_t time, double loss,
                           double grad, const double *sums)
{
    int64_t classes = s->out->dims[2];
    for (int64_t first = 0; first < classes; first += STRIP) {
        double probs[STRIP];
        double shares[STRIP];
        int64_t count = classes - first < STRIP ? classes - first : STRIP;
        for (int64_t i = 0; i < count; i++) {
            probs[i] = prob(s, time, number, first + i);
            shares[i] = sums[first + i] + loss - probs[i];
        }
        doubles_exp(probs, count);
        doubles_exp(shares, count);
        for (int64_t i = 0; i < count; i++)
            store_element(s, number, time, first + i, (probs[i] - shares[i]) * grad);
    }
}

/* The gradient of one sequence. It has three rows of scratch like forward, but each ends with a
 * position that no path reaches, and a row of classes. */
static void backward(struct sequences *s, int64_t number, double *rows)
{
    int64_t length = s->ctc->target_lengths[number];
    int64_t times = s->ctc->input_lengths[number];
    int64_t places = 2 * length + 1;
    struct labels labels = labels_of(s, number);
    double *after = rows;
    double *now = after + places + 1;
    double *passed = now + places + 1;
    double *sums = passed + places;
    double loss = load(s->losses, number * s->losses->strides[0]);
    double grad = load(s->grads, number * s->grads->strides[0]);
    bool is_zero = (s->ctc->zeroes && isinf(loss)) || !are_classes(s, &labels, length);
    after[places] = now[places] = NEVER;
    for (int64_t time = s->probs->dims[0] - 1; time >= 0; time--) {
        if (is_zero || time >= times) {
            store_zeros(s, number, time);
            continue;
        }
        for (int64_t i = 0; i < s->out->dims[2]; i++)
            sums[i] = NEVER;
        bool is_last = time == times - 1;
        for (int64_t i = 0; i < places; i++) {
            bool passes = !is_last && i + 2 < places && skips(&labels, i, i + 2);
            now[i] = is_last && i >= places - 2 ? 0.0 : NEVER;
            passed[i] = passes ? after[i + 2] : NEVER;
        }
        if (!is_last)
            log_sums(s, places, after, after + 1, passed, now);
        for (int64_t i = 0; i < places; i++) {
            int64_t class = label_at(&labels, i);
            now[i] += prob(s, time, number, class);
            sums[class] = log_sum(s, sums[class], alpha(s, number, time, i) + now[i]);
        }
        store_gradient(s, number, time, loss, grad, sums);
        double *swapped = after;
        after = now;
        now = swapped;
    }
}

static void backward_block(int64_t block, int64_t blocks, void *context)
{
    struct sequences *s = context;
    double *rows = (double *)(void *)s->scratch + block * s->room;
    for (int64_t number = block; number < s->ctc->count; number += blocks)
        backward(s, number, rows);
}

/* Each sequence is worth a block. */
static int64_t blocks_of(const struct ctc *ctc)
{
    return blocks_for(ctc->count, 1, ctc->count);
}

static int64_t room_of(const struct work *work)
{
    const struct ctc *ctc = work->attributes;
    return 3 * (2 * ctc->longest + 2) + work->inputs[0].dims[2];
}

static uint64_t sequence_scratch(const struct work *work)
{
    return (uint64_t)(blocks_of(work->attributes) * room_of(work)) * sizeof(double);
}

static void run_forward(const struct work *work, struct task_failure *failure)
{
    struct sequences s = {
        .ctc = work->attributes,
        .level = &vector_levels[ai_cores_level()],
        .probs = &work->inputs[0],
        .targets = &work->inputs[1],
        .losses = &work->outputs[0],
        .alphas = &work->outputs[1],
        .scratch = work->scratch,
        .room = room_of(work),
        .bad_sequence = INT64_MAX,
    };
    ai_cores_run_function("ctc", forward_block, blocks_of(s.ctc), &s);
    report_bad(&s, failure);
}
const struct l0_run loss_kernel_ctc_loss = {.run = run_forward, .scratch_bytes = sequence_scratch};

static void run_backward(const struct work *work, struct task_failure *failure)
{
    struct sequences s = {
        .ctc = work->attributes,
        .level = &vector_levels[ai_cores_level()],
        .probs = &work->inputs[0],
        .targets = &work->inputs[1],
        .losses = &work->inputs[2],
        .alphas = &work->inputs[3],
        .grads = &work->inputs[4],
        .out = &work->outputs[0],
        .scratch = work->scratch,
        .room = room_of(work),
        .bad_sequence = INT64_MAX,
    };
    ai_cores_run_function("ctc", backward_block, blocks_of(s.ctc), &s);
    report_bad(&s, failure);
}
const struct l0_run loss_kernel_ctc_loss_grad = {.run = run_backward,
                                                 .scratch_bytes = sequence_scratch};

struct margins {
    const struct work_view *x;
    const struct work_view *labels;
    const struct work_view *losses;
    const struct work_view *marks;
    int64_t rows;
    int64_t classes;
};

/* The step of a view along its last dimension, and the step from row to row. */
static int64_t last_step(const struct work_view *view)
{
    return view->rank == 0 ? 0 : view->strides[view->rank - 1];
}

static int64_t row_step(const struct work_view *view)
{
    return view->rank < 2 ? 0 : view->strides[0];
}

static int64_t label_of(const struct margins *m, int64_t row, int64_t place)
{
    int64_t at = row * row_step(m->labels) + place * last_step(m->labels);
    return index_at(m->labels->address + at * 8, true);
}

/* Labels behind the first -1 are ignored, and so are numbers that are no classes. */
static void margin_row(const struct margins *m, int64_t row)
{
    double loss = 0;
    int64_t marks = row * row_step(m->marks);
    int64_t first = row * row_step(m->x);
    for (int64_t i = 0; i < m->classes; i++)
        store(m->marks, marks + i * last_step(m->marks), 0);
    for (int64_t i = 0; i < m->classes; i++) {
        int64_t label = label_of(m, row, i);
        if (label == -1)
            break;
        if (label >= 0 && label < m->classes)
            store(m->marks, marks + label * last_step(m->marks), 1);
    }
    for (int64_t i = 0; i < m->classes; i++) {
        int64_t label = label_of(m, row, i);
        if (label == -1)
            break;
        if (label < 0 || label >= m->classes)
            continue;
        double least = 1 - load(m->x, first + label * last_step(m->x));
        for (int64_t c = 0; c < m->classes; c++) {
            double margin = least + load(m->x, first + c * last_step(m->x));
            if (load(m->marks, marks + c * last_step(m->marks)) == 0 && margin > 0)
                loss += margin;
        }
    }
    store(m->losses, row, loss / (double)m->classes);
}

static void margin_block(int64_t block, int64_t blocks, void *context)
{
    const struct margins *m = context;
    for (int64_t row = block; row < m->rows; row += blocks)
        margin_row(m, row);
}

static void run_margins(const struct work *work, struct task_failure *failure)
{
    const struct work_view *x = &work->inputs[0];
    (void)failure;
    struct margins m = {x,
                        &work->inputs[1],
                        &work->outputs[0],
                        &work->outputs[1],
                        x->rank == 2 ? x->dims[0] : 1,
                        x->rank == 0 ? 1 : x->dims[x->rank - 1]};
    ai_cores_run_function("margins", margin_block, blocks_for(m.rows, 1, m.rows), &m);
}
const struct l0_run loss_kernel_multilabel_margin = {.run = run_margins};
