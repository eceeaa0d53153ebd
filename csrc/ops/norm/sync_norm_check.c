/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of batch norms over several devices: checks. */
#include "ops/norm/sync_norm.h"

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

aclnnStatus norm_check_some_channels(struct call *call, int tensor)
{
    if (call_tensor(call, tensor)->dims[1] != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no channels; one at least is required",
                  call_name(call, tensor));
}

aclnnStatus norm_check_of_channels(struct call *call, int each, int tensor)
{
    int64_t channels = call_tensor(call, tensor)->dims[1];
    if (call_tensor(call, each) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(call, each, &channels, 1, false, "one for each channel");
}

aclnnStatus norm_check_counts_of(struct call *call, int statistics, int counts)
{
    char is[160];
    char all[160];
    const struct tensor *given = call_tensor(call, counts);
    const struct tensor *rows = call_tensor(call, statistics);
    if (given->rank == 1 && rows->rank == 2 && given->dims[0] == rows->dims[0])
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s and that of %s %s; a count for each row of a matrix is "
                  "required",
                  call_name(call, counts), dims_describe(given->dims, given->rank, is, sizeof is),
                  call_name(call, statistics),
                  dims_describe(rows->dims, rows->rank, all, sizeof all));
}

aclnnStatus norm_check_same_channels(struct call *call, int statistics, int tensor)
{
    int64_t channels = call_tensor(call, tensor)->dims[1];
    int64_t columns = call_tensor(call, statistics)->dims[1];
    if (channels == columns)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " columns; %" PRId64 ", the channels of %s, are required",
                  call_name(call, statistics), columns, channels, call_name(call, tensor));
}

aclnnStatus norm_check_some_rows(struct call *call, int statistics)
{
    if (call_tensor(call, statistics)->dims[0] != 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has no rows; one at least is required",
                  call_name(call, statistics));
}

aclnnStatus norm_check_given_or_invalid(struct call *call, int parameter)
{
    aclnnStatus status = check_given(call, parameter);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_PARAM_INVALID;
}

/* 561103 unless operands of sums over channels have the same shape, or something is empty. */
aclnnStatus norm_check_reduces_alike(struct call *call, int grad, int input, int mean, int invstd)
{
    char is[160];
    char wanted[160];
    const int each[] = {mean, invstd};
    const struct tensor *elements = call_tensor(call, input);
    const struct tensor *given = call_tensor(call, grad);
    int64_t channels = elements->dims[1];
    if (tensor_is_empty(given) || tensor_is_empty(elements) ||
        tensor_is_empty(call_tensor(call, mean)) || tensor_is_empty(call_tensor(call, invstd)))
        return ACLNN_SUCCESS;
    if (!same_dims(given->dims, given->rank, elements->dims, elements->rank))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "the shapes of %s and %s are %s and %s; they must be equal",
                      call_name(call, grad), call_name(call, input),
                      dims_describe(given->dims, given->rank, is, sizeof is),
                      dims_describe(elements->dims, elements->rank, wanted, sizeof wanted));
    for (int i = 0; i < 2; i++)
        if (call_shape_is(call, each[i], &channels, 1, false, "one for each channel") !=
            ACLNN_SUCCESS)
            return ACLNN_ERR_INNER_NULLPTR;
    return ACLNN_SUCCESS;
}

/* 561103 when a result of five dimensions is not copied to another format. */
aclnnStatus norm_check_volume_kept(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->rank != 5 || given->format == ACL_FORMAT_NCDHW)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_INNER_NULLPTR,
        "the format of %s is %s; of five dimensions ACL_FORMAT_NCDHW, that of the result, is "
        "required",
        call_name(call, tensor), format_name(given->format));
}

/* 561103 unless, where `with` is given, a result that the kernel writes directly has the kernel's
 * type. */
aclnnStatus norm_check_kept_type(struct call *call, int tensor, int with, int of)
{
    return call_tensor(call, with) == NULL || call_tensor(call, tensor) == NULL
               ? ACLNN_SUCCESS
               : check_same_type_inner(call, tensor, of);
}

aclnnStatus norm_check_channel_format(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    return format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; of sums of channels NCHW or NHWC is required",
                        call_name(call, tensor), format_name(format));
}

aclnnStatus norm_check_channel_sums(struct call *call, int x, int sums)
{
    const struct tensor *given = call_tensor(call, x);
    int64_t channels = given->dims[norm_sync_channel_of(given)];
    return call_shape_is(call, sums, &channels, 1, false, "a number for each channel");
}
