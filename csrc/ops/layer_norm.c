/* SPDX-License-Identifier: Apache-2.0 */
/* Norms over the last dimensions, and their gradients: checks, and what CANN makes of them. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/statistics.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "workspace/arithmetic.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus report_dims(const struct call *call, int parameter, const struct tensor *tensor,
                               const int64_t *dims, int32_t rank)
{
    char is[160];
    char required[160];
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s is required",
                  call_name(call, parameter),
                  dims_describe(tensor->dims, tensor->rank, is, sizeof is),
                  dims_describe(dims, rank, required, sizeof required));
}

static bool has_dims(const struct tensor *tensor, const int64_t *dims, int32_t rank)
{
    return tensor->rank == rank &&
           (rank == 0 || memcmp(tensor->dims, dims, (size_t)rank * sizeof *dims) == 0);
}

aclnnStatus check_last_dims(struct call *call, int tensor, int array)
{
    const struct tensor *given = call_tensor(call, tensor);
    const struct array *named = call->arguments[array].array;
    int64_t dims[TENSOR_MAX_DIMS] = {0};
    if (named->size < 1 || named->size > 8 || (int64_t)named->size > given->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRIu64 " entries; 1 to 8 are supported, as many as %s has "
                      "dimensions at most, which are %d",
                      call_name(call, array), named->size, call_name(call, tensor), given->rank);
    memcpy(dims, named->values, (size_t)named->size * sizeof *dims);
    int32_t first = given->rank - (int32_t)named->size;
    if (memcmp(given->dims + first, dims, (size_t)named->size * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report_dims(call, tensor, given, dims, (int32_t)named->size);
}

aclnnStatus check_dims_are(struct call *call, int tensor, int array)
{
    const struct tensor *given = call_tensor(call, tensor);
    const struct array *named = call->arguments[array].array;
    int64_t dims[TENSOR_MAX_DIMS] = {0};
    if (given == NULL)
        return ACLNN_SUCCESS;
    memcpy(dims, named->values, (size_t)named->size * sizeof *dims);
    return has_dims(given, dims, (int32_t)named->size)
               ? ACLNN_SUCCESS
               : report_dims(call, tensor, given, dims, (int32_t)named->size);
}

aclnnStatus check_type_or_float(struct call *call, int operand, int other)
{
    if (call_tensor(call, operand) == NULL || call_type(call, operand) == ACL_FLOAT)
        return ACLNN_SUCCESS;
    return check_same_type(call, operand, other);
}

/* The first dims of a tensor, and 1 for each of the last ones. */
static aclnnStatus check_statistic(struct call *call, int statistic, int tensor, int32_t last)
{
    const struct tensor *given = call_tensor(call, statistic);
    const struct tensor *elements = call_tensor(call, tensor);
    int64_t dims[TENSOR_MAX_DIMS];
    if (given == NULL)
        return ACLNN_SUCCESS;
    for (int32_t i = 0; i < elements->rank; i++)
        dims[i] = i < elements->rank - last ? elements->dims[i] : 1;
    return has_dims(given, dims, elements->rank)
               ? ACLNN_SUCCESS
               : report_dims(call, statistic, given, dims, elements->rank);
}

aclnnStatus check_statistics_shape(struct call *call, int statistic, int tensor, int array)
{
    const struct tensor *given = call_tensor(call, statistic);
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t last = (int32_t)call->arguments[array].array->size;
    int64_t rows = 1;
    int64_t count = 0;
    for (int32_t i = 0; i < elements->rank - last; i++)
        rows *= elements->dims[i];
    /* Ascend950 alone asks for the dimensions; torch_npu has one dimension where there is no row.
     */
    if (given != NULL && call->soc->architecture != ARCHITECTURE_3510 &&
        tensor_element_count(given, &count) && count == rows)
        return ACLNN_SUCCESS;
    return check_statistic(call, statistic, tensor, last);
}

aclnnStatus check_rows_statistic(struct call *call, int statistic, int tensor, int factors)
{
    return check_statistic(call, statistic, tensor, call_tensor(call, factors)->rank);
}

