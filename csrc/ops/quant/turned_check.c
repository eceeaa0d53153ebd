/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that are multiplied by small matrices before they are quantised: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "acl/acl_base.h"
#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"

#define MOST_TOKENS 262144
#define MOST_SIDE 256
#define MOST_GROUPS 1024

static bool is_float4(const struct call *call, int y)
{
    return call_type(call, y) == ACL_FLOAT4_E2M1;
}

aclnnStatus quant_check_no_fractals(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t->format != ACL_FORMAT_FRACTAL_NZ
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is ACL_FORMAT_FRACTAL_NZ; another one is required",
                        call_name(call, tensor));
}

static aclnnStatus square(struct call *call, int matrix, int64_t side)
{
    const int64_t dims[] = {side, side};
    return call_shape_is(call, matrix, dims, 2, false, "a square of the dimension of x");
}

/* ---- FlatQuant ------------------------------------------------------------------------------- */

static aclnnStatus tokens(struct call *call, int x, int y)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t part = call_type(call, y) == ACL_INT32 ? QUANT_IN_A_WORD : 2;
    aclnnStatus status = check_rank(call, x, 3, 3);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->dims[0] > MOST_TOKENS || t->dims[1] > MOST_SIDE || t->dims[2] > MOST_SIDE)
        return call_refuse_shape(call, x, "at most [262144, 256, 256] is required");
    return t->dims[2] % part == 0
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x,
                                   part == 2 ? "an even last dimension is required"
                                             : "a multiple of 8 is required as last dimension");
}

static aclnnStatus flat_results(struct call *call, int x, int y, int scale)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t all = t->dims[1] * t->dims[2];
    const int64_t codes[] = {t->dims[0], t->dims[1],
                             t->dims[2] / (call_type(call, y) == ACL_INT32 ? QUANT_IN_A_WORD : 1)};
    const int64_t rows[] = {t->dims[0], all};
    int64_t scales[3];
    if (!is_float4(call, y)) {
        aclnnStatus status = call_shape_is(call, y, codes, 3, false,
                                           "that of x, or of int32 with an eighth of its last one");
        return status == ACLNN_SUCCESS
                   ? call_shape_is(call, scale, t->dims, 1, false, "one for each matrix of x")
                   : status;
    }
    aclnnStatus status = call_shape_is(call, y, rows, 2, false, "a row for each matrix of x");
    quant_mx_scale_dims(rows, 2, 1, QUANT_MX_BLOCK, scales);
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, scale, scales, 3, false, "two for each pair of blocks of 32")
               : status;
}

/* Float4 goes without the right factor too. */
static bool is_left_alone(const struct call *call, int p2, int y)
{
    const struct tensor *t = call_tensor(call, p2);
    return is_float4(call, y) && t->rank == 2 && t->dims[0] == 0 && t->dims[1] == 0;
}

aclnnStatus quant_check_flat(struct call *call, int x, int p1, int p2, int y, int scale)
{
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = tokens(call, x, y);
    if (status == ACLNN_SUCCESS)
        status = square(call, p1, t->dims[1]);
    if (status == ACLNN_SUCCESS && !is_left_alone(call, p2, y))
        status = square(call, p2, t->dims[2]);
    return status == ACLNN_SUCCESS ? flat_results(call, x, y, scale) : status;
}

aclnnStatus quant_check_clip(struct call *call, int ratio)
{
    double given = call->arguments[ratio].real;
    return given > 0 && given <= 1
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; more than 0 and at most 1 is required",
                        call_name(call, ratio), given);
}

/* Ascend950 has no groups; on Ascend910B they are ends, counts, or numbers with counts. */
aclnnStatus quant_check_flat_groups(struct call *call, int groups, int kind)
{
    int64_t given = call->arguments[kind].integer;
    const struct tensor *g = call_tensor(call, groups);
    if (g == NULL)
        return ACLNN_SUCCESS;
    if (call_is_on_950(call))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is not NULL; on %s NULL is required",
                      call_name(call, groups), call->soc->name);
    if (given < 0 || given > 2)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 to 2 is required",
                      call_name(call, kind), given);
    if (g->type != ACL_INT64)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; int64 is required",
                      call_name(call, groups), data_type_name(g->type));
    bool fits = given == 2 ? g->rank == 2 && g->dims[1] == 2 : g->rank == 1;
    return fits && g->dims[0] <= MOST_GROUPS
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, groups,
                                   given == 2 ? "[groups, 2], of at most 1024 groups, is required"
                                              : "[groups], of at most 1024 groups, is required");
}

/* Scales of float8 go with float4. */
aclnnStatus quant_check_flat_pair(struct call *call, int y, int scale)
{
    aclDataType wanted = is_float4(call, y) ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
    return call_type(call, scale) == wanted
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR, "the data type of %s is %s; %s is required for %s",
                        call_name(call, scale), data_type_name(call_type(call, scale)),
                        data_type_name(wanted), data_type_name(call_type(call, y)));
}

