/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that make one tensor of many, and many of one: Cat, Stack, SplitTensor, SplitWithSize. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"
#include "workspace/view.h"

/* Tensors that one kernel joins: before Ascend950, and there; ConcatDV2 takes as many as there. */
#define JOINED_AT_ONCE 32
#define JOINED_AT_ONCE_3510 1536
#define CONCAT_V2_MOST 2048

/* Parts that one kernel cuts. */
#define SPLIT_AT_ONCE 32
#define SPLIT_AT_ONCE_3510 512
#define SPLIT_V2_MOST 64
#define SPLIT_V2_LEAST_ELEMENTS 65536

/* Attributes: the dimension, and of a split which places of it are cut. */
struct along {
    int32_t dim;
    int64_t first;
    int64_t past;
};

static const struct along *keep_dim(struct l0_list *list, int64_t dim)
{
    struct along *along = arena_take(list->arena, sizeof *along);
    if (along != NULL)
        *along = (struct along){.dim = (int32_t)dim};
    return along;
}

/* Room for so many positions; NULL, reported in the list, without memory. */
static int *take_positions(struct l0_list *list, uint64_t count)
{
    int *positions = arena_take(list->arena, (size_t)count * sizeof *positions);
    if (positions == NULL && list->status == ACLNN_SUCCESS)
        list->status = report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
    return positions;
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* The number of inputs is what fills the dimension of the output. */
static void add_concat(const struct work *work, struct copies *copies)
{
    const struct along *along = work->attributes;
    int64_t first = 0;
    for (int i = 0; first < work->outputs[0].dims[along->dim]; i++) {
        struct copy_view from = copy_view_of(&work->inputs[i]);
        struct copy_view to = copy_view_of(&work->outputs[0]);
        copy_view_cut(&to, along->dim, first, from.dims[along->dim]);
        copies_add(copies, i, &from, 0, &to);
        first += from.dims[along->dim];
    }
}

static void add_pack(const struct work *work, struct copies *copies)
{
    const struct along *along = work->attributes;
    for (int i = 0; i < work->outputs[0].dims[along->dim]; i++) {
        struct copy_view from = copy_view_of(&work->inputs[i]);
        struct copy_view to = copy_view_of(&work->outputs[0]);
        copy_view_cut(&to, along->dim, i, 1);
        copy_view_drop(&to, along->dim);
        copies_add(copies, i, &from, 0, &to);
    }
}

static void add_split(const struct work *work, struct copies *copies)
{
    const struct along *along = work->attributes;
    int64_t first = along->first;
    for (int i = 0; first < along->past; i++) {
        struct copy_view from = copy_view_of(&work->inputs[0]);
        struct copy_view to = copy_view_of(&work->outputs[i]);
        copy_view_cut(&from, along->dim, first, to.dims[along->dim]);
        copies_add(copies, 0, &from, i, &to);
        first += to.dims[along->dim];
    }
}

extern const struct l0_copy copy_concat;
const struct l0_copy copy_concat = {.add = add_concat};
extern const struct l0_copy copy_pack;
const struct l0_copy copy_pack = {.add = add_pack};
extern const struct l0_copy copy_split;
const struct l0_copy copy_split = {.add = add_split};

/* ---- Cat ------------------------------------------------------------------------------------- */

/* Left out: one dimension without elements. */
static bool is_left_out(const struct tensor *tensor)
{
    return tensor->rank == 1 && tensor->dims[0] == 0;
}

aclnnStatus check_joined(struct call *call, int list)
{
    aclnnStatus status = check_given(call, list);
    if (status == ACLNN_SUCCESS)
        status = check_members_given(call, list);
    if (status != ACLNN_SUCCESS)
        return status;
    struct tensor_array *tensors = call->arguments[list].tensors;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < tensors->count; i++)
        kept += !is_left_out(tensors->members[i]);
    call->is_empty = kept == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus check_joined_formats(struct call *call, int list, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    const struct tensor *result = call_tensor(call, out);
    aclnnStatus status = check_format(call, list);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < tensors->count; i++)
        if (!is_left_out(tensors->members[i]) && tensors->members[i]->format != result->format)
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "the format of %s is %s, that of %s is %s; they must be equal",
                            "a tensor", format_name(tensors->members[i]->format), "out",
                            format_name(result->format));
    return status;
}

