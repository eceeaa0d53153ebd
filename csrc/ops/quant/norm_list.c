/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with quantised results: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "declared/binary.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/norm.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* The parts of a norm: dense tensors, and L0_NONE for what is not given. */
struct normed {
    int x;
    int gamma;
    int beta;
    double epsilon;
    uint64_t folded;
};

/* A quantised result by scales and offsets that are given. */
struct by_scale {
    int scale;
    int offset;
    bool divides;
    int y; /* the caller's tensor */
};

/* ---- Pieces ---------------------------------------------------------------------------------- */

static struct quant_work given_work(struct l0_list *list, const struct normed *n,
                                    const struct by_scale *by)
{
    return (struct quant_work){
        .formula = by->divides ? &l0_RmsNormQuant : &l0_RmsNormQuantTimes,
        .held = by->divides ? &l0_RmsNormQuantHeld : &l0_RmsNormQuantTimesHeld,
        .on_rows = by->divides ? &l0_RmsNormQuantRows : &l0_RmsNormQuantTimesRows,
        .inputs = {n->x, n->gamma, quant_or_number(list, n->beta, 0),
                   list_number_of(list, n->epsilon), quant_or_number(list, by->scale, 1),
                   quant_or_number(list, by->offset, 0)},
        .input_count = 6,
        .results = {quant_result_of(list, by->y), {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = 2,
        .folded = n->folded,
    };
}

static struct quant_work dynamic_work(struct l0_list *list, const struct normed *n, int smooth,
                                      int y)
{
    return (struct quant_work){
        .formula = &l0_AddRmsNormDynamicQuant,
        .held = &l0_AddRmsNormDynamicQuantHeld,
        .on_rows = &l0_RmsNormDynamicQuantRows,
        .inputs = {n->x, n->gamma, quant_or_number(list, n->beta, 0),
                   list_number_of(list, n->epsilon), quant_or_number(list, smooth, 1),
                   list_number_of(list, quant_largest(list->tensors[y].type))},
        .input_count = 6,
        .results = {quant_result_of(list, y), {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = 2,
        .folded = n->folded,
    };
}

/* [1, n] as [n]. */
static int as_row(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE || list->tensors[tensor].rank != 2 || list->tensors[tensor].dims[0] != 1)
        return tensor;
    return l0_reshape(list, tensor, list->tensors[tensor].dims + 1, 1);
}

/* What an operator writes in place of a result that is not wanted. */
static int nothing(struct l0_list *list, aclDataType type)
{
    return l0_new_shaped(list, "nothing", type, (const int64_t[]){1}, 1);
}

/* The sum of two tensors, which the norm reads as it is rounded to their type. */
static int sum_like(struct l0_list *list, int x1)
{
    const struct l0_tensor like = list->tensors[x1];
    return l0_new_shaped(list, "x", like.type, like.dims, like.rank);
}

/* Appends the work on dense rows that adds two tensors and quantises the sum at once, where it can
 * be done; the work is that of the sum alone, with two results. */
static bool quantise_added(struct l0_list *list, const struct l0_row *row, const int added[2],
                           int sum, const struct quant_work *work, const int *quantised)
{
    int inputs[QUANT_MOST_INPUTS + 1] = {added[0], added[1]};
    const int results[] = {quantised[0], quantised[1], sum};
    if (list->status != ACLNN_SUCCESS || work->results[0].is_packed ||
        list->tensors[sum].type != list->tensors[added[0]].type || !norm_lies_in_order(list, sum) ||
        !quant_has_rows(list, work, added[0]) || !quant_has_rows(list, work, added[1]))
        return false;
    for (int i = 1; i < work->input_count; i++)
        inputs[i + 1] = work->inputs[i];
    norm_work_on_rows(list, row, inputs, work->input_count + 1, results, 3, 1);
    return true;
}

/* ---- RmsNormQuant ---------------------------------------------------------------------------- */

void quant_list_rms_norm_quant(struct l0_list *list, int x, int gamma, int beta, int scale,
                               int offset, double epsilon, int y)
{
    int results[2];
    if (x == L0_NONE || y == L0_NONE || list->tensors[x].elements == 0)
        return;
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    int dense = l0_contiguous(list, x);
    int offsets = l0_contiguous(list, offset);
    int scales = l0_contiguous(list, scale);
    const struct normed n = {dense, as_row(list, l0_contiguous(list, gamma)),
                             as_row(list, l0_contiguous(list, beta)), epsilon,
                             norm_last_dims(&list->tensors[dense], 1)};
    const struct quant_work work = given_work(list, &n,
                                              &(struct by_scale){scales, offsets, true, y});
    const int launched[] = {dense, n.gamma, n.beta, scales, offsets};
    quant_new_results(list, &work, results);
    quant_launch(list, is_3510 ? &l0_RmsNormQuantV2 : &l0_RmsNormQuant, launched, 5, results, 1);
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], y);
}

void quant_list_rms_norm_quant_v3(struct l0_list *list, int x, int gamma, int scale, int offset,
                                  int beta, double epsilon, bool divMode, bool outputRstd, int y,
                                  int rstd)
{
    int results[2];
    if (x == L0_NONE || y == L0_NONE || list->tensors[x].elements == 0)
        return;
    int dense = l0_contiguous(list, x);
    const struct normed n = {dense, as_row(list, l0_contiguous(list, gamma)),
                             as_row(list, quant_dense(list, beta)), epsilon,
                             norm_last_dims(&list->tensors[dense], 1)};
    int scales = l0_contiguous(list, scale);
    int offsets = quant_dense(list, offset);
    const struct quant_work work = given_work(list, &n,
                                              &(struct by_scale){scales, offsets, divMode, y});
    const int launched[] = {dense, n.gamma, scales, offsets, n.beta};
    quant_new_results(list, &work, results);
    quant_launch(list, &l0_RmsNormQuantV3, launched, 5, results, 2);
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], y);
    if (outputRstd)
        norm_write_reshaped(list, results[1], rstd);
}