/* ---- RotateQuant ----------------------------------------------------------------------------- */

static aclnnStatus rotates_blocks(struct call *call, int x, int rotation)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *r = call_tensor(call, rotation);
    aclnnStatus status = check_rank(call, x, 1, 7);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, rotation, 2, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t last = t->dims[t->rank - 1];
    int64_t side = r->dims[r->rank - 1];
    if ((side != 32 && side != 64 && side != 128) || last % side != 0)
        return call_refuse_shape(call, rotation,
                                 "32, 64 or 128, which divides the last dimension of x, is "
                                 "required as the last dimension");
    const int64_t dims[] = {last / side, side, side};
    return call_shape_is(call, rotation, dims + (3 - r->rank), r->rank, false,
                         "a square, or one for each part of the last dimension of x");
}

static aclnnStatus rotates_rows(struct call *call, int x, int rotation)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *r = call_tensor(call, rotation);
    aclnnStatus status = check_rank(call, x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, rotation, 2, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->dims[1] % QUANT_IN_A_WORD != 0)
        return call_refuse_shape(call, x, "a multiple of 8 is required as last dimension");
    bool fits = r->dims[1] > 0 && t->dims[1] % r->dims[1] == 0 && r->dims[0] == r->dims[1];
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, rotation,
                                    "a square whose side divides the last dimension of x is "
                                    "required");
}

aclnnStatus quant_check_rotated(struct call *call, int x, int rotation, int y, int scale)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct tensor *t = call_tensor(call, x);
    if (call_type(call, scale) == ACL_FLOAT8_E8M0) {
        aclnnStatus status = rotates_blocks(call, x, rotation);
        if (status == ACLNN_SUCCESS)
            status = check_same_shape(call, x, y);
        if (status != ACLNN_SUCCESS)
            return status;
        quant_mx_scale_dims(t->dims, t->rank, t->rank - 1, QUANT_MX_BLOCK, dims);
        return call_shape_is(call, scale, dims, t->rank + 1, false,
                             "two for each pair of blocks of 32");
    }
    aclnnStatus status = rotates_rows(call, x, rotation);
    if (status == ACLNN_SUCCESS)
        status = quant_check_quantised_shape(call, x, y);
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, scale, t->dims, 1, false, "one for each row")
               : status;
}

/* A bound goes with scales of blocks. */
aclnnStatus quant_check_bound(struct call *call, int alpha, int scale)
{
    static const int64_t one = 1;
    if (call_tensor(call, alpha) == NULL)
        return ACLNN_SUCCESS;
    if (call_type(call, scale) != ACL_FLOAT8_E8M0)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is not NULL; NULL is required",
                      call_name(call, alpha));
    if (call_type(call, alpha) != ACL_BF16)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; bfloat16 is required",
                      call_name(call, alpha), data_type_name(call_type(call, alpha)));
    return call_shape_is(call, alpha, &one, 1, false, "one number");
}

aclnnStatus quant_check_last_axis(struct call *call, int axis, int x)
{
    int64_t given = call->arguments[axis].integer;
    int32_t last = call_tensor(call, x)->rank - 1;
    return given == -1 || given == last
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; -1 or %d is required",
                        call_name(call, axis), given, last);
}

/* Whole numbers are rounded to the nearest whatever is told. */
aclnnStatus quant_check_rotated_rounding(struct call *call, int mode, int y)
{
    aclDataType type = call_type(call, y);
    bool is_float8 = type_is_float8(type);
    int found = quant_find_mx_rounding(call->arguments[mode].text);
    if (is_float8 ? found == QUANT_MX_RINT : found >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"rint\"%s is required for %s",
                  call_name(call, mode), call->arguments[mode].text,
                  is_float8 ? "" : ", \"round\" or \"floor\"", data_type_name(type));
}

aclnnStatus quant_check_rotated_algorithm(struct call *call, int algorithm, int y)
{
    aclDataType type = call_type(call, y);
    int64_t given = call->arguments[algorithm].integer;
    bool is_whole = type == ACL_INT8 || type == ACL_INT32;
    int64_t other = is_whole ? 0 : is_float4(call, y) ? 2 : 1;
    return given == 0 || given == other
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is %" PRId64 "; 0 or %" PRId64 " is required for %s",
                        call_name(call, algorithm), given, other, data_type_name(type));
}

aclnnStatus quant_check_rotated_range(struct call *call, int largest, int algorithm)
{
    double given = call->arguments[largest].real;
    bool is_used = call->arguments[algorithm].integer == 2;
    if (is_used ? given >= 6 && given <= 12 : given == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; with %s %" PRId64 " %s is required",
                  call_name(call, largest), given, call_name(call, algorithm),
                  call->arguments[algorithm].integer, is_used ? "6 to 12" : "0");
}

aclnnStatus quant_check_never(struct call *call, int flag)
{
    return call->arguments[flag].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is true; false is required",
                        call_name(call, flag));
}
