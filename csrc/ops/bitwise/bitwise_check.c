/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on the bits of integers: checks. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/bitwise.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* An int64 number counts as int32 when that can hold it. */
aclnnStatus bitwise_check_promote_narrowed(struct call *call, int tensor, int number)
{
    const struct scalar *scalar = call_scalar(call, number);
    int64_t value = scalar_int64(scalar);
    bool narrow = scalar->type == ACL_INT64 && value >= INT32_MIN && value <= INT32_MAX;
    return promote_with_number(
        call, tensor, number,
        type_promote(call_type(call, tensor), narrow ? ACL_INT32 : scalar->type));
}