/* ---- AddRmsNormQuant ------------------------------------------------------------------------- */

/* The operands and results of a call; L0_NONE for those that it does not have. */
struct sum_quant {
    int x1;
    int x2;
    int gamma;
    int beta;
    int scales[2];
    int points[2];
    double epsilon;
    bool divides;
    int y[2];
    int x;
    int norm;
    bool has_second; /* y[1] is written */
};

/* The norm itself, where it is a result. */
static void norm_alone(struct l0_list *list, const struct normed *n, int result)
{
    const struct quant_work work = {
        .formula = &l0_AddRmsNormQuantNormed,
        .inputs = {n->x, n->gamma, list_number_of(list, n->epsilon)},
        .input_count = 3,
        .results = {{.type = list->tensors[n->x].type}},
        .result_count = 1,
        .folded = n->folded,
    };
    quant_compute(list, &work, &result);
}

/* Appends an operator that writes what is quantised, the sum and perhaps the norm. */
static void quantise_sum(struct l0_list *list, const struct l0_row *row, const struct sum_quant *s)
{
    int first[2] = {L0_NONE, L0_NONE};
    int second[2] = {L0_NONE, L0_NONE};
    bool has_norm = row == &l0_AddRmsNormQuantV2;
    int x = sum_like(list, s->x1);
    int norm = has_norm ? sum_like(list, s->x1) : L0_NONE;
    if (x == L0_NONE)
        return;
    const struct normed n = {x, s->gamma, s->beta, s->epsilon,
                             norm_last_dims(&list->tensors[x], list->tensors[s->gamma].rank)};
    const struct quant_work one = given_work(list, &n,
                                             &(struct by_scale){as_row(list, s->scales[0]),
                                                                as_row(list, s->points[0]),
                                                                s->divides, s->y[0]});
    quant_new_results(list, &one, first);
    struct quant_work other = one;
    if (s->has_second) {
        other = given_work(list, &n,
                           &(struct by_scale){as_row(list, s->scales[1]),
                                              as_row(list, s->points[1]), s->divides, s->y[1]});
        quant_new_results(list, &other, second);
    } else {
        second[0] = nothing(list, list->tensors[s->y[0]].type);
    }
    const int launched[] = {s->x1,        s->x2,        s->gamma,     s->scales[0],
                            s->scales[1], s->points[0], s->points[1], s->beta};
    quant_launch(list, row, launched, 8, (const int[]){first[0], second[0], x, norm},
                 has_norm ? 4 : 3);
    const struct l0_row *on_rows = s->divides ? &l0_AddRmsNormQuantRows
                                              : &l0_AddRmsNormQuantTimesRows;
    bool is_added = !s->has_second && s->norm == L0_NONE &&
                    quantise_added(list, on_rows, (const int[]){s->x1, s->x2},
                                   s->x != L0_NONE ? s->x : x, &one, first);
    if (!is_added) {
        l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){s->x1, s->x2}, 2, &x, 1, NULL);
        quant_compute(list, &one, first);
    }
    if (s->has_second)
        quant_compute(list, &other, second);
    if (s->norm != L0_NONE)
        norm_alone(list, &n, norm);
    l0_view_copy(list, first[0], s->y[0]);
    if (s->has_second)
        l0_view_copy(list, second[0], s->y[1]);
    if (s->x != L0_NONE && is_added)
        l0_launch_view_copy(list, x, s->x);
    else if (s->x != L0_NONE)
        l0_view_copy(list, x, s->x);
    if (s->norm != L0_NONE)
        l0_view_copy(list, norm, s->norm);
}

