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
    bool is_3510 = call_is_on_950(call);
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

aclnnStatus quant_check_norm_operand_types(struct call *call, int x, int scale, int offset)
{
    return as(ACLNN_ERR_INNER_NULLPTR, types_fit(call, x, scale, offset));
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

/* Nobody in CANN looks at the dimensions of a scale, and its own examples have a 1 in the end. */
static bool has_one_behind_rows(const struct tensor *scale, const struct tensor *x)
{
    int32_t last = x->rank - 1;
    return scale->rank == x->rank && last >= 0 && scale->dims[last] == 1 &&
           memcmp(scale->dims, x->dims, (size_t)last * sizeof *x->dims) == 0;
}

static aclnnStatus dynamic_result(struct call *call, int x1, int y, int scale, bool is_wanted)
{
    if (!is_wanted)
        return leave_out(call, y, scale);
    aclnnStatus status = quant_check_packed_last(call, x1, y);
    if (status == ACLNN_SUCCESS)
        status = as(ACLNN_ERR_INNER_TILING_ERROR, quant_check_quantised_shape(call, x1, y));
    return status == ACLNN_SUCCESS &&
                   !has_one_behind_rows(call_tensor(call, scale), call_tensor(call, x1))
               ? quant_check_row_scales(call, scale, x1)
               : status;
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

/* ---- AddRmsNormQuantV2 ----------------------------------------------------------------------- */

static struct quant_norm_form form_of(const struct call *call, int x1, int gamma, int scales1,
                                      int scales2, int points1, int points2, int beta, int divides,
                                      int sum, int norm)
{
    struct quant_norm_form form = quant_norm_form_of(call, x1, gamma, scales1, scales2, points1,
                                                     points2, beta, divides);
    form.has_sum = call_tensor(call, sum) != NULL;
    form.has_norm = call_tensor(call, norm) != NULL;
    return form;
}

/* The kernel that takes vectors of scales writes the sum, and not the norm. */
aclnnStatus quant_check_norm_results(struct call *call, int x1, int gamma, int scales1, int scales2,
                                     int points1, int points2, int beta, int divides, int sum,
                                     int norm)
{
    const struct quant_norm_form form = form_of(call, x1, gamma, scales1, scales2, points1, points2,
                                                beta, divides, sum, norm);
    if (quant_is_norm_v2(&form) || (form.has_sum && !form.has_norm))
        return ACLNN_SUCCESS;
    int result = form.has_sum ? norm : sum;
    return report(ACLNN_ERR_PARAM_NULLPTR,
                  "%s is %sNULL, which needs one scale, one zero point, a row of gamma, divMode "
                  "true, no second scales, and either %s and %s, or %s alone",
                  call_name(call, result), form.has_sum ? "not " : "", call_name(call, beta),
                  call_name(call, sum), call_name(call, norm));
}

static aclnnStatus same_shapes(struct call *call, int like, const int *tensors, int count)
{
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < count && status == ACLNN_SUCCESS; i++)
        if (call_tensor(call, tensors[i]) != NULL)
            status = check_same_shape(call, like, tensors[i]);
    return status;
}

/* The last dimensions of x, or (in the second form) its last one behind a 1. */
static aclnnStatus gamma_fits(struct call *call, int gamma, int x1, bool is_v2)
{
    const struct tensor *g = call_tensor(call, gamma);
    const struct tensor *t = call_tensor(call, x1);
    bool is_row = is_v2 && g->rank == 2;
    bool fits = is_row && g->dims[0] == 1 && g->dims[1] == t->dims[t->rank - 1];
    if (!is_row || fits)
        return fits ? ACLNN_SUCCESS : quant_check_last_dims_of(call, gamma, x1);
    return call_refuse_shape(call, gamma,
                             "[1, n], with n places in the last dimension of x, is "
                             "required");
}

/* As many numbers as gamma has, and as long a row. */
static aclnnStatus scales_fit(struct call *call, int gamma, int scales)
{
    const struct tensor *g = call_tensor(call, gamma);
    const struct tensor *s = call_tensor(call, scales);
    bool fits = g->dims[g->rank - 1] == s->dims[s->rank - 1] &&
                shape_count(g->dims, g->rank) == shape_count(s->dims, s->rank);
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, scales, "one for each place of gamma is required");
}

