/* SPDX-License-Identifier: Apache-2.0 */
/* Order: the checks of CANN's op_api for sorting and what is chosen by rank, and their lists. */
#include "ops/sort.h"

#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/layout.h"

/* ---- Checks
 * ---------------------------------------------------------------------------------------- */

static int32_t wrapped(const struct tensor *self, int64_t dim)
{
    return self->rank == 0 ? 0 : (int32_t)(dim < 0 ? dim + self->rank : dim);
}

aclnnStatus check_ordered_dim(struct call *call, int tensor, int dim)
{
    const struct tensor *self = call_tensor(call, tensor);
    int64_t given = call->arguments[dim].integer;
    int64_t rank = self->rank > 0 ? self->rank : 1;
    if (given >= -rank && given < rank)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "dim is %" PRId64 "; an order along %" PRId64 " to %" PRId64 " is supported",
                  given, -rank, rank - 1);
}

static aclnnStatus check_count(struct call *call, int tensor, int count, int dim, int64_t least)
{
    const struct tensor *self = call_tensor(call, tensor);
    int64_t k = call->arguments[count].integer;
    int64_t size = self->rank > 0 ? self->dims[wrapped(self, call->arguments[dim].integer)] : 1;
    if (k >= least && k <= size)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "k is %" PRId64 "; %" PRId64 " to %" PRId64 ", the elements along dim, are "
                  "supported",
                  k, least, size);
}

aclnnStatus check_top_count(struct call *call, int tensor, int count, int dim)
{
    return check_count(call, tensor, count, dim, 0);
}

aclnnStatus check_rank_count(struct call *call, int tensor, int count, int dim)
{
    return check_count(call, tensor, count, dim, 1);
}

/* The dims of self with another size along one, or without that one. */
static int32_t result_dims(const struct tensor *self, int64_t dim, int64_t size, bool keeps,
                           int64_t *dims)
{
    int32_t at = wrapped(self, dim);
    int32_t rank = 0;
    for (int32_t i = 0; i < self->rank; i++)
        if (i != at || keeps)
            dims[rank++] = i == at ? size : self->dims[i];
    return rank;
}

