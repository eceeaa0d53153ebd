/* SPDX-License-Identifier: Apache-2.0 */
/* Norms with quantised results: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/quant/norm.h"
#include "tensor/layout.h"

static aclnnStatus as(aclnnStatus wanted, aclnnStatus status)
{
    return status == ACLNN_SUCCESS ? status : wanted;
}

/* ---- Shapes that the tiling looks at (561002) ------------------------------------------------ */

aclnnStatus quant_check_shape_of(struct call *call, int tensor, int other)
{
    return as(ACLNN_ERR_INNER_TILING_ERROR, check_same_shape(call, other, tensor));
}

aclnnStatus quant_check_last_dims_of(struct call *call, int factors, int x)
{
    const struct tensor *f = call_tensor(call, factors);
    const struct tensor *t = call_tensor(call, x);
    bool fits = f->rank <= t->rank &&
                same_dims(f->dims, f->rank, t->dims + (t->rank - f->rank), f->rank);
    return fits ? ACLNN_SUCCESS
                : as(ACLNN_ERR_INNER_TILING_ERROR,
                     call_refuse_shape(call, factors, "the last dimensions of x are required"));
}

aclnnStatus quant_check_last_dim_of(struct call *call, int factors, int x)
{
    const struct tensor *t = call_tensor(call, x);
    return as(ACLNN_ERR_INNER_TILING_ERROR,
              call_shape_is(call, factors, &t->dims[t->rank > 0 ? t->rank - 1 : 0], 1, false,
                            "the last dimension of x"));
}

/* A scale for each row: the shape without the last dimension, or as many in one dimension. */
aclnnStatus quant_check_row_scales(struct call *call, int scales, int x)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *s = call_tensor(call, scales);
    int64_t rows = shape_count(t->dims, t->rank - 1);
    if (s->rank == 1 && s->dims[0] == rows)
        return ACLNN_SUCCESS;
    return as(ACLNN_ERR_INNER_TILING_ERROR,
              call_shape_is(call, scales, t->dims, t->rank - 1, false, "one for each row"));
}

/* ---- RmsNormQuant ---------------------------------------------------------------------------- */

/* [n] or [1, n], with n places in the last dimension of x. */
aclnnStatus quant_check_row_of(struct call *call, int factors, int x)
{
    const struct tensor *f = call_tensor(call, factors);
    const struct tensor *t = call_tensor(call, x);
    bool fits = f == NULL ||
                (f->dims[f->rank - 1] == t->dims[t->rank - 1] && (f->rank == 1 || f->dims[0] == 1));
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, factors,
                                    "[n] or [1, n], with n places in the last dimension of x, is "
                                    "required");
}

/* One number, or (on Ascend950) one for each place of the last dimension. */
aclnnStatus quant_check_scale_of_row(struct call *call, int scale, int x)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *t = call_tensor(call, x);
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    bool fits = s == NULL || (s->rank == 1 &&
                              (s->dims[0] == 1 || (is_3510 && s->dims[0] == t->dims[t->rank - 1])));
    return fits ? ACLNN_SUCCESS
                : as(ACLNN_ERR_INNER_NULLPTR,
                     call_refuse_shape(call, scale,
                                       is_3510 ? "one number, or one for each place of the last "
                                                 "dimension of x, is required"
                                               : "one number is required"));
}

static bool go_together(aclDataType x, aclDataType scale, aclDataType offset, bool has_offset)
{
    if (x == ACL_FLOAT)
        return scale == ACL_FLOAT && (!has_offset || offset == ACL_FLOAT);
    if (scale == ACL_FLOAT)
        return !has_offset || offset == ACL_FLOAT || offset == ACL_INT32;
    return scale == x && (!has_offset || offset == x || offset == ACL_INT8);
}

static aclnnStatus types_fit(const struct call *call, int x, int scale, int offset)
{
    bool has_offset = call_gives(call, offset);
    aclDataType type = has_offset ? call_type(call, offset) : ACL_FLOAT;
    if (go_together(call_type(call, x), call_type(call, scale), type, has_offset))
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "the data type of %s is %s and that of %s %s, beside %s of %s; both of that of %s "
        "(or %s int8), or float32 and float32 or int32, are required",
        call_name(call, scale), data_type_name(call_type(call, scale)), call_name(call, offset),
        has_offset ? data_type_name(type) : "none", call_name(call, x),
        data_type_name(call_type(call, x)), call_name(call, x), call_name(call, offset));
}

aclnnStatus quant_check_norm_scale_types(struct call *call, int x, int scale, int offset)
{
    return types_fit(call, x, scale, offset);
}

/* What the kernel of aclnnRmsNormQuantV3 refuses. */
aclnnStatus quant_check_norm_kernel(struct call *call, int x, int gamma, int scale, int offset,
                                    int beta, int y)
{
    aclnnStatus status = check_rank(call, x, 1, MOST_RANK);
    if (status == ACLNN_SUCCESS)
        status = check_same_type(call, gamma, x);
    if (status == ACLNN_SUCCESS)
        status = check_same_type(call, beta, x);
    if (status == ACLNN_SUCCESS)
        status = types_fit(call, x, scale, offset);
    if (status == ACLNN_SUCCESS)
        status = quant_check_row_of(call, gamma, x);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, beta, 1, 2);
    if (status == ACLNN_SUCCESS)
        status = quant_check_row_of(call, beta, x);
    if (status == ACLNN_SUCCESS)
        status = quant_check_scale_of_row(call, scale, x);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, scale, offset);
    if (status == ACLNN_SUCCESS)
        status = quant_check_quantised_shape(call, x, y);
    return as(ACLNN_ERR_INNER_NULLPTR, status);
}

