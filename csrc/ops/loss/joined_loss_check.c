/* SPDX-License-Identifier: Apache-2.0 */
/* Losses that a word joins: checks. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/report.h"
#include "declared/common.h"
#include "declared/loss.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

static bool is_one(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor_element_count(tensor, &count) && count == 1;
}

/* How many dims differ, when all that do are 1; else -1. */
static int spread_dims(const struct tensor *tensor, const struct tensor *whole)
{
    int found = 0;
    if (tensor->rank != whole->rank)
        return -1;
    for (int32_t i = 0; i < whole->rank; i++) {
        if (tensor->dims[i] == whole->dims[i])
            continue;
        if (tensor->dims[i] != 1)
            return -1;
        found++;
    }
    return found;
}

aclnnStatus loss_check_spread_along_one(struct call *call, int tensor, int whole)
{
    int found = spread_dims(call_tensor(call, tensor), call_tensor(call, whole));
    if (found == 0 || found == 1)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, tensor,
                             "that of the other operand, or with 1 in one dimension, is required");
}

aclnnStatus loss_check_variances_of(struct call *call, int tensor, int whole)
{
    const struct tensor *given = call_tensor(call, tensor);
    const struct tensor *x = call_tensor(call, whole);
    int32_t last = x->rank - 1;
    bool has_last = given->rank == x->rank;
    bool fits = is_one(given) || has_last || (last >= 0 && given->rank == last);
    for (int32_t i = 0; fits && !is_one(given) && i < given->rank; i++)
        fits = given->dims[i] == x->dims[i] || (has_last && i == last && given->dims[i] == 1);
    if (fits)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, tensor,
                             "that of the means, with 1 in the last dimension or without it, or "
                             "one element, is required");
}

aclnnStatus loss_check_finite(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return isfinite((float)given)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a finite number is required",
                        call_name(call, number), given);
}

aclnnStatus loss_check_finite_above_0(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return isfinite((float)given) && (float)given > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a finite number above 0 is required",
                        call_name(call, number), given);
}

aclnnStatus loss_check_reduction_word(struct call *call, int reduction)
{
    const char *word = call->arguments[reduction].text;
    if (strcmp(word, "none") == 0 || strcmp(word, "sum") == 0 || strcmp(word, "mean") == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; \"none\", \"sum\" or \"mean\" is required",
                  call_name(call, reduction), word);
}

aclnnStatus loss_check_first_power(struct call *call, int power)
{
    int64_t given = call->arguments[power].integer;
    return given == 1 ? ACLNN_SUCCESS
                      : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 is required",
                               call_name(call, power), given);
}

aclnnStatus loss_check_joined_by_word(struct call *call, int input, int reduction, int result)
{
    if (strcmp(call->arguments[reduction].text, "none") == 0)
        return check_same_shape(call, input, result);
    if (is_one(call_tensor(call, result)))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, result, "one element is required");
}
