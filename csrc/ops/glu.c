/* SPDX-License-Identifier: Apache-2.0 */
/* Gated units: operators on the two halves of a tensor along a dimension. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus check_half(struct call *call, int self, int64_t at, int half)
{
    char is[160];
    char required[160];
    const struct tensor *whole = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, half);
    int64_t rank = whole->rank;
    int64_t dims[TENSOR_MAX_DIMS];
    if (whole->dims[at] % 2 != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dimension %" PRId64 " of %s is %" PRId64 "; two halves are required", at,
                      call_name(call, self), whole->dims[at]);
    memcpy(dims, whole->dims, sizeof dims);
    dims[at] /= 2;
    if (result->rank == whole->rank && memcmp(result->dims, dims, (size_t)rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; that of a half of %s, %s, is required",
        call_name(call, half), dims_describe(result->dims, result->rank, is, sizeof is),
        call_name(call, self), dims_describe(dims, (int32_t)rank, required, sizeof required));
}

aclnnStatus check_halved(struct call *call, int self, int dim, int half)
{
    int64_t given = call->arguments[dim].integer;
    int64_t rank = call_tensor(call, self)->rank;
    if (given >= -rank && given < rank)
        return check_half(call, self, given < 0 ? given + rank : given, half);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; %" PRId64 " to %" PRId64 " are the dimensions of %s",
                  call_name(call, dim), given, -rank, rank - 1, call_name(call, self));
}

aclnnStatus check_halved_at_last(struct call *call, int self, int half)
{
    return check_half(call, self, call_tensor(call, self)->rank - 1, half);
}

aclnnStatus check_same_type_of_elements(struct call *call, int tensor, int other)
{
    int64_t count = 0;
    if (tensor_element_count(call_tensor(call, other), &count) && count == 0)
        return ACLNN_SUCCESS;
    return check_same_type(call, tensor, other);
}

aclnnStatus check_one_of_two(struct call *call, int integer)
{
    int64_t given = call->arguments[integer].integer;
    if (given == 0 || given == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 and 1 are supported",
                  call_name(call, integer), given);
}

/* ---- Halves ---------------------------------------------------------------------------------- */

struct halves {
    int32_t dim;
    int64_t count; /* places of each */
    int first;     /* parts of the tensor */
    int second;
};

static bool halve(struct l0_list *list, int tensor, int64_t dim, struct halves *halves)
{
    if (tensor == L0_NONE)
        return false;
    int32_t rank = list->tensors[tensor].rank;
    halves->dim = (int32_t)(dim < 0 ? dim + rank : dim);
    halves->count = list->tensors[tensor].dims[halves->dim] / 2;
    halves->first = l0_part(list, tensor, halves->dim, 0, halves->count);
    halves->second = l0_part(list, tensor, halves->dim, halves->count, halves->count);
    return halves->second != L0_NONE;
}

/* A dense tensor with the shape of a half. */
static int new_half(struct l0_list *list, const char *name, aclDataType type, int like)
{
    return l0_new_shaped(list, name, type, list->tensors[like].dims, list->tensors[like].rank);
}

/* The operator of a row, for the size alone. */
static void launch(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   const int *outputs, int output_count)
{
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return;
    bool on_ai_cores = l0_has_type(row->ai_core[list->architecture], list->tensors[inputs[0]].type);
    l0_launch_many(list, row->name, on_ai_cores ? L0_AI_CORE : L0_AI_CPU, inputs, count, outputs,
                   output_count);
    if (on_ai_cores && row->workspace[list->architecture] >= 0)
        l0_kernel_workspace(list, (uint64_t)row->workspace[list->architecture]);
    if (on_ai_cores && row->assumed[list->architecture] != NULL)
        l0_assume(list, row->assumed[list->architecture]);
}

/* Kernels whose tiling asks for so many bytes a vector core, beside the system's 16 MiB. */
static void core_workspace(struct l0_list *list, int64_t bytes)
{
    l0_kernel_workspace(list,
                        L0_SYSTEM_WORKSPACE + (uint64_t)list->soc->vector_cores * (uint64_t)bytes);
}

/* SplitV: copies of both halves, which only the device makes. */
static void split(struct l0_list *list, int tensor, const struct halves *halves, int *copies)
{
    aclDataType type = list->tensors[tensor].type;
    copies[0] = new_half(list, "first half", type, halves->first);
    copies[1] = new_half(list, "second half", type, halves->second);
    if (copies[0] == L0_NONE || copies[1] == L0_NONE)
        return;
    list->tensors[copies[0]].source = halves->first;
    list->tensors[copies[1]].source = halves->second;
    launch(list, &l0_SplitV, &tensor, 1, copies, 2);
}

