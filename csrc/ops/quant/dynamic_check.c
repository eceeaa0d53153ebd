/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised by scales that follow from them: checks. */
#include "ops/quant/dynamic.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"

#define MOST_GROUPS 1024
#define LARGEST 32768 /* of hifloat8 */

/* ---- Attributes ------------------------------------------------------------------------------ */

/* Offsets belong to a quantisation that is not symmetric. */
aclnnStatus quant_check_symmetric(struct call *call, int symmetric, int offset)
{
    bool is_symmetric = call->arguments[symmetric].integer != 0;
    if (is_symmetric != (call_tensor(call, offset) != NULL))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s and %s is%s NULL; offsets are %s",
                  call_name(call, symmetric), is_symmetric ? "true" : "false",
                  call_name(call, offset), is_symmetric ? " not" : "",
                  is_symmetric ? "refused where it is true" : "required where it is false");
}

aclnnStatus quant_check_spread(struct call *call, int mode, int group_index)
{
    const char *given = call->arguments[mode].text;
    int spread = given != NULL ? quant_find_spread(given) : -1;
    if (spread < 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %s; \"pertoken\", \"pertensor\" or \"perchannel\" is required",
                      call_name(call, mode), given != NULL ? given : "NULL");
    return spread != QUANT_PER_CHANNEL || call_tensor(call, group_index) == NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is given; it must be NULL with %s \"%s\"",
                        call_name(call, group_index), call_name(call, mode), given);
}

/* ---- Data types ------------------------------------------------------------------------------ */

/* Smooth scales have the type of x; indices of groups are looked at beside them only. */
aclnnStatus quant_check_smooth_types(struct call *call, int x, int smooth, int group_index,
                                     const struct type_set *indices)
{
    if (call_tensor(call, smooth) == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_same_type(call, x, smooth);
    return status == ACLNN_SUCCESS ? check_types(call, group_index, indices) : status;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus smooth_fits(struct call *call, int x, int smooth, int group_index, int spread)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *s = call_tensor(call, smooth);
    const struct tensor *groups = call_tensor(call, group_index);
    if (s != NULL && groups != NULL)
        return groups->rank == 1
                   ? ACLNN_SUCCESS
                   : call_refuse_shape(call, group_index, "one dimension is required");
    if (s == NULL)
        return ACLNN_SUCCESS;
    int64_t last = t->dims[t->rank - (spread == QUANT_PER_CHANNEL ? 2 : 1)];
    return call_shape_is(call, smooth, &last, 1, false,
                         spread == QUANT_PER_CHANNEL ? "one for each row of x"
                                                     : "one for each place of the last dimension "
                                                       "of x");
}

static aclnnStatus scale_fits(struct call *call, int x, int scale, int spread)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t dims[TENSOR_MAX_DIMS] = {1};
    int32_t rank = quant_spread_dims(t->dims, t->rank, spread, dims);
    return call_shape_is(call, scale, dims, rank, false, "one for all elements that share it");
}

static aclnnStatus dynamic(struct call *call, int x, int smooth, int group_index, int spread, int y,
                           int scale, int offset)
{
    aclnnStatus status = check_rank(call, x, 2, MOST_RANK);
    if (status == ACLNN_SUCCESS)
        status = smooth_fits(call, x, smooth, group_index, spread);
    if (status == ACLNN_SUCCESS)
        status = quant_check_quantised_shape(call, x, y);
    if (status == ACLNN_SUCCESS)
        status = scale_fits(call, x, scale, spread);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, scale, offset);
    return status;
}

aclnnStatus quant_check_dynamic_tokens(struct call *call, int x, int smooth, int y, int scale)
{
    return dynamic(call, x, smooth, smooth, QUANT_PER_TOKEN, y, scale, scale);
}

aclnnStatus quant_check_dynamic_groups(struct call *call, int x, int smooth, int group_index, int y,
                                       int scale, int offset)
{
    return dynamic(call, x, smooth, group_index, QUANT_PER_TOKEN, y, scale, offset);
}

aclnnStatus quant_check_dynamic(struct call *call, int x, int smooth, int group_index, int mode,
                                int y, int scale, int offset)
{
    return dynamic(call, x, smooth, group_index, quant_find_spread(call->arguments[mode].text), y,
                   scale, offset);
}

/* With groups there is a row of smooth scales for each, or one for all. The tiling finds it. */
aclnnStatus quant_check_smooth_rows(struct call *call, int x, int smooth, int group_index)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *s = call_tensor(call, smooth);
    const struct tensor *groups = call_tensor(call, group_index);
    if (call->is_empty || s == NULL || groups == NULL)
        return ACLNN_SUCCESS;
    int64_t last = t->dims[t->rank - 1];
    bool fits = (s->rank == 1 && s->dims[0] == last) ||
                (s->rank == 2 && s->dims[1] == last && s->dims[0] == groups->dims[0] &&
                 groups->dims[0] > 0 && groups->dims[0] <= MOST_GROUPS);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_INNER_NULLPTR,
                         "%s has %d dimensions; with %s of %" PRId64
                         " groups as many rows of %" PRId64
                         " numbers, or one such row, are required",
                         call_name(call, smooth), s->rank, call_name(call, group_index),
                         groups->dims[0], last);
}

/* The tiling refuses what is no number of hifloat8. */
aclnnStatus quant_check_limit(struct call *call, int largest)
{
    double given = call->arguments[largest].real;
    return call->is_empty || (given >= 0 && given <= LARGEST)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR, "%s is %g; 0 to %d is required",
                        call_name(call, largest), given, LARGEST);
}
