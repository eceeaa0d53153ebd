/* SPDX-License-Identifier: Apache-2.0 */
/* GridSampler2D and GridSampler3D: checks. */
#include "ops/vision/grid_sample.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/vision.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; beside a grid %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

static aclnnStatus refuse_modes(int64_t mode, int64_t most, int64_t outside, const char *more)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "interpolationMode is %" PRId64 " and paddingMode %" PRId64 "; 0 to %" PRId64
                  " and 0 to 2 are required%s",
                  mode, outside, most, more);
}

static bool modes_fit(const struct call *call, int interpolation, int padding, int64_t most)
{
    int64_t mode = call->arguments[interpolation].integer;
    int64_t outside = call->arguments[padding].integer;
    return mode >= 0 && mode <= most && outside >= 0 && outside <= REFLECTION;
}

aclnnStatus vision_check_grid_modes(struct call *call, int input, int interpolation, int padding,
                                    int spatial)
{
    int64_t mode = call->arguments[interpolation].integer;
    int64_t most = spatial == 2 ? BICUBIC : NEAREST;
    bool is_cubic = mode == BICUBIC && (call->soc->architecture == ARCHITECTURE_1001 ||
                                        call_type(call, input) == ACL_DOUBLE);
    if (modes_fit(call, interpolation, padding, most) && !is_cubic)
        return ACLNN_SUCCESS;
    return refuse_modes(mode, most, call->arguments[padding].integer,
                        ", and bicubic (2) is neither for ACL_DOUBLE nor on Ascend910");
}

aclnnStatus vision_check_grid_gradient_modes(struct call *call, int interpolation, int padding,
                                             int spatial)
{
    int64_t most = spatial == 2 ? BICUBIC : NEAREST;
    return modes_fit(call, interpolation, padding, most)
               ? ACLNN_SUCCESS
               : refuse_modes(call->arguments[interpolation].integer, most,
                              call->arguments[padding].integer, "");
}

aclnnStatus vision_check_grid(struct call *call, int input, int grid, int out, int spatial)
{
    const struct tensor *x = call_tensor(call, input);
    const struct tensor *g = call_tensor(call, grid);
    struct shape shape;
    int32_t rank = spatial + 2;
    if (x->rank != rank || g->rank != rank)
        return refuse(call, x->rank != rank ? input : grid, "as many dimensions are required");
    if (g->dims[0] != x->dims[0] || g->dims[rank - 1] != spatial)
        return refuse(call, grid,
                      "the batch of input and a number for each dimension are required");
    if (x->dims[rank - 2] == 0 || x->dims[rank - 1] == 0)
        return refuse(call, input, "planes have elements");
    return call_shape_follows(call, out, vision_shape_sampled(call, input, grid, &shape), &shape,
                              false, "the grid's, for each channel");
}

/* The public tiling of GridSample refuses more places than 32 bits count. The device's CPU, which
 * has none, samples float64. */
aclnnStatus vision_check_grid_plane(struct call *call, int input, int spatial)
{
    char shape[160];
    int64_t places = 1;
    const struct tensor *x = call_tensor(call, input);
    int32_t first = vision_grid_sample_is_last(x) ? 1 : 2;
    if (call->is_empty || x->type == ACL_DOUBLE)
        return ACLNN_SUCCESS;
    for (int32_t i = 0; i < spatial; i++)
        if (__builtin_mul_overflow(places, x->dims[first + i], &places))
            places = INT64_MAX;
    return places <= INT32_MAX
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "the shape of %s is %s; a plane or volume has at most 2147483647 places",
                        call_name(call, input),
                        dims_describe(x->dims, x->rank, shape, sizeof shape));
}

aclnnStatus vision_check_grid_format(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    return format == ACL_FORMAT_NCDHW || format == ACL_FORMAT_NDHWC || format == ACL_FORMAT_ND
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; beside a grid NCDHW, NDHWC or ND is required",
                        call_name(call, tensor), format_name(format));
}

/* Without a mask no gradient is wanted, and there is nothing to do. */
aclnnStatus vision_check_grid_mask(struct call *call, int mask)
{
    const struct array *wanted = call->arguments[mask].array;
    if (wanted != NULL && wanted->size != 2)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 2 are required",
                      call_name(call, mask), wanted->size);
    const bool *entries = wanted != NULL ? (const bool *)wanted->values : NULL;
    call->is_empty = call->is_empty || entries == NULL || (!entries[0] && !entries[1]);
    return ACLNN_SUCCESS;
}
