/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise operators of three and more operands: the rules of CANN's op_api for types, and its
 * lists. */
#include "ops/ternary/ternary.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/common.h"
#include "declared/ternary.h"
#include "declared/binary.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* Contiguous, and Cast to the type that the call computes in. */
static int dense(struct l0_list *list, int tensor, aclDataType type)
{
    return l0_cast(list, l0_contiguous(list, tensor), type);
}

/* ---- Products and quotients that are scaled and added ---------------------------------------- */

/* Ascend950 does not round the number to a half type. */
static int factor_of(struct l0_list *list, int self, const struct scalar *value, aclDataType type)
{
    bool is_wide = list->architecture == ARCHITECTURE_3510 &&
                   type_is_half(list->tensors[self].type) && type_is_float(value->type) &&
                   type != ACL_DOUBLE;
    return l0_constant(list, "value", value, is_wide ? ACL_FLOAT : type);
}

/* Whether Addcmul becomes AxpyV2. A NaN counts as 1, because CANN asks whether the number is more
 * than 1 or less. */
static bool takes_axpy_v2(const struct l0_list *list, int self, int tensor2,
                          const struct scalar *value, aclDataType type)
{
    const struct l0_tensor *a = &list->tensors[self];
    const struct l0_tensor *c = &list->tensors[tensor2];
    float number = scalar_float(value);
    bool fits = c->rank <= a->rank;
    for (int32_t back = 1; fits && back <= c->rank; back++)
        fits = c->dims[c->rank - back] == 1 || c->dims[c->rank - back] == a->dims[a->rank - back];
    return fits && list->architecture == ARCHITECTURE_2201 && !type_is_complex(value->type) &&
           !(number > 1 || number < 1) && l0_has_type(l0_AxpyV2.ai_core[ARCHITECTURE_2201], type);
}

void ternary_list_addcmul(struct l0_list *list, int self, int tensor1, int tensor2,
                          const struct scalar *value, int out, aclDataType promoted)
{
    int a = dense(list, self, promoted);
    int b = dense(list, tensor1, promoted);
    int c = dense(list, tensor2, promoted);
    if (a == L0_NONE || b == L0_NONE || c == L0_NONE)
        return;
    int factor = factor_of(list, self, value, promoted);
    int sum = takes_axpy_v2(list, a, c, value, promoted)
                  ? list_apply(list, &l0_AxpyV2, promoted, (int[]){a, b, c}, 3, 0)
                  : list_apply(list, &l0_Addcmul, promoted, (int[]){a, b, c, factor}, 4, 0);
    list_write(list, sum, out);
}

void ternary_list_addcdiv(struct l0_list *list, int self, int tensor1, int tensor2,
                          const struct scalar *value, int out, aclDataType promoted)
{
    int a = dense(list, self, promoted);
    int b = dense(list, tensor1, promoted);
    int c = dense(list, tensor2, promoted);
    if (a == L0_NONE || b == L0_NONE || c == L0_NONE)
        return;
    int factor = factor_of(list, self, value, promoted);
    list_write(list, list_apply(list, &l0_Addcdiv, promoted, (int[]){a, b, c, factor}, 4, 0), out);
}

/* ---- Lerp ------------------------------------------------------------------------------------ */

void ternary_list_lerp(struct l0_list *list, int self, int end, int weight, int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, end);
    int w = l0_contiguous(list, weight);
    if (a == L0_NONE)
        return;
    aclDataType type = list->tensors[a].type;
    list_write(list, list_apply(list, &l0_Lerp, type, (int[]){a, b, w}, 3, 0), out);
}

void ternary_list_lerps(struct l0_list *list, int self, int end, const struct scalar *weight,
                        int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, end);
    if (a == L0_NONE)
        return;
    aclDataType type = list->tensors[a].type;
    int w = l0_constant(list, "weight", weight,
                        list->architecture == ARCHITECTURE_3510 ? ACL_FLOAT : type);
    list_write(list, list_apply(list, &l0_Lerp, type, (int[]){a, b, w}, 3, 0), out);
}

