/* SPDX-License-Identifier: Apache-2.0 */
/* Contiguous and ViewCopy: from strided views to dense tensors, and back. */
#include <inttypes.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/copy_layout.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"
#include "workspace/view.h"

/* Limits of SliceV2, which 910B and 910_93 take for some slices of floating-point tensors. */
#define SLICE_V2_CORES 48
#define SLICE_V2_UNIFIED_BUFFER ((int64_t)192 * 1024)
#define SLICE_V2_LEAST_ELEMENTS 1048576
#define SLICE_V2_LAST_DIMENSION 192
#define SLICE_V2_OFFSET_ALIGNMENT 64

/* Ascend910 copies up to so many bytes from one dense tensor to another without a kernel. */
#define COPIED_BY_DRIVER_1001 800000
#define COPIED_BY_DRIVER 400000

/* ---- Copies ---------------------------------------------------------------------------------- */

static enum l0_engine engine_of(const struct l0_list *list, const struct l0_row *row, int tensor)
{
    uint64_t types = row->ai_core[list->architecture];
    return l0_has_type(types, list->tensors[tensor].type) ? L0_AI_CORE : L0_AI_CPU;
}

/* Adds the workspace of a copy kernel. doubt is the assumption it rests on in lists that nobody has
 * executed. */
static void copy_workspace(struct l0_list *list, enum l0_engine engine, const struct l0_row *row,
                           const char *doubt)
{
    if (engine != L0_AI_CORE)
        return;
    if (row->workspace[list->architecture] >= 0)
        l0_kernel_workspace(list, (uint64_t)row->workspace[list->architecture]);
    if (row->assumed[list->architecture] != NULL)
        l0_assume(list, row->assumed[list->architecture]);
    if (list->architecture == ARCHITECTURE_3510 && list->doubts_copies && doubt != NULL)
        l0_assume(list, doubt);
}

/* Appends a copy kernel that reads tensor; its result is dense. */
static int copy(struct l0_list *list, const struct l0_row *row, int tensor, int64_t elements,
                const char *doubt)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    enum l0_engine engine = engine_of(list, row, tensor);
    const struct l0_tensor source = list->tensors[tensor];
    int result = l0_new_tensor(list, source.name, source.type, elements);
    l0_launch(list, row->name, engine, (int[]){tensor, L0_NONE}, (int[]){result, L0_NONE});
    copy_workspace(list, engine, row, doubt);
    return result;
}

static int64_t rows_of(const int64_t *dims, int first, int past)
{
    int64_t rows = 1;
    for (int i = first; i < past; i++)
        rows *= dims[i];
    return rows;
}

/* Whether only the last dimension is cut, both lengths are whole blocks, and the result is
 * large. */
static bool cuts_last_dimension(const struct view_copies *c, int64_t bytes, int64_t block)
{
    int last = c->slice_rank - 1;
    return rows_of(c->slice_source, 0, last) == rows_of(c->slice_size, 0, last) &&
           c->slice_size[last] % block == 0 && c->slice_source[last] % block == 0 &&
           rows_of(c->slice_size, 0, last + 1) > SLICE_V2_LEAST_ELEMENTS &&
           c->slice_offset[last] * bytes % SLICE_V2_OFFSET_ALIGNMENT != 0 &&
           c->slice_source[last] <= SLICE_V2_LAST_DIMENSION;
}

/* Whether only one other dimension is cut, and its rows are whole blocks, long and enough for every
 * core. */
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

const struct l0_row *l0_slice_row(const struct l0_list *list, int tensor,
                                  const struct view_copies *slice)
{
    return is_slice_v2(list, tensor, slice) ? &l0_SliceV2 : &l0_Slice;
}

static int slice(struct l0_list *list, int tensor, const struct view_copies *c)
{
    const struct l0_row *row = l0_slice_row(list, tensor, c);
    return copy(list, row, tensor, c->distinct, L0_ASSUME_950_SLICE);
}

