/* SPDX-License-Identifier: Apache-2.0 */
/* Scatter, ScatterAdd, ScatterReduce, ScatterValue, which change single elements by index: lists of
 * L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/index.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/index/indexed.h"
#include "ops/sort/sort.h"
#include "tensor/convert.h"

/* The vendor's numbers for how a value is joined with what is there. From 3 on Ascend910 uses the
 * device's CPU. */
enum { REDUCE_NONE, REDUCE_ADD, REDUCE_MULTIPLY };

/* ---- Which kernel ---------------------------------------------------------------------------- */

/* The arguments of a scatter other than its tensors. */
struct scatter {
    int32_t dim;
    int64_t reduction;
    bool includes_self;
};

static bool same_but(const struct l0_tensor *a, const struct l0_tensor *b, int32_t dim)
{
    for (int32_t i = 0; i < a->rank && i < b->rank; i++)
        if (i != dim && a->dims[i] != b->dims[i])
            return false;
    return true;
}

/* Whether ScatterElementsV2 is used. On 910B it works along the first or the last dimension. On
 * Ascend950 the table of its data types, lists that a map keeps, no longer exists when op_api reads
 * it: DT_FLOAT, which is 0, is found in what lies there, other types are not. */
static bool uses_v2(const struct l0_list *list, int self, int index, int src,
                    const struct scatter *scatter)
{
    const struct l0_tensor *target = &list->tensors[self];
    int32_t dim = scatter->dim;
    if (list->architecture == ARCHITECTURE_3510)
        return scatter->reduction == REDUCE_ADD &&
               l0_has_type(l0_ScatterElementsV2.ai_core[ARCHITECTURE_3510], target->type);
    if (!l0_has_type(l0_ScatterElementsV2.ai_core[list->architecture], target->type) ||
        (dim != 0 && dim != target->rank - 1))
        return false;
    for (int32_t i = 1; i < target->rank - 1; i++)
        if (i != dim && (target->dims[i] != list->tensors[index].dims[i] ||
                         target->dims[i] != list->tensors[src].dims[i]))
            return false;
    return true;
}

/* The number of elements in 32 bytes. */
static int64_t block_of(const struct l0_tensor *tensor)
{
    return 256 / data_type_bits(tensor->type);
}

/* Whether the rows of the last dimension fit into Ascend910's cores. */
enum fit { FIT_NO, FIT_YES, FIT_NEVER };

static enum fit fits_rows(const struct l0_tensor *self, const struct l0_tensor *index, int32_t dim)
{
    int64_t block = block_of(self);
    int64_t width = self->dims[dim];
    int64_t buffer = (256 << 10) / 2;
    if (dim != self->rank - 1 || width > buffer / 32 * block)
        return FIT_NO;
    if (!same_but(self, index, dim))
        return FIT_YES;
    int64_t whole = (width + block - 1) / block * block;
    int64_t repeats = 1;
    while (width != whole && repeats * width % block != 0)
        repeats++;
    return width != whole && repeats * (whole / block) * 32 > buffer ? FIT_NEVER : FIT_YES;
}

static bool runs_on_cores(const struct l0_list *list, int self, int index, int src, int32_t dim)
{
    const struct l0_tensor *target = &list->tensors[self];
    const struct l0_tensor *places = &list->tensors[index];
    const struct l0_tensor *source = &list->tensors[src];
    if (!l0_has_type(l0_ScatterElements.ai_core[list->architecture], target->type))
        return false;
    for (int32_t i = 0; i < places->rank && i < source->rank; i++)
        if (places->dims[i] < source->dims[i])
            return false;
    enum fit fit = fits_rows(target, places, dim);
    if (fit != FIT_NO)
        return fit == FIT_YES;
    return target->elements <= 2097152 &&
           places->elements <= (same_but(target, places, dim) ? 30000 : 5500);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A copy of a tensor that must not be changed. */
static int moved(struct l0_list *list, int tensor)
{
    const struct l0_tensor like = list->tensors[tensor];
    int copy = l0_new_shaped(list, "copy", like.type, like.dims, like.rank);
    l0_tensor_move(list, tensor, copy);
    return copy;
}

static bool is_at(struct l0_list *list, int a, int b)
{
    const struct tensor *left = list->tensors[a].given;
    const struct tensor *right = list->tensors[b].given;
    list->depends_on_addresses = true;
    return left == right ||
           (tensor_address(left) == tensor_address(right) && left->offset == right->offset);
}

/* Appends ScatterElements or ScatterElementsV2, which change their first operand. */
static int scatter_elements(struct l0_list *list, int self, int index, int src,
                            struct scatter scatter, bool copies)
{
    bool is_v2 = uses_v2(list, self, index, src, &scatter);
    bool on_cores = is_v2 || (scatter.includes_self && scatter.reduction <= REDUCE_MULTIPLY &&
                              runs_on_cores(list, self, index, src, scatter.dim));
    if (!on_cores && scatter.reduction != REDUCE_NONE && list->tensors[self].type == ACL_BF16) {
        self = l0_launch_cast(list, self, ACL_FLOAT);
        src = l0_launch_cast(list, src, ACL_FLOAT);
    }
    if (copies)
        self = moved(list, self);
    if (self == L0_NONE || src == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[self];
    const int inputs[] = {self, index, src};
    int result = is_v2 ? self : l0_new_shaped(list, "scattered", like.type, like.dims, like.rank);
    if (is_v2)
        l0_launch_row(list, &l0_ScatterElementsV2, inputs, 3, 0, &result, 1, NULL);
    else if (on_cores)
        l0_launch_row(list, &l0_ScatterElements, inputs, 3, 0, &result, 1, NULL);
    else
        l0_launch_many(list, "ScatterElements", L0_AI_CPU, inputs, 3, &result, 1);
    return result;
}

/* The types for which the cores of 910B and Ascend950 have a kernel. */
#define ON_CORES                                                                          \
    (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT8) | \
     L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_BF16))

