/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: how its checks refuse. */
#ifndef ACLNN_PY_OPS_ATTENTION_NSA_REFUSE_H
#define ACLNN_PY_OPS_ATTENTION_NSA_REFUSE_H

#include <inttypes.h>
#include <stdint.h>

#include "base/report.h"
#include "ops/common/check.h"
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

#endif
