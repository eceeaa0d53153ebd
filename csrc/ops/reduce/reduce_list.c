/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that fold dimensions: lists of CANN's op_api. */
#include "ops/reduce/reduce.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/reduce.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/index.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "ops/common/fold.h"
#include "ops/common/list.h"
#include "ops/reduce/reduce_tiling.h"
#include "tensor/convert.h"

int reduce_list_fold(struct l0_list *list, const struct l0_row *row, int tensor,
                     const struct array *dims, bool keep, aclDataType type)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    return list_fold_dims(list, row, tensor, folded_dims(dims, list->tensors[tensor].rank), keep,
                          type);
}

bool reduce_list_folds_view(const struct l0_list *list, int self, uint64_t folded, aclDataType type)
{
    const struct l0_tensor *tensor = &list->tensors[self];
    return list->architecture == ARCHITECTURE_3510 && tensor->type == ACL_FLOAT &&
           type == ACL_FLOAT && reduce_tiling_takes_view_3510(tensor->given, folded);
}

/* Fills an output, which may be empty. */
static void fill(struct l0_list *list, double number, int out)
{
    const struct l0_tensor result = list->tensors[out];
    if (result.elements > 0)
        l0_view_copy(list, list_fill(list, result.type, number, result.dims, result.rank), out);
}

/* Fills an output, for which the vendor answers a size of 0. */
static void fill_for_nothing(struct l0_list *list, double number, int out)
{
    list->asks_nothing = true;
    fill(list, number, out);
}

/* Folds dimensions. Without elements the result is filled with `empty`; a tensor without dimensions
 * is only copied. */
static void reduce(struct l0_list *list, const struct l0_row *row, int self, uint64_t folded,
                   bool keep, aclDataType type, double empty, int out)
{
    const struct l0_tensor given = list->tensors[self];
    if (given.elements == 0) {
        fill(list, empty, out);
        return;
    }
    int input = reduce_list_folds_view(list, self, folded, type) ? self : l0_contiguous(list, self);
    int cast = l0_cast(list, input, type);
    if (given.rank > 0)
        cast = list_fold_dims(list, row, cast, folded, keep, type);
    list_write(list, cast, out);
}

static uint64_t all_dims(const struct l0_list *list, int tensor)
{
    return ((uint64_t)1 << list->tensors[tensor].rank) - 1;
}

static uint64_t named_dims(const struct l0_list *list, int tensor, const struct array *dims)
{
    return folded_dims(dims, list->tensors[tensor].rank);
}

/* ---- Largest and smallest -------------------------------------------------------------------- */

/* Computes bool by way of float32. */
static void fold_extreme(struct l0_list *list, const struct l0_row *row, int self, uint64_t folded,
                         bool keep, int out)
{
    aclDataType type = list->tensors[self].type == ACL_BOOL ? ACL_FLOAT : list->tensors[self].type;
    int cast = l0_cast(list, l0_contiguous(list, self), type);
    list_write(list, list_fold_dims(list, row, cast, folded, keep, type), out);
}

void reduce_list_extreme(struct l0_list *list, const struct l0_row *row, int self,
                         const struct array *dim, bool keepDim, int out)
{
    if (self == L0_NONE || out == L0_NONE || list->tensors[self].elements == 0)
        return;
    if (list->tensors[self].rank == 0)
        list_write(list, l0_contiguous(list, self), out);
    else
        fold_extreme(list, row, self, named_dims(list, self, dim), keepDim, out);
}

void reduce_list_extreme_or_whole(struct l0_list *list, const struct l0_row *row, int self,
                                  const struct array *dims, bool keepDims, bool noop, int out)
{
    if (self == L0_NONE || out == L0_NONE || list->tensors[self].elements == 0)
        return;
    if (list->tensors[self].rank > 0 && dims->size == 0 && noop)
        fold_extreme(list, row, self, 0, keepDims, out);
    else
        reduce_list_extreme(list, row, self, dims, keepDims, out);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The same as list_fold_dims, with another row for the work on `from`. */
static int fold_last_by(struct l0_list *list, const struct l0_row *row, const struct l0_row *by,
                        int from, int dense, bool keep, aclDataType type)
{
    int64_t result[TENSOR_MAX_DIMS];
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL)
        return L0_NONE;
    const struct l0_tensor *self = &list->tensors[dense];
    fold->dims = folded_dim(-1, self->rank);
    int32_t rank = fold_shape(self->dims, self->rank, fold->dims, keep, result);
    int out = l0_new_shaped(list, row->name, type, result, rank);
    l0_launch_row(list, row, &dense, 1, 0, &out, 1, fold);
    l0_step(list, L0_STEP_APPLY, by, &from, 1, &out, 1, NULL);
    return out;
}

