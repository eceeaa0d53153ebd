/* SPDX-License-Identifier: Apache-2.0 */
/* Complex and Polar, which make complex numbers from two real ones. */
#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "declared/unary.h"
#include "ops/common/list.h"

static const struct l0_row *row_of(const struct l0_list *list, int part)
{
    return list->tensors[part].type == ACL_DOUBLE ? &l0_ComplexOfDoubles : &l0_Complex;
}

void binary_list_complex(struct l0_list *list, int real, int imag, int out)
{
    int a = l0_contiguous(list, real);
    int b = l0_contiguous(list, imag);
    if (a == L0_NONE || b == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    l0_view_copy(list, list_apply2(list, row_of(list, a), type, a, b), out);
}

/* Appends the steps of Polar, which use other rows. */
static void polar_steps(struct l0_list *list, int input, int angle, int result)
{
    const struct l0_tensor turned = list->tensors[angle];
    const struct l0_tensor numbers = list->tensors[result];
    int parts[2];
    for (int i = 0; i < 2; i++) {
        int factor = l0_new_shaped(list, "turned", ACL_FLOAT, turned.dims, turned.rank);
        parts[i] = l0_new_shaped(list, "part", ACL_FLOAT, numbers.dims, numbers.rank);
        l0_step(list, L0_STEP_APPLY, i == 0 ? &l0_Cos : &l0_Sin, &angle, 1, &factor, 1, NULL);
        l0_step(list, L0_STEP_APPLY, &l0_Mul, (int[]){factor, input}, 2, &parts[i], 1, NULL);
    }
    l0_step(list, L0_STEP_APPLY, &l0_Complex, parts, 2, &result, 1, NULL);
}

void binary_list_polar(struct l0_list *list, int input, int angle, int out)
{
    int modulus = l0_contiguous(list, input);
    int turned = l0_contiguous(list, angle);
    if (modulus == L0_NONE || turned == L0_NONE)
        return;
    int result = L0_NONE;
    if (list->architecture == ARCHITECTURE_3510) {
        const struct l0_tensor whole = list->tensors[out];
        result = l0_new_shaped(list, "Polar", ACL_COMPLEX64, whole.dims, whole.rank);
        if (result == L0_NONE)
            return;
        l0_launch_row(list, &l0_Polar, (int[]){modulus, turned}, 2, 0, &result, 1, NULL);
        polar_steps(list, modulus, turned, result);
    } else {
        int sine = list_apply(list, &l0_Sin, ACL_FLOAT, &turned, 1, 0);
        int cosine = list_apply(list, &l0_Cos, ACL_FLOAT, &turned, 1, 0);
        int imaginary = list_apply2(list, &l0_Mul, ACL_FLOAT, sine, modulus);
        int real = list_apply2(list, &l0_Mul, ACL_FLOAT, cosine, modulus);
        result = list_apply2(list, &l0_Complex, ACL_COMPLEX64, real, imaginary);
    }
    l0_view_copy(list, result, out);
}
