/* SPDX-License-Identifier: Apache-2.0 */
/* Factors and summands along some dimensions of a tensor: Scale, Modulate, MaskedScale. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_scale_shape(struct call *call, int x, int scale, int axis, int numAxes,
                              int scaleFromBlob)
{
    char is[160];
    char all[160];
    int64_t elements = 0;
    const struct tensor *self = call_tensor(call, x);
    const struct tensor *factors = call_tensor(call, scale);
    int64_t at = call->arguments[axis].integer;
    int64_t axes = call->arguments[numAxes].integer;
    bool counts = call->arguments[scaleFromBlob].integer != 0;
    if (at < -self->rank || at >= self->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "axis is %" PRId64 "; %d to %d are the dimensions of x", at, -self->rank,
                      self->rank - 1);
    if (axes < -1)
        return report(ACLNN_ERR_PARAM_INVALID, "numAxes is %" PRId64 "; -1 and more are supported",
                      axes);
    at = at < 0 ? at + self->rank : at;
    tensor_element_count(factors, &elements);
    if (counts && axes == 0 && elements == 1)
        return ACLNN_SUCCESS;
    if (!counts && elements == 1 && factors->rank <= 1 && factors->rank + at <= self->rank)
        return ACLNN_SUCCESS;
    int64_t wanted = !counts ? factors->rank : axes == -1 ? self->rank - at : axes;
    if ((!counts || wanted > 0) && wanted == factors->rank && at + wanted <= self->rank &&
        memcmp(self->dims + at, factors->dims, (size_t)wanted * sizeof *self->dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of scale is %s, which is not that of x, %s, from dimension %" PRId64
                  " on; numAxes is %" PRId64,
                  dims_describe(factors->dims, factors->rank, is, sizeof is),
                  dims_describe(self->dims, self->rank, all, sizeof all), at, axes);
}

/* [B, D] beside [B, L, D], or [B, 1, D] too. */
static bool goes_along(const struct tensor *self, const struct tensor *rows, bool may_have_one)
{
    if (rows->rank == 2)
        return rows->dims[0] == self->dims[0] && rows->dims[1] == self->dims[2];
    return may_have_one && rows->rank == 3 && rows->dims[0] == self->dims[0] &&
           rows->dims[1] == 1 && rows->dims[2] == self->dims[2];
}

static aclnnStatus check_rows(struct call *call, int self, const int rows[2], bool may_have_one)
{
    char is[160];
    char all[160];
    const struct tensor *whole = call_tensor(call, self);
    for (int i = 0; i < 2; i++) {
        const struct tensor *one = call_tensor(call, rows[i]);
        bool fits = whole->rank == 3 && goes_along(whole, one, may_have_one) &&
                    (!tensor_is_empty(whole) || tensor_is_empty(one));
        if (!fits)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of %s and %s are %s and %s; [B, L, D] and [B, D]%s are "
                          "required, all of them empty or none",
                          call_name(call, self), call_name(call, rows[i]),
                          dims_describe(whole->dims, whole->rank, all, sizeof all),
                          dims_describe(one->dims, one->rank, is, sizeof is),
                          may_have_one ? " or [B, 1, D]" : "");
    }
    return ACLNN_SUCCESS;
}

aclnnStatus check_modulation(struct call *call, int self, int scale, int shift)
{
    return check_rows(call, self, (const int[]){scale, shift}, true);
}

aclnnStatus check_modulation_grad(struct call *call, int grad, int scale, int shift)
{
    return check_rows(call, grad, (const int[]){scale, shift}, false);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static int number_of(struct l0_list *list, const char *name, float number)
{
    struct scalar scalar = {.type = ACL_FLOAT};
    memcpy(scalar.bytes, &number, sizeof number);
    return l0_constant(list, name, &scalar, ACL_FLOAT);
}

void list_masked_scale(struct l0_list *list, int self, int mask, double scale, int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, mask);
    if (a == L0_NONE || b == L0_NONE)
        return;
    aclDataType type = list->tensors[a].type;
    int factor = number_of(list, "scale", (float)scale);
    l0_view_copy(list, list_apply(list, &l0_MaskedScale, type, (int[]){a, b, factor}, 3, 1), out);
}

/* The factors with dimensions of 1 behind them, so that they broadcast from an axis on. */
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

void list_scale(struct l0_list *list, int x, int scale, int bias, int64_t axis, int64_t numAxes,
                bool scaleFromBlob, int out)
{
    (void)numAxes; /* its check has seen to the shapes */
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

/* [B, D] as [B, 1, D]. */
static int as_rows(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    const int64_t dims[] = {given.dims[0], 1, given.dims[given.rank - 1]};
    return l0_reshape(list, tensor, dims, 3);
}

void list_modulate(struct l0_list *list, int self, int scale, int shift, int out)
{
    int a = l0_contiguous(list, self);
    int b = as_rows(list, l0_contiguous(list, scale));
    int c = as_rows(list, l0_contiguous(list, shift));
    if (a == L0_NONE)
        return;
    aclDataType type = list->tensors[a].type;
    l0_view_copy(list, list_apply(list, &l0_Modulate, type, (int[]){a, b, c}, 3, 0), out);
}

/* The sum over the second of three dimensions, to be appended as a step. */
static void sum_rows(struct l0_list *list, int tensor, int out)
{
    struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
    if (fold == NULL)
        return;
    fold->dims = 1u << 1;
    l0_step(list, L0_STEP_APPLY, &l0_ReduceSum, &tensor, 1, &out, 1, fold);
}

void list_modulate_backward(struct l0_list *list, int grad_output, int input, int scale, int shift,
                            int grad_input, int grad_scale, int grad_shift)
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
