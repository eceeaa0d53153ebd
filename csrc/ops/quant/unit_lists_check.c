/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/quant/unit_lists.h"
#include "tensor/layout.h"

#define MOST_COLUMNS 10240
#define DEPTH_LIMIT 65536
#define SMALL_DEPTH_LIMIT 20000
#define BLOCK_ROWS 16
#define BLOCK_COLUMNS 32       /* of int8 */
#define SMALL_BLOCK_COLUMNS 64 /* of 4 bits */

/* op_api looks at it before all else, and takes NULL for a wrong tensor. */
aclnnStatus quant_check_unit_list_output(struct call *call, int output)
{
    return call_tensor(call, output) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; a tensor is required",
                        call_name(call, output));
}

/* 161001 for a list without members. */
aclnnStatus quant_check_unit_members(struct call *call, int list)
{
    return call->arguments[list].tensors->count > 0
               ? check_members_given(call, list)
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s has no members", call_name(call, list));
}

/* 207000 for what CANN computes and this library does not. */
aclnnStatus quant_check_unit_lists_here(struct call *call, int x)
{
    aclDataType type = call_type(call, x);
    if (type != ACL_INT4 && type != ACL_INT32)
        return ACLNN_SUCCESS;
    return report(
        ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        "the data type of %s is %s, which is not implemented by this library (CANN has it)",
        call_name(call, x), data_type_name(type));
}

/* The storage of each member has the dimensions of blocks. */
aclnnStatus quant_check_unit_list_blocks(struct call *call, int weight)
{
    const struct tensor_array *members = call->arguments[weight].tensors;
    int32_t rank = members->members[0]->rank;
    int32_t required = members->count == 1 && (rank == 3 || rank == 5) ? 5 : 4;
    for (uint64_t i = 0; i < members->count; i++)
        if (members->members[i]->storage_rank != required)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the storage of %s[%" PRIu64 "] has %d dimensions; %d are required",
                          call_name(call, weight), i, members->members[i]->storage_rank, required);
    return ACLNN_SUCCESS;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static int parameter(const struct unit_lists *u, const char *name)
{
    return call_find(u->call, name);
}