static aclnnStatus check_result(struct call *call, int out, const int64_t *dims, int32_t rank)
{
    char is[160];
    char required[160];
    const struct tensor *result = call_tensor(call, out);
    if (result->rank == rank && memcmp(result->dims, dims, (size_t)rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; %s, of what is chosen along dim, is required",
                  call_name(call, out), dims_describe(result->dims, result->rank, is, sizeof is),
                  dims_describe(dims, rank, required, sizeof required));
}

aclnnStatus check_top_shape(struct call *call, int tensor, int count, int dim, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *self = call_tensor(call, tensor);
    int32_t rank = result_dims(self, call->arguments[dim].integer, call->arguments[count].integer,
                               true, dims);
    return self->rank == 0 ? check_one_element(call, out) : check_result(call, out, dims, rank);
}

aclnnStatus check_chosen_shape(struct call *call, int tensor, int dim, int keeps, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *self = call_tensor(call, tensor);
    int32_t rank = result_dims(self, call->arguments[dim].integer, 1,
                               call->arguments[keeps].integer != 0, dims);
    return self->rank == 0 ? check_one_element(call, out) : check_result(call, out, dims, rank);
}

static aclnnStatus check_not_single(struct call *call, int tensor, int64_t dim)
{
    const struct tensor *self = call_tensor(call, tensor);
    if (self->type != ACL_BF16 || self->rank == 0 || self->dims[wrapped(self, dim)] != 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is bfloat16 and has 1 element along the dimension of the order; more are "
                  "required",
                  call_name(call, tensor));
}

aclnnStatus check_several(struct call *call, int tensor, int dim)
{
    return check_not_single(call, tensor, call->arguments[dim].integer);
}

aclnnStatus check_several_last(struct call *call, int tensor)
{
    return check_not_single(call, tensor, -1);
}

/* ---- Lists
 * ------------------------------------------------------------------------------------------- */

/* The operator on a dense tensor, then elements and places to out, where there is one. */
static void order(struct l0_list *list, const struct l0_row *row, int dense,
                  enum sort_choice choice, int32_t dim, bool descending, int64_t count, int values,
                  int indices)
{
    struct sort_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    if (dense == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor self = list->tensors[dense];
    int64_t dims[TENSOR_MAX_DIMS];
    *attributes = (struct sort_attributes){choice, dim, descending, count};
    memcpy(dims, self.dims, (size_t)self.rank * sizeof *dims);
    if (self.rank > 0)
        dims[dim] = choice == SORT_FIRST ? count : 1;
    int elements = l0_new_shaped(list, "values", self.type, dims, self.rank);
    int places = l0_new_shaped(list, "places", ACL_INT32, dims, self.rank);
    l0_launch_row(list, row, &dense, 1, 0, (int[]){elements, places}, 2, NULL);
    int wide = l0_launch_cast(list, places, ACL_INT64);
    l0_step(list, L0_STEP_APPLY, row, &dense, 1, (int[]){elements, wide}, 2, attributes);
    const int made[] = {elements, wide};
    const int outs[] = {values, indices};
    for (int i = 0; i < 2; i++) {
        if (outs[i] == L0_NONE || made[i] == L0_NONE)
            continue;
        const struct l0_tensor out = list->tensors[outs[i]];
        int result = out.rank == self.rank ? made[i]
                                           : l0_reshape(list, made[i], out.dims, out.rank);
        list_write(list, result, outs[i]);
    }
}

static void order_along(struct l0_list *list, const struct l0_row *row, int self,
                        enum sort_choice choice, int64_t dim, bool descending, int64_t count,
                        int values, int indices)
{
    if (self == L0_NONE)
        return;
    const struct tensor *given = list->tensors[self].given;
    order(list, row, l0_contiguous(list, self), choice, wrapped(given, dim), descending, count,
          values, indices);
}

static int64_t length_of(const struct l0_list *list, int self, int64_t dim)
{
    const struct tensor *given = list->tensors[self].given;
    return given->rank == 0 ? 1 : given->dims[wrapped(given, dim)];
}

void list_sort(struct l0_list *list, int self, bool stable, int64_t dim, bool descending,
               int values, int indices)
{
    (void)stable;
    if (self != L0_NONE)
        order_along(list, &l0_Sort, self, SORT_FIRST, dim, descending, length_of(list, self, dim),
                    values, indices);
}

void list_argsort(struct l0_list *list, int self, int64_t dim, bool descending, int out)
{
    list_sort(list, self, true, dim, descending, L0_NONE, out);
}

void list_topk(struct l0_list *list, int self, int64_t k, int64_t dim, bool largest, bool sorted,
               int values, int indices)
{
    (void)sorted;
    order_along(list, &l0_TopKV2, self, SORT_FIRST, dim, largest, k, values, indices);
}

void list_kthvalue(struct l0_list *list, int self, int64_t k, int64_t dim, int values, int indices)
{
    order_along(list, &l0_Sort, self, SORT_ONE, dim, false, k, values, indices);
}

void list_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices)
{
    order_along(list, &l0_Sort, self, SORT_MEDIAN, dim, false, 1, values, indices);
}

void list_nan_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices)
{
    order_along(list, &l0_Sort, self, SORT_NAN_MEDIAN, dim, false, 1, values, indices);
}

static void median(struct l0_list *list, int self, enum sort_choice choice, int out)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    int64_t elements = list->tensors[dense].elements;
    int row = list->tensors[dense].rank == 1 ? dense : l0_reshape(list, dense, &elements, 1);
    order(list, &l0_Sort, row, choice, 0, false, 1, out, L0_NONE);
}

void list_median(struct l0_list *list, int self, int out)
{
    median(list, self, SORT_MEDIAN, out);
}

void list_nan_median(struct l0_list *list, int self, int out)
{
    median(list, self, SORT_NAN_MEDIAN, out);
}
