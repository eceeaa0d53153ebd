/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised and restored at once: checks. */
#include <inttypes.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus quant_check_one_number(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return shape_count(t->dims, t->rank) == 1
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor, "one element is required");
}

aclnnStatus quant_check_bounds(struct call *call, int least, int most)
{
    int64_t low = call->arguments[least].integer;
    int64_t high = call->arguments[most].integer;
    return low <= high ? ACLNN_SUCCESS
                       : report(ACLNN_ERR_PARAM_INVALID,
                                "%s is %" PRId64 " and %s %" PRId64
                                "; the first must not be above the second",
                                call_name(call, least), low, call_name(call, most), high);
}

/* One number for each place of a dimension; a tensor without dimensions has one place. */
aclnnStatus quant_check_channels_along(struct call *call, int numbers, int self, int axis)
{
    const struct tensor *t = call_tensor(call, numbers);
    const struct tensor *whole = call_tensor(call, self);
    int64_t dim = call->arguments[axis].integer;
    int64_t places = 1;
    aclnnStatus status = call_dim_is_in(call, axis, whole->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    if (whole->rank > 0)
        places = whole->dims[dim < 0 ? dim + whole->rank : dim];
    return t->rank == 1 && t->dims[0] == places
               ? ACLNN_SUCCESS
               : call_shape_is(call, numbers, &places, 1, false, "one for each place along axis");
}
