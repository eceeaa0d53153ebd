/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose rows or columns the ranks send each other in parts: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "base/status.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "ops/collective/collective.h"
#include "ops/collective/parted.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/arrays.h"
#include "tensor/layout.h"

#define MOST_DEPTH 65535
#define MX_COLUMNS 64

static const struct tensor *tensor_named(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? NULL : call_tensor(call, at);
}

/* Whether rows are sent before they are multiplied. */
static bool sends_rows(const struct call *call)
{
    return call_find(call, "alltoAllOutOptional") >= 0;
}

static int64_t mode_of(const struct call *call)
{
    return collective_integer(call, "x1QuantMode");
}

aclnnStatus collective_check_parted_group(struct call *call, int text)
{
    bool sends_scales = sends_rows(call) && mode_of(call) == PARTED_MX;
    return collective_find(call, text, COLLECTIVE_FIRST, sends_scales ? 2 : 1);
}

/* ---- Matrices -------------------------------------------------------------------------------- */

aclnnStatus collective_check_parted_right(struct call *call, int x2, int flag)
{
    const struct tensor *t = call_tensor(call, x2);
    bool is_turned = t->rank == 2 && t->strides[0] == 1 && t->strides[1] == t->dims[0] &&
                     (t->dims[0] != 1 || t->dims[1] != 1);
    if (tensor_is_empty(t))
        return call_refuse_shape(call, x2, "elements are required");
    if (t->rank != 2)
        return check_rank(call, x2, 2, 2);
    if (!call_is_on_950(call))
        return check_dense(call, x2);
    return is_turned && call->arguments[flag].integer != 0
               ? report(ACLNN_ERR_PARAM_INVALID,
                        "%s is a transposed view, and %s true; one of both is allowed",
                        call_name(call, x2), call_name(call, flag))
               : ACLNN_SUCCESS;
}

static aclnnStatus check_ranks_of(struct call *call)
{
    static const char *const names[] = {"x1", "x2", "output", "alltoAllOutOptional"};
    for (int i = 0; i < 4; i++) {
        int at = call_find(call, names[i]);
        if (at < 0 || call_tensor(call, at) == NULL)
            continue;
        aclnnStatus status = check_rank(call, at, 2, 2);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_parted_sides(struct call *call)
{
    int x1 = call_find(call, "x1");
    int x2 = call_find(call, "x2");
    int bias = call_find(call, "biasOptional");
    aclnnStatus status = check_ranks_of(call);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *given = call_tensor(call, bias);
    bool is_turned = collective_integer(call, "transposeX2") != 0;
    bool allows_none = mode_of(call) == PARTED_PLAIN && (sends_rows(call) || call_is_on_950(call));
    if (left->dims[1] == 0 || (left->dims[0] == 0 && !allows_none))
        return call_refuse_shape(call, x1, "elements are required");
    if (!sends_rows(call) && left->dims[1] != right->dims[is_turned])
        return call_refuse_shape(call, x2, "as many rows as x1 has columns are required");
    if (!sends_rows(call) && left->dims[1] > MOST_DEPTH)
        return call_refuse_shape(call, x1, "up to 65535 columns are required");
    return given == NULL ? ACLNN_SUCCESS
                         : call_shape_is(call, bias, &right->dims[!is_turned], 1, false,
                                         "the columns of the product");
}

aclnnStatus collective_check_parted_bias(struct call *call, int bias, int x1)
{
    const struct tensor *given = call_tensor(call, bias);
    if (given == NULL)
        return ACLNN_SUCCESS;
    if (!sends_rows(call) && !call_is_on_950(call))
        return collective_check_bias_of_halves(call, bias, x1);
    return given->type == ACL_FLOAT ? ACLNN_SUCCESS : check_same_type(call, bias, x1);
}

aclnnStatus collective_check_parted_axes(struct call *call, int axes)
{
    const struct array *given = call->arguments[axes].array;
    int64_t first = sends_rows(call) ? -2 : -1;
    return given == NULL || (given->size == 2 && array_integers(given)[0] == first &&
                             array_integers(given)[1] == -3 - first)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is another than {%" PRId64 ", %" PRId64 "}, which is required",
                        call_name(call, axes), first, -3 - first);
}

aclnnStatus collective_check_not_turned(struct call *call, int flag)
{
    return call->arguments[flag].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is true; false is required",
                        call_name(call, flag));
}

static bool is_pair(const struct tensor *t, int64_t rows, int64_t columns)
{
    return t == NULL || (t->dims[0] == rows && t->dims[1] == columns);
}

