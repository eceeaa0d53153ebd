/* SPDX-License-Identifier: Apache-2.0 */
/* Histc and Bincount: checks. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/sort.h"
#include "tensor/convert.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus sort_check_finite_range(struct call *call, int min, int max)
{
    float low = scalar_float(call_scalar(call, min));
    float high = scalar_float(call_scalar(call, max));
    if ((isfinite(low) && isfinite(high)) || (isinf(low) && low == high))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the range is %g to %g; finite numbers are required",
                  (double)low, (double)high);
}

aclnnStatus sort_check_bins(struct call *call, int self, int bins, int min, int max)
{
    const struct scalar *low = call_scalar(call, min);
    const struct scalar *high = call_scalar(call, max);
    bool is_whole = type_is_integer(call_tensor(call, self)->type);
    if (call->arguments[bins].integer <= 0)
        return report(ACLNN_ERR_PARAM_INVALID, "bins is %" PRId64 "; at least 1 is required",
                      call->arguments[bins].integer);
    bool turned = is_whole ? (int32_t)scalar_int64(low) > (int32_t)scalar_int64(high)
                           : scalar_float(low) > scalar_float(high);
    if (!turned)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "min is %g and max %g; min must not be larger",
                  scalar_double(low), scalar_double(high));
}

aclnnStatus sort_check_bins_shape(struct call *call, int bins, int out)
{
    const struct tensor *result = call_tensor(call, out);
    if (result->rank == 1 && result->dims[0] == call->arguments[bins].integer)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "out has %d dimensions; one, of bins, %" PRId64 ", elements, is required",
                  result->rank, call->arguments[bins].integer);
}

aclnnStatus sort_check_counted_room(struct call *call, int self, int minlength, int out)
{
    const struct tensor *result = call_tensor(call, out);
    int64_t length = call->arguments[minlength].integer;
    int64_t room = result->rank == 1 ? result->dims[0] : -1;
    if (call_tensor(call, self)->dims[0] == 0 || (room >= length && room <= INT32_MAX))
        return ACLNN_SUCCESS;
    if (length > INT32_MAX || room > INT32_MAX)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "minlength is %" PRId64 " and out has %" PRId64 " elements; at most "
                      "2147483647 are supported",
                      length, room);
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "out has %d dimensions and %" PRId64 " elements; one dimension of at least "
                  "minlength, %" PRId64 ", is required",
                  result->rank, room, length);
}