static bool has_places_of(aclDataType type)
{
    return type == ACL_INT32 || type == ACL_INT64 || type == ACL_FLOAT;
}

/* Appends the index of the largest or smallest elements of a dense tensor, in a type. `from` has
 * the same elements, perhaps in another type. A number counts as one dimension. */
static int fold_place(struct l0_list *list, const struct l0_row *row, int from, int dense,
                      int64_t dim, bool keep, aclDataType type)
{
    static const int64_t one = 1;
    if (dense == L0_NONE)
        return L0_NONE;
    if (list->tensors[dense].rank == 0)
        from = dense = l0_reshape(list, dense, &one, 1);
    if (dense == L0_NONE)
        return L0_NONE;
    const struct l0_tensor self = list->tensors[dense];
    const struct l0_row *by = row == &l0_ArgMin ? &l0_LeastPlace : &l0_LargestPlace;
    if (has_places_of(list->tensors[from].type) && (dim == -1 || dim == self.rank - 1))
        return fold_last_by(list, row, by, from, dense, keep, type);
    return list_fold_dims(list, row, dense, folded_dim(dim, self.rank), keep, type);
}

void reduce_list_arg_max(struct l0_list *list, int self, int64_t dim, bool keepdim, int out)
{
    if (self == L0_NONE || out == L0_NONE || list->tensors[self].elements == 0 ||
        list->tensors[out].elements == 0)
        return;
    aclDataType type = list->architecture == ARCHITECTURE_3510 ? list->tensors[out].type
                                                               : ACL_INT32;
    int dense = l0_contiguous(list, self);
    int place = fold_place(list, &l0_ArgMaxV2, dense, dense, dim, keepdim, type);
    list_write(list, place, out);
}

void reduce_list_arg_min(struct l0_list *list, int self, int64_t dim, bool keepdim, int out)
{
    static const int64_t one = 1;
    if (self == L0_NONE || out == L0_NONE || list->tensors[self].elements == 0)
        return;
    const struct l0_tensor given = list->tensors[self];
    if (given.rank == 0) {
        list->asks_nothing = true;
        l0_view_copy(list, list_fill(list, list->tensors[out].type, 0, &one, 1), out);
        return;
    }
    int dense = l0_contiguous(list, self);
    int from = dense;
    if (type_is_integer(given.type))
        dense = l0_cast(list, dense, ACL_INT64);
    aclDataType type = list->tensors[out].type;
    list_write(list, fold_place(list, &l0_ArgMin, from, dense, dim, keepdim, type), out);
}

void reduce_list_extreme_with_place(struct l0_list *list, const struct l0_row *row, int self,
                                    int64_t dim, bool keepdim, int out, int indices)
{
    int64_t result[TENSOR_MAX_DIMS];
    if (self == L0_NONE || out == L0_NONE || indices == L0_NONE ||
        list->tensors[self].elements == 0)
        return;
    aclDataType type = list->tensors[self].type == ACL_BOOL ? ACL_FLOAT : list->tensors[self].type;
    aclDataType place = list->architecture == ARCHITECTURE_3510 ? list->tensors[indices].type
                                                                : ACL_INT32;
    int dense = l0_cast(list, l0_contiguous(list, self), type);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (dense == L0_NONE || fold == NULL)
        return;
    const struct l0_tensor shape = list->tensors[dense];
    fold->dims = folded_dim(dim, shape.rank);
    int32_t rank = fold_shape(shape.dims, shape.rank, fold->dims, keepdim, result);
    const int outputs[] = {l0_new_shaped(list, "indices", place, result, rank),
                           l0_new_shaped(list, "values", type, result, rank)};
    l0_apply(list, row, &dense, 1, 0, outputs, 2, fold);
    int places = l0_cast(list, outputs[0], list->tensors[indices].type);
    int values = l0_cast(list, outputs[1], list->tensors[out].type);
    l0_view_copy(list, places, indices);
    l0_view_copy(list, values, out);
}

void reduce_list_extreme_of_all(struct l0_list *list, const struct l0_row *row, int self, int out)
{
    if (self == L0_NONE || out == L0_NONE || list->tensors[self].elements == 0 ||
        list->tensors[out].elements == 0)
        return;
    fold_extreme(list, row, self, all_dims(list, self), false, out);
}

