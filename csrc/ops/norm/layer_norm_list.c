/* SPDX-License-Identifier: Apache-2.0 */
/* Norms over the last dimensions, and their gradients: lists of L0 operators. */
#include "ops/common/shape.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/norm.h"
#include "declared/binary.h"
#include "ops/norm/statistics.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

/* ---- Root mean squares ----------------------------------------------------------------------- */

/* Appends the formula: the quotients, and the reciprocal roots. */
static void root_mean_square(struct l0_list *list, int x, int factors, double epsilon,
                             uint64_t folded, const int outputs[2])
{
    const int inputs[] = {x, factors, list_number_of(list, epsilon)};
    norm_fold_rows(list, &l0_RmsNorm, inputs, 3, outputs, 2, folded);
}

void norm_list_rms_norm(struct l0_list *list, int x, int gamma, double epsilon, int yOut,
                        int rstdOut)
{
    if (norm_has_nothing(list, x) || gamma == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int factors = l0_contiguous(list, gamma);
    if (dense == L0_NONE || factors == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    uint64_t folded = norm_last_dims(&elements, list->tensors[factors].rank);
    int outputs[2] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank),
                      norm_new_statistic(list, dense, folded, ACL_FLOAT)};
    l0_launch_row(list, &l0_RmsNorm, (const int[]){dense, factors}, 2, 0, outputs, 2, NULL);
    int32_t last = list->tensors[factors].rank;
    int64_t columns = shape_count(list->tensors[factors].dims, last);
    const int inputs[] = {dense, factors, list_number_of(list, epsilon)};
    if (norm_are_rows_together(list, (const int[]){x, gamma, yOut}, 3, columns))
        norm_work_on_rows(list, &l0_RmsNormRows, inputs, 3, outputs, 2, last);
    else
        norm_fold_rows(list, &l0_RmsNorm, inputs, 3, outputs, 2, folded);
    list_write(list, outputs[0], yOut);
    norm_write_reshaped(list, outputs[1], rstdOut);
}

/* Whether factors are [1, D], for elements [..., D]. */
static bool is_one_row(const struct l0_tensor *factors, const struct l0_tensor *elements)
{
    return factors->rank == 2 && factors->dims[0] == 1 &&
           (elements->rank == 1 || elements->dims[elements->rank - 2] != 1);
}

/* Sums, rounded to their type, and their quotients in y's type. A copy of the quotients has the
 * type of the sums. */
static void add_rms_norm(struct l0_list *list, const struct l0_row *row, const int operands[3],
                         double epsilon, int y, int copy, int rstd, int sum)
{
    if (norm_has_nothing(list, operands[0]) || norm_has_nothing(list, operands[2]) || y == L0_NONE)
        return;
    int a = l0_contiguous(list, operands[0]);
    int b = l0_contiguous(list, operands[1]);
    int factors = l0_contiguous(list, operands[2]);
    if (a == L0_NONE || b == L0_NONE || factors == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[a];
    if (is_one_row(&list->tensors[factors], &elements))
        factors = l0_reshape(list, factors, elements.dims + elements.rank - 1, 1);
    if (factors == L0_NONE)
        return;
    uint64_t folded = norm_last_dims(&elements, list->tensors[factors].rank);
    int outputs[3] = {l0_new_shaped(list, "y", list->tensors[y].type, elements.dims, elements.rank),
                      norm_new_statistic(list, a, folded, ACL_FLOAT),
                      l0_new_shaped(list, "x", elements.type, elements.dims, elements.rank)};
    l0_launch_row(list, row, (const int[]){a, b, factors}, 3, 0, outputs, 3, NULL);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){a, b}, 2, &outputs[2], 1, NULL);
    root_mean_square(list, outputs[2], factors, epsilon, folded, outputs);
    list_write(list, outputs[0], y);
    if (copy != L0_NONE)
        list_write(list, outputs[0], copy);
    norm_write_reshaped(list, outputs[1], rstd);
    if (sum != L0_NONE)
        list_write(list, outputs[2], sum);
}

