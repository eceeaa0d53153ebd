/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with indices into the first dimensions: what their checks, lists and kernels share. */
#include "ops/index/nd.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"

int32_t index_nd_named_dims(const struct tensor *target, const struct tensor *places, int64_t *dims)
{
    int32_t rank = 0;
    int64_t named = places->rank > 0 ? places->dims[places->rank - 1] : -1;
    if (named < 0 || named > target->rank)
        return -1;
    for (int32_t i = 0; i < places->rank - 1; i++)
        dims[rank++] = places->dims[i];
    for (int32_t i = (int32_t)named; i < target->rank; i++)
        dims[rank++] = target->dims[i];
    return rank;
}