void quant_list_add_rms_norm_quant(struct l0_list *list, int x1, int x2, int gamma, int scales1,
                                   int scales2Optional, int zeroPoints1Optional,
                                   int zeroPoints2Optional, double epsilon, bool divMode, int y1Out,
                                   int y2Out, int xOut)
{
    if (x1 == L0_NONE || y1Out == L0_NONE || xOut == L0_NONE)
        return;
    struct sum_quant s = {
        .beta = L0_NONE,
        .epsilon = epsilon,
        .divides = divMode,
        .y = {y1Out, y2Out},
        .x = xOut,
        .norm = L0_NONE,
        .has_second = scales2Optional != L0_NONE,
    };
    s.x1 = l0_contiguous(list, x1);
    s.x2 = l0_contiguous(list, x2);
    s.gamma = l0_contiguous(list, gamma);
    s.scales[0] = l0_contiguous(list, scales1);
    s.scales[1] = quant_dense(list, scales2Optional);
    s.points[0] = quant_dense(list, zeroPoints1Optional);
    s.points[1] = quant_dense(list, zeroPoints2Optional);
    quantise_sum(list, &l0_AddRmsNormQuant, &s);
}

static const struct tensor *given_of(const struct l0_list *list, int tensor)
{
    return tensor != L0_NONE ? list->tensors[tensor].given : NULL;
}

/* A dense tensor, in another type where it has the one that the kernels do not read. */
static int read_as(struct l0_list *list, int tensor, aclDataType from, aclDataType to)
{
    bool is_other = tensor != L0_NONE && list->tensors[tensor].type == from &&
                    list->architecture == ARCHITECTURE_2201;
    return is_other ? quant_dense_in(list, tensor, to) : quant_dense(list, tensor);
}

void quant_list_add_rms_norm_quant_v2(struct l0_list *list, int x1, int x2, int gamma, int scales1,
                                      int scales2Optional, int zeroPoints1Optional,
                                      int zeroPoints2Optional, int betaOptional, double epsilon,
                                      bool divMode, int y1Out, int y2Out, int xOut, int rmsNormOut)
{
    if (x1 == L0_NONE || x2 == L0_NONE || gamma == L0_NONE || scales1 == L0_NONE ||
        y1Out == L0_NONE || y2Out == L0_NONE)
        return;
    const struct quant_norm_form form = {
        .architecture = list->architecture,
        .x1 = given_of(list, x1),
        .gamma = given_of(list, gamma),
        .scales1 = given_of(list, scales1),
        .points1 = given_of(list, zeroPoints1Optional),
        .has_second = scales2Optional != L0_NONE || zeroPoints2Optional != L0_NONE,
        .has_beta = betaOptional != L0_NONE,
        .divides = divMode,
        .has_sum = xOut != L0_NONE,
        .has_norm = rmsNormOut != L0_NONE,
    };
    bool is_v2 = quant_is_norm_v2(&form);
    struct sum_quant s = {
        .epsilon = epsilon,
        .divides = divMode,
        .y = {y1Out, y2Out},
        .x = xOut,
        .norm = rmsNormOut,
        .has_second = scales2Optional != L0_NONE || (is_v2 && zeroPoints2Optional != L0_NONE),
    };
    s.x1 = l0_contiguous(list, x1);
    s.x2 = l0_contiguous(list, x2);
    s.gamma = as_row(list, l0_contiguous(list, gamma));
    s.beta = as_row(list, quant_dense(list, betaOptional));
    s.scales[0] = read_as(list, scales1, ACL_FLOAT16, ACL_FLOAT);
    s.scales[1] = quant_dense(list, scales2Optional);
    s.points[0] = read_as(list, zeroPoints1Optional, ACL_INT8, ACL_INT32);
    s.points[1] = quant_dense(list, zeroPoints2Optional);
    quantise_sum(list, is_v2 ? &l0_AddRmsNormQuantV2 : &l0_AddRmsNormQuant, &s);
}