void norm_list_add_rms_norm(struct l0_list *list, int x1, int x2, int gamma, double epsilon,
                            int yOut, int rstdOut, int xOut)
{
    const int operands[] = {x1, x2, gamma};
    add_rms_norm(list, &l0_AddRmsNorm, operands, epsilon, yOut, L0_NONE, rstdOut, xOut);
}

void norm_list_add_rms_norm_cast(struct l0_list *list, int x1, int x2, int gamma, double epsilon,
                                 int y1Out, int y2Out, int rstdOut, int xOut)
{
    const int operands[] = {x1, x2, gamma};
    add_rms_norm(list, &l0_AddRmsNormCast, operands, epsilon, y1Out, y2Out, rstdOut, xOut);
}

void norm_list_inplace_add_rms_norm(struct l0_list *list, int x1Ref, int x2Ref, int gamma,
                                    double epsilon, int rstdOut)
{
    const int operands[] = {x1Ref, x2Ref, gamma};
    add_rms_norm(list, &l0_InplaceAddRmsNorm, operands, epsilon, x1Ref, L0_NONE, rstdOut, x2Ref);
}

void norm_list_rms_norm_grad(struct l0_list *list, int dy, int x, int rstd, int gamma, int dxOut,
                             int dgammaOut)
{
    if (norm_has_nothing(list, x)) {
        norm_fill_result(list, dgammaOut, 0);
        return;
    }
    int grad = l0_contiguous(list, dy);
    int dense = l0_contiguous(list, x);
    int roots = l0_contiguous(list, rstd);
    int factors = l0_contiguous(list, gamma);
    if (grad == L0_NONE || dense == L0_NONE || roots == L0_NONE || factors == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    const struct l0_tensor row = list->tensors[factors];
    int outputs[2] = {l0_new_shaped(list, "dx", elements.type, elements.dims, elements.rank),
                      l0_new_shaped(list, "dgamma", ACL_FLOAT, row.dims, row.rank)};
    l0_launch_row(list, &l0_RmsNormGrad, (const int[]){grad, dense, roots, factors}, 4, 0, outputs,
                  2, NULL);
    uint64_t folded = norm_last_dims(&elements, row.rank);
    roots = norm_beside_elements(list, roots, dense, folded);
    const int inputs[] = {grad, dense, roots, factors};
    int64_t columns = shape_count(row.dims, row.rank);
    if (norm_are_rows_together(list, (const int[]){dy, x, gamma, dxOut}, 4, columns)) {
        norm_work_on_rows(list, &l0_RmsNormGradRows, inputs, 4, outputs, 2, row.rank);
        list_write(list, outputs[0], dxOut);
        list_write(list, outputs[1], dgammaOut);
        return;
    }
    norm_fold_rows(list, &l0_RmsNormGrad, inputs, 4, outputs, 1, folded);
    list_write(list, outputs[0], dxOut);
    norm_fold_rows(list, &l0_RmsNormGradGamma, inputs, 3, outputs + 1, 1,
                   norm_first_dims(elements.rank - row.rank));
    list_write(list, outputs[1], dgammaOut);
}

/* ---- Means and variances --------------------------------------------------------------------- */

/* On Ascend910B and 910_93 the newer kernel takes only some lengths. */
static bool is_newer(const struct l0_list *list, aclDataType type, aclDataType factors,
                     int64_t count)
{
    if (list->architecture != ARCHITECTURE_2201)
        return list->architecture == ARCHITECTURE_3510;
    bool is_known = type == factors && type == ACL_BF16 && (count == 1024 || count == 4096);
    return is_known || (count % (type == ACL_FLOAT ? 8 : 16) != 0 && count < 64);
}

/* Writes a statistic that the caller wants, in out's dims. */
static void write_whole(struct l0_list *list, int statistic, int out)
{
    if (out != L0_NONE)
        list_write(list, statistic, out);
}

/* The workspace is small when a core holds whole rows, twice, together with weights and biases. */
static uint64_t forward_workspace_3510(const struct l0_list *list, aclDataType type,
                                       aclDataType factors, int64_t count)
{
    uint64_t width = (uint64_t)data_type_bits(type) / 8;
    uint64_t factor = (uint64_t)data_type_bits(factors) / 8;
    uint64_t aligned = align_up((uint64_t)count, 32 / width);
    uint64_t each = 2 * factor + 4 * width + sizeof(float);
    uint64_t room = list->soc->unified_buffer_bytes - (uint64_t)1024 - 32;
    return aligned < 8192 && aligned * each <= room ? 32 : L0_SYSTEM_WORKSPACE;
}

void norm_list_layer_norm(struct l0_list *list, int input, const struct array *normalizedShape,
                          int weightOptional, int biasOptional, double eps, int out,
                          int meanOutOptional, int rstdOutOptional)
{
    if (input == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[input];
    int32_t last = (int32_t)normalizedShape->size;
    const int64_t *dims = elements.dims + elements.rank - last;
    int64_t count = shape_count(dims, last);
    if (shape_count(elements.dims, elements.rank - last) == 0)
        return;
    if (count == 0) {
        norm_fill_result(list, meanOutOptional, 0);
        norm_fill_result(list, rstdOutOptional, NAN);
        return;
    }
    int x = l0_contiguous(list, input);
    int given[2] = {weightOptional, biasOptional};
    int numbers[2] = {L0_NONE, L0_NONE};
    int factors[3] = {x};
    int launched = 1;
    aclDataType type = weightOptional != L0_NONE ? list->tensors[weightOptional].type
                       : biasOptional != L0_NONE ? list->tensors[biasOptional].type
                                                 : elements.type;
    for (int i = 0; i < 2; i++) {
        if (given[i] != L0_NONE) {
            numbers[i] = l0_contiguous(list, given[i]);
            factors[launched++] = numbers[i];
        } else {
            numbers[i] = list_number_of(list, i == 0);
            if (list->architecture != ARCHITECTURE_3510)
                factors[launched++] = norm_stand_in(list, i == 0, type, dims, last);
        }
    }
    if (x == L0_NONE)
        return;
    bool newer = is_newer(list, elements.type, type, count);
    aclDataType statistics = newer ? ACL_FLOAT : type;
    uint64_t folded = norm_last_dims(&elements, last);
    int outputs[3] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank),
                      norm_new_statistic(list, x, folded, statistics),
                      norm_new_statistic(list, x, folded, statistics)};
    l0_launch_row(list, newer ? &l0_LayerNormV4 : &l0_LayerNormV3, factors, launched, 0, outputs, 3,
                  NULL);
    if (list->architecture == ARCHITECTURE_3510)
        l0_kernel_workspace(list, forward_workspace_3510(list, elements.type, type, count));
    const int inputs[] = {x, numbers[0], numbers[1], list_number_of(list, eps)};
    if (norm_are_rows_together(list, (const int[]){input, weightOptional, biasOptional, out}, 4,
                               count))
        norm_work_on_rows(list, &l0_LayerNormRows, inputs, 4, outputs, 3, last);
    else
        norm_fold_rows(list, &l0_LayerNormV4, inputs, 4, outputs, 3, folded);
    list_write(list, outputs[0], out);
    write_whole(list, outputs[1], meanOutOptional);
    write_whole(list, outputs[2], rstdOutOptional);
}

