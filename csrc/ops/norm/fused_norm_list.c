/* SPDX-License-Identifier: Apache-2.0 */
/* Norms over the last dimensions, fused with other work before or after them: lists of L0
 * operators, one operator each. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "ops/norm/statistics.h"
#include "workspace/l0_operators.h"

/* The shape of an operand or result: that of the elements, that of the last dims, one number a row,
 * or [B, H] for elements of [B, S, H]. */
enum part { ELEMENTS, ROW, STATISTIC, BATCH };

struct operand {
    int tensor; /* index of the caller's tensor; L0_NONE: a number takes its place */
    enum part part;
    double number;
};

struct result {
    int tensor; /* index of the caller's tensor; L0_NONE: it is not wanted */
    enum part part;
};

#define MOST 8

/* A norm over the last dims. The first operand has the elements. */
struct fused_norm {
    const struct l0_row *row;     /* the formula that folds the last dims */
    const struct l0_row *columns; /* the formula that folds the dims before them, for the last
                                   * `rows` results */
    int32_t last;
    int count;
    struct operand operands[MOST];
    int number_count; /* numbers that follow the operands */
    double numbers[2];
    int result_count;
    int rows;
    struct result results[MOST];
};

/* ---- Lists ----------------------------------------------------------------------------------- */

static int new_result(struct l0_list *list, const struct result *result, int x, int32_t last)
{
    const struct l0_tensor elements = list->tensors[x];
    bool is_row = result->part == ROW;
    aclDataType type = result->tensor != L0_NONE  ? list->tensors[result->tensor].type
                       : result->part == ELEMENTS ? elements.type
                                                  : ACL_FLOAT;
    if (result->part == STATISTIC)
        return norm_new_statistic(list, x, norm_last_dims(&elements, last), type);
    return l0_new_shaped(list, "result", type, elements.dims + (is_row ? elements.rank - last : 0),
                         is_row ? last : elements.rank);
}

static void fused_norm(struct l0_list *list, const struct fused_norm *norm)
{
    int inputs[MOST + 2];
    int launched[MOST];
    int outputs[MOST];
    int launched_count = 0;
    int count = 0;
    int own = norm->result_count - norm->rows;
    for (int i = 0; i < norm->count; i++) {
        const struct operand *operand = &norm->operands[i];
        if (operand->tensor == L0_NONE) {
            inputs[count++] = list_number_of(list, operand->number);
            continue;
        }
        int dense = l0_contiguous(list, operand->tensor);
        if (dense == L0_NONE)
            return;
        uint64_t folded = norm_last_dims(&list->tensors[launched_count > 0 ? launched[0] : dense],
                                         norm->last);
        launched[launched_count++] = dense;
        if (operand->part == BATCH)
            folded = (uint64_t)1 << (list->tensors[launched[0]].rank - 2);
        bool is_beside = operand->part == STATISTIC || operand->part == BATCH;
        inputs[count++] = is_beside ? norm_beside_elements(list, dense, launched[0], folded)
                                    : dense;
    }
    for (int i = 0; i < norm->number_count; i++)
        inputs[count++] = list_number_of(list, norm->numbers[i]);
    for (int i = 0; i < norm->result_count; i++)
        outputs[i] = new_result(list, &norm->results[i], launched[0], norm->last);
    l0_launch_row(list, norm->row, launched, launched_count, 0, outputs, norm->result_count, NULL);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor elements = list->tensors[launched[0]];
    norm_fold_rows(list, norm->row, inputs, count, outputs, own,
                   norm_last_dims(&elements, norm->last));
    for (int i = 0; i < own; i++)
        norm_write_reshaped(list, outputs[i], norm->results[i].tensor);
    if (norm->rows > 0)
        norm_fold_rows(list, norm->columns, inputs, count, outputs + own, norm->rows,
                       norm_first_dims(elements.rank - norm->last));
    for (int i = own; i < norm->result_count; i++)
        norm_write_reshaped(list, outputs[i], norm->results[i].tensor);
}

static int32_t rank_of(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? 0 : list->tensors[tensor].rank;
}

