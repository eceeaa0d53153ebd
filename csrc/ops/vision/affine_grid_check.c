/* SPDX-License-Identifier: Apache-2.0 */
/* AffineGrid: checks. */
#include "ops/vision/affine_grid.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/vision.h"
#include "ops/common/check.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus vision_check_affine_grid(struct call *call, int theta, int size, int out)
{
    const struct tensor *matrices = call_tensor(call, theta);
    const struct array *array = call->arguments[size].array;
    const int64_t *sizes = (const int64_t *)array->values;
    int32_t spatial = (int32_t)array->size - 2;
    int64_t dims[MOST_SPATIAL + 2];
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
    dims[0] = sizes[0];
    memcpy(dims + 1, sizes + 2, (size_t)spatial * sizeof *dims);
    dims[spatial + 1] = spatial;
    return call_shape_is(call, out, dims, spatial + 2, false,
                         "the batch and the places of size, and a number for each dimension");
}