static bool differ_elsewhere(const struct tensor *a, const struct tensor *b, int64_t dim)
{
    bool differ = a->rank != b->rank;
    for (int32_t i = 0; !differ && i < a->rank; i++)
        differ = i != dim && a->dims[i] != b->dims[i];
    return differ;
}

static aclnnStatus report_shapes(const struct tensor *first, const struct tensor *other,
                                 uint64_t number)
{
    char one[160];
    char two[160];
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of tensors[%" PRIu64
                  "] is %s, that of the first %s; only the joined dimension may differ",
                  number, dims_describe(other->dims, other->rank, two, sizeof two),
                  dims_describe(first->dims, first->rank, one, sizeof one));
}

aclnnStatus check_joined_shape(struct call *call, int list, int dim, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    const struct tensor *first = NULL;
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t at = call->arguments[dim].integer;
    uint64_t kept = 0;
    aclnnStatus status = check_rank(call, list, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    for (uint64_t i = 0; i < tensors->count; i++) {
        const struct tensor *tensor = tensors->members[i];
        if (is_left_out(tensor))
            continue;
        if (first == NULL) {
            first = tensor;
            if (first->rank == 0)
                return report(ACLNN_ERR_PARAM_INVALID,
                              "tensors[%" PRIu64 "] has no dimensions; one is joined along", i);
            status = call_dim_is_in(call, dim, first->rank);
            if (status != ACLNN_SUCCESS)
                return status;
            at += at < 0 ? first->rank : 0;
            memcpy(dims, first->dims, (size_t)first->rank * sizeof *dims);
            dims[at] = 0;
        }
        if (differ_elsewhere(first, tensor, at))
            return report_shapes(first, tensor, i);
        if (__builtin_add_overflow(dims[at], tensor->dims[at], &dims[at]))
            return tensor_check_dims(tensor, argument_named("tensors"));
        kept += !tensor_is_empty(tensor);
    }
    call->is_empty = kept == 0;
    if (kept == 0)
        return ACLNN_SUCCESS;
    status = call_shape_is(call, out, dims, first->rank, true, "that of all tensors");
    /* One tensor is copied, and its shape found wrong there. */
    return status != ACLNN_SUCCESS && kept == 1 ? ACLNN_ERR_INNER_NULLPTR : status;
}

/* One kernel for so many tensors at once; 910B and 910_93 have one for long lists of whole blocks.
 */
static bool is_concat_v2(const struct l0_list *list, const int *tensors, int count, int64_t dim)
{
    if (list->architecture != L0_2201 || dim != 0 || count > CONCAT_V2_MOST ||
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

/* The operator that joins some tensors. Of several in turn only the last writes out: the work is
   one copy of all. */
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

int list_joined(struct l0_list *list, const int *tensors, int count, int64_t dim)
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

/* Joins as many as one kernel takes, and then the results, until one is left. The first round may
   stack instead. */
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

/* Ascend950's kernel reads tensors that are strided in the dimension before the joined one, if rows
   are long, or far apart, or there is little of them. CANN's limits in bytes: */
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
    if (list->architecture != L0_3510 || dim == 0 || count <= 1 || count > JOINED_AT_ONCE)
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

/* The tensors that are joined, as positions; how many. */
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

/*
 * All tensors joined, the first round stacked if it is given: for the size CANN's operators, round
 * by round; for the work one step of the row, from all of them to the result.
 */
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

void list_cat(struct l0_list *list, const struct tensor_array *tensors, int64_t dim, int out,
              aclDataType promoted)
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
    int at_once = list->architecture == L0_3510 || is_concat_v2(list, all, count, at)
                      ? JOINED_AT_ONCE_3510
                      : JOINED_AT_ONCE;
    if (!takes_strided(list, all, count, at))
        make_ready(list, all, count, promoted);
    join(list, &l0_ConcatD, all, count, at, at_once, NULL, out);
}

/* ---- Stack ----------------------------------------------------------------------------------- */

aclnnStatus check_stacked_shape(struct call *call, int list, int dim, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    const struct tensor *first = tensors->count > 0 ? tensors->members[0] : NULL;
    int64_t dims[TENSOR_MAX_DIMS + 1];
    int64_t at = call->arguments[dim].integer;
    if (first == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "tensors has no tensors; one is required");
    aclnnStatus status = check_rank(call, list, 0, 8);
    if (status == ACLNN_SUCCESS)
        status = call_dim_is_in(call, dim, first->rank + 1);
    for (uint64_t i = 1; status == ACLNN_SUCCESS && i < tensors->count; i++)
        if (differ_elsewhere(first, tensors->members[i], -1))
            status = report_shapes(first, tensors->members[i], i);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_empty = tensor_is_empty(first);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    at += at < 0 ? first->rank + 1 : 0;
    for (int32_t i = 0; i <= first->rank; i++)
        dims[i] = i == at ? (int64_t)tensors->count : first->dims[i - (i > at)];
    return call_shape_is(call, out, dims, first->rank + 1, true, "that of all tensors");
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

void list_stack(struct l0_list *list, const struct tensor_array *tensors, int64_t dim, int out,
                aclDataType promoted)
{
    int *all = take_positions(list, tensors->count);
    int count = all != NULL ? user_tensors(list, tensors, all) : 0;
    if (count == 0)
        return;
    int64_t at = dim < 0 ? dim + list->tensors[all[0]].rank + 1 : dim;
    make_ready(list, all, count, promoted);
    join(list, &l0_Pack, all, count, at, JOINED_AT_ONCE, pack, out);
}

/* ---- Split ----------------------------------------------------------------------------------- */

/* The sizes of the parts, one of which may be smaller. */
struct part_sizes {
    uint64_t count;
    const int64_t *given; /* NULL: all of one size */
    int64_t size;
    int64_t last;
};

static int64_t size_of(const struct part_sizes *sizes, uint64_t part)
{
    if (sizes->given != NULL)
        return sizes->given[part];
    return part + 1 == sizes->count ? sizes->last : sizes->size;
}

/* Parts of `section` places; of one that is all there is. */
static struct part_sizes sizes_of_sections(int64_t places, uint64_t section)
{
    if (section == 0 || section >= (uint64_t)places)
        return (struct part_sizes){1, NULL, places, places};
    uint64_t count = ((uint64_t)places + section - 1) / section;
    return (struct part_sizes){count, NULL, (int64_t)section,
                               places - (int64_t)((count - 1) * section)};
}

static aclnnStatus check_parts(struct call *call, int self, int dim, int out,
                               const struct part_sizes *sizes)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor_array *parts = call->arguments[out].tensors;
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t at = call->arguments[dim].integer;
    aclnnStatus status = ACLNN_SUCCESS;
    at += at < 0 ? tensor->rank : 0;
    memcpy(dims, tensor->dims, (size_t)tensor->rank * sizeof *dims);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < sizes->count; i++) {
        if (i == parts->count)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "out has %" PRIu64 " tensor(s); self has %" PRIu64 " parts", i,
                          sizes->count);
        dims[at] = size_of(sizes, i);
        status = call_member_shape_is(call, out, i, dims, tensor->rank, true, "that of the part");
    }
    return status;
}

