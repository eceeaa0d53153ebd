/* SPDX-License-Identifier: Apache-2.0 */
/* Cdist, its gradient and Pdist: distances between points. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/linalg.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static const struct l0_row *norm_row(float p)
{
    return p == 2     ? &l0_LpNormV2Of2
           : p == 1   ? &l0_LpNormV2Of1
           : p == 0   ? &l0_LpNormV2Of0
           : isinf(p) ? &l0_LpNormV2OfInfinity
                      : &l0_LpNormV2;
}

/* Appends BroadcastTo without a step. CANN appends it even when the points have the shape. */
static int launch_broadcast(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = l0_new_shaped(list, "points", list->tensors[tensor].type, dims, rank);
    l0_launch_row(list, &l0_BroadcastTo, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* The type in which the kernels of 910B compute. */
static aclDataType kernel_type(const struct l0_list *list, aclDataType type)
{
    return list->architecture == ARCHITECTURE_2201 && type == ACL_BF16 ? ACL_FLOAT : type;
}

/* The points of a tensor as [batch, points, coordinates] in float32, with so many batches. */
static int points_of(struct l0_list *list, int tensor, const int64_t *batches, int32_t rank)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t batch = 1;
    bool is_same = true;
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    for (int32_t i = 0; i < rank - 2; i++) {
        int32_t at = i - (rank - given.rank);
        is_same &= (at < 0 ? 1 : given.dims[at]) == batches[i];
        batch *= batches[i];
        dims[i] = batches[i];
    }
    dims[rank - 2] = given.dims[given.rank - 2];
    dims[rank - 1] = given.dims[given.rank - 1];
    int points = tensor;
    if (!is_same) {
        points = l0_new_shaped(list, "points", given.type, dims, rank);
        l0_step(list, L0_STEP_CAST, NULL, &tensor, 1, &points, 1, NULL);
    }
    points = l0_reshape(list, points, (int64_t[]){batch, dims[rank - 2], dims[rank - 1]}, 3);
    return l0_convert(list, points, ACL_FLOAT);
}

/* All differences: [batch, points of x1, points of x2, coordinates]. */
static int differences_of(struct l0_list *list, int x1, int x2)
{
    if (x1 == L0_NONE || x2 == L0_NONE)
        return L0_NONE;
    const struct l0_tensor a = list->tensors[x1];
    const struct l0_tensor b = list->tensors[x2];
    const int64_t dims[] = {a.dims[0], a.dims[1], b.dims[1], a.dims[2]};
    int left = l0_reshape(list, x1, (int64_t[]){dims[0], dims[1], 1, dims[3]}, 4);
    int right = l0_reshape(list, x2, (int64_t[]){dims[0], 1, dims[2], dims[3]}, 4);
    int differences = l0_new_shaped(list, "differences", ACL_FLOAT, dims, 4);
    if (left == L0_NONE || right == L0_NONE || differences == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_Sub, (int[]){left, right}, 2, &differences, 1, NULL);
    return differences;
}

/* All distances: [batch, points of x1, points of x2], in a type. */
static int distances_of(struct l0_list *list, int x1, int x2, float p, aclDataType type)
{
    int differences = differences_of(list, x1, x2);
    if (differences == L0_NONE)
        return L0_NONE;
    const struct l0_tensor elements = list->tensors[differences];
    const struct l0_row *row = norm_row(p);
    const int inputs[] = {differences, list_number_of(list, (double)p)};
    int distances = l0_new_shaped(list, "distances", type, elements.dims, 3);
    norm_fold_rows(list, row, inputs, row == &l0_LpNormV2 ? 2 : 1, &distances, 1, 1 << 3);
    return distances;
}

static int32_t shape_of_distances(const struct l0_list *list, int x1, int x2, int64_t *dims)
{
    const struct l0_tensor a = list->tensors[x1];
    const struct l0_tensor b = list->tensors[x2];
    int32_t rank = a.rank > b.rank ? a.rank : b.rank;
    for (int32_t i = 0; i < rank - 2; i++) {
        int32_t at = i - (rank - a.rank);
        int64_t one = at < 0 ? 1 : a.dims[at];
        at = i - (rank - b.rank);
        int64_t other = at < 0 ? 1 : b.dims[at];
        dims[i] = one == 1 ? other : one;
    }
    return rank;
}

/* On 910B the kernel takes all pairs of points, already broadcast. */
static void launch_cdist(struct l0_list *list, int x1, int x2, const int64_t *batches, int32_t rank,
                         int out)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct l0_tensor one = list->tensors[x1];
    const struct l0_tensor other = list->tensors[x2];
    const struct l0_tensor result = list->tensors[out];
    aclDataType type = kernel_type(list, one.type);
    int64_t columns = one.dims[one.rank - 1];
    memcpy(dims, batches, (size_t)(rank - 2) * sizeof *dims);
    dims[rank - 1] = columns;
    dims[rank - 2] = one.dims[one.rank - 2];
    int left = launch_broadcast(list, x1, dims, rank);
    dims[rank - 2] = other.dims[other.rank - 2];
    int right = launch_broadcast(list, x2, dims, rank);
    left = l0_launch_cast(list, left, type);
    right = l0_launch_cast(list, right, type);
    if (list->architecture == ARCHITECTURE_2201 && rank < TENSOR_MAX_DIMS) {
        dims[rank - 2] = one.dims[one.rank - 2];
        dims[rank - 1] = other.dims[other.rank - 2];
        dims[rank] = columns;
        left = launch_broadcast(list, left, dims, rank + 1);
        right = launch_broadcast(list, right, dims, rank + 1);
    }
    int found = l0_new_shaped(list, "distances", type, result.dims, result.rank);
    if (left == L0_NONE || right == L0_NONE || found == L0_NONE)
        return;
    l0_launch_row(list, &l0_Cdist, (int[]){left, right}, 2, 0, &found, 1, NULL);
    l0_launch_view_copy(list, l0_launch_cast(list, found, result.type), out);
}

