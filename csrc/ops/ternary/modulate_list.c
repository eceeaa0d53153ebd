/* SPDX-License-Identifier: Apache-2.0 */
/* Scale, Modulate, MaskedScale: factors and summands along some dimensions of a tensor. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/ternary.h"
#include "declared/binary.h"
#include "declared/reduce.h"
#include "ops/common/list.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static int number_of(struct l0_list *list, const char *name, float number)
{
    struct scalar scalar = {.type = ACL_FLOAT};
    memcpy(scalar.bytes, &number, sizeof number);
    return l0_constant(list, name, &scalar, ACL_FLOAT);
}

void ternary_list_masked_scale(struct l0_list *list, int self, int mask, double scale, int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, mask);
    if (a == L0_NONE || b == L0_NONE)
        return;
    aclDataType type = list->tensors[a].type;
    int factor = number_of(list, "scale", (float)scale);
    l0_view_copy(list, list_apply(list, &l0_MaskedScale, type, (int[]){a, b, factor}, 3, 1), out);
}

/* Reshapes the factors with dimensions of 1 behind them, so that they broadcast from an axis on. */
static int along(struct l0_list *list, int rows, int x, int64_t axis)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (rows == L0_NONE)
        return L0_NONE;
    const struct l0_tensor whole = list->tensors[x];
    const struct l0_tensor given = list->tensors[rows];
    int64_t at = axis < 0 ? axis + whole.rank : axis;
    bool is_one = given.elements == 1;
    int32_t rank = is_one ? 0 : (int32_t)(whole.rank - at);
    for (int32_t i = 0; i < rank; i++)
        dims[i] = i < given.rank ? given.dims[i] : 1;
    return l0_reshape(list, rows, dims, rank);
}

void ternary_list_scale(struct l0_list *list, int x, int scale, int bias, int64_t axis,
                        int64_t numAxes, bool scaleFromBlob, int out)
{
    (void)numAxes; /* the check has compared the shapes */
    (void)scaleFromBlob;
    int a = l0_contiguous(list, x);
    int b = l0_contiguous(list, scale);
    int c = l0_contiguous(list, bias);
    if (a == L0_NONE || b == L0_NONE)
        return;
    const struct l0_tensor self = list->tensors[a];
    int result = l0_new_shaped(list, "scaled", self.type, self.dims, self.rank);
    l0_launch_row(list, &l0_Scale, (int[]){a, b, c}, c == L0_NONE ? 2 : 3, 0, &result, 1, NULL);
    b = along(list, b, a, axis);
    c = along(list, c, a, axis);
    if (c == L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_Mul, (int[]){a, b}, 2, &result, 1, NULL);
    else
        l0_step(list, L0_STEP_APPLY, &l0_AxpyV2, (int[]){c, a, b}, 3, &result, 1, NULL);
    l0_view_copy(list, result, out);
}

/* Reshapes [B, D] to [B, 1, D]. */
static int as_rows(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    const int64_t dims[] = {given.dims[0], 1, given.dims[given.rank - 1]};
    return l0_reshape(list, tensor, dims, 3);
}

void ternary_list_modulate(struct l0_list *list, int self, int scale, int shift, int out)
{
    int a = l0_contiguous(list, self);
    int b = as_rows(list, l0_contiguous(list, scale));
    int c = as_rows(list, l0_contiguous(list, shift));
    if (a == L0_NONE)
        return;
    aclDataType type = list->tensors[a].type;
    l0_view_copy(list, list_apply(list, &l0_Modulate, type, (int[]){a, b, c}, 3, 0), out);
}

/* Appends the step that sums over the second of three dimensions. */
static void sum_rows(struct l0_list *list, int tensor, int out)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL)
        return;
    fold->dims = 1u << 1;
    l0_step(list, L0_STEP_APPLY, &l0_ReduceSum, &tensor, 1, &out, 1, fold);
}

void ternary_list_modulate_backward(struct l0_list *list, int grad_output, int input, int scale,
                                    int shift, int grad_input, int grad_scale, int grad_shift)
{
    int inputs[] = {grad_output, input, scale, shift};
    for (int i = 0; i < 4; i++)
        inputs[i] = l0_cast(list, l0_contiguous(list, inputs[i]), ACL_FLOAT);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor whole = list->tensors[inputs[0]];
    const struct l0_tensor rows = list->tensors[inputs[2]];
    aclDataType type = list->tensors[grad_input].type;
    int outputs[] = {l0_new_shaped(list, "grad_input", ACL_FLOAT, whole.dims, whole.rank),
                     l0_new_shaped(list, "grad_scale", ACL_FLOAT, rows.dims, rows.rank),
                     l0_new_shaped(list, "grad_shift", ACL_FLOAT, rows.dims, rows.rank)};
    int product = l0_new_shaped(list, "product", ACL_FLOAT, whole.dims, whole.rank);
    l0_launch_row(list, &l0_ModulateGrad, inputs, 4, 0, outputs, 3, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_Mul, (int[]){inputs[0], as_rows(list, inputs[2])}, 2,
            &outputs[0], 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_Mul, (int[]){inputs[0], inputs[1]}, 2, &product, 1, NULL);
    sum_rows(list, product, outputs[1]);
    sum_rows(list, inputs[0], outputs[2]);
    const int targets[] = {grad_input, grad_scale, grad_shift};
    for (int i = 0; i < 3; i++)
        if (targets[i] != L0_NONE)
            l0_view_copy(list, l0_cast(list, outputs[i], type), targets[i]);
}
