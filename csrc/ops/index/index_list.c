/* SPDX-License-Identifier: Apache-2.0 */
/* Index and IndexPutImpl: lists of L0 operators. Each entry of the tensor list covers the next
 * dimensions of the indexed tensor. A tensor without elements is a gap: it leaves one dimension as
 * it is. Integers index one dimension. A mask covers as many dimensions as it has. Integers, and
 * the positions that masks choose, are broadcast with each other. The dimensions that result stand
 * where the first index does, or come first when a gap lies between indices. */
#include "ops/index/index.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/index.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/index/indexed.h"
#include "ops/index/masked.h"
#include "ops/sort/sort.h"
#include "tensor/layout.h"
#include "workspace/arithmetic.h"

/* ---- The work -------------------------------------------------------------------------------- */

/* The tensors of the list's entries. Those of gaps are never read. */
struct tensors {
    int positions[MOST_ENTRIES];
};

static struct tensors tensors_of(struct l0_list *list, const struct tensor_array *indices)
{
    struct tensors tensors;
    for (uint64_t i = 0; i < MOST_ENTRIES && i < indices->count; i++)
        tensors.positions[i] = l0_user_tensor(list, "indices", indices->members[i]);
    return tensors;
}

struct indexing {
    struct indexed *indexed;
    int inputs[INDEXED_MAX_INDICES];
    int input_count;
};

static void add_index(struct l0_list *list, struct indexing *work, const struct subscripts *s,
                      int32_t entry, int index)
{
    const struct l0_tensor places = list->tensors[index];
    struct indexed_component *component = index_add_component(work->indexed, work->input_count + 1,
                                                              s->entries[entry].dim);
    component->entry = entry;
    for (int32_t i = 0; i < places.rank; i++)
        component->dims[s->first + s->rank - places.rank + i] = i;
    work->inputs[work->input_count++] = index;
}

static void add_mask(struct l0_list *list, struct indexing *work, const struct subscripts *s,
                     int32_t entry, int mask)
{
    int count = L0_NONE;
    int places = index_list_mask_places(list, mask, &count);
    for (int32_t i = 0; i < list->tensors[mask].rank; i++) {
        struct indexed_component *component = index_add_component(
            work->indexed, work->input_count + 1, s->entries[entry].dim + i);
        component->entry = entry;
        component->part_dim = 0;
        component->part = i;
        component->found_by = work->input_count + 2;
        component->dims[index_found_dim(s)] = 1;
    }
    work->inputs[work->input_count++] = places;
    work->inputs[work->input_count++] = count;
}

/* Makes loops over the result and over the other tensor, which broadcasts to it. */
static struct indexing index_by(struct l0_list *list, enum indexed_operation operation,
                                const struct subscripts *s, int self, const struct tensors *indices,
                                int other, bool broadcasts)
{
    struct indexing work = {.indexed = index_new(list, operation, "indices")};
    if (work.indexed == NULL || self == L0_NONE || other == L0_NONE)
        return (struct indexing){.indexed = NULL};
    const struct l0_tensor target = list->tensors[self];
    int32_t rank = index_result_rank(s, target.rank);
    int32_t lead = rank - list->tensors[other].rank;
    work.indexed->from_end = true;
    for (int32_t i = 0; i < rank; i++) {
        int32_t dim = index_self_dim(s, target.rank, i);
        index_add_loop(work.indexed, dim >= 0 ? target.dims[dim] : s->dims[i - s->first], dim,
                       i >= lead ? i - lead : -1);
    }
    for (int32_t i = 0; i < s->count; i++) {
        if (s->entries[i].is_gap || indices->positions[i] == L0_NONE)
            continue;
        if (s->entries[i].is_mask)
            add_mask(list, &work, s, i, indices->positions[i]);
        else
            add_index(list, &work, s, i, indices->positions[i]);
    }
    if (s->has_mask) {
        int32_t at = index_found_dim(s);
        int64_t size = at >= lead ? list->tensors[other].dims[at - lead] : 1;
        work.indexed->found_loop = at;
        work.indexed->found_count = size != 1 || !broadcasts ? size : -1;
    }
    return work;
}

/* ---- What both lists begin with -------------------------------------------------------------- */

static bool is_integer(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].type == ACL_INT32 || list->tensors[tensor].type == ACL_INT64;
}

