/* SPDX-License-Identifier: Apache-2.0 */
/* Images that are blended, colours, and screens with triangles: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/report.h"
#include "declared/vision.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus vision_check_image(struct call *call, int image, int most)
{
    const struct tensor *given = call_tensor(call, image);
    bool is_plane = given->rank == 2 && (most == 1 || given->dims[1] == 3);
    if (is_plane ||
        (given->rank == 3 && (given->dims[2] == 3 || (given->dims[2] == 1 && most == 1))))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, image,
                             most == 1 ? "[height, width, 1 or 3] or [height, width] is required"
                                       : "[height, width, 3] or [places, 3] is required");
}

aclnnStatus vision_check_mask_of(struct call *call, int image, int mask, int most)
{
    const struct tensor *given = call_tensor(call, image);
    const struct tensor *shares = call_tensor(call, mask);
    int64_t dims[3] = {given->dims[0], given->dims[1], 1};
    bool has_share_of_three = shares->rank == 2 && shares->dims[1] == 1 && given->dims[1] == 3;
    if (given->rank == 2 && (most != 1 || has_share_of_three))
        dims[1] = 1;
    return call_shape_is(call, mask, dims, given->rank, false, "a number for each place");
}

aclnnStatus vision_check_colours(struct call *call, int x, int format, int out)
{
    struct shape shape;
    const char *letters = call->arguments[format].text;
    if (letters != NULL && strcmp(letters, "NHWC") != 0 && strcmp(letters, "NCHW") != 0)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; NHWC or NCHW is required",
                      call_name(call, format), letters);
    if (!vision_shape_yuv(call, x, format, &shape))
        return call_refuse_shape(call, x,
                                 "three colours, of three dimensions or more, are required");
    return call_shape_follows(call, out, true, &shape, false, "two numbers for each place");
}

aclnnStatus vision_check_faces(struct call *call, int vertices, int faces, int height, int width,
                               int prior)
{
    const int64_t most = 4096;
    const int sides[] = {height, width};
    const struct tensor *v = call_tensor(call, vertices);
    const struct tensor *f = call_tensor(call, faces);
    if (v->rank != 2 || v->dims[1] != 4 || v->dims[0] == 0)
        return call_refuse_shape(call, vertices, "[vertices, 4] is required");
    if (f->rank != 2 || f->dims[1] != 3 || f->dims[0] == 0)
        return call_refuse_shape(call, faces, "[faces, 3] is required");
    for (int i = 0; i < 2; i++) {
        int64_t side = call->arguments[sides[i]].integer;
        if (side < 1 || side > most)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 to 4096 is required",
                          call_name(call, sides[i]), side);
    }
    if (call->arguments[prior].integer == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 is required",
                  call_name(call, prior), call->arguments[prior].integer);
}

aclnnStatus vision_check_screen(struct call *call, int height, int width, int faces, int shares)
{
    const int64_t dims[] = {call->arguments[height].integer, call->arguments[width].integer, 3};
    aclnnStatus status = call_shape_is(call, faces, dims, 2, false, "height and width");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, shares, dims, 3, false, "three for each pixel")
               : status;
}