/* BroadcastTo repeats `distinct` elements. For bool Contiguous goes through ACL_INT32. */
static int broadcast(struct l0_list *list, int tensor, int64_t distinct, int64_t elements)
{
    bool is_bool = tensor != L0_NONE && list->tensors[tensor].type == ACL_BOOL;
    int source = is_bool ? l0_launch_cast_of(list, tensor, distinct, ACL_INT32) : tensor;
    int result = copy(list, &l0_BroadcastTo, source, elements, L0_ASSUME_950_BROADCAST_TO);
    return is_bool ? l0_launch_cast(list, result, ACL_BOOL) : result;
}

static int as_strided(struct l0_list *list, int tensor)
{
    const struct tensor *given = list->tensors[tensor].given;
    int64_t elements = list->tensors[tensor].elements;
    if (engine_of(list, &l0_AsStrided, tensor) == L0_AI_CPU) /* CANN appends ViewCopy there */
        return copy(list, &l0_ViewCopy, tensor, elements, NULL);
    for (int i = 0; list->architecture == ARCHITECTURE_3510 && i < given->rank; i++)
        if (given->strides[i] < 0) {
            list->status = report(
                ACLNN_ERR_INNER_NULLPTR,
                "stride %d of %s is %" PRId64 "; the AsStrided kernel of %s takes "
                "strides of 0 and more",
                i, list->tensors[tensor].name, given->strides[i], list->soc->name);
            return L0_NONE;
        }
    return copy(list, &l0_AsStrided, tensor, elements, L0_ASSUME_950_AS_STRIDED);
}

/* Appends the copies that make the view dense. */
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
        result = copy(list, &l0_StridedSlice, result, copies.distinct, L0_ASSUME_950_STRIDED_SLICE);
    if (copies.transpose)
        result = copy(list, &l0_Transpose, result, copies.distinct, L0_ASSUME_950_TRANSPOSE);
    if (copies.broadcast)
        result = broadcast(list, result, copies.distinct, elements);
    return result;
}

int l0_contiguous(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE || list->tensors[tensor].given == NULL ||
        view_is_dense(list->tensors[tensor].given))
        return tensor;
    const struct tensor *given = list->tensors[tensor].given;
    /* CANN refuses a view beyond its storage with 561103. The memory may hold it all the same;
     * phase two looks. */
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
    return l0_append_broadcast_to(list, tensor, dims, rank);
}

int l0_append_broadcast_to(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[tensor];
    int shaped = l0_new_shaped(list, from.name, from.type, dims, rank);
    int64_t elements = shaped == L0_NONE ? 0 : list->tensors[shaped].elements;
    int result = copy(list, &l0_BroadcastTo, tensor, elements, L0_ASSUME_950_BROADCAST_TO);
    if (result == L0_NONE || shaped == L0_NONE)
        return L0_NONE;
    list->tensors[result].rank = rank;
    list->tensors[result].dims = list->tensors[shaped].dims;
    l0_step(list, L0_STEP_CAST, NULL, &tensor, 1, &result, 1, NULL);
    return result;
}

/* ---- ViewCopy -------------------------------------------------------------------------------- */

/* Whether out is the last part of its storage, which begins with what comes before out. */
static bool ends_its_storage(const struct tensor *out)
{
    int64_t elements = 0;
    tensor_element_count(out, &elements);
    return view_storage_elements(out) == elements + out->offset;
}

static uintptr_t begins_at(const struct tensor *tensor)
{
    return (uintptr_t)tensor_address(tensor) +
           (uintptr_t)tensor->offset * (uintptr_t)(data_type_bits(tensor->type) / 8);
}

void l0_tensor_move(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return;
    uint64_t limit = list->architecture == ARCHITECTURE_1001 ? COPIED_BY_DRIVER_1001
                                                             : COPIED_BY_DRIVER;
    if (list->tensors[tensor].bytes <= limit) {
        l0_launch(list, "CopyNpuToNpu", L0_COPY, (int[]){tensor, L0_NONE}, (int[]){out, L0_NONE});
        return;
    }
    enum l0_engine engine = engine_of(list, &l0_TensorMove, tensor);
    l0_launch(list, "TensorMove", engine, (int[]){tensor, L0_NONE}, (int[]){out, L0_NONE});
    copy_workspace(list, engine, &l0_TensorMove, NULL);
}

/* Copies one of the caller's tensors to another, both dense. When they have the same address
 * nothing is copied. */
