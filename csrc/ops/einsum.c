/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEinsum: CANN has two equations, by any letters. Both are products. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/matmul.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define KEEP 0
#define USE_FLOAT16 2
#define LONGEST 32 /* characters of an equation */

static const char batches[] =
    "abcd,abced->abce"; /* each matrix of the second by a row of the first */
static const char outer[] = "a,b->ab";

/* Letters by the order in which they come. Returns text; an equation that is too long is empty. */
static const char *unify(const char *equation, char *text)
{
    char letters[LONGEST + 1] = {0};
    size_t length = strlen(equation);
    text[0] = '\0';
    if (length >= LONGEST)
        return text;
    for (size_t i = 0; i <= length; i++) {
        text[i] = equation[i];
        if (!isalpha((unsigned char)equation[i]))
            continue;
        const char *found = strchr(letters, equation[i]);
        size_t place = found != NULL ? (size_t)(found - letters) : strlen(letters);
        letters[place] = equation[i];
        text[i] = (char)('a' + place);
    }
    return text;
}

/* The dims of the result; 0: the operands do not fit the equation. */
static int32_t find_dims(const struct tensor *first, const struct tensor *second, bool is_outer,
                         int64_t *dims)
{
    if (is_outer && first->rank == 1 && second->rank == 1) {
        dims[0] = first->dims[0];
        dims[1] = second->dims[0];
        return 2;
    }
    if (is_outer || first->rank != 4 || second->rank != 5 ||
        !same_dims(first->dims, 3, second->dims, 3) || first->dims[3] != second->dims[4])
        return 0;
    memcpy(dims, second->dims, 4 * sizeof *dims);
    for (int32_t i = 0; i < 4; i++)
        if (dims[i] == 0)
            return 0;
    return first->dims[3] == 0 ? 0 : 4;
}

aclnnStatus check_einsum(struct call *call, int tensors, int equation, int output)
{
    char text[LONGEST + 1];
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor_array *operands = call->arguments[tensors].tensors;
    const char *unified = unify(call->arguments[equation].text, text);
    bool is_outer = strcmp(unified, outer) == 0;
    if (operands->count != 2 || (!is_outer && strcmp(unified, batches) != 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "equation is \"%.40s\" and tensors has %" PRIu64
                      " members; two are required, and %s or %s in any letters",
                      call->arguments[equation].text, operands->count, batches, outer);
    for (int i = 0; i < 2; i++)
        if (operands->members[i]->type != call_type(call, output))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of tensors[%d] is %s, that of output is %s; they must be "
                          "equal",
                          i, data_type_name(operands->members[i]->type),
                          data_type_name(call_type(call, output)));
    int32_t rank = find_dims(operands->members[0], operands->members[1], is_outer, dims);
    if (rank == 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the shapes of tensors do not fit the equation %s, without dimensions of 0",
                      unified);
    call->is_empty = is_outer && (dims[0] == 0 || dims[1] == 0);
    return call_shape_is(call, output, dims, rank, false, "that of the equation");
}

static int reshaped(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    return tensor == L0_NONE ? L0_NONE : l0_reshape(list, tensor, dims, rank);
}

/* All but floats are multiplied in float16. */
static int as_factor(struct l0_list *list, int tensor, aclDataType type)
{
    return type == ACL_FLOAT ? tensor : l0_cast(list, tensor, ACL_FLOAT16);
}

void list_einsum(struct l0_list *list, const struct tensor_array *tensors, int output)
{
    const struct tensor *first = tensors->members[0];
    const struct tensor *second = tensors->members[1];
    int a = l0_contiguous(list, l0_user_tensor(list, "tensors", first));
    int b = l0_contiguous(list, l0_user_tensor(list, "tensors", second));
    if (a == L0_NONE || b == L0_NONE || output == L0_NONE)
        return;
    if (first->rank == 1) {
        int column = reshaped(list, a, (int64_t[]){first->dims[0], 1}, 2);
        int row = reshaped(list, b, (int64_t[]){1, second->dims[0]}, 2);
        l0_view_copy(list, list_apply2(list, &l0_Mul, first->type, column, row), output);
        return;
    }
    const int64_t *d = second->dims;
    a = as_factor(list, a, first->type);
    b = as_factor(list, b, first->type);
    const struct product_request request = {
        .left = b,
        .right = reshaped(list, a, (int64_t[]){d[0], d[1], d[2], d[4], 1}, 5),
        .out = first->type == ACL_FLOAT ? ACL_FLOAT : ACL_FLOAT16,
        .mode = list->architecture == L0_1001 ? USE_FLOAT16 : KEEP};
    int product = l0_cast(list, list_product(list, &request), first->type);
    l0_view_copy(list, reshaped(list, product, d, 4), output);
}
