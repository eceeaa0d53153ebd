/* SPDX-License-Identifier: Apache-2.0 */
/* Order: the checks of CANN's op_api for sorting and what is chosen by rank, and their lists. */
#include "ops/sort.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define MOST_DIMS 8 /* that Sort has; more are joined */
/* The longest that Ascend950 sorts along a dimension in the middle, and from how many lines on
   those that are shorter than a block are transposed. */
#define IN_PLACE_LENGTH 2048
#define IN_PLACE_LINES 1024
#define BLOCK_BYTES 32

/* ---- Checks ---------------------------------------------------------------------------------- */

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

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Of what a step made, in the caller's tensor: its shape and its type. */
static void store(struct l0_list *list, int made, int out)
{
    if (made == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    if (result.rank != list->tensors[made].rank)
        made = l0_reshape(list, made, result.dims, result.rank);
    made = l0_convert(list, made, result.type);
    if (made != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &made, 1, &out, 1, NULL);
}

/* The dimensions of what is chosen along one of them. */
static void chosen_dims(const struct l0_tensor *self, enum sort_choice choice, int32_t dim,
                        int64_t count, int64_t *dims)
{
    memcpy(dims, self->dims, (size_t)self->rank * sizeof *dims);
    if (self->rank > 0)
        dims[dim] = choice == SORT_FIRST ? count : 1;
}

/* The work on a dense tensor, whatever operators the list has for it. */
static void order_step(struct l0_list *list, int dense, enum sort_choice choice, int32_t dim,
                       bool descending, int64_t count, int values, int indices)
{
    struct sort_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    if (dense == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor self = list->tensors[dense];
    int64_t dims[TENSOR_MAX_DIMS];
    *attributes = (struct sort_attributes){choice, dim, descending, count};
    chosen_dims(&self, choice, dim, count, dims);
    int elements = l0_new_shaped(list, "values", self.type, dims, self.rank);
    int places = l0_new_shaped(list, "places", ACL_INT64, dims, self.rank);
    if (elements == L0_NONE || places == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Sort, &dense, 1, (int[]){elements, places}, 2, attributes);
    store(list, elements, values);
    store(list, places, indices);
}

/* Elements in order, and where they were. */
struct ordered {
    int values;
    int places;
};

/* Sort, along a dimension that every other product than Ascend950 has only as the last. */
static struct ordered launch_sort(struct l0_list *list, int tensor, aclDataType places)
{
    if (tensor == L0_NONE)
        return (struct ordered){L0_NONE, L0_NONE};
    const struct l0_tensor self = list->tensors[tensor];
    bool is_3510 = list->architecture == L0_3510;
    if (is_3510 && places == ACL_INT32 && self.rank == 1 && self.elements > 1 &&
        (self.type == ACL_INT32 || self.type == ACL_INT64)) { /* whose tiling is known */
        struct ordered row;
        row.values = l0_reshape(list, l0_sort(list, tensor, &row.places), self.dims, 1);
        row.places = l0_reshape(list, row.places, self.dims, 1);
        return row;
    }
    struct ordered sorted = {
        l0_new_shaped(list, "sorted", self.type, self.dims, self.rank),
        l0_new_shaped(list, "places", is_3510 ? places : ACL_INT32, self.dims, self.rank)};
    if (sorted.values == L0_NONE || sorted.places == L0_NONE)
        return sorted;
    if (is_3510 || self.dims[self.rank - 1] != 1)
        l0_launch_row(list, &l0_Sort, &tensor, 1, 0, (int[]){sorted.values, sorted.places}, 2,
                      NULL);
    else
        l0_launch(list, l0_Sort.name, L0_AI_CPU, (int[]){tensor, L0_NONE},
                  (int[]){sorted.values, sorted.places, L0_NONE});
    return sorted;
}

/* The dimensions in their order, but one and the last in each other's place. */
static void last_with(int32_t dim, int32_t rank, int64_t *dims)
{
    for (int32_t i = 0; i < rank; i++)
        dims[i] = i;
    dims[dim] = rank - 1;
    dims[rank - 1] = dim;
}

/* Transposed, so that the dimension is the last, or back. */
static int turned(struct l0_list *list, int tensor, int32_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE || dim == list->tensors[tensor].rank - 1)
        return tensor;
    last_with(dim, list->tensors[tensor].rank, dims);
    return list_launch_transpose(list, tensor, dims);
}

/* Sort along any dimension, with a transpose before, and two behind. */
static struct ordered launch_sort_along(struct l0_list *list, int tensor, int32_t dim,
                                        aclDataType places)
{
    struct ordered sorted = launch_sort(list, turned(list, tensor, dim), places);
    sorted.values = turned(list, sorted.values, dim);
    sorted.places = turned(list, sorted.places, dim);
    return sorted;
}

/* How many elements are before and behind one along a dimension. */
static int64_t product(const int64_t *dims, int32_t from, int32_t past)
{
    int64_t elements = 1;
    for (int32_t i = from; i < past; i++)
        elements *= dims[i];
    return elements;
}

/* Whether Ascend950 sorts along a dimension that is not the last, without a transpose. */
static bool sorts_in_place(const struct l0_list *list, int tensor, int32_t dim)
{
    const struct l0_tensor *self = &list->tensors[tensor];
    if (list->architecture != L0_3510 || self->rank > MOST_DIMS || dim == self->rank - 1 ||
        self->dims[dim] < 2 || self->dims[dim] > IN_PLACE_LENGTH)
        return false;
    int64_t width = data_type_bits(self->type) / 8;
    return product(self->dims, dim + 1, self->rank) * width >= BLOCK_BYTES ||
           product(self->dims, 0, dim) < IN_PLACE_LINES;
}

/* The operator with the same lists around it as CANN has in simple shapes, then the work. */
static void order(struct l0_list *list, const struct l0_row *row, int dense,
                  enum sort_choice choice, int32_t dim, bool descending, int64_t count, int values,
                  int indices)
{
    if (dense == L0_NONE)
        return;
    const struct l0_tensor self = list->tensors[dense];
    int64_t dims[TENSOR_MAX_DIMS];
    chosen_dims(&self, choice, dim, count, dims);
    int made[] = {l0_new_shaped(list, "values", self.type, dims, self.rank),
                  l0_new_shaped(list, "places", ACL_INT32, dims, self.rank)};
    const int outs[] = {values, indices};
    l0_launch_row(list, row, &dense, 1, 0, made, 2, NULL);
    if (row == &l0_Sort)
        l0_assume(list, "list:Sort");
    made[1] = l0_launch_cast(list, made[1], ACL_INT64);
    for (int i = 0; i < 2; i++)
        l0_launch_view_copy(list, made[i], outs[i]);
    order_step(list, dense, choice, dim, descending, count, values, indices);
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

/* Without dimensions: a copy, and a zero. */
static void write_single(struct l0_list *list, int dense, int values, int indices)
{
    int zero = l0_zeros_like(list, dense);
    int element = l0_launch_cast(list, dense, list->tensors[values].type);
    zero = l0_launch_cast(list, zero, ACL_INT64);
    l0_launch_view_copy(list, element, values);
    l0_launch_view_copy(list, zero, indices);
}

/* Sort with its conversions: of bfloat16 and bool, and on Ascend910 of float32. */
static void write_sorted(struct l0_list *list, int dense, int32_t dim, int values, int indices)
{
    const struct l0_tensor self = list->tensors[dense];
    int32_t rank = self.rank;
    int64_t dims[3] = {product(self.dims, 0, dim), self.dims[dim],
                       product(self.dims, dim + 1, rank)};
    bool is_3510 = list->architecture == L0_3510;
    int tensor = dense;
    if (self.type == ACL_BF16 && !is_3510)
        tensor = l0_launch_cast(list, tensor, ACL_FLOAT);
    if (self.type == ACL_BOOL)
        tensor = l0_launch_cast(list, tensor, ACL_UINT8);
    if (tensor == L0_NONE)
        return;
    struct ordered sorted;
    if (sorts_in_place(list, tensor, dim)) {
        sorted = launch_sort(list, tensor, ACL_INT64);
    } else {
        if (rank > MOST_DIMS) {
            tensor = l0_reshape(list, tensor, dims, dim == rank - 1 ? 2 : 3);
            dim = 1;
        }
        tensor = turned(list, tensor, dim);
        if (list->architecture == L0_1001 && tensor != L0_NONE &&
            list->tensors[tensor].type == ACL_FLOAT)
            tensor = l0_launch_cast(list, tensor, ACL_FLOAT16);
        sorted = launch_sort(list, tensor, ACL_INT64);
        sorted.values = turned(list, sorted.values, dim);
        sorted.places = turned(list, sorted.places, dim);
    }
    if (rank > MOST_DIMS) {
        sorted.values = l0_reshape(list, sorted.values, self.dims, rank);
        sorted.places = l0_reshape(list, sorted.places, self.dims, rank);
    }
    sorted.values = l0_launch_cast(list, sorted.values, list->tensors[values].type);
    sorted.places = l0_launch_cast(list, sorted.places, ACL_INT64);
    l0_launch_view_copy(list, sorted.values, values);
    l0_launch_view_copy(list, sorted.places, indices);
}

void list_sort(struct l0_list *list, int self, bool stable, int64_t dim, bool descending,
               int values, int indices)
{
    (void)stable;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || values == L0_NONE || indices == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[dense];
    int32_t at = wrapped(list->tensors[self].given, dim);
    if (given.rank > 0 && given.dims[at] == 1) {
        l0_launch_view_copy(list, dense, values);
        store(list, dense, values);
        list_write_zeros(list, indices);
        return;
    }
    if (given.rank == 0)
        write_single(list, dense, values, indices);
    else
        write_sorted(list, dense, at, values, indices);
    order_step(list, dense, SORT_FIRST, at, descending, given.rank == 0 ? 1 : given.dims[at],
               values, indices);
}

void list_argsort(struct l0_list *list, int self, int64_t dim, bool descending, int out)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[dense];
    int32_t at = wrapped(list->tensors[self].given, dim);
    int places;
    if (given.rank == 0) { /* Sort itself makes what is moved to its outputs. */
        int zero = l0_launch_cast(list, l0_zeros_like(list, dense), ACL_INT32);
        places = l0_new_shaped(list, "places", ACL_INT32, NULL, 0);
        l0_tensor_move(list, dense, l0_new_shaped(list, "values", given.type, NULL, 0));
        l0_tensor_move(list, zero, places);
    } else {
        places = turned(list, launch_sort(list, turned(list, dense, at), ACL_INT32).places, at);
    }
    l0_launch_view_copy(list, l0_launch_cast(list, places, ACL_INT64), out);
    order_step(list, dense, SORT_FIRST, at, descending, given.rank == 0 ? 1 : given.dims[at],
               L0_NONE, out);
}

void list_topk(struct l0_list *list, int self, int64_t k, int64_t dim, bool largest, bool sorted,
               int values, int indices)
{
    (void)sorted;
    order_along(list, &l0_TopKV2, self, SORT_FIRST, dim, largest, k, values, indices);
}

/* GatherV2 of the elements at one place of a dimension. */
static int launch_pick(struct l0_list *list, int tensor, int32_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor self = list->tensors[tensor];
    memcpy(dims, self.dims, (size_t)self.rank * sizeof *dims);
    dims[dim] = 1;
    int place = l0_host_tensor(list, "place", ACL_INT64, 1);
    int picked = l0_new_shaped(list, "picked", self.type, dims, self.rank);
    l0_launch_row(list, &l0_GatherV2, (int[]){tensor, place}, 2, 0, &picked, 1, NULL);
    return picked;
}

/* The operator that Ascend950 has for one of the elements in order, with transposes around it. */
static struct ordered launch_kth(struct l0_list *list, int tensor, int32_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t at = dim;
    if (!sorts_in_place(list, tensor, dim)) {
        tensor = turned(list, tensor, dim);
        at = tensor == L0_NONE ? 0 : list->tensors[tensor].rank - 1;
    }
    if (tensor == L0_NONE)
        return (struct ordered){L0_NONE, L0_NONE};
    const struct l0_tensor self = list->tensors[tensor];
    memcpy(dims, self.dims, (size_t)self.rank * sizeof *dims);
    dims[at] = 1;
    struct ordered kth = {l0_new_shaped(list, "kth", self.type, dims, self.rank),
                          l0_new_shaped(list, "place", ACL_INT64, dims, self.rank)};
    l0_launch_row(list, &l0_KthValue, &tensor, 1, 0, (int[]){kth.values, kth.places}, 2, NULL);
    if (at != dim) {
        kth.values = turned(list, kth.values, dim);
        kth.places = turned(list, kth.places, dim);
    }
    return kth;
}

void list_kthvalue(struct l0_list *list, int self, int64_t k, int64_t dim, int values, int indices)
{
    int dense = l0_contiguous(list, self);
    int row = list_at_least_1d(list, dense);
    if (row == L0_NONE)
        return;
    int32_t at = wrapped(list->tensors[self].given, dim);
    struct ordered kth;
    if (list->architecture == L0_3510) {
        kth = launch_kth(list, row, at);
    } else {
        struct ordered sorted = launch_sort_along(list, row, at, ACL_INT32);
        kth.values = launch_pick(list, sorted.values, at);
        kth.places = launch_pick(list, sorted.places, at);
    }
    l0_launch_view_copy(list, kth.values, values);
    l0_launch_view_copy(list, l0_launch_cast(list, kth.places, ACL_INT64), indices);
    order_step(list, dense, SORT_ONE, at, false, k, values, indices);
}

static bool has_nan(const struct l0_list *list, aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_FLOAT16 ||
           (type == ACL_BF16 && list->architecture != L0_1001);
}

/* One operator, for the size alone. */
static int launch(struct l0_list *list, const struct l0_row *row, aclDataType type, int like,
                  const int *inputs, int count)
{
    if (like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor shape = list->tensors[like];
    int result = l0_new_shaped(list, row->name, type, shape.dims, shape.rank);
    l0_launch_row(list, row, inputs, count, 0, &result, 1, NULL);
    return result;
}

/* Where the last in order is a NaN. */
static int launch_nan_mask(struct l0_list *list, int sorted, int32_t dim)
{
    int last = launch_pick(list, sorted, dim);
    return launch(list, &l0_NotEqual, ACL_BOOL, last, (int[]){last, last}, 2);
}

/* The least of the places of NaN. */
static int launch_first_nan(struct l0_list *list, struct ordered sorted, int32_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
    int end = l0_host_tensor(list, "end", ACL_INT32, 1);
    int equal = launch(list, &l0_Equal, ACL_BOOL, sorted.values,
                       (int[]){sorted.values, sorted.values}, 2);
    int masked = launch(list, &l0_MaskedFill, ACL_INT32, sorted.places,
                        (int[]){sorted.places, equal, end}, 3);
    if (masked == L0_NONE || fold == NULL)
        return L0_NONE;
    const struct l0_tensor self = list->tensors[masked];
    memcpy(dims, self.dims, (size_t)self.rank * sizeof *dims);
    dims[dim] = 1;
    fold->dims = (uint64_t)1 << dim;
    int first = l0_new_shaped(list, "first", ACL_INT32, dims, self.rank);
    l0_launch_row(list, &l0_ReduceMin, &masked, 1, 0, &first, 1, fold);
    return first;
}

/* The median of all that is sorted; where there is a NaN, a NaN, and the place of the first. */
static struct ordered launch_median(struct l0_list *list, int tensor, int32_t dim)
{
    struct ordered sorted = launch_sort_along(list, tensor, dim, ACL_INT32);
    struct ordered median;
    median.values = launch_pick(list, sorted.values, dim);
    median.places = launch_pick(list, sorted.places, dim);
    if (median.values == L0_NONE || !has_nan(list, list->tensors[tensor].type))
        return median;
    aclDataType type = list->tensors[tensor].type;
    int first = launch_first_nan(list, sorted, dim);
    int mask = launch_nan_mask(list, sorted.values, dim);
    int nan = list_constant(list, "nan", NAN, type);
    int filled = launch(list, &l0_Fill, type, median.values, &nan, 1);
    median.values = launch(list, &l0_SelectV2, type, median.values,
                           (int[]){mask, filled, median.values}, 3);
    median.places = launch(list, &l0_SelectV2, ACL_INT32, median.places,
                           (int[]){mask, first, median.places}, 3);
    return median;
}

void list_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices)
{
    int dense = l0_contiguous(list, self);
    int row = list_at_least_1d(list, dense);
    if (row == L0_NONE)
        return;
    int32_t at = wrapped(list->tensors[self].given, dim);
    struct ordered median = list->architecture == L0_3510 ? launch_kth(list, row, at)
                                                          : launch_median(list, row, at);
    int places = l0_launch_cast(list, median.places, ACL_INT64);
    l0_launch_view_copy(list, median.values, values);
    l0_launch_view_copy(list, places, indices);
    order_step(list, dense, SORT_MEDIAN, at, false, 1, values, indices);
}

void list_nan_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices)
{
    order_along(list, &l0_Sort, self, SORT_NAN_MEDIAN, dim, false, 1, values, indices);
}

