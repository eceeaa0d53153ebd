/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of rows, groups and channels with a mean, quantised: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/quant/active.h"
#include "tensor/layout.h"

/* ---- AddLayerNormQuant ----------------------------------------------------------------------- */

static bool is_dynamic(const struct call *call, int mode)
{
    return quant_is_dynamic(call->arguments[mode].text);
}

aclnnStatus quant_check_on_newest(struct call *call, int x)
{
    (void)x;
    return call_is_on_950(call)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s does not have the operator; Ascend950 has",
                        call->soc->name);
}

/* The kernels that quantise by scales of their own do not read float32. */
aclnnStatus quant_check_not_single(struct call *call, int x, int mode)
{
    return !is_dynamic(call, mode) || call_type(call, x) != ACL_FLOAT
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of %s is float32; with %s \"dynamic\" float16 or bfloat16 "
                        "is required",
                        call_name(call, x), call_name(call, mode));
}

/* Scales that are no smooth ones may have another type; the others follow them. */
aclnnStatus quant_check_scale_types(struct call *call, int x, int mode, int scales1, int scales2,
                                    int points1, int points2)
{
    const int others[] = {scales2, points1, points2};
    if (call_tensor(call, scales1) == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = is_dynamic(call, mode) ? check_same_type(call, scales1, x) : ACLNN_SUCCESS;
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        if (call_tensor(call, others[i]) != NULL)
            status = check_same_type(call, others[i], scales1);
    return status;
}

static aclnnStatus row_scales(struct call *call, int x, int scales)
{
    const struct tensor *t = call_tensor(call, x);
    return t->rank < 2
               ? call_refuse_shape(call, x, "two dimensions or more are required")
               : call_shape_is(call, scales, t->dims, t->rank - 1, false, "one for each row");
}

static aclnnStatus last_dims(struct call *call, int gamma, int x)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, gamma);
    bool fits = g->rank <= t->rank &&
                same_dims(g->dims, g->rank, t->dims + (t->rank - g->rank), g->rank);
    return fits
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, gamma, "the last dimensions of the elements are required");
}

/* gamma has the last dimensions of the elements; scales of rows go with one of them. */
aclnnStatus quant_check_normed_rows(struct call *call, int x, int gamma, int mode, int scales)
{
    aclnnStatus status = last_dims(call, gamma, x);
    if (status != ACLNN_SUCCESS || !is_dynamic(call, mode))
        return status;
    return call_tensor(call, gamma)->rank == 1
               ? row_scales(call, x, scales)
               : call_refuse_shape(call, gamma, "one dimension is required");
}

/* In the form that also gives the norm one scale goes with gamma of [1, n]. */
aclnnStatus quant_check_normed_scales(struct call *call, int x, int gamma, int scales1, int mode,
                                      int scales)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, gamma);
    const struct tensor *s = call_tensor(call, scales1);
    if (is_dynamic(call, mode)) {
        aclnnStatus status = last_dims(call, gamma, x);
        return status == ACLNN_SUCCESS ? row_scales(call, x, scales) : status;
    }
    if (s == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; with %s \"static\" it is required",
                      call_name(call, scales1), call_name(call, mode));
    bool is_one = t->rank > 0 && g->rank == 2 && g->dims[0] == 1 &&
                  g->dims[1] == t->dims[t->rank - 1] && s->rank == 1 && s->dims[0] == 1;
    if (is_one)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_same_shape(call, gamma, scales1);
    return status == ACLNN_SUCCESS ? last_dims(call, gamma, x) : status;
}

aclnnStatus quant_check_bias_of(struct call *call, int bias, int gamma, int x)
{
    const struct tensor *b = call_tensor(call, bias);
    const struct tensor *g = call_tensor(call, gamma);
    return b == NULL || same_dims(b->dims, b->rank, g->dims, g->rank)
               ? ACLNN_SUCCESS
               : check_same_shape(call, x, bias);
}

/* The second result, where it has scales. */
aclnnStatus quant_check_second_of(struct call *call, int y2, int scales2, int x)
{
    return call_tensor(call, scales2) == NULL ? ACLNN_SUCCESS : check_same_shape(call, x, y2);
}

aclnnStatus quant_check_both_alike(struct call *call, int one, int other)
{
    return call_tensor(call, one) == NULL || call_tensor(call, other) == NULL
               ? ACLNN_SUCCESS
               : check_same_shape(call, one, other);
}

