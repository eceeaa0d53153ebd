/* SPDX-License-Identifier: Apache-2.0 */
/* Variances, standard deviations and their means; the trace of a matrix; smallest and largest
 * elements together: lists of L0 operators. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/reduce.h"
#include "declared/copy_layout.h"
#include "ops/common/fold.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* What a call asks for. Ascend950 has one kernel for it; other products compute the mean first and
 * broadcast it to the elements. */
struct variance {
    const struct l0_row *whole;
    const struct l0_row *behind_mean;
    uint64_t folded;
    int64_t correction;
    bool keep;
};

static int fill_result(struct l0_list *list, double number, int out)
{
    const struct l0_tensor result = list->tensors[out];
    if (result.elements == 0)
        return out;
    l0_view_copy(list, list_fill(list, result.type, number, result.dims, result.rank), out);
    return out;
}

static int result_like(struct l0_list *list, int dense, const struct variance *v, bool keep)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct l0_tensor shape = list->tensors[dense];
    int32_t rank = fold_shape(shape.dims, shape.rank, v->folded, keep, dims);
    return l0_new_shaped(list, "result", shape.type, dims, rank);
}

static const struct l0_fold *fold_of(struct l0_list *list, uint64_t folded)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold != NULL)
        fold->dims = folded;
    return fold;
}

/* The number of elements that are folded to one result. */
static int64_t folded_count(const struct l0_tensor *shape, uint64_t folded)
{
    int64_t count = 1;
    for (int32_t i = 0; i < shape->rank; i++)
        count *= (folded >> i & 1) != 0 ? shape->dims[i] : 1;
    return count;
}

/* When a result has no more elements than the correction, CANN fills it. */
static bool fills(struct l0_list *list, const struct l0_tensor *shape, const struct variance *v,
                  int out)
{
    int64_t count = folded_count(shape, v->folded);
    if (count > v->correction || v->correction < 1)
        return false;
    fill_result(list, count == 1 ? NAN : INFINITY, out);
    return true;
}

/* Appends the kernel of Ascend950, which writes the means too when `mean` is a tensor. */
static void whole(struct l0_list *list, int dense, const struct variance *v, int out, int mean)
{
    const int inputs[] = {dense,
                          list_integer_constant(list, "correction", v->correction, ACL_DOUBLE)};
    const int outputs[] = {result_like(list, dense, v, v->keep),
                           result_like(list, dense, v, v->keep)};
    const struct l0_fold *fold = fold_of(list, v->folded);
    if (fold == NULL)
        return;
    l0_apply(list, v->whole, inputs, 2, 1, outputs, 2, fold);
    list_write(list, outputs[0], out);
    if (mean != L0_NONE)
        list_write(list, outputs[1], mean);
}

/* Appends ReduceMean for the size alone: the work after it computes the mean itself. */
static int launch_mean(struct l0_list *list, int dense, const struct variance *v, bool keep)
{
    const struct l0_fold *fold = fold_of(list, v->folded);
    if (list->status != ACLNN_SUCCESS || fold == NULL || list->tensors[dense].rank == 0)
        return dense;
    int mean = result_like(list, dense, v, keep);
    l0_launch_row(list, &l0_ReduceMean, &dense, 1, 0, &mean, 1, fold);
    return mean;
}

/* Appends Expand for the size alone; a tensor without dimensions needs none. */
static int launch_expand(struct l0_list *list, int mean, int dense)
{
    if (list->status != ACLNN_SUCCESS || list->tensors[dense].rank == 0)
        return mean;
    const struct l0_tensor shape = list->tensors[dense];
    int spread = l0_new_shaped(list, "mean", shape.type, shape.dims, shape.rank);
    l0_launch_row(list, &l0_Expand, &mean, 1, 0, &spread, 1, NULL);
    return spread;
}

