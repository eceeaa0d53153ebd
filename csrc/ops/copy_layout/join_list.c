/* SPDX-License-Identifier: Apache-2.0 */
/* Cat and Stack, which make one tensor of many, and SplitTensor and SplitWithSize, which make many
 * of one. */
#include "ops/copy_layout/join.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "tensor/layout.h"
#include "workspace/view.h"

/* How many tensors one kernel joins: before Ascend950, and on it. ConcatDV2 takes as many as
 * Ascend950. */
#define JOINED_AT_ONCE 32
#define JOINED_AT_ONCE_3510 1536
#define CONCAT_V2_MOST 2048

/* How many parts one kernel cuts. */
#define SPLIT_AT_ONCE 32
#define SPLIT_AT_ONCE_3510 512
#define SPLIT_V2_MOST 64
#define SPLIT_V2_LEAST_ELEMENTS 65536

static const struct along *keep_dim(struct l0_list *list, int64_t dim)
{
    struct along *along = l0_take(list, sizeof *along);
    if (along != NULL)
        *along = (struct along){.dim = (int32_t)dim};
    return along;
}

/* Room for so many positions; NULL after an error. */
static int *take_positions(struct l0_list *list, uint64_t count)
{
    return l0_take(list, (size_t)count * sizeof(int));
}

/* Whether one kernel joins all of these tensors at once. 910B and 910_93 have one for long lists of
 * whole blocks. */
static bool is_concat_v2(const struct l0_list *list, const int *tensors, int count, int64_t dim)
{
    if (list->architecture != ARCHITECTURE_2201 || dim != 0 || count > CONCAT_V2_MOST ||
        count <= JOINED_AT_ONCE)
        return false;
    int64_t width = data_type_bits(list->tensors[tensors[0]].type) / 8;
    for (int i = 0; i < count; i++) {
        const struct l0_tensor *tensor = &list->tensors[tensors[i]];
        if (tensor->dims[tensor->rank - 1] * width % 32 != 0)
            return false;
    }
    return true;
}

/* Appends the operator that joins some tensors. Where several are needed only the last writes out;
 * the work is one copy of all tensors. */
static int concat(struct l0_list *list, const struct l0_row *row, const int *tensors, int count,
                  int64_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct l0_tensor first = list->tensors[tensors[0]];
    memcpy(dims, first.dims, (size_t)first.rank * sizeof *dims);
    for (int i = 1; i < count; i++)
        dims[dim] += list->tensors[tensors[i]].dims[dim];
    int out = l0_new_shaped(list, row->name, first.type, dims, first.rank);
    l0_apply(list, row, tensors, count, 0, &out, 1, keep_dim(list, dim));
    return out;
}

int copy_layout_list_joined(struct l0_list *list, const int *tensors, int count, int64_t dim)
{
    for (int i = 0; i < count; i++)
        if (tensors[i] == L0_NONE)
            return L0_NONE;
    return concat(list, &l0_ConcatD, tensors, count, dim);
}

static const struct l0_row *concat_row(const struct l0_list *list, const int *tensors, int count,
                                       int64_t dim)
{
    return is_concat_v2(list, tensors, count, dim) ? &l0_ConcatDV2 : &l0_ConcatD;
}

/* Joins as many tensors as one kernel takes at a time, and then the results, until one is left. The
 * first round may stack instead. */
static int join_in_rounds(struct l0_list *list, int *tensors, int count, int64_t dim, int at_once,
                          int (*first_round)(struct l0_list *, const int *, int, int64_t))
{
    while (count > 1 || first_round != NULL) {
        int results = 0;
        for (int i = 0; i < count; i += at_once) {
            int some = count - i < at_once ? count - i : at_once;
            int joined = tensors[i];
            if (first_round != NULL)
                joined = first_round(list, &tensors[i], some, dim);
            else if (some > 1)
                joined = concat(list, concat_row(list, &tensors[i], some, dim), &tensors[i], some,
                                dim);
            if (joined == L0_NONE)
                return L0_NONE;
            tensors[results++] = joined;
        }
        count = results;
        first_round = NULL;
    }
    return tensors[0];
}

/* Ascend950's kernel reads tensors directly that are strided in the dimension before the joined
 * one, when their rows are long, or far apart, or few. CANN's limits in bytes: */
#define LONG_ROW 128
#define BYTES_A_CORE 8192

static bool pays_strided(const struct l0_list *list, const struct tensor *tensor, int64_t before)
{
    int64_t width = data_type_bits(tensor->type) / 8;
    int64_t row = 1;
    int64_t count = 0;
    for (int32_t i = (int32_t)before + 1; i < tensor->rank; i++)
        row *= tensor->dims[i];
    tensor_element_count(tensor, &count);
    return row * width >= LONG_ROW || tensor->strides[before] * width > LONG_ROW ||
           count * width < (int64_t)list->soc->vector_cores * BYTES_A_CORE;
}

