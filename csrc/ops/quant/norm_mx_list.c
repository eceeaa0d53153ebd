/* SPDX-License-Identifier: Apache-2.0 */
/* Norms quantised in blocks that share a power of two, and quantised gradients of norms: lists of
 * L0 operators. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* ---- RmsNormDynamicMxQuant, AddRmsNormDynamicMxQuant ----------------------------------------- */

/* The operands of a norm that is quantised, and the caller's results; L0_NONE for what is not
 * there. */
struct mx_norm {
    int x;
    int added; /* the other summand */
    int gamma;
    int beta;
    double epsilon;
    int y;
    int sum;
    int scales;
    int roots; /* L0_NONE where they are not wanted */
    struct quant_mx mx;
};

static struct quant_mx mx_of(const struct l0_list *list, int x, int y, int64_t algorithm,
                             const char *rounding)
{
    return (struct quant_mx){
        .axis = list->tensors[x].rank - 1,
        .block = QUANT_MX_BLOCK,
        .scale = (enum quant_mx_scale)algorithm,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(rounding),
        .type = list->tensors[y].type,
    };
}

/* The norm, in the type of the elements, which is what is quantised; the roots; perhaps the sum. */
static void normed(struct l0_list *list, const struct mx_norm *n, int found[3])
{
    const struct l0_tensor elements = list->tensors[n->x];
    bool has_sum = n->added != L0_NONE;
    struct quant_work work = {
        .formula = has_sum ? &l0_AddRmsNormDynamicMxQuant : &l0_RmsNormDynamicMxQuant,
        .results = {{.type = elements.type},
                    {.type = ACL_FLOAT, .is_statistic = true},
                    {.type = elements.type}},
        .result_count = has_sum ? 3 : 2,
        .folded = norm_last_dims(&elements, 1),
    };
    const int inputs[] = {n->x, n->gamma, quant_or_number(list, n->beta, -0.0),
                          list_number_of(list, n->epsilon), n->added};
    work.input_count = has_sum ? 5 : 4;
    for (int i = 0; i < work.input_count; i++)
        work.inputs[i] = inputs[i];
    quant_new_results(list, &work, found);
    quant_compute(list, &work, found);
}

/* Without elements in a row the roots are NaN. */
static void without_columns(struct l0_list *list, const struct mx_norm *n)
{
    if (n->roots != L0_NONE)
        norm_fill_result(list, n->roots, NAN);
}

static int outputs_of(const struct mx_norm *n, const int *found, const int *quantised, int nothing,
                      int outputs[4])
{
    int count = 0;
    outputs[count++] = quantised[0];
    if (n->added != L0_NONE)
        outputs[count++] = found[2];
    outputs[count++] = quantised[1];
    outputs[count++] = n->roots != L0_NONE ? found[1] : nothing;
    return count;
}

static void quantise_norm(struct l0_list *list, const struct mx_norm *n)
{
    int found[3] = {L0_NONE, L0_NONE, L0_NONE};
    int quantised[2];
    int outputs[4];
    const struct l0_tensor elements = list->tensors[n->x];
    int nothing = l0_new_shaped(list, "nothing", ACL_FLOAT, (const int64_t[]){0}, 1);
    bool has_sum = n->added != L0_NONE;
    if (elements.elements == 0) {
        without_columns(list, n);
        return;
    }
    quant_mx_results(list, &n->mx, elements.dims, elements.rank, quantised);
    normed(list, n, found);
    const int launched[] = {n->x, n->added, n->gamma, n->beta};
    int count = outputs_of(n, found, quantised, nothing, outputs);
    quant_launch(list, has_sum ? &l0_AddRmsNormDynamicMxQuant : &l0_RmsNormDynamicMxQuant, launched,
                 4, outputs, count);
    quant_mx_compute(list, &n->mx, found[0], quantised);
    norm_write_reshaped(list, quantised[0], n->y);
    if (has_sum)
        norm_write_reshaped(list, found[2], n->sum);
    norm_write_reshaped(list, quantised[1], n->scales);
    if (n->roots != L0_NONE)
        norm_write_reshaped(list, found[1], n->roots);
}