/* ---- Whether all are, or any is -------------------------------------------------------------- */

/* On 910B and 910_93 the kernel for floating-point numbers gives a floating-point result. */
static aclDataType truth_type(const struct l0_list *list, aclDataType type)
{
    if (list->architecture != ARCHITECTURE_2201 || !(type == ACL_FLOAT || type_is_half(type)))
        return ACL_BOOL;
    return type == ACL_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
}

/* The truth values in a type. The kernel may answer in another one. */
static int truth_of(struct l0_list *list, const struct l0_row *row, int input, uint64_t folded,
                    bool keep, aclDataType type)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (input == L0_NONE || fold == NULL)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[input];
    aclDataType own = truth_type(list, from.type);
    if (own == ACL_BOOL)
        return list_fold_dims(list, row, input, folded, keep, ACL_BOOL);
    fold->dims = folded;
    int32_t rank = fold_shape(from.dims, from.rank, folded, keep, dims);
    int answer = l0_new_shaped(list, row->name, own, dims, rank);
    l0_launch_row(list, row, &input, 1, 0, &answer, 1, fold);
    int cast = l0_launch_cast(list, answer, type);
    int truth = type == ACL_BOOL ? cast : l0_new_shaped(list, "truth", ACL_BOOL, dims, rank);
    l0_step(list, L0_STEP_APPLY, row, &input, 1, &truth, 1, fold);
    if (truth != cast)
        l0_step(list, L0_STEP_CAST, NULL, &truth, 1, &cast, 1, NULL);
    return cast;
}

/* The kernels of some products read floating-point numbers directly. */
static void fold_truth(struct l0_list *list, const struct l0_row *row, int self,
                       const struct array *dim, bool keep, bool reads_floats, double empty, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    uint64_t folded = named_dims(list, self, dim);
    if (list->tensors[self].elements == 0) {
        fill(list, empty, out);
        return;
    }
    bool own = reads_floats && (type == ACL_FLOAT || type_is_half(type));
    bool takes_view = row == &l0_ReduceAny && reduce_list_folds_view(list, self, folded, type);
    int input = takes_view ? self : l0_contiguous(list, self);
    if (!own && !takes_view)
        input = l0_cast(list, input, ACL_BOOL);
    list_write(list, truth_of(list, row, input, folded, keep, list->tensors[out].type), out);
}

void reduce_list_all(struct l0_list *list, int self, const struct array *dim, bool keepdim, int out)
{
    fold_truth(list, &l0_ReduceAll, self, dim, keepdim, list->architecture != ARCHITECTURE_1001, 1,
               out);
}

void reduce_list_any(struct l0_list *list, int self, const struct array *dim, bool keepdim, int out)
{
    fold_truth(list, &l0_ReduceAny, self, dim, keepdim, list->architecture == ARCHITECTURE_2201, 0,
               out);
}

/* ---- Sums, means, products ------------------------------------------------------------------- */

static const struct l0_row *mean_row(aclDataType type)
{
    return type_is_complex(type)   ? &l0_ReduceMeanOfComplex
           : type_is_integer(type) ? &l0_ReduceMeanOfIntegers
                                   : &l0_ReduceMean;
}

void reduce_list_mean(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                      aclDataType dtype, int out)
{
    if (self != L0_NONE && out != L0_NONE)
        reduce(list, mean_row(dtype), self, named_dims(list, self, dim), keepDim, dtype, NAN, out);
}

void reduce_list_mean_v2(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                         bool noopWithEmptyAxes, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[self].elements > 0 && dim->size == 0 && noopWithEmptyAxes)
        l0_view_copy(list, self, out);
    else
        reduce_list_mean(list, self, dim, keepDim, list->tensors[self].type, out);
}

/* The type in which products are computed. */
static aclDataType product_type(const struct l0_list *list, int self, aclDataType dtype)
{
    aclDataType type = list->tensors[self].type;
    if (type == ACL_FLOAT16 && dtype == ACL_FLOAT16)
        return ACL_FLOAT;
    if (list->architecture == ARCHITECTURE_3510)
        return type_is_half(type) && dtype == ACL_FLOAT ? type : dtype;
    return dtype == ACL_BOOL ? ACL_FLOAT : dtype;
}

