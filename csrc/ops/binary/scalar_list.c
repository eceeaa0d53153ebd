/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of a tensor and a number: lists of L0 operators. */
#include "ops/binary/scalar.h"

#include <stdbool.h>
#include <string.h>

#include "declared/binary.h"
#include "declared/common.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

bool binary_list_are_mixed(const struct l0_list *list, int a, int b)
{
    aclDataType one = list->tensors[a].type;
    aclDataType other = list->tensors[b].type;
    return (one == ACL_FLOAT && type_is_half(other)) || (type_is_half(one) && other == ACL_FLOAT);
}

/* An operator on a tensor and a number, both in one type. The number is a constant, or, with cast,
 * comes from an operator. */
void binary_list_with_scalar(struct l0_list *list, const struct l0_row *row, int self,
                             const struct scalar *number, aclDataType type, int out)
{
    int a = l0_cast(list, l0_contiguous(list, self), type);
    int b = l0_constant(list, "other", number, type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}

void binary_list_with_cast_scalar(struct l0_list *list, const struct l0_row *row, int self,
                                  const struct scalar *number, aclDataType type, int out)
{
    int a = l0_cast(list, l0_contiguous(list, self), type);
    int b = l0_cast(list, l0_constant(list, "other", number, number->type), type);
    list_write(list, list_apply2(list, row, type, a, b), out);
}