/* ---- AddRmsNormDynamicQuant ------------------------------------------------------------------ */

/* One of the two results, whose tensors are L0_NONE where it is not wanted. */
struct pair {
    int y;
    int scale;
    int results[2];
    struct quant_work work;
};

static void plan(struct l0_list *list, const struct normed *n, int smooth, aclDataType other,
                 struct pair *pair)
{
    if (pair->y == L0_NONE) {
        pair->results[0] = nothing(list, other);
        pair->results[1] = nothing(list, ACL_FLOAT);
        return;
    }
    pair->work = dynamic_work(list, n, smooth, pair->y);
    quant_new_results(list, &pair->work, pair->results);
}

static void write(struct l0_list *list, const struct pair *pair)
{
    if (pair->y == L0_NONE)
        return;
    l0_view_copy(list, pair->results[0], pair->y);
    norm_write_reshaped(list, pair->results[1], pair->scale);
}

void quant_list_add_rms_norm_dynamic_quant_v2(struct l0_list *list, int x1, int x2, int gamma,
                                              int smoothScale1Optional, int smoothScale2Optional,
                                              int betaOptional, double epsilon,
                                              const struct array *outputMask, int y1Out, int y2Out,
                                              int xOut, int scale1Out, int scale2Out)
{
    struct pair pairs[2] = {{.y = L0_NONE}, {.y = L0_NONE}};
    bool has_both = smoothScale1Optional != L0_NONE && smoothScale2Optional != L0_NONE;
    if (x1 == L0_NONE || xOut == L0_NONE || y1Out == L0_NONE || y2Out == L0_NONE)
        return;
    if (quant_is_wanted(outputMask, has_both, 0))
        pairs[0] = (struct pair){.y = y1Out, .scale = scale1Out};
    if (quant_is_wanted(outputMask, has_both, 1))
        pairs[1] = (struct pair){.y = y2Out, .scale = scale2Out};
    aclDataType type = list->tensors[pairs[0].y != L0_NONE ? y1Out : y2Out].type;
    int a = l0_contiguous(list, x1);
    int b = l0_contiguous(list, x2);
    int factors = l0_contiguous(list, gamma);
    int smooth1 = quant_dense(list, smoothScale1Optional);
    int smooth2 = quant_dense(list, smoothScale2Optional);
    int beta = quant_dense(list, betaOptional);
    int x = sum_like(list, a);
    if (x == L0_NONE)
        return;
    const struct normed n = {x, factors, beta, epsilon, norm_last_dims(&list->tensors[x], 1)};
    plan(list, &n, smooth1, type, &pairs[0]);
    plan(list, &n, smooth2, type, &pairs[1]);
    const int launched[] = {a, b, factors, smooth1, smooth2, beta};
    const int results[] = {pairs[0].results[0], pairs[1].results[0], x, pairs[0].results[1],
                           pairs[1].results[1]};
    quant_launch(list, &l0_AddRmsNormDynamicQuant, launched, 6, results, 5);
    const struct pair *only = &pairs[pairs[0].y == L0_NONE];
    bool has_one = (pairs[0].y == L0_NONE) != (pairs[1].y == L0_NONE);
    bool is_added = has_one &&
                    quantise_added(list, &l0_AddRmsNormDynamicQuantRows, (const int[]){a, b}, xOut,
                                   &only->work, only->results);
    if (!is_added) {
        l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){a, b}, 2, &x, 1, NULL);
        for (int i = 0; i < 2; i++)
            if (pairs[i].y != L0_NONE)
                quant_compute(list, &pairs[i].work, pairs[i].results);
    }
    write(list, &pairs[0]);
    write(list, &pairs[1]);
    if (is_added)
        l0_launch_view_copy(list, x, xOut);
    else
        l0_view_copy(list, x, xOut);
}

