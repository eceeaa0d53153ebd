/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of formats that several families name. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

/* Refuses a format that is private to the device, in a tensor or in a member of a list. */
aclnnStatus check_format(struct call *call, int operand)
{
    struct call_members members;
    aclnnStatus status = ACLNN_SUCCESS;
    call_members(call, operand, &members);
    for (uint64_t i = 0; status == ACLNN_SUCCESS && i < members.count; i++)
        if (members.tensors[i] != NULL)
            status = check_tensor_format(members.tensors[i],
                                         call_member_name(call, operand, &members, i));
    return status;
}

/* 161002 unless both tensors have the same storage format. */
aclnnStatus check_same_format(struct call *call, int tensor, int other)
{
    const struct tensor *a = call_tensor(call, tensor);
    const struct tensor *b = call_tensor(call, other);
    if (a == NULL || b == NULL || a->format == b->format)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %s, that of %s is %s; they must be equal",
                  call_name(call, tensor), format_name(a->format), call_name(call, other),
                  format_name(b->format));
}

/* For operators whose result has the format of an input. ViewCopy copies ND to any format, and any
 * other format only to itself. */
aclnnStatus check_kept_format(struct call *call, int tensor, int out)
{
    const struct tensor *from = call_tensor(call, tensor);
    const struct tensor *to = call_tensor(call, out);
    if (from->format == ACL_FORMAT_ND || from->format == to->format)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_INNER_NULLPTR,
        "the format of %s is %s, that of %s is %s; ACL_FORMAT_ND in the first, or the same in "
        "both, is required",
        call_name(call, tensor), format_name(from->format), call_name(call, out),
        format_name(to->format));
}

aclnnStatus check_kept_format_of(struct call *call, int tensor, int out, int operand,
                                 const struct type_set *kept)
{
    bool is_kept = call_has_type(kept->types[call->soc->architecture], call_type(call, operand));
    return is_kept ? check_kept_format(call, tensor, out) : ACLNN_SUCCESS;
}

/* For results that are copied. A tensor of another shape is broadcast first, which makes it ND. */
aclnnStatus check_copied_format(struct call *call, int tensor, int out)
{
    const struct tensor *from = call_tensor(call, tensor);
    const struct tensor *to = call_tensor(call, out);
    bool broadcasts = !same_dims(from->dims, from->rank, to->dims, to->rank);
    return broadcasts ? ACLNN_SUCCESS : check_kept_format(call, tensor, out);
}

aclnnStatus check_plain_or_fractal(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t->format == ACL_FORMAT_FRACTAL_NZ
               ? ACLNN_SUCCESS
               : check_tensor_format(t, argument_named(call_name(call, tensor)));
}

aclnnStatus check_plain_format(struct call *call, int tensor)
{
    if (call_tensor(call, tensor) == NULL || call_tensor(call, tensor)->format == ACL_FORMAT_ND)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; ACL_FORMAT_ND is required",
                  call_name(call, tensor), format_name(call_tensor(call, tensor)->format));
}
