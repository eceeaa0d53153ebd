/* SPDX-License-Identifier: Apache-2.0 */
/* Products of whole numbers restored, their gated units quantised: checks. */
#include <inttypes.h>
#include <math.h>
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
#include "ops/quant/active.h"
#include "ops/quant/quant.h"

#define GROUPED_MULTIPLE 64 /* of the last dimension, for the kernel of Ascend910B with groups */

/* ---- Attributes ------------------------------------------------------------------------------ */

/* The kernel without groups of Ascend910B reads capitals too. */
aclnnStatus quant_check_unit_mode(struct call *call, int mode, int groups)
{
    const char *given = call->arguments[mode].text;
    bool takes_capitals = !call_is_on_950(call) && call_tensor(call, groups) == NULL;
    bool fits = given == NULL || strcmp(given, "static") == 0 || strcmp(given, "dynamic") == 0 ||
                (takes_capitals &&
                 (quant_is_word(given, "static") || quant_is_word(given, "dynamic")));
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "%s is \"%s\"; \"static\" or \"dynamic\" is required",
                         call_name(call, mode), given);
}

/* Kernels before Ascend950 do not look at it. */
aclnnStatus quant_check_unit_rounding(struct call *call, int mode, int y)
{
    const char *given = call->arguments[mode].text;
    bool is_hifloat8 = call_type(call, y) == ACL_HIFLOAT8;
    bool fits = strcmp(given != NULL ? given : "rint", is_hifloat8 ? "round" : "rint") == 0;
    return !call_is_on_950(call) || fits
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; %s is required for %s",
                        call_name(call, mode), given != NULL ? given : "NULL",
                        is_hifloat8 ? "\"round\"" : "\"rint\"", data_type_name(call_type(call, y)));
}

/* The kernel without groups of Ascend910B has one unit, and looks at neither. */
aclnnStatus quant_check_unit_variant(struct call *call, int variant, int limit, int groups)
{
    int64_t given = call->arguments[variant].integer;
    float most = (float)call->arguments[limit].real;
    int largest = call_is_on_950(call) ? 1 : 3;
    if (!call_is_on_950(call) && call_tensor(call, groups) == NULL)
        return ACLNN_SUCCESS;
    if (given < 0 || given > largest)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 to %d is required",
                      call_name(call, variant), given, largest);
    return !call_is_on_950(call) || (isfinite(most) && most > 0)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a finite number above 0 is required",
                        call_name(call, limit), (double)most);
}

aclnnStatus quant_check_unit_dim(struct call *call, int x, int dim)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t given = call->arguments[dim].integer;
    return !call_is_on_950(call) || (given >= -t->rank && given < t->rank)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %d to %d are the dimensions",
                        call_name(call, dim), given, -t->rank, t->rank - 1);
}

/* ---- Operands -------------------------------------------------------------------------------- */

static int64_t last_of(const struct tensor *t)
{
    return t->dims[t->rank - 1];
}

/* A row of so many places: for all, or for each group. */
static aclnnStatus row_fits(struct call *call, int numbers, int groups, int64_t places)
{
    const struct tensor *n = call_tensor(call, numbers);
    const struct tensor *g = call_tensor(call, groups);
    if (n == NULL)
        return ACLNN_SUCCESS;
    int64_t count = g != NULL && (g->dims[0] > 1 || call_is_on_950(call)) ? g->dims[0] : 1;
    bool is_table = n->rank == 2 && n->dims[0] == count && last_of(n) == places;
    bool is_row = n->rank == 1 && last_of(n) == places && (g == NULL || count == 1) &&
                  !(call_is_on_950(call) && g != NULL);
    return is_table || is_row
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, numbers,
                                   "a row, or with groups one for each of them, is required");
}

/* Of x that are no whole numbers nothing is restored. */
static aclnnStatus restoring_fits(struct call *call, int x, int weight, int rows, int bias,
                                  int groups)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *r = call_tensor(call, rows);
    const int operands[] = {weight, rows, bias};
    bool is_whole = t->type == ACL_INT32;
    for (int i = 0; i < 3; i++)
        if (!is_whole && call_is_on_950(call) && call_tensor(call, operands[i]) != NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is given; it must be NULL with %s of %s",
                          call_name(call, operands[i]), call_name(call, x),
                          data_type_name(t->type));
    if (!is_whole)
        return ACLNN_SUCCESS;
    if (call_tensor(call, weight) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; it is required with %s of int32",
                      call_name(call, weight), call_name(call, x));
    aclnnStatus status = row_fits(call, weight, groups, last_of(t));
    if (status == ACLNN_SUCCESS)
        status = row_fits(call, bias, groups, last_of(t));
    int64_t count = shape_count(t->dims, t->rank - 1);
    return status == ACLNN_SUCCESS && r != NULL && shape_count(r->dims, r->rank) != count
               ? call_refuse_shape(call, rows, "one for each row of x is required")
               : status;
}

