/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers: checks. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/random.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* random_check_interval: the first number is not larger than the second. The functions after it:
 * the first integer is smaller; a number is not below 0. */
aclnnStatus random_check_interval(struct call *call, int from, int to)
{
    double low = call->arguments[from].real;
    double high = call->arguments[to].real;
    if (!(low > high))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %g and %s is %g; the first must not be above the second",
                  call_name(call, from), low, call_name(call, to), high);
}

aclnnStatus random_check_range(struct call *call, int from, int to)
{
    int64_t low = call->arguments[from].integer;
    int64_t high = call->arguments[to].integer;
    if (low < high)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 " and %s is %" PRId64 "; the first must be below the second",
                  call_name(call, from), low, call_name(call, to), high);
}

aclnnStatus random_check_deviation(struct call *call, int number)
{
    double value = call->arguments[number].real;
    if (!(value < 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %g; a standard deviation of 0 or more is required",
                  call_name(call, number), value);
}

/* std is not empty and has the shape of out. One element will do when out has no elements. */
aclnnStatus random_check_deviation_shape(struct call *call, int std, int out)
{
    int64_t deviations = 0;
    int64_t numbers = 0;
    tensor_element_count(call_tensor(call, std), &deviations);
    tensor_element_count(call_tensor(call, out), &numbers);
    aclnnStatus status = check_some(call, std);
    if (status != ACLNN_SUCCESS || (numbers == 0 && deviations == 1))
        return status;
    return check_same_shape(call, std, out);
}

/* Up to so many weights are left to the device's CPU on 910B, and by its checks on Ascend950. */
#define FEW_SAMPLED 5000

aclnnStatus random_check_few_sampled(struct call *call, int self, int seed)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, self), &count);
    if (count == 0 || call_tensor(call, seed)->type == ACL_INT64 ||
        (call->soc->architecture != ARCHITECTURE_1001 && count > FEW_SAMPLED))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; with %s of up to %d elements DT_INT64 is required",
                  call_name(call, seed), data_type_name(call_tensor(call, seed)->type),
                  call_name(call, self), FEW_SAMPLED);
}

aclnnStatus random_check_samples(struct call *call, int self, int count, int replacement, int out)
{
    char is[160];
    char given[160];
    const struct tensor *weights = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    int64_t samples = call->arguments[count].integer;
    int32_t last = weights->rank - 1;
    if (weights->rank < 1 || weights->rank > 2 || result->rank != weights->rank ||
        result->dims[last] != samples || (last > 0 && result->dims[0] != weights->dims[0]))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the shape of self is %s and that of out is %s; one dimension or two are "
                      "required, and the same in out with %" PRId64 " samples as the last",
                      dims_describe(weights->dims, weights->rank, is, sizeof is),
                      dims_describe(result->dims, result->rank, given, sizeof given), samples);
    int64_t most = call->arguments[replacement].integer != 0 ? INT64_MAX : weights->dims[last];
    if (samples <= 0 || samples > most || weights->dims[last] > 1 << 24)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "numsamples is %" PRId64 " of %" PRId64 " categories; at least 1 is "
                      "required, without replacement at most one of each, and at most 2^24 "
                      "categories",
                      samples, weights->dims[last]);
    return ACLNN_SUCCESS;
}