/* A member of weight is the matrices of all groups, or one, as they are or in blocks. */
static aclnnStatus matrix_fits(const struct unit_lists *u, uint64_t at)
{
    const struct tensor *t = u->weight->members[at];
    int64_t depth = u->x->dims[1];
    int64_t wide = (u->is_small ? SMALL_BLOCK_COLUMNS : BLOCK_COLUMNS) / u->in_one;
    int64_t stored = u->columns / u->in_one;
    const int64_t matrix[] = {u->groups, depth, stored};
    const int64_t blocks[] = {u->groups, stored / wide, depth / BLOCK_ROWS, BLOCK_ROWS, wide};
    int32_t skipped = u->is_one ? 0 : 1;
    bool in_blocks = t->rank == 5 - skipped;
    int64_t unit = wide * u->in_one;
    if ((!u->is_small || in_blocks) && (depth % BLOCK_ROWS != 0 || u->columns % unit != 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "weight of %s has %" PRId64 " rows and %" PRId64
                      " columns in blocks; multiples of 16 and %" PRId64 " are required",
                      data_type_name(t->type), depth, u->columns, unit);
    return in_blocks ? call_member_shape_is(u->call, parameter(u, "weight"), at, blocks + skipped,
                                            5 - skipped, false, "blocks of the columns of x")
                     : call_member_shape_is(u->call, parameter(u, "weight"), at, matrix + skipped,
                                            3 - skipped, false, "rows for the columns of x");
}

static aclnnStatus member_fits(const struct unit_lists *u, uint64_t at, int64_t parts)
{
    const int64_t scale[] = {u->groups, parts, u->columns};
    const int64_t whole[] = {u->groups, u->columns};
    int32_t skipped = u->is_one ? 0 : 1;
    aclnnStatus status = matrix_fits(u, at);
    if (status != ACLNN_SUCCESS)
        return status;
    status = parts > 0
                 ? call_member_shape_is(u->call, parameter(u, "weightScale"), at, scale + skipped,
                                        3 - skipped, false,
                                        "a row of numbers for each part of a matrix")
                 : call_member_shape_is(u->call, parameter(u, "weightScale"), at, whole + skipped,
                                        2 - skipped, false, "a number for each column of a matrix");
    if (status != ACLNN_SUCCESS || !u->is_small)
        return status;
    return call_member_shape_is(u->call, parameter(u, "weightAssistMatrix"), at, whole + skipped,
                                2 - skipped, false, "a number for each column of a matrix");
}

/* As many members as weight, and no empty ones. */
static aclnnStatus check_count(const struct unit_lists *u, const char *name)
{
    const struct tensor_array *members = u->call->arguments[parameter(u, name)].tensors;
    if (members == NULL || members->count < u->weight->count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRIu64 " members; one for each of weight, %" PRIu64
                      ", is required",
                      name, members == NULL ? 0 : members->count, u->weight->count);
    for (uint64_t i = 0; i < u->weight->count; i++)
        if (members->members[i] == NULL || tensor_is_empty(members->members[i]))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s[%" PRIu64 "] has no elements; some are required", name, i);
    return ACLNN_SUCCESS;
}

/* Parts of the depth with numbers of their own; 0: there are none. */
static int64_t parts_of(const struct unit_lists *u)
{
    const struct tensor *scale = u->scale->members[0];
    bool has_parts = u->is_small && u->call->arguments[parameter(u, "dequantMode")].integer != 0;
    return has_parts && scale->rank >= 2 ? scale->dims[scale->rank - 2] : 0;
}

static aclnnStatus check_lists(const struct unit_lists *u)
{
    aclnnStatus status = check_count(u, "weight");
    if (status == ACLNN_SUCCESS)
        status = check_count(u, "weightScale");
    if (status == ACLNN_SUCCESS && u->is_small)
        status = check_count(u, "weightAssistMatrix");
    if (status == ACLNN_SUCCESS && u->x->rank != 2)
        status = call_refuse_shape(u->call, parameter(u, "x"), "two dimensions are required");
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t parts = parts_of(u);
    int64_t depth = u->x->dims[1];
    if (u->columns % 2 != 0 || u->columns > MOST_COLUMNS || u->columns % u->in_one != 0 ||
        (parts > 0 && depth % parts != 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "weightScale[0] is for %" PRId64 " columns and %" PRId64 " parts of %" PRId64
                      " rows; an even number of columns, at most 10240, and "
                      "parts of one length are required",
                      u->columns, parts > 0 ? parts : 1, depth);
    if (depth >= (u->is_small ? SMALL_DEPTH_LIMIT : DEPTH_LIMIT))
        return call_refuse_shape(u->call, parameter(u, "x"),
                                 "as many columns as the weight has rows, below 65536, of int4 "
                                 "below 20000, are required");
    for (uint64_t i = 0; i < u->weight->count && status == ACLNN_SUCCESS; i++)
        status = member_fits(u, i, parts);
    return status;
}

aclnnStatus quant_check_unit_lists(struct call *call, int xScale, int smoothScale, int groups,
                                   int output, int outputScale)
{
    const struct unit_lists u = quant_unit_lists(call);
    const struct tensor *list = call_tensor(call, groups);
    aclnnStatus status = check_lists(&u);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t rows[] = {u.x->dims[0]};
    const int64_t dims[] = {u.x->dims[0], u.columns / 2};
    status = call_shape_is(call, xScale, rows, 1, false, "the rows of x");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, output, dims, 2, false, "the rows of x, half of the columns");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, outputScale, rows, 1, false, "the rows of x");
    if (status == ACLNN_SUCCESS && (list->rank != 1 || list->dims[0] > u.groups))
        status = call_refuse_shape(
            call, groups, "one dimension, of at most a number for each matrix, is required");
    if (status == ACLNN_SUCCESS && call_tensor(call, smoothScale) != NULL)
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "%s is given; NULL is required unless x is of int4",
                        call_name(call, smoothScale));
    return status;
}

