/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges: experts that compute nothing, and places; how many experts a token has. */
#include "base/number.h"
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
    return k >= 0 && call_is_on_950(call) ? shape_integer(call, k) : 1;
}

struct moe_bounds moe_range_of(const struct array *range)
{
    struct moe_bounds bounds = {.is_bounded = true};
    if (range != NULL && range->size == 2) {
        bounds.first = array_integers(range)[0];
        bounds.past = array_integers(range)[1];
    }
    return bounds;
}

static int64_t wrapped(int64_t number, int64_t places)
{
    int64_t from_end = number < -places ? 0 : number + places;
    return least(number < 0 ? from_end : number, places);
}

struct moe_bounds moe_wrapped_range(const struct array *range, int64_t places)
{
    if (range == NULL || range->size != 2)
        return (struct moe_bounds){.past = places, .is_bounded = true};
    const int64_t *ends = array_integers(range);
    return (struct moe_bounds){wrapped(ends[0], places), wrapped(ends[1], places), true};
}
