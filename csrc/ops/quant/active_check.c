/* SPDX-License-Identifier: Apache-2.0 */
/* Activations with quantised results: checks. */
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
#include "ops/quant/active.h"
#include "tensor/layout.h"

static bool is_dynamic(const struct call *call, int mode)
{
    return quant_is_dynamic(call->arguments[mode].text);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* What begins with one of both words. */
aclnnStatus quant_check_quant_mode(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return quant_is_dynamic(given) || strncmp(given, "static", strlen("static")) == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is \"%s\"; \"static\" or \"dynamic\" is required",
                        call_name(call, mode), given);
}

/* The tiling wants the word alone. */
aclnnStatus quant_check_quant_word(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return strcmp(given, "dynamic") == 0 || strcmp(given, "static") == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "%s is \"%s\"; \"static\" or \"dynamic\" is required",
                        call_name(call, mode), given);
}

aclnnStatus quant_check_rint_or_round(struct call *call, int mode, int y)
{
    const char *given = call->arguments[mode].text;
    bool is_hifloat8 = call_type(call, y) == ACL_HIFLOAT8;
    bool fits = is_hifloat8 ? strcmp(given, "round") == 0 || strcmp(given, "hybrid") == 0
                            : strcmp(given, "rint") == 0;
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; %s is required for %s",
                         call_name(call, mode), given,
                         is_hifloat8 ? "\"round\" or \"hybrid\"" : "\"rint\"",
                         data_type_name(call_type(call, y)));
}

/* ---- Operands -------------------------------------------------------------------------------- */

static aclnnStatus given_in_mode(const struct call *call, int tensor, int mode)
{
    return call_tensor(call, tensor) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; it is required where %s is \"%s\"",
                        call_name(call, tensor), call_name(call, mode), call->arguments[mode].text);
}

/* Static quantisation reads scales, dynamic quantisation writes them. */
aclnnStatus quant_check_given_if_static(struct call *call, int tensor, int mode)
{
    return is_dynamic(call, mode) ? ACLNN_SUCCESS : given_in_mode(call, tensor, mode);
}

aclnnStatus quant_check_given_if_dynamic(struct call *call, int tensor, int mode)
{
    return is_dynamic(call, mode) ? given_in_mode(call, tensor, mode) : ACLNN_SUCCESS;
}

aclnnStatus quant_check_mode_operands(struct call *call, int scale, int offset, int out_scale,
                                      int mode)
{
    if (!is_dynamic(call, mode) && call_tensor(call, out_scale) != NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is not NULL; it must be where %s is \"%s\"",
                      call_name(call, out_scale), call_name(call, mode),
                      call->arguments[mode].text);
    return call_tensor(call, offset) == NULL || call_tensor(call, scale) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is given and %s is NULL; it is required",
                        call_name(call, offset), call_name(call, scale));
}

/* float16 and bfloat16 do not go together. */
aclnnStatus quant_check_not_other_half(struct call *call, int scale, int x)
{
    if (!call_gives(call, scale))
        return ACLNN_SUCCESS;
    aclDataType type = call_type(call, scale);
    aclDataType own = call_type(call, x);
    bool differ = (type == ACL_FLOAT16 && own == ACL_BF16) ||
                  (type == ACL_BF16 && own == ACL_FLOAT16);
    return differ ? check_same_type(call, scale, x) : ACLNN_SUCCESS;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus row_scales_fit(struct call *call, int self, int out_scale)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *s = call_tensor(call, out_scale);
    aclnnStatus status = check_rank(call, self, 2, MOST_RANK);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out_scale, 1, MOST_RANK - 1);
    if (status != ACLNN_SUCCESS)
        return status;
    return s->rank >= x->rank - 1 && same_dims(s->dims, x->rank - 1, x->dims, x->rank - 1)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, out_scale, "one for each row of self is required");
}

aclnnStatus quant_check_gelu_shapes(struct call *call, int self, int scale, int offset, int y,
                                    int out_scale, int mode)
{
    aclnnStatus status = is_dynamic(call, mode) ? row_scales_fit(call, self, out_scale)
                                                : check_rank(call, self, 0, MOST_RANK);
    if (status == ACLNN_SUCCESS)
        status = quant_check_one_dim(call, scale);
    if (status == ACLNN_SUCCESS)
        status = quant_check_one_dim(call, offset);
    if (status == ACLNN_SUCCESS && call_tensor(call, offset) != NULL)
        status = check_same_shape(call, scale, offset);
    return status == ACLNN_SUCCESS ? check_same_shape(call, self, y) : status;
}

aclnnStatus quant_check_all_elements(struct call *call, int tensor)
{
    return call_tensor(call, tensor) == NULL ? ACLNN_SUCCESS : check_some_elements(call, tensor);
}

