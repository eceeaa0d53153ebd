/* SPDX-License-Identifier: Apache-2.0 */
/* Pads: places around a tensor, of one number or taken from it: ConstantPadNd, ReflectionPad,
   ReplicationPad, CircularPad. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/copies.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/pad.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"

#define FLOATS_OF_8_BITS_OR_LESS                                                     \
    (L0_TYPE(ACL_HIFLOAT8) | L0_TYPE(ACL_FLOAT8_E5M2) | L0_TYPE(ACL_FLOAT8_E4M3FN) | \
     L0_TYPE(ACL_FLOAT8_E8M0) | L0_TYPE(ACL_FLOAT4_E2M1) | L0_TYPE(ACL_FLOAT4_E1M2))

/* Attributes: what fills new places, and how many there are before each dimension of the input;
   negative ones cut places off. */
struct pad {
    enum pad_mode mode;
    int64_t before[TENSOR_MAX_DIMS];
};

struct padding padding_of(const struct array *array, int32_t dim, int32_t rank)
{
    const int64_t *values = (const int64_t *)(const void *)array->values;
    uint64_t at = 2 * (uint64_t)(rank - 1 - dim);
    if (at + 1 >= array->size)
        return (struct padding){0, 0};
    return (struct padding){values[at], values[at + 1]};
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static bool has_no_elements(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] == 0)
            return true;
    return false;
}

/* Padded sizes of all dimensions; false, and the dimension, when one is below 0 or beyond 63 bits.
 */
static bool padded_dims(const struct tensor *tensor, const struct array *array, int64_t *dims,
                        int32_t *wrong)
{
    for (int32_t i = 0; i < tensor->rank; i++) {
        struct padding padding = padding_of(array, i, tensor->rank);
        *wrong = i;
        if (__builtin_add_overflow(padding.before, padding.after, &dims[i]) ||
            __builtin_add_overflow(dims[i], tensor->dims[i], &dims[i]) || dims[i] < 0)
            return false;
    }
    return true;
}

static aclnnStatus report_padding(const struct call *call, int self, int array, int32_t dim,
                                  const char *words)
{
    const struct tensor *tensor = call_tensor(call, self);
    struct padding padding = padding_of(call->arguments[array].array, dim, tensor->rank);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s pads dimension %d of self, of %" PRId64 " places, by %" PRId64
                  " before and %" PRId64 " behind; %s",
                  call_name(call, array), dim, tensor->dims[dim], padding.before, padding.after,
                  words);
}

aclnnStatus check_format_of_padded(struct call *call, int self, int out)
{
    return call_tensor(call, self)->format == ACL_FORMAT_ND ? ACLNN_SUCCESS
                                                            : check_same_format(call, self, out);
}

aclnnStatus check_constant_padded(struct call *call, int self, int pad, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[pad].array;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t wrong = 0;
    bool adds = false;
    bool cuts = false;
    aclnnStatus status = check_rank(call, self, 0, 8);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, 0, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (array->size % 2 != 0 || array->size / 2 > (uint64_t)tensor->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "pad has %" PRIu64 " entries; two for each of up to %d dimension(s) are "
                      "required",
                      array->size, tensor->rank);
    if (!padded_dims(tensor, array, dims, &wrong))
        return report_padding(call, self, pad, wrong, "that leaves less than none");
    for (int32_t i = 0; i < tensor->rank; i++) {
        struct padding padding = padding_of(array, i, tensor->rank);
        if (padding.before < -tensor->dims[i] || padding.after < -tensor->dims[i])
            return report_padding(call, self, pad, i, "no more can be cut off than there is");
        adds |= padding.before > 0 || padding.after > 0;
        cuts |= padding.before < 0 || padding.after < 0;
    }
    status = call_shape_is(call, out, dims, tensor->rank, false, "that of self, padded");
    for (int32_t i = tensor->rank - (int32_t)(array->size / 2);
         status == ACLNN_SUCCESS && adds && i < tensor->rank; i++)
        if (dims[i] == 0)
            status = report_padding(call, self, pad, i, "that leaves none beside places that come");
    if (status == ACLNN_SUCCESS && cuts && l0_has_type(FLOATS_OF_8_BITS_OR_LESS, tensor->type))
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "an entry of pad is negative; with self of %s none may be",
                        data_type_name(tensor->type));
    return status;
}