static void fold_product(struct l0_list *list, int self, uint64_t folded, bool keep,
                         aclDataType dtype, int out)
{
    aclDataType type = product_type(list, self, dtype);
    if (list->tensors[self].elements == 0) {
        fill(list, 1, out);
        return;
    }
    int cast = l0_cast(list, l0_contiguous(list, self), type);
    if (list->tensors[self].rank > 0)
        cast = list_fold_dims(list, &l0_ReduceProd, cast, folded, keep, type);
    list_write(list, cast, out);
}

void reduce_list_prod(struct l0_list *list, int self, aclDataType dtype, int out)
{
    if (self != L0_NONE && out != L0_NONE)
        fold_product(list, self, all_dims(list, self), false, dtype, out);
}

void reduce_list_prod_dim(struct l0_list *list, int self, int64_t dim, bool keepDim,
                          aclDataType dtype, int out)
{
    if (self != L0_NONE && out != L0_NONE)
        fold_product(list, self, folded_dim(dim, list->tensors[self].rank), keepDim, dtype, out);
}

void reduce_list_nansum(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                        aclDataType dtype, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    bool is_whole = type_is_whole(type);
    const struct l0_row *row = dtype == ACL_BOOL ? &l0_ReduceAny
                               : is_whole        ? &l0_ReduceSum
                                                 : &l0_ReduceNansum;
    uint64_t folded = named_dims(list, self, dim);
    if (list->tensors[self].elements == 0) {
        fill_for_nothing(list, 0, out);
        return;
    }
    int cast = l0_cast(list, l0_contiguous(list, self), dtype);
    if (list->tensors[self].rank > 0 || row != &l0_ReduceNansum) /* only ReduceNansum leaves out
                                                                  * NaN */
        cast = list_fold_dims(list, row, cast, folded, keepDim, dtype);
    l0_view_copy(list, cast, out);
}

/* ---- Logarithms of sums ---------------------------------------------------------------------- */

void reduce_list_log_sum(struct l0_list *list, int data, const struct array *axes, bool keepDims,
                         bool noopWithEmptyAxes, int reduce)
{
    if (data == L0_NONE || reduce == L0_NONE)
        return;
    if (list->tensors[data].elements == 0) {
        fill(list, 0, reduce);
        return;
    }
    int dense = l0_contiguous(list, data);
    if (axes->size > 0 || !noopWithEmptyAxes)
        dense = reduce_list_fold(list, &l0_ReduceLogSum, dense, axes, keepDims,
                                 list->tensors[data].type);
    list_write(list, dense, reduce);
}

/* The largest element, or 0 where that is infinite: it is subtracted before exp. */
static int finite_largest(struct l0_list *list, int self, uint64_t folded)
{
    int largest = list_fold_dims(list, &l0_ReduceMax, self, folded, true, ACL_FLOAT);
    if (largest == L0_NONE)
        return L0_NONE;
    int size = list_apply(list, &l0_Abs, ACL_FLOAT, &largest, 1, 0);
    int is_infinite = list_apply2(list, &l0_Equal, ACL_BOOL, size,
                                  list_constant(list, "number", INFINITY, ACL_FLOAT));
    int zero = list_constant(list, "number", 0, ACL_FLOAT);
    const struct l0_tensor like = list->tensors[largest];
    int finite = l0_new_shaped(list, "finite", ACL_FLOAT, like.dims, like.rank);
    l0_launch_row(list, &l0_MaskedFill, (int[]){largest, is_infinite, zero}, 3, 0, &finite, 1,
                  NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2, (int[]){is_infinite, zero, largest}, 3, &finite, 1,
            NULL);
    return finite;
}

void reduce_list_log_sum_exp(struct l0_list *list, int self, const struct array *dim, bool keepDim,
                             int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[self].elements == 0) {
        fill_for_nothing(list, -INFINITY, out);
        return;
    }
    uint64_t folded = named_dims(list, self, dim);
    int x = l0_cast(list, l0_contiguous(list, self), ACL_FLOAT);
    int largest = finite_largest(list, x, folded);
    int result = list_apply2(list, &l0_Sub, ACL_FLOAT, x, largest);
    if (result == L0_NONE)
        return;
    if (list->tensors[self].rank > 0)
        result = list_fold_dims(list, &l0_ReduceLogSumExp, result, folded, keepDim, ACL_FLOAT);
    if (result == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[result];
    largest = l0_reshape(list, largest, shape.dims, shape.rank);
    list_write(list, list_apply2(list, &l0_Add, ACL_FLOAT, result, largest), out);
}