aclnnStatus check_rows_leading(struct call *call, int statistic, int tensor, int factors)
{
    const struct tensor *given = call_tensor(call, statistic);
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t rows = elements->rank - call_tensor(call, factors)->rank;
    while (rows > given->rank && elements->dims[rows - 1] == 1)
        rows--;
    return has_dims(given, elements->dims, rows)
               ? ACLNN_SUCCESS
               : check_rows_statistic(call, statistic, tensor, factors);
}

aclnnStatus check_last_dims_of(struct call *call, int factors, int tensor)
{
    const struct tensor *given = call_tensor(call, factors);
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t first = elements->rank - given->rank;
    if (first >= 0 && has_dims(given, elements->dims + first, given->rank))
        return ACLNN_SUCCESS;
    char is[160];
    char all[160];
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; the last dimensions of %s, %s, are required",
                  call_name(call, factors), dims_describe(given->dims, given->rank, is, sizeof is),
                  call_name(call, tensor),
                  dims_describe(elements->dims, elements->rank, all, sizeof all));
}

aclnnStatus check_both_or_neither(struct call *call, int rstd, int sum)
{
    if (call_tensor(call, rstd) == NULL || call_tensor(call, sum) != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an aclTensor is required where %s is given",
                  call_name(call, sum), call_name(call, rstd));
}

aclnnStatus check_half_without(struct call *call, int tensor, int other)
{
    if (call_tensor(call, other) != NULL || type_is_half(call_type(call, tensor)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; float16 or bfloat16 is required where %s is NULL",
                  call_name(call, tensor), data_type_name(call_type(call, tensor)),
                  call_name(call, other));
}

aclnnStatus check_factors(struct call *call, int factors, int tensor, int other)
{
    const struct tensor *given = call_tensor(call, factors);
    const struct tensor *elements = call_tensor(call, tensor);
    if (call_tensor(call, other) == NULL && given->rank == 2 && given->dims[0] == 1 &&
        given->dims[1] == elements->dims[elements->rank - 1])
        return ACLNN_SUCCESS;
    return check_last_dims_of(call, factors, tensor);
}

/* The product of some sizes of a checked tensor. */
static int64_t count_of(const int64_t *dims, int32_t rank)
{
    int64_t count = 1;
    for (int32_t i = 0; i < rank; i++)
        count *= dims[i];
    return count;
}

static aclnnStatus check_count(struct call *call, int tensor, int64_t required)
{
    int64_t count = 0;
    const struct tensor *given = call_tensor(call, tensor);
    if (given == NULL || (tensor_element_count(given, &count) && count == required))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " elements; %" PRId64 " are required",
                  call_name(call, tensor), count, required);
}

aclnnStatus check_row_each(struct call *call, int statistic, int tensor, int array)
{
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t last = (int32_t)call->arguments[array].array->size;
    return check_count(call, statistic, count_of(elements->dims, elements->rank - last));
}

aclnnStatus check_column_each(struct call *call, int row, int tensor, int array)
{
    const struct tensor *elements = call_tensor(call, tensor);
    int32_t last = (int32_t)call->arguments[array].array->size;
    return check_count(call, row, count_of(elements->dims + elements->rank - last, last));
}

/* ---- Gradients that are wanted --------------------------------------------------------------- */

static aclnnStatus check_mask_size(struct call *call, int mask, aclnnStatus status)
{
    const struct array *wanted = call->arguments[mask].array;
    if (wanted == NULL)
        return report(status, "%s is NULL; an aclBoolArray is required", call_name(call, mask));
    if (wanted->size == 3)
        return ACLNN_SUCCESS;
    return report(status, "%s has %" PRIu64 " entries; 3 are required", call_name(call, mask),
                  wanted->size);
}

aclnnStatus check_three(struct call *call, int mask)
{
    return check_mask_size(call, mask, ACLNN_ERR_PARAM_INVALID);
}

aclnnStatus check_three_given(struct call *call, int mask)
{
    return check_mask_size(call, mask, ACLNN_ERR_PARAM_NULLPTR);
}

