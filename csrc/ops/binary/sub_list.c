/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnSub, aclnnRsub and their forms with numbers: the lists of CANN's op_api. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/binary.h"
#include "declared/common.h"
#include "ops/binary/add.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* The types in which a kernel multiplies and subtracts at once: those of Axpy and of AxpyV2. */
#define AXPY (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16))
#define AXPY_V2 (L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64) | L0_TYPE(ACL_INT8))

static int negative(struct l0_list *list, const struct scalar *alpha, aclDataType type)
{
    struct scalar factor = {.type = ACL_INT64};
    int64_t value = (int64_t)(0 - (uint64_t)scalar_int64(alpha));
    memcpy(factor.bytes, &value, sizeof value);
    return l0_constant(list, "alpha", &factor, type);
}

/* a - alpha * b, both of one type. Where no kernel does both, Mul makes the product. */
static int subtract(struct l0_list *list, int a, int b, const struct scalar *alpha, bool plain,
                    bool axpy, aclDataType type)
{
    if (plain)
        return list_apply2(list, &l0_Sub, type, a, b);
    if (axpy && l0_has_type(AXPY, type))
        return binary_list_axpy(list, a, b, -scalar_float(alpha), type);
    if (axpy && list->architecture == ARCHITECTURE_3510 && l0_has_type(AXPY_V2, type))
        return list_apply(list, &l0_AxpyV2, type, (int[]){a, b, negative(list, alpha, type)}, 3, 0);
    int factor = l0_constant(list, "alpha", alpha, type);
    return list_apply2(list, &l0_Sub, type, a, list_apply2(list, &l0_Mul, type, b, factor));
}

void binary_list_sub(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
                     aclDataType promoted)
{
    bool plain = binary_list_needs_no_factor(list, promoted, alpha);
    if (list->architecture != ARCHITECTURE_3510 && !plain && type_is_half(promoted))
        promoted = ACL_FLOAT;
    int left = l0_cast(list, l0_contiguous(list, self), promoted);
    int right = l0_cast(list, l0_contiguous(list, other), promoted);
    list_write(list, subtract(list, left, right, alpha, plain, true, promoted), out);
}

void binary_list_subs(struct l0_list *list, int self, const struct scalar *other,
                      const struct scalar *alpha, int out, aclDataType promoted)
{
    bool plain = binary_list_needs_no_factor(list, promoted, alpha);
    int left = l0_cast(list, l0_contiguous(list, self), promoted);
    int number = l0_constant(list, "other", other, promoted);
    list_write(list, subtract(list, left, number, alpha, plain, true, promoted), out);
}

/* Whether Rsub's alpha is 1. Before Ascend950 a bool or complex alpha never is. */
static bool is_one(const struct l0_list *list, aclDataType type, const struct scalar *alpha)
{
    if (list->architecture == ARCHITECTURE_3510)
        return binary_list_needs_no_factor(list, type, alpha);
    return type_is_integer(alpha->type) ? (int32_t)scalar_int64(alpha) == 1
                                        : type_is_float(alpha->type) && scalar_float(alpha) == 1;
}

void binary_list_rsub(struct l0_list *list, int self, int other, const struct scalar *alpha,
                      int out, aclDataType promoted)
{
    int right = l0_cast(list, l0_contiguous(list, self), promoted);
    int left = l0_cast(list, l0_contiguous(list, other), promoted);
    int difference = subtract(list, left, right, alpha, is_one(list, promoted, alpha),
                              list->architecture == ARCHITECTURE_3510, promoted);
    list_write(list, difference, out);
}

void binary_list_rsubs(struct l0_list *list, int self, const struct scalar *other,
                       const struct scalar *alpha, int out, aclDataType promoted)
{
    int right = l0_cast(list, l0_contiguous(list, self), promoted);
    int number = l0_constant(list, "other", other, promoted);
    int difference = subtract(list, number, right, alpha, is_one(list, promoted, alpha),
                              list->architecture == ARCHITECTURE_3510, promoted);
    list_write(list, difference, out);
}
