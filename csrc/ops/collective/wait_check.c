/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks that wait for each other: checks. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "acl/acl_base_rt.h"
#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "base/status.h"
#include "declared/collective.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"

/* The communicator has as many ranks as the call says. */
aclnnStatus collective_check_world(struct call *call, int group, int size)
{
    return collective_find_sized(call, group, size, COLLECTIVE_FIRST, 1);
}

aclnnStatus collective_check_missing_late(struct call *call, int tensor)
{
    if (call_tensor(call, tensor) == NULL)
        return ACLNN_SUCCESS;
    return collective_refuse_late(call, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                  "%s is given, which is not implemented", call_name(call, tensor));
}

aclnnStatus collective_check_flag_late(struct call *call, int integer)
{
    int64_t given = call->arguments[integer].integer;
    return given == 0 || given == 1
               ? ACLNN_SUCCESS
               : collective_refuse_late(call, ACLNN_ERR_INNER_TILING_ERROR,
                                        "%s is %" PRId64 "; 0 or 1 is required",
                                        call_name(call, integer), given);
}

aclnnStatus collective_check_of_ranks(struct call *call, int tensor, int size, int rank)
{
    const struct tensor *t = call_tensor(call, tensor);
    int64_t ranks = call->arguments[size].integer;
    bool fits = t->rank == rank;
    for (int32_t i = 0; fits && i < t->rank; i++)
        fits = t->dims[i] == ranks;
    return fits ? ACLNN_SUCCESS
                : collective_refuse_late(
                      call, ACLNN_ERR_INNER_TILING_ERROR,
                      "%s has not the size %" PRId64 " of %s in each of %d dimensions",
                      call_name(call, tensor), ranks, call_name(call, size), rank);
}
