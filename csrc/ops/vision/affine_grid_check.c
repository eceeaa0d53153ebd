/* SPDX-License-Identifier: Apache-2.0 */
/* AffineGrid: checks. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/vision.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus vision_check_affine_grid(struct call *call, int theta, int size, int out)
{
    const struct tensor *matrices = call_tensor(call, theta);
    const struct array *array = call->arguments[size].array;
    const int64_t *sizes = (const int64_t *)array->values;
    int32_t spatial = (int32_t)array->size - 2;
    struct shape places;
    char shape[160];
    if (array->size != 4 && array->size != 5)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 4 or 5 are required",
                      call_name(call, size), array->size);
    if (matrices->rank != 3 || matrices->dims[0] != sizes[0] || matrices->dims[1] != spatial ||
        matrices->dims[2] != spatial + 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the shape of %s is %s; [%" PRId64 ", %d, %d] is required",
                      call_name(call, theta),
                      dims_describe(matrices->dims, matrices->rank, shape, sizeof shape), sizes[0],
                      spatial, spatial + 1);
    return call_shape_follows(call, out, vision_shape_affine_places(call, size, &places), &places,
                              false,
                              "the batch and the places of size, and a number for each dimension");
}
