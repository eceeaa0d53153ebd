/* SPDX-License-Identifier: Apache-2.0 */
/* Contiguous and ViewCopy: from strided views to dense tensors, and back. */
#include <inttypes.h>
#include <string.h>

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

/* ---- Where copies run: types that their kernels on the AI cores have, from public op_api --------
 */

#define INTEGERS_AND_HALF                                                                  \
    (L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_INT8) | L0_TYPE(ACL_INT16) | L0_TYPE(ACL_INT32) |  \
     L0_TYPE(ACL_INT64) | L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_UINT16) | L0_TYPE(ACL_UINT32) | \
     L0_TYPE(ACL_UINT64) | L0_TYPE(ACL_BOOL) | L0_TYPE(ACL_FLOAT))
#define BROADCASTABLE                                                                      \
    (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64) | \
     L0_TYPE(ACL_UINT32) | L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_INT8) | L0_TYPE(ACL_BOOL))
#define COMPLEX (L0_TYPE(ACL_COMPLEX32) | L0_TYPE(ACL_COMPLEX64))

struct copy_kind {
    const char *name;
    uint64_t types[L0_ARCHITECTURES];
    const char *assumed_on_3510; /* its 16 MiB, in lists that nobody has executed */
};

#define ALL_COPIED                                             \
    {INTEGERS_AND_HALF, INTEGERS_AND_HALF | L0_TYPE(ACL_BF16), \
     INTEGERS_AND_HALF | L0_TYPE(ACL_BF16)}

static const struct copy_kind slice_kind = {"Slice", ALL_COPIED, L0_ASSUME_950_SLICE};
static const struct copy_kind slice_v2_kind = {"SliceV2", ALL_COPIED, L0_ASSUME_950_SLICE};
static const struct copy_kind strided_slice_kind = {
    "StridedSlice",
    {INTEGERS_AND_HALF | COMPLEX, INTEGERS_AND_HALF | COMPLEX | L0_TYPE(ACL_BF16),
     INTEGERS_AND_HALF | COMPLEX | L0_TYPE(ACL_BF16)},
    L0_ASSUME_950_STRIDED_SLICE};
static const struct copy_kind as_strided_kind = {"AsStrided",
                                                 {INTEGERS_AND_HALF | COMPLEX,
                                                  INTEGERS_AND_HALF | COMPLEX | L0_TYPE(ACL_BF16),
                                                  INTEGERS_AND_HALF | COMPLEX | L0_TYPE(ACL_BF16)},
                                                 L0_ASSUME_950_AS_STRIDED};
/* Transpose does not ask for the product. */
static const struct copy_kind transpose_kind = {"Transpose",
                                                {INTEGERS_AND_HALF | L0_TYPE(ACL_BF16),
                                                 INTEGERS_AND_HALF | L0_TYPE(ACL_BF16),
                                                 INTEGERS_AND_HALF | L0_TYPE(ACL_BF16)},
                                                L0_ASSUME_950_TRANSPOSE};
static const struct copy_kind broadcast_kind = {
    "BroadcastTo",
    {BROADCASTABLE, BROADCASTABLE | L0_TYPE(ACL_BF16), BROADCASTABLE | L0_TYPE(ACL_BF16)},
    L0_ASSUME_950_BROADCAST_TO};
static const struct copy_kind view_copy_kind = {"ViewCopy", ALL_COPIED, NULL};

static enum l0_engine engine_of(const struct l0_list *list, const struct copy_kind *kind,
                                int tensor)
{
    uint64_t types = kind->types[list->architecture];
    return (types >> list->tensors[tensor].type & 1) != 0 ? L0_AI_CORE : L0_AI_CPU;
}

/* A kernel of 16 MiB on Ascend950. */
static void copy_workspace(struct l0_list *list, enum l0_engine engine,
                           const struct copy_kind *kind)
{
    if (engine != L0_AI_CORE || list->architecture != L0_3510)
        return;
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    if (list->doubts_copies)
        l0_assume(list, kind->assumed_on_3510);
}

