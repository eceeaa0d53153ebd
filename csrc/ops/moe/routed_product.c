/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulFinalizeRouting and its versions: parameters by their names. */
#include "ops/moe/routed_product.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/soc_figures.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/quant/scaled_product.h"
#include "workspace/l0_operators.h"

/* Versions name a parameter in two ways. */
static int either(const struct call *call, const char *name, const char *other)
{
    int found = call_find(call, name);
    return found >= 0 ? found : call_find(call, other);
}

struct routed_product moe_read_routed_product(const struct call *call)
{
    struct routed_product r = {.call = call,
                               .x = either(call, "x1", "x"),
                               .weight = either(call, "x2", "w"),
                               .scale = either(call, "scale", "scaleOptional"),
                               .bias = either(call, "bias", "biasOptional"),
                               .offset = call_find(call, "offsetOptional"),
                               .tokens = call_find(call, "pertokenScaleOptional"),
                               .groups = either(call, "groupList", "groupListOptional"),
                               .shared = either(call, "sharedInput", "sharedInputOptional"),
                               .weights = either(call, "logit", "logitOptional"),
                               .places = either(call, "rowIndex", "rowIndexOptional"),
                               .tuning = call_find(call, "tuningConfigOptional"),
                               .out = either(call, "out", "y"),
                               .is_fractal = call_find(call, "rowIndex") >= 0};
    const struct tensor *weight = call_tensor(call, r.weight);
    r.is_new = call_is_on_950(call);
    r.is_small = weight != NULL && (weight->type == ACL_INT32 || weight->type == ACL_INT4);
    return r;
}

const struct tensor *moe_routed_tensor(const struct routed_product *r, int parameter)
{
    return parameter < 0 ? NULL : call_tensor(r->call, parameter);
}

aclnnStatus moe_routed_check_shape(const struct routed_product *r, int parameter, int32_t rank,
                                   const int64_t *dims)
{
    if (moe_routed_tensor(r, parameter) == NULL)
        return ACLNN_SUCCESS;
    return call_shape_is(r->call, parameter, dims, rank, false, "what goes with x and the weight");
}

int64_t moe_routed_columns(const struct tensor *weight)
{
    return weight->dims[weight->rank - 1] * (weight->type == ACL_INT32 ? 8 : 1);
}

struct routed_matrices moe_routed_matrices(const struct routed_product *r)
{
    const struct tensor *weight = call_tensor(r->call, r->weight);
    bool is_flipped = r->call->arguments[call_find(r->call, "transposeX2")].integer != 0;
    bool is_swapped = quant_scaled_is_turned(weight);
    return (struct routed_matrices){
        .groups = weight->dims[0],
        .depth = weight->dims[is_flipped ? 2 : 1],
        .columns = weight->dims[is_flipped ? 1 : 2],
        .is_turned = !is_flipped && is_swapped,
        .is_flipped = is_flipped || is_swapped,
    };
}

struct routed_left moe_routed_left(const struct routed_product *r)
{
    const struct tensor *x = call_tensor(r->call, r->x);
    bool is_flipped = r->call->arguments[call_find(r->call, "transposeX1")].integer != 0;
    bool is_turned = quant_scaled_is_turned(x);
    return (struct routed_left){.rows = x->dims[is_turned ? 1 : 0],
                                .depth = x->dims[is_turned ? 0 : 1],
                                .is_turned = is_turned,
                                .is_flipped = is_flipped != is_turned};
}

bool moe_routed_is_whole(const struct routed_product *r)
{
    return call_tensor(r->call, r->x)->type == ACL_INT8 &&
           call_tensor(r->call, r->weight)->type == ACL_INT8;
}

#define HELD 0.8F /* of what the system leaves of the cache */

uint64_t moe_routed_held_bytes(const struct soc *soc)
{
    char text[SOC_FIGURE_BYTES];
    const char *cache = soc_figure(soc, "SoCInfo", "l2_size", text);
    uint64_t bytes = cache != NULL ? strtoull(cache, NULL, 10) : 0;
    return bytes > L0_SYSTEM_WORKSPACE ? (uint32_t)((float)(bytes - L0_SYSTEM_WORKSPACE) * HELD)
                                       : 0;
}

bool moe_routed_powers_are_turned(const struct tensor *scale)
{
    return scale->rank == 4 && quant_powers_are_turned(scale);
}