/* ---- Types and formats ----------------------------------------------------------------------- */

static aclnnStatus member_has_types(const struct unit_lists *u, uint64_t at)
{
    aclDataType weight = u->weight->members[at]->type;
    aclDataType scale = u->scale->members[at]->type;
    bool is_word = scale == ACL_UINT64 || scale == ACL_INT64;
    bool is_float = scale == ACL_FLOAT || scale == ACL_FLOAT16 || scale == ACL_BF16;
    if (weight != u->weight->members[0]->type)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of weight[%" PRIu64 "] is %s; that of weight[0], %s, is "
                      "required",
                      at, data_type_name(weight), data_type_name(u->weight->members[0]->type));
    if (u->is_small ? !is_word : !is_float)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the data type of %s is %s; 64 bits are required with weight of int4, float32, "
            "float16 or bfloat16 with weight of int8",
            "weightScale", data_type_name(scale));
    return !u->is_small || u->assist->members[at]->type == ACL_FLOAT
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; float32 is required",
                        "weightAssistMatrix", data_type_name(u->assist->members[at]->type));
}

aclnnStatus quant_check_unit_list_types(struct call *call)
{
    const struct unit_lists u = quant_unit_lists(call);
    aclnnStatus status = ACLNN_SUCCESS;
    for (uint64_t i = 0; i < u.weight->count && status == ACLNN_SUCCESS; i++)
        status = member_has_types(&u, i);
    return status;
}

/* Weight of int8, and blocks, are in fractals. */
aclnnStatus quant_check_unit_list_format(struct call *call, int weight)
{
    const struct unit_lists u = quant_unit_lists(call);
    for (uint64_t i = 0; i < u.weight->count; i++) {
        const struct tensor *t = u.weight->members[i];
        bool is_plain = u.is_small && t->rank < 4;
        if (!is_plain && t->format != ACL_FORMAT_FRACTAL_NZ)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the format of %s is not ACL_FORMAT_FRACTAL_NZ, which is required",
                          call_name(call, weight));
    }
    return ACLNN_SUCCESS;
}

/* What leaves nothing to do, once all is right. */
aclnnStatus quant_check_unit_list_work(struct call *call, int groups, int output)
{
    call->is_empty = tensor_is_empty(call_tensor(call, output)) ||
                     tensor_is_empty(call_tensor(call, groups));
    return ACLNN_SUCCESS;
}

/* 561103 for numbers that the tiling does not take. */
aclnnStatus quant_check_unit_list_modes(struct call *call, int dequantMode, int groupListType)
{
    const struct unit_lists u = quant_unit_lists(call);
    const int numbers[] = {groupListType, dequantMode};
    for (int i = 0; i < (u.is_small ? 2 : 1); i++) {
        int64_t given = call->arguments[numbers[i]].integer;
        if (given != 0 && given != 1)
            return report(ACLNN_ERR_INNER_NULLPTR, "%s is %" PRId64 "; 0 or 1 is required",
                          call_name(call, numbers[i]), given);
    }
    return ACLNN_SUCCESS;
}

/* 207000 for int4, and blocks, in views that this library does not read. */
aclnnStatus quant_check_unit_list_views(struct call *call, int weight)
{
    const struct unit_lists u = quant_unit_lists(call);
    for (uint64_t i = 0; i < u.weight->count; i++) {
        const struct tensor *t = u.weight->members[i];
        if ((u.is_small || t->rank > 3) && !view_is_dense(t))
            return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                          "%s is %s and not contiguous, which is not implemented by this library",
                          call_name(call, weight), data_type_name(t->type));
    }
    return ACLNN_SUCCESS;
}