/* Appends a copy kernel that reads tensor; its result is dense. */
static int copy(struct l0_list *list, const struct copy_kind *kind, int tensor, int64_t elements)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    enum l0_engine engine = engine_of(list, kind, tensor);
    const struct l0_tensor source = list->tensors[tensor];
    int result = l0_new_tensor(list, source.name, source.type, elements);
    l0_launch(list, kind->name, engine, (int[]){tensor, L0_NONE}, (int[]){result, L0_NONE});
    copy_workspace(list, engine, kind);
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
        return copy(list, &slice_kind, tensor, c->distinct);
    int result = copy(list, &slice_v2_kind, tensor, c->distinct);
    l0_assume(list, L0_ASSUME_SLICE);
    return result;
}

static int transpose(struct l0_list *list, int tensor, int64_t elements)
{
    int result = copy(list, &transpose_kind, tensor, elements);
    if (result != L0_NONE && list->architecture != L0_3510 &&
        engine_of(list, &transpose_kind, tensor) == L0_AI_CORE)
        l0_assume(list, L0_ASSUME_TRANSPOSE);
    return result;
}

/* A Cast that the device needs only to copy. */
static int cast_for_copy(struct l0_list *list, int tensor, aclDataType type)
{
    int steps = list->step_count;
    int result = l0_cast(list, tensor, type);
    list->step_count = steps;
    return result;
}

/* BroadcastTo has no truth values: they go through ACL_INT32. */
static int broadcast(struct l0_list *list, int tensor, int64_t elements)
{
    bool is_bool = tensor != L0_NONE && list->tensors[tensor].type == ACL_BOOL;
    int source = is_bool ? cast_for_copy(list, tensor, ACL_INT32) : tensor;
    int result = copy(list, &broadcast_kind, source, elements);
    return is_bool ? cast_for_copy(list, result, ACL_BOOL) : result;
}

static int as_strided(struct l0_list *list, int tensor)
{
    const struct tensor *given = list->tensors[tensor].given;
    int64_t elements = list->tensors[tensor].elements;
    if (engine_of(list, &as_strided_kind, tensor) == L0_AI_CPU) /* CANN takes ViewCopy there */
        return copy(list, &view_copy_kind, tensor, elements);
    for (int i = 0; list->architecture == L0_3510 && i < given->rank; i++)
        if (given->strides[i] < 0) {
            list->status = report(
                ACLNN_ERR_INNER_NULLPTR,
                "stride %d of %s is %" PRId64 "; the AsStrided kernel of %s takes "
                "strides of 0 and more",
                i, list->tensors[tensor].name, given->strides[i], list->soc->name);
            return L0_NONE;
        }
    return copy(list, &as_strided_kind, tensor, elements);
}

/* The copies that make the view dense. */
static int make_dense(struct l0_list *list, int tensor)
{
    const struct tensor *given = list->tensors[tensor].given;
    int64_t elements = list->tensors[tensor].elements;
    struct view_copies copies;
    int result = tensor;
    view_recognise(given, &copies);
    if (copies.as_strided)
        return as_strided(list, tensor);
    if (copies.slice)
        result = slice(list, result, &copies);
    if (copies.strided_slice)
        result = copy(list, &strided_slice_kind, result, copies.distinct);
    if (copies.transpose)
        result = transpose(list, result, copies.distinct);
    if (copies.broadcast)
        result = broadcast(list, result, elements);
    return result;
}

int l0_contiguous(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE || list->tensors[tensor].given == NULL ||
        view_is_dense(list->tensors[tensor].given))
        return tensor;
    const struct tensor *given = list->tensors[tensor].given;
    /* CANN refuses such a view with 561103. The memory may hold it all the same: phase two looks.
     */
    if (!view_is_in_storage(given))
        l0_assume(list, L0_ASSUME_STORAGE);
    int result = make_dense(list, tensor);
    if (result != L0_NONE) {
        list->tensors[result].rank = given->rank;
        list->tensors[result].dims = given->dims;
        list->tensors[result].source = tensor;
    }
    return result;
}

