/* SPDX-License-Identifier: Apache-2.0 */
/* SignBitsPack and SignBitsUnpack: lists of L0 operators. */
#include "ops/bitwise/sign_bits.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/bitwise.h"
#include "workspace/l0_operators.h"

static void apply(struct l0_list *list, const struct l0_row *row, int self, aclDataType type,
                  int out)
{
    struct sign_bits *attributes = l0_take(list, sizeof *attributes);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE || attributes == NULL)
        return;
    attributes->negative_first = list->architecture == ARCHITECTURE_3510;
    const struct l0_tensor result = list->tensors[out];
    int signs = l0_new_shaped(list, "signs", type, result.dims, result.rank);
    l0_apply(list, row, &dense, 1, 0, &signs, 1, attributes);
    l0_view_copy(list, signs, out);
}

void bitwise_list_sign_bits_pack(struct l0_list *list, int self, int out)
{
    apply(list, &l0_SignBitsPack, self, ACL_UINT8, out);
}

void bitwise_list_sign_bits_unpack(struct l0_list *list, int self, aclDataType dtype, int out)
{
    apply(list, &l0_SignBitsUnpack, self, dtype, out);
}
