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
#include "tensor/layout.h"

/* ---- Checks
 * ---------------------------------------------------------------------------------------- */

static const char *name_of(const struct call *call, int parameter)
{
    return call->operator->parameters[parameter].name;
}

static aclnnStatus report_dims(const struct call *call, int parameter, const struct tensor *tensor,
                               const int64_t *dims, int32_t rank)
{
    char is[160];
    char required[160];
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s is required",
                  name_of(call, parameter),
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
                      name_of(call, array), named->size, name_of(call, tensor), given->rank);
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
    return check_statistic(call, statistic, tensor, (int32_t)call->arguments[array].array->size);
}

aclnnStatus check_rows_statistic(struct call *call, int statistic, int tensor, int factors)
{
    return check_statistic(call, statistic, tensor, call_tensor(call, factors)->rank);
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
                  name_of(call, factors), dims_describe(given->dims, given->rank, is, sizeof is),
                  name_of(call, tensor),
                  dims_describe(elements->dims, elements->rank, all, sizeof all));
}

/* ---- Pieces
 * ---------------------------------------------------------------------------------------- */

static uint64_t bits_below(int32_t count)
{
    return ((uint64_t)1 << count) - 1;
}

/* The last of the dimensions of a tensor. */
static uint64_t last_dims(const struct l0_tensor *tensor, int32_t count)
{
    return bits_below(count) << (tensor->rank - count);
}

/* What is folded to one element for each that is kept, with 1 for each folded dimension. */
static int new_statistic(struct l0_list *list, int tensor, int32_t last, aclDataType type)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct l0_tensor elements = list->tensors[tensor];
    for (int32_t i = 0; i < elements.rank; i++)
        dims[i] = i < elements.rank - last ? elements.dims[i] : 1;
    return l0_new_shaped(list, "statistic", type, dims, elements.rank);
}

/* The work of a formula, without an operator of its own. */
static void work(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                 const int *outputs, int output_count, uint64_t folded)
{
    struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return;
    for (int i = 0; i < output_count; i++)
        if (outputs[i] == L0_NONE)
            return;
    if (fold == NULL)
        return;
    fold->dims = folded;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, fold);
}

/* One element for each row, in the dims of a result that has as many. */
static void write_statistic(struct l0_list *list, int statistic, int out)
{
    if (statistic == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    list_write(list, l0_reshape(list, statistic, result.dims, result.rank), out);
}

/* A statistic of the caller's beside elements: their dims, with 1 for the last ones. */
static int beside_elements(struct l0_list *list, int statistic, int tensor, int32_t last)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (statistic == L0_NONE || tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor elements = list->tensors[tensor];
    for (int32_t i = 0; i < elements.rank; i++)
        dims[i] = i < elements.rank - last ? elements.dims[i] : 1;
    return l0_reshape(list, statistic, dims, elements.rank);
}

static bool is_empty(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE || list->tensors[tensor].elements == 0;
}

static void fill(struct l0_list *list, int out, double number)
{
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    l0_view_copy(list, list_fill(list, result.type, number, result.dims, result.rank), out);
}

/* ---- Root mean squares
 * ----------------------------------------------------------------------------- */

/* The quotients and the reciprocal roots, in two tensors. */
static void root_mean_square(struct l0_list *list, int x, int factors, double epsilon,
                             const int outputs[2])
{
    const int inputs[] = {x, factors, list_number_of(list, epsilon)};
    int32_t last = list->tensors[factors].rank;
    work(list, &l0_RmsNorm, inputs, 3, outputs, 2, last_dims(&list->tensors[x], last));
}

void list_rms_norm(struct l0_list *list, int x, int gamma, double epsilon, int yOut, int rstdOut)
{
    if (is_empty(list, x) || gamma == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int factors = l0_contiguous(list, gamma);
    if (dense == L0_NONE || factors == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    int outputs[2] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank),
                      new_statistic(list, dense, list->tensors[factors].rank, ACL_FLOAT)};
    l0_launch_row(list, &l0_RmsNorm, (const int[]){dense, factors}, 2, 0, outputs, 2, NULL);
    root_mean_square(list, dense, factors, epsilon, outputs);
    list_write(list, outputs[0], yOut);
    write_statistic(list, outputs[1], rstdOut);
}

void list_add_rms_norm(struct l0_list *list, int x1, int x2, int gamma, double epsilon, int yOut,
                       int rstdOut, int xOut)
{
    if (is_empty(list, x1) || is_empty(list, gamma))
        return;
    int a = l0_contiguous(list, x1);
    int b = l0_contiguous(list, x2);
    int factors = l0_contiguous(list, gamma);
    if (a == L0_NONE || b == L0_NONE || factors == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[a];
    int outputs[3] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank),
                      new_statistic(list, a, list->tensors[factors].rank, ACL_FLOAT),
                      l0_new_shaped(list, "x", elements.type, elements.dims, elements.rank)};
    l0_launch_row(list, &l0_AddRmsNorm, (const int[]){a, b, factors}, 3, 0, outputs, 3, NULL);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){a, b}, 2, &outputs[2], 1, NULL);
    root_mean_square(list, outputs[2], factors, epsilon, outputs);
    list_write(list, outputs[0], yOut);
    write_statistic(list, outputs[1], rstdOut);
    list_write(list, outputs[2], xOut);
}

