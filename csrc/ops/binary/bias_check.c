/* SPDX-License-Identifier: Apache-2.0 */
/* BiasAdd: its checks. */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/binary.h"
#include "ops/binary/bias.h"
#include "ops/common/check.h"

static bool is_known(const char *format)
{
    return format == NULL || binary_bias_is_second(format) || strcmp(format, "NHWC") == 0 ||
           strcmp(format, "NDHWC") == 0;
}

/* The bias has an element for each place along the channels. */
aclnnStatus binary_check_channel_bias(struct call *call, int x, int bias, int format)
{
    char is[160];
    const char *given = call->arguments[format].text;
    const struct tensor *whole = call_tensor(call, x);
    const struct tensor *one = call_tensor(call, bias);
    if (!is_known(given))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is \"%s\"; NHWC, NCHW, NDHWC and NCDHW are supported",
                      call_name(call, format), given);
    int32_t dim = binary_bias_is_second(given) && whole->rank > 1 ? 1 : whole->rank - 1;
    if (one->rank == 1 && one->dims[0] == whole->dims[dim])
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; [%" PRId64 "], one for each channel of %s, is required",
                  call_name(call, bias), dims_describe(one->dims, one->rank, is, sizeof is),
                  whole->dims[dim], call_name(call, x));
}