static aclnnStatus refuse_scale(const struct call *call, int scale, const char *required)
{
    const struct tensor *s = call_tensor(call, scale);
    char shape[160];
    return report(ACLNN_ERR_INNER_NULLPTR, "%s is %s in the shape %s; %s is required",
                  call_name(call, scale), data_type_name(s->type),
                  dims_describe(s->dims, s->rank, shape, sizeof shape), required);
}

/* What the tiling refuses. */
aclnnStatus quant_check_gelu_kernel(struct call *call, int self, int scale, int out_scale)
{
    const struct tensor *x = call_tensor(call, self);
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *results = call_tensor(call, out_scale);
    int64_t last = x->rank > 0 ? x->dims[x->rank - 1] : 1;
    if (s != NULL && x->type == ACL_FLOAT && s->type != ACL_FLOAT)
        return refuse_scale(call, scale, "float32 beside float32");
    if (s != NULL && s->dims[0] != 1 && s->dims[0] != last)
        return refuse_scale(call, scale,
                            "one number, or one for each place of the last dimension,");
    return results == NULL || results->rank == x->rank - 1
               ? ACLNN_SUCCESS
               : refuse_scale(call, out_scale, "a dimension less than those of self");
}

/* ---- SwiGluQuant ----------------------------------------------------------------------------- */

#define MOST_GROUPS 1024

aclnnStatus quant_check_swi_glu_mode(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return given == NULL || strcmp(given, "dynamic") == 0 || strcmp(given, "static") == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is \"%s\"; \"static\" or \"dynamic\" is required",
                        call_name(call, mode), given);
}

aclnnStatus quant_check_list_type(struct call *call, int type)
{
    int64_t given = call->arguments[type].integer;
    return given == 0 || given == 1
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 or 1 is required",
                        call_name(call, type), given);
}

/* A row or a number for each group. */
static aclnnStatus group_rows_fit(struct call *call, int numbers, int64_t groups, int64_t last,
                                  bool takes_row)
{
    const struct tensor *t = call_tensor(call, numbers);
    if (t == NULL)
        return ACLNN_SUCCESS;
    bool has_groups = groups > 0;
    bool fits = (t->rank == 1 || (t->rank == 2 && t->dims[1] == last)) && t->dims[0] > 0 &&
                (groups <= 1 || t->dims[0] == groups);
    return fits || quant_is_row_of(t->dims, t->rank, last, takes_row, has_groups)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, numbers,
                                   "a number for each group, or a row of half the last dimension "
                                   "of x, is required");
}

static aclnnStatus units_fit(struct call *call, int x, int y, int scale)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t dims[TENSOR_MAX_DIMS];
    aclnnStatus status = check_rank(call, x, 2, MOST_RANK);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t last = t->dims[t->rank - 1];
    if (last % (call_type(call, y) == ACL_INT4 ? 4 : 2) != 0)
        return call_refuse_shape(call, x,
                                 "a last dimension of a multiple of 2, for int4 of 4, is required");
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] = last / 2;
    status = call_shape_is(call, y, dims, t->rank, false, "half the last dimension of x");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, scale, dims, t->rank - 1, false, "one for each row")
               : status;
}

/* What the tiling looks at: 561002. */
aclnnStatus quant_check_swi_glu(struct call *call, int x, int smooth, int offsets, int groups,
                                int mode, int y, int scale)
{
    const struct tensor *g = call_tensor(call, groups);
    const char *name = call->arguments[mode].text;
    bool dynamic = name == NULL || quant_is_dynamic(name);
    aclnnStatus status = units_fit(call, x, y, scale);
    if (status == ACLNN_SUCCESS && call_tensor(call, smooth) == NULL)
        status = report(ACLNN_ERR_INNER_TILING_ERROR, "%s is NULL; the kernel reads it",
                        call_name(call, smooth));
    if (status == ACLNN_SUCCESS)
        status = quant_check_one_dim(call, groups);
    if (status == ACLNN_SUCCESS && g != NULL && (g->dims[0] == 0 || g->dims[0] > MOST_GROUPS))
        status = call_refuse_shape(call, groups, "1 to 1024 groups are required");
    if (status != ACLNN_SUCCESS)
        return ACLNN_ERR_INNER_TILING_ERROR;
    const struct tensor *t = call_tensor(call, x);
    int64_t last = t->dims[t->rank - 1] / 2;
    int64_t count = g != NULL ? g->dims[0] : 0;
    status = group_rows_fit(call, smooth, count, last, dynamic);
    if (status == ACLNN_SUCCESS && !dynamic)
        status = group_rows_fit(call, offsets, count, last, false);
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_TILING_ERROR;
}