/* What is not wanted is as if it were NULL. */
static aclnnStatus check_is_wanted(struct call *call, int result, int mask, int entry,
                                   aclnnStatus status)
{
    bool wanted[3];
    memcpy(wanted, call->arguments[mask].array->values, sizeof wanted);
    if (!wanted[entry])
        call->arguments[result].tensor = NULL;
    if (!wanted[entry] || call_tensor(call, result) != NULL)
        return ACLNN_SUCCESS;
    return report(status, "%s is NULL; an aclTensor is required where %s wants it",
                  call_name(call, result), call_name(call, mask));
}

aclnnStatus check_wanted(struct call *call, int result, int mask, int entry)
{
    return check_is_wanted(call, result, mask, entry, ACLNN_ERR_PARAM_NULLPTR);
}

aclnnStatus check_wanted_valid(struct call *call, int result, int mask, int entry)
{
    return check_is_wanted(call, result, mask, entry, ACLNN_ERR_PARAM_INVALID);
}

/* ---- Root mean squares ----------------------------------------------------------------------- */

/* The quotients and the reciprocal roots, in two tensors. */
static void root_mean_square(struct l0_list *list, int x, int factors, double epsilon,
                             uint64_t folded, const int outputs[2])
{
    const int inputs[] = {x, factors, list_number_of(list, epsilon)};
    fold_rows(list, &l0_RmsNorm, inputs, 3, outputs, 2, folded);
}

void list_rms_norm(struct l0_list *list, int x, int gamma, double epsilon, int yOut, int rstdOut)
{
    if (has_nothing(list, x) || gamma == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int factors = l0_contiguous(list, gamma);
    if (dense == L0_NONE || factors == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    uint64_t folded = last_dims(&elements, list->tensors[factors].rank);
    int outputs[2] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank),
                      new_statistic(list, dense, folded, ACL_FLOAT)};
    l0_launch_row(list, &l0_RmsNorm, (const int[]){dense, factors}, 2, 0, outputs, 2, NULL);
    root_mean_square(list, dense, factors, epsilon, folded, outputs);
    list_write(list, outputs[0], yOut);
    write_reshaped(list, outputs[1], rstdOut);
}

/* Factors [1, D] beside elements [..., D]. */
static bool is_one_row(const struct l0_tensor *factors, const struct l0_tensor *elements)
{
    return factors->rank == 2 && factors->dims[0] == 1 &&
           (elements->rank == 1 || elements->dims[elements->rank - 2] != 1);
}

/* Sums, rounded to their type, and their quotients in the type of y. A copy of these is in the type
   of the sums. */
static void add_rms_norm(struct l0_list *list, const struct l0_row *row, const int operands[3],
                         double epsilon, int y, int copy, int rstd, int sum)
{
    if (has_nothing(list, operands[0]) || has_nothing(list, operands[2]) || y == L0_NONE)
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
    uint64_t folded = last_dims(&elements, list->tensors[factors].rank);
    int outputs[3] = {l0_new_shaped(list, "y", list->tensors[y].type, elements.dims, elements.rank),
                      new_statistic(list, a, folded, ACL_FLOAT),
                      l0_new_shaped(list, "x", elements.type, elements.dims, elements.rank)};
    l0_launch_row(list, row, (const int[]){a, b, factors}, 3, 0, outputs, 3, NULL);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){a, b}, 2, &outputs[2], 1, NULL);
    root_mean_square(list, outputs[2], factors, epsilon, folded, outputs);
    list_write(list, outputs[0], y);
    if (copy != L0_NONE)
        list_write(list, outputs[0], copy);
    write_reshaped(list, outputs[1], rstd);
    if (sum != L0_NONE)
        list_write(list, outputs[2], sum);
}

void list_add_rms_norm(struct l0_list *list, int x1, int x2, int gamma, double epsilon, int yOut,
                       int rstdOut, int xOut)
{
    const int operands[] = {x1, x2, gamma};
    add_rms_norm(list, &l0_AddRmsNorm, operands, epsilon, yOut, L0_NONE, rstdOut, xOut);
}