aclnnStatus collective_check_parted_rows(struct call *call)
{
    const struct tensor *left = tensor_named(call, "x1");
    const struct tensor *right = tensor_named(call, "x2");
    const struct tensor *out = tensor_named(call, "output");
    const struct tensor *kept = tensor_named(call, "alltoAllOutOptional");
    bool is_turned = collective_integer(call, "transposeX2") != 0;
    bool is_first = sends_rows(call);
    int64_t ranks = collective_size(call, COLLECTIVE_FIRST);
    int64_t columns = right->dims[!is_turned];
    int64_t sent = is_first ? left->dims[0] : columns;
    int64_t depth = is_first ? shape_product(left->dims[1], ranks) : left->dims[1];
    int64_t rows = is_first ? left->dims[0] / ranks : shape_product(left->dims[0], ranks);
    if (left->dims[0] == 0 && call_is_on_910b(call))
        return report(ACLNN_ERR_INNER_NULLPTR, "x1 has no rows; some are required on %s",
                      call->soc->name);
    bool skips_kept = kept == NULL || (tensor_is_empty(kept) && !call_is_on_950(call));
    (void)(collective_require(call, ACLNN_ERR_INNER_NULLPTR, sent % ranks == 0,
                              "there are %" PRId64 " %s; a multiple of the %" PRId64
                              " ranks is required",
                              sent, is_first ? "rows" : "columns", ranks) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR, right->dims[is_turned] == depth,
                              "x2 has not the %" PRId64 " rows that are required", depth) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              is_pair(out, rows, is_first ? columns : columns / ranks),
                              "output has not the %" PRId64 " rows and the columns of the product, "
                              "which are required",
                              rows) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              skips_kept || is_pair(kept, rows, depth),
                              "alltoAllOutOptional has not the %" PRId64 " rows and %" PRId64
                              " columns that are required",
                              rows, depth));
    return ACLNN_SUCCESS;
}

/* ---- Scales ---------------------------------------------------------------------------------- */

static aclnnStatus refuse_modes(const struct call *call, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "x1QuantMode is %" PRId64 " and x2QuantMode %" PRId64 "; %s are required on %s",
                  mode_of(call), collective_integer(call, "x2QuantMode"), required,
                  call->soc->name);
}

static aclnnStatus check_type_in(struct call *call, const char *name, uint64_t types,
                                 const char *required)
{
    int at = call_find(call, name);
    const struct tensor *given = at < 0 ? NULL : call_tensor(call, at);
    return given == NULL || (given->type < 64 && ((types >> given->type) & 1) != 0)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required", name,
                        data_type_name(given->type), required);
}

#define BIT(type) ((uint64_t)1 << (type))
#define HALVES (BIT(ACL_FLOAT16) | BIT(ACL_BF16))
#define SMALL (BIT(ACL_FLOAT8_E4M3FN) | BIT(ACL_FLOAT8_E5M2))

static const char *scale_name(const struct call *call)
{
    return call_find(call, "x1Scale") >= 0 ? "x1Scale" : "x1ScaleOptional";
}

/* 0, and elsewhere the first refusal. */
static aclnnStatus check_types_950(struct call *call)
{
    int64_t mode = mode_of(call);
    int64_t other = collective_integer(call, "x2QuantMode");
    bool is_mx = mode == PARTED_MX && other == PARTED_MX;
    int64_t by_rows = sends_rows(call) ? PARTED_DYNAMIC : PARTED_BY_ROW;
    int64_t wanted = collective_integer(call, "x1QuantDtype");
    if (!is_mx && (mode != by_rows || other != PARTED_BY_COLUMN))
        return refuse_modes(call, sends_rows(call) ? "7 and 2, or 6 and 6" : "3 and 2, or 6 and 6");
    uint64_t codes = is_mx ? SMALL | BIT(ACL_FLOAT4_E2M1) : SMALL;
    uint64_t scales = is_mx ? BIT(ACL_FLOAT8_E8M0) : BIT(ACL_FLOAT);
    bool is_dynamic = mode == PARTED_DYNAMIC;
    aclnnStatus status = check_type_in(call, "x1", is_dynamic ? HALVES : codes, "another");
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "x2", codes, "a small float");
    if (status == ACLNN_SUCCESS && !is_dynamic)
        status = check_type_in(call, scale_name(call), scales,
                               is_mx ? "DT_FLOAT8_E8M0" : "DT_FLOAT");
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "x2Scale", scales, is_mx ? "DT_FLOAT8_E8M0" : "DT_FLOAT");
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "output", HALVES | BIT(ACL_FLOAT), "a float");
    if (status == ACLNN_SUCCESS && is_dynamic && wanted != ACL_FLOAT8_E4M3FN &&
        wanted != ACL_FLOAT8_E5M2)
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "x1QuantDtype is %" PRId64 "; 35 or 36 is required", wanted);
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "biasOptional", BIT(ACL_FLOAT), "DT_FLOAT");
    bool is_small = tensor_named(call, "x1")->type == ACL_FLOAT4_E2M1;
    if (status == ACLNN_SUCCESS && is_mx &&
        is_small != (tensor_named(call, "x2")->type == ACL_FLOAT4_E2M1))
        status = report(ACLNN_ERR_PARAM_INVALID, "one of x1 and x2 is DT_FLOAT4_E2M1; both or none "
                                                 "may be");
    if (status == ACLNN_SUCCESS && is_dynamic && tensor_named(call, scale_name(call)) != NULL)
        status = check_same_type(call, call_find(call, scale_name(call)), call_find(call, "x1"));
    return status;
}