/* Two halves of out, which some operator before wrote as one tensor. */
static void store_halves(struct l0_list *list, int first, int second, int64_t dim, int out)
{
    struct halves places;
    if (!halve(list, out, dim, &places))
        return;
    l0_step(list, L0_STEP_STORE, NULL, &first, 1, &places.first, 1, NULL);
    l0_step(list, L0_STEP_STORE, NULL, &second, 1, &places.second, 1, NULL);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool is_single_or_half(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16;
}

static int glu_of_halves(struct l0_list *list, int self, const struct halves *halves)
{
    aclDataType type = list->tensors[self].type;
    int copies[2];
    split(list, self, halves, copies);
    int gate = list_apply1(list, &l0_Sigmoid, type, copies[1]);
    return list_apply2(list, &l0_Mul, type, copies[0], gate);
}

static int apply_to_halves(struct l0_list *list, const struct l0_row *row, int self,
                           const struct halves *halves)
{
    aclDataType type = list->tensors[self].type;
    int result = new_half(list, "out", type, halves->first);
    if (result == L0_NONE)
        return L0_NONE;
    launch(list, row, &self, 1, &result, 1);
    if (row == &l0_GLU && list->architecture == L0_2201)
        core_workspace(list, 128);
    l0_step(list, L0_STEP_APPLY, row, (int[]){halves->first, halves->second}, 2, &result, 1, NULL);
    return result;
}

void list_glu(struct l0_list *list, int self, int64_t dim, int out)
{
    struct halves halves;
    int dense = l0_contiguous(list, self);
    if (!halve(list, dense, dim, &halves))
        return;
    bool has_kernel = list->architecture != L0_1001 && is_single_or_half(list->tensors[self].type);
    list_write(list,
               has_kernel ? apply_to_halves(list, &l0_GLU, dense, &halves)
                          : glu_of_halves(list, dense, &halves),
               out);
}

/* Two gradients that one kernel writes, of a tensor of two halves. */
static void grad_of_halves(struct l0_list *list, const struct l0_row *row, int grad, int self,
                           const struct halves *halves, int64_t dim, int out)
{
    aclDataType type = list->tensors[self].type;
    int whole = l0_new_shaped(list, "out", type, list->tensors[self].dims,
                              list->tensors[self].rank);
    int parts[] = {new_half(list, "first half", type, halves->first),
                   new_half(list, "second half", type, halves->second)};
    if (whole == L0_NONE || parts[0] == L0_NONE || parts[1] == L0_NONE)
        return;
    launch(list, row, (int[]){grad, self}, 2, &whole, 1);
    if (row == &l0_SwiGluGrad && list->architecture == L0_3510)
        core_workspace(list, 32);
    int steps = list->step_count;
    l0_view_copy(list, whole, out);
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, row, (int[]){grad, halves->first, halves->second}, 3, parts, 2,
            NULL);
    store_halves(list, parts[0], parts[1], dim, out);
}

/* Elsewhere CANN makes the gradients of the halves one by one; those of float16 in float32. */
static void glu_grad_of_halves(struct l0_list *list, int grad, int self,
                               const struct halves *halves, int64_t dim, int out)
{
    aclDataType type = list->tensors[self].type;
    int copies[2];
    split(list, self, halves, copies);
    int gate = list_apply1(list, &l0_Sigmoid, type, copies[1]);
    int first = list_apply2(list, &l0_Mul, type, grad, gate);
    int gated = list_apply2(list, &l0_Mul, type, copies[0], gate);
    int rest = list_apply2(list, &l0_Sub, type, copies[0], gated);
    int second = list_apply2(list, &l0_Mul, type, rest, first);
    int whole = l0_new_shaped(list, "out", type, list->tensors[self].dims,
                              list->tensors[self].rank);
    if (second == L0_NONE || whole == L0_NONE)
        return;
    launch(list, &l0_ConcatD, (int[]){first, second}, 2, &whole, 1);
    int steps = list->step_count;
    list_write(list, whole, out);
    list->step_count = steps;
    store_halves(list, first, second, dim, out);
}