void list_add_rms_norm_cast(struct l0_list *list, int x1, int x2, int gamma, double epsilon,
                            int y1Out, int y2Out, int rstdOut, int xOut)
{
    const int operands[] = {x1, x2, gamma};
    add_rms_norm(list, &l0_AddRmsNormCast, operands, epsilon, y1Out, y2Out, rstdOut, xOut);
}

void list_inplace_add_rms_norm(struct l0_list *list, int x1Ref, int x2Ref, int gamma,
                               double epsilon, int rstdOut)
{
    const int operands[] = {x1Ref, x2Ref, gamma};
    add_rms_norm(list, &l0_InplaceAddRmsNorm, operands, epsilon, x1Ref, L0_NONE, rstdOut, x2Ref);
}

void list_rms_norm_grad(struct l0_list *list, int dy, int x, int rstd, int gamma, int dxOut,
                        int dgammaOut)
{
    if (has_nothing(list, x)) {
        fill_result(list, dgammaOut, 0);
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
    uint64_t folded = last_dims(&elements, row.rank);
    roots = beside_elements(list, roots, dense, folded);
    const int inputs[] = {grad, dense, roots, factors};
    fold_rows(list, &l0_RmsNormGrad, inputs, 4, outputs, 1, folded);
    list_write(list, outputs[0], dxOut);
    fold_rows(list, &l0_RmsNormGradGamma, inputs, 3, outputs + 1, 1,
              first_dims(elements.rank - row.rank));
    list_write(list, outputs[1], dgammaOut);
}

/* ---- Means and variances --------------------------------------------------------------------- */

/* On Ascend910B and 910_93 the newer kernel takes some lengths only. */
static bool is_newer(const struct l0_list *list, aclDataType type, aclDataType factors,
                     int64_t count)
{
    if (list->architecture != L0_2201)
        return list->architecture == L0_3510;
    bool is_known = type == factors && type == ACL_BF16 && (count == 1024 || count == 4096);
    return is_known || (count % (type == ACL_FLOAT ? 8 : 16) != 0 && count < 64);
}

/* A statistic that was asked for, in its own dims. */
static void write_whole(struct l0_list *list, int statistic, int out)
{
    if (out != L0_NONE)
        list_write(list, statistic, out);
}

/* Rows that a core holds whole, twice, with weights and biases, ask for next to nothing. */
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

void list_layer_norm(struct l0_list *list, int input, const struct array *normalizedShape,
                     int weightOptional, int biasOptional, double eps, int out, int meanOutOptional,
                     int rstdOutOptional)
{
    if (input == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[input];
    int32_t last = (int32_t)normalizedShape->size;
    const int64_t *dims = elements.dims + elements.rank - last;
    int64_t count = count_of(dims, last);
    if (count_of(elements.dims, elements.rank - last) == 0)
        return;
    if (count == 0) {
        fill_result(list, meanOutOptional, 0);
        fill_result(list, rstdOutOptional, NAN);
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
            if (list->architecture != L0_3510)
                factors[launched++] = stand_in(list, i == 0, type, dims, last);
        }
    }
    if (x == L0_NONE)
        return;
    bool newer = is_newer(list, elements.type, type, count);
    aclDataType statistics = newer ? ACL_FLOAT : type;
    uint64_t folded = last_dims(&elements, last);
    int outputs[3] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank),
                      new_statistic(list, x, folded, statistics),
                      new_statistic(list, x, folded, statistics)};
    l0_launch_row(list, newer ? &l0_LayerNormV4 : &l0_LayerNormV3, factors, launched, 0, outputs, 3,
                  NULL);
    if (list->architecture == L0_3510)
        l0_kernel_workspace(list, forward_workspace_3510(list, elements.type, type, count));
    const int inputs[] = {x, numbers[0], numbers[1], list_number_of(list, eps)};
    fold_rows(list, &l0_LayerNormV4, inputs, 4, outputs, 3, folded);
    list_write(list, outputs[0], out);
    write_whole(list, outputs[1], meanOutOptional);
    write_whole(list, outputs[2], rstdOutOptional);
}