aclnnStatus quant_check_scales_of_both(struct call *call, int mode, int scales2, int first,
                                       int second)
{
    return call_tensor(call, scales2) == NULL || !is_dynamic(call, mode)
               ? ACLNN_SUCCESS
               : check_same_shape(call, first, second);
}

/* Which of the scales and zero points go together. */
aclnnStatus quant_check_together(struct call *call, int mode, int scales1, int scales2, int points1,
                                 int points2)
{
    bool s1 = call_tensor(call, scales1) != NULL;
    bool s2 = call_tensor(call, scales2) != NULL;
    bool z1 = call_tensor(call, points1) != NULL;
    bool z2 = call_tensor(call, points2) != NULL;
    bool fits = is_dynamic(call, mode) ? !z1 && !z2 && (s1 || !s2) : s1 && (s2 ? z1 == z2 : !z2);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "%s, %s, %s and %s are %sgiven, %sgiven, %sgiven and %sgiven; with %s "
                         "\"static\" the first, the second or none but the first, and zero points "
                         "for all or none of them are required, with \"dynamic\" no zero points, "
                         "and the second with the first only",
                         call_name(call, scales1), call_name(call, scales2),
                         call_name(call, points1), call_name(call, points2), s1 ? "" : "not ",
                         s2 ? "" : "not ", z1 ? "" : "not ", z2 ? "" : "not ",
                         call_name(call, mode));
}

/* Ascend910B has the kernels of the second form for scales that are given alone. */
aclnnStatus quant_check_static_alone(struct call *call, int mode)
{
    return !is_dynamic(call, mode)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"static\" is required",
                        call_name(call, mode), call->arguments[mode].text);
}

/* ---- AdaLayerNormQuant ----------------------------------------------------------------------- */

/* [..., n] or [..., 1, n] beside elements [..., s, n]. */
aclnnStatus quant_check_beside_rows(struct call *call, int factors, int x)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *f = call_tensor(call, factors);
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 2] = 1;
    if (same_dims(f->dims, f->rank, dims, t->rank))
        return ACLNN_SUCCESS;
    dims[t->rank - 2] = t->dims[t->rank - 1];
    return call_shape_is(call, factors, dims, t->rank - 1, false,
                         "that of x without its last dimension but one, or with 1 in its place");
}

aclnnStatus quant_check_row_scales_of(struct call *call, int scales, int x)
{
    return row_scales(call, x, scales);
}

aclnnStatus quant_check_along_last(struct call *call, int factors, int x)
{
    const struct tensor *t = call_tensor(call, x);
    return call_tensor(call, factors) == NULL ? ACLNN_SUCCESS
                                              : call_shape_is(call, factors, &t->dims[t->rank - 1],
                                                              1, false, "the last dimension of x");
}

aclnnStatus quant_check_dynamic_word(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return given == NULL || strcmp(given, "dynamic") == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"dynamic\" is required",
                        call_name(call, mode), given);
}

aclnnStatus quant_check_not_wanted(struct call *call, int result)
{
    return call_tensor(call, result) == NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is not NULL; NULL is required",
                        call_name(call, result));
}

/* ---- GroupNormSiluQuant ---------------------------------------------------------------------- */

/* CANN compares the types of factors where both are given. */
aclnnStatus quant_check_factor_types(struct call *call, int gamma, int beta, int x)
{
    if (call_tensor(call, gamma) == NULL || call_tensor(call, beta) == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_same_type(call, gamma, x);
    return status == ACLNN_SUCCESS ? check_same_type(call, beta, gamma) : status;
}

aclnnStatus quant_check_channel_scale(struct call *call, int scale, int x)
{
    const struct tensor *s = call_tensor(call, scale);
    return s->rank == 1 && (s->dims[0] == 1 || s->dims[0] == call_tensor(call, x)->dims[1])
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scale, "one number, or one for each channel, is required");
}

/* The second dimension is that of the channels. */
aclnnStatus quant_check_channels_of(struct call *call, int each, int x)
{
    const struct tensor *t = call_tensor(call, x);
    return call_tensor(call, each) == NULL
               ? ACLNN_SUCCESS
               : call_shape_is(call, each, &t->dims[1], 1, false, "one for each channel");
}

aclnnStatus quant_check_surely(struct call *call, int flag)
{
    return call->arguments[flag].integer != 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is false; true is required",
                        call_name(call, flag));
}