/* One number, or a row; with groups for each of them. */
static aclnnStatus given_scale_fits(struct call *call, int scale, int groups, int64_t places)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *g = call_tensor(call, groups);
    if (s == NULL)
        return ACLNN_SUCCESS;
    int64_t count = g != NULL ? g->dims[0] : 1;
    bool is_list = s->rank == 1 &&
                   (g != NULL ? s->dims[0] == count : s->dims[0] == 1 || s->dims[0] == places);
    bool is_table = s->rank == 2 && s->dims[0] == count &&
                    (last_of(s) == places ||
                     (call_is_on_950(call) && g != NULL && last_of(s) == 1));
    return is_list || is_table
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scale,
                                   "a number or a row, with groups for each of them, is required");
}

static aclnnStatus static_fits(struct call *call, int scale, int offset, int groups, int64_t places)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *o = call_tensor(call, offset);
    if (s == NULL || (o == NULL && !call_is_on_950(call)))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; it is required where scales are given",
                      call_name(call, s == NULL ? scale : offset));
    aclnnStatus status = given_scale_fits(call, scale, groups, places);
    if (status == ACLNN_SUCCESS)
        status = given_scale_fits(call, offset, groups, places);
    return status == ACLNN_SUCCESS && o != NULL &&
                   shape_count(s->dims, s->rank) != shape_count(o->dims, o->rank)
               ? call_refuse_shape(call, offset, "as many as there are scales is required")
               : status;
}

/* Offsets have no place in dynamic quantisation; the kernel without groups does not read them. */
static aclnnStatus dynamic_fits(struct call *call, int scale, int offset, int groups,
                                int64_t places)
{
    bool looks = call_is_on_950(call) || call_tensor(call, groups) != NULL;
    const struct tensor *s = call_tensor(call, scale);
    if (looks && call_tensor(call, offset) != NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is given; it must be NULL where scales follow",
                      call_name(call, offset));
    if (!looks && s != NULL && s->rank == 1 && s->dims[0] == 1)
        return ACLNN_SUCCESS;
    return row_fits(call, scale, groups, places);
}

static aclnnStatus results_fit(struct call *call, int x, int y, int scale)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] = last_of(t) / 2;
    aclnnStatus status = call_shape_is(call, y, dims, t->rank, false,
                                       "half the last dimension of x");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, scale, dims, t->rank - 1, false, "one for each row")
               : status;
}

static aclnnStatus numbers_fit(struct call *call, int x, int groups)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    bool is_grouped_910 = !call_is_on_950(call) && g != NULL;
    aclnnStatus status = check_rank(call, x, 2, MOST_RANK);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, groups, 1, 2);
    if (status == ACLNN_SUCCESS && g != NULL)
        status = check_some_elements(call, groups);
    if (status != ACLNN_SUCCESS)
        return status;
    if (is_grouped_910 && t->type == ACL_FLOAT16)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is float16; with %s bfloat16 or int32 is required",
                      call_name(call, x), call_name(call, groups));
    int64_t multiple = is_grouped_910 ? GROUPED_MULTIPLE : 2;
    return last_of(t) % multiple == 0
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x,
                                   is_grouped_910
                                       ? "a last dimension of a multiple of 64 is required with "
                                         "groups"
                                       : "an even last dimension is required");
}

/* What the tilings refuse: 561002. */
aclnnStatus quant_check_unit_operands(struct call *call, int x, int weight, int rows, int bias,
                                      int scale, int offset, int groups, int mode, int y,
                                      int result_scale)
{
    bool is_dynamic = quant_is_dynamic_unit(call->arguments[mode].text);
    aclnnStatus status = numbers_fit(call, x, groups);
    if (status == ACLNN_SUCCESS)
        status = results_fit(call, x, y, result_scale);
    if (status == ACLNN_SUCCESS)
        status = restoring_fits(call, x, weight, rows, bias, groups);
    if (status != ACLNN_SUCCESS)
        return ACLNN_ERR_INNER_TILING_ERROR;
    int64_t places = last_of(call_tensor(call, x)) / 2;
    status = is_dynamic ? dynamic_fits(call, scale, offset, groups, places)
                        : static_fits(call, scale, offset, groups, places);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_TILING_ERROR;
}

/* ---- What is not computed here --------------------------------------------------------------- */

aclnnStatus quant_check_unit_computed(struct call *call, int groups, int y)
{
    const struct tensor *g = call_tensor(call, groups);
    aclDataType type = call_type(call, y);
    if (type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2)
        return report(
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
            "the data type of %s is %s, which is not implemented by this library (CANN has it)",
            call_name(call, y), data_type_name(type));
    return g == NULL || g->rank == 1
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s has 2 dimensions, numbers of groups and their counts, which is not "
                        "implemented by this library (CANN has it)",
                        call_name(call, groups));
}

aclnnStatus quant_check_unit_dim_computed(struct call *call, int x, int dim)
{
    int64_t given = call->arguments[dim].integer;
    int32_t last = call_tensor(call, x)->rank - 1;
    return !call_is_on_950(call) || given == -1 || given == last
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s is %" PRId64
                        "; other than the last dimension it is not implemented by this library "
                        "(CANN has it)",
                        call_name(call, dim), given);
}