/* The dimensions and entries, for pads of the last `count` dimensions. */
static aclnnStatus check_pad_rank(struct call *call, int self, int padding, int count, int out)
{
    const struct array *array = call->arguments[padding].array;
    aclnnStatus status = check_rank(call, self, count + 1, count + 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, call_tensor(call, self)->rank,
                            call_tensor(call, self)->rank);
    if (status == ACLNN_SUCCESS && array->size != 2 * (uint64_t)count)
        status = report(ACLNN_ERR_PARAM_INVALID, "padding has %" PRIu64 " entries; %d are required",
                        array->size, 2 * count);
    return status;
}

/* Nothing is padded without elements: allowed of a batch of none, where there is a batch. */
static aclnnStatus check_empty_batch(struct call *call, int self, int count, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (!has_no_elements(tensor) && !has_no_elements(call_tensor(call, out)))
        return ACLNN_SUCCESS;
    call->is_empty = true;
    bool is_allowed = tensor->rank == count + 2;
    for (int32_t i = 1; i < tensor->rank; i++)
        is_allowed &= tensor->dims[i] != 0;
    if (is_allowed)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "self or out has no elements; only the first of %d dimensions may be 0",
                  count + 2);
}

aclnnStatus check_padded(struct call *call, int self, int padding, int count, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t wrong = 0;
    aclnnStatus status = check_pad_rank(call, self, padding, count, out);
    if (status == ACLNN_SUCCESS &&
        !padded_dims(tensor, call->arguments[padding].array, dims, &wrong))
        status = report_padding(call, self, padding, wrong, "that leaves less than none");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, out, dims, tensor->rank, false, "that of self, padded");
    return status == ACLNN_SUCCESS ? check_empty_batch(call, self, count, out) : status;
}

aclnnStatus check_reflected(struct call *call, int self, int padding, int count, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    aclnnStatus status = check_pad_rank(call, self, padding, count, out);
    for (int32_t i = tensor->rank - count; status == ACLNN_SUCCESS && i < tensor->rank; i++) {
        struct padding entries = padding_of(call->arguments[padding].array, i, tensor->rank);
        if (entries.before >= tensor->dims[i] || entries.after >= tensor->dims[i])
            status = report_padding(call, self, padding, i, "less than it has is required");
    }
    return status == ACLNN_SUCCESS ? check_padded(call, self, padding, count, out) : status;
}

/* What of a dimension goes round: the places that are not cut off. */
static bool goes_round(int64_t places, struct padding padding)
{
    if (padding.before < -places || padding.after < -places)
        return false;
    int64_t left = places + (padding.before < 0 ? padding.before : 0) +
                   (padding.after < 0 ? padding.after : 0);
    return left > 0 && padding.before <= left && padding.after <= left;
}

aclnnStatus check_goes_round(struct call *call, int self, int padding)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    for (int32_t i = 0; i < tensor->rank; i++) {
        struct padding entries = padding_of(call->arguments[padding].array, i, tensor->rank);
        if (!goes_round(tensor->dims[i], entries))
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "padding pads dimension %d of self, of %" PRId64 " places, by %" PRId64
                          " before and %" PRId64 " behind; no more can come than is left",
                          i, tensor->dims[i], entries.before, entries.after);
    }
    return ACLNN_SUCCESS;
}

/* ---- The work -------------------------------------------------------------------------------- */

struct pads {
    const struct pad *pad;
    struct copies *copies;
};

static void pad_from(const struct pads *pads, int32_t dim, const struct copy_view *from,
                     const struct copy_view *to);