void list_rms_norm_grad(struct l0_list *list, int dy, int x, int rstd, int gamma, int dxOut,
                        int dgammaOut)
{
    if (is_empty(list, x)) {
        fill(list, dgammaOut, 0);
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
    roots = beside_elements(list, roots, dense, row.rank);
    const int inputs[] = {grad, dense, roots, factors};
    work(list, &l0_RmsNormGrad, inputs, 4, outputs, 1, last_dims(&elements, row.rank));
    work(list, &l0_RmsNormGradGamma, inputs, 3, outputs + 1, 1,
         bits_below(elements.rank - row.rank));
    list_write(list, outputs[0], dxOut);
    list_write(list, outputs[1], dgammaOut);
}

/* ---- Means and variances
 * --------------------------------------------------------------------------- */

/* On Ascend910B and 910_93 the newer kernel takes some lengths only. */
static bool is_newer(const struct l0_list *list, aclDataType type, aclDataType factors,
                     int64_t count)
{
    if (list->architecture != L0_2201)
        return list->architecture == L0_3510;
    bool is_known = type == factors && type == ACL_BF16 && (count == 1024 || count == 4096);
    return is_known || (count % (type == ACL_FLOAT ? 8 : 16) != 0 && count < 64);
}

/* A tensor of ones or zeros in place of one that was not given: for the size alone. */
static int in_place_of(struct l0_list *list, double number, aclDataType type, const int64_t *dims,
                       int32_t rank)
{
    int steps = list->step_count;
    int filled = list_fill(list, type, number, dims, rank);
    list->step_count = steps;
    return filled;
}

static int64_t count_of(const int64_t *dims, int32_t rank)
{
    int64_t count = 1;
    for (int32_t i = 0; i < rank; i++)
        count *= dims[i];
    return count;
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
        fill(list, meanOutOptional, 0);
        fill(list, rstdOutOptional, NAN);
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
                factors[launched++] = in_place_of(list, i == 0, type, dims, last);
        }
    }
    if (x == L0_NONE)
        return;
    bool newer = is_newer(list, elements.type, type, count);
    aclDataType statistics = newer ? ACL_FLOAT : type;
    int outputs[3] = {l0_new_shaped(list, "y", elements.type, elements.dims, elements.rank),
                      new_statistic(list, x, last, statistics),
                      new_statistic(list, x, last, statistics)};
    l0_launch_row(list, newer ? &l0_LayerNormV4 : &l0_LayerNormV3, factors, launched, 0, outputs, 3,
                  NULL);
    const int inputs[] = {x, numbers[0], numbers[1], list_number_of(list, eps)};
    work(list, &l0_LayerNormV4, inputs, 4, outputs, 3, last_dims(&elements, last));
    list_write(list, outputs[0], out);
    write_statistic(list, outputs[1], meanOutOptional);
    write_statistic(list, outputs[2], rstdOutOptional);
}