/* The largest number up to which float32 holds every integer. */
#define MOST_EXACT 16777216

/* Appends CANN's operators up to the store, for the size alone. */
static int launch_scatter(struct l0_list *list, int self, int index, int src,
                          struct scatter scatter, bool copies)
{
    int64_t order[TENSOR_MAX_DIMS];
    uint64_t on_cores = list->architecture == ARCHITECTURE_1001 ? ON_CORES & ~L0_TYPE(ACL_BF16)
                                                                : ON_CORES;
    bool is_typed = l0_has_type(on_cores, list->tensors[self].type);
    int32_t last = list->tensors[self].rank - 1;
    bool transposes = scatter.dim != last && is_typed && list->architecture != ARCHITECTURE_3510;
    for (int32_t i = 0; i <= last; i++)
        order[i] = i;
    order[scatter.dim] = last;
    order[last] = scatter.dim;
    if (transposes) {
        self = list_launch_transpose(list, self, order);
        index = list_launch_transpose(list, index, order);
        src = list_launch_transpose(list, src, order);
        scatter.dim = last;
    }
    if (self == L0_NONE || index == L0_NONE || src == L0_NONE)
        return L0_NONE;
    if (is_typed && list->architecture == ARCHITECTURE_2201) {
        const struct l0_tensor places = list->tensors[index];
        int linear = l0_new_shaped(list, "places", ACL_INT32, places.dims, places.rank);
        l0_launch_row(list, &l0_LinearIndex, &index, 1, 0, &linear, 1, NULL);
        index = linear;
    }
    copies = copies && (list->architecture == ARCHITECTURE_3510 ||
                        (is_typed && list->architecture == ARCHITECTURE_2201));
    int result = scatter_elements(list, self, index, src, scatter, copies);
    return transposes ? list_launch_transpose(list, result, order) : result;
}

int index_list_widened(struct l0_list *list, int tensor, enum indexed_operation operation)
{
    bool is_half = tensor != L0_NONE && (list->tensors[tensor].type == ACL_FLOAT16 ||
                                         list->tensors[tensor].type == ACL_BF16);
    return is_half && operation != INDEXED_MOVE ? l0_convert(list, tensor, ACL_FLOAT) : tensor;
}