void linalg_list_cdist(struct l0_list *list, int x1, int x2, double p, int out)
{
    int64_t batches[TENSOR_MAX_DIMS];
    if (norm_has_nothing(list, out) || x1 == L0_NONE || x2 == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[x1].elements == 0) {
        norm_fill_result(list, out, 0);
        return;
    }
    int32_t rank = shape_of_distances(list, x1, x2, batches);
    int left = l0_contiguous(list, x1);
    int right = l0_contiguous(list, x2);
    if (left == L0_NONE || right == L0_NONE)
        return;
    launch_cdist(list, left, right, batches, rank, out);
    int distances = distances_of(list, points_of(list, left, batches, rank),
                                 points_of(list, right, batches, rank), (float)p, result.type);
    list_store_reshaped(list, distances, out);
}

void linalg_list_pdist(struct l0_list *list, int self, double p, int out)
{
    if (norm_has_nothing(list, out) || self == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    const struct l0_tensor given = list->tensors[self];
    if (given.elements == 0) {
        norm_fill_result(list, out, 0);
        return;
    }
    int dense = l0_contiguous(list, self);
    int found = l0_new_shaped(list, "distances", result.type, result.dims, 1);
    if (dense == L0_NONE || found == L0_NONE)
        return;
    l0_launch_row(list, &l0_Pdist, &dense, 1, 0, &found, 1, NULL);
    int points = points_of(list, dense, NULL, 2);
    int all = distances_of(list, points, points, (float)p, result.type);
    if (all == L0_NONE)
        return;
    all = l0_reshape(list, all, (int64_t[]){given.dims[0], given.dims[0]}, 2);
    l0_step(list, L0_STEP_APPLY, &l0_Pdist, &all, 1, &found, 1, NULL);
    l0_view_copy(list, found, out);
}

void linalg_list_pdist_forward(struct l0_list *list, int self, const struct scalar *pScalar,
                               int out)
{
    linalg_list_pdist(list, self, (double)scalar_float(pScalar), out);
}

static const struct l0_row *grad_row(float p)
{
    return p == 1                ? &l0_CdistGradOf1
           : p == 2              ? &l0_CdistGradOf2
           : p == -1 || isinf(p) ? &l0_CdistGradOfInfinity
           : p < 1               ? &l0_CdistGradBelow1
                                 : &l0_CdistGrad;
}

/* Broadcasts four tensors to the shape of all pairs of points, and appends the operator. */
static void launch_cdist_grad(struct l0_list *list, const int dense[4], const int64_t *batches,
                              int32_t rank, int out)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    int64_t shaped[TENSOR_MAX_DIMS + 1];
    int spread[4];
    const struct l0_tensor one = list->tensors[dense[1]];
    const struct l0_tensor other = list->tensors[dense[2]];
    const struct l0_tensor result = list->tensors[out];
    aclDataType type = kernel_type(list, one.type);
    memcpy(dims, batches, (size_t)(rank - 2) * sizeof *dims);
    dims[rank - 2] = one.dims[one.rank - 2];
    dims[rank - 1] = other.dims[other.rank - 2];
    dims[rank] = one.dims[one.rank - 1];
    for (int i = 0; i < 4; i++)
        spread[i] = l0_launch_cast(list, dense[i], type);
    for (int i = 0; i < 4 && rank < TENSOR_MAX_DIMS; i++) {
        if (spread[i] == L0_NONE)
            return;
        const struct l0_tensor given = list->tensors[spread[i]];
        bool is_pairs = i == 0 || i == 3;
        memcpy(shaped, given.dims, (size_t)(given.rank - 2) * sizeof *shaped);
        shaped[given.rank - 2] = i == 2 ? 1 : given.dims[given.rank - 2];
        shaped[given.rank - 1] = i == 1 ? 1 : given.dims[given.rank - (i == 2 ? 2 : 1)];
        shaped[given.rank] = is_pairs ? 1 : given.dims[given.rank - 1];
        spread[i] = launch_broadcast(list, l0_reshape(list, spread[i], shaped, given.rank + 1),
                                     dims, rank + 1);
    }
    int found = l0_new_shaped(list, "gradient", type, result.dims, result.rank);
    for (int i = 0; i < 4; i++)
        if (spread[i] == L0_NONE || found == L0_NONE)
            return;
    l0_launch_row(list, &l0_CdistGrad, spread, 4, 0, &found, 1, NULL);
    l0_launch_view_copy(list, l0_launch_cast(list, found, result.type), out);
}