/* 910B checks the integers first, when all have one type. */
static void check_indices(struct l0_list *list, const struct subscripts *s,
                          const struct tensors *indices)
{
    int inputs[MOST_ENTRIES + 1];
    int count = 1;
    bool same = true;
    if (list->architecture != ARCHITECTURE_2201)
        return;
    for (int32_t i = 0; i < s->count; i++) {
        if (s->entries[i].is_gap || !is_integer(list, indices->positions[i]))
            continue;
        inputs[count] = l0_contiguous(list, indices->positions[i]);
        same = same && inputs[count] != L0_NONE &&
               list->tensors[inputs[count]].type == list->tensors[inputs[1]].type;
        count++;
    }
    inputs[0] = l0_host_tensor(list, "bounds", ACL_INT64, count - 1);
    if (count > 1 && same && inputs[0] != L0_NONE) {
        l0_launch_many(list, "IndexCheck", L0_AI_CORE, inputs, count, NULL, 0);
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    }
}

static struct tensors dense(struct l0_list *list, const struct subscripts *s,
                            const struct tensors *indices)
{
    struct tensors tensors = *indices;
    for (int32_t i = 0; i < s->count; i++)
        if (!s->entries[i].is_gap)
            tensors.positions[i] = l0_contiguous(list, tensors.positions[i]);
    return tensors;
}

/* Whether no index is a mask, and all have the same shape. */
static bool are_alike(const struct l0_list *list, const struct subscripts *s,
                      const struct tensors *indices)
{
    int first = L0_NONE;
    for (int32_t i = 0; i < s->count; i++) {
        int index = indices->positions[i];
        if (s->entries[i].is_gap || index == L0_NONE)
            continue;
        const struct l0_tensor *places = &list->tensors[index];
        first = first == L0_NONE ? index : first;
        if (s->entries[i].is_mask ||
            !same_dims(places->dims, places->rank, list->tensors[first].dims,
                       list->tensors[first].rank))
            return false;
    }
    return true;
}

/* The operator's inputs: the indexed tensor, two attributes as tensors, the indices. */
static int operands_of(struct l0_list *list, const struct subscripts *s,
                       const struct tensors *indices, int self, int values, int *inputs)
{
    int count = 0;
    inputs[count++] = self;
    if (values != L0_NONE)
        inputs[count++] = values;
    inputs[count++] = l0_host_tensor(list, "sizes", ACL_INT64, s->count > 0 ? s->count : 1);
    inputs[count++] = l0_host_tensor(list, "strides", ACL_INT64, MOST_DIMS);
    for (int32_t i = 0; i < s->count; i++)
        if (!s->entries[i].is_gap)
            inputs[count++] = indices->positions[i];
    return count;
}

static int64_t size_behind(const struct l0_tensor *tensor, int32_t first)
{
    int64_t size = 1;
    for (int32_t i = first; i < tensor->rank; i++)
        size *= tensor->dims[i];
    return size;
}

/* A permutation that moves the first dimensions behind the others. */
static void rotated(int64_t *order, int32_t before, int32_t all)
{
    for (int32_t i = 0; i < all; i++)
        order[i] = (i + before) % all;
}

/* ---- Index ----------------------------------------------------------------------------------- */

/* The most elements for which Ascend910's kernel is used when all dimensions are indexed. */
#define MOST_PLACES_1001 500000

/* When a gap lies before indices and rows are shorter than this, 910 and 910B move the indexed
 * dimensions to the front. */
#define SHORT_ROW 32

static bool index_on_cores(const struct l0_list *list, const struct subscripts *s, int self,
                           const struct tensors *indices)
{
    const struct l0_tensor *target = &list->tensors[self];
    if (!are_alike(list, s, indices) ||
        !l0_has_type(l0_Index.ai_core[list->architecture], target->type))
        return false;
    if (list->architecture == ARCHITECTURE_3510)
        return true;
    for (int32_t i = 1; i < s->count; i++)
        if (s->entries[i].is_gap && !s->entries[i - 1].is_gap)
            return false;
    if (list->architecture != ARCHITECTURE_1001 || target->rank != s->defined)
        return true;
    return s->defined == 0 || list->tensors[indices->positions[0]].elements <= MOST_PLACES_1001;
}

/* Whether Ascend950's kernel reads the operands directly. */
static bool indexes_strided(const struct l0_list *list, const struct subscripts *s, int self,
                            const struct tensors *indices)
{
    bool is_strided = !view_is_dense(list->tensors[self].given);
    if (list->architecture != ARCHITECTURE_3510 || list->tensors[self].rank > 4 || s->count > 4 ||
        s->defined < 2)
        return false;
    for (int32_t i = 0; i < s->count; i++)
        is_strided = is_strided || (!s->entries[i].is_gap &&
                                    !view_is_dense(list->tensors[indices->positions[i]].given));
    return is_strided && index_on_cores(list, s, self, indices);
}

