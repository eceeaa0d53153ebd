/* SPDX-License-Identifier: Apache-2.0 */
/* SearchSorted and Bucketize: checks. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/sort.h"
#include "ops/common/check.h"
#include "tensor/convert.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus sort_check_not_here(struct call *call, int architecture)
{
    if (call->soc->architecture != (enum soc_architecture)architecture)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER, "%s does not have the operator", call->soc->name);
}

aclnnStatus sort_check_not_here_if_any(struct call *call, int architecture)
{
    return call->is_empty ? ACLNN_SUCCESS : sort_check_not_here(call, architecture);
}

/* The type of indices is int32 or int64, according to a flag. */
aclnnStatus sort_check_index_type(struct call *call, int out, int outInt32)
{
    aclDataType type = call_tensor(call, out)->type;
    aclDataType required = call->arguments[outInt32].integer != 0 ? ACL_INT32 : ACL_INT64;
    if (type == required)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required by outInt32",
                  call_name(call, out), data_type_name(type), data_type_name(required));
}

aclnnStatus sort_check_sorted_sequences(struct call *call, int sortedSequence, int self)
{
    char is[160];
    char given[160];
    const struct tensor *sequence = call_tensor(call, sortedSequence);
    const struct tensor *values = call_tensor(call, self);
    bool fits = sequence->rank == 1;
    if (!fits && sequence->rank == values->rank && !(values->rank == 1 && values->dims[0] == 1)) {
        fits = true;
        for (int32_t i = 0; i + 1 < sequence->rank; i++)
            fits = fits && sequence->dims[i] == values->dims[i];
    }
    if (fits)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s and that of %s %s; one dimension is required, or the same "
                  "ones but for the last",
                  call_name(call, sortedSequence),
                  dims_describe(sequence->dims, sequence->rank, is, sizeof is),
                  call_name(call, self),
                  dims_describe(values->dims, values->rank, given, sizeof given));
}

aclnnStatus sort_check_one_sequence(struct call *call, int sortedSequence)
{
    const struct tensor *sequence = call_tensor(call, sortedSequence);
    if (sequence->rank == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "sortedSequence has %d dimensions; 1 is required where one number is searched",
                  sequence->rank);
}

/* Finds the type that is computed in. A tensor without dimensions counts less in promotion. */
aclnnStatus sort_check_promote_buckets(struct call *call, int self, int boundaries)
{
    const struct tensor *values = call_tensor(call, self);
    aclDataType type = call_tensor(call, boundaries)->type;
    if (values->rank > 0 || (!type_is_float(type) && type_is_float(values->type)))
        return check_promote(call, (int[]){self, boundaries}, 2);
    call->promoted = type;
    return ACLNN_SUCCESS;
}
