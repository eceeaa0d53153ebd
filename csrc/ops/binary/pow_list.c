/* SPDX-License-Identifier: Apache-2.0 */
/* The aclnnPow calls: lists of L0 operators. */
#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "declared/fill.h"
#include "declared/unary.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Whether Pows of Ascend910B and 910_93 is used, which exists for some exponents. */
static bool takes_pows(const struct l0_list *list, aclDataType type, float exponent)
{
    static const float known[] = {0.5F, 2, 3, -0.5F, -1, -2};
    if (list->architecture != ARCHITECTURE_2201 || !(type == ACL_FLOAT || type_is_half(type)))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (exponent == known[i])
            return true;
    return false;
}

static bool takes_square(const struct l0_list *list, aclDataType type, float exponent)
{
    return exponent == 2 && (list->architecture != ARCHITECTURE_3510 || type == ACL_FLOAT ||
                             type_is_half(type) || type == ACL_INT64 || type_is_complex(type));
}

void binary_list_pow_tensor_scalar(struct l0_list *list, int self, const struct scalar *exponent,
                                   int out, aclDataType promoted)
{
    int base = l0_cast(list, l0_contiguous(list, self), promoted);
    float value = scalar_float(exponent);
    int power = base;
    if (takes_pows(list, promoted, value)) {
        int number = l0_constant(list, "exponent", exponent, promoted);
        power = list_apply2(list, &l0_Pows, promoted, base, number);
    } else if (takes_square(list, promoted, value)) {
        bool widens = promoted == ACL_INT8 || promoted == ACL_UINT8 || promoted == ACL_BOOL ||
                      promoted == ACL_INT16;
        aclDataType type = widens ? ACL_INT32 : promoted;
        base = l0_cast(list, base, type);
        power = list_apply(list, &l0_Square, type, &base, 1, 0);
    } else if (value != 1 || list->architecture == ARCHITECTURE_3510) {
        int number = l0_constant(list, "exponent", exponent, promoted);
        power = list_apply2(list, &l0_Pow, promoted, base, number);
    }
    list_write(list, power, out);
}

/* Whether the kernel on the device's CPU of Ascend910B and 910_93 converts the exponents itself. */
static bool converts_itself(const struct l0_list *list, aclDataType type, aclDataType self,
                            aclDataType exponent)
{
    return list->architecture == ARCHITECTURE_2201 && self != ACL_BOOL && exponent != ACL_BOOL &&
           self != ACL_BF16 && exponent != ACL_BF16 &&
           !l0_has_type(l0_Pow.ai_core[ARCHITECTURE_2201], type);
}

void binary_list_pow_scalar_tensor(struct l0_list *list, const struct scalar *self, int exponent,
                                   int out, aclDataType promoted)
{
    if (exponent == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[out];
    aclDataType type = list->tensors[exponent].type;
    if (list->architecture == ARCHITECTURE_3510 && scalar_float(self) == 1 &&
        !type_is_complex(type) && !type_is_complex(shape.type)) {
        l0_view_copy(list, list_fill(list, shape.type, 1, shape.dims, shape.rank), out);
        return;
    }
    int power = l0_contiguous(list, exponent);
    if (!converts_itself(list, promoted, self->type, type))
        power = l0_cast(list, power, promoted);
    int base = l0_constant(list, "self", self, promoted);
    list_write(list, list_apply2(list, &l0_Pow, promoted, base, power), out);
}
