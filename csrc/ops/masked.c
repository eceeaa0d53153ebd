/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose elements a mask chooses: InplaceMaskedFillScalar, InplaceMaskedFillTensor. */
#include "operators.h"
#include "ops/lists.h"

/* MaskedFill; value is a tensor without dimensions, or a constant. */
static void fill_masked(struct l0_list *list, int self, int mask, int value, int selfRef)
{
    if (self == L0_NONE || mask == L0_NONE || value == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[self];
    int filled = l0_new_shaped(list, "filled", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_MaskedFill, (int[]){self, mask, value}, 3, 0, &filled, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2, (int[]){mask, value, self}, 3, &filled, 1, NULL);
    l0_view_copy(list, filled, selfRef);
}

void list_masked_fill_scalar(struct l0_list *list, int selfRef, int mask,
                             const struct scalar *value)
{
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    if (self != L0_NONE)
        fill_masked(list, self, choice, l0_constant(list, "value", value, list->tensors[self].type),
                    selfRef);
}

void list_masked_fill_tensor(struct l0_list *list, int selfRef, int mask, int value)
{
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    int number = l0_contiguous(list, value);
    if (self != L0_NONE)
        fill_masked(list, self, choice, l0_cast(list, number, list->tensors[self].type), selfRef);
}
