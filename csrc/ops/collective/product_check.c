/* SPDX-License-Identifier: Apache-2.0 */
/* Products between exchanges: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define LEAST_DEPTH 256
#define PAST_DEPTH 65535

/* ---- AllGatherMatmul, MatmulReduceScatter ---------------------------------------------------- */

aclnnStatus collective_check_some_depth(struct call *call, int x1)
{
    const struct tensor *left = call_tensor(call, x1);
    return left->rank < 2 || left->dims[1] != 0
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x1, "columns are required");
}

static bool is_turned(const struct tensor *t)
{
    return t->strides[0] == 1 && t->strides[1] == t->dims[0] && t->dims[0] > 1 && t->dims[1] > 1;
}

aclnnStatus collective_check_rows_apart(struct call *call, int x1, int x2, int output)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *out = call_tensor(call, output);
    aclnnStatus status = check_rank(call, x1, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x2, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, output, 2, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (is_turned(left))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is transposed; its rows must lie densely",
                      call_name(call, x1));
    if (left->dims[1] != right->dims[0])
        return call_refuse_shape(call, x2, "as many rows as x1 has columns are required");
    if (left->dims[1] < LEAST_DEPTH || left->dims[1] >= PAST_DEPTH)
        return call_refuse_shape(call, x1, "256 to 65534 columns are required");
    if (right->dims[1] != out->dims[1])
        return call_refuse_shape(call, output, "the columns of x2 are required");
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_gathered(struct call *call, int x1, int gathered)
{
    const struct tensor *out = call_tensor(call, gathered);
    if (out == NULL || tensor_is_empty(out))
        return ACLNN_SUCCESS;
    aclnnStatus status = check_rank(call, gathered, 2, 2);
    if (status != ACLNN_SUCCESS || out->dims[1] == call_tensor(call, x1)->dims[1])
        return status;
    return call_refuse_shape(call, gathered, "the columns of x1 are required");
}

/* CANN does not look at rows. */
static aclnnStatus refuse_rows(struct call *call, int tensor, int64_t rows)
{
    const struct tensor *t = call_tensor(call, tensor);
    if (t->dims[0] == rows)
        return ACLNN_SUCCESS;
    return collective_refuse_late(
        call, ACLNN_ERR_INNER_NULLPTR,
        "%s has %" PRId64 " rows; %" PRId64 " are required with %" PRId64 " ranks",
        call_name(call, tensor), t->dims[0], rows, collective_size(call, COLLECTIVE_FIRST));
}

aclnnStatus collective_check_gathered_rows(struct call *call, int x1, int output, int gathered)
{
    int64_t rows = shape_product(call_tensor(call, x1)->dims[0],
                                 collective_size(call, COLLECTIVE_FIRST));
    aclnnStatus status = refuse_rows(call, output, rows);
    const struct tensor *kept = call_tensor(call, gathered);
    if (status == ACLNN_SUCCESS && kept != NULL && !tensor_is_empty(kept))
        status = refuse_rows(call, gathered, rows);
    return status;
}

aclnnStatus collective_check_scattered_rows(struct call *call, int x1, int output)
{
    int64_t ranks = collective_size(call, COLLECTIVE_FIRST);
    int64_t rows = call_tensor(call, x1)->dims[0];
    if (rows % ranks == 0)
        return refuse_rows(call, output, rows / ranks);
    return collective_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                                  "%s has %" PRId64 " rows; a multiple of the %" PRId64
                                  " ranks is required",
                                  call_name(call, x1), rows, ranks);
}

/* CANN's checks pass over the length of bias. */
aclnnStatus collective_check_bias_late(struct call *call, int bias, int output)
{
    const struct tensor *given = call_tensor(call, bias);
    int64_t columns = call_tensor(call, output)->dims[1];
    if (given == NULL || (given->rank == 1 && given->dims[0] >= columns))
        return ACLNN_SUCCESS;
    return collective_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                                  "%s has not a number for each of the %" PRId64 " columns",
                                  call_name(call, bias), columns);
}

/* ---- MatmulAllReduce ------------------------------------------------------------------------- */

aclnnStatus collective_check_no_fractals(struct call *call, int x2)
{
    const struct tensor *right = call_tensor(call, x2);
    return right->format != ACL_FORMAT_FRACTAL_NZ || right->storage_rank != 4
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is in ACL_FORMAT_FRACTAL_NZ; ACL_FORMAT_ND is required",
                        call_name(call, x2));
}

static int find_either(const struct call *call, const char *name, const char *other)
{
    int at = call_find(call, name);
    return at >= 0 ? at : call_find(call, other);
}