/* The reciprocal roots, where they are wanted. */
aclnnStatus quant_check_roots_of(struct call *call, int rstd, int wanted, int x)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    if (call->arguments[wanted].integer == 0)
        return ACLNN_SUCCESS;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] = 1;
    return as(ACLNN_ERR_INNER_NULLPTR,
              call_shape_is(call, rstd, dims, t->rank, false, "one for each row"));
}

/* An int32 holds eight int4 of the last dimension. */
aclnnStatus quant_check_packed_last(struct call *call, int x, int y)
{
    const struct tensor *from = call_tensor(call, x);
    const struct tensor *to = call_tensor(call, y);
    if (to->type != ACL_INT32)
        return ACLNN_SUCCESS;
    int64_t places = from->rank > 0 ? from->dims[from->rank - 1] : 0;
    int64_t words = to->rank > 0 ? to->dims[to->rank - 1] : 0;
    return from->rank > 0 && to->rank > 0 && places == words * QUANT_IN_A_WORD
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, y,
                                   "an int32 for each eight places of the last dimension "
                                   "of x is required");
}

/* ---- AddRmsNormDynamicQuant ------------------------------------------------------------------ */

/* Which of two results are wanted: those of the mask, or the first, and the second where both have
 * smooth scales. */
aclnnStatus quant_check_wanted_of_two(struct call *call, int smooth1, int smooth2, int mask)
{
    const struct array *array = call->arguments[mask].array;
    bool has_first = call_tensor(call, smooth1) != NULL;
    bool has_second = call_tensor(call, smooth2) != NULL;
    if (array == NULL)
        return has_first || !has_second
                   ? ACLNN_SUCCESS
                   : report(ACLNN_ERR_PARAM_INVALID,
                            "%s is given and %s is NULL; the first goes with the second only",
                            call_name(call, smooth2), call_name(call, smooth1));
    if (array->size != 2)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 2 are required",
                      call_name(call, mask), array->size);
    bool first = quant_wants(call, smooth1, smooth2, mask, 0);
    bool second = quant_wants(call, smooth1, smooth2, mask, 1);
    if ((first || second) && (first || !has_first) && (second || !has_second))
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "%s is [%s, %s]; one at least must be true, and so must each that has smooth scales",
        call_name(call, mask), first ? "true" : "false", second ? "true" : "false");
}

/* Results that are not wanted have one element. */
static aclnnStatus leave_out(struct call *call, int y, int scale)
{
    static const int64_t one = 1;
    static const char *const words = "of what is not written";
    aclnnStatus status = call_shape_is(call, y, &one, 1, false, words);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, scale, &one, 1, false, words);
    return as(ACLNN_ERR_INNER_NULLPTR, status);
}

static aclnnStatus dynamic_result(struct call *call, int x1, int y, int scale, bool is_wanted)
{
    if (!is_wanted)
        return leave_out(call, y, scale);
    aclnnStatus status = quant_check_packed_last(call, x1, y);
    if (status == ACLNN_SUCCESS)
        status = as(ACLNN_ERR_INNER_TILING_ERROR, quant_check_quantised_shape(call, x1, y));
    return status == ACLNN_SUCCESS ? quant_check_row_scales(call, scale, x1) : status;
}

aclnnStatus quant_check_dynamic_result(struct call *call, int x1, int smooth1, int smooth2,
                                       int mask, int y, int scale, int which)
{
    return dynamic_result(call, x1, y, scale, quant_wants(call, smooth1, smooth2, mask, which));
}

aclnnStatus quant_check_dynamic_results(struct call *call, int x1, int smooth1, int smooth2, int y1,
                                        int y2, int scale1, int scale2)
{
    bool has_both = call_tensor(call, smooth1) != NULL && call_tensor(call, smooth2) != NULL;
    aclnnStatus status = dynamic_result(call, x1, y1, scale1, true);
    return status == ACLNN_SUCCESS ? dynamic_result(call, x1, y2, scale2, has_both) : status;
}

/* Two results that are wanted have one data type. */
aclnnStatus quant_check_types_of_two(struct call *call, int smooth1, int smooth2, int mask, int y1,
                                     int y2)
{
    return quant_wants(call, smooth1, smooth2, mask, 0) &&
                   quant_wants(call, smooth1, smooth2, mask, 1)
               ? check_same_type(call, y1, y2)
               : ACLNN_SUCCESS;
}

/* ---- AddRmsNormQuant ------------------------------------------------------------------------- */

/* A second result that has no scales is not written. */
aclnnStatus quant_check_second_result(struct call *call, int y, int scales, int x1)
{
    return call_tensor(call, scales) != NULL ? quant_check_shape_of(call, y, x1) : ACLNN_SUCCESS;
}

/* ---- LayerNormQuant -------------------------------------------------------------------------- */

aclnnStatus quant_check_static_mode(struct call *call, int mode)
{
    return call->arguments[mode].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 is required",
                        call_name(call, mode), call->arguments[mode].integer);
}

/* A result that CANN does not look at. */
aclnnStatus quant_check_unread_result(struct call *call, int result)
{
    (void)call;
    (void)result;
    return ACLNN_SUCCESS;
}