/* Places [first, past) of a dim of the output from the input's: source, source + step, ... */
static void add_places(const struct pads *pads, int32_t dim, const struct copy_view *from,
                       const struct copy_view *to, int64_t first, int64_t past, int64_t source,
                       int64_t step)
{
    struct copy_view some = *from;
    struct copy_view target = *to;
    if (first >= past)
        return;
    copy_view_step(&some, dim, source, past - first, step);
    copy_view_cut(&target, dim, first, past - first);
    pad_from(pads, dim + 1, &some, &target);
}

static void add_number(const struct pads *pads, int32_t dim, const struct copy_view *to,
                       int64_t first, int64_t past)
{
    struct copy_view number = {.rank = to->rank};
    struct copy_view target = *to;
    if (first >= past)
        return;
    copy_view_cut(&target, dim, first, past - first);
    for (int32_t i = 0; i < target.rank; i++)
        number.dims[i] = target.dims[i];
    copies_add(pads->copies, 1, &number, 0, &target);
}

/* Places that come round: the input's between those that are cut off, again and again. */
static void add_round(const struct pads *pads, int32_t dim, const struct copy_view *from,
                      const struct copy_view *to, int64_t first, int64_t past)
{
    int64_t before = pads->pad->before[dim];
    int64_t after = to->dims[dim] - from->dims[dim] - before;
    int64_t begin = before < 0 ? -before : 0;
    int64_t places = from->dims[dim] - begin + (after < 0 ? after : 0);
    while (first < past) {
        int64_t at = (first - (before > 0 ? before : 0)) % places;
        at += at < 0 ? places : 0;
        int64_t end = first + places - at < past ? first + places - at : past;
        add_places(pads, dim, from, to, first, end, begin + at, 1);
        first = end;
    }
}

static int64_t between(int64_t place, int64_t first, int64_t past)
{
    return place < first ? first : place > past ? past : place;
}

/* Adds the pieces of one dim and those behind it. */
static void pad_from(const struct pads *pads, int32_t dim, const struct copy_view *from,
                     const struct copy_view *to)
{
    while (dim < from->rank && from->dims[dim] == to->dims[dim] && pads->pad->before[dim] == 0)
        dim++;
    if (dim == from->rank) {
        copies_add(pads->copies, 0, from, 0, to);
        return;
    }
    int64_t before = pads->pad->before[dim];
    int64_t places = from->dims[dim];
    int64_t size = to->dims[dim];
    int64_t first = between(before, 0, size);
    int64_t past = between(before + places, first, size);
    add_places(pads, dim, from, to, first, past, first - before, 1);
    switch (pads->pad->mode) {
    case PAD_CONSTANT:
        add_number(pads, dim, to, 0, first);
        add_number(pads, dim, to, past, size);
        break;
    case PAD_REFLECTION:
        add_places(pads, dim, from, to, 0, first, before, -1);
        add_places(pads, dim, from, to, past, size, 2 * (places - 1) - (past - before), -1);
        break;
    case PAD_REPLICATION:
        add_places(pads, dim, from, to, 0, first, 0, 0);
        add_places(pads, dim, from, to, past, size, places - 1, 0);
        break;
    case PAD_CIRCULAR:
        add_round(pads, dim, from, to, 0, first);
        add_round(pads, dim, from, to, past, size);
        break;
    }
}

static void add_pad(const struct work *work, struct copies *copies)
{
    struct pads pads = {work->attributes, copies};
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    pad_from(&pads, 0, &from, &to);
}

extern const struct l0_copy copy_pad;
const struct l0_copy copy_pad = {.add = add_pad};

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Of the operators that pad one. */
struct padded {
    int out;
    int inputs[3]; /* the tensor, the paddings and, of constants, the number */
    int input_count;
    struct pad *pad;
};

