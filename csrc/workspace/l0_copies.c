/* SPDX-License-Identifier: Apache-2.0 */
/* Contiguous and ViewCopy: from strided views to dense tensors, and back. */
#include <inttypes.h>

#include "base/report.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"
#include "workspace/view.h"

/* Limits of SliceV2, which 910B and 910_93 take for some slices of floating-point tensors. */
#define SLICE_V2_CORES 48
#define SLICE_V2_UNIFIED_BUFFER ((int64_t)192 * 1024)
#define SLICE_V2_LEAST_ELEMENTS 1048576
#define SLICE_V2_LAST_DIMENSION 192
#define SLICE_V2_OFFSET_ALIGNMENT 64

/* The copy kernels of the AI cores have every type that indices and gradients come in but these. */
static enum l0_engine engine_of(const struct l0_list *list, int tensor, bool is_broadcast)
{
    aclDataType type = list->tensors[tensor].type;
    return type == ACL_DOUBLE || (is_broadcast && type == ACL_INT16) ? L0_AI_CPU : L0_AI_CORE;
}

/* A kernel of 16 MiB on Ascend950; nobody has executed these tilings. */
static void copy_workspace(struct l0_list *list, enum l0_engine engine, enum l0_assumption assumed)
{
    if (engine != L0_AI_CORE || list->soc->architecture != ARCHITECTURE_3510)
        return;
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    l0_assume(list, assumed);
}

/* Appends a copy kernel that reads tensor; its result is dense. */
static int copy(struct l0_list *list, const char *name, int tensor, int64_t elements,
                enum l0_assumption assumed)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    enum l0_engine engine = engine_of(list, tensor, assumed == L0_ASSUME_950_BROADCAST_TO);
    const struct l0_tensor *source = &list->tensors[tensor];
    int result = l0_new_tensor(list, source->name, source->type, elements);
    l0_launch(list, name, engine, (int[]){tensor, L0_NONE}, (int[]){result, L0_NONE});
    copy_workspace(list, engine, assumed);
    return result;
}

static int64_t rows_of(const int64_t *dims, int first, int past)
{
    int64_t rows = 1;
    for (int i = first; i < past; i++)
        rows *= dims[i];
    return rows;
}

/* The last dimension is cut, both lengths are whole blocks, and the result is large. */
static bool cuts_last_dimension(const struct view_copies *c, int64_t bytes, int64_t block)
{
    int last = c->slice_rank - 1;
    return rows_of(c->slice_source, 0, last) == rows_of(c->slice_size, 0, last) &&
           c->slice_size[last] % block == 0 && c->slice_source[last] % block == 0 &&
           rows_of(c->slice_size, 0, last + 1) > SLICE_V2_LEAST_ELEMENTS &&
           c->slice_offset[last] * bytes % SLICE_V2_OFFSET_ALIGNMENT != 0 &&
           c->slice_source[last] <= SLICE_V2_LAST_DIMENSION;
}

/* One other dimension is cut, in long rows of whole blocks that keep every core busy. */
static bool cuts_rows(const struct view_copies *c, int64_t bytes, int64_t block)
{
    int cut = 0;
    while (cut < c->slice_rank && c->slice_source[cut] <= c->slice_size[cut])
        cut++;
    if (cut >= c->slice_rank - 1)
        return false;
    int64_t row = rows_of(c->slice_size, cut + 1, c->slice_rank);
    return row == rows_of(c->slice_source, cut + 1, c->slice_rank) && row % block == 0 &&
           c->slice_size[cut] >= SLICE_V2_CORES &&
           c->slice_size[cut] * row >= SLICE_V2_UNIFIED_BUFFER * SLICE_V2_CORES / bytes &&
           c->slice_source[0] <= SLICE_V2_CORES / 4;
}

static bool is_slice_v2(const struct l0_list *list, int tensor, const struct view_copies *c)
{
    aclDataType type = list->tensors[tensor].type;
    int64_t bytes = type == ACL_FLOAT ? 4 : 2;
    int64_t block = 32 / bytes;
    int last = c->slice_rank - 1;
    if (list->soc->architecture != ARCHITECTURE_2201 ||
        (type != ACL_FLOAT && type != ACL_FLOAT16 && type != ACL_BF16))
        return false;
    return c->slice_size[last] < c->slice_source[last] ? cuts_last_dimension(c, bytes, block)
                                                       : cuts_rows(c, bytes, block);
}

static int slice(struct l0_list *list, int tensor, const struct view_copies *c)
{
    if (!is_slice_v2(list, tensor, c))
        return copy(list, "Slice", tensor, c->distinct, L0_ASSUME_950_SLICE);
    int result = copy(list, "SliceV2", tensor, c->distinct, L0_ASSUME_950_SLICE);
    l0_assume(list, L0_ASSUME_SLICE);
    return result;
}

