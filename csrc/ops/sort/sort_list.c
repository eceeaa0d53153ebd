/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting, and choice by rank: lists of CANN's op_api. */
#include "ops/sort/sort.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/sort.h"
#include "declared/binary.h"
#include "declared/bitwise.h"
#include "declared/compare.h"
#include "declared/copy_layout.h"
#include "declared/fill.h"
#include "declared/index.h"
#include "declared/reduce.h"
#include "declared/ternary.h"
#include "ops/common/list.h"
#include "ops/common/gather.h"
#include "ops/sort/sort_tiling.h"
#include "tensor/convert.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

void sort_list_write_zeros_like(struct l0_list *list, int out)
{
    if (out == L0_NONE || list->tensors[out].elements == 0)
        return;
    int steps = list->step_count;
    int dense = l0_contiguous(list, out);
    list->step_count = steps; /* the device copies what out holds, but only to read its shape */
    l0_view_copy(list, list_zeros_like(list, dense), out);
}

#define MOST_DIMS 8 /* the most dims that Sort has; others are joined */
/* The longest dimension that Ascend950 sorts in place when it is not the last; and from how many
 * lines on it transposes lines that are shorter than a block. */
#define IN_PLACE_LENGTH 2048
#define IN_PLACE_LINES 1024
#define BLOCK_BYTES 32
/* From so many elements on Ascend910 chooses few of them only on the device's CPU. */
#define SMALL_TOP 32768
#define FEW_CHOSEN 8            /* fewer than so many are chosen in two steps */
#define LONG_MEDIAN 16777216    /* from so many elements on a number is halved by a shift */
#define JOINED_PARTS 512        /* as many as ConcatD takes */
#define RADIX_LENGTH 1440000000 /* the longest row that RadixTopK counts within its cores */
#define RADIX_TILE 10496        /* how many elements of a longer row are counted at once */
#define LONG_CHOICE 2000        /* for more elements TopKV2 of Ascend950 sorts with int32 indices */

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Stores a step's result in the caller's tensor, with its shape and type. */
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

/* The dims of what is chosen along a dimension. */
static void chosen_dims(const struct l0_tensor *self, enum sort_choice choice, int32_t dim,
                        int64_t count, int64_t *dims)
{
    memcpy(dims, self->dims, (size_t)self->rank * sizeof *dims);
    if (self->rank > 0)
        dims[dim] = choice == SORT_FIRST ? count : 1;
}

