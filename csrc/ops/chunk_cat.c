/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors that are cut into chunks and joined chunk by chunk: ChunkCat. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

/* Tensors that one kernel takes. */
#define CHUNKED_AT_ONCE 512

/* Elements that a tensor has in each chunk, in rows that are filled up; false: beyond 63 bits. */
static bool chunk_elements(const int64_t *dims, int32_t rank, int64_t chunks, int64_t *count)
{
    *count = divide_up(dims[0], chunks);
    for (int32_t i = 1; i < rank; i++)
        if (__builtin_mul_overflow(*count, dims[i], count))
            return false;
    return true;
}

aclnnStatus check_first_dim(struct call *call, int dim)
{
    int64_t is = call->arguments[dim].integer;
    if (is == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "dim is %" PRId64 "; 0 is supported", is);
}

aclnnStatus check_not_narrowed(struct call *call, int list, int out)
{
    if (call_type(call, list) != ACL_FLOAT || call_type(call, out) == ACL_FLOAT)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of out is %s; %s is required, that of the tensors",
                  data_type_name(call_type(call, out)), data_type_name(ACL_FLOAT));
}

aclnnStatus check_chunked(struct call *call, int list, int chunks, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    int64_t count = call->arguments[chunks].integer;
    int64_t dims[] = {count, 0};
    uint64_t kept = 0;
    if (count <= 0)
        return report(ACLNN_ERR_PARAM_INVALID, "numChunks is %" PRId64 "; it must be above 0",
                      count);
    for (uint64_t i = 0; i < tensors->count; i++) {
        const struct tensor *tensor = tensors->members[i];
        int64_t elements = 0;
        if (tensor_is_empty(tensor))
            continue;
        kept++;
        if (!chunk_elements(tensor->dims, tensor->rank, count, &elements) ||
            __builtin_add_overflow(dims[1], elements, &dims[1]))
            return report(ACLNN_ERR_PARAM_INVALID, "the chunks have more than 2^63 elements");
    }
    call->is_empty = kept == 0;
    return kept == 0 ? ACLNN_SUCCESS
                     : call_shape_is(call, out, dims, 2, true, "a row for each chunk");
}

/* A part of the chunks of one tensor: rows of the result, and elements of them. */
static void add_zeros(struct copies *copies, const struct copy_view *chunks, int64_t row,
                      int64_t rows, int64_t column, int64_t columns)
{
    struct copy_view to = *chunks;
    copy_view_cut(&to, 0, row, rows);
    copy_view_cut(&to, 1, column, columns);
    copies_add(copies, COPY_ZEROS, NULL, 0, &to);
}

/* The rows of one tensor [rows, width] in its columns of the result: whole chunks, the one that has
   fewer rows, and zeros. */
static void add_chunks(const struct work *work, int input, int64_t first, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[input]);
    struct copy_view chunks = copy_view_of(&work->outputs[0]);
    int64_t width = from.dims[1];
    int64_t count = chunks.dims[0];
    int64_t rows = divide_up(from.dims[0], count); /* of a chunk */
    int64_t whole = from.dims[0] / rows;
    int64_t rest = from.dims[0] % rows;
    copy_view_cut(&chunks, 1, first, rows * width);
    struct copy_view to = chunks;
    struct copy_view part = from;
    copy_view_cut(&to, 0, 0, whole);
    copy_view_split(&to, 1, width);
    copy_view_cut(&part, 0, 0, whole * rows);
    copy_view_split(&part, 0, rows);
    copies_add(copies, input, &part, 0, &to);
    if (rest > 0) {
        to = chunks;
        copy_view_cut(&to, 0, whole, 1);
        copy_view_drop(&to, 0);
        copy_view_cut(&to, 0, 0, rest * width);
        copy_view_split(&to, 0, width);
        copy_view_cut(&from, 0, whole * rows, rest);
        copies_add(copies, input, &from, 0, &to);
        add_zeros(copies, &chunks, whole, 1, rest * width, (rows - rest) * width);
    }
    int64_t filled = whole + (rest > 0);
    add_zeros(copies, &chunks, filled, count - filled, 0, rows * width);
}

static void add_chunk_cat(const struct work *work, struct copies *copies)
{
    int64_t first = 0;
    for (int i = 0; first < work->outputs[0].dims[1]; i++) {
        add_chunks(work, i, first, copies);
        first += divide_up(work->inputs[i].dims[0], work->outputs[0].dims[0]) *
                 work->inputs[i].dims[1];
    }
}

extern const struct l0_copy copy_chunk_cat;
const struct l0_copy copy_chunk_cat = {.add = add_chunk_cat};

/* One kernel for so many tensors of [rows, width]. */
static int launch(struct l0_list *list, const int *tensors, int count, int64_t chunks,
                  aclDataType type)
{
    int64_t dims[] = {chunks, 0};
    for (int i = 0; i < count; i++) {
        int64_t elements = 0;
        chunk_elements(list->tensors[tensors[i]].dims, 2, chunks, &elements);
        dims[1] += elements;
    }
    int out = l0_new_shaped(list, "ChunkCat", type, dims, 2);
    l0_launch_row(list, &l0_ChunkCat, tensors, count, 0, &out, 1, NULL);
    return out;
}

/* As many as one kernel takes, and then the results, until one is left. */
static int launch_rounds(struct l0_list *list, int *tensors, int count, int64_t chunks,
                         aclDataType type)
{
    do {
        int results = 0;
        for (int i = 0; i < count; i += CHUNKED_AT_ONCE) {
            int some = count - i < CHUNKED_AT_ONCE ? count - i : CHUNKED_AT_ONCE;
            tensors[results] = launch(list, &tensors[i], some, chunks, type);
            if (tensors[results++] == L0_NONE)
                return L0_NONE;
        }
        count = results;
    } while (count > 1);
    return tensors[0];
}

void list_chunk_cat(struct l0_list *list, const struct tensor_array *tensors, int64_t numChunks,
                    int out)
{
    int *all = arena_take(list->arena, (size_t)tensors->count * sizeof *all);
    int *rounds = arena_take(list->arena, (size_t)tensors->count * sizeof *rounds);
    int count = 0;
    if (out == L0_NONE || all == NULL || rounds == NULL)
        return;
    aclDataType type = list->tensors[out].type;
    for (uint64_t i = 0; i < tensors->count; i++) {
        if (tensor_is_empty(tensors->members[i]))
            continue;
        int dense = l0_contiguous(list, l0_user_tensor(list, "tensors", tensors->members[i]));
        if (dense == L0_NONE)
            return;
        int64_t rows = list->tensors[dense].dims[0];
        const int64_t dims[] = {rows, list->tensors[dense].elements / rows};
        rounds[count] = l0_reshape(list, dense, dims, 2);
        all[count] = l0_convert(list, rounds[count], type);
        if (all[count++] == L0_NONE)
            return;
    }
    int result = launch_rounds(list, rounds, count, numChunks, type);
    l0_step(list, L0_STEP_APPLY, &l0_ChunkCat, all, count, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
