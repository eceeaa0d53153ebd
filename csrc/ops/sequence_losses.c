/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Losses that go over places of a row in turn: CtcLoss, whose recursions sum what all paths through
 * a sequence come to, and MultilabelMarginLoss. An AI core takes a sequence, or a row, after the
 * other; sums are in float64.
 */
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

enum { NONE, MEAN, SUM };

/* Places of a target that kernels take before Ascend950, as a row of logAlpha has room for. */
#define MOST_PLACES 1000

/* The logarithm of 0. */
#define NEVER ((double)-INFINITY)

/* ---- Checks ---------------------------------------------------------------------------------- */

static const int64_t *integers(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

static int64_t largest(const struct array *lengths)
{
    int64_t most = 0;
    for (uint64_t i = 0; i < lengths->size; i++)
        most = integers(lengths)[i] > most ? integers(lengths)[i] : most;
    return most;
}

static int64_t sum_of(const struct array *lengths)
{
    int64_t sum = 0;
    for (uint64_t i = 0; i < lengths->size; i++)
        sum += integers(lengths)[i];
    return sum;
}

static aclnnStatus check_lengths(const struct call *call, int lengths, int64_t count, int64_t most)
{
    const struct array *array = call->arguments[lengths].array;
    if (array->size != (uint64_t)count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRIu64 " entries; %" PRId64
                      ", one for each sequence, are required",
                      call_name(call, lengths), array->size, count);
    for (uint64_t i = 0; i < array->size; i++)
        if (integers(array)[i] < 0 || integers(array)[i] > most)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "entry %" PRIu64 " of %s is %" PRId64 "; 0 to %" PRId64 " is supported",
                          i, call_name(call, lengths), integers(array)[i], most);
    return ACLNN_SUCCESS;
}

aclnnStatus check_sequences(struct call *call, int logProbs, int targets, int inputLengths,
                            int targetLengths, int blank)
{
    const struct tensor *p = call_tensor(call, logProbs);
    const struct tensor *t = call_tensor(call, targets);
    int64_t given = call->arguments[blank].integer;
    if (p->rank < 2 || p->rank > 3 || p->dims[0] == 0)
        return call_refuse_shape(call, logProbs,
                                 "(T, N, C) or (T, C), with a time at least, is required");
    aclnnStatus status = check_rank(call, logProbs, 2, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t count = p->rank == 3 ? p->dims[1] : 1;
    int64_t classes = p->dims[p->rank - 1];
    if (given < 0 || given >= classes)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; a class, 0 to %" PRId64 ", is required",
                      call_name(call, blank), given, classes - 1);
    status = check_lengths(call, inputLengths, count, p->dims[0]);
    if (status == ACLNN_SUCCESS)
        status = check_lengths(call, targetLengths, count, INT32_MAX);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct array *lengths = call->arguments[targetLengths].array;
    bool fits = t->rank == 2 ? t->dims[0] == count && t->dims[1] >= largest(lengths)
                             : t->rank == 1 && t->dims[0] == sum_of(lengths);
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(
                      call, targets,
                      "(N, S) with the longest sequence of classes, or all of them one "
                      "behind the other, is required");
}

/* Places of a row of logAlpha, on products before Ascend950. */
static int64_t padded(int64_t longest)
{
    return (2 * longest + 1 + 7) / 8 * 8;
}

aclnnStatus check_ctc_results(struct call *call, int logProbs, int targetLengths, int loss,
                              int logAlpha)
{
    const struct tensor *p = call_tensor(call, logProbs);
    const struct tensor *y = call_tensor(call, loss);
    const struct tensor *a = call_tensor(call, logAlpha);
    int64_t longest = largest(call->arguments[targetLengths].array);
    int64_t count = p->rank == 3 ? p->dims[1] : 1;
    bool is_950 = call->soc->architecture == ARCHITECTURE_3510;
    if (y->rank != p->rank - 2 || (y->rank == 1 && y->dims[0] != count))
        return call_refuse_shape(call, loss, "an element for each sequence is required");
    if (a->rank == 3 && a->dims[0] == count && a->dims[1] == p->dims[0] &&
        (a->dims[2] == padded(longest) || (is_950 && a->dims[2] == 2 * longest + 1)))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, logAlpha,
                             "(N, T, 2 S + 1), the last rounded up to a multiple of 8 "
                             "before Ascend950, is required");
}