/* Appends the operator. Transposes after it put the dimensions of the result in place. */
static int launch_index(struct l0_list *list, const struct subscripts *s, int self,
                        const struct tensors *indices, int out, bool on_cores)
{
    int inputs[MOST_ENTRIES + 3];
    int64_t order[TENSOR_MAX_DIMS];
    const struct l0_tensor target = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    int32_t gaps = s->count - s->defined;
    bool transposes = on_cores && gaps > 0 && list->architecture != ARCHITECTURE_3510 &&
                      size_behind(&target, s->count) < SHORT_ROW;
    int64_t dims[TENSOR_MAX_DIMS];
    for (int32_t i = 0; i < result.rank; i++)
        dims[i] = result.dims[i];
    if (transposes) {
        for (int32_t i = 0; i < target.rank; i++)
            order[i] = i;
        rotated(order, gaps, s->count);
        self = list_launch_transpose(list, self, order);
        for (int32_t i = 0; i < s->rank; i++)
            dims[i] = result.dims[gaps + i];
        for (int32_t i = 0; i < gaps; i++)
            dims[s->rank + i] = result.dims[i];
    }
    int indexed = l0_new_shaped(list, "indexed", result.type, dims, result.rank);
    int count = operands_of(list, s, indices, self, L0_NONE, inputs);
    if (on_cores)
        l0_launch_row(list, &l0_Index, inputs, count, 0, &indexed, 1, NULL);
    else
        l0_launch_many(list, "Index", L0_AI_CPU, inputs, count, &indexed, 1);
    if (!transposes)
        return indexed;
    for (int32_t i = 0; i < result.rank; i++)
        order[i] = i;
    rotated(order, s->rank, gaps + s->rank);
    return list_launch_transpose(list, indexed, order);
}

void index_list_index(struct l0_list *list, int self, const struct tensor_array *indices, int out)
{
    struct subscripts s;
    if (self == L0_NONE || out == L0_NONE ||
        index_find_subscripts(list->tensors[self].given, indices, &s) != ACLNN_SUCCESS)
        return;
    struct tensors given = tensors_of(list, indices);
    check_indices(list, &s, &given);
    bool is_strided = indexes_strided(list, &s, self, &given);
    struct tensors places = is_strided ? given : dense(list, &s, &given);
    int from = is_strided ? self : l0_contiguous(list, self);
    if (from == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    bool on_cores = index_on_cores(list, &s, self, &places);
    bool is_number = list->tensors[self].rank == 0;
    int indexed = is_number && (!on_cores || list->architecture != ARCHITECTURE_3510)
                      ? l0_new_shaped(list, "indexed", result.type, result.dims, result.rank)
                      : launch_index(list, &s, from, &places, out, on_cores);
    from = list_at_least_1d(list, from);
    if (is_number && result.rank != s.rank) {
        l0_view_copy(list, l0_reshape(list, from, result.dims, result.rank), out);
        return;
    }
    struct indexing work = index_by(list, INDEXED_MOVE, &s, from, &places, out, false);
    if (work.indexed == NULL)
        return;
    index_list_gather_step(list, work.indexed, from, work.inputs, work.input_count, indexed);
    l0_view_copy(list, indexed, out);
}

/* ---- IndexPutImpl ---------------------------------------------------------------------------- */

#define HALVES (L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16))

/* The types in which 910B's kernel adds any number of values. */
#define ADDED_2201 \
    (HALVES | L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT8) | L0_TYPE(ACL_BOOL))

/* Rows of at least this many elements are written where they are, even behind gaps. */
#define LONG_ROW 1024

static int64_t places_of(const struct l0_list *list, const struct subscripts *s,
                         const struct tensors *indices)
{
    for (int32_t i = 0; i < s->count; i++)
        if (!s->entries[i].is_gap)
            return list->tensors[indices->positions[i]].elements;
    return 0;
}

static bool has_type(const struct l0_list *list, int tensor, uint64_t types)
{
    return l0_has_type(types, list->tensors[tensor].type);
}

/* The number of gaps at the front. */
static int32_t leading_gaps(const struct subscripts *s)
{
    int32_t count = 0;
    while (count < s->count && s->entries[count].is_gap)
        count++;
    return count;
}

/* Whether the kernel takes this many elements, whose limit depends on the number of index
 * tensors. */
static bool are_few(int64_t places, int32_t tensors)
{
    static const int64_t most[] = {54247424, 48611328, 44384256, 40861696};
    return places <= (tensors >= 5 && tensors <= 8 ? most[tensors - 5] : 60000000);
}