void linalg_list_cdist_backward(struct l0_list *list, int grad, int x1, int x2, int cdist, double p,
                                int out)
{
    int64_t batches[TENSOR_MAX_DIMS];
    if (norm_has_nothing(list, out) || norm_has_nothing(list, grad) || x1 == L0_NONE ||
        x2 == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int32_t rank = shape_of_distances(list, x1, x2, batches);
    int given[] = {l0_contiguous(list, grad), l0_contiguous(list, x1), l0_contiguous(list, x2),
                   l0_contiguous(list, cdist)};
    for (int i = 0; i < 4; i++)
        if (given[i] == L0_NONE)
            return;
    launch_cdist_grad(list, given, batches, rank, out);
    if (p == 0) {
        int zeros = l0_new_shaped(list, "gradient", result.type, result.dims, result.rank);
        int zero = list_constant(list, "zero", 0, result.type);
        if (zeros != L0_NONE && zero != L0_NONE)
            l0_step(list, L0_STEP_APPLY, &l0_Fill, &zero, 1, &zeros, 1, NULL);
        list_store_reshaped(list, zeros, out);
        return;
    }
    int differences = differences_of(list, points_of(list, given[1], batches, rank),
                                     points_of(list, given[2], batches, rank));
    if (differences == L0_NONE)
        return;
    const struct l0_tensor all = list->tensors[differences];
    const int64_t pairs[] = {all.dims[0], all.dims[1], all.dims[2], 1};
    const int64_t sums[] = {all.dims[0], all.dims[1], all.dims[3]};
    const struct l0_row *row = grad_row((float)p);
    const int inputs[] = {
        differences, l0_convert(list, l0_reshape(list, given[0], pairs, 4), ACL_FLOAT),
        l0_convert(list, l0_reshape(list, given[3], pairs, 4), ACL_FLOAT), list_number_of(list, p)};
    int count = row == &l0_CdistGradOf1                              ? 2
                : row == &l0_CdistGrad || row == &l0_CdistGradBelow1 ? 4
                                                                     : 3;
    int summed = l0_new_shaped(list, "gradient", result.type, sums, 3);
    norm_fold_rows(list, row, inputs, count, &summed, 1, 1 << 2);
    list_store_reshaped(list, summed, out);
}
