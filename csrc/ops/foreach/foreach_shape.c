/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of results that are tensor lists. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/foreach.h"
#include "ops/common/shape.h"

/* As many members as the list has, each of one element without dimensions. */
bool foreach_shape_single_members(const struct call *call, int list, struct shapes *shapes)
{
    const struct shape none = {0};
    bool fits = true;
    for (uint64_t i = 0; fits && i < call->arguments[list].tensors->count; i++)
        fits = shapes_add(shapes, &none);
    return fits;
}