/* Whether 910 and 910B use IndexPutV2 instead of the device's CPU. */
static bool put_on_cores(const struct l0_list *list, const struct subscripts *s, int self,
                         const struct tensors *indices, int values, bool accumulate)
{
    const struct l0_tensor *target = &list->tensors[self];
    int32_t gaps = leading_gaps(s);
    bool is_atomic = list->architecture != ARCHITECTURE_1001;
    bool adds = is_atomic && has_type(list, self, ADDED_2201);
    int64_t places = places_of(list, s, indices);
    int64_t row = size_behind(target, s->count);
    int64_t moved = row;
    if (list->tensors[values].rank >= MOST_DIMS || !are_alike(list, s, indices))
        return false;
    for (int32_t i = gaps + 1; i < s->count; i++)
        if (!s->entries[i].is_gap && s->entries[i - 1].is_gap)
            return false;
    if ((gaps != 0 && !is_atomic) ||
        has_type(list, self, L0_TYPE(ACL_DOUBLE) | L0_TYPE(ACL_INT16)) ||
        !are_few(places, s->defined))
        return false;
    if (!adds && ((row <= 100 && row > 70 && places <= 100) ||
                  (row <= 100 && places <= 100 && target->elements > 5400000) ||
                  (row <= LONG_ROW && places > 20000)))
        return false;
    for (int32_t i = 0; i < gaps; i++)
        moved *= target->dims[i];
    if (places <= 100 && row <= 128 && (gaps == 0 || row >= LONG_ROW || moved <= 128))
        return true;
    if (is_atomic)
        return adds;
    return has_type(list, self, L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16)) && accumulate;
}

/* Whether Ascend950 uses IndexPutV2. Entries may have gaps anywhere, and broadcast. */
static bool put_on_cores_3510(const struct l0_list *list, const struct subscripts *s, int self,
                              const struct tensors *indices, int values)
{
    return list->tensors[values].rank < MOST_DIMS && !s->has_mask &&
           !has_type(list, self, L0_TYPE(ACL_DOUBLE) | L0_TYPE(ACL_INT16)) &&
           places_of(list, s, indices) <= 60000000;
}

/* Whether strides are not in falling sequence. */
static bool is_transposed(const struct tensor *tensor)
{
    for (int32_t i = 1; i < tensor->rank; i++)
        if (tensor->strides[i - 1] < tensor->strides[i] && tensor->strides[i - 1] != 0)
            return true;
    return false;
}

static bool is_repeated(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->strides[i] != 0)
            return false;
    return true;
}

/* Whether Ascend950's kernel takes the operands directly. */
static bool puts_strided(const struct l0_list *list, const struct subscripts *s, int self,
                         const struct tensors *indices, int values, bool on_cores, bool accumulate)
{
    const struct tensor *target = list->tensors[self].given;
    const struct tensor *source = list->tensors[values].given;
    uint64_t widened = HALVES | L0_TYPE(ACL_INT8) | L0_TYPE(ACL_UINT8);
    bool is_strided = !view_is_dense(target) || !view_is_dense(source);
    if (list->architecture != ARCHITECTURE_3510 || list->deterministic || !on_cores ||
        (accumulate && has_type(list, self, widened)) || target->rank > 4 || s->count > 4 ||
        is_transposed(target) || is_transposed(source) || is_repeated(target))
        return false;
    for (int32_t i = 0; i < s->count; i++) {
        const struct tensor *index = list->tensors[indices->positions[i]].given;
        if (s->entries[i].is_gap || view_is_dense(index))
            continue;
        if (is_transposed(index) || is_repeated(index))
            return false;
        is_strided = true;
    }
    return is_strided;
}

/* Broadcasts the values to what the vendor takes for the shape of the result. */
static int spread_values(struct l0_list *list, const struct subscripts *s, int self, int values,
                         const int64_t *index_dims, int32_t index_rank)
{
    const struct l0_tensor target = list->tensors[self];
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t padded[TENSOR_MAX_DIMS];
    int32_t rank = target.rank - s->defined + index_rank;
    int32_t gaps = s->count - s->defined;
    struct subscripts shape = *s;
    shape.rank = index_rank;
    for (int32_t i = 0; i < rank; i++) {
        /* Before Ascend950 the first sizes of self stand for those of the gaps. */
        if (list->architecture != ARCHITECTURE_3510)
            dims[i] = i < gaps                ? target.dims[i]
                      : i < gaps + index_rank ? index_dims[i - gaps]
                                              : target.dims[i - index_rank + s->defined];
        else if (index_self_dim(&shape, target.rank, i) >= 0)
            dims[i] = target.dims[index_self_dim(&shape, target.rank, i)];
        else
            dims[i] = index_dims[i - s->first];
    }
    const struct l0_tensor source = list->tensors[values];
    int32_t lead = rank - source.rank;
    if (lead < 0 || (lead == 0 && same_dims(source.dims, source.rank, dims, rank)))
        return values;
    for (int32_t i = 0; i < rank; i++)
        padded[i] = i < lead ? 1 : source.dims[i - lead];
    int from = lead > 0 ? l0_reshape(list, values, padded, rank) : values;
    int spread = l0_new_shaped(list, "spread", source.type, dims, rank);
    l0_launch_row(list, &l0_BroadcastTo, &from, 1, 0, &spread, 1, NULL);
    return spread;
}

