/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtGetOutputs: shapes and data types of the results of a declared call, by its name. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnn_ext/aclnn_outputs.h"
#include "base/report.h"
#include "executor/operator.h"
#include "impl/aclnn_ext/aclnn_outputs.h"
#include "operators.h"

_Static_assert(ACLNN_EXT_MAX_DIMS == TENSOR_MAX_DIMS, "an output has all dimensions of a tensor");
_Static_assert(sizeof(aclnnExtArgument) == sizeof(union given), "phase one takes the same");

static int compare_name(const void *name, const void *entry)
{
    const struct operator *const *operator = entry;
    return strcmp(name, (*operator)->name);
}

aclnnStatus aclnnExtGetOutputsImpl(const char *call, const aclnnExtArgument *arguments,
                                   uint64_t argumentCount, aclnnExtOutput *outputs, uint64_t room,
                                   uint64_t *count)
{
    if (call == NULL || arguments == NULL || count == NULL || (outputs == NULL && room > 0))
        return report(
            ACLNN_ERR_PARAM_NULLPTR,
            "call, arguments, count or outputs is NULL; only outputs may be, with room 0");
    const struct operator *const *found = bsearch(call, declared_operators,
                                                  (size_t)declared_operator_count,
                                                  sizeof *declared_operators, compare_name);
    if (found == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "call is %s; the name of a call like aclnnAdd is required", call);
    if (argumentCount != (uint64_t)(*found)->parameter_count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "argumentCount is %" PRIu64 "; %s takes %d, and workspaceSize and executor",
                      argumentCount, call, (*found)->parameter_count);
    return operator_outputs(*found, arguments, outputs, room, count);
}