/* Rows that layer_norm_grad.c walks through once: of a length that is worth it, for which a row of
   each lane is little memory. */
#define COLUMNS_LEAST 128
#define COLUMNS_MOST 8192

static bool lies_in_order(const struct l0_list *list, int tensor)
{
    const struct tensor *given = list->tensors[tensor].given;
    return given == NULL || view_is_dense(given);
}

/* The kernel of Ascend950 writes gradients in the type of the weights where that is wanted. */
static aclDataType type_of_sums(const struct l0_list *list, int factors, int weight, int bias)
{
    aclDataType type = list->tensors[factors].type;
    bool is_own = (weight == L0_NONE || list->tensors[weight].type == type) &&
                  (bias == L0_NONE || list->tensors[bias].type == type);
    return list->architecture == L0_3510 && is_own ? type : ACL_FLOAT;
}

void list_layer_norm_backward(struct l0_list *list, int gradOut, int input,
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
        fill_result(list, gradWeightOut, 0);
        fill_result(list, gradBiasOut, 0);
        return;
    }
    int grad = l0_contiguous(list, gradOut);
    int x = l0_contiguous(list, input);
    int m = l0_contiguous(list, mean);
    int r = l0_contiguous(list, rstd);
    int factors = weightOptional != L0_NONE ? l0_contiguous(list, weightOptional)
                                            : stand_in(list, 1, elements.type, dims, last);
    if (grad == L0_NONE || x == L0_NONE || m == L0_NONE || r == L0_NONE || factors == L0_NONE)
        return;
    aclDataType sums = type_of_sums(list, factors, gradWeightOut, gradBiasOut);
    int results[3] = {l0_new_shaped(list, "dx", elements.type, elements.dims, elements.rank),
                      l0_new_shaped(list, "dw", ACL_FLOAT, dims, last),
                      l0_new_shaped(list, "db", ACL_FLOAT, dims, last)};
    int launched[3] = {results[0], results[1], results[2]};
    for (int i = 1; i < 3 && sums != ACL_FLOAT; i++)
        launched[i] = l0_new_shaped(list, "sums", sums, dims, last);
    if (list->architecture == L0_1001) {
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
    uint64_t folded = last_dims(&elements, last);
    const int inputs[] = {grad, x, beside_elements(list, m, x, folded),
                          beside_elements(list, r, x, folded),
                          weightOptional != L0_NONE ? factors : list_number_of(list, 1)};
    int64_t columns = count_of(dims, last);
    if (wanted[0] != L0_NONE && (wanted[1] != L0_NONE || wanted[2] != L0_NONE) &&
        columns >= COLUMNS_LEAST && columns <= COLUMNS_MOST && lies_in_order(list, gradOut) &&
        lies_in_order(list, input) && lies_in_order(list, wanted[0]) &&
        (weightOptional == L0_NONE || lies_in_order(list, weightOptional))) {
        int32_t *dims_of_rows = arena_take(list->arena, sizeof *dims_of_rows);
        if (dims_of_rows == NULL || inputs[2] == L0_NONE || inputs[3] == L0_NONE)
            return;
        *dims_of_rows = last;
        l0_step(list, L0_STEP_APPLY, &l0_LayerNormGradRows, inputs, 5, results, 3, dims_of_rows);
        for (int i = 0; i < 3; i++)
            write_launched(list, results[i], launched[i], wanted[i]);
        return;
    }
    if (wanted[0] != L0_NONE)
        fold_rows(list, &l0_LayerNormGradV3, inputs, 5, results, 1, folded);
    /* Before the next program: what is stored behind it would be kept in between. */
    write_reshaped(list, results[0], wanted[0]);
    if (wanted[1] != L0_NONE || wanted[2] != L0_NONE)
        fold_rows(list, &l0_LayerNormGradOfFactors, inputs, 4, results + 1, 2,
                  first_dims(elements.rank - last));
    for (int i = 1; i < 3; i++)
        write_launched(list, results[i], launched[i], wanted[i]);
}
