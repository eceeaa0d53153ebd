/* SPDX-License-Identifier: Apache-2.0 */
/* AddLora, FusedPatchMlp, MatmulSwiglu and SwigluGatedMlp: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define SIDE 16
#define MOST_WEIGHTS 32
#define MOST_INNER 128
#define MOST_COLUMNS 131072
#define LEAST_BIAS 64 /* bytes of a layer's */

/* ---- AddLora --------------------------------------------------------------------------------- */

static bool is_side(int64_t count, int64_t most)
{
    return count > 0 && count % SIDE == 0 && count <= most;
}

static aclnnStatus lora_rows(struct call *call, int y, int x, int indices)
{
    aclnnStatus status = check_rank(call, y, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *rows = call_tensor(call, x);
    const struct tensor *all = call_tensor(call, y);
    if (all->dims[0] != rows->dims[0] || !is_side(all->dims[1], MOST_COLUMNS))
        return call_refuse_shape(
            call, y,
            "as many rows as x has, and a multiple of 16 columns up to 131072, "
            "are required");
    if (rows->dims[1] % SIDE != 0)
        return call_refuse_shape(call, x, "a multiple of 16 columns is required");
    return call_shape_is(call, indices, rows->dims, 1, false, "one for each row of x");
}

aclnnStatus matmul_check_lora(struct call *call, int y, int x, int second, int indices, int first)
{
    aclnnStatus status = lora_rows(call, y, x, indices);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, second, 4, 4);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *b = call_tensor(call, second);
    int64_t depth = call_tensor(call, x)->dims[1];
    bool fits = b->dims[0] > 0 && b->dims[0] <= MOST_WEIGHTS && b->dims[1] > 0 &&
                b->dims[1] <= MOST_WEIGHTS && is_side(b->dims[2], call_tensor(call, y)->dims[1]) &&
                is_side(b->dims[3], MOST_INNER);
    if (!fits)
        return call_refuse_shape(call, second,
                                 "1 to 32 weights and layers, a multiple of 16 rows up to the "
                                 "columns of y, and of 16 columns up to 128, are required");
    if (call_tensor(call, first) == NULL)
        return b->dims[3] == depth
                   ? ACLNN_SUCCESS
                   : call_refuse_shape(call, second,
                                       "as many columns as x has are required where "
                                       "there is no weightA");
    const int64_t dims[] = {b->dims[0], b->dims[1], b->dims[3], depth};
    return call_shape_is(call, first, dims, 4, false,
                         "weights and layers of weightB, its columns as rows, columns of x");
}

aclnnStatus matmul_check_lora_slice(struct call *call, int y, int second, int layer, int offset,
                                    int size)
{
    const struct tensor *b = call_tensor(call, second);
    int64_t columns = call_tensor(call, y)->dims[1];
    int64_t at = call->arguments[layer].integer;
    int64_t first = call->arguments[offset].integer;
    int64_t wanted = call->arguments[size].integer;
    int64_t count = wanted == -1 ? b->dims[2] : wanted;
    if (at < 0 || at >= b->dims[1])
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; a layer of %s is required",
                      call_name(call, layer), at, call_name(call, second));
    if (first < 0 || first >= columns)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; a column of %s is required",
                      call_name(call, offset), first, call_name(call, y));
    return count > 0 && count <= b->dims[2] && count <= columns - first
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is %" PRId64 "; -1, or as many columns as %s has rows and %s has "
                        "columns from there, at most, is required",
                        call_name(call, size), wanted, call_name(call, second), call_name(call, y));
}

/* ---- FusedPatchMlp --------------------------------------------------------------------------- */

aclnnStatus matmul_check_patch_bias(struct call *call, int x, int biases)
{
    bool is_half = call_type(call, x) == ACL_FLOAT16;
    return call_type(call, biases) == (is_half ? ACL_FLOAT16 : ACL_FLOAT)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of %s is %s; float16 is required with float16, else float32",
                        call_name(call, biases), data_type_name(call_type(call, biases)));
}

aclnnStatus matmul_check_patch_layers(struct call *call, int x, int weights, int biases, int layers,
                                      int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    int64_t count = call->arguments[layers].integer;
    aclnnStatus status = check_rank(call, x, 2, 8);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, biases);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t all = shape_elements(call_tensor(call, biases));
    if (count < 1 || all % count != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; 1 at least, and a divisor of the elements of %s, is "
                      "required",
                      call_name(call, layers), count, call_name(call, biases));
    int64_t hidden = all / count;
    int64_t patch = t->dims[t->rank - 1];
    int64_t wanted = 0;
    if (patch < SIDE || hidden * data_type_bits(call_type(call, biases)) / 8 < LEAST_BIAS)
        return call_refuse_shape(call, biases,
                                 "64 bytes of each layer, and 16 numbers of each row of x, are "
                                 "required at least");
    if (__builtin_mul_overflow(patch + (count - 1) * hidden, hidden, &wanted) ||
        shape_elements(call_tensor(call, weights)) != wanted)
        return call_refuse_shape(call, weights,
                                 "the numbers of all layers are required: columns of x by those of "
                                 "out first, then columns of out by themselves");
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] = hidden;
    return call_shape_is(call, out, dims, t->rank, false, "that of x with the columns of a layer");
}

/* ---- MatmulSwiglu ---------------------------------------------------------------------------- */

aclnnStatus matmul_check_swiglu(struct call *call, int x, int weight, int bias, int transposed,
                                int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *w = call_tensor(call, weight);
    int is_transposed = call->arguments[transposed].integer != 0;
    aclnnStatus status = check_rank(call, x, 2, 8);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, weight);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t depth = t->dims[t->rank - 1];
    if (w->rank != 2 || w->dims[is_transposed ? 1 : 0] != depth ||
        w->dims[is_transposed ? 0 : 1] % 2 != 0)
        return call_refuse_shape(call, weight,
                                 "a row for each column of x, of an even number of columns, is "
                                 "required, turned where transposeWeight is true");
    int64_t both = w->dims[is_transposed ? 0 : 1];
    if (shape_elements(t) / depth > INT32_MAX || both / 2 > INT32_MAX || depth > INT32_MAX)
        return call_refuse_shape(call, x, "rows and columns up to 2147483647 are required");
    status = call_shape_is(call, bias, &both, 1, false, "a number for each column");
    if (status != ACLNN_SUCCESS)
        return status;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] = both / 2;
    return call_shape_is(call, out, dims, t->rank, false, "that of x with half of the columns");
}

/* ---- SwigluGatedMlp -------------------------------------------------------------------------- */

aclnnStatus matmul_check_gated_mlp(struct call *call, int x, int gate_up, int down, int y)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, gate_up);
    const struct tensor *d = call_tensor(call, down);
    aclnnStatus status = check_rank(call, x, 2, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t columns = t->dims[t->rank - 1];
    if (g->rank != 2 || columns < 1 || g->dims[0] != columns || g->dims[1] < 1 ||
        g->dims[1] % 2 != 0)
        return call_refuse_shape(call, gate_up,
                                 "a row for each column of x, of an even number of columns, is "
                                 "required");
    if (d->rank != 2 || d->dims[0] != g->dims[1] / 2 || d->dims[1] < 1)
        return call_refuse_shape(call, down,
                                 "a row for each two columns of gateUpWeight is required");
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] = d->dims[1];
    return call_shape_is(call, y, dims, t->rank, false, "that of x with columns of downWeight");
}