aclnnStatus check_ctc_gradient(struct call *call, int gradOut, int logProbs, int targetLengths,
                               int loss, int logAlpha, int out)
{
    const struct tensor *p = call_tensor(call, logProbs);
    const struct tensor *g = call_tensor(call, gradOut);
    const struct tensor *y = call_tensor(call, loss);
    const struct tensor *a = call_tensor(call, logAlpha);
    int64_t longest = largest(call->arguments[targetLengths].array);
    if (p->rank != 3)
        return call_refuse_shape(call, logProbs, "(T, N, C) is required");
    if (g->rank != 1 || g->dims[0] != p->dims[1])
        return call_refuse_shape(call, gradOut, "an element for each sequence is required");
    if (y->rank != 1 || y->dims[0] != p->dims[1])
        return call_refuse_shape(call, loss, "an element for each sequence is required");
    if (a->rank != 3 || a->dims[0] != p->dims[1] || a->dims[1] != p->dims[0] ||
        a->dims[2] < 2 * longest + 1)
        return call_refuse_shape(call, logAlpha, "that which aclnnCtcLoss gave is required");
    return check_same_shape(call, out, logProbs);
}

/* How long targets are that a row of logAlpha is long enough for. */
static int64_t room_of_row(int64_t places)
{
    return (places - 1) / 2;
}

/* Of one sequence CANN counts the classes as if they were sequences. */
aclnnStatus check_ctc_type(struct call *call, int logProbs, int logAlpha)
{
    const struct tensor *p = call_tensor(call, logProbs);
    if (call->soc->architecture != ARCHITECTURE_2201 || !type_is_half(p->type) ||
        ((p->rank == 2 || p->dims[2] <= 200000) && p->dims[1] <= 8180 &&
         room_of_row(call_tensor(call, logAlpha)->dims[2]) <= MOST_PLACES))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s and has more than 200000 classes, more than 8180 sequences (or classes "
                  "of one), or %s has room for more than 1000 places of a target",
                  call_name(call, logProbs), data_type_name(p->type), call_name(call, logAlpha));
}

/* ---- CtcLoss: the work ----------------------------------------------------------------------- */

struct ctc {
    int64_t blank;
    bool zeroes; /* what is infinite */
    int64_t count;
    int64_t longest; /* of the targets */
    const int64_t *input_lengths;
    const int64_t *target_lengths;
};