/* Scales and zero points by which numbers are quantised. */
aclnnStatus quant_check_norm_scales(struct call *call, int x1, int gamma, int scales1, int scales2,
                                    int points1, int points2, int beta, int divides, int sum,
                                    int norm)
{
    const struct quant_norm_form form = form_of(call, x1, gamma, scales1, scales2, points1, points2,
                                                beta, divides, sum, norm);
    bool is_2201 = form.architecture == ARCHITECTURE_2201;
    bool is_v2 = quant_is_norm_v2(&form);
    const int others[] = {scales2, points1, points2};
    aclnnStatus wrong = is_2201 && !is_v2 ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_INNER_TILING_ERROR;
    aclnnStatus status = as(wrong, gamma_fits(call, gamma, x1, is_v2));
    if (status == ACLNN_SUCCESS && call_tensor(call, beta) != NULL)
        status = as(wrong, check_same_shape(call, gamma, beta));
    if (status != ACLNN_SUCCESS || (is_2201 && is_v2))
        return status;
    status = is_2201 ? check_same_shape(call, gamma, scales1) : scales_fit(call, gamma, scales1);
    status = as(wrong, status);
    return status == ACLNN_SUCCESS ? as(wrong, same_shapes(call, scales1, others, 3)) : status;
}

/* The second form wants one data type; the first leaves that to its kernel. */
aclnnStatus quant_check_norm_types(struct call *call, int x1, int x2, int gamma, int scales1,
                                   int scales2, int points1, int points2, int beta, int divides,
                                   int sum, int norm)
{
    const struct quant_norm_form form = form_of(call, x1, gamma, scales1, scales2, points1, points2,
                                                beta, divides, sum, norm);
    aclnnStatus wrong = quant_is_norm_v2(&form) ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_INNER_NULLPTR;
    aclnnStatus status = as(wrong, check_same_type(call, x2, x1));
    return status == ACLNN_SUCCESS ? as(wrong, check_same_type(call, gamma, x1)) : status;
}

/* ---- RmsNormDynamicQuant --------------------------------------------------------------------- */

static aclnnStatus like_gamma(struct call *call, int operand, int gamma)
{
    const struct tensor *t = call_tensor(call, operand);
    return t == NULL || tensor_is_empty(t) ? ACLNN_SUCCESS : check_same_shape(call, gamma, operand);
}

/* What the tiling refuses: 561002. */
aclnnStatus quant_check_rms_norm_dynamic(struct call *call, int x, int gamma, int smooth, int beta,
                                         int epsilon, int y, int scale)
{
    const struct tensor *t = call_tensor(call, x);
    if (!((float)call->arguments[epsilon].real > 0))
        return report(ACLNN_ERR_INNER_TILING_ERROR, "%s is %g; more than 0 is required",
                      call_name(call, epsilon), call->arguments[epsilon].real);
    aclnnStatus status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x, 1, MOST_RANK);
    if (status == ACLNN_SUCCESS)
        status = quant_check_last_dim_of(call, gamma, x);
    if (status == ACLNN_SUCCESS)
        status = like_gamma(call, smooth, gamma);
    if (status == ACLNN_SUCCESS)
        status = like_gamma(call, beta, gamma);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, scale, t->dims, t->rank - 1, false, "one for each row");
    return as(ACLNN_ERR_INNER_TILING_ERROR, status);
}

/* ---- LayerNormQuant -------------------------------------------------------------------------- */

aclnnStatus quant_check_static_mode(struct call *call, int mode)
{
    return call->arguments[mode].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 is required",
                        call_name(call, mode), call->arguments[mode].integer);
}