aclnnStatus check_sections(struct call *call, int self, int sections, int dim, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    uint64_t section = (uint64_t)call->arguments[sections].integer;
    int64_t at = call->arguments[dim].integer;
    aclnnStatus status = call_dim_is_in(call, dim, tensor->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t places = tensor->dims[at < 0 ? at + tensor->rank : at];
    if ((places == 0) != (section == 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "splitSections is %" PRIu64 ", and self has %" PRId64
                      " places there; both or none are 0",
                      section, places);
    if (tensor_is_empty(tensor))
        return ACLNN_SUCCESS;
    struct part_sizes sizes = sizes_of_sections(places, section);
    status = check_parts(call, self, dim, out, &sizes);
    /* One part is copied, and its shape found wrong there. */
    bool is_copy = section == (uint64_t)places && call->arguments[out].tensors->count > 0;
    return status != ACLNN_SUCCESS && is_copy ? ACLNN_ERR_INNER_NULLPTR : status;
}

aclnnStatus check_split_sizes(struct call *call, int self, int sizes, int dim, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[sizes].array;
    const struct tensor_array *parts = call->arguments[out].tensors;
    const int64_t *given = (const int64_t *)(const void *)array->values;
    int64_t at = call->arguments[dim].integer;
    int64_t sum = 0;
    aclnnStatus status = call_dim_is_in(call, dim, tensor->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t places = tensor->dims[at < 0 ? at + tensor->rank : at];
    bool fits = array->size == parts->count;
    for (uint64_t i = 0; fits && i < array->size; i++)
        fits = given[i] >= 0 && !__builtin_add_overflow(sum, given[i], &sum);
    if (!fits || sum != places)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "splitSize has %" PRIu64 " entries, and out %" PRIu64
                      " tensor(s); as many are required, none below 0, and all of the %" PRId64
                      " places of self",
                      array->size, parts->count, places);
    if (tensor_is_empty(tensor))
        return ACLNN_SUCCESS;
    struct part_sizes all = {array->size, given, 0, 0};
    status = check_parts(call, self, dim, out, &all);
    return status != ACLNN_SUCCESS && array->size == 1 ? ACLNN_ERR_INNER_NULLPTR : status;
}

/* Kernels for lists of parts in long rows, on 910B and 910_93. */
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

/* The operator that cuts parts out of a tensor, without its work. */
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
        dims[dim] = size_of(sizes, i);
        parts[i] = l0_new_shaped(list, "part", source.type, dims, source.rank);
    }
    const struct l0_row *row = is_split_v2(list, &source, dim, past - first) ? &l0_SplitV2
                                                                             : &l0_SplitV;
    l0_apply(list, row, &tensor, 1, 0, &parts[first], (int)(past - first), NULL);
    list->step_count = steps;
}