struct sequences {
    const struct ctc *ctc;
    const struct work_view *probs;   /* (T, N, C) */
    const struct work_view *targets; /* int64, (N, S) or (sum of S) */
    const struct work_view *alphas;
    const struct work_view *losses;
    const struct work_view *grads;
    const struct work_view *out;
    char *scratch;
    int64_t room; /* of a block, in doubles */
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

/* A sequence's targets with blanks around them. */
struct labels {
    const struct sequences *s;
    int64_t number;
    int64_t first; /* of targets that lie one behind the other */
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

/* A class. Targets were looked at before, but may change: what is none then is a blank. */
static int64_t label_at(const struct labels *labels, int64_t place)
{
    int64_t target = place % 2 == 0 ? labels->s->ctc->blank : target_at(labels, place / 2);
    return is_class(labels->s, target) ? target : labels->s->ctc->blank;
}

/* Whether a path may pass over the blank between two labels. */
static bool skips(const struct labels *labels, int64_t place, int64_t other)
{
    return place % 2 != 0 && target_at(labels, place / 2) != target_at(labels, other / 2);
}

/* The logarithm of a sum of exponentials. */
static double log_sum(double a, double b, double c)
{
    double most = fmax(fmax(a, b), c);
    if (most == NEVER)
        return most;
    return most + log(exp(a - most) + exp(b - most) + exp(c - most));
}

/* Targets that are no classes: the lowest sequence that has one is told. */
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

/* The loss of one sequence; two rows of scratch. */
static double forward(struct sequences *s, int64_t number, double *rows)
{
    int64_t length = s->ctc->target_lengths[number];
    int64_t times = s->ctc->input_lengths[number];
    int64_t places = 2 * length + 1;
    struct labels labels = labels_of(s, number);
    double *before = rows;
    double *now = rows + places;
    if (!are_classes(s, &labels, length))
        return NAN;
    for (int64_t time = 0; time < s->probs->dims[0]; time++) {
        for (int64_t i = 0; i < places; i++) {
            double sum = time == 0
                             ? (i < 2 ? 0.0 : NEVER)
                             : log_sum(before[i], i > 0 ? before[i - 1] : NEVER,
                                       i > 1 && skips(&labels, i, i - 2) ? before[i - 2] : NEVER);
            now[i] = time < times ? sum + prob(s, time, number, label_at(&labels, i)) : NEVER;
        }
        store_alphas(s, number, time, now, places);
        if (time >= times)
            continue;
        double *swapped = before;
        before = now;
        now = swapped;
    }
    if (times == 0)
        return length == 0 ? 0.0 : (double)INFINITY;
    return -log_sum(before[places - 1], places > 1 ? before[places - 2] : NEVER, NEVER);
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

/* The gradient at one time, from sums over the places of each class. */
static void store_gradient(const struct sequences *s, int64_t number, int64_t time, double loss,
                           double grad, const double *sums)
{
    const int64_t *steps = s->out->strides;
    for (int64_t class = 0; class < s->out->dims[2]; class++) {
        double p = prob(s, time, number, class);
        double value = sums == NULL ? 0 : (exp(p) - exp(sums[class] + loss - p)) * grad;
        store(s->out, time * steps[0] + number * steps[1] + class * steps[2], value);
    }
}

static void backward(struct sequences *s, int64_t number, double *rows)
{
    int64_t length = s->ctc->target_lengths[number];
    int64_t times = s->ctc->input_lengths[number];
    int64_t places = 2 * length + 1;
    struct labels labels = labels_of(s, number);
    double *after = rows;
    double *now = rows + places;
    double *sums = rows + 2 * places;
    double loss = load(s->losses, number * s->losses->strides[0]);
    double grad = load(s->grads, number * s->grads->strides[0]);
    bool is_zero = (s->ctc->zeroes && isinf(loss)) || !are_classes(s, &labels, length);
    for (int64_t time = s->probs->dims[0] - 1; time >= 0; time--) {
        if (is_zero || time >= times) {
            store_gradient(s, number, time, loss, grad, NULL);
            continue;
        }
        for (int64_t i = 0; i < s->out->dims[2]; i++)
            sums[i] = NEVER;
        for (int64_t i = 0; i < places; i++) {
            double sum = time == times - 1
                             ? (i >= places - 2 ? 0.0 : NEVER)
                             : log_sum(after[i], i + 1 < places ? after[i + 1] : NEVER,
                                       i + 2 < places && skips(&labels, i, i + 2) ? after[i + 2]
                                                                                  : NEVER);
            int64_t class = label_at(&labels, i);
            now[i] = sum + prob(s, time, number, class);
            sums[class] = log_sum(sums[class], alpha(s, number, time, i) + now[i], NEVER);
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

/* A sequence is worth a block. */
static int64_t blocks_of(const struct ctc *ctc)
{
    return blocks_for(ctc->count, 1, ctc->count);
}

static int64_t room_of(const struct work *work)
{
    const struct ctc *ctc = work->attributes;
    return 2 * (2 * ctc->longest + 1) + work->inputs[0].dims[2];
}

static uint64_t sequence_scratch(const struct work *work)
{
    return (uint64_t)(blocks_of(work->attributes) * room_of(work)) * sizeof(double);
}

static void run_forward(const struct work *work, struct task_failure *failure)
{
    struct sequences s = {
        .ctc = work->attributes,
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

extern const struct l0_run run_ctc_loss;
const struct l0_run run_ctc_loss = {.run = run_forward, .scratch_bytes = sequence_scratch};

static void run_backward(const struct work *work, struct task_failure *failure)
{
    struct sequences s = {
        .ctc = work->attributes,
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

extern const struct l0_run run_ctc_loss_grad;
const struct l0_run run_ctc_loss_grad = {.run = run_backward, .scratch_bytes = sequence_scratch};

/* ---- CtcLoss: lists -------------------------------------------------------------------------- */

static const int64_t *kept_numbers(struct l0_list *list, const struct array *array)
{
    int64_t *kept = arena_take(list->arena, (size_t)(array->size + 1) * sizeof *kept);
    if (kept != NULL)
        memcpy(kept, array->values, (size_t)array->size * sizeof *kept);
    return kept;
}

static struct ctc *ctc_of(struct l0_list *list, const struct array *inputs,
                          const struct array *targets, int64_t blank, bool zeroes)
{
    struct ctc *ctc = arena_take(list->arena, sizeof *ctc);
    if (ctc == NULL)
        return NULL;
    *ctc = (struct ctc){blank,
                        zeroes,
                        (int64_t)inputs->size,
                        largest(targets),
                        kept_numbers(list, inputs),
                        kept_numbers(list, targets)};
    return ctc->input_lengths != NULL && ctc->target_lengths != NULL ? ctc : NULL;
}

/* Ascend910's kernel, and that of the others for few classes, keeps all of a time in its buffer. */
static bool fits_buffer(const struct l0_list *list, const struct l0_tensor *probs, int64_t room,
                        aclDataType targets)
{
    int64_t width = targets == ACL_INT32 ? 4 : 8;
    double bytes = (double)probs->dims[2] * (5 + 1.0 / 64 + 1.0 / 8) * 4 +
                   (double)(probs->dims[0] * width + room * (24 * 4 + width));
    int64_t buffer = (list->architecture == L0_1001 ? 256 : 192) * 1024 - 2048;
    return room <= MOST_PLACES && bytes < (double)buffer && probs->dims[1] * (width + 4) < buffer &&
           probs->type == ACL_FLOAT;
}

/* What the tilings of CTCLossV3 and CTCLossV3Grad on 910B, and of CTCLossV2 and CTCLossV2Grad on
   Ascend950, ask for: of each sequence three or four rows of places, or what of logAlpha halves
   have no room for, or the sums over ends and those of classes. */
static uint64_t sequences_workspace(const struct l0_list *list, bool is_gradient,
                                    const struct l0_tensor *probs, int64_t places, int64_t longest)
{
    uint64_t times = (uint64_t)probs->dims[0];
    uint64_t count = (uint64_t)probs->dims[1];
    uint64_t width = (uint64_t)places;
    uint64_t bytes = 0;
    if (list->architecture == L0_3510 && is_gradient)
        bytes = 4 * times * count * (width + (uint64_t)probs->dims[2]);
    else if (list->architecture == L0_3510)
        bytes = probs->type == ACL_FLOAT
                    ? 0
                    : (4 * times * count * (uint64_t)(2 * longest + 1) + 31) / 32 * 32;
    else if (is_gradient)
        bytes = 16 * width * count + (count > 1500 ? 8 * count : 0);
    else
        bytes = 12 * (uint64_t)(padded(longest > 1 ? longest : 1) + 8) * count +
                (count > 1500 ? 8 * count : 0);
    return L0_SYSTEM_WORKSPACE + bytes;
}

/* Which operator it is, and where it runs; a row of logAlpha has so many places. */
static void launch(struct l0_list *list, bool is_gradient, const struct l0_tensor *probs,
                   const struct l0_tensor *targets, int64_t places, int64_t longest,
                   const int *inputs, int count, const int *outputs, int output_count)
{
    bool is_float = probs->type != ACL_DOUBLE;
    int64_t room = room_of_row(places);
    bool is_3 = list->architecture == L0_2201 && is_float && room <= MOST_PLACES &&
                probs->dims[2] <= 200000 && probs->dims[1] <= (is_gradient ? 10000 : 8180);
    bool on_cores = targets->elements > 0 && (is_3 || (list->architecture == L0_3510 && is_float) ||
                                              fits_buffer(list, probs, room, targets->type));
    const char *names[2][2] = {{"CTCLossV2", "CTCLossV2Grad"}, {"CTCLossV3", "CTCLossV3Grad"}};
    bool newer = is_3 && on_cores;
    l0_launch_many(list, names[newer][is_gradient], on_cores ? L0_AI_CORE : L0_AI_CPU, inputs,
                   count, outputs, output_count);
    if (!on_cores)
        return;
    if (newer || list->architecture == L0_3510)
        l0_kernel_workspace(list, sequences_workspace(list, is_gradient, probs, places, longest));
    else
        l0_assume(list, is_gradient ? "kernel:CTCLossV2Grad" : "kernel:CTCLossV2");
}

/* Targets as kernels take them, for the size, and as the work does. */
static int classes_of(struct l0_list *list, int targets, int *launched)
{
    int t = l0_contiguous(list, targets);
    if (t == L0_NONE)
        return t;
    aclDataType type = list->tensors[t].type;
    *launched = type == ACL_INT32 || type == ACL_INT64 ? t : l0_launch_cast(list, t, ACL_INT64);
    return l0_convert(list, t, ACL_INT64);
}

/* Halves in float32. */
static int widened(struct l0_list *list, int tensor)
{
    return tensor != L0_NONE && type_is_half(list->tensors[tensor].type)
               ? l0_convert(list, tensor, ACL_FLOAT)
               : tensor;
}

void list_ctc_loss(struct l0_list *list, int logProbs, int targets,
                   const struct array *inputLengths, const struct array *targetLengths,
                   int64_t blank, bool zeroInfinity, int negLogLikelihoodOut, int logAlphaOut)
{
    int p = l0_contiguous(list, logProbs);
    int launched = L0_NONE;
    int t = classes_of(list, targets, &launched);
    struct ctc *ctc = ctc_of(list, inputLengths, targetLengths, blank, zeroInfinity);
    if (p == L0_NONE || t == L0_NONE || launched == L0_NONE || ctc == NULL ||
        logAlphaOut == L0_NONE || negLogLikelihoodOut == L0_NONE || ctc->count == 0)
        return;
    if (list->tensors[p].rank == 2) {
        const struct l0_tensor flat = list->tensors[p];
        p = l0_reshape(list, p, (const int64_t[]){flat.dims[0], 1, flat.dims[1]}, 3);
    }
    if (p == L0_NONE)
        return;
    const struct l0_tensor probs = list->tensors[p];
    const struct l0_tensor losses = list->tensors[negLogLikelihoodOut];
    const struct l0_tensor alphas = list->tensors[logAlphaOut];
    const struct l0_tensor names = list->tensors[launched];
    aclDataType type = probs.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int of_device[2] = {l0_new_shaped(list, "losses", probs.type, losses.dims, losses.rank),
                        l0_new_shaped(list, "alphas", probs.type, alphas.dims, 3)};
    int results[2] = {of_device[0], of_device[1]};
    const int inputs[] = {p, launched, l0_host_tensor(list, "lengths", names.type, ctc->count),
                          l0_host_tensor(list, "lengths", names.type, ctc->count)};
    launch(list, false, &probs, &names, alphas.dims[2], ctc->longest, inputs, 4, of_device, 2);
    if (type != probs.type) {
        results[0] = l0_new_shaped(list, "losses", type, losses.dims, losses.rank);
        results[1] = l0_new_shaped(list, "alphas", type, alphas.dims, 3);
    }
    l0_step(list, L0_STEP_APPLY, &l0_CTCLossV2, (const int[]){widened(list, p), t}, 2, results, 2,
            ctc);
    const int outs[] = {negLogLikelihoodOut, logAlphaOut};
    for (int i = 0; i < 2; i++) {
        l0_launch_view_copy(list, of_device[i], outs[i]);
        int rounded = l0_convert(list, results[i], probs.type);
        if (rounded != L0_NONE)
            l0_step(list, L0_STEP_STORE, NULL, &rounded, 1, &outs[i], 1, NULL);
    }
}

void list_ctc_loss_backward(struct l0_list *list, int gradOut, int logProbs, int targets,
                            const struct array *inputLengths, const struct array *targetLengths,
                            int negLogLikelihood, int logAlpha, int64_t blank, bool zeroInfinity,
                            int out)
{
    int g = l0_contiguous(list, gradOut);
    int p = l0_contiguous(list, logProbs);
    int y = l0_contiguous(list, negLogLikelihood);
    int a = l0_contiguous(list, logAlpha);
    int launched = L0_NONE;
    int t = classes_of(list, targets, &launched);
    struct ctc *ctc = ctc_of(list, inputLengths, targetLengths, blank, zeroInfinity);
    if (g == L0_NONE || p == L0_NONE || y == L0_NONE || a == L0_NONE || t == L0_NONE ||
        launched == L0_NONE || ctc == NULL || out == L0_NONE || ctc->count == 0)
        return;
    const struct l0_tensor probs = list->tensors[p];
    const struct l0_tensor names = list->tensors[launched];
    aclDataType type = probs.type == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    int of_device = l0_new_shaped(list, "gradient", probs.type, probs.dims, 3);
    int result = type == probs.type ? of_device
                                    : l0_new_shaped(list, "gradient", type, probs.dims, 3);
    const int inputs[] = {g,
                          p,
                          launched,
                          l0_host_tensor(list, "lengths", names.type, ctc->count),
                          l0_host_tensor(list, "lengths", names.type, ctc->count),
                          y,
                          a};
    launch(list, true, &probs, &names, list->tensors[a].dims[2], ctc->longest, inputs, 7,
           &of_device, 1);
    l0_step(
        list, L0_STEP_APPLY, &l0_CTCLossV2Grad,
        (const int[]){widened(list, p), t, widened(list, y), widened(list, a), widened(list, g)}, 5,
        &result, 1, ctc);
    l0_launch_view_copy(list, of_device, out);
    int rounded = l0_convert(list, result, probs.type);
    if (rounded != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &rounded, 1, &out, 1, NULL);
}

/* ---- MultilabelMarginLoss -------------------------------------------------------------------- */

aclnnStatus check_labels(struct call *call, int self, int target, int reduction, int out,
                         int isTarget)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *t = call_tensor(call, target);
    const struct tensor *y = call_tensor(call, out);
    int64_t labels = 0;
    int64_t losses = 0;
    if (x->rank > 2 || (x->rank > 0 && x->dims[x->rank - 1] == 0))
        return call_refuse_shape(
            call, self, "(N, C), (C) or no dimensions, with a class at least, is required");
    aclnnStatus status = check_rank(call, self, 0, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    bool fits = x->rank == 2 ? same_dims(t->dims, t->rank, x->dims, 2)
                             : t->rank <= 1 && tensor_element_count(t, &labels) &&
                                   labels == (x->rank == 0 ? 1 : x->dims[0]);
    if (!fits)
        return call_refuse_shape(call, target, "a label for each class of self is required");
    if (x->rank == 2 && call->arguments[reduction].integer == NONE)
        fits = y->rank == 1 && y->dims[0] == x->dims[0];
    else
        fits = y->rank <= 1 && tensor_element_count(y, &losses) && losses == 1;
    if (!fits)
        return call_refuse_shape(call, out,
                                 "an element for each row, or one where they are joined, is "
                                 "required");
    return check_same_shape(call, isTarget, target);
}

struct margins {
    const struct work_view *x;
    const struct work_view *labels;
    const struct work_view *losses;
    const struct work_view *marks;
    int64_t rows;
    int64_t classes;
};

/* The step of a view along its last dimension, and from row to row. */
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

/* Labels behind the first -1 do not count, and those that are no classes. */
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

extern const struct l0_run run_multilabel_margin;
const struct l0_run run_multilabel_margin = {.run = run_margins};

/* On Ascend950 a float for each row, or 32 bytes for each core that rows go to, in whole blocks. */
static uint64_t margin_workspace(const struct l0_list *list, int64_t rows, int64_t reduction)
{
    uint64_t cores = (uint64_t)list->soc->vector_cores;
    uint64_t count = (uint64_t)rows;
    uint64_t bytes = reduction == NONE ? (4 * count + 31) / 32 * 32
                                       : 32 * (count < cores ? count : cores);
    return L0_SYSTEM_WORKSPACE + bytes;
}

void list_multilabel_margin_loss(struct l0_list *list, int self, int target, int64_t reduction,
                                 int out, int isTarget)
{
    int x = l0_contiguous(list, self);
    int t = l0_contiguous(list, target);
    if (x == L0_NONE || t == L0_NONE || out == L0_NONE || isTarget == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[x];
    const struct l0_tensor labels = list->tensors[t];
    const struct l0_tensor result = list->tensors[out];
    bool is_950 = list->architecture == L0_3510;
    int cast = l0_launch_cast(list, t, ACL_INT32);
    int of_device[2] = {
        l0_new_shaped(list, "loss", like.type, result.dims, result.rank),
        l0_new_shaped(list, "marks", is_950 ? like.type : ACL_INT32, labels.dims, labels.rank)};
    l0_launch_row(list, &l0_MultilabelMarginLoss, (const int[]){x, cast}, 2, 0, of_device, 2, NULL);
    int64_t rows = like.rank == 2 ? like.dims[0] : 1;
    if (is_950)
        l0_kernel_workspace(list, margin_workspace(list, rows, reduction));
    int results[2] = {l0_new_shaped(list, "losses", ACL_FLOAT, &rows, 1),
                      l0_new_shaped(list, "marks", ACL_FLOAT, labels.dims, labels.rank)};
    int numbers = l0_convert(list, x, ACL_FLOAT);
    l0_step(list, L0_STEP_APPLY, &l0_MultilabelMarginLoss,
            (const int[]){numbers, l0_convert(list, t, ACL_INT64)}, 2, results, 2, NULL);
    int loss = results[0];
    if (reduction != NONE) {
        struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
        loss = l0_new_shaped(list, "loss", ACL_FLOAT, NULL, 0);
        if (fold == NULL || loss == L0_NONE)
            return;
        fold->dims = 1;
        l0_step(
            list, L0_STEP_APPLY, &l0_MultilabelMarginLossJoined,
            (const int[]){results[0], list_number_of(list, reduction == MEAN ? (double)rows : 1)},
            2, &loss, 1, fold);
    }
    loss = l0_convert(list, l0_reshape(list, loss, result.dims, result.rank), like.type);
    int marks = l0_convert(list, results[1], like.type);
    l0_launch_view_copy(list, of_device[0], out);
    l0_launch_view_copy(list, is_950 ? of_device[1] : l0_launch_cast(list, of_device[1], like.type),
                        isTarget);
    if (loss == L0_NONE || marks == L0_NONE)
        return;
    l0_step(list, L0_STEP_STORE, NULL, &loss, 1, &out, 1, NULL);
    l0_step(list, L0_STEP_STORE, NULL, &marks, 1, &isTarget, 1, NULL);
}