void quant_list_add_rms_norm_dynamic_quant(struct l0_list *list, int x1, int x2, int gamma,
                                           int smoothScale1Optional, int smoothScale2Optional,
                                           double epsilon, int y1Out, int y2Out, int xOut,
                                           int scale1Out, int scale2Out)
{
    quant_list_add_rms_norm_dynamic_quant_v2(list, x1, x2, gamma, smoothScale1Optional,
                                             smoothScale2Optional, L0_NONE, epsilon, NULL, y1Out,
                                             y2Out, xOut, scale1Out, scale2Out);
}

/* ---- RmsNormDynamicQuant --------------------------------------------------------------------- */

#define ALIGNED 32
#define RESERVED 768   /* bytes of the unified buffer */
#define ROW_BYTES 16   /* of an element there, for rows that come one by one or several at once */
#define WEIGHT_BYTES 2 /* of an element of gamma, the smooth scales and beta */
#define SCALE_BYTES 8  /* of a row's scale */
#define SINGLE_BYTES 1024

/* The kernel's workspace: a byte, or for rows that the unified buffer does not hold a float32 of
 * each element on each core, twice with smooth scales. */
static uint64_t dynamic_workspace(const struct l0_list *list, const struct l0_tensor *x,
                                  bool has_smooth, bool has_beta)
{
    int64_t last = x->dims[x->rank - 1];
    int64_t rows = x->elements / last;
    int64_t aligned = (last + ALIGNED - 1) / ALIGNED * ALIGNED;
    int64_t room = (int64_t)list->soc->unified_buffer_bytes;
    int64_t weights = aligned * WEIGHT_BYTES * (has_beta ? 3 : 2) + RESERVED;
    bool is_held = (room - weights) / (ROW_BYTES * aligned + SCALE_BYTES) >= 1 ||
                   room >= ROW_BYTES * aligned + SINGLE_BYTES;
    if (is_held)
        return L0_SYSTEM_WORKSPACE + 1;
    int64_t share = (rows + list->soc->vector_cores - 1) / list->soc->vector_cores;
    int64_t cores = (rows + share - 1) / share;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(cores * last) * sizeof(float) * (has_smooth ? 2 : 1);
}

void quant_list_rms_norm_dynamic_quant(struct l0_list *list, int x, int gamma,
                                       int smoothScalesOptional, int betaOptional, double epsilon,
                                       int yOut, int scaleOut)
{
    int results[2];
    if (x == L0_NONE || gamma == L0_NONE || yOut == L0_NONE || scaleOut == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int factors = l0_contiguous(list, gamma);
    int smooth = quant_dense(list, smoothScalesOptional);
    int beta = quant_dense(list, betaOptional);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    const struct normed n = {dense, factors, quant_some(list, beta), epsilon,
                             norm_last_dims(&elements, 1)};
    const struct quant_work work = dynamic_work(list, &n, quant_some(list, smooth), yOut);
    const int launched[] = {dense, factors, smooth, beta};
    quant_new_results(list, &work, results);
    quant_launch(list, &l0_RmsNormDynamicQuant, launched, 4, results, 2);
    l0_kernel_workspace(list,
                        dynamic_workspace(list, &elements, quant_some(list, smooth) != L0_NONE,
                                          quant_some(list, beta) != L0_NONE));
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], yOut);
    norm_write_reshaped(list, results[1], scaleOut);
}

/* ---- LayerNormQuant -------------------------------------------------------------------------- */

void quant_list_layer_norm_quant(struct l0_list *list, int x, int gammma, int beta, int scale,
                                 int zeroPointsOptional, double epsilon, int res)
{
    int result = L0_NONE;
    if (x == L0_NONE || res == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int gamma = l0_contiguous(list, gammma);
    int summands = l0_contiguous(list, beta);
    int scales = l0_contiguous(list, scale);
    int points = l0_contiguous(list, zeroPointsOptional);
    const struct quant_work work = {
        .formula = &l0_LayerNormQuant,
        .on_rows = &l0_LayerNormQuantRows,
        .inputs = {dense, as_row(list, gamma), as_row(list, summands),
                   list_number_of(list, epsilon), scales, points},
        .input_count = 6,
        .results = {{.type = ACL_INT8}},
        .result_count = 1,
        .folded = norm_last_dims(&list->tensors[dense], 1),
    };
    const int launched[] = {dense, gamma, summands, scales, points};
    quant_new_results(list, &work, &result);
    quant_launch(list, &l0_LayerNormQuant, launched, 5,
                 (const int[]){result, nothing(list, ACL_FLOAT)}, 2);
    quant_compute(list, &work, &result);
    l0_view_copy(list, result, res);
}