/* On Ascend910B rows of halves get their scales on the way, those of int8 have them. */
static aclnnStatus check_types_2201(struct call *call)
{
    int64_t mode = mode_of(call);
    bool is_first = sends_rows(call);
    const struct tensor *bias = tensor_named(call, "biasOptional");
    aclnnStatus status = is_first
                             ? check_type_in(call, "x1", HALVES | BIT(ACL_INT4) | BIT(ACL_INT32),
                                             "another")
                             : check_type_in(call, "x1", BIT(ACL_INT8), "DT_INT8");
    if (!is_first &&
        (mode != PARTED_BY_ROW || collective_integer(call, "x2QuantMode") != PARTED_BY_COLUMN))
        return refuse_modes(call, "3 and 2");
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "x2",
                               BIT(ACL_INT8) | (is_first ? BIT(ACL_INT4) | BIT(ACL_INT32) : 0),
                               "a whole number");
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "x2Scale", BIT(ACL_FLOAT), "DT_FLOAT");
    if (status == ACLNN_SUCCESS && mode != PARTED_DYNAMIC)
        status = check_type_in(call, scale_name(call), BIT(ACL_FLOAT), "DT_FLOAT");
    if (status == ACLNN_SUCCESS && mode == PARTED_DYNAMIC &&
        tensor_named(call, scale_name(call)) != NULL)
        status = check_same_type(call, call_find(call, scale_name(call)), call_find(call, "x1"));
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "output", HALVES, "DT_FLOAT16 or DT_BF16");
    if (status == ACLNN_SUCCESS)
        status = check_type_in(call, "biasOptional", HALVES | BIT(ACL_FLOAT), "a float");
    if (status != ACLNN_SUCCESS || is_first || bias == NULL)
        return status;
    return bias->type == ACL_FLOAT
               ? check_type_in(call, "output", BIT(ACL_BF16), "DT_BF16")
               : check_same_type(call, call_find(call, "output"), call_find(call, "biasOptional"));
}

/* CANN looks at scales of Ascend950 before the data types. */
aclnnStatus collective_check_parted_scales(struct call *call)
{
    const struct tensor *left = tensor_named(call, "x1");
    const struct tensor *right = tensor_named(call, "x2");
    int at = call_find(call, scale_name(call));
    int scale = call_find(call, "x2Scale");
    const struct tensor *tokens = call_tensor(call, at);
    const struct tensor *given = call_tensor(call, scale);
    bool is_turned = collective_integer(call, "transposeX2") != 0;
    int64_t columns = right->dims[!is_turned];
    int64_t mode = mode_of(call);
    if (!call_is_on_950(call) && sends_rows(call))
        return ACLNN_SUCCESS;
    if (mode != PARTED_MX)
        return sends_rows(call) || (tokens->rank == 1 && tokens->dims[0] == left->dims[0])
                   ? call_shape_is(call, scale, &columns, 1, false, "the columns of x2")
                   : call_refuse_shape(call, at, "a scale for each row is required");
    if (!is_turned)
        return report(ACLNN_ERR_PARAM_INVALID, "transposeX2 is false; with x1QuantMode 6 true is "
                                               "required");
    if (tokens->rank != 3 || tokens->dims[2] != 2 ||
        (!sends_rows(call) && tokens->dims[0] != left->dims[0]))
        return call_refuse_shape(call, at, "two scales for each 64 numbers of a row are required");
    return given->rank == 3 && given->dims[2] == 2 && given->dims[0] == columns &&
                   (sends_rows(call) || given->dims[1] == tokens->dims[1])
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scale,
                                   "two scales for each 64 numbers of a row are required");
}

aclnnStatus collective_check_parted_types(struct call *call)
{
    return call_is_on_950(call)    ? check_types_950(call)
           : call_is_on_910b(call) ? check_types_2201(call)
                                   : ACLNN_SUCCESS;
}