/* The tensors of a pad, by the entries that add places alone or by all. */
static bool start_pad(struct l0_list *list, int tensor, const struct array *array, bool adds_only,
                      enum pad_mode mode, int number, struct padded *padded)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct pad *pad = arena_take(list->arena, sizeof *pad);
    if (tensor == L0_NONE || pad == NULL)
        return false;
    const struct l0_tensor given = list->tensors[tensor];
    pad->mode = mode;
    for (int32_t i = 0; i < given.rank; i++) {
        struct padding padding = padding_of(array, i, given.rank);
        if (adds_only && padding.before < 0)
            padding.before = 0;
        if (adds_only && padding.after < 0)
            padding.after = 0;
        pad->before[i] = padding.before;
        /* What is cut off beyond the input's places leaves its edge all the same. */
        if (mode == PAD_REPLICATION && padding.before < -given.dims[i])
            pad->before[i] = -given.dims[i];
        dims[i] = given.dims[i] + padding.before + padding.after;
    }
    int paddings = l0_host_tensor(list, "paddings", mode == PAD_CONSTANT ? ACL_INT32 : ACL_INT64,
                                  2 * (int64_t)given.rank);
    *padded = (struct padded){
        .out = l0_new_shaped(list, "padded", given.type, dims, given.rank),
        .inputs = {tensor, paddings, number},
        .input_count = number == L0_NONE ? 2 : 3,
        .pad = pad,
    };
    return list->status == ACLNN_SUCCESS;
}

static void step_pad(struct l0_list *list, const struct l0_row *row, const struct padded *padded)
{
    const int operands[] = {padded->inputs[0], padded->inputs[2]};
    l0_step(list, L0_STEP_APPLY, row, operands, padded->input_count - 1, &padded->out, 1,
            padded->pad);
}

static void apply_pad(struct l0_list *list, const struct l0_row *row, const struct padded *padded)
{
    l0_launch_row(list, row, padded->inputs, padded->input_count, 0, &padded->out, 1, NULL);
    step_pad(list, row, padded);
}

/* A kernel cuts in one dimension after the other, wherever an entry is not 0. */
static int cut(struct l0_list *list, int tensor, const struct array *array)
{
    for (int32_t i = 0; tensor != L0_NONE && i < list->tensors[tensor].rank; i++) {
        const struct l0_tensor given = list->tensors[tensor];
        struct padding padding = padding_of(array, i, given.rank);
        int64_t first = padding.before < 0 ? -padding.before : 0;
        int64_t last = padding.after < 0 ? -padding.after : 0;
        if (padding.before != 0 || padding.after != 0)
            tensor = list_part(list, &l0_StridedSlice, tensor, i, first,
                               given.dims[i] - first - last);
    }
    return tensor;
}

void list_constant_pad(struct l0_list *list, int self, const struct array *pad,
                       const struct scalar *value, int out)
{
    struct padded padded;
    bool adds = false;
    bool cuts = false;
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    /* Bool is padded as bytes. */
    aclDataType type = given.type == ACL_BOOL ? ACL_INT8 : given.type;
    for (int32_t i = 0; i < given.rank; i++) {
        struct padding padding = padding_of(pad, i, given.rank);
        adds |= padding.before > 0 || padding.after > 0;
        cuts |= padding.before < 0 || padding.after < 0;
    }
    if (!adds && !cuts) {
        l0_view_copy(list, l0_contiguous(list, self), out);
        return;
    }
    if (given.elements == 0) {
        int number = l0_cast(list, l0_constant(list, "value", value, given.type), type);
        int filled = l0_new_shaped(list, "filled", type, result.dims, result.rank);
        l0_apply(list, &l0_Fill, &number, 1, 0, &filled, 1, NULL);
        list_write(list, filled, out);
        return;
    }
    int tensor = l0_cast(list, l0_contiguous(list, self), type);
    if (adds) {
        int number = l0_cast(list, l0_constant(list, "value", value, given.type), type);
        if (!start_pad(list, tensor, pad, true, PAD_CONSTANT, number, &padded))
            return;
        apply_pad(list, &l0_PadV3, &padded);
        tensor = padded.out;
    }
    list_write(list, cuts ? cut(list, tensor, pad) : tensor, out);
}

