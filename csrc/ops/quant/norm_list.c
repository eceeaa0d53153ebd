/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with quantised results: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "operators.h"
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
        .inputs = {n->x, n->gamma, quant_or_number(list, n->beta, 0),
                   list_number_of(list, n->epsilon), by->scale,
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
    double largest = list->tensors[y].type == ACL_INT8 ? 127 : 7;
    return (struct quant_work){
        .formula = &l0_AddRmsNormDynamicQuant,
        .inputs = {n->x, n->gamma, quant_or_number(list, n->beta, 0),
                   list_number_of(list, n->epsilon), quant_or_number(list, smooth, 1),
                   list_number_of(list, largest)},
        .input_count = 6,
        .results = {quant_result_of(list, y), {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = 2,
        .folded = n->folded,
    };
}

/* [1, n] as [n]. */
static int as_row(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE || list->tensors[tensor].rank != 2)
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

void quant_list_add_rms_norm_quant(struct l0_list *list, int x1, int x2, int gamma, int scales1,
                                   int scales2Optional, int zeroPoints1Optional,
                                   int zeroPoints2Optional, double epsilon, bool divMode, int y1Out,
                                   int y2Out, int xOut)
{
    int first[2] = {L0_NONE, L0_NONE};
    int second[2] = {L0_NONE, L0_NONE};
    if (x1 == L0_NONE || y1Out == L0_NONE || xOut == L0_NONE)
        return;
    bool has_second = scales2Optional != L0_NONE;
    int a = l0_contiguous(list, x1);
    int b = l0_contiguous(list, x2);
    int factors = l0_contiguous(list, gamma);
    const int scales[] = {l0_contiguous(list, scales1), quant_dense(list, scales2Optional)};
    const int points[] = {quant_dense(list, zeroPoints1Optional),
                          quant_dense(list, zeroPoints2Optional)};
    int x = sum_like(list, a);
    if (x == L0_NONE)
        return;
    const struct normed n = {x, factors, L0_NONE, epsilon,
                             norm_last_dims(&list->tensors[x], list->tensors[factors].rank)};
    const struct quant_work one = given_work(
        list, &n, &(struct by_scale){scales[0], points[0], divMode, y1Out});
    quant_new_results(list, &one, first);
    struct quant_work other = one;
    if (has_second) {
        other = given_work(list, &n, &(struct by_scale){scales[1], points[1], divMode, y2Out});
        quant_new_results(list, &other, second);
    } else {
        second[0] = nothing(list, list->tensors[y1Out].type);
    }
    const int launched[] = {a, b, factors, scales[0], scales[1], points[0], points[1]};
    quant_launch(list, &l0_AddRmsNormQuant, launched, 7, (const int[]){first[0], second[0], x}, 3);
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){a, b}, 2, &x, 1, NULL);
    quant_compute(list, &one, first);
    if (has_second)
        quant_compute(list, &other, second);
    l0_view_copy(list, first[0], y1Out);
    if (has_second)
        l0_view_copy(list, second[0], y2Out);
    l0_view_copy(list, x, xOut);
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
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){a, b}, 2, &x, 1, NULL);
    for (int i = 0; i < 2; i++)
        if (pairs[i].y != L0_NONE)
            quant_compute(list, &pairs[i].work, pairs[i].results);
    write(list, &pairs[0]);
    write(list, &pairs[1]);
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