void quant_list_rms_norm_dynamic_mx_quant(struct l0_list *list, int x, int gamma, int beta,
                                          double epsilon, int64_t scaleAlg, const char *roundMode,
                                          bool outputRstd, int yOut, int mxscaleOut, int rstdOut)
{
    if (x == L0_NONE || yOut == L0_NONE || mxscaleOut == L0_NONE)
        return;
    struct mx_norm n = {.added = L0_NONE,
                        .epsilon = epsilon,
                        .y = yOut,
                        .sum = L0_NONE,
                        .scales = mxscaleOut,
                        .roots = outputRstd ? rstdOut : L0_NONE,
                        .mx = mx_of(list, x, yOut, scaleAlg, roundMode)};
    n.x = l0_contiguous(list, x);
    n.gamma = l0_contiguous(list, gamma);
    n.beta = quant_dense(list, beta);
    if (n.x != L0_NONE && n.gamma != L0_NONE)
        quantise_norm(list, &n);
}

void quant_list_add_rms_norm_dynamic_mx_quant(struct l0_list *list, int x1, int x2, int gamma,
                                              int beta, double epsilon, int64_t scaleAlg,
                                              const char *roundMode, bool outputRstd, int yOut,
                                              int xOut, int mxscaleOut, int rstdOut)
{
    if (x1 == L0_NONE || yOut == L0_NONE || xOut == L0_NONE || mxscaleOut == L0_NONE)
        return;
    struct mx_norm n = {.epsilon = epsilon,
                        .y = yOut,
                        .sum = xOut,
                        .scales = mxscaleOut,
                        .roots = outputRstd ? rstdOut : L0_NONE,
                        .mx = mx_of(list, x1, yOut, scaleAlg, roundMode)};
    n.x = l0_contiguous(list, x1);
    n.added = l0_contiguous(list, x2);
    n.gamma = l0_contiguous(list, gamma);
    n.beta = quant_dense(list, beta);
    if (n.x != L0_NONE && n.added != L0_NONE && n.gamma != L0_NONE)
        quantise_norm(list, &n);
}

/* ---- RmsNormGradQuant ------------------------------------------------------------------------ */

#define REGISTER_FLOATS 64
#define ROWS_AT_ONCE 64

/* The kernel's workspace: for many short rows a sum for each core beside. */
static uint64_t gradient_workspace(const struct l0_list *list, int64_t rows, int64_t columns)
{
    int64_t cores = list->soc->vector_cores;
    bool has_many = columns <= REGISTER_FLOATS * cores / 2 && rows >= columns * 2 &&
                    rows >= ROWS_AT_ONCE * cores / 2;
    int64_t used = (rows + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
    if (!has_many)
        return L0_SYSTEM_WORKSPACE;
    return L0_SYSTEM_WORKSPACE +
           (uint64_t)((used < cores ? used : cores) * columns) * sizeof(float);
}

void quant_list_rms_norm_grad_quant(struct l0_list *list, int dy, int x, int rstd, int gamma,
                                    int scalesX, int offsetXOptional, bool divMode, int dxOut,
                                    int dgammaOut)
{
    int results[2];
    if (dy == L0_NONE || dxOut == L0_NONE || dgammaOut == L0_NONE)
        return;
    int grad = l0_contiguous(list, dy);
    int dense = l0_contiguous(list, x);
    int roots = l0_contiguous(list, rstd);
    int factors = l0_contiguous(list, gamma);
    int scale = l0_contiguous(list, scalesX);
    int offset = quant_dense(list, offsetXOptional);
    if (grad == L0_NONE || roots == L0_NONE || factors == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[grad];
    const struct l0_tensor row = list->tensors[factors];
    uint64_t folded = norm_last_dims(&elements, row.rank);
    int beside = norm_beside_elements(list, roots, grad, folded);
    const struct quant_work work = {
        .formula = divMode ? &l0_RmsNormGradQuant : &l0_RmsNormGradQuantTimes,
        .held = divMode ? &l0_RmsNormGradQuantHeld : &l0_RmsNormGradQuantTimesHeld,
        .inputs = {grad, dense, beside, factors, scale, quant_or_number(list, offset, -0.0)},
        .input_count = 6,
        .results = {{.type = list->tensors[dxOut].type}},
        .result_count = 1,
        .folded = folded,
    };
    const int launched[] = {grad, dense, roots, factors, scale, offset};
    quant_new_results(list, &work, results);
    results[1] = l0_new_shaped(list, "dgamma", ACL_FLOAT, row.dims, row.rank);
    quant_launch(list, &l0_RmsNormGradQuant, launched, 6, results, 2);
    l0_kernel_workspace(list,
                        gradient_workspace(list, elements.elements / row.elements, row.elements));
    quant_compute(list, &work, results);
    norm_fold_rows(list, &l0_RmsNormGradQuantGamma, (const int[]){grad, dense, beside}, 3,
                   &results[1], 1, norm_first_dims(elements.rank - row.rank));
    l0_view_copy(list, results[0], dxOut);
    norm_write_reshaped(list, results[1], dgammaOut);
}
