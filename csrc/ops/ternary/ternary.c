/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise operators of three and more operands: what their checks, lists and kernels share. */
#include "ops/ternary/ternary.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/ternary.h"
#include "tensor/convert.h"

static bool is_number(const struct scalar *bound)
{
    return bound == NULL || type_is_whole(bound->type) ||
           (type_is_float(bound->type) && !isnan(scalar_float(bound)));
}

const struct l0_row *ternary_clip_between(const struct scalar *low, const struct scalar *high)
{
    return is_number(low) && is_number(high) ? &l0_ClipByNumbers : &l0_ClipByValueV2;
}