/* ---- SWhere ---------------------------------------------------------------------------------- */

/* The kernel has no bool; the device reads its bytes as ACL_INT8. */
static int select_bools(struct l0_list *list, int condition, int self, int other, int out)
{
    int inputs[] = {condition, self, other};
    int result = l0_new_shaped(list, "chosen", ACL_BOOL, list->tensors[out].dims,
                               list->tensors[out].rank);
    l0_launch_row(list, &l0_SelectV2,
                  (int[]){condition, l0_view(list, self, ACL_INT8), l0_view(list, other, ACL_INT8)},
                  3, 0, (int[]){l0_view(list, result, ACL_INT8)}, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2, inputs, 3, &result, 1, NULL);
    return result;
}

void ternary_list_s_where(struct l0_list *list, int condition, int self, int other, int out,
                          aclDataType promoted)
{
    int a = l0_contiguous(list, self);
    int choice = l0_contiguous(list, condition);
    int b = l0_contiguous(list, other);
    choice = l0_cast(list, choice, ACL_BOOL);
    if (promoted == ACL_BOOL) {
        list_write(list, select_bools(list, choice, a, b, out), out);
        return;
    }
    a = l0_cast(list, a, promoted);
    b = l0_cast(list, b, promoted);
    list_write(list, list_apply(list, &l0_SelectV2, promoted, (int[]){choice, a, b}, 3, 0), out);
}

/* A bound that changes nothing: infinity, or the last number of an integer type. */
static int no_bound(struct l0_list *list, aclDataType type, bool is_low)
{
    int64_t bits = data_type_bits(type);
    bool is_unsigned = type == ACL_UINT8;
    double infinity = is_low ? -__builtin_inf() : __builtin_inf();
    int64_t most = INT64_MAX >> (64 - bits - is_unsigned);
    int64_t last = !is_low ? most : is_unsigned ? 0 : -most - 1;
    struct scalar scalar = {.type = type_is_integer(type) ? ACL_INT64 : ACL_DOUBLE};
    if (type_is_integer(type))
        memcpy(scalar.bytes, &last, sizeof last);
    else
        memcpy(scalar.bytes, &infinity, sizeof infinity);
    return l0_constant(list, is_low ? "low" : "high", &scalar, type);
}

static int bound_of(struct l0_list *list, const struct scalar *bound, aclDataType type, bool is_low)
{
    return bound == NULL ? no_bound(list, type, is_low)
                         : l0_constant(list, is_low ? "low" : "high", bound, type);
}

void ternary_list_clamp(struct l0_list *list, int self, const struct scalar *low,
                        const struct scalar *high, int out, aclDataType promoted)
{
    int a = dense(list, self, promoted);
    int inputs[] = {a, bound_of(list, low, promoted, true), bound_of(list, high, promoted, false)};
    list_write(list, list_apply(list, ternary_clip_between(low, high), promoted, inputs, 3, 0),
               out);
}

void ternary_list_clamp_min(struct l0_list *list, int self, const struct scalar *low, int out,
                            aclDataType promoted)
{
    ternary_list_clamp(list, self, low, NULL, out, promoted);
}

void ternary_list_clamp_max(struct l0_list *list, int self, const struct scalar *high, int out,
                            aclDataType promoted)
{
    ternary_list_clamp(list, self, NULL, high, out, promoted);
}

/* The kernel on the device's CPU does not broadcast. */
static int broadcast_for_cpu(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE ||
        l0_has_type(l0_ClipByValueV2.ai_core[list->architecture], list->tensors[tensor].type))
        return tensor;
    return l0_broadcast_to(list, tensor, list->tensors[out].dims, list->tensors[out].rank);
}