/* Appends IndexPutV2, or IndexPut on the device's CPU. Both change their first operand. */
static int launch_put(struct l0_list *list, const struct subscripts *s, int self,
                      const struct tensors *indices, int values, bool on_cores)
{
    int inputs[MOST_ENTRIES + 4];
    if (self == L0_NONE || values == L0_NONE)
        return L0_NONE;
    int count = operands_of(list, s, indices, self, values, inputs);
    if (on_cores)
        l0_launch_row(list, &l0_IndexPutV2, inputs, count, 0, &self, 1, NULL);
    else
        l0_launch_many(list,
                       list->architecture == ARCHITECTURE_2201 && list->deterministic ? "IndexPutV3"
                                                                                      : "IndexPut",
                       L0_AI_CPU, inputs, count, &self, 1);
    return self;
}

/* 910 and 910B: with gaps in front and short rows, the indexed dimensions are moved to the
 * front. */
static int put_dense(struct l0_list *list, const struct subscripts *s, int self,
                     const struct tensors *indices, int values)
{
    int64_t order[TENSOR_MAX_DIMS];
    int first = L0_NONE;
    for (int32_t i = s->count - 1; i >= 0; i--)
        first = s->entries[i].is_gap ? first : indices->positions[i];
    if (self == L0_NONE || values == L0_NONE || first == L0_NONE)
        return L0_NONE;
    const struct l0_tensor places = list->tensors[first];
    const struct l0_tensor target = list->tensors[self];
    int32_t gaps = s->count - s->defined;
    values = spread_values(list, s, self, values, places.dims, places.rank);
    if (gaps == 0 || size_behind(&target, s->count) >= LONG_ROW)
        return launch_put(list, s, self, indices, values, true);
    rotated(order, gaps, target.rank);
    self = list_launch_transpose(list, self, order);
    if (values == L0_NONE)
        return L0_NONE;
    rotated(order, gaps, list->tensors[values].rank);
    values = list_launch_transpose(list, values, order);
    self = launch_put(list, s, self, indices, values, true);
    rotated(order, target.rank - gaps, target.rank);
    return list_launch_transpose(list, self, order);
}

/* Broadcasts the indices to their common shape. */
static struct tensors broadcast_indices(struct l0_list *list, const struct subscripts *s,
                                        const struct tensors *indices, bool is_strided)
{
    struct tensors broadcast = *indices;
    for (int32_t i = 0; i < s->count; i++) {
        int index = indices->positions[i];
        if (s->entries[i].is_gap || index == L0_NONE)
            continue;
        if (!is_strided)
            index = l0_contiguous(list, index);
        broadcast.positions[i] = index;
        if (index == L0_NONE ||
            same_dims(list->tensors[index].dims, list->tensors[index].rank, s->dims, s->rank))
            continue;
        index = l0_launch_cast(list, l0_contiguous(list, index),
                               list->tensors[index].type == ACL_INT64 ? ACL_INT64 : ACL_INT32);
        broadcast.positions[i] = l0_new_shaped(list, "broadcast", list->tensors[index].type,
                                               s->dims, s->rank);
        l0_launch_row(list, &l0_BroadcastTo, &index, 1, 0, &broadcast.positions[i], 1, NULL);
    }
    return broadcast;
}

/* Ascend950: the indices are broadcast first. */
static int put_3510(struct l0_list *list, const struct subscripts *s, int self,
                    const struct tensors *indices, int values, bool is_strided)
{
    if (self == L0_NONE || values == L0_NONE)
        return L0_NONE;
    if (is_strided && list->tensors[values].rank > 0)
        return launch_put(list, s, self, indices, values, true);
    struct tensors broadcast = broadcast_indices(list, s, indices, is_strided);
    values = spread_values(list, s, self, values, s->dims, s->rank);
    return launch_put(list, s, self, &broadcast, values, true);
}

/* ---- IndexPutImpl by sorted indices -----------------------------------------------------------
 */

