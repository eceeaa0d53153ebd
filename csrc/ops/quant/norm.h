/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with quantised results: what checks, shapes and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_NORM_H
#define ACLNN_PY_OPS_QUANT_NORM_H

#include <stdbool.h>

#include "executor/call.h"
#include "ops/quant/quant.h"

/* Whether one of two results is wanted: as the mask says; without one the first, and the second
 * where both have smooth scales. */
static inline bool quant_is_wanted(const struct array *mask, bool has_both, int which)
{
    if (mask != NULL && (int64_t)mask->size > which)
        return ((const bool *)(const void *)mask->values)[which];
    return which == 0 || has_both;
}

/* The same for the parameters of a call. */
static inline bool quant_wants(const struct call *call, int smooth1, int smooth2, int mask,
                               int which)
{
    return quant_is_wanted(call->arguments[mask].array,
                           call_tensor(call, smooth1) != NULL && call_tensor(call, smooth2) != NULL,
                           which);
}

#endif
