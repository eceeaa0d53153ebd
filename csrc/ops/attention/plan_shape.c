/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of attention's work: their shapes, whatever the argument is. */
#include <stdbool.h>

#include "declared/attention.h"
#include "ops/attention/plan.h"
#include "ops/common/shape.h"

bool attention_shape_plan(const struct call *call, int any, struct shape *shape)
{
    (void)call;
    (void)any;
    return shape_line(shape, PLAN_NUMBERS);
}

bool attention_shape_short_plan(const struct call *call, int any, struct shape *shape)
{
    (void)call;
    (void)any;
    return shape_line(shape, PLAN_SHORT_NUMBERS);
}

bool attention_shape_long_plan(const struct call *call, int any, struct shape *shape)
{
    (void)call;
    (void)any;
    return shape_line(shape, PLAN_LONG_NUMBERS);
}
