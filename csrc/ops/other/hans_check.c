/* SPDX-License-Identifier: Apache-2.0 */
/* HansEncode, HansDecode: checks, those of the tilings. */
#include <inttypes.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/other.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/other/hans.h"

static int64_t bytes_of(const struct call *call, int tensor)
{
    return shape_elements(call_tensor(call, tensor)) * data_type_bits(call_type(call, tensor)) / 8;
}

/* The counts, and the bytes of each number but the one with the highest bits. */
static aclnnStatus counts_and_rest(struct call *call, int pdf, int rest, int numbers)
{
    int64_t width = data_type_bits(call_type(call, numbers)) / 8;
    if (shape_elements(call_tensor(call, pdf)) != HANS_SYMBOLS)
        return call_refuse_shape(call, pdf, "256 counts are required");
    int64_t wanted = shape_elements(call_tensor(call, numbers)) * (width - 1);
    if (bytes_of(call, rest) == wanted)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " bytes; %" PRId64 " are required, all of %s but one each",
                  call_name(call, rest), bytes_of(call, rest), wanted, call_name(call, numbers));
}

static aclnnStatus has_room(struct call *call, int tensor, int64_t found, int64_t wanted)
{
    return found >= wanted ? ACLNN_SUCCESS
                           : report(ACLNN_ERR_PARAM_INVALID,
                                    "%s has room for %" PRId64 " bytes; %" PRId64 " are required",
                                    call_name(call, tensor), found, wanted);
}

aclnnStatus other_check_encoded(struct call *call, int numbers, int pdf, int packs, int mantissa,
                                int fixed, int var)
{
    int64_t count = shape_elements(call_tensor(call, numbers));
    int64_t room = bytes_of(call, fixed);
    if (count % HANS_ROW != 0 || count < HANS_LEAST)
        return call_refuse_shape(call, numbers,
                                 "a multiple of 64 numbers, at least 32768, is required");
    int64_t most = hans_most_bytes(count, hans_cores(call->soc, count));
    aclnnStatus status = counts_and_rest(call, pdf, mantissa, numbers);
    if (status == ACLNN_SUCCESS && call->arguments[packs].integer != 0)
        status = has_room(call, fixed, room, most);
    if (status == ACLNN_SUCCESS)
        status = has_room(call, fixed, room, HANS_HEADER_BYTES);
    return status == ACLNN_SUCCESS ? has_room(call, var, room + bytes_of(call, var), most) : status;
}

aclnnStatus other_check_decoded(struct call *call, int mantissa, int pdf, int out)
{
    return counts_and_rest(call, pdf, mantissa, out);
}