/* CANN wants bias on Ascend910B, and of powers of two the scales of both. */
aclnnStatus collective_check_parted_given(struct call *call)
{
    const char *name = sends_rows(call) ? scale_name(call) : "biasOptional";
    bool is_needed = sends_rows(call) ? call_is_on_950(call) && mode_of(call) == PARTED_MX
                                      : call_is_on_910b(call);
    return !is_needed || tensor_named(call, name) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; it is required on %s", name,
                        call->soc->name);
}

static bool is_small(const struct tensor *t)
{
    return t->type == ACL_INT4 || t->type == ACL_INT32 || t->type == ACL_FLOAT4_E2M1;
}

/* Whether groupSize says what MX has, or 0 for what follows from the shapes: 16 bits each of the
 * depth, the columns and the rows. */
static bool has_known_groups(const struct call *call)
{
    int64_t given = collective_integer(call, "groupSize");
    int64_t depth = given & 0xFFFF;
    int64_t columns = given >> 16 & 0xFFFF;
    int64_t rows = given >> 32 & 0xFFFF;
    return (depth == 0 || depth == 32) && columns <= 1 && rows <= 1;
}

/* What CANN's tiling requires of scales, and what this library has not. */
aclnnStatus collective_check_parted_codes(struct call *call)
{
    const struct tensor *left = tensor_named(call, "x1");
    const struct tensor *right = tensor_named(call, "x2");
    const struct tensor *tokens = tensor_named(call, scale_name(call));
    const struct tensor *scale = tensor_named(call, "x2Scale");
    bool is_turned = collective_integer(call, "transposeX2") != 0;
    int64_t ranks = collective_size(call, COLLECTIVE_FIRST);
    int64_t mode = mode_of(call);
    bool is_mx = mode == PARTED_MX;
    int64_t depth = right->dims[is_turned];
    static const char *const unused[] = {"commScaleOptional", "x1OffsetOptional",
                                         "x2OffsetOptional"};
    if (is_small(left) || is_small(right) || (sends_rows(call) && mode == PARTED_BY_ROW))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "x1 or x2 is of numbers of four bits, which this call does not take here "
                      "(CANN does)");
    bool is_alone = collective_integer(call, "commQuantMode") == 0;
    for (int i = 0; i < 3; i++)
        is_alone = is_alone && tensor_named(call, unused[i]) == NULL;
    (void)(collective_require(call, ACLNN_ERR_INNER_NULLPTR, is_alone,
                              "commQuantMode is not 0, or commScaleOptional, x1OffsetOptional or "
                              "x2OffsetOptional is given; NULL is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              call_is_on_950(call) || !sends_rows(call) || mode == PARTED_DYNAMIC,
                              "x1QuantMode is not 7, which is required on %s", call->soc->name) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              mode != PARTED_DYNAMIC ||
                                  collective_integer(call, "x2QuantMode") == PARTED_BY_COLUMN,
                              "x2QuantMode is not 2, which is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              is_mx ||
                                  (scale->rank == 1 && scale->dims[0] == right->dims[!is_turned]),
                              "x2Scale has not a number for each column, which is required") &&
           collective_require(
               call, ACLNN_ERR_INNER_NULLPTR,
               mode != PARTED_DYNAMIC || tokens == NULL ||
                   (!call_is_on_950(call) && tokens->rank == 1 && tokens->dims[0] == depth),
               "x1ScaleOptional has not a factor for each column; NULL is required "
               "on Ascend950") &&
           collective_require(
               call, ACLNN_ERR_INNER_NULLPTR,
               !is_mx || !sends_rows(call) ||
                   (left->dims[1] % MX_COLUMNS == 0 && tokens->dims[0] == left->dims[0] &&
                    tokens->dims[1] == left->dims[1] / MX_COLUMNS &&
                    scale->dims[1] == shape_product(tokens->dims[1], ranks)),
               "x1 has not a multiple of 64 columns, or x1ScaleOptional or x2Scale not two scales "
               "for each 64, which are required") &&
           collective_require(
               call, ACLNN_ERR_INNER_NULLPTR,
               !is_mx || sends_rows(call) ||
                   tokens->dims[1] == shape_quotient_up(left->dims[1], MX_COLUMNS),
               "x1Scale has not two scales for each 64 columns, which are required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR, !is_mx || has_known_groups(call),
                              "groupSize is %" PRId64 "; 0, or groups of 32 columns and of one row "
                              "on both sides (1 << 32 | 1 << 16 | 32), are required",
                              collective_integer(call, "groupSize")));
    return ACLNN_SUCCESS;
}
