/* SPDX-License-Identifier: Apache-2.0 */
/* Scale, Modulate and MaskedScale: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/ternary.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus ternary_check_scale_shape(struct call *call, int x, int scale, int axis, int numAxes,
                                      int scaleFromBlob)
{
    char is[160];
    char all[160];
    int64_t elements = 0;
    const struct tensor *self = call_tensor(call, x);
    const struct tensor *factors = call_tensor(call, scale);
    int64_t at = call->arguments[axis].integer;
    int64_t axes = call->arguments[numAxes].integer;
    bool counts = call->arguments[scaleFromBlob].integer != 0;
    if (at < -self->rank || at >= self->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "axis is %" PRId64 "; %d to %d are the dimensions of x", at, -self->rank,
                      self->rank - 1);
    if (axes < -1)
        return report(ACLNN_ERR_PARAM_INVALID, "numAxes is %" PRId64 "; -1 and more are supported",
                      axes);
    at = at < 0 ? at + self->rank : at;
    tensor_element_count(factors, &elements);
    if (counts && axes == 0 && elements == 1)
        return ACLNN_SUCCESS;
    if (!counts && elements == 1 && factors->rank <= 1 && factors->rank + at <= self->rank)
        return ACLNN_SUCCESS;
    int64_t wanted = !counts ? factors->rank : axes == -1 ? self->rank - at : axes;
    if ((!counts || wanted > 0) && wanted == factors->rank && at + wanted <= self->rank &&
        memcmp(self->dims + at, factors->dims, (size_t)wanted * sizeof *self->dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of scale is %s, which is not that of x, %s, from dimension %" PRId64
                  " on; numAxes is %" PRId64,
                  dims_describe(factors->dims, factors->rank, is, sizeof is),
                  dims_describe(self->dims, self->rank, all, sizeof all), at, axes);
}

/* Whether a tensor is [B, D], or [B, 1, D], for a self of [B, L, D]. */
static bool goes_along(const struct tensor *self, const struct tensor *rows, bool may_have_one)
{
    if (rows->rank == 2)
        return rows->dims[0] == self->dims[0] && rows->dims[1] == self->dims[2];
    return may_have_one && rows->rank == 3 && rows->dims[0] == self->dims[0] &&
           rows->dims[1] == 1 && rows->dims[2] == self->dims[2];
}

static aclnnStatus check_rows(struct call *call, int self, const int rows[2], bool may_have_one)
{
    char is[160];
    char all[160];
    const struct tensor *whole = call_tensor(call, self);
    for (int i = 0; i < 2; i++) {
        const struct tensor *one = call_tensor(call, rows[i]);
        bool fits = whole->rank == 3 && goes_along(whole, one, may_have_one) &&
                    (!tensor_is_empty(whole) || tensor_is_empty(one));
        if (!fits)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of %s and %s are %s and %s; [B, L, D] and [B, D]%s are "
                          "required, all of them empty or none",
                          call_name(call, self), call_name(call, rows[i]),
                          dims_describe(whole->dims, whole->rank, all, sizeof all),
                          dims_describe(one->dims, one->rank, is, sizeof is),
                          may_have_one ? " or [B, 1, D]" : "");
    }
    return ACLNN_SUCCESS;
}

aclnnStatus ternary_check_modulation(struct call *call, int self, int scale, int shift)
{
    return check_rows(call, self, (const int[]){scale, shift}, true);
}

aclnnStatus ternary_check_modulation_grad(struct call *call, int grad, int scale, int shift)
{
    return check_rows(call, grad, (const int[]){scale, shift}, false);
}
