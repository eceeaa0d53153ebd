/* SPDX-License-Identifier: Apache-2.0 */
/* ConstantPadNd, ReflectionPad, ReplicationPad, CircularPad: lists of L0 operators. */
#include "ops/pad/pad.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/common.h"
#include "declared/pad.h"
#include "declared/copy_layout.h"
#include "declared/reduce.h"
#include "ops/copy_layout/slice.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* What the operators that pad a tensor have. */
struct padded {
    int out;
    int inputs[3]; /* the tensor, the paddings and, for constants, the number */
    int input_count;
    struct pad *pad;
};

/* Adds the tensors of a pad to the list. Either only entries that add elements count, or all of
 * them. */
static bool start_pad(struct l0_list *list, int tensor, const struct array *array, bool adds_only,
                      enum pad_mode mode, int number, struct padded *padded)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct pad *pad = l0_take(list, sizeof *pad);
    if (tensor == L0_NONE || pad == NULL)
        return false;
    const struct l0_tensor given = list->tensors[tensor];
    pad->mode = mode;
    for (int32_t i = 0; i < given.rank; i++) {
        struct padding padding = pad_padding_of(array, i, given.rank);
        if (adds_only && padding.before < 0)
            padding.before = 0;
        if (adds_only && padding.after < 0)
            padding.after = 0;
        pad->before[i] = padding.before;
        /* When more is cut off than the dimension has, replication still repeats its edge. */
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

/* Appends a kernel that cuts, for one dimension after the other, wherever an entry is not 0. */
static int cut(struct l0_list *list, int tensor, const struct array *array)
{
    for (int32_t i = 0; tensor != L0_NONE && i < list->tensors[tensor].rank; i++) {
        const struct l0_tensor given = list->tensors[tensor];
        struct padding padding = pad_padding_of(array, i, given.rank);
        int64_t first = padding.before < 0 ? -padding.before : 0;
        int64_t last = padding.after < 0 ? -padding.after : 0;
        if (padding.before != 0 || padding.after != 0)
            tensor = copy_layout_list_part(list, &l0_StridedSlice, tensor, i, first,
                                           given.dims[i] - first - last);
    }
    return tensor;
}

void pad_list_constant_pad(struct l0_list *list, int self, const struct array *pad,
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
        struct padding padding = pad_padding_of(pad, i, given.rank);
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

void pad_list_reflection_pad(struct l0_list *list, int self, const struct array *padding, int out)
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

/* Before Ascend950 AI cores repeat edges only of floats. */
static bool repeats_on_cpu(const struct l0_list *list, aclDataType type)
{
    return list->architecture != ARCHITECTURE_3510 && type != ACL_FLOAT && type != ACL_FLOAT16 &&
           type != ACL_BF16;
}

void pad_list_replication_pad(struct l0_list *list, int self, const struct array *padding, int out)
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

/* Rounds a number of elements up, so that their bytes are a multiple of 32. */
static int64_t aligned(int64_t places, int64_t bytes)
{
    return (places * bytes + 31) / 32 * 32 / bytes;
}

/* Adds the kernel's workspace: the columns around each row, in 4 bytes each, and the rows
 * themselves when they are short. */
static void circular_workspace(struct l0_list *list, const struct l0_tensor *given,
                               const struct array *array)
{
    struct padding rows = pad_padding_of(array, given->rank - 2, given->rank);
    struct padding columns = pad_padding_of(array, given->rank - 1, given->rank);
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

void pad_list_circular_pad(struct l0_list *list, int self, const struct array *padding, int out)
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