void list_reflection_pad(struct l0_list *list, int self, const struct array *padding, int out)
{
    struct padded padded;
    int tensor = l0_contiguous(list, self);
    if (!start_pad(list, tensor, padding, false, PAD_REFLECTION, L0_NONE, &padded))
        return;
    aclDataType type = list->tensors[tensor].type;
    bool is_complex = type == ACL_COMPLEX64 || type == ACL_COMPLEX128;
    apply_pad(list, is_complex ? &l0_PadV3 : &l0_MirrorPad, &padded);
    l0_view_copy(list, padded.out, out);
}

/* Before Ascend950 the AI cores repeat edges of floats only. */
static bool repeats_on_cpu(const struct l0_list *list, aclDataType type)
{
    return list->architecture != L0_3510 && type != ACL_FLOAT && type != ACL_FLOAT16 &&
           type != ACL_BF16;
}

void list_replication_pad(struct l0_list *list, int self, const struct array *padding, int out)
{
    struct padded padded;
    int tensor = l0_contiguous(list, self);
    if (!start_pad(list, tensor, padding, false, PAD_REPLICATION, L0_NONE, &padded))
        return;
    if (repeats_on_cpu(list, list->tensors[tensor].type)) {
        l0_launch(list, "PadV3", L0_AI_CPU, (int[]){tensor, padded.inputs[1], L0_NONE},
                  (int[]){padded.out, L0_NONE});
        step_pad(list, &l0_PadV3, &padded);
    } else {
        apply_pad(list, &l0_PadV3, &padded);
    }
    l0_view_copy(list, padded.out, out);
}

/* Places so that their bytes are a multiple of 32. */
static int64_t aligned(int64_t places, int64_t bytes)
{
    return (places * bytes + 31) / 32 * 32 / bytes;
}

/* The kernel's workspace: the columns around each row, in 4 bytes, and the rows where they are
   short. */
static void circular_workspace(struct l0_list *list, const struct l0_tensor *given,
                               const struct array *array)
{
    struct padding rows = padding_of(array, given->rank - 2, given->rank);
    struct padding columns = padding_of(array, given->rank - 1, given->rank);
    int64_t bytes = data_type_bits(given->type) / 8;
    int64_t height = given->dims[given->rank - 2] + (rows.before < 0 ? rows.before : 0) +
                     (rows.after < 0 ? rows.after : 0);
    int64_t width = given->dims[given->rank - 1];
    int64_t left = width + (columns.before < 0 ? columns.before : 0) +
                   (columns.after < 0 ? columns.after : 0);
    int64_t before = aligned(columns.before > 0 ? columns.before : 0, bytes);
    int64_t after = aligned(columns.after > 0 ? columns.after : 0, bytes);
    int64_t count = 1;
    int64_t line = 0;
    for (int32_t i = 0; i < given->rank - 2; i++)
        count *= given->dims[i];
    int64_t half = (int64_t)list->soc->unified_buffer_bytes / 2 / bytes;
    if (height * aligned(width + columns.before + columns.after, bytes) < half) {
        line = before + aligned(left, bytes) + after;
    } else {
        before = columns.before > 0 ? before : 32 / bytes;
        after = columns.after > 0 ? after : 32 / bytes;
        line = (before > width ? columns.before : before) + (after > width ? columns.after : after);
    }
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (uint64_t)(count * height * line) * 4);
}

void list_circular_pad(struct l0_list *list, int self, const struct array *padding, int out)
{
    struct padded padded;
    int tensor = l0_contiguous(list, self);
    if (!start_pad(list, tensor, padding, false, PAD_CIRCULAR, L0_NONE, &padded))
        return;
    const struct l0_tensor given = list->tensors[tensor];
    apply_pad(list, &l0_CircularPad, &padded);
    circular_workspace(list, &given, padding);
    l0_view_copy(list, padded.out, out);
}
