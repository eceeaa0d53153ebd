/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons: the types that CANN's op_api compares in, and its lists. */
#include "ops/compare/compare.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/compare.h"
#include "declared/logic.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/reduce/reduce.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

int compare_list_operand(struct l0_list *list, int tensor, aclDataType type)
{
    return l0_cast(list, l0_contiguous(list, tensor), type);
}

/* Gives an operand in the type that is compared. Tensors that the row's kernel reads directly stay
 * as they are. */
static int strided_operand(struct l0_list *list, const struct l0_row *row, int tensor,
                           aclDataType type)
{
    bool walks = tensor != L0_NONE && list->tensors[tensor].type == type &&
                 list_walks_strides(list, row, type);
    return walks ? tensor : compare_list_operand(list, tensor, type);
}

void compare_list_compare(struct l0_list *list, const struct l0_row *row, int self, int other,
                          aclDataType type, int out)
{
    int a = compare_list_operand(list, self, type);
    int b = compare_list_operand(list, other, type);
    list_write(list, list_apply2(list, row, ACL_BOOL, a, b), out);
}

void compare_list_strided(struct l0_list *list, const struct l0_row *row, int self, int other,
                          aclDataType type, int out)
{
    int a = strided_operand(list, row, self, type);
    int b = strided_operand(list, row, other, type);
    list_write(list, list_apply2(list, row, ACL_BOOL, a, b), out);
}

void compare_list_number(struct l0_list *list, const struct l0_row *row, int self,
                         const struct scalar *other, aclDataType type, int out)
{
    int a = compare_list_operand(list, self, type);
    int b = l0_constant(list, "other", other, type);
    list_write(list, list_apply2(list, row, ACL_BOOL, a, b), out);
}

void compare_list_number_strided(struct l0_list *list, const struct l0_row *row, int self,
                                 const struct scalar *other, aclDataType type, int out)
{
    int a = strided_operand(list, row, self, type);
    int b = l0_constant(list, "other", other, type);
    list_write(list, list_apply2(list, row, ACL_BOOL, a, b), out);
}

void compare_list_less_number(struct l0_list *list, const struct l0_row *row, int self,
                              const struct scalar *other, aclDataType type, int out)
{
    if (self == L0_NONE)
        return;
    /* Products before Ascend950 convert the number by an operator, unless self decides the number's
     * type. */
    aclDataType own = list->tensors[self].type;
    aclDataType given = list->architecture == ARCHITECTURE_3510 ? type
                        : type_is_float(own)                    ? own
                        : other->type == ACL_DOUBLE             ? ACL_FLOAT
                                                                : other->type;
    int number = l0_constant(list, "other", other, given);
    int a = compare_list_operand(list, self, type);
    int b = l0_cast(list, number, type);
    list_write(list, list_apply2(list, row, ACL_BOOL, a, b), out);
}

/* ---- aclnnEqual ------------------------------------------------------------------------------ */

/* Appends the step, without an operator, that finds whether all elements of a bool tensor are
 * true. */
static void fold_all(struct l0_list *list, int tensor, int result)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (tensor == L0_NONE || result == L0_NONE || fold == NULL)
        return;
    fold->dims = ((uint64_t)1 << list->tensors[tensor].rank) - 1;
    l0_step(list, L0_STEP_APPLY, &l0_TensorEqual, &tensor, 1, &result, 1, fold);
}

static bool have_same_shape(const struct l0_tensor *a, const struct l0_tensor *b)
{
    bool same = a->rank == b->rank;
    for (int32_t i = 0; same && i < a->rank; i++)
        same = a->dims[i] == b->dims[i];
    return same;
}

void compare_list_equal(struct l0_list *list, int self, int other, aclDataType promoted, int out)
{
    static const int64_t one[] = {1};
    if (self == L0_NONE || other == L0_NONE)
        return;
    bool same_shape = have_same_shape(&list->tensors[self], &list->tensors[other]);
    if (!same_shape || list->tensors[self].elements == 0) {
        l0_view_copy(list, list_fill(list, ACL_BOOL, same_shape ? 1 : 0, one, 1), out);
        return;
    }
    aclDataType type = promoted == ACL_BF16 ? ACL_FLOAT : promoted;
    const int operands[] = {compare_list_operand(list, self, type),
                            compare_list_operand(list, other, type)};
    int result = l0_new_shaped(list, "equal", ACL_BOOL, one, 1);
    l0_launch_row(list, &l0_TensorEqual, operands, 2, 0, &result, 1, NULL);
    if (operands[0] == L0_NONE || operands[1] == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[operands[0]];
    int each = l0_new_shaped(list, "equal", ACL_BOOL, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_Equal, operands, 2, &each, 1, NULL);
    fold_all(list, each, result);
    l0_view_copy(list, result, out);
}

/* ---- aclnnIsClose ---------------------------------------------------------------------------- */

void compare_list_is_close(struct l0_list *list, int self, int other, double rtol, double atol,
                           bool equalNan, int out)
{
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, other);
    if (a == L0_NONE || b == L0_NONE)
        return;
    /* The step compares integers and bool in int64. The list has no operator that converts them. */
    aclDataType type = list->tensors[a].type;
    aclDataType exact = type_is_float(type) ? type : ACL_INT64;
    const struct l0_tensor result = list->tensors[out];
    int close = l0_new_shaped(list, "close", ACL_BOOL, result.dims, result.rank);
    l0_launch_row(list, &l0_IsClose, (int[]){a, b}, 2, 0, &close, 1, NULL);
    const int inputs[] = {
        l0_convert(list, a, exact),
        l0_convert(list, b, exact),
        list_constant(list, "rtol", rtol, ACL_FLOAT),
        list_constant(list, "atol", atol, ACL_FLOAT),
        list_constant(list, "equalNan", equalNan ? 1 : 0, ACL_BOOL),
    };
    l0_step(list, L0_STEP_APPLY, &l0_IsClose, inputs, 5, &close, 1, NULL);
    l0_view_copy(list, close, out);
}

/* ---- aclnnIsIn*: one number, or one place to look in ----------------------------------------- */

void compare_list_is_in_scalar_tensor(struct l0_list *list, const struct scalar *element,
                                      int testElements, bool assumeUnique, bool invert,
                                      aclDataType promoted, int out)
{
    static const int64_t one[] = {1};
    const struct array all = {0};
    (void)assumeUnique;
    if (testElements == L0_NONE)
        return;
    bool is_nan = type_is_float(element->type) && isnan(scalar_float(element));
    if (list->tensors[testElements].elements == 0 || is_nan) {
        l0_view_copy(list, list_fill(list, ACL_BOOL, invert ? 1 : 0, one, 1), out);
        return;
    }
    int places = compare_list_operand(list, testElements, promoted);
    int number = l0_constant(list, "element", element, promoted);
    int found = list_apply2(list, &l0_Equal, ACL_BOOL, places, number);
    found = reduce_list_fold(list, &l0_ReduceAny, found, &all, false, ACL_BOOL);
    if (invert)
        found = list_apply(list, &l0_LogicalNot, ACL_BOOL, &found, 1, 0);
    l0_view_copy(list, found, out);
}

void compare_list_is_in_tensor_scalar(struct l0_list *list, int element,
                                      const struct scalar *testElement, bool assumeUnique,
                                      bool invert, aclDataType promoted, int out)
{
    (void)assumeUnique;
    compare_list_number(list, invert ? &l0_NotEqual : &l0_Equal, element, testElement, promoted,
                        out);
}