static int transpose(struct l0_list *list, int tensor, int64_t elements)
{
    int result = copy(list, "Transpose", tensor, elements, L0_ASSUME_950_TRANSPOSE);
    if (result != L0_NONE && list->soc->architecture != ARCHITECTURE_3510 &&
        engine_of(list, tensor, false) == L0_AI_CORE)
        l0_assume(list, L0_ASSUME_TRANSPOSE);
    return result;
}

/* BroadcastTo has no truth values: they go through ACL_INT32. */
static int broadcast(struct l0_list *list, int tensor, int64_t elements)
{
    bool is_bool = tensor != L0_NONE && list->tensors[tensor].type == ACL_BOOL;
    int source = is_bool ? l0_cast(list, tensor, ACL_INT32) : tensor;
    int result = copy(list, "BroadcastTo", source, elements, L0_ASSUME_950_BROADCAST_TO);
    return is_bool ? l0_cast(list, result, ACL_BOOL) : result;
}

static int as_strided(struct l0_list *list, int tensor)
{
    const struct tensor *given = list->tensors[tensor].given;
    int64_t elements = list->tensors[tensor].elements;
    if (engine_of(list, tensor, false) == L0_AI_CPU) /* CANN takes ViewCopy there */
        return copy(list, "ViewCopy", tensor, elements, L0_ASSUME_950_AS_STRIDED);
    for (int i = 0; list->soc->architecture == ARCHITECTURE_3510 && i < given->rank; i++)
        if (given->strides[i] < 0) {
            list->status = report(
                ACLNN_ERR_INNER_NULLPTR,
                "stride %d of %s is %" PRId64 "; the AsStrided kernel of %s takes "
                "strides of 0 and more",
                i, list->tensors[tensor].name, given->strides[i], list->soc->name);
            return L0_NONE;
        }
    return copy(list, "AsStrided", tensor, elements, L0_ASSUME_950_AS_STRIDED);
}

int l0_contiguous(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE || view_is_dense(list->tensors[tensor].given))
        return tensor;
    const struct l0_tensor *source = &list->tensors[tensor];
    /* CANN refuses such a view with 561103. The memory may hold it all the same: phase two looks.
     */
    if (!view_is_in_storage(source->given))
        l0_assume(list, L0_ASSUME_STORAGE);
    struct view_copies copies;
    int64_t elements = source->elements;
    int result = tensor;
    view_recognise(source->given, &copies);
    if (copies.as_strided)
        return as_strided(list, tensor);
    if (copies.slice)
        result = slice(list, result, &copies);
    if (copies.strided_slice)
        result = copy(list, "StridedSlice", result, copies.distinct, L0_ASSUME_950_STRIDED_SLICE);
    if (copies.transpose)
        result = transpose(list, result, copies.distinct);
    if (copies.broadcast)
        result = broadcast(list, result, elements);
    return result;
}

/* Whether what comes before out in its storage, and out, is all there is. */
static bool ends_its_storage(const struct tensor *out)
{
    int64_t elements = 0;
    tensor_element_count(out, &elements);
    return view_storage_elements(out) == elements + out->offset;
}

void l0_view_copy(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return;
    const struct tensor *given = list->tensors[out].given;
    const int inputs[] = {tensor, L0_NONE};
    const int outputs[] = {out, L0_NONE};
    if (view_is_dense(given)) {
        /* Ascend910 cannot write with bytes to spare behind out. */
        if (list->soc->architecture != ARCHITECTURE_1001 || ends_its_storage(given))
            l0_redirect_to_user(list, tensor);
        else
            l0_launch(list, "CopyNpuToNpu", L0_COPY, inputs, outputs);
        return;
    }
    if (view_is_permutation(given)) {
        l0_launch(list, "Transpose", L0_AI_CORE, inputs, outputs);
        copy_workspace(list, L0_AI_CORE, L0_ASSUME_950_TRANSPOSE);
        if (list->soc->architecture != ARCHITECTURE_3510)
            l0_assume(list, L0_ASSUME_TRANSPOSE);
        return;
    }
    bool is_3510 = list->soc->architecture == ARCHITECTURE_3510;
    bool on_ai_cores = is_3510 || view_is_written_by_ai_cores(given);
    l0_launch(list, "ViewCopy", on_ai_cores ? L0_AI_CORE : L0_AI_CPU, inputs, outputs);
    if (is_3510)
        l0_kernel_workspace(list, 32);
}
