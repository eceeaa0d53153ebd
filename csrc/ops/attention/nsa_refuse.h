/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: how its checks refuse. */
#ifndef ACLNN_PY_OPS_ATTENTION_NSA_REFUSE_H
#define ACLNN_PY_OPS_ATTENTION_NSA_REFUSE_H

#include <inttypes.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

static inline aclnnStatus nsa_refuse(const struct call *call, aclnnStatus status, int parameter,
                                     const char *required)
{
    return report(status, "%s is %" PRId64 "; %s", call_name(call, parameter),
                  call->arguments[parameter].integer, required);
}

static inline aclnnStatus nsa_refuse_shape(const struct call *call, aclnnStatus status, int tensor,
                                           const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(status, "the shape of %s is %s; %s", call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

/* Ends of batches: sums of rows that do not fall, up to so many. Where they are none the tiling
 * refuses. */
static inline aclnnStatus nsa_check_ends(const struct call *call, int array, int64_t rows)
{
    const struct shape_numbers ends = shape_numbers(call, array);
    int64_t before = 0;
    for (int64_t i = 0; i < ends.count; i++) {
        if (ends.each[i] < before || ends.each[i] > rows)
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "%s[%" PRId64 "] is %" PRId64
                          "; sums of rows are required, none less than the one before it and none "
                          "above %" PRId64,
                          call_name(call, array), i, ends.each[i], rows);
        before = ends.each[i];
    }
    return ACLNN_SUCCESS;
}

#endif