void index_list_scatter_into(struct l0_list *list, struct indexed *indexed, int self,
                             const int *indices, int count, int source, int out)
{
    if (indexed == NULL || self == L0_NONE || source == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    int from = index_list_widened(list, self, indexed->operation);
    int with = index_list_widened(list, source, indexed->operation);
    if (from == L0_NONE || with == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[from];
    int scattered = l0_new_shaped(list, "scattered", like.type, like.dims, like.rank);
    index_list_scatter_step(list, indexed, from, indices, count, with, scattered);
    if (list->tensors[out].rank != like.rank)
        scattered = l0_reshape(list, scattered, list->tensors[out].dims, list->tensors[out].rank);
    scattered = l0_convert(list, scattered, type);
    if (scattered != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &scattered, 1, &out, 1, NULL);
}

static const enum indexed_operation operations[] = {INDEXED_MOVE, INDEXED_ADD, INDEXED_MULTIPLY,
                                                    INDEXED_MAXIMUM, INDEXED_MINIMUM};

/* Clears the elements that are named, so that what self has there does not count. */
static int clear_places(struct l0_list *list, int self, int32_t dim, int index, int source,
                        enum indexed_operation operation)
{
    static const struct scalar numbers[] = {{.type = ACL_INT8, .bytes = {0}},
                                            {.type = ACL_INT8, .bytes = {1}}};
    const struct l0_tensor like = list->tensors[self];
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "index");
    int cleared = l0_new_shaped(list, "cleared", like.type, like.dims, like.rank);
    if (indexed == NULL || cleared == L0_NONE)
        return L0_NONE;
    index_move_elements(indexed, dim, &list->tensors[index]);
    /* For the largest and smallest element it is enough to begin with one of the sources. */
    if (operation == INDEXED_ADD || operation == INDEXED_MULTIPLY) {
        source = l0_constant(list, "empty", &numbers[operation == INDEXED_MULTIPLY], like.type);
        for (int32_t i = 0; i < indexed->loop_count; i++)
            indexed->loops[i].other = -1;
    }
    index_list_scatter_step(list, indexed, self, &index, 1, source, cleared);
    return cleared;
}

/* Copies self to out, when there is no index. */
static void copy_all(struct l0_list *list, int self, int out)
{
    if (self != L0_NONE && list->tensors[self].elements > 0)
        l0_view_copy(list, self, out);
    else
        l0_launch_view_copy(list, self, out);
}

/* Whether an index has one number for each row, repeated by a stride of 0, as expand makes it. */
static bool is_expanded(const struct tensor *index)
{
    int32_t rank = index->rank;
    return rank >= 2 && index->strides[rank - 2] == 1 && index->strides[rank - 1] == 0 &&
           index->storage_rank == 1;
}

/* 910B sorts such an index when it has two or three dimensions. */
static int launch_sorted(struct l0_list *list, int self, int index, int src, bool adds)
{
    const struct l0_tensor places = list->tensors[index];
    int64_t rows = places.elements / places.dims[places.rank - 1];
    int column = index;
    int positions = L0_NONE;
    if (list->tensors[self].type == ACL_UINT8) {
        self = l0_launch_cast(list, self, ACL_INT32);
        src = l0_launch_cast(list, src, ACL_INT32);
    }
    if (places.rank > 2) {
        column = l0_new_shaped(list, "column", places.type, &rows, 1);
        l0_launch_row(list, &l0_Slice, (int[]){index}, 1, 0, &column, 1, NULL);
    }
    int linear = l0_new_shaped(list, "places", ACL_INT32, &rows, 1);
    l0_launch_row(list, &l0_LinearIndex, &column, 1, 0, &linear, 1, NULL);
    if (self == L0_NONE || src == L0_NONE || linear == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[self].type;
    bool sorts = !adds || type == ACL_FLOAT || type_is_half(type);
    if (sorts && rows > 1)
        linear = sort_list_indices(list, l0_view(list, linear, ACL_FLOAT), &positions);
    else if (sorts)
        positions = l0_host_tensor(list, "positions", ACL_INT32, 1);
    l0_launch_row(list, &l0_ScatterAddWithSorted, (int[]){self, src, linear, positions},
                  positions == L0_NONE ? 3 : 4, 0, &self, 1, NULL);
    return self;
}

/* Ascend950 adds rows to rows, or puts them in their place. */
static int launch_rows(struct l0_list *list, int self, int index, int src, bool adds)
{
    const struct l0_tensor places = list->tensors[index];
    int positions = L0_NONE;
    if (adds && list->deterministic &&
        (list->tensors[self].type == ACL_FLOAT || type_is_half(list->tensors[self].type)) &&
        (places.dims[0] > 32 || list->tensors[src].elements > 512)) {
        int column = l0_new_shaped(list, "column", places.type, places.dims, 1);
        if (places.dims[0] > 1)
            column = sort_list_indices(list, column, &positions);
        else
            positions = l0_host_tensor(list, "positions", ACL_INT32, 1);
        l0_launch_row(list, &l0_ScatterAddWithSorted, (int[]){self, src, column, positions}, 4, 0,
                      &self, 1, NULL);
        return self;
    }
    l0_launch_row(list, adds ? &l0_ScatterAdd : &l0_ScatterUpdate, (int[]){self, index, src}, 3, 0,
                  &self, 1, NULL);
    return self;
}

/* Appends the operators for such an index; L0_NONE when the product has none. */
static int launch_expanded(struct l0_list *list, int self, int64_t dim, int index, int src,
                           int64_t reduce, bool includes_self)
{
    if (self == L0_NONE || src == L0_NONE || list->tensors[index].given == NULL ||
        !l0_has_type(ON_CORES, list->tensors[self].type))
        return L0_NONE;
    const struct tensor *given = list->tensors[index].given;
    const struct l0_tensor *target = &list->tensors[self];
    const struct l0_tensor *source = &list->tensors[src];
    int32_t rank = target->rank;
    int64_t at = dim < 0 ? dim + rank : dim;
    if (list->architecture == ARCHITECTURE_2201 && includes_self && is_expanded(given) &&
        rank <= 3 && at != rank - 1 && (rank < 3 || given->strides[0] != 0) &&
        given->dims[0] * (rank == 3 ? given->dims[1] : 1) < MOST_EXACT)
        return launch_sorted(list, self, index, src, reduce == REDUCE_ADD);
    if (list->architecture != ARCHITECTURE_3510 || rank < 2 || at != 0 || source->rank != rank ||
        source->dims[0] != given->dims[0])
        return L0_NONE;
    for (int32_t i = 1; i < rank; i++)
        if (source->dims[i] != target->dims[i] || source->dims[i] != given->dims[i])
            return L0_NONE;
    if (reduce == REDUCE_ADD && rank == 2 && is_expanded(given))
        return launch_rows(list, self, index, src, true);
    bool is_row_index = !view_is_dense(given) && given->strides[0] == 1;
    for (int32_t i = 1; i < rank; i++)
        is_row_index = is_row_index && given->strides[i] == 0;
    return reduce == REDUCE_NONE && dim == 0 && is_row_index
               ? launch_rows(list, self, index, src, false)
               : L0_NONE;
}

/* Appends everything that follows the operands. src may be a constant, which stands for all
 * elements. */
static void scatter(struct l0_list *list, int self, int64_t dim, int index, int src, int source,
                    int64_t reduce, bool includes_self, int out)
{
    int target = list_at_least_1d(list, self);
    int launched = launch_expanded(list, target, dim, index, list_at_least_1d(list, src), reduce,
                                   includes_self);
    int operators = list->operator_count;
    int places = list_at_least_1d(list, l0_contiguous(list, index));
    if (launched != L0_NONE) /* only the executor needs the whole index */
        list->operator_count = operators;
    struct indexed *indexed = index_new(
        list, reduce > 0 && reduce < 5 ? operations[reduce] : INDEXED_MOVE, "index");
    if (target == L0_NONE || places == L0_NONE || src == L0_NONE || indexed == NULL)
        return;
    int32_t rank = list->tensors[target].rank;
    struct scatter how = {(int32_t)(dim < 0 ? dim + rank : dim), reduce, includes_self};
    int result = launched != L0_NONE
                     ? launched
                     : launch_scatter(
                           list, target, places, list_at_least_1d(list, src), how,
                           !is_at(list, list->tensors[self].given != NULL ? self : out, out));
    if (result == L0_NONE)
        return;
    if (list->tensors[self].rank == 0)
        result = l0_reshape(list, result, NULL, 0);
    l0_launch_view_copy(list, l0_launch_cast(list, result, list->tensors[out].type), out);
    index_move_elements(indexed, how.dim, &list->tensors[places]);
    if (list->tensors[source].value != NULL)
        for (int32_t i = 0; i < indexed->loop_count; i++)
            indexed->loops[i].other = -1;
    else
        source = list_at_least_1d(list, source);
    if (!includes_self && indexed->operation != INDEXED_MOVE)
        target = clear_places(list, target, how.dim, places, source, indexed->operation);
    index_list_scatter_into(list, indexed, target, &places, 1, source, out);
}

void index_list_scatter_reduce(struct l0_list *list, int self, int64_t dim, int index, int src,
                               int64_t reduce, bool includeSelf, int out)
{
    int target = l0_contiguous(list, self);
    int source = l0_contiguous(list, src);
    if (list->tensors[index].elements == 0)
        copy_all(list, target, out);
    else
        scatter(list, target, dim, index, source, source, reduce, includeSelf != 0, out);
}

void index_list_scatter(struct l0_list *list, int self, int64_t dim, int index, int src,
                        int64_t reduce, int out)
{
    index_list_scatter_reduce(list, self, dim, index, src, reduce, true, out);
}

void index_list_scatter_value(struct l0_list *list, int self, int64_t dim, int index,
                              const struct scalar *value, int64_t reduce, int out)
{
    if (list->tensors[index].elements == 0) {
        copy_all(list, l0_contiguous(list, self), out);
        return;
    }
    const struct l0_tensor places = list->tensors[index];
    int constant = l0_constant(list, "value", value, list->tensors[self].type);
    int src = constant;
    if (list->tensors[self].rank != 0 && constant != L0_NONE) {
        src = l0_new_shaped(list, "values", list->tensors[self].type, places.dims, places.rank);
        l0_launch_row(list, &l0_BroadcastTo, &constant, 1, 0, &src, 1, NULL);
    }
    scatter(list, l0_contiguous(list, self), dim, index, src, constant, reduce, true, out);
}
