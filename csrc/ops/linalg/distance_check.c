/* SPDX-License-Identifier: Apache-2.0 */
/* Cdist and Pdist: checks. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/linalg.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

#define NEAR_TWO 1e-6
#define BY_DIFFERENCES 2 /* the mode in which Euclidean distances are computed from differences */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; for distances %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

/* Broadcasts the batches of both tensors; false when they do not broadcast. */
static bool broadcast_batches(const struct tensor *x1, const struct tensor *x2, int64_t *dims,
                              int32_t *rank)
{
    *rank = x1->rank > x2->rank ? x1->rank : x2->rank;
    for (int32_t back = 3; back <= *rank; back++) {
        int64_t a = back <= x1->rank ? x1->dims[x1->rank - back] : 1;
        int64_t b = back <= x2->rank ? x2->dims[x2->rank - back] : 1;
        if (a != b && a != 1 && b != 1)
            return false;
        dims[*rank - back] = a == 1 ? b : a;
    }
    dims[*rank - 2] = x1->dims[x1->rank - 2];
    dims[*rank - 1] = x2->dims[x2->rank - 2];
    return true;
}

aclnnStatus linalg_check_points(struct call *call, int x1, int x2)
{
    const struct tensor *a = call_tensor(call, x1);
    const struct tensor *b = call_tensor(call, x2);
    return a->dims[a->rank - 1] == b->dims[b->rank - 1]
               ? ACLNN_SUCCESS
               : refuse(call, x2, "points of both must have as many coordinates");
}

aclnnStatus linalg_check_point_batches(struct call *call, int x1, int x2)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *a = call_tensor(call, x1);
    const struct tensor *b = call_tensor(call, x2);
    for (int32_t i = 0; i < a->rank - 1; i++)
        call->is_empty |= a->dims[i] == 0;
    for (int32_t i = 0; i < b->rank - 1; i++)
        call->is_empty |= b->dims[i] == 0;
    return call->is_empty || broadcast_batches(a, b, dims, &rank)
               ? ACLNN_SUCCESS
               : refuse(call, x2, "batches of both must be equal, or 1");
}

/* 561103 when out has another shape, which CANN finds while it copies the distances. */
aclnnStatus linalg_check_distances(struct call *call, int x1, int x2, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    if (call->is_empty ||
        !broadcast_batches(call_tensor(call, x1), call_tensor(call, x2), dims, &rank))
        return ACLNN_SUCCESS;
    aclnnStatus status = call_shape_is(call, out, dims, rank, false,
                                       "a distance for each pair of points");
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_NULLPTR;
}

aclnnStatus linalg_check_order_of_distance(struct call *call, int p)
{
    double order = call->arguments[p].real;
    return order >= 0 ? ACLNN_SUCCESS
                      : report(ACLNN_ERR_PARAM_INVALID, "p is %g; 0 or more is required", order);
}

aclnnStatus linalg_check_mode_of_distance(struct call *call, int p, int mode)
{
    if (!(fabs(call->arguments[p].real - 2) < NEAR_TWO) ||
        call->arguments[mode].integer == BY_DIFFERENCES)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "compute_mode is %" PRId64 "; 2 is required where p is 2",
                  call->arguments[mode].integer);
}

aclnnStatus linalg_check_pairs(struct call *call, int self, int out)
{
    int64_t count = call_tensor(call, self)->dims[0];
    int64_t pairs = 0;
    struct shape shape;
    if (count > 1 && __builtin_mul_overflow(count, count - 1, &pairs))
        return refuse(call, self, "the pairs of rows must fit into 63 bits");
    return call_shape_follows(call, out, linalg_shape_pairs(call, self, &shape), &shape, false,
                              "a distance for each pair of rows");
}

aclnnStatus linalg_check_order_of_pairs(struct call *call, int pScalar)
{
    float order = scalar_float(call_scalar(call, pScalar));
    return !(order < 0)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "p is %g; 0 or more is required", (double)order);
}

aclnnStatus linalg_check_distance_grads(struct call *call, int grad, int x1, int x2, int cdist,
                                        int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *a = call_tensor(call, x1);
    const struct tensor *b = call_tensor(call, x2);
    if (a->dims[a->rank - 1] != b->dims[b->rank - 1] || !broadcast_batches(a, b, dims, &rank))
        return refuse(call, x2, "its points must go with those of x1");
    for (int32_t i = 0; i < rank - 2; i++)
        if (dims[i] != a->dims[i])
            return refuse(call, x1, "it must have the batches of the result");
    aclnnStatus status = call_shape_is(call, cdist, dims, rank, false,
                                       "a distance for each pair of points");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, grad, dims, rank, false, "a distance for each pair of points");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, out, a->dims, a->rank, false, "the shape of x1")
               : status;
}

aclnnStatus linalg_check_order_of_grads(struct call *call, int p)
{
    double order = call->arguments[p].real;
    return !(order < 0) || order == -1
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "p is %g; 0 or more is required, or -1", order);
}
