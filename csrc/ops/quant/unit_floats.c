/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2 on Ascend950: its operands. */
#include "ops/quant/unit_floats.h"

#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/quant/scaled_product.h"

#define OF_A_LIST 2 /* dimensions of a matrix of one group */

static const struct tensor *tensor_of(const struct call *call, const char *name)
{
    return call_tensor(call, call_find(call, name));
}

struct unit_floats quant_read_unit_floats(const struct call *call)
{
    struct unit_floats u = {
        .call = call,
        .x = tensor_of(call, "x"),
        .tokens = tensor_of(call, "xScale"),
        .groups = tensor_of(call, "groupList"),
        .y = tensor_of(call, "output"),
        .y_scale = tensor_of(call, "outputScale"),
        .weight = call->arguments[call_find(call, "weight")].tensors,
        .scale = call->arguments[call_find(call, "weightScale")].tensors,
        .mode = (enum unit_mode)call->arguments[call_find(call, "quantMode")].integer,
    };
    const struct tensor *first = u.weight->members[0];
    u.is_list = first->rank == OF_A_LIST;
    u.is_fractal = format_is_fractal(first->format);
    u.is_mixed = u.x->type == ACL_FLOAT8_E4M3FN && first->type == ACL_FLOAT4_E2M1;
    u.is_turned = quant_scaled_is_turned(first);
    return u;
}
