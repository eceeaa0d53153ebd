/* SPDX-License-Identifier: Apache-2.0 */
/* Gated units: operators on the two halves of a tensor along a dimension. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/activation.h"
#include "declared/common.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "ops/activation/activation.h"
#include "workspace/l0_operators.h"

/* ---- Halves ---------------------------------------------------------------------------------- */

struct halves {
    int32_t dim;
    int64_t count; /* size of each half along the dimension */
    int first;     /* indices of the halves in the list */
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

/* Makes a dense tensor with the shape of a half. */
static int new_half(struct l0_list *list, const char *name, aclDataType type, int like)
{
    return l0_new_shaped(list, name, type, list->tensors[like].dims, list->tensors[like].rank);
}

/* Appends the operator of a row, for the size alone. */
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

/* Adds the workspace of kernels whose tiling asks for so many bytes a vector core, besides the
 * system's 16 MiB. */
static void core_workspace(struct l0_list *list, int64_t bytes)
{
    l0_kernel_workspace(list,
                        L0_SYSTEM_WORKSPACE + (uint64_t)list->soc->vector_cores * (uint64_t)bytes);
}

/* Appends SplitV, which copies both halves. Only the device makes these copies. */
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

/* Stores the two halves of out, which an earlier operator wrote as one tensor. */
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
    int gate = activation_list_apply1(list, &l0_Sigmoid, type, copies[1]);
    return list_apply2(list, &l0_Mul, type, copies[0], gate);
}

/* The work of the row on both halves and two numbers more; L0_NONE is none. */
static int apply_to_halves_with2(struct l0_list *list, const struct l0_row *row, int self,
                                 const struct halves *halves, int a, int b)
{
    aclDataType type = list->tensors[self].type;
    int result = new_half(list, "out", type, halves->first);
    if (result == L0_NONE)
        return L0_NONE;
    launch(list, row, &self, 1, &result, 1);
    if (row == &l0_GLU && list->architecture == ARCHITECTURE_2201)
        core_workspace(list, 128);
    int numbers = (a != L0_NONE) + (b != L0_NONE);
    l0_step(list, L0_STEP_APPLY, row, (int[]){halves->first, halves->second, a, b}, 2 + numbers,
            &result, 1, NULL);
    return result;
}

static int apply_to_halves(struct l0_list *list, const struct l0_row *row, int self,
                           const struct halves *halves)
{
    return apply_to_halves_with2(list, row, self, halves, L0_NONE, L0_NONE);
}

void activation_list_glu(struct l0_list *list, int self, int64_t dim, int out)
{
    struct halves halves;
    int dense = l0_contiguous(list, self);
    if (!halve(list, dense, dim, &halves))
        return;
    bool has_kernel = list->architecture != ARCHITECTURE_1001 &&
                      is_single_or_half(list->tensors[self].type);
    list_write(list,
               has_kernel ? apply_to_halves(list, &l0_GLU, dense, &halves)
                          : glu_of_halves(list, dense, &halves),
               out);
}

/* The gradients of both halves of a tensor, which one kernel writes. */
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
    if (row == &l0_SwiGluGrad && list->architecture == ARCHITECTURE_3510)
        core_workspace(list, 32);
    int steps = list->step_count;
    l0_view_copy(list, whole, out);
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, row, (int[]){grad, halves->first, halves->second}, 3, parts, 2,
            NULL);
    store_halves(list, parts[0], parts[1], dim, out);
}

/* Other products compute the gradients of the two halves by separate operators, float16 in
 * float32. */
