/* SPDX-License-Identifier: Apache-2.0 */
/* The aclnnRemainder and aclnnFmod calls: checks. */
#include <stdbool.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

/* ---- Types and shapes ------------------------------------------------------------------------ */

/* The type that Ascend950 gives a number in these calls: complex64 for a complex one; a
 * floating-point one keeps its type. */
static aclDataType counted(aclDataType number)
{
    return type_is_complex(number) ? ACL_COMPLEX64 : number;
}

aclnnStatus binary_check_promote_remainder(struct call *call, int self, int number)
{
    aclDataType type = call_type(call, self);
    aclDataType other = call_type(call, number);
    aclDataType promoted = type;
    if (call_is_on_950(call))
        promoted = promote_kinds(type, counted(other));
    else if (!type_is_float(type) && (type_is_float(other) || type == ACL_BOOL))
        promoted = type_promote(type, other);
    return promote_with_number(call, self, number, promoted);
}

/* aclnnFmodScalar: the common type; on Ascend950 it is found by kinds. */
aclnnStatus binary_check_promote_fmod(struct call *call, int self, int other)
{
    aclDataType type = call_type(call, self);
    aclDataType number = call_type(call, other);
    bool is_3510 = call_is_on_950(call);
    return promote_with_number(call, self, other,
                               is_3510 ? promote_kinds(type, counted(number))
                                       : type_promote(type, number));
}

aclnnStatus binary_check_promote_remainder_of_number(struct call *call, int number, int other,
                                                     int out)
{
    aclDataType type = call_type(call, other);
    bool is_3510 = call_is_on_950(call);
    if (is_3510)
        type = promote_kinds(type, counted(call_type(call, number)));
    aclnnStatus status = promote_with_number(call, other, number, type);
    if (status == ACLNN_SUCCESS)
        status = check_cast(call, CALL_PROMOTED, out);
    if (!is_3510)
        call->promoted = call_type(call, out);
    return status;
}

static bool is_single(const struct tensor *tensor)
{
    return tensor->rank == 0 || (tensor->rank == 1 && tensor->dims[0] == 1);
}

aclnnStatus binary_check_remainder_shape(struct call *call, int self, int other, int out)
{
    const struct tensor *a = call_tensor(call, self);
    const struct tensor *b = call_tensor(call, other);
    const struct tensor *result = call_tensor(call, out);
    if (!call_is_on_950(call) && self != out && is_single(a) && is_single(b) && is_single(result))
        return ACLNN_SUCCESS;
    return check_broadcast(call, (const int[]){self, other}, 2, out);
}
