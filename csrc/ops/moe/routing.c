/* SPDX-License-Identifier: Apache-2.0 */
/* MoeInitRoutingV3: what its modes make of rows. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "ops/common/shape.h"
#include "ops/moe/moe.h"

aclDataType moe_routing_type(aclDataType x, int64_t mode)
{
    switch (mode) {
    case ROUTED_BY_ONE:
    case ROUTED_BY_ROW: return ACL_INT8;
    case ROUTED_HIGH:
    case ROUTED_HIGH_BY_ONE:
    case ROUTED_HIGH_BY_ROW: return ACL_HIFLOAT8;
    case ROUTED_FLOAT4: return ACL_FLOAT4_E2M1;
    case ROUTED_INT4: return ACL_INT4;
    case 2:
    case 4:
    case 11:
    case 14:
    case 16: return ACL_FLOAT8_E5M2;
    case 3:
    case 5:
    case 12:
    case 15:
    case 17: return ACL_FLOAT8_E4M3FN;
    default: return x;
    }
}

bool moe_routing_has_pairs(int64_t mode)
{
    return mode == ROUTED_PAIRS || mode == ROUTED_PAIRS + 1;
}

bool moe_routing_has_groups(int64_t mode)
{
    return moe_routing_has_pairs(mode) || mode == ROUTED_GROUPS || mode == ROUTED_GROUPS + 1 ||
           mode == ROUTED_GROUPS_AT_LEAST || mode == ROUTED_GROUPS_AT_LEAST + 1;
}

int64_t moe_routing_groups(int64_t columns, int64_t mode)
{
    return moe_routing_has_pairs(mode) ? 2 * shape_quotient_up(columns, 2 * MOE_ROUTED_GROUP)
                                       : shape_quotient_up(columns, MOE_ROUTED_GROUP);
}

bool moe_routing_has_blocks(int64_t mode)
{
    return mode == 2 || mode == 3 || mode == ROUTED_FLOAT4 || mode == 16 || mode == 17;
}
