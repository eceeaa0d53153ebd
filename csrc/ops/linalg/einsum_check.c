/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEinsum: checks. CANN has two equations, in any letters. Both are products. */
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/linalg.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

#define LONGEST 32 /* the most characters of an equation */

static const char batches[] =
    "abcd,abced->abce"; /* each matrix of the second operand times a row of the first */
static const char outer[] = "a,b->ab";

/* Renames the letters in the sequence in which they occur. Returns text, which is empty when the
 * equation is too long. */
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

aclnnStatus linalg_check_einsum(struct call *call, int tensors, int equation, int output)
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
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the shapes of tensors do not fit the equation %s; dimensions of one letter must be "
            "equal, and above 0",
            unified);
    call->is_empty = is_outer && (dims[0] == 0 || dims[1] == 0);
    return call_shape_is(call, output, dims, rank, false, "that of the equation");
}