/* A dense tensor as one row. */
static int as_row(struct l0_list *list, int dense)
{
    if (dense == L0_NONE || list->tensors[dense].rank == 1)
        return dense;
    int64_t elements = list->tensors[dense].elements;
    return l0_reshape(list, dense, &elements, 1);
}

/* The median of nothing: NaN, or the least int32 or int64; 0 of other types. */
static void fill_median(struct l0_list *list, int out)
{
    const struct l0_tensor result = list->tensors[out];
    bool is_real = result.type == ACL_FLOAT || type_is_half(result.type);
    double number = is_real                    ? (double)NAN
                    : result.type == ACL_INT64 ? -0x1p63
                    : result.type == ACL_INT32 ? -0x1p31
                                               : 0;
    l0_view_copy(list, list_fill(list, result.type, number, result.dims, result.rank), out);
}

void list_median(struct l0_list *list, int self, int out)
{
    if (list->tensors[self].elements == 0) {
        fill_median(list, out);
        return;
    }
    int row = as_row(list, l0_contiguous(list, self));
    if (row == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[row];
    int sorted = given.elements > 1 ? launch_sort(list, row, ACL_INT32).values : row;
    int median = launch_pick(list, sorted, 0);
    if (has_nan(list, given.type)) {
        int mask = launch_nan_mask(list, sorted, 0);
        int nan = list_constant(list, "nan", NAN, given.type);
        median = launch(list, &l0_SelectV2, given.type, median, (int[]){mask, nan, median}, 3);
    }
    l0_launch_view_copy(list, median, out);
    order_step(list, row, SORT_MEDIAN, 0, false, 1, out, L0_NONE);
}

void list_nan_median(struct l0_list *list, int self, int out)
{
    if (list->tensors[self].elements == 0) {
        fill_median(list, out);
        return;
    }
    int row = as_row(list, l0_contiguous(list, self));
    order(list, &l0_Sort, row, SORT_NAN_MEDIAN, 0, false, 1, out, L0_NONE);
}