/* Sums over no rows are 0. */
static bool is_empty(struct l0_list *list, int x, const int rows[2])
{
    if (!norm_has_nothing(list, x))
        return false;
    for (int i = 0; rows != NULL && i < 2; i++)
        norm_fill_result(list, rows[i], 0);
    return true;
}

void norm_list_gemma_rms_norm(struct l0_list *list, int x, int gamma, double epsilon, int yOut,
                              int rstdOut)
{
    if (!is_empty(list, x, NULL))
        fused_norm(list, &(struct fused_norm){
                             .row = &l0_GemmaRmsNorm,
                             .last = rank_of(list, gamma),
                             .count = 2,
                             .operands = {{x, ELEMENTS, 0}, {gamma, ROW, 0}},
                             .number_count = 1,
                             .numbers = {epsilon},
                             .result_count = 2,
                             .results = {{yOut, ELEMENTS}, {rstdOut, STATISTIC}},
                         });
}

void norm_list_add_layer_norm(struct l0_list *list, int x1, int x2, int gamma, int beta,
                              int biasOptional, double epsilon, bool additionalOutput, int yOut,
                              int meanOut, int rstdOut, int xOut)
{
    if (!is_empty(list, x1, NULL))
        fused_norm(list, &(struct fused_norm){
                             .row = &l0_AddLayerNorm,
                             .last = rank_of(list, gamma),
                             .count = 5,
                             .operands = {{x1, ELEMENTS, 0},
                                          {x2, ELEMENTS, 0},
                                          {gamma, ROW, 0},
                                          {beta, ROW, 0},
                                          {biasOptional, ELEMENTS, 0}},
                             .number_count = 1,
                             .numbers = {epsilon},
                             .result_count = additionalOutput ? 4 : 3,
                             .results = {{yOut, ELEMENTS},
                                         {meanOut, STATISTIC},
                                         {rstdOut, STATISTIC},
                                         {xOut, ELEMENTS}},
                         });
}

void norm_list_add_layer_norm_grad(struct l0_list *list, int dy, int x1, int x2, int rstd, int mean,
                                   int gamma, int dsumOptional, int dxOut, int dgammaOut,
                                   int dbetaOut)
{
    if (!is_empty(list, dy, (const int[]){dgammaOut, dbetaOut}))
        fused_norm(list, &(struct fused_norm){
                             .row = &l0_AddLayerNormGrad,
                             .columns = &l0_AddLayerNormGradOfFactors,
                             .last = rank_of(list, gamma),
                             .count = 7,
                             .operands = {{dy, ELEMENTS, 0},
                                          {x1, ELEMENTS, 0},
                                          {x2, ELEMENTS, 0},
                                          {rstd, STATISTIC, 0},
                                          {mean, STATISTIC, 0},
                                          {gamma, ROW, 0},
                                          {dsumOptional, ELEMENTS, 0}},
                             .result_count = 3,
                             .rows = 2,
                             .results = {{dxOut, ELEMENTS}, {dgammaOut, ROW}, {dbetaOut, ROW}},
                         });
}

void norm_list_deep_norm(struct l0_list *list, int x, int gx, int beta, int gamma, double alpha,
                         double epsilon, int meanOut, int rstdOut, int yOut)
{
    if (!is_empty(list, x, NULL))
        fused_norm(
            list,
            &(struct fused_norm){
                .row = &l0_DeepNorm,
                .last = rank_of(list, gamma),
                .count = 4,
                .operands = {{x, ELEMENTS, 0}, {gx, ELEMENTS, 0}, {beta, ROW, 0}, {gamma, ROW, 0}},
                .number_count = 2,
                .numbers = {alpha, epsilon},
                .result_count = 3,
                .results = {{meanOut, STATISTIC}, {rstdOut, STATISTIC}, {yOut, ELEMENTS}},
            });
}