/* 910B's limit on rows that are summed: few indices are not worth a sort. */
#define SLICE_LIMIT 1024
#define SUMMED_BYTES ((int64_t)250 << 20)

/* Whether all entries are integers of one type and shape, and values have a row for each index. */
static bool rows_are_alike(const struct l0_list *list, const struct subscripts *s, int self,
                           const struct tensors *indices, int values)
{
    const struct l0_tensor *target = &list->tensors[self];
    const struct l0_tensor *source = &list->tensors[values];
    if (s->count == 0 || s->defined != s->count || s->has_mask || s->count > target->rank ||
        target->rank == 0 || source->rank == 0 || !are_alike(list, s, indices))
        return false;
    const struct l0_tensor *places = &list->tensors[indices->positions[0]];
    int32_t behind = target->rank - s->count;
    int64_t elements = 1;
    for (int32_t i = 0; i < s->count; i++) {
        if (list->tensors[indices->positions[i]].type != places->type)
            return false;
        elements *= target->dims[i];
    }
    if (places->rank == 0 || source->rank < places->rank + behind || elements > INT32_MAX)
        return false;
    for (int32_t i = 0; i < places->rank + behind; i++) {
        int64_t size = i < places->rank ? places->dims[i]
                                        : target->dims[s->count + i - places->rank];
        if (source->dims[i] != size && source->dims[i] != 1)
            return false;
    }
    return true;
}

/* Whether 910B sorts: when the device is deterministic, or many halves or floats are added. */
static bool puts_sorted_2201(const struct l0_list *list, const struct subscripts *s, int self,
                             const struct tensors *indices, int values, bool accumulate)
{
    const struct l0_tensor *target = &list->tensors[self];
    if (list->architecture != ARCHITECTURE_2201 ||
        !has_type(list, self, HALVES | L0_TYPE(ACL_FLOAT)) ||
        !rows_are_alike(list, s, self, indices, values))
        return false;
    for (int32_t i = 0; i < s->count; i++)
        if (target->dims[i] > 16777216)
            return false;
    if (list->deterministic)
        return true;
    int64_t places = places_of(list, s, indices);
    int64_t slice = size_behind(target, s->count);
    if (!accumulate || slice > INT32_MAX)
        return false;
    if ((places >= 20000 && slice <= 128) ||
        (target->type == ACL_FLOAT && places >= 100000 && slice <= SLICE_LIMIT))
        return true;
    return target->type != ACL_FLOAT &&
           (places >= 100000 || slice >= 100000 || (places >= 100 && slice >= 30000) ||
            (target->elements + list->tensors[values].elements) * 6 > SUMMED_BYTES);
}

/* Whether the indices cover the first dimensions, with rows of at least 256 bytes behind them. */
static bool has_long_rows(const struct l0_list *list, const struct subscripts *s, int self,
                          bool accumulate)
{
    static const uint64_t added = HALVES | L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_INT32) |
                                  L0_TYPE(ACL_INT8);
    static const uint64_t put = L0_TYPE(ACL_BOOL) | L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_INT64);
    const struct l0_tensor *target = &list->tensors[self];
    int32_t first = 0;
    while (first < s->count && !s->entries[first].is_gap)
        first++;
    for (int32_t i = first; i < s->count; i++)
        if (!s->entries[i].is_gap)
            return false;
    return has_type(list, self, accumulate ? added : added | put) && first > 0 &&
           first < target->rank &&
           size_behind(target, first) * (data_type_bits(target->type) / 8) >= 256;
}

/* Whether Ascend950 sorts when it is not deterministic: for few different indices, or many
 * elements. */
static bool sorts_for_speed(const struct l0_list *list, const struct subscripts *s, int self,
                            const struct tensors *indices, int values, bool accumulate)
{
    static const uint64_t types = HALVES | L0_TYPE(ACL_INT64) | L0_TYPE(ACL_INT32) |
                                  L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_INT8) | L0_TYPE(ACL_UINT8) |
                                  L0_TYPE(ACL_BOOL);
    const struct l0_tensor *target = &list->tensors[self];
    if (!has_type(list, self, types) || !rows_are_alike(list, s, self, indices, values))
        return false;
    int64_t width = data_type_bits(target->type) / 8;
    int64_t places = places_of(list, s, indices);
    int64_t head = target->elements / size_behind(target, s->count);
    int64_t most = ((int64_t)64 << 20) * (width > 3 ? width / 2 : 1) / width;
    bool is_large = s->count < target->rank && size_behind(target, s->count) >= 2048 &&
                    target->elements + list->tensors[values].elements >= most &&
                    (target->type != ACL_INT8 || places >= 512);
    bool is_repeated = has_long_rows(list, s, self, accumulate) && places >= 512 &&
                       places / head >= 30;
    bool is_sparse = s->count == target->rank && accumulate &&
                     has_type(list, self, HALVES | L0_TYPE(ACL_INT8) | L0_TYPE(ACL_UINT8)) &&
                     target->elements * width >= 12 << 20 && target->elements / places >= 100;
    return is_large || is_repeated || is_sparse;
}