/* The kernel of Ascend950 writes gradients in the weights' type, where that is wanted. */
static aclDataType type_of_sums(const struct l0_list *list, int factors, int weight, int bias)
{
    aclDataType type = list->tensors[factors].type;
    bool is_own = (weight == L0_NONE || list->tensors[weight].type == type) &&
                  (bias == L0_NONE || list->tensors[bias].type == type);
    return list->architecture == ARCHITECTURE_3510 && is_own ? type : ACL_FLOAT;
}

void norm_list_layer_norm_backward(struct l0_list *list, int gradOut, int input,
                                   const struct array *normalizedShape, int mean, int rstd,
                                   int weightOptional, int gradInputOut, int gradWeightOut,
                                   int gradBiasOut)
{
    int wanted[3] = {gradInputOut, gradWeightOut, gradBiasOut};
    if (input == L0_NONE || (wanted[0] == L0_NONE && wanted[1] == L0_NONE && wanted[2] == L0_NONE))
        return;
    const struct l0_tensor elements = list->tensors[input];
    int32_t last = (int32_t)normalizedShape->size;
    const int64_t *dims = elements.dims + elements.rank - last;
    if (elements.elements == 0) {
        norm_fill_result(list, gradWeightOut, 0);
        norm_fill_result(list, gradBiasOut, 0);
        return;
    }
    int grad = l0_contiguous(list, gradOut);
    int x = l0_contiguous(list, input);
    int m = l0_contiguous(list, mean);
    int r = l0_contiguous(list, rstd);
    int factors = weightOptional != L0_NONE ? l0_contiguous(list, weightOptional)
                                            : norm_stand_in(list, 1, elements.type, dims, last);
    if (grad == L0_NONE || x == L0_NONE || m == L0_NONE || r == L0_NONE || factors == L0_NONE)
        return;
    aclDataType sums = type_of_sums(list, factors, gradWeightOut, gradBiasOut);
    int results[3] = {l0_new_shaped(list, "dx", elements.type, elements.dims, elements.rank),
                      l0_new_shaped(list, "dw", ACL_FLOAT, dims, last),
                      l0_new_shaped(list, "db", ACL_FLOAT, dims, last)};
    int launched[3] = {results[0], results[1], results[2]};
    for (int i = 1; i < 3 && sums != ACL_FLOAT; i++)
        launched[i] = l0_new_shaped(list, "sums", sums, dims, last);
    if (list->architecture == ARCHITECTURE_1001) {
        bool is_mixed = list->tensors[m].type != list->tensors[r].type ||
                        list->tensors[factors].type == ACL_FLOAT;
        m = is_mixed ? l0_cast(list, m, ACL_FLOAT) : m;
        r = is_mixed ? l0_cast(list, r, ACL_FLOAT) : r;
        int terms = l0_new_shaped(list, "terms", ACL_FLOAT, elements.dims, elements.rank);
        l0_launch_row(list, &l0_LayerNormXBackpropV3, (const int[]){grad, x, r, m, factors}, 5, 0,
                      (const int[]){results[0], terms}, 2, NULL);
        l0_launch_row(list, &l0_LayerNormBetaGammaBackpropV2, (const int[]){grad, terms}, 2, 0,
                      results + 1, 2, NULL);
    } else {
        l0_launch_row(list, &l0_LayerNormGradV3,
                      (const int[]){grad, x, l0_cast(list, r, ACL_FLOAT),
                                    l0_cast(list, m, ACL_FLOAT), factors},
                      5, 0, launched, 3, NULL);
    }
    uint64_t folded = norm_last_dims(&elements, last);
    const int inputs[] = {grad, x, norm_beside_elements(list, m, x, folded),
                          norm_beside_elements(list, r, x, folded),
                          weightOptional != L0_NONE ? factors : list_number_of(list, 1)};
    const int in_order[] = {gradOut, input, wanted[0], weightOptional};
    if (wanted[0] != L0_NONE && (wanted[1] != L0_NONE || wanted[2] != L0_NONE) &&
        norm_are_rows_together(list, in_order, 4, shape_count(dims, last))) {
        norm_work_on_rows(list, &l0_LayerNormGradRows, inputs, 5, results, 3, last);
        list_write(list, results[0], wanted[0]);
        for (int i = 1; i < 3; i++)
            norm_write_launched(list, results[i], launched[i], wanted[i]);
        return;
    }
    if (wanted[0] != L0_NONE)
        norm_fold_rows(list, &l0_LayerNormGradV3, inputs, 5, results, 1, folded);
    /* Stored before the next program begins; otherwise it would be kept in scratch meanwhile. */
    norm_write_reshaped(list, results[0], wanted[0]);
    if (wanted[1] != L0_NONE || wanted[2] != L0_NONE)
        norm_fold_rows(list, &l0_LayerNormGradOfFactors, inputs, 4, results + 1, 2,
                       norm_first_dims(elements.rank - last));
    for (int i = 1; i < 3; i++)
        norm_write_launched(list, results[i], launched[i], wanted[i]);
}