/* Cuts some parts, which begin at a place, and writes them. Of many a slice is cut out first; the
   work is one copy all the same. */
static int64_t split_some(struct l0_list *list, int tensor, int64_t dim,
                          const struct part_sizes *sizes, uint64_t first, uint64_t past,
                          int64_t place, int *parts, const struct tensor_array *out)
{
    struct along *along = arena_take(list->arena, sizeof *along);
    struct view_copies slice = {.slice = true};
    int source = tensor;
    if (tensor == L0_NONE || along == NULL)
        return 0;
    const struct l0_tensor whole = list->tensors[tensor];
    *along = (struct along){(int32_t)dim, place, place};
    for (uint64_t i = first; i < past; i++)
        along->past += size_of(sizes, i);
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
    bool is_3510 = list->architecture == L0_3510;
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

void list_split_tensor(struct l0_list *list, int self, uint64_t splitSections, int64_t dim,
                       const struct tensor_array *out)
{
    if (self == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    int64_t places = given.dims[dim < 0 ? dim + given.rank : dim];
    struct part_sizes sizes = sizes_of_sections(places, splitSections);
    split(list, l0_contiguous(list, self), dim, &sizes, false, out);
}

void list_split_with_size(struct l0_list *list, int self, const struct array *splitSize,
                          int64_t dim, const struct tensor_array *out)
{
    struct part_sizes sizes = {splitSize->size, (const int64_t *)(const void *)splitSize->values, 0,
                               0};
    split(list, l0_contiguous(list, self), dim, &sizes, true, out);
}