/* The sort by one number for each row of indices, and the rows of values for the last operator. */
struct linear {
    int places;
    int positions;
};

static struct linear launch_linear(struct l0_list *list, const struct subscripts *s,
                                   const struct tensors *indices)
{
    int inputs[MOST_ENTRIES + 2];
    int count = 0;
    struct linear sorted = {L0_NONE, L0_NONE};
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    for (int32_t i = 0; i < s->count; i++)
        if (!s->entries[i].is_gap)
            inputs[count++] = indices->positions[i];
    if (count == 0 || inputs[0] == L0_NONE)
        return sorted;
    const struct l0_tensor first = list->tensors[inputs[0]];
    int numbers = l0_new_shaped(list, "linear", is_950 ? first.type : ACL_INT32, &first.elements,
                                1);
    int32_t tensors = count;
    inputs[count++] = l0_host_tensor(list, "strides", ACL_INT32, tensors);
    inputs[count++] = l0_host_tensor(list, "sizes", ACL_INT32, tensors);
    l0_launch_row(list, &l0_LinearIndexV2, inputs, count, 0, &numbers, 1, NULL);
    sorted.places = numbers;
    if (numbers == L0_NONE)
        return sorted;
    aclDataType type = list->tensors[numbers].type;
    if (first.elements == 1)
        sorted.positions = l0_host_tensor(list, "positions", type, 1);
    else
        sorted.places = sort_list_indices(
            list, is_950 ? numbers : l0_view(list, numbers, ACL_FLOAT), &sorted.positions);
    if (is_950)
        sorted.positions = l0_launch_cast(list, sorted.positions, ACL_INT32);
    return sorted;
}

static int put_rows(struct l0_list *list, const struct l0_row *row, int self, struct linear sorted,
                    int values)
{
    if (self == L0_NONE || values == L0_NONE || sorted.places == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, row, (int[]){self, sorted.places, sorted.positions, values}, 4, 0, &self, 1,
                  NULL);
    return self;
}

static int put_sorted_2201(struct l0_list *list, const struct subscripts *s, int self,
                           const struct tensors *indices, int values)
{
    if (indices->positions[0] == L0_NONE || self == L0_NONE || values == L0_NONE)
        return L0_NONE;
    const struct l0_tensor places = list->tensors[indices->positions[0]];
    const struct l0_tensor target = list->tensors[self];
    values = spread_values(list, s, self, values, places.dims, places.rank);
    int result = put_rows(list, &l0_IndexPutWithSort, self, launch_linear(list, s, indices),
                          values);
    uint64_t cores = list->soc->vector_cores;
    uint64_t slice = (uint64_t)size_behind(&target, s->count);
    l0_kernel_workspace(list, (uint64_t)places.elements <= cores
                                  ? L0_SYSTEM_WORKSPACE
                                  : L0_SYSTEM_WORKSPACE + cores * 32 + cores * slice * 8);
    return result;
}

/* The workspace of Ascend950's IndexPutWithSortV2: rows that cores share, in the type of the
 * sum. */
static uint64_t sorted_put_workspace(const struct l0_list *list, const struct subscripts *s,
                                     const struct l0_tensor *target, uint64_t places,
                                     bool accumulate)
{
    int64_t row = 1;
    int32_t first = leading_gaps(s);
    bool leads = true;
    bool is_behind = false;
    bool has_run = s->count < target->rank || s->entries[s->count - 1].is_gap;
    for (int32_t i = 0; i < target->rank; i++) {
        bool is_gap = i >= s->count || s->entries[i].is_gap;
        row *= is_gap ? target->dims[i] : 1;
        leads = leads && (i >= first || target->dims[i] == 1);
        is_behind = is_behind || (i >= first && is_gap);
        has_run = has_run && !(is_behind && !is_gap);
    }
    uint64_t width = (uint64_t)data_type_bits(target->type) / 8;
    if (places == 1 || (uint64_t)row * width <= 256 || !(first == 0 || (leads && has_run)))
        return L0_SYSTEM_WORKSPACE;
    uint64_t cores = divide_up(places, divide_up(places, list->soc->vector_cores));
    width = accumulate && l0_has_type(HALVES, target->type) ? 4 : width;
    return L0_SYSTEM_WORKSPACE + align_up((uint64_t)row * width, 512) * 2 * cores + cores * 2 * 128;
}