static bool takes_strided(const struct l0_list *list, const int *tensors, int count, int64_t dim)
{
    bool strided = false;
    if (list->architecture != ARCHITECTURE_3510 || dim == 0 || count <= 1 || count > JOINED_AT_ONCE)
        return false;
    for (int i = 0; i < count; i++) {
        const struct tensor *tensor = list->tensors[tensors[i]].given;
        const int64_t *strides = tensor->strides;
        if (tensor->type != list->tensors[tensors[0]].type ||
            (uint32_t)strides[dim - 1] == UINT32_MAX || strides[tensor->rank - 1] != 1)
            return false;
        for (int32_t d = 0; d < tensor->rank - 1; d++) {
            bool follows = strides[d] == strides[d + 1] * tensor->dims[d + 1];
            if (!follows && d != dim - 1)
                return false;
            strided |= !follows;
        }
        if (!pays_strided(list, tensor, dim - 1))
            return false;
    }
    return strided;
}

/* Adds the tensors that are joined to the list, and returns their number. */
static int user_tensors(struct l0_list *list, const struct tensor_array *tensors, int *positions)
{
    int count = 0;
    for (uint64_t i = 0; i < tensors->count; i++)
        if (!tensor_is_empty(tensors->members[i]))
            positions[count++] = l0_user_tensor(list, "tensors", tensors->members[i]);
    return list->status == ACLNN_SUCCESS ? count : 0;
}

static void make_ready(struct l0_list *list, int *tensors, int count, aclDataType type)
{
    for (int i = 0; i < count; i++)
        tensors[i] = l0_cast(list, l0_contiguous(list, tensors[i]), type);
}

static bool all_there(const struct l0_list *list, const int *tensors, int count)
{
    bool there = list->status == ACLNN_SUCCESS;
    for (int i = 0; there && i < count; i++)
        there = tensors[i] != L0_NONE;
    return there;
}

/* Joins all tensors; with `stack` the first round stacks them. For the size these are CANN's
 * operators, round by round; the work is one step of the row, from all tensors to the result. */
static void join(struct l0_list *list, const struct l0_row *row, const int *tensors, int count,
                 int64_t dim, int at_once,
                 int (*first_round)(struct l0_list *, const int *, int, int64_t), int out)
{
    int *rounds = take_positions(list, (uint64_t)count);
    if (rounds == NULL || !all_there(list, tensors, count))
        return;
    int steps = list->step_count;
    memcpy(rounds, tensors, (size_t)count * sizeof *rounds);
    int joined = join_in_rounds(list, rounds, count, dim, at_once, first_round);
    if (list->status != ACLNN_SUCCESS)
        return;
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, row, tensors, count, &joined, 1, keep_dim(list, dim));
    list_write(list, joined, out);
}

void copy_layout_list_cat(struct l0_list *list, const struct tensor_array *tensors, int64_t dim,
                          int out, aclDataType promoted)
{
    int *all = take_positions(list, tensors->count);
    int count = all != NULL ? user_tensors(list, tensors, all) : 0;
    if (count == 0)
        return;
    int64_t at = dim < 0 ? dim + list->tensors[all[0]].rank : dim;
    if (count == 1) {
        list_write(list, l0_contiguous(list, all[0]), out);
        return;
    }
    int at_once = list->architecture == ARCHITECTURE_3510 || is_concat_v2(list, all, count, at)
                      ? JOINED_AT_ONCE_3510
                      : JOINED_AT_ONCE;
    if (!takes_strided(list, all, count, at))
        make_ready(list, all, count, promoted);
    join(list, &l0_ConcatD, all, count, at, at_once, NULL, out);
}

static int pack(struct l0_list *list, const int *tensors, int count, int64_t dim)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct l0_tensor first = list->tensors[tensors[0]];
    for (int32_t i = 0; i <= first.rank; i++)
        dims[i] = i == dim ? count : first.dims[i - (i > dim)];
    int out = l0_new_shaped(list, "Pack", first.type, dims, first.rank + 1);
    l0_apply(list, &l0_Pack, tensors, count, 0, &out, 1, keep_dim(list, dim));
    return out;
}

void copy_layout_list_stack(struct l0_list *list, const struct tensor_array *tensors, int64_t dim,
                            int out, aclDataType promoted)
{
    int *all = take_positions(list, tensors->count);
    int count = all != NULL ? user_tensors(list, tensors, all) : 0;
    if (count == 0)
        return;
    int64_t at = dim < 0 ? dim + list->tensors[all[0]].rank + 1 : dim;
    make_ready(list, all, count, promoted);
    join(list, &l0_Pack, all, count, at, JOINED_AT_ONCE, pack, out);
}

/* Whether 910B and 910_93 have a kernel for this list of parts, which are in long rows. */
static bool is_split_v2(const struct l0_list *list, const struct l0_tensor *self, int64_t dim,
                        uint64_t parts)
{
    int64_t before = 1;
    for (int32_t i = 0; i < dim; i++)
        before *= self->dims[i];
    return l0_has_type(l0_SplitV2.ai_core[list->architecture], self->type) && dim > 0 &&
           self->elements > SPLIT_V2_LEAST_ELEMENTS &&
           before <= (self->type == ACL_FLOAT ? 8 : 16) && parts > SPLIT_AT_ONCE;
}