/* Appends the kernel that takes the elements and their mean. */
static int behind_mean(struct l0_list *list, int dense, int mean, const struct variance *v)
{
    const int launched[] = {dense, launch_expand(list, mean, dense)};
    const int inputs[] = {dense,
                          list_integer_constant(list, "correction", v->correction, ACL_DOUBLE)};
    const struct l0_fold *fold = fold_of(list, v->folded);
    int result = result_like(list, dense, v, v->keep);
    if (fold == NULL)
        return L0_NONE;
    l0_launch_row(list, v->behind_mean, launched, 2, 0, &result, 1, fold);
    l0_step(list, L0_STEP_APPLY, v->behind_mean, inputs, 2, &result, 1, fold);
    return result;
}

static void variance(struct l0_list *list, int dense, const struct variance *v, int out)
{
    if (dense == L0_NONE)
        return;
    if (list->architecture == ARCHITECTURE_3510)
        whole(list, dense, v, out, L0_NONE);
    else
        list_write(list, behind_mean(list, dense, launch_mean(list, dense, v, true), v), out);
}

void reduce_list_var(struct l0_list *list, int self, const struct array *dim, bool unbiased,
                     bool keepdim, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[self];
    const struct variance v = {&l0_ReduceVar, &l0_ReduceStdV2Update, folded_dims(dim, shape.rank),
                               unbiased, keepdim};
    if (shape.elements == 0)
        fill_result(list, NAN, out);
    else
        variance(list, l0_contiguous(list, self), &v, out);
}

void reduce_list_var_correction(struct l0_list *list, int self, const struct array *dim,
                                int64_t correction, bool keepdim, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[self];
    const struct variance v = {&l0_ReduceVar, &l0_ReduceStdV2Update, folded_dims(dim, shape.rank),
                               correction, keepdim};
    if (shape.elements == 0)
        fill_result(list, NAN, out);
    else if (!fills(list, &shape, &v, out))
        variance(list, l0_contiguous(list, self), &v, out);
}

/* The variance or deviation, together with the means. Before Ascend950 the mean for the caller also
 * serves the kernel after it, when dims are kept or the kernel computes deviations. */
static void variance_and_mean(struct l0_list *list, int self, const struct variance *v, int out,
                              int meanOut)
{
    const struct l0_tensor shape = list->tensors[self];
    if (shape.elements == 0) {
        fill_result(list, NAN, out);
        fill_result(list, NAN, meanOut);
        return;
    }
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    if (list->architecture == ARCHITECTURE_3510) {
        whole(list, dense, v, out, meanOut);
        return;
    }
    int mean = dense;
    if (shape.rank > 0)
        mean = list_fold_dims(list, &l0_ReduceMean, dense, v->folded, v->keep, shape.type);
    bool of_deviation = v->whole == &l0_ReduceStdV2;
    if (of_deviation && fills(list, &shape, v, out)) { /* before the mean is copied */
        list_write(list, mean, meanOut);
        return;
    }
    list_write(list, mean, meanOut);
    if (!of_deviation && fills(list, &shape, v, out))
        return;
    if (!v->keep && !of_deviation)
        mean = launch_mean(list, dense, v, true);
    list_write(list, behind_mean(list, dense, mean, v), out);
}

void reduce_list_var_mean(struct l0_list *list, int self, const struct array *dim,
                          int64_t correction, bool keepdim, int varOut, int meanOut)
{
    if (self == L0_NONE || varOut == L0_NONE || meanOut == L0_NONE)
        return;
    const struct variance v = {&l0_ReduceVar, &l0_ReduceStdV2Update,
                               folded_dims(dim, list->tensors[self].rank), correction, keepdim};
    variance_and_mean(list, self, &v, varOut, meanOut);
}

void reduce_list_std(struct l0_list *list, int self, const struct array *dim, int64_t correction,
                     bool keepdim, int out)
{
    static const int64_t one = 1;
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[self];
    struct variance v = {&l0_ReduceStdV2, &l0_ReduceStdWithMean, folded_dims(dim, shape.rank),
                         correction, keepdim};
    if (shape.elements == 0) {
        fill_result(list, NAN, out);
        return;
    }
    if (fills(list, &shape, &v, out))
        return;
    int dense = l0_contiguous(list, self);
    if (shape.rank == 0) {
        dense = l0_reshape(list, dense, &one, 1);
        v.folded = 1;
        v.keep = false;
    }
    variance(list, dense, &v, out);
}