void ternary_list_clamp_tensor(struct l0_list *list, int self, int low, int high, int out,
                               aclDataType promoted)
{
    int operands[] = {self, low == L0_NONE ? no_bound(list, promoted, true) : low,
                      high == L0_NONE ? no_bound(list, promoted, false) : high};
    operands[1] = l0_contiguous(list, operands[1]);
    operands[2] = l0_contiguous(list, operands[2]);
    operands[0] = l0_contiguous(list, operands[0]);
    for (int i = 0; i < 3; i++)
        operands[i] = l0_cast(list, operands[i], promoted);
    for (int i = 0; i < 3; i++)
        operands[i] = broadcast_for_cpu(list, operands[i], out);
    list_write(list, list_apply(list, &l0_ClipByValueV2, promoted, operands, 3, 0), out);
}

void ternary_list_clamp_min_tensor(struct l0_list *list, int self, int low, int out,
                                   aclDataType promoted)
{
    ternary_list_clamp_tensor(list, self, low, L0_NONE, out, promoted);
}

void ternary_list_clamp_max_tensor(struct l0_list *list, int self, int high, int out,
                                   aclDataType promoted)
{
    ternary_list_clamp_tensor(list, self, L0_NONE, high, out, promoted);
}

/* ---- Products that are added ----------------------------------------------------------------- */

/* The one element of a tensor, as a tensor without dimensions. */
static int single(struct l0_list *list, int tensor)
{
    return l0_reshape(list, l0_contiguous(list, tensor), NULL, 0);
}

void ternary_list_add_mat_mat_elements(struct l0_list *list, int a, int b, int c,
                                       const struct scalar *alpha, const struct scalar *beta,
                                       int cOut)
{
    if (cOut == L0_NONE)
        return;
    int inputs[] = {l0_contiguous(list, a), l0_contiguous(list, b), l0_contiguous(list, c),
                    l0_constant(list, "alpha", alpha, ACL_FLOAT),
                    l0_constant(list, "beta", beta, ACL_FLOAT)};
    aclDataType type = list->tensors[cOut].type;
    l0_view_copy(list, list_apply(list, &l0_AddMatMatElements, type, inputs, 5, 2), cOut);
}

void ternary_list_add_mat_mat_elements_plus(struct l0_list *list, int c, int a, int b, int beta,
                                            int alpha, int cOut)
{
    if (cOut == L0_NONE)
        return;
    int inputs[] = {l0_contiguous(list, c), l0_contiguous(list, a), l0_contiguous(list, b),
                    single(list, beta), single(list, alpha)};
    aclDataType type = list->tensors[cOut].type;
    l0_view_copy(list, list_apply(list, &l0_AddMatMatElementsPlus, type, inputs, 5, 0), cOut);
}

void ternary_list_fused_mul_add_n(struct l0_list *list, int x1, int x2, int x3, int y)
{
    if (y == L0_NONE)
        return;
    int inputs[] = {l0_contiguous(list, x1), l0_contiguous(list, x2), single(list, x3)};
    aclDataType type = list->tensors[y].type;
    l0_view_copy(list, list_apply(list, &l0_FusedMulAddN, type, inputs, 3, 0), y);
}

/* ---- The kernel's own interface ---------------------------------------------------------------
 */

/* The kernel reads the factor in whatever type it has. The tiling of the experimental kernel, which
 * is for Ascend910B, asks for the system's workspace. */
void ternary_list_axpy_v2(struct l0_list *list, int self, int other, int alpha, int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, other);
    int factor = l0_reshape(list, l0_contiguous(list, alpha), NULL, 0);
    if (a == L0_NONE || b == L0_NONE || factor == L0_NONE)
        return;
    aclDataType type = list->tensors[a].type;
    if (list->tensors[factor].type != type)
        factor = l0_convert(list, factor, type);
    int sum = list_apply(list, &l0_AxpyV2, type, (int[]){a, b, factor}, 3, 0);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    list_write(list, sum, out);
}