int l0_broadcast_to(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[tensor];
    if (from.rank == rank &&
        (rank == 0 || memcmp(from.dims, dims, (size_t)rank * sizeof *dims) == 0))
        return tensor;
    int shaped = l0_new_shaped(list, from.name, from.type, dims, rank);
    int64_t elements = shaped == L0_NONE ? 0 : list->tensors[shaped].elements;
    int result = broadcast(list, tensor, elements);
    if (result == L0_NONE || shaped == L0_NONE)
        return L0_NONE;
    list->tensors[result].rank = rank;
    list->tensors[result].dims = list->tensors[shaped].dims;
    l0_step(list, L0_STEP_CAST, NULL, &tensor, 1, &result, 1, NULL);
    return result;
}

/* ---- ViewCopy ----------------------------------------------------------------------------------
 */

/* Whether what comes before out in its storage, and out, is all there is. */
static bool ends_its_storage(const struct tensor *out)
{
    int64_t elements = 0;
    tensor_element_count(out, &elements);
    return view_storage_elements(out) == elements + out->offset;
}

/* From one of the caller's tensors to another, both dense: nothing when they are one. */
static void copy_dense(struct l0_list *list, int tensor, int out)
{
    const struct tensor *to = list->tensors[out].given;
    int from = tensor;
    while (list->tensors[from].given == NULL && list->tensors[from].source != L0_NONE)
        from = list->tensors[from].source;
    if (list->tensors[from].given != NULL &&
        tensor_address(list->tensors[from].given) == tensor_address(to))
        return;
    l0_launch(list, "TensorMove", L0_AI_CORE, (int[]){tensor, L0_NONE}, (int[]){out, L0_NONE});
    if (list->architecture == L0_3510)
        l0_kernel_workspace(list, 32);
}

static void write_view(struct l0_list *list, int tensor, int out)
{
    const struct tensor *given = list->tensors[out].given;
    const int inputs[] = {tensor, L0_NONE};
    const int outputs[] = {out, L0_NONE};
    if (view_is_dense(given)) {
        if (l0_kind(list, tensor) == L0_USER)
            copy_dense(list, tensor, out);
        else if (list->architecture != L0_1001 || ends_its_storage(given))
            l0_redirect_to_user(list, tensor);
        else /* Ascend910 cannot write with bytes to spare behind out. */
            l0_launch(list, "CopyNpuToNpu", L0_COPY, inputs, outputs);
        return;
    }
    /* What the operator wrote to out itself is as strided as out is. */
    const struct l0_tensor *storage = &list->tensors[list->tensors[tensor].storage];
    bool is_out = storage->kind == L0_USER && storage->given == NULL;
    if (view_is_permutation(given) && !is_out) {
        enum l0_engine engine = engine_of(list, &transpose_kind, out);
        l0_launch(list, "Transpose", engine, inputs, outputs);
        copy_workspace(list, engine, &transpose_kind);
        if (list->architecture != L0_3510 && engine == L0_AI_CORE)
            l0_assume(list, L0_ASSUME_TRANSPOSE);
        return;
    }
    bool has_type = engine_of(list, &view_copy_kind, out) == L0_AI_CORE;
    bool on_ai_cores = has_type &&
                       (list->architecture == L0_3510 || view_is_written_by_ai_cores(given));
    l0_launch(list, "ViewCopy", on_ai_cores ? L0_AI_CORE : L0_AI_CPU, inputs, outputs);
    if (on_ai_cores && list->architecture == L0_3510)
        l0_kernel_workspace(list, 32);
}

void l0_view_copy(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return;
    write_view(list, tensor, out);
    l0_step(list, L0_STEP_STORE, NULL, &tensor, 1, &out, 1, NULL);
}
