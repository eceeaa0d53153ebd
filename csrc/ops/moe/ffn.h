/* SPDX-License-Identifier: Apache-2.0 */
/* FFN, two products with an activation between them: what checks and lists share. */
#ifndef ACLNN_PY_OPS_MOE_FFN_H
#define ACLNN_PY_OPS_MOE_FFN_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "ops/moe/moe.h"

/* What is done to the first product. Gates are its second half, by which the first is multiplied.
 */
enum ffn_activation {
    FFN_FAST_GELU,
    FFN_RELU,
    FFN_SILU,
    FFN_GELU,
    FFN_GATED_GELU,
    FFN_GATED_SILU,
    FFN_GATED_RELU,
    FFN_UNKNOWN,
};

/* By its name, in capitals or not. */
enum ffn_activation moe_list_ffn_activation(const char *name);

static inline bool moe_ffn_is_gated(enum ffn_activation activation)
{
    return activation >= FFN_GATED_GELU && activation != FFN_UNKNOWN;
}

/* How many experts the call gives tokens of, in an array or in a tensor; -1: none. */
int64_t moe_list_ffn_experts(const struct call *call);

#endif