/* Appends the operator that cuts parts out of a tensor, without its work. */
static void launch_split(struct l0_list *list, int tensor, int64_t dim,
                         const struct part_sizes *sizes, uint64_t first, uint64_t past, int *parts)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return;
    const struct l0_tensor source = list->tensors[tensor];
    int steps = list->step_count;
    memcpy(dims, source.dims, (size_t)source.rank * sizeof *dims);
    for (uint64_t i = first; i < past; i++) {
        dims[dim] = copy_layout_join_size_of(sizes, i);
        parts[i] = l0_new_shaped(list, "part", source.type, dims, source.rank);
    }
    const struct l0_row *row = is_split_v2(list, &source, dim, past - first) ? &l0_SplitV2
                                                                             : &l0_SplitV;
    l0_apply(list, row, &tensor, 1, 0, &parts[first], (int)(past - first), NULL);
    list->step_count = steps;
}

/* Cuts some parts and writes them; returns where the next part begins. Of many parts a slice is cut
 * out first; the work is one copy all the same. */
static int64_t split_some(struct l0_list *list, int tensor, int64_t dim,
                          const struct part_sizes *sizes, uint64_t first, uint64_t past,
                          int64_t place, int *parts, const struct tensor_array *out)
{
    struct along *along = l0_take(list, sizeof *along);
    struct view_copies slice = {.slice = true};
    int source = tensor;
    if (tensor == L0_NONE || along == NULL)
        return 0;
    const struct l0_tensor whole = list->tensors[tensor];
    *along = (struct along){(int32_t)dim, place, place};
    for (uint64_t i = first; i < past; i++)
        along->past += copy_layout_join_size_of(sizes, i);
    if (past - first < sizes->count) {
        int steps = list->step_count;
        slice.slice_rank = whole.rank;
        for (int32_t i = 0; i < whole.rank; i++) {
            slice.slice_source[i] = whole.dims[i];
            slice.slice_size[i] = i == dim ? along->past - place : whole.dims[i];
            slice.slice_offset[i] = i == dim ? place : 0;
        }
        source = list_apply_shaped(list, l0_slice_row(list, tensor, &slice), tensor,
                                   slice.slice_size, whole.rank, NULL);
        list->step_count = steps;
    }
    launch_split(list, source, dim, sizes, first, past, parts);
    l0_step(list, L0_STEP_APPLY, &l0_SplitV, &tensor, 1, &parts[first], (int)(past - first), along);
    for (uint64_t i = first; list->status == ACLNN_SUCCESS && i < past; i++)
        list_write(list, parts[i], l0_user_tensor(list, "out", out->members[i]));
    return along->past;
}

static void split(struct l0_list *list, int tensor, int64_t dim, const struct part_sizes *sizes,
                  bool may_v2, const struct tensor_array *out)
{
    int *parts = take_positions(list, sizes->count);
    if (tensor == L0_NONE || parts == NULL)
        return;
    const struct l0_tensor source = list->tensors[tensor];
    if (dim < 0)
        dim += source.rank;
    if (sizes->count == 1) {
        list_write(list, tensor, l0_user_tensor(list, "out", out->members[0]));
        return;
    }
    bool has_type = l0_has_type(l0_SplitV.ai_core[list->architecture], source.type);
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    bool at_once = may_v2 && is_split_v2(list, &source, dim, sizes->count) &&
                   sizes->count <= SPLIT_V2_MOST;
    uint64_t most = !is_3510 && has_type ? SPLIT_AT_ONCE : SPLIT_AT_ONCE_3510;
    uint64_t turn = sizes->count;
    int64_t place = 0;
    if (!at_once && sizes->count > most)
        turn = is_3510 ? SPLIT_AT_ONCE_3510 : SPLIT_AT_ONCE;
    for (uint64_t first = 0; first < sizes->count; first += turn) {
        uint64_t past = first + turn < sizes->count ? first + turn : sizes->count;
        place = split_some(list, tensor, dim, sizes, first, past, place, parts, out);
    }
}

void copy_layout_list_split_tensor(struct l0_list *list, int self, uint64_t splitSections,
                                   int64_t dim, const struct tensor_array *out)
{
    if (self == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    int64_t places = given.dims[dim < 0 ? dim + given.rank : dim];
    struct part_sizes sizes = copy_layout_join_sizes_of_sections(places, splitSections);
    split(list, l0_contiguous(list, self), dim, &sizes, false, out);
}

void copy_layout_list_split_with_size(struct l0_list *list, int self, const struct array *splitSize,
                                      int64_t dim, const struct tensor_array *out)
{
    struct part_sizes sizes = {splitSize->size, array_integers(splitSize), 0, 0};
    split(list, l0_contiguous(list, self), dim, &sizes, true, out);
}