void list_glu_backward(struct l0_list *list, int gradOut, int self, int64_t dim, int out)
{
    struct halves halves;
    if (self == L0_NONE || gradOut == L0_NONE)
        return;
    aclDataType own = list->tensors[self].type;
    bool has_kernel = list->architecture == L0_3510 && own != ACL_DOUBLE;
    aclDataType type = own == ACL_FLOAT16 && !has_kernel ? ACL_FLOAT : own;
    int x = L0_NONE;
    int grad = L0_NONE;
    if (has_kernel) {
        x = l0_contiguous(list, self);
        grad = l0_contiguous(list, gradOut);
    } else {
        x = l0_contiguous(list, self);
        grad = l0_contiguous(list, gradOut);
        x = l0_cast(list, x, type);
        grad = l0_cast(list, grad, type);
    }
    if (grad == L0_NONE || !halve(list, x, dim, &halves))
        return;
    if (has_kernel)
        grad_of_halves(list, &l0_GLUGrad, grad, x, &halves, dim, out);
    else
        glu_grad_of_halves(list, grad, x, &halves, dim, out);
}

void list_ge_glu(struct l0_list *list, int self, int64_t dim, int64_t approximate,
                 bool activateLeft, int out, int outGelu)
{
    struct halves halves;
    int dense = l0_contiguous(list, self);
    if (!halve(list, dense, dim, &halves))
        return;
    aclDataType type = list->tensors[self].type;
    int outputs[] = {new_half(list, "out", type, halves.first),
                     new_half(list, "outGelu", type, halves.first)};
    if (outputs[0] == L0_NONE || outputs[1] == L0_NONE)
        return;
    const struct l0_row *row = approximate == 1 ? &l0_GeGluV2Tanh : &l0_GeGluV2;
    launch(list, row, &dense, 1, outputs, 2);
    core_workspace(list, 128);
    int gate = activateLeft ? halves.first : halves.second;
    int other = activateLeft ? halves.second : halves.first;
    l0_step(list, L0_STEP_APPLY, row, (int[]){other, gate}, 2, outputs, 2, NULL);
    l0_view_copy(list, outputs[0], out);
    l0_view_copy(list, outputs[1], outGelu);
}

void list_ge_glu_backward(struct l0_list *list, int gradOutput, int self, int gelu, int64_t dim,
                          int64_t approximate, bool activateLeft, int gradInput)
{
    struct halves halves;
    int grad = l0_contiguous(list, gradOutput);
    int x = l0_contiguous(list, self);
    int activated = l0_contiguous(list, gelu);
    if (grad == L0_NONE || activated == L0_NONE || !halve(list, x, dim, &halves))
        return;
    aclDataType type = list->tensors[x].type;
    int whole = l0_new_shaped(list, "gradInput", type, list->tensors[x].dims,
                              list->tensors[x].rank);
    int parts[] = {new_half(list, "gradient", type, halves.first),
                   new_half(list, "gradient of the gate", type, halves.first)};
    if (whole == L0_NONE || parts[0] == L0_NONE || parts[1] == L0_NONE)
        return;
    const struct l0_row *row = approximate == 1 ? &l0_GeGluGradV2Tanh : &l0_GeGluGradV2;
    launch(list, row, (int[]){grad, x, activated}, 3, &whole, 1);
    core_workspace(list, 32);
    int steps = list->step_count;
    l0_view_copy(list, whole, gradInput);
    list->step_count = steps;
    int gate = activateLeft ? halves.first : halves.second;
    int other = activateLeft ? halves.second : halves.first;
    l0_step(list, L0_STEP_APPLY, row, (int[]){grad, other, gate, activated}, 4, parts, 2, NULL);
    store_halves(list, parts[activateLeft], parts[!activateLeft], dim, gradInput);
}

void list_halves(struct l0_list *list, const struct l0_row *row, int x, int64_t dim, int out)
{
    struct halves halves;
    int dense = l0_contiguous(list, x);
    if (halve(list, dense, dim, &halves))
        list_write(list, apply_to_halves(list, row, dense, &halves), out);
}

/* The first half is the gate. */
void list_gelu_mul(struct l0_list *list, int input, const char *approximate, int out)
{
    bool is_tanh = approximate != NULL && strcmp(approximate, "tanh") == 0;
    list_halves(list, is_tanh ? &l0_GeluMulTanh : &l0_GeluMul, input, -1, out);
}

void list_swi_glu_grad(struct l0_list *list, int yGrad, int x, int64_t dim, int out)
{
    struct halves halves;
    int grad = l0_contiguous(list, yGrad);
    int dense = l0_contiguous(list, x);
    if (grad != L0_NONE && halve(list, dense, dim, &halves))
        grad_of_halves(list, &l0_SwiGluGrad, grad, dense, &halves, dim, out);
}