static void copy_dense(struct l0_list *list, int tensor, int out)
{
    const struct tensor *to = list->tensors[out].given;
    int from = tensor;
    while (list->tensors[from].given == NULL && list->tensors[from].source != L0_NONE)
        from = list->tensors[from].source;
    list->depends_on_addresses |= list->tensors[from].given != NULL;
    if (list->tensors[from].given != NULL && begins_at(list->tensors[from].given) == begins_at(to))
        return;
    l0_tensor_move(list, tensor, out);
}

/* Whether the device's CPU copies the type to a view. It does not have the wide unsigned types. */
static bool cpu_copies(struct l0_list *list, int out)
{
    aclDataType type = list->tensors[out].type;
    if (type != ACL_UINT16 && type != ACL_UINT32 && type != ACL_UINT64)
        return true;
    if (list->status == ACLNN_SUCCESS)
        list->status = report(ACLNN_ERR_INNER_NULLPTR,
                              "the data type of %s is %s; with its strides, which no AI core of %s "
                              "writes, it must be none of DT_UINT16, DT_UINT32 and DT_UINT64",
                              list->tensors[out].name, data_type_name(type), list->soc->name);
    return false;
}

static void write_view(struct l0_list *list, int tensor, int out)
{
    const struct tensor *given = list->tensors[out].given;
    const int inputs[] = {tensor, L0_NONE};
    const int outputs[] = {out, L0_NONE};
    const struct tensor *view = list->tensors[tensor].given;
    bool is_strided = view != NULL && !view_is_dense(view); /* a tensor of the caller's that is read
                                                             * where it lies */
    if (view_is_dense(given) && !is_strided) {
        if (l0_kind(list, tensor) == L0_USER)
            copy_dense(list, tensor, out);
        else if (list->architecture != ARCHITECTURE_1001 || ends_its_storage(given))
            l0_redirect_to_user(list, tensor);
        else /* Ascend910 needs spare bytes behind out to write to it directly. */
            l0_launch(list, "CopyNpuToNpu", L0_COPY, inputs, outputs);
        return;
    }
    /* The operator wrote to out itself, so its result has the strides of out. */
    const struct l0_tensor *storage = &list->tensors[list->tensors[tensor].storage];
    bool is_out = storage->kind == L0_USER && storage->given == NULL;
    if (view_is_permutation(given) && !is_out && !is_strided) {
        enum l0_engine engine = engine_of(list, &l0_Transpose, out);
        l0_launch(list, "Transpose", engine, inputs, outputs);
        copy_workspace(list, engine, &l0_Transpose, L0_ASSUME_950_TRANSPOSE);
        return;
    }
    enum l0_engine engine = engine_of(list, &l0_ViewCopy, out);
    if (list->architecture != ARCHITECTURE_3510 && !view_is_written_by_ai_cores(given))
        engine = L0_AI_CPU;
    if (engine == L0_AI_CPU && !cpu_copies(list, out))
        return;
    l0_launch(list, "ViewCopy", engine, inputs, outputs);
    copy_workspace(list, engine, &l0_ViewCopy, NULL);
}

void l0_launch_view_copy(struct l0_list *list, int tensor, int out)
{
    if (tensor != L0_NONE && out != L0_NONE)
        write_view(list, tensor, out);
}

/* Refuses other shapes: ViewCopy copies only between equal shapes. */
static bool fits_view(struct l0_list *list, int tensor, int out)
{
    char dims[160];
    char wanted[160];
    const struct l0_tensor *from = &list->tensors[tensor];
    const struct l0_tensor *to = &list->tensors[out];
    bool fits = from->elements == to->elements &&
                (from->elements <= 1 || same_dims(from->dims, from->rank, to->dims, to->rank));
    if (!fits && list->status == ACLNN_SUCCESS)
        list->status = report(ACLNN_ERR_INNER_NULLPTR,
                              "the shape of the result is %s, and that of %s is %s; they must be "
                              "equal",
                              dims_describe(from->dims, from->rank, dims, sizeof dims), to->name,
                              dims_describe(to->dims, to->rank, wanted, sizeof wanted));
    return fits;
}

void l0_view_copy(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE || !fits_view(list, tensor, out))
        return;
    write_view(list, tensor, out);
    l0_step(list, L0_STEP_STORE, NULL, &tensor, 1, &out, 1, NULL);
}