static int put_sorted_3510(struct l0_list *list, const struct subscripts *s, int self,
                           const struct tensors *indices, int values, bool accumulate)
{
    if (self == L0_NONE || values == L0_NONE)
        return L0_NONE;
    struct tensors broadcast = broadcast_indices(list, s, indices, false);
    struct linear sorted = launch_linear(list, s, &broadcast);
    values = spread_values(list, s, self, values, s->dims, s->rank);
    const struct l0_tensor target = list->tensors[self];
    int result = put_rows(list, &l0_IndexPutWithSortV2, self, sorted, values);
    if (result != L0_NONE)
        l0_kernel_workspace(list, sorted_put_workspace(
                                      list, s, &target,
                                      (uint64_t)list->tensors[sorted.places].elements, accumulate));
    return result;
}

/* The type in which the device adds. */
static aclDataType sum_type(const struct l0_list *list, aclDataType type, bool on_cores,
                            bool has_rows)
{
    bool is_half = l0_has_type(HALVES, type);
    if (list->architecture != ARCHITECTURE_3510)
        return is_half ? ACL_FLOAT : type == ACL_BOOL ? ACL_INT32 : type;
    bool is_byte = on_cores && ((type == ACL_INT8 && !has_rows) || type == ACL_UINT8);
    return is_half ? ACL_FLOAT : is_byte ? ACL_INT32 : type;
}

void index_list_index_put(struct l0_list *list, int selfRef, const struct tensor_array *indices,
                          int values, bool accumulate, bool unsafe)
{
    (void)unsafe; /* an index out of range is 507015 whether unsafe is set or not */
    struct subscripts s;
    if (selfRef == L0_NONE || values == L0_NONE ||
        index_find_subscripts(list->tensors[selfRef].given, indices, &s) != ACLNN_SUCCESS)
        return;
    struct tensors given = tensors_of(list, indices);
    bool adds = accumulate != 0;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    check_indices(list, &s, &given);
    bool on_cores = is_950 ? put_on_cores_3510(list, &s, selfRef, &given, values)
                           : put_on_cores(list, &s, selfRef, &given, values, adds);
    bool is_strided = puts_strided(list, &s, selfRef, &given, values, on_cores, adds);
    bool speeds = is_950 && on_cores && !list->deterministic && !is_strided &&
                  sorts_for_speed(list, &s, selfRef, &given, values, adds);
    bool sorts = speeds || (is_950 && on_cores && list->deterministic) ||
                 puts_sorted_2201(list, &s, selfRef, &given, values, adds);
    struct tensors places = given;
    struct tensors first = given;
    int self = selfRef;
    int source = values;
    if (!is_strided) {
        self = l0_contiguous(list, selfRef);
        source = l0_contiguous(list, values);
        first = dense(list, &s, &given);
        places = dense(list, &s, &given);
    }
    if (self == L0_NONE || source == L0_NONE || s.defined == 0)
        return;
    aclDataType type = list->tensors[self].type;
    bool has_rows = has_long_rows(list, &s, self, adds);
    aclDataType wide = adds && !sorts ? sum_type(list, type, on_cores, has_rows) : type;
    int target = l0_launch_cast(list, self, wide);
    int summands = l0_launch_cast(list, source, wide);
    int result;
    if (sorts)
        result = is_950 ? put_sorted_3510(list, &s, target, &given, summands, adds)
                        : put_sorted_2201(list, &s, target, &first, summands);
    else if (!on_cores)
        result = launch_put(list, &s, target, &places, summands, false);
    else
        result = is_950 ? put_3510(list, &s, target, &given, summands, is_strided)
                        : put_dense(list, &s, target, &places, summands);
    if (result == L0_NONE)
        return;
    result = l0_launch_cast(list, result, type);
    if (!is_strided)
        l0_launch_view_copy(list, result, selfRef);
    if (!adds && s.defined == 1 && s.has_mask && s.first == 0 && list->tensors[self].rank > 0 &&
        list->tensors[places.positions[0]].rank > 0) {
        index_list_mask_put(list, 0, self, places.positions[0], source, selfRef);
        return;
    }
    struct indexing work = index_by(list, adds ? INDEXED_ADD : INDEXED_MOVE, &s, self, &places,
                                    source, true);
    index_list_scatter_into(list, work.indexed, self, work.inputs, work.input_count, source,
                            selfRef);
}