void norm_list_deep_norm_grad(struct l0_list *list, int dy, int x, int gx, int gamma, int mean,
                              int rstd, double alpha, int dxOut, int dgxOut, int dbetaOut,
                              int dgammaOut)
{
    if (!is_empty(list, dy, (const int[]){dbetaOut, dgammaOut}))
        fused_norm(list, &(struct fused_norm){
                             .row = &l0_DeepNormGrad,
                             .columns = &l0_DeepNormGradOfFactors,
                             .last = rank_of(list, gamma),
                             .count = 6,
                             .operands = {{dy, ELEMENTS, 0},
                                          {x, ELEMENTS, 0},
                                          {gx, ELEMENTS, 0},
                                          {gamma, ROW, 0},
                                          {mean, STATISTIC, 0},
                                          {rstd, STATISTIC, 0}},
                             .number_count = 1,
                             .numbers = {alpha},
                             .result_count = 4,
                             .rows = 2,
                             .results = {{dxOut, ELEMENTS},
                                         {dgxOut, ELEMENTS},
                                         {dbetaOut, ROW},
                                         {dgammaOut, ROW}},
                         });
}

void norm_list_ada_layer_norm(struct l0_list *list, int x, int scale, int shift, int weightOptional,
                              int biasOptional, double epsilon, int out, int meanOutOptional,
                              int rstdOutOptional)
{
    fused_norm(list, &(struct fused_norm){
                         .row = &l0_AdaLayerNormV2,
                         .last = 1,
                         .count = 5,
                         .operands = {{x, ELEMENTS, 0},
                                      {scale, BATCH, 0},
                                      {shift, BATCH, 0},
                                      {weightOptional, ROW, 1},
                                      {biasOptional, ROW, 0}},
                         .number_count = 1,
                         .numbers = {epsilon},
                         .result_count = 3,
                         .results = {{out, ELEMENTS},
                                     {meanOutOptional, STATISTIC},
                                     {rstdOutOptional, STATISTIC}},
                     });
}

void norm_list_ada_layer_norm_v1(struct l0_list *list, int x, int scale, int shift,
                                 int weightOptional, int biasOptional, double epsilon, int out)
{
    norm_list_ada_layer_norm(list, x, scale, shift, weightOptional, biasOptional, epsilon, out,
                             L0_NONE, L0_NONE);
}

void norm_list_fused_add_rms_norm(struct l0_list *list, int x1, int x2, int gamma, double epsilon,
                                  double scale, int yOut, int rstdOut, int xOut)
{
    fused_norm(list, &(struct fused_norm){
                         .row = &l0_FusedAddRmsNorm,
                         .last = rank_of(list, gamma),
                         .count = 3,
                         .operands = {{x1, ELEMENTS, 0}, {x2, ELEMENTS, 0}, {gamma, ROW, 0}},
                         .number_count = 2,
                         .numbers = {epsilon, scale},
                         .result_count = 3,
                         .results = {{yOut, ELEMENTS}, {rstdOut, STATISTIC}, {xOut, ELEMENTS}},
                     });
}

void norm_list_add_rms_norm_bias(struct l0_list *list, int x1, int x2, int gamma, int betaOptional,
                                 double epsilon, int yOut, int rstdOut, int xOut)
{
    fused_norm(list, &(struct fused_norm){
                         .row = &l0_AddRmsNormBias,
                         .last = rank_of(list, gamma),
                         .count = 4,
                         .operands = {{x1, ELEMENTS, 0},
                                      {x2, ELEMENTS, 0},
                                      {gamma, ROW, 0},
                                      {betaOptional, ROW, 0}},
                         .number_count = 1,
                         .numbers = {epsilon},
                         .result_count = 3,
                         .results = {{yOut, ELEMENTS}, {rstdOut, STATISTIC}, {xOut, ELEMENTS}},
                     });
}

void norm_list_group_normalization_grad(struct l0_list *list, int x, int dy, int gamma, int mean,
                                        int rstd, int dx)
{
    fused_norm(list, &(struct fused_norm){
                         .row = &l0_GroupNormalizationGrad,
                         .last = rank_of(list, x) - 2,
                         .count = 5,
                         .operands = {{x, ELEMENTS, 0},
                                      {dy, ELEMENTS, 0},
                                      {gamma, ELEMENTS, 0},
                                      {mean, STATISTIC, 0},
                                      {rstd, STATISTIC, 0}},
                         .result_count = 1,
                         .results = {{dx, ELEMENTS}},
                     });
}
