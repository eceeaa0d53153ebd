/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnAdd and its forms with numbers: the rules of CANN's op_api for types, and its lists. */
#include "ops/binary/add.h"

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "declared/activation.h"
#include "ops/binary/scalar.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* NaN counts as 1, because CANN asks whether alpha is more than 1 or less. */
static bool is_one(double alpha)
{
    return !(alpha > 1 || alpha < 1);
}

bool binary_list_needs_no_factor(const struct l0_list *list, aclDataType type,
                                 const struct scalar *alpha)
{
    if (list->architecture != ARCHITECTURE_3510)
        return is_one((double)scalar_float(alpha));
    if (type_is_complex(type) || type_is_complex(alpha->type))
        return false;
    return is_one(type == ACL_DOUBLE ? scalar_double(alpha) : (double)scalar_float(alpha));
}

/* The types for which a kernel adds and multiplies at once, with alpha as an attribute (AXPY) or as
 * an operand (AXPY_V2). */
#define AXPY (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_FLOAT16))
#define AXPY_3510 (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16))
#define AXPY_V2_3510                                                           \
    (AXPY_3510 | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64) | L0_TYPE(ACL_INT8) | \
     L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_BOOL))

static bool takes_axpy(const struct l0_list *list, aclDataType type)
{
    return ((list->architecture == ARCHITECTURE_3510 ? AXPY_3510 : AXPY) >> type & 1) != 0;
}

static bool takes_axpy_v2(const struct l0_list *list, aclDataType type)
{
    return list->architecture == ARCHITECTURE_3510 && l0_has_type(AXPY_V2_3510, type);
}

int binary_list_axpy(struct l0_list *list, int a, int b, float alpha, aclDataType type)
{
    struct scalar factor = {.type = ACL_FLOAT};
    memcpy(factor.bytes, &alpha, sizeof alpha);
    int constant = l0_constant(list, "alpha", &factor, type_is_float(type) ? ACL_FLOAT : type);
    return list_apply(list, &l0_Axpy, type, (int[]){a, b, constant}, 3, 1);
}

/* self + alpha * other, both of one type, where alpha is not 1. */
static int add_scaled(struct l0_list *list, int self, int other, const struct scalar *alpha,
                      aclDataType type)
{
    if (takes_axpy(list, type))
        return binary_list_axpy(list, self, other, scalar_float(alpha), type);
    int factor = l0_constant(list, "alpha", alpha, type);
    if (takes_axpy_v2(list, type))
        return list_apply(list, &l0_AxpyV2, type, (int[]){self, other, factor}, 3, 0);
    int scaled = list_apply2(list, &l0_Mul, type, other, factor);
    return list_apply2(list, &l0_Add, type, self, scaled);
}

void binary_list_add(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
                     aclDataType promoted)
{
    if (self == L0_NONE || other == L0_NONE)
        return;
    aclDataType a = list->tensors[self].type;
    aclDataType b = list->tensors[other].type;
    /* The kernel of Add takes a float32 tensor and a half tensor without a cast. */
    bool mixed = binary_list_are_mixed(list, self, other) && is_one((double)scalar_float(alpha));
    bool plain = !mixed && binary_list_needs_no_factor(list, promoted, alpha);
    bool as_it_is = plain && a == promoted && b == promoted;
    bool strided = (mixed && list->architecture == ARCHITECTURE_3510) ||
                   (as_it_is && list_walks_strides(list, &l0_Add, promoted));
    int left = strided ? self : l0_contiguous(list, self);
    int right = strided ? other : l0_contiguous(list, other);
    if (!mixed) {
        left = l0_cast(list, left, promoted);
        right = l0_cast(list, right, promoted);
    }
    int sum = mixed || plain ? list_apply2(list, &l0_Add, mixed ? ACL_FLOAT : promoted, left, right)
                             : add_scaled(list, left, right, alpha, promoted);
    list_write(list, sum, out);
}

/* Whether True + True of bool tensors may be 2 in a type of numbers. CANN makes it 1 again. */
static bool may_be_two(aclDataType self, const struct scalar *other, const struct scalar *alpha,
                       aclDataType out)
{
    return self == ACL_BOOL && other->type == ACL_BOOL && alpha->type == ACL_BOOL &&
           out != ACL_BOOL && scalar_bool(other) && scalar_bool(alpha);
}

void binary_list_adds(struct l0_list *list, int self, const struct scalar *other,
                      const struct scalar *alpha, int out, aclDataType promoted)
{
    int number = l0_constant(list, "other", other, promoted);
    if (self == L0_NONE || out == L0_NONE || number == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    aclDataType result = list->tensors[out].type;
    bool plain = binary_list_needs_no_factor(list, promoted, alpha);
    bool strided = type == promoted && list_walks_strides(list, &l0_Add, promoted) &&
                   (plain || (!takes_axpy(list, promoted) && !takes_axpy_v2(list, promoted)));
    int operand = strided ? self : l0_cast(list, l0_contiguous(list, self), promoted);
    int sum = plain ? list_apply2(list, &l0_Add, promoted, operand, number)
                    : add_scaled(list, operand, number, alpha, promoted);
    sum = l0_cast(list, sum, result);
    if (may_be_two(type, other, alpha, result))
        sum = l0_cast(list, l0_cast(list, sum, ACL_BOOL), result);
    l0_view_copy(list, sum, out);
}

/* ---- AddV3: without kernels of Ascend950's own ----------------------------------------------- */

/* self + alpha * other, both of one type: by Axpy, or by Mul and Add. */
static int add_plainly(struct l0_list *list, int self, int other, const struct scalar *alpha,
                       aclDataType type)
{
    if (is_one((double)scalar_float(alpha)))
        return list_apply2(list, &l0_Add, type, self, other);
    if (l0_has_type(AXPY, type))
        return binary_list_axpy(list, self, other, scalar_float(alpha), type);
    int factor = l0_constant(list, "alpha", alpha, type);
    int scaled = list_apply2(list, &l0_Mul, type, other, factor);
    return list_apply2(list, &l0_Add, type, self, scaled);
}

void binary_list_add_v3(struct l0_list *list, const struct scalar *self, int other,
                        const struct scalar *alpha, int out, aclDataType promoted)
{
    int operand = l0_cast(list, l0_contiguous(list, other), promoted);
    int number = l0_constant(list, "self", self, promoted);
    list_write(list, add_plainly(list, number, operand, alpha, promoted), out);
}

void binary_list_add_relu(struct l0_list *list, int self, int other, const struct scalar *alpha,
                          int out, aclDataType promoted)
{
    if (self == L0_NONE || other == L0_NONE)
        return;
    int left = l0_contiguous(list, self);
    int right = l0_contiguous(list, other);
    bool mixed = binary_list_are_mixed(list, self, other) && is_one((double)scalar_float(alpha));
    aclDataType type = type_is_half(promoted) ? ACL_FLOAT : promoted;
    if (!mixed) {
        left = l0_cast(list, left, type);
        right = l0_cast(list, right, type);
    }
    int sum = mixed ? list_apply2(list, &l0_Add, type, left, right)
                    : add_plainly(list, left, right, alpha, type);
    if (type == ACL_INT16) { /* Relu has no int16 */
        sum = l0_cast(list, sum, ACL_INT32);
        type = ACL_INT32;
    }
    if (type != ACL_UINT8)
        sum = list_apply(list, &l0_Relu, type, &sum, 1, 0);
    list_write(list, sum, out);
}
