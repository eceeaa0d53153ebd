/* SPDX-License-Identifier: Apache-2.0 */
/* FFN, two products with an activation between them: what checks and lists share. */
#ifndef ACLNN_PY_OPS_MOE_FFN_H
#define ACLNN_PY_OPS_MOE_FFN_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "ops/common/check.h"
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

/* The parameters, in their order; the flag of tokens stands between the last two in later versions.
 */
enum ffn_parameter {
    FFN_X,
    FFN_WEIGHT1,
    FFN_WEIGHT2,
    FFN_TOKENS,
    FFN_BIAS1,
    FFN_BIAS2,
    FFN_SCALE,
    FFN_OFFSET,
    FFN_SUM_SCALE1, /* deqScale1 */
    FFN_SUM_SCALE2,
    FFN_WEIGHT_SCALE1, /* antiquantScale1 */
    FFN_WEIGHT_SCALE2,
    FFN_WEIGHT_OFFSET1,
    FFN_WEIGHT_OFFSET2,
    FFN_ACTIVATION,
    FFN_PRECISE,
};

/* What is multiplied: floats; x and weights of int8; floats by whole numbers that stand for floats.
 */
enum ffn_form { FFN_FLOATS, FFN_QUANTISED, FFN_RESTORED };

static inline enum ffn_form moe_ffn_form(const struct call *call)
{
    aclDataType weight = call_tensor(call, FFN_WEIGHT1)->type;
    if (call_tensor(call, FFN_X)->type == ACL_INT8)
        return FFN_QUANTISED;
    return weight == ACL_INT8 || weight == ACL_INT4 ? FFN_RESTORED : FFN_FLOATS;
}

/* How many experts the call gives tokens of, in an array or in a tensor; -1: none. */
int64_t moe_list_ffn_experts(const struct call *call);

/* Whether scale has a number for each column, not one for all. */
bool moe_list_ffn_is_smooth(const struct call *call);

#endif