/* Appends the work on a dense tensor. It does not depend on the operators of the list. */
static void order_step(struct l0_list *list, int dense, enum sort_choice choice, int32_t dim,
                       bool descending, int64_t count, int values, int indices)
{
    struct sort_attributes *attributes = l0_take(list, sizeof *attributes);
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

/* Sorted elements, and their indices before. */
struct ordered {
    int values;
    int places;
};

/* Appends one operator, for the size alone. */
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

/* Appends Sort. Only Ascend950 sorts along a dimension that is not the last. */
static struct ordered launch_sort(struct l0_list *list, int tensor, aclDataType places)
{
    if (tensor == L0_NONE)
        return (struct ordered){L0_NONE, L0_NONE};
    const struct l0_tensor self = list->tensors[tensor];
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    if (is_3510 && places == ACL_INT32 && self.rank == 1 && self.elements > 1 &&
        (self.type == ACL_INT32 || self.type == ACL_INT64)) { /* types whose tiling is known */
        struct ordered row;
        row.values = l0_reshape(list, sort_list_indices(list, tensor, &row.places), self.dims, 1);
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

/* Without dimensions Sort becomes a copy and a zero, which are moved to its outputs. */
static struct ordered launch_sort_single(struct l0_list *list, int dense)
{
    int zero = l0_launch_cast(list, l0_zeros_like(list, dense), ACL_INT32);
    struct ordered single = {
        l0_new_shaped(list, "values", list->tensors[dense].type, NULL, 0),
        l0_new_shaped(list, "places", ACL_INT32, NULL, 0),
    };
    l0_tensor_move(list, dense, single.values);
    l0_tensor_move(list, zero, single.places);
    return single;
}

/* The permutation that exchanges a dimension with the last one. */
static void last_with(int32_t dim, int32_t rank, int64_t *dims)
{
    for (int32_t i = 0; i < rank; i++)
        dims[i] = i;
    dims[dim] = rank - 1;
    dims[rank - 1] = dim;
}

/* Transposes so that the dimension becomes the last, or back. */
static int turned(struct l0_list *list, int tensor, int32_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE || dim == list->tensors[tensor].rank - 1)
        return tensor;
    last_with(dim, list->tensors[tensor].rank, dims);
    return list_launch_transpose(list, tensor, dims);
}

/* Appends Sort along any dimension, with one transpose before it and two after. */
static struct ordered launch_sort_along(struct l0_list *list, int tensor, int32_t dim,
                                        aclDataType places)
{
    struct ordered sorted = launch_sort(list, turned(list, tensor, dim), places);
    sorted.values = turned(list, sorted.values, dim);
    sorted.places = turned(list, sorted.places, dim);
    return sorted;
}

/* The number of elements before a dimension, or behind it. */
static int64_t product(const int64_t *dims, int32_t from, int32_t past)
{
    int64_t elements = 1;
    for (int32_t i = from; i < past; i++)
        elements *= dims[i];
    return elements;
}

/* Whether Ascend950 sorts along a dimension that is not the last without a transpose. */
static bool sorts_in_place(const struct l0_list *list, int tensor, int32_t dim)
{
    const struct l0_tensor *self = &list->tensors[tensor];
    if (list->architecture != ARCHITECTURE_3510 || self->rank > MOST_DIMS ||
        dim == self->rank - 1 || self->dims[dim] < 2 || self->dims[dim] > IN_PLACE_LENGTH)
        return false;
    int64_t width = data_type_bits(self->type) / 8;
    return product(self->dims, dim + 1, self->rank) * width >= BLOCK_BYTES ||
           product(self->dims, 0, dim) < IN_PLACE_LINES;
}

/* Without dimensions: writes a copy, and a zero. */
static void write_single(struct l0_list *list, int dense, int values, int indices)
{
    int zero = l0_zeros_like(list, dense);
    int element = l0_launch_cast(list, dense, list->tensors[values].type);
    zero = l0_launch_cast(list, zero, ACL_INT64);
    l0_launch_view_copy(list, element, values);
    l0_launch_view_copy(list, zero, indices);
}

/* Appends Sort with its casts: of bfloat16 and bool, and on Ascend910 of float32. */
static void write_sorted(struct l0_list *list, int dense, int32_t dim, int values, int indices)
{
    const struct l0_tensor self = list->tensors[dense];
    int32_t rank = self.rank;
    int64_t dims[3] = {product(self.dims, 0, dim), self.dims[dim],
                       product(self.dims, dim + 1, rank)};
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
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
        if (list->architecture == ARCHITECTURE_1001 && tensor != L0_NONE &&
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

void sort_list_sort(struct l0_list *list, int self, bool stable, int64_t dim, bool descending,
                    int values, int indices)
{
    (void)stable;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || values == L0_NONE || indices == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[dense];
    int32_t at = sort_wrapped(list->tensors[self].given, dim);
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

void sort_list_argsort(struct l0_list *list, int self, int64_t dim, bool descending, int out)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[dense];
    int32_t at = sort_wrapped(list->tensors[self].given, dim);
    int places;
    if (given.rank == 0) {
        places = launch_sort_single(list, dense).places;
    } else {
        places = turned(list, launch_sort(list, turned(list, dense, at), ACL_INT32).places, at);
    }
    l0_launch_view_copy(list, l0_launch_cast(list, places, ACL_INT64), out);
    order_step(list, dense, SORT_FIRST, at, descending, given.rank == 0 ? 1 : given.dims[at],
               L0_NONE, out);
}

/* Whether TopKV2 runs on the AI cores. */
static bool top_on_cores(const struct l0_list *list, const struct l0_tensor *self, int64_t k)
{
    if (list->architecture == ARCHITECTURE_1001 && self->elements > SMALL_TOP && k < FEW_CHOSEN)
        return false;
    return list->architecture != ARCHITECTURE_3510 || self->type != ACL_INT64 ||
           self->elements <= 65000 || self->elements >= 25000000 ||
           self->dims[self->rank - 1] >= 22;
}

/* Whether 910B chooses from a long row by digits, which gives the chosen elements unsorted. */
static bool top_by_digits(const struct l0_list *list, int tensor, int64_t k)
{
    const struct l0_tensor *self = &list->tensors[tensor];
    int64_t length = self->dims[self->rank - 1];
    return (l0_RadixTopK.ai_core[list->architecture] >> self->type & 1) != 0 && k > 1000 &&
           length <= INT32_MAX &&
           ((length >= 100000000 && length > 50 * k) ||
            (length >= 12000000 && length < 100000000 && length > 100 * k));
}

/* Appends RadixTopK. Its cores count in global memory what does not fit into their buffers. */
static void launch_radix_top(struct l0_list *list, int tensor, int number, struct ordered top)
{
    const struct l0_tensor *self = &list->tensors[tensor];
    uint64_t length = (uint64_t)self->dims[self->rank - 1];
    uint64_t bytes = 0;
    if (length > RADIX_LENGTH)
        bytes = 4 * (6 * (uint64_t)list->soc->vector_cores + 5 * divide_up(length, RADIX_TILE));
    l0_launch_row(list, &l0_RadixTopK, (int[]){tensor, number}, 2, 0,
                  (int[]){top.values, top.places}, 2, NULL);
    l0_kernel_workspace(list, bytes);
}

/* The first k elements, in the sequence in which one of the operators gives them. */
static struct ordered launch_top(struct l0_list *list, int tensor, int32_t dim, int64_t k,
                                 bool sorted)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return (struct ordered){L0_NONE, L0_NONE};
    const struct l0_tensor self = list->tensors[tensor];
    bool on_cores = top_on_cores(list, &self, k) &&
                    (l0_TopKV2.ai_core[list->architecture] >> self.type & 1) != 0;
    bool by_index = k > LONG_CHOICE && self.dims[self.rank - 1] <= 10000000 && sorted;
    bool is_wide = list->architecture == ARCHITECTURE_3510 && on_cores && !by_index;
    chosen_dims(&self, SORT_FIRST, dim, k, dims);
    int number = l0_host_tensor(list, "k", ACL_INT32, 1);
    struct ordered top = {
        l0_new_shaped(list, "values", self.type, dims, self.rank),
        l0_new_shaped(list, "places", is_wide ? ACL_INT64 : ACL_INT32, dims, self.rank)};
    if (!on_cores)
        l0_launch(list, "TopK", L0_AI_CPU, (int[]){tensor, number, L0_NONE},
                  (int[]){top.values, top.places, L0_NONE});
    else if (top_by_digits(list, tensor, k))
        launch_radix_top(list, tensor, number, top);
    else
        l0_launch_row(list, &l0_TopKV2, (int[]){tensor, number}, 2, 0,
                      (int[]){top.values, top.places}, 2, NULL);
    if (list->architecture == ARCHITECTURE_3510 && !on_cores)
        top.places = l0_launch_cast(list, top.places, ACL_INT64);
    return top;
}

/* 910B: the first k elements of a long row, sorted afterwards. */
static struct ordered launch_top_by_digits(struct l0_list *list, int tensor, int32_t dim, int64_t k,
                                           bool sorted)
{
    struct ordered top = launch_top(list, tensor, dim, k, sorted);
    struct ordered again = launch_sort(list, top.values, ACL_INT64);
    if (again.places == L0_NONE)
        return again;
    const struct l0_tensor like = list->tensors[again.places];
    int places = l0_new_shaped(list, "places", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_GatherElementsV2, (int[]){top.places, again.places}, 2, 0, &places, 1,
                  NULL);
    return (struct ordered){again.values, places};
}

/* Splits off the first k elements; the others are not needed. */
static int launch_first(struct l0_list *list, int tensor, int32_t dim, int64_t k)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor self = list->tensors[tensor];
    chosen_dims(&self, SORT_FIRST, dim, k, dims);
    int first = l0_new_shaped(list, "first", self.type, dims, self.rank);
    dims[dim] = self.dims[dim] - k;
    int others = l0_new_shaped(list, "others", self.type, dims, self.rank);
    l0_launch_row(list, &l0_SplitV, &tensor, 1, 0, (int[]){first, others}, 2, NULL);
    return first;
}

/* Whether Ascend950 copies whole rows: 512 parts of them can be joined. */
static bool sorts_all_lines(const struct l0_tensor *self, int64_t k)
{
    uint64_t lines = (uint64_t)(self->elements / k);
    return self->elements <= INT32_MAX ||
           (k <= INT32_MAX ? divide_up(lines, (uint64_t)(INT32_MAX / k)) : lines) <= JOINED_PARTS;
}

/* Whether Ascend950 sorts whole rows when all their elements are chosen. */
static bool sorts_all(const struct l0_tensor *self, int64_t length, int64_t k)
{
    return length == k && sorts_all_lines(self, k) &&
           (self->type != ACL_INT64 || self->elements >= 180000 || self->dims[self->rank - 1] >= 4);
}

/* Moves a dense result to the caller's tensor, when that is dense too, instead of writing it
 * there. */
static void launch_move(struct l0_list *list, int made, int out)
{
    const struct tensor *given = list->tensors[out].given;
    bool same = view_is_dense(given) && given->storage_rank == given->rank &&
                memcmp(given->storage_dims, given->dims,
                       (size_t)given->rank * sizeof *given->dims) == 0;
    if (same)
        l0_launch_row(list, &l0_TensorMove, &made, 1, 0, &out, 1, NULL);
    else
        l0_launch_view_copy(list, made, out);
}

/* 0, 1, 2 ... as int64, in the shape of the caller's indices. */
static int launch_range(struct l0_list *list, const int64_t *dims, int32_t rank)
{
    int numbers = l0_new_shaped(list, "range", ACL_INT64, dims, rank);
    l0_launch_row(list, &l0_Range, NULL, 0, 0, &numbers, 1, NULL);
    return numbers;
}

/* The indices of whole rows: the remainder of each element's number. */
static int launch_rests(struct l0_list *list, const struct l0_tensor *self)
{
    int range = l0_launch_cast(list, launch_range(list, self->dims, self->rank), ACL_INT32);
    int length = l0_launch_cast(list, l0_host_tensor(list, "k", ACL_INT64, 1), ACL_INT32);
    return launch(list, &l0_Mod, ACL_INT32, range, (int[]){range, length}, 2);
}

/* Ascend950: whole rows, in any sequence, are copied. */
static void launch_whole(struct l0_list *list, int dense, int32_t at, int values, int indices)
{
    const struct l0_tensor self = list->tensors[dense];
    int places;
    launch_move(list, dense, values);
    if (at == self.rank - 1) {
        places = launch_rests(list, &self);
        if (self.elements > INT32_MAX)
            l0_assume(list, "list:TopKV2"); /* CANN joins parts of up to 2 147 483 647 elements */
    } else {
        int range = launch_range(list, &self.dims[at], 1);
        places = l0_new_shaped(list, "places", ACL_INT64, self.dims, self.rank);
        l0_launch_row(list, &l0_BroadcastTo, &range, 1, 0, &places, 1, NULL);
    }
    launch_move(list, l0_launch_cast(list, places, ACL_INT64), indices);
}

/* Whether Ascend950 sorts a whole row to choose its first elements. */
static bool sorts_for_top(aclDataType type, int64_t length, int64_t k)
{
    bool is_large_part = (float)k >= 0.3f * (float)length;
    switch (type) {
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_INT32:
    case ACL_UINT32:
        if (length <= 1024)
            return true;
        break;
    case ACL_INT16:
    case ACL_UINT16:
        if (length <= 192)
            return true;
        break;
    case ACL_INT8:
    case ACL_UINT8:
        if (length <= 128)
            return true;
        break;
    case ACL_FLOAT16:
    case ACL_BF16:
        if (is_large_part && length > 8900 && length <= 10000)
            return true;
        break;
    case ACL_FLOAT:
        if (is_large_part && length <= 100000 && k >= 10000)
            return true;
        break;
    default: break;
    }
    return (float)k >= 0.5f * (float)length && k > LONG_CHOICE;
}

/* The first k elements of the last dimension. */
static struct ordered launch_top_last(struct l0_list *list, int tensor, int64_t length, int64_t k,
                                      bool sorted)
{
    if (tensor == L0_NONE)
        return (struct ordered){L0_NONE, L0_NONE};
    const struct l0_tensor self = list->tensors[tensor];
    int32_t last = self.rank - 1;
    if (list->architecture == ARCHITECTURE_3510 && self.type != ACL_DOUBLE) {
        if (sorts_all(&self, length, k))
            return launch_sort(list, tensor, ACL_INT64);
        if (sorted && sorts_for_top(self.type, length, k)) {
            struct ordered all = launch_sort(list, tensor, ACL_INT64);
            all.values = launch_first(list, all.values, last, k);
            all.places = launch_first(list, all.places, last, k);
            return all;
        }
    }
    return top_by_digits(list, tensor, k) ? launch_top_by_digits(list, tensor, last, k, sorted)
                                          : launch_top(list, tensor, last, k, sorted);
}

/* Few first elements of the last dimension, chosen from its first 32. length: 0 without
 * dimensions. */
static struct ordered launch_few(struct l0_list *list, int tensor, int64_t length, int64_t k,
                                 bool sorted)
{
    int32_t last = tensor == L0_NONE ? 0 : list->tensors[tensor].rank - 1;
    struct ordered some = launch_top(list, tensor, last, length < 32 ? length : 32, sorted);
    struct ordered few = launch_top(list, some.values, last, k, sorted);
    if (some.places == L0_NONE || few.places == L0_NONE)
        return few;
    few.places = list_launch_gather(list, some.places, few.places, last);
    return few;
}

void sort_list_topk(struct l0_list *list, int self, int64_t k, int64_t dim, bool largest,
                    bool sorted, int values, int indices)
{
    int dense = l0_contiguous(list, self);
    int row = list_at_least_1d(list, dense);
    if (row == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[row];
    int32_t at = sort_wrapped(list->tensors[self].given, dim);
    int64_t length = list->tensors[dense].rank == 0 ? 0 : given.dims[at];
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    if (is_3510 && length == 1) {
        l0_launch_view_copy(list, dense, values);
        store(list, dense, values);
        list_write_zeros(list, indices);
        return;
    }
    if (is_3510 && length == k && !sorted && sorts_all_lines(&given, k)) {
        launch_whole(list, dense, at, values, indices);
        order_step(list, dense, SORT_FIRST, at, largest, k, values, indices);
        return;
    }
    int tensor = row;
    if (list->architecture == ARCHITECTURE_1001 && given.type == ACL_FLOAT &&
        (given.elements <= SMALL_TOP || k >= FEW_CHOSEN))
        tensor = l0_launch_cast(list, tensor, ACL_FLOAT16);
    struct ordered top;
    if (sorts_in_place(list, row, at)) {
        top = launch_top(list, tensor, at, k, sorted);
    } else if (at != given.rank - 1) {
        top = launch_top_last(list, turned(list, tensor, at), length, k, sorted);
        top.values = turned(list, top.values, at);
        top.places = turned(list, top.places, at);
    } else {
        top = k < FEW_CHOSEN && !is_3510 ? launch_few(list, tensor, length, k, sorted)
                                         : launch_top_last(list, tensor, length, k, sorted);
    }
    l0_launch_view_copy(list, l0_launch_cast(list, top.values, given.type), values);
    l0_launch_view_copy(list, l0_launch_cast(list, top.places, ACL_INT64), indices);
    order_step(list, dense, SORT_FIRST, at, largest, k, values, indices);
}

/* Appends GatherV2 of the elements at one index of a dimension. */
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

/* Appends Ascend950's operator for one element by rank, with transposes around it. */
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

void sort_list_kthvalue(struct l0_list *list, int self, int64_t k, int64_t dim, int values,
                        int indices)
{
    int dense = l0_contiguous(list, self);
    int row = list_at_least_1d(list, dense);
    if (row == L0_NONE)
        return;
    int32_t at = sort_wrapped(list->tensors[self].given, dim);
    struct ordered kth;
    if (list->architecture == ARCHITECTURE_3510) {
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
           (type == ACL_BF16 && list->architecture != ARCHITECTURE_1001);
}

/* Whether the last sorted element is NaN. */
static int launch_nan_mask(struct l0_list *list, int sorted, int32_t dim)
{
    int last = launch_pick(list, sorted, dim);
    return launch(list, &l0_NotEqual, ACL_BOOL, last, (int[]){last, last}, 2);
}

/* Folds a dimension to one element. */
static int launch_folded(struct l0_list *list, const struct l0_row *row, int tensor, int32_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (tensor == L0_NONE || fold == NULL)
        return L0_NONE;
    const struct l0_tensor self = list->tensors[tensor];
    chosen_dims(&self, SORT_ONE, dim, 1, dims);
    fold->dims = self.rank > 0 ? (uint64_t)1 << dim : 0;
    int folded = l0_new_shaped(list, "folded", self.type, dims, self.rank);
    l0_launch_row(list, row, &tensor, 1, 0, &folded, 1, fold);
    return folded;
}

/* The smallest index of a NaN. */
static int launch_first_nan(struct l0_list *list, struct ordered sorted, int32_t dim)
{
    int end = l0_host_tensor(list, "end", ACL_INT32, 1);
    int equal = launch(list, &l0_Equal, ACL_BOOL, sorted.values,
                       (int[]){sorted.values, sorted.values}, 2);
    int masked = launch(list, &l0_MaskedFill, ACL_INT32, sorted.places,
                        (int[]){sorted.places, equal, end}, 3);
    return launch_folded(list, &l0_ReduceMin, masked, dim);
}

/* The median of all elements, from their sort. When there is a NaN: a NaN, and the index of the
 * first. */
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

void sort_list_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices)
{
    int dense = l0_contiguous(list, self);
    int row = list_at_least_1d(list, dense);
    if (row == L0_NONE)
        return;
    int32_t at = sort_wrapped(list->tensors[self].given, dim);
    struct ordered median = list->architecture == ARCHITECTURE_3510 ? launch_kth(list, row, at)
                                                                    : launch_median(list, row, at);
    int places = l0_launch_cast(list, median.places, ACL_INT64);
    l0_launch_view_copy(list, median.values, values);
    l0_launch_view_copy(list, places, indices);
    order_step(list, dense, SORT_MEDIAN, at, false, 1, values, indices);
}

/* The rank of the median of the numbers: half of how many there are, minus one. */
static int launch_median_place(struct l0_list *list, int tensor, int32_t dim)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor self = list->tensors[tensor];
    aclDataType type = self.elements > INT32_MAX ? ACL_INT64 : ACL_INT32;
    bool is_long = self.rank > 0 && self.dims[dim] >= LONG_MEDIAN;
    int equal = launch(list, &l0_Equal, ACL_BOOL, tensor, (int[]){tensor, tensor}, 2);
    int count = launch_folded(list, &l0_ReduceSum, l0_launch_cast(list, equal, type), dim);
    int one = l0_host_tensor(list, "one", type, 1);
    int less = launch(list, &l0_Sub, type, count, (int[]){count, one}, 2);
    int half = l0_host_tensor(list, "half", type, 1);
    return launch(list, is_long ? &l0_RightShift : &l0_Div, type, less, (int[]){less, half}, 2);
}

void sort_list_nan_median_dim(struct l0_list *list, int self, int64_t dim, int values, int indices)
{
    int32_t at = sort_wrapped(list->tensors[self].given, dim);
    int dense = self;
    if (list->tensors[self].rank == 0) {
        l0_launch_view_copy(list, self, values);
        l0_launch_view_copy(list, l0_zeros_like(list, indices), indices);
    } else {
        dense = l0_contiguous(list, self);
        int place = launch_median_place(list, dense, at);
        struct ordered sorted = launch_sort_along(list, dense, at, ACL_INT32);
        if (place == L0_NONE || sorted.places == L0_NONE)
            return;
        int value = list_launch_gather(list, sorted.values, place, at);
        int found = list_launch_gather(list, sorted.places, place, at);
        found = l0_launch_cast(list, found, ACL_INT64);
        l0_launch_view_copy(list, value, values);
        l0_launch_view_copy(list, found, indices);
    }
    order_step(list, dense, SORT_NAN_MEDIAN, at, false, 1, values, indices);
}

/* Reshapes a dense tensor to one row. */
static int as_row(struct l0_list *list, int dense)
{
    if (dense == L0_NONE || list->tensors[dense].rank == 1)
        return dense;
    int64_t elements = list->tensors[dense].elements;
    return l0_reshape(list, dense, &elements, 1);
}

/* The median of no elements: NaN, the least int32 or int64, or 0 of other types. */
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

void sort_list_median(struct l0_list *list, int self, int out)
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

void sort_list_nan_median(struct l0_list *list, int self, int out)
{
    if (list->tensors[self].elements == 0) {
        fill_median(list, out);
        return;
    }
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[dense];
    int row = given.rank > 1 ? as_row(list, dense) : dense;
    int sorted = given.rank > 0 ? launch_sort(list, row, ACL_INT32).values
                                : launch_sort_single(list, dense).values;
    int place = launch_median_place(list, row, 0);
    if (sorted == L0_NONE || place == L0_NONE)
        return;
    const struct l0_tensor one = list->tensors[place];
    int median = l0_new_shaped(list, "median", given.type, one.dims, one.rank);
    l0_launch_row(list, &l0_GatherV2, (int[]){sorted, place}, 2, 0, &median, 1, NULL);
    l0_launch_view_copy(list, median, out);
    order_step(list, row, SORT_NAN_MEDIAN, 0, false, 1, out, L0_NONE);
}

int sort_list_indices(struct l0_list *list, int tensor, int *positions)
{
    *positions = L0_NONE;
    if (tensor == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[tensor].type;
    int64_t elements = list->tensors[tensor].elements;
    int values = l0_new_tensor(list, "sorted indices", type, elements);
    *positions = l0_new_tensor(list, "positions", ACL_INT32, elements);
    bool is_3510 = list->soc->architecture == ARCHITECTURE_3510;
    bool on_ai_cores = is_3510 || type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16;
    l0_launch(list, "Sort", on_ai_cores ? L0_AI_CORE : L0_AI_CPU, (int[]){tensor, L0_NONE},
              (int[]){values, *positions, L0_NONE});
    if (is_3510)
        sort_tiling_3510_append(list, type, elements);
    else if (on_ai_cores)
        l0_assume(list, L0_ASSUME_SORT);
    return values;
}