aclnnStatus collective_check_reduced_product(struct call *call)
{
    int x1 = call_find(call, "x1");
    int x2 = call_find(call, "x2");
    int x3 = find_either(call, "x3", "x3Optional");
    int bias = find_either(call, "bias", "biasOptional");
    int output = call_find(call, "output");
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    aclnnStatus status = check_rank(call, x2, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x1, 2, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    if (left->dims[left->rank - 1] != right->dims[0])
        return call_refuse_shape(call, x2, "as many rows as x1 has columns are required");
    struct shape shape;
    shape_copy(&shape, left);
    shape.dims[shape.rank - 1] = right->dims[1];
    status = call_shape_follows(call, output, true, &shape, false, "that of the product");
    if (status == ACLNN_SUCCESS && x3 >= 0 && call_tensor(call, x3) != NULL)
        status = call_shape_follows(call, x3, true, &shape, false, "that of the product");
    if (status == ACLNN_SUCCESS && call_tensor(call, bias) != NULL)
        status = call_shape_is(call, bias, &right->dims[1], 1, false, "the columns of x2");
    if (status == ACLNN_SUCCESS && tensor_is_empty(call_tensor(call, output)))
        return call_refuse_shape(call, output, "elements are required");
    return status;
}

/* ---- MatmulAllReduceAddRmsNorm --------------------------------------------------------------- */

aclnnStatus collective_check_norm_sides(struct call *call)
{
    int x1 = call_find(call, "x1");
    int x2 = call_find(call, "x2");
    int residual = call_find(call, "residual");
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *added = call_tensor(call, residual);
    if (left->rank < 1 || right->rank < 1 || added->rank < 1)
        return call_refuse_shape(call,
                                 left->rank < 1    ? x1
                                 : right->rank < 1 ? x2
                                                   : residual,
                                 "dimensions are required");
    if (left->dims[left->rank - 1] != right->dims[0])
        return call_refuse_shape(call, x2, "as many rows as x1 has columns are required");
    if (added->dims[added->rank - 1] != right->dims[right->rank - 1])
        return call_refuse_shape(call, residual, "the columns of x2 are required");
    bool is_empty = tensor_is_empty(left) || tensor_is_empty(right) || tensor_is_empty(added) ||
                    tensor_is_empty(call_tensor(call, call_find(call, "gamma")));
    return is_empty && left->dims[left->rank - 1] == 0
               ? call_refuse_shape(call, x1, "columns are required")
               : ACLNN_SUCCESS;
}

/* 561103 where the tiling refuses a shape. */
static aclnnStatus refuse_inner(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_NULLPTR, "the shape of %s is %s; %s", call_name(call, tensor),
                  dims_describe(t->dims, t->rank, shape, sizeof shape), required);
}

static bool has_dims_of(const struct tensor *a, const struct tensor *b)
{
    return a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0;
}

static int64_t rows_of(const struct tensor *t)
{
    return shape_count(t->dims, t->rank - 1);
}

aclnnStatus collective_check_norm_shapes(struct call *call)
{
    int residual = call_find(call, "residual");
    const struct tensor *left = call_tensor(call, call_find(call, "x1"));
    const struct tensor *right = call_tensor(call, call_find(call, "x2"));
    const struct tensor *added = call_tensor(call, residual);
    const struct tensor *gamma = call_tensor(call, call_find(call, "gamma"));
    const struct tensor *bias = call_tensor(call, call_find(call, "bias"));
    int y = call_find(call, "y");
    int norm = call_find(call, "normOut");
    if (left->rank < 2 || left->rank > 3 || right->rank != 2)
        return refuse_inner(call, call_find(call, right->rank != 2 ? "x2" : "x1"),
                            "two dimensions, or three of x1, are required");
    if (added->rank != 3 || rows_of(added) != rows_of(left))
        return refuse_inner(call, residual, "three dimensions, of the rows of x1, are required");
    if (gamma->rank != 1 || gamma->dims[0] != right->dims[1])
        return refuse_inner(call, call_find(call, "gamma"), "the columns of x2 are required");
    if (bias != NULL && (bias->rank != 1 || bias->dims[0] != right->dims[1]))
        return refuse_inner(call, call_find(call, "bias"), "the columns of x2 are required");
    if (y >= 0 && !has_dims_of(call_tensor(call, y), added))
        return refuse_inner(call, y, "that of residual is required");
    return has_dims_of(call_tensor(call, norm), added)
               ? ACLNN_SUCCESS
               : refuse_inner(call, norm, "that of residual is required");
}
