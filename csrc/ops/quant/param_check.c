/* SPDX-License-Identifier: Apache-2.0 */
/* Scales and offsets in the 64 bits that products of quantised matrices read: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/quant.h"
#include "ops/common/check.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* One dimension, or two of which the first is 1 (on Ascend950 of scales: any). */
static bool is_row(const struct tensor *t, bool takes_rows)
{
    bool has_rank = t->rank == 1 || (t->rank == 2 && (takes_rows || t->dims[0] == 1));
    return has_rank && t->dims[0] > 0 && t->dims[t->rank - 1] > 0;
}

aclnnStatus quant_check_words(struct call *call, int scale, int offset, int out)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *o = call_tensor(call, offset);
    bool is_3510 = call_is_on_950(call);
    if (!is_row(s, is_3510))
        return call_refuse_shape(call, scale,
                                 is_3510 ? "one or two dimensions with elements are "
                                           "required"
                                         : "[n] or [1, n] is required");
    if (o != NULL && !is_row(o, false))
        return call_refuse_shape(call, offset, "[n] or [1, n] is required");
    int64_t count = s->dims[s->rank - 1];
    int64_t offsets = o != NULL ? o->dims[o->rank - 1] : 1;
    if (offsets > 1 && count > 1 && offsets != count)
        return call_refuse_shape(call, offset,
                                 "as many numbers as scale has, or one, are required");
    int64_t places = offsets > count && s->rank == 1 ? offsets : count;
    return call_shape_is(call, out, s->rank == 1 ? &places : s->dims, s->rank, false,
                         "a word for each scale, or for each offset");
}

aclnnStatus quant_check_word_rounding(struct call *call, int mode)
{
    int64_t given = call->arguments[mode].integer;
    return given == 0 || given == 1
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 or 1 is required",
                        call_name(call, mode), given);
}