static void glu_grad_of_halves(struct l0_list *list, int grad, int self,
                               const struct halves *halves, int64_t dim, int out)
{
    aclDataType type = list->tensors[self].type;
    int copies[2];
    split(list, self, halves, copies);
    int gate = activation_list_apply1(list, &l0_Sigmoid, type, copies[1]);
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

void activation_list_glu_backward(struct l0_list *list, int gradOut, int self, int64_t dim, int out)
{
    struct halves halves;
    if (self == L0_NONE || gradOut == L0_NONE)
        return;
    aclDataType own = list->tensors[self].type;
    bool has_kernel = list->architecture == ARCHITECTURE_3510 && own != ACL_DOUBLE;
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

void activation_list_ge_glu(struct l0_list *list, int self, int64_t dim, int64_t approximate,
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

void activation_list_ge_glu_backward(struct l0_list *list, int gradOutput, int self, int gelu,
                                     int64_t dim, int64_t approximate, bool activateLeft,
                                     int gradInput)
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

/* Appends a row's work on the two halves of a tensor. */
void activation_list_halves(struct l0_list *list, const struct l0_row *row, int x, int64_t dim,
                            int out)
{
    struct halves halves;
    int dense = l0_contiguous(list, x);
    if (halve(list, dense, dim, &halves))
        list_write(list, apply_to_halves(list, row, dense, &halves), out);
}

/* The same with a number, along the last dimension. */
void activation_list_halves_at_last_with(struct l0_list *list, const struct l0_row *row, int x,
                                         int number, int out)
{
    struct halves halves;
    int dense = l0_contiguous(list, x);
    if (halve(list, dense, -1, &halves))
        list_write(list, apply_to_halves_with2(list, row, dense, &halves, number, L0_NONE), out);
}

/* The threshold is a tensor of one element. */
void activation_list_fatrelu_mul(struct l0_list *list, int input, int threshold, int out)
{
    struct halves halves;
    int dense = l0_contiguous(list, input);
    int one = l0_contiguous(list, threshold);
    if (one == L0_NONE || !halve(list, dense, -1, &halves))
        return;
    int result = new_half(list, "out", list->tensors[dense].type, halves.first);
    if (result == L0_NONE)
        return;
    launch(list, &l0_FatreluMul, (int[]){dense, one}, 2, &result, 1);
    int single = l0_reshape(list, one, NULL, 0);
    l0_step(list, L0_STEP_APPLY, &l0_FatreluMul, (int[]){halves.first, halves.second, single}, 3,
            &result, 1, NULL);
    list_write(list, result, out);
}

/* The gate is the first half where activateLeft is true. */
void activation_list_situ_glu(struct l0_list *list, int x, int64_t dim, double beta,
                              double linearBeta, bool activateLeft, int out)
{
    struct halves halves;
    int dense = l0_contiguous(list, x);
    if (!halve(list, dense, dim, &halves))
        return;
    int gate = activateLeft ? halves.first : halves.second;
    halves.second = activateLeft ? halves.second : halves.first;
    halves.first = gate;
    list_write(list,
               apply_to_halves_with2(list, &l0_SituGlu, dense, &halves, list_number_of(list, beta),
                                     list_number_of(list, linearBeta)),
               out);
}

/* The first half is the gate. */
void activation_list_gelu_mul(struct l0_list *list, int input, const char *approximate, int out)
{
    bool is_tanh = approximate != NULL && strcmp(approximate, "tanh") == 0;
    activation_list_halves(list, is_tanh ? &l0_GeluMulTanh : &l0_GeluMul, input, -1, out);
}

void activation_list_swi_glu_grad(struct l0_list *list, int yGrad, int x, int64_t dim, int out)
{
    struct halves halves;
    int grad = l0_contiguous(list, yGrad);
    int dense = l0_contiguous(list, x);
    if (grad != L0_NONE && halve(list, dense, dim, &halves))
        grad_of_halves(list, &l0_SwiGluGrad, grad, dense, &halves, dim, out);
}

void activation_list_situ_glu_grad(struct l0_list *list, int gradY, int x, int64_t dim, double beta,
                                   double linearBeta, bool activateLeft, int out)
{
    struct halves halves;
    int grad = l0_contiguous(list, gradY);
    int dense = l0_contiguous(list, x);
    if (grad == L0_NONE || !halve(list, dense, dim, &halves))
        return;
    const struct l0_tensor whole = list->tensors[dense];
    int made = l0_new_shaped(list, "out", whole.type, whole.dims, whole.rank);
    int parts[] = {new_half(list, "gradient of the gate", whole.type, halves.first),
                   new_half(list, "gradient", whole.type, halves.first)};
    const int inputs[] = {grad, activateLeft ? halves.first : halves.second,
                          activateLeft ? halves.second : halves.first, list_number_of(list, beta),
                          list_number_of(list, linearBeta)};
    if (list->status != ACLNN_SUCCESS)
        return;
    launch(list, &l0_SituGluGrad, (int[]){grad, dense}, 2, &made, 1);
    int steps = list->step_count;
    l0_view_copy(list, made, out);
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, &l0_SituGluGrad, inputs, 5, parts, 2, NULL);
    store_halves(list, parts[!activateLeft], parts[activateLeft], dim, out);
}
