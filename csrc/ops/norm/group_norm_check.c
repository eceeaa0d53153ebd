/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of groups of channels: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/norm.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus check_divisor(const struct call *call, int64_t channels, int group)
{
    int64_t groups = call->arguments[group].integer;
    if (groups > 0 && channels % groups == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; a number that divides the channels, which are %" PRId64
                  ", is required",
                  call_name(call, group), groups, channels);
}

/* The number of groups divides the number of channels, and kernels take so many. */
aclnnStatus norm_check_group_count(struct call *call, int channels, int group)
{
    return check_divisor(call, call->arguments[channels].integer, group);
}

aclnnStatus norm_check_groups_of(struct call *call, int tensor, int group)
{
    return check_divisor(call, call_tensor(call, tensor)->dims[1], group);
}

aclnnStatus norm_check_group_limits(struct call *call, int channels, int group)
{
    int64_t all = call->arguments[channels].integer;
    int64_t groups = call->arguments[group].integer;
    if (all / groups <= 8000 && all <= 240000)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 " and %s %" PRId64
                  "; at most 240000 channels are supported, 8000 in a group",
                  call_name(call, channels), all, call_name(call, group), groups);
}

aclnnStatus norm_check_positive(struct call *call, int number)
{
    double given = call->arguments[number].real;
    return given > 0 ? ACLNN_SUCCESS
                     : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number above 0 is required",
                              call_name(call, number), given);
}

aclnnStatus norm_check_batches_and_channels(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->dims[0] > 0 && given->dims[1] > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the first dimensions of %s are %" PRId64 " and %" PRId64
                  "; numbers above 0 are required",
                  call_name(call, tensor), given->dims[0], given->dims[1]);
}

aclnnStatus norm_check_sizes(struct call *call, int tensor, int batches, int channels, int places)
{
    const struct tensor *given = call_tensor(call, tensor);
    int64_t rest = 1;
    for (int32_t i = 2; i < given->rank; i++)
        rest *= given->dims[i];
    if (given->dims[0] == call->arguments[batches].integer &&
        given->dims[1] == call->arguments[channels].integer &&
        rest == call->arguments[places].integer)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s, %s and %s are %" PRId64 ", %" PRId64 " and %" PRId64
                  "; those of %s are %" PRId64 ", %" PRId64 " and %" PRId64,
                  call_name(call, batches), call_name(call, channels), call_name(call, places),
                  call->arguments[batches].integer, call->arguments[channels].integer,
                  call->arguments[places].integer, call_name(call, tensor), given->dims[0],
                  given->dims[1], rest);
}

/* The tensor has as many elements as the product of some numbers. */
static aclnnStatus check_count(const struct call *call, int tensor, const int *numbers, int count)
{
    int64_t required = 1;
    int64_t elements = 0;
    bool fits = true;
    const struct tensor *given = call_tensor(call, tensor);
    for (int i = 0; i < count; i++)
        fits &= call->arguments[numbers[i]].integer >= 0 &&
                !__builtin_mul_overflow(required, call->arguments[numbers[i]].integer, &required);
    if (given == NULL || (fits && tensor_element_count(given, &elements) && elements == required))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " elements; %" PRId64 " are required",
                  call_name(call, tensor), elements, required);
}

aclnnStatus norm_check_counted(struct call *call, int tensor, const int *numbers, int count)
{
    return check_count(call, tensor, numbers, count);
}

aclnnStatus norm_check_group_statistic(struct call *call, int statistic, int tensor, int group)
{
    char is[160];
    const struct tensor *given = call_tensor(call, statistic);
    int64_t batches = call_tensor(call, tensor)->dims[0];
    int64_t groups = call->arguments[group].integer;
    if (given->rank == 2 && given->dims[0] == batches && given->dims[1] == groups)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; [%" PRId64 ", %" PRId64 "], one for each group, is "
                  "required",
                  call_name(call, statistic),
                  dims_describe(given->dims, given->rank, is, sizeof is), batches, groups);
}

aclnnStatus norm_check_like_factors(struct call *call, int grad, int factors, int channels)
{
    const struct tensor *given = call_tensor(call, grad);
    if (given == NULL || call_tensor(call, factors) != NULL)
        return given == NULL ? ACLNN_SUCCESS : check_same_shape(call, factors, grad);
    int64_t count = call->arguments[channels].integer;
    return call_shape_is(call, grad, &count, 1, false, "one for each channel");
}

aclnnStatus norm_check_channels_first(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    if (format == ACL_FORMAT_NHWC || format == ACL_FORMAT_HWCN || format == ACL_FORMAT_NDHWC)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the format of %s is %s; one with the channels second, as NCHW, is required",
                      call_name(call, tensor), format_name(format));
    return check_format(call, tensor);
}

/* CANN compares the factors' type with the elements' when gamma and beta are both given, or when
 * they are float32. */
aclnnStatus norm_check_pair_or_float(struct call *call, int gamma, int beta, int tensor)
{
    bool are_both = call_tensor(call, gamma) != NULL && call_tensor(call, beta) != NULL;
    if (!are_both && call_type(call, tensor) != ACL_FLOAT)
        return ACLNN_SUCCESS;
    aclnnStatus status = norm_check_type_or_float(call, gamma, tensor);
    return status != ACLNN_SUCCESS ? status : norm_check_type_or_float(call, beta, tensor);
}

/* When only one of gamma and beta is given, CANN makes the other in the type of the elements, and
 * the kernel requires one type for both. */
aclnnStatus norm_check_lone_factor(struct call *call, int gamma, int beta, int tensor)
{
    bool has_gamma = call_tensor(call, gamma) != NULL;
    bool has_beta = call_tensor(call, beta) != NULL;
    return has_gamma == has_beta ? ACLNN_SUCCESS
                                 : check_same_type_inner(call, has_gamma ? gamma : beta, tensor);
}

aclnnStatus norm_check_mixed_statistic(struct call *call, int statistic, int factors, int tensor)
{
    return call_tensor(call, factors) == NULL || call_type(call, factors) == call_type(call, tensor)
               ? ACLNN_SUCCESS
               : check_same_type(call, statistic, factors);
}

aclnnStatus norm_check_silu_statistic(struct call *call, int statistic, int gamma, int beta,
                                      int tensor)
{
    int of = call_tensor(call, gamma) != NULL  ? gamma
             : call_tensor(call, beta) != NULL ? beta
                                               : tensor;
    return check_same_type_inner(call, statistic, of);
}

/* When the first dimension is 0 there is nothing to do. */
aclnnStatus norm_check_no_images(struct call *call, int tensor)
{
    call->is_empty = call_tensor(call, tensor)->dims[0] == 0;
    return ACLNN_SUCCESS;
}
