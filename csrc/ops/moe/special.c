/* SPDX-License-Identifier: Apache-2.0 */
/* Experts that compute nothing: which these are, and how many experts a token has. */
#include "ops/common/shape.h"
#include "ops/moe/moe.h"
#include "tensor/arrays.h"

struct moe_range moe_special_range(const struct array *array)
{
    if (array == NULL || array->size != 2)
        return (struct moe_range){-1, -1};
    return (struct moe_range){array_integers(array)[0], array_integers(array)[1]};
}

int64_t moe_special_chosen(const struct call *call, int weights, int k)
{
    const struct tensor *w = call_tensor(call, weights);
    if (w != NULL && w->rank == 2)
        return w->dims[1];
    return k >= 0 && call->soc->architecture == ARCHITECTURE_3510 ? shape_integer(call, k) : 1;
}