void reduce_list_std_mean_correction(struct l0_list *list, int self, const struct array *dim,
                                     int64_t correction, bool keepdim, int stdOut, int meanOut)
{
    if (self == L0_NONE || stdOut == L0_NONE || meanOut == L0_NONE)
        return;
    const struct variance v = {&l0_ReduceStdV2, &l0_ReduceStdWithMean,
                               folded_dims(dim, list->tensors[self].rank), correction, keepdim};
    variance_and_mean(list, self, &v, stdOut, meanOut);
}

void reduce_list_trace(struct l0_list *list, int self, int out)
{
    static const int64_t main_diagonal;
    static const int64_t one = 1;
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor matrix = list->tensors[self];
    aclDataType type = list->tensors[out].type;
    if (matrix.elements == 0) {
        list->asks_nothing = true;
        fill_result(list, 0, out);
        return;
    }
    int dense = l0_contiguous(list, self);
    if (type_is_half(matrix.type))
        dense = l0_cast(list, dense, type = ACL_FLOAT);
    const struct l0_fold *fold = fold_of(list, 1);
    if (dense == L0_NONE || fold == NULL)
        return;
    int64_t count = matrix.dims[0] < matrix.dims[1] ? matrix.dims[0] : matrix.dims[1];
    int diagonal = l0_new_shaped(list, "diagonal", list->tensors[dense].type, &count, 1);
    int sum = l0_new_shaped(list, "sum", type, &one, 1);
    l0_launch_row(list, &l0_Trace, &dense, 1, 0, &sum, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_DiagV2, &dense, 1, &diagonal, 1, &main_diagonal);
    diagonal = l0_convert(list, diagonal, type);
    sum = l0_reshape(list, sum, NULL, 0);
    l0_step(list, L0_STEP_APPLY, &l0_Trace, &diagonal, 1, &sum, 1, fold);
    list_write(list, sum, out);
}

/* Computes bool by way of uint8. */
static void aminmax(struct l0_list *list, int self, uint64_t folded, bool keep, int minOut,
                    int maxOut)
{
    if (self == L0_NONE || minOut == L0_NONE || maxOut == L0_NONE ||
        list->tensors[self].elements == 0)
        return;
    if (list->tensors[self].rank == 0) {
        l0_view_copy(list, self, minOut);
        l0_view_copy(list, self, maxOut);
        return;
    }
    aclDataType type = list->tensors[self].type == ACL_BOOL ? ACL_UINT8 : list->tensors[self].type;
    int cast = l0_cast(list, l0_contiguous(list, self), type);
    int smallest = list_fold_dims(list, &l0_ReduceMin, cast, folded, keep, type);
    int largest = list_fold_dims(list, &l0_ReduceMax, cast, folded, keep, type);
    if (smallest == L0_NONE || largest == L0_NONE)
        return;
    smallest = l0_cast(list, smallest, list->tensors[minOut].type);
    largest = l0_cast(list, largest, list->tensors[maxOut].type);
    l0_view_copy(list, smallest, minOut);
    l0_view_copy(list, largest, maxOut);
}

void reduce_list_aminmax(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                         int minOut, int maxOut)
{
    if (self != L0_NONE)
        aminmax(list, self, folded_dims(dim, list->tensors[self].rank), keepDim, minOut, maxOut);
}

void reduce_list_aminmax_dim(struct l0_list *list, int self, int64_t dim, bool keepDim, int minOut,
                             int maxOut)
{
    if (self != L0_NONE)
        aminmax(list, self, folded_dim(dim, list->tensors[self].rank), keepDim, minOut, maxOut);
}

void reduce_list_aminmax_all(struct l0_list *list, int self, int minOut, int maxOut)
{
    if (self != L0_NONE)
        aminmax(list, self, folded_dims(NULL, list->tensors[self].rank), false, minOut, maxOut);
}
