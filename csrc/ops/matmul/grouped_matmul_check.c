/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmul and its versions: checks. The call multiplies groups of rows, each by a matrix of
 * its own, or groups of the depth. Operands are single tensors or tensor lists. The groups are an
 * array of the caller's, or a tensor, whose numbers are known only when the call runs. The work
 * reads each of them once and limits it, so that no row outside the operands is read or written,
 * whatever they are and whoever changes them. Parameters are found by name, since each version has
 * more of them than the one before. */
#include "ops/matmul/grouped_matmul.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/common/tensor_check.h"
#include "tensor/arrays.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define MOST_MEMBERS 128
#define MOST_NEW_MEMBERS 1024 /* of floats of one type on Ascend950 */
#define MOST_GROUPS 1024      /* of a tensor */
#define LONGEST_SIDE 65535
#define FRACTAL_SIDE 16
#define ACTIVATIONS 6
#define GELU_ERF 3 /* no version takes this activation */

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse_counts(const struct reading *r, const char *why)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "x has %d tensors, weight %d and %s %d, and splitItem is %" PRId64 "; %s",
                  matmul_grouped_count_of(r, r->x), matmul_grouped_count_of(r, r->weight),
                  call_name(r->call, r->out), matmul_grouped_count_of(r, r->out), r->split_item,
                  why);
}

aclnnStatus matmul_check_grouped_members(struct call *call, int list)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    if (members->count == 0)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s has no members; one at least is required",
                      call_name(call, list));
    for (uint64_t i = 0; i < members->count; i++)
        if (members->members[i] == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s[%" PRIu64 "] is NULL; all are required",
                          call_name(call, list), i);
    return ACLNN_SUCCESS;
}

/* Checks attributes, before any tensor. */
static aclnnStatus check_attributes(const struct reading *r)
{
    const struct tensor *groups = r->has_array ? NULL : r->call->arguments[r->groups].tensor;
    bool is_joined = r->split_item == 2 || r->split_item == 3;
    if (r->is_first)
        return matmul_grouped_count_of(r, r->weight) == 1 &&
                       (matmul_grouped_count_of(r, r->x) > 1 ||
                        matmul_grouped_count_of(r, r->out) > 1)
                   ? refuse_counts(r, "as many tensors of weight as there are groups are required")
                   : ACLNN_SUCCESS;
    if (r->is_fractal && r->type == GROUPS_OF_DEPTH)
        return matmul_grouped_refuse_number(r, "groupType", "-1 or 0");
    if (r->type != NO_GROUPS && r->type != GROUPS_OF_ROWS && r->type != GROUPS_OF_DEPTH)
        return matmul_grouped_refuse_number(r, "groupType", "-1, 0 or 2");
    if (is_joined && r->type == NO_GROUPS)
        return matmul_grouped_refuse_number(r, "groupType", "0 or 2, with splitItem of 2 or 3,");
    if (groups != NULL && groups->rank != (r->list_type == PAIRS ? 2 : 1))
        return call_refuse_shape(r->call, r->groups,
                                 "one dimension is required, or two with groupListType of 2");
    if (r->activation < 0 || r->activation >= ACTIVATIONS || r->activation == GELU_ERF)
        return matmul_grouped_refuse_number(r, "actType", "0, 1, 2, 4 or 5");
    bool is_whole = matmul_grouped_member(r, r->x, 0)->type == ACL_INT8 &&
                    matmul_grouped_member(r, r->weight, 0)->type == ACL_INT8;
    bool has_pairs = (r->call->soc->architecture == ARCHITECTURE_2201 ||
                      (is_whole && call_is_on_950(r->call)) || matmul_grouped_is_of_floats(r)) &&
                     r->type == GROUPS_OF_ROWS;
    if (r->list_type < ENDS || r->list_type > PAIRS || (r->list_type == PAIRS && !has_pairs))
        return matmul_grouped_refuse_number(
            r, "groupListType",
            "0, 1, or (on Ascend910B and Ascend910_93, and of int8 by int8 and of float8, "
            "hifloat8 and float4 on Ascend950, with groupType 0) 2");
    return ACLNN_SUCCESS;
}

static bool is_floating(aclDataType type)
{
    return type == ACL_FLOAT || type_is_half(type);
}

static aclnnStatus refuse_view(const struct reading *r, int parameter, int at)
{
    const struct tensor *t = matmul_grouped_member(r, parameter, at);
    bool is_read = view_is_dense(t) ||
                   (parameter == r->weight && t->type == ACL_INT4 && matmul_grouped_is_turned(t));
    if (!matmul_grouped_is_small(t->type) || is_read)
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "%s[%d] is %s and neither contiguous nor transposed, which is not implemented by "
                  "this library",
                  call_name(r->call, parameter), at, data_type_name(t->type));
}

/* 207000 for int4 in views that are neither dense nor (weight) transposed, which this library does
 * not read. */
static aclnnStatus refuse_small(const struct reading *r)
{
    aclnnStatus status = refuse_view(r, r->x, 0);
    for (int i = 0; i < matmul_grouped_count_of(r, r->weight) && status == ACLNN_SUCCESS; i++)
        status = refuse_view(r, r->weight, i);
    return status;
}

static aclnnStatus check_scaled_types(const struct reading *r, aclDataType x, aclDataType weight)
{
    bool is_known = r->has_words || (x != ACL_INT32 && weight != ACL_INT32);
    if (x == ACL_INT8 && weight == ACL_INT8)
        return matmul_check_grouped_whole(r);
    bool is_packed = matmul_grouped_is_packed(r) && r->call->soc->architecture == ARCHITECTURE_2201;
    if (is_known && (is_packed || type_is_half(x))) {
        aclnnStatus status = is_packed ? matmul_check_grouped_packed(r)
                                       : matmul_check_grouped_restored(r);
        return status == ACLNN_SUCCESS ? refuse_small(r) : status;
    }
    if (matmul_grouped_is_requantised(r)) {
        aclnnStatus status = matmul_check_grouped_requantised(r);
        return status == ACLNN_SUCCESS ? refuse_small(r) : status;
    }
    if (is_known && matmul_grouped_is_of_small(r) &&
        r->call->soc->architecture == ARCHITECTURE_2201) {
        aclnnStatus status = matmul_check_grouped_small(r);
        return status == ACLNN_SUCCESS ? refuse_small(r) : status;
    }
    if (is_known && matmul_grouped_is_small(weight) && !call_is_on_950(r->call))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "x is %s and weight %s; grouped products of these types together are not "
                      "implemented by this library",
                      data_type_name(x), data_type_name(weight));
    return report(ACLNN_ERR_PARAM_INVALID,
                  "x is %s and weight %s; with x of int8, weight of int8 or int4 is required, with "
                  "x of int4 of int4",
                  data_type_name(x), data_type_name(weight));
}

/* Checks that types go together. */
static aclnnStatus check_operand_types(const struct reading *r)
{
    static const char *const unused[] = {
        "activationInputOptional",       "activationQuantScaleOptional",
        "activationQuantOffsetOptional", "activationFeatureOutOptional",
        "dynQuantScaleOutOptional",
    };
    static const char *const scales[] = {"scaleOptional", "offsetOptional",
                                         "antiquantScaleOptional", "antiquantOffsetOptional",
                                         "perTokenScaleOptional"};
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        if (!matmul_grouped_is_left_out(r->call, call_find(r->call, unused[i])))
            return report(ACLNN_ERR_PARAM_INVALID, "%s is given; it must be NULL", unused[i]);
    if (matmul_grouped_is_of_floats(r))
        return matmul_check_grouped_floats(r);
    if (matmul_grouped_is_mixed(r))
        return matmul_check_grouped_mixed(r);
    if (matmul_grouped_is_whole(weight) && (matmul_grouped_is_whole(x) || type_is_half(x)))
        return check_scaled_types(r, x, weight);
    if (!is_floating(x) || x != weight || (r->is_first && x == ACL_FLOAT))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "x is %s and weight %s; both float16, bfloat16 or (not of "
                      "aclnnGroupedMatmul) float32, or whole numbers, are required",
                      data_type_name(x), data_type_name(weight));
    if (r->activation != NO_ACTIVATION)
        return matmul_grouped_refuse_number(r, "actType", "0, with floating x,");
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (!matmul_grouped_is_left_out(r->call, call_find(r->call, scales[i])))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is given; with x of floating-point numbers it must be NULL",
                          scales[i]);
    return ACLNN_SUCCESS;
}

/* Whether fractals, blocks of 16 rows of 32 bytes, fill the matrix as it lies in memory. Of int8 by
 * int8 Ascend950 wants their storage alone: the last ones may be filled in part. */
static bool has_fractals(const struct reading *r, const struct tensor *t)
{
    if (call_is_on_950(r->call) && t->format == ACL_FORMAT_FRACTAL_NZ && t->type == ACL_INT8 &&
        matmul_grouped_member(r, r->x, 0)->type == ACL_INT8)
        return fills_fractals(t);
    int64_t rows = t->dims[t->rank - 2];
    int64_t columns = matmul_grouped_columns(t);
    int64_t width = t->type == ACL_INT8                ? 2 * FRACTAL_SIDE
                    : matmul_grouped_is_small(t->type) ? 4 * FRACTAL_SIDE
                                                       : FRACTAL_SIDE;
    bool is_turned = matmul_grouped_is_turned(t);
    return (is_turned ? columns : rows) % FRACTAL_SIDE == 0 &&
           (is_turned ? rows : columns) % width == 0;
}

/* Checks the dims and formats of all members. All weights are transposed, or none. */
static aclnnStatus check_each_rank(const struct reading *r, int parameter, int32_t low,
                                   int32_t high)
{
    for (int i = 0; i < matmul_grouped_count_of(r, parameter); i++) {
        const struct tensor *t = matmul_grouped_member(r, parameter, i);
        bool is_weight = parameter == r->weight;
        if (t->rank < low || t->rank > high)
            return matmul_grouped_refuse_member(r, parameter, i,
                                                "another number of dimensions is required");
        bool is_in_blocks = t->format == ACL_FORMAT_FRACTAL_NZ ||
                            (r->is_fractal && format_is_fractal(t->format));
        aclnnStatus status = is_weight && is_in_blocks
                                 ? ACLNN_SUCCESS
                                 : check_tensor_format(
                                       t, argument_named(call_name(r->call, parameter)));
        if (status != ACLNN_SUCCESS)
            return status;
        bool turned = r->type == GROUPS_OF_DEPTH ? r->is_weight_turned
                                                 : matmul_grouped_is_turned(t);
        if (is_weight && turned != r->is_weight_turned)
            return matmul_grouped_refuse_member(r, parameter, i, "all are transposed, or none");
        if (is_weight && !matmul_grouped_is_of_floats(r) && !matmul_grouped_is_mixed(r) &&
            (r->is_fractal || t->format == ACL_FORMAT_FRACTAL_NZ) && !has_fractals(r, t))
            return matmul_grouped_refuse_member(
                r, parameter, i,
                "fractals of multiples of 16 rows, and 16 columns, of int8 32, of int4 64, are "
                "required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_ranks(const struct reading *r, int32_t x_high, int32_t weight, int32_t out)
{
    aclnnStatus status = check_each_rank(r, r->x, 2, x_high);
    if (status == ACLNN_SUCCESS)
        status = check_each_rank(r, r->weight, weight, weight);
    return status == ACLNN_SUCCESS ? check_each_rank(r, r->out, out == 3 ? 3 : 2, out) : status;
}

/* Checks the array of groups: its last number is the size that is divided, or it has the rows of a
 * list's members. */
static aclnnStatus check_array(const struct reading *r, int64_t groups, int list, int32_t dim,
                               int64_t places)
{
    uint64_t size = r->call->arguments[r->groups].array->size;
    const int64_t *ends = matmul_grouped_ends_of(r);
    int64_t last = 0;
    if (groups < 1 || size > MOST_MEMBERS || (groups > 1 && size != (uint64_t)groups))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "groupListOptional has %" PRIu64 " entries; %" PRId64
                      ", and at most 128, are required",
                      size, groups);
    for (uint64_t i = 0; i < size; last = ends[i++])
        if (ends[i] < last)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "groupListOptional[%" PRIu64 "] is %" PRId64 "; at least %" PRId64
                          ", the entry before, is required",
                          i, ends[i], last);
    if (list < 0 && last != places)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "groupListOptional ends with %" PRId64 "; %" PRId64
                      ", the places of x, are required",
                      last, places);
    for (int64_t i = 0; list >= 0 && i < groups; i++)
        if (matmul_grouped_member(r, list, (int)i)->dims[dim] !=
            ends[i] - (i > 0 ? ends[i - 1] : 0))
            return matmul_grouped_refuse_member(r, list, (int)i,
                                                "the places that groupListOptional says are "
                                                "required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_group_list(const struct reading *r, bool is_required, int64_t groups,
                                    int list, int64_t places)
{
    if (!matmul_grouped_has_groups(r))
        return is_required
                   ? report(ACLNN_ERR_PARAM_INVALID,
                            "groupListOptional is NULL; with one x for all groups it is required")
                   : ACLNN_SUCCESS;
    if (r->has_array)
        return check_array(r, groups, list, 0, places);
    const struct tensor *tensor = r->call->arguments[r->groups].tensor;
    if (groups < 1 || tensor->dims[0] < 1 || tensor->dims[0] > MOST_GROUPS ||
        (groups > 1 && tensor->dims[0] != groups) ||
        (r->list_type == PAIRS && tensor->dims[1] != 2))
        return call_refuse_shape(r->call, r->groups,
                                 "a number for each group, and at most 1024, are required");
    return tensor->type == ACL_INT64
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of groupListOptional is %s; DT_INT64 is required",
                        data_type_name(tensor->type));
}

/* Ascend950 has any. */
static int64_t longest_side(const struct reading *r)
{
    return call_is_on_950(r->call) ? INT64_MAX : LONGEST_SIDE;
}

/* Checks a product of x[i] and weight[j], whose columns out[k] must have. */
static aclnnStatus check_sides(const struct reading *r, int i, int j, int k)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, i);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, j);
    const struct tensor *out = matmul_grouped_member(r, r->out, k);
    int64_t depth = matmul_grouped_columns(x);
    int64_t columns = matmul_grouped_columns(weight);
    int64_t inner = r->is_weight_turned ? weight->dims[weight->rank - 2] : columns;
    if (weight->dims[weight->rank - 2] != depth || depth > longest_side(r))
        return matmul_grouped_refuse_member(r, r->weight, j,
                                            "as many rows as x has columns, at most 65535 but on "
                                            "Ascend950, are required");
    if (!r->is_weight_turned && columns > longest_side(r))
        return matmul_grouped_refuse_member(r, r->weight, j, "at most 65535 columns are required");
    if (weight->type == ACL_INT4 && inner % 2 != 0)
        return matmul_grouped_refuse_member(r, r->weight, j,
                                            "an even number along its last dimension in memory is "
                                            "required of int4");
    return out->dims[out->rank - 1] == columns
               ? ACLNN_SUCCESS
               : matmul_grouped_refuse_member(r, r->out, k, "the columns of weight are required");
}

static int64_t rows_of_all(const struct reading *r, int parameter)
{
    int64_t rows = 0;
    for (int i = 0; i < matmul_grouped_count_of(r, parameter); i++)
        if (__builtin_add_overflow(rows, matmul_grouped_member(r, parameter, i)->dims[0], &rows))
            return -1;
    return rows;
}

static aclnnStatus check_rows_grouped(const struct reading *r)
{
    int x = matmul_grouped_count_of(r, r->x);
    int weight = matmul_grouped_count_of(r, r->weight);
    int out = matmul_grouped_count_of(r, r->out);
    bool is_joined = r->split_item == 2 || r->split_item == 3;
    if (r->is_x_turned)
        return matmul_grouped_refuse_member(r, r->x, 0,
                                            "with groups of rows it must not be transposed");
    bool is_known = (x == 1 && out == 1) ||
                    (x == 1 && weight > 1 && out == weight && r->has_array) ||
                    (x > 1 && weight == x && out == 1);
    if (!is_known || is_joined != (out == 1))
        return refuse_counts(r,
                             "with groups of rows (splitItem 2 or 3) y is one tensor, x one or as "
                             "many as weight has, or (with an array of groups, splitItem 0 or 1) "
                             "weight and y as many as there are groups");
    bool is_list = matmul_grouped_is_list(r);
    aclnnStatus status = check_ranks(r, 2, is_list ? 2 : 3, 2);
    int most = x > weight ? x : weight;
    for (int i = 0; status == ACLNN_SUCCESS && i < most; i++)
        status = check_sides(r, x > 1 ? i : 0, weight > 1 ? i : 0, out > 1 ? i : 0);
    if (status == ACLNN_SUCCESS && rows_of_all(r, r->x) != rows_of_all(r, r->out))
        status = matmul_grouped_refuse_member(r, r->out, 0, "as many rows as x has are required");
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t groups = is_list ? weight : matmul_grouped_member(r, r->weight, 0)->dims[0];
    return check_group_list(r, x == 1, groups,
                            x > 1     ? r->x
                            : out > 1 ? r->out
                                      : -1,
                            matmul_grouped_member(r, r->x, 0)->dims[0]);
}

static aclnnStatus check_depth_grouped(const struct reading *r)
{
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    const struct tensor *out = matmul_grouped_member(r, r->out, 0);
    if (!matmul_grouped_is_left_out(r->call, r->bias))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "biasOptional is given; with groupType 2 it must be NULL");
    if (matmul_grouped_count_of(r, r->x) != 1)
        return refuse_counts(r, "with groupType 2 one tensor each is required");
    if (!r->is_x_turned)
        return matmul_grouped_refuse_member(r, r->x, 0, "with groupType 2 it must be transposed");
    aclnnStatus status = check_each_rank(r, r->x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_each_rank(r, r->weight, 2, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (matmul_grouped_count_of(r, r->weight) != 1 || matmul_grouped_count_of(r, r->out) != 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "weight has %d tensors and %s %d; lists of them with groupType 2 are not "
                      "implemented by this library",
                      matmul_grouped_count_of(r, r->weight), call_name(r->call, r->out),
                      matmul_grouped_count_of(r, r->out));
    status = check_each_rank(r, r->out, 3, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    if (weight->dims[0] != x->dims[1] || weight->dims[1] > longest_side(r) ||
        x->dims[0] > longest_side(r))
        return matmul_grouped_refuse_member(
            r, r->weight, 0,
            "as many rows as x has columns, and sides of at most 65535 but on Ascend950, are "
            "required");
    if (out->dims[1] != x->dims[0] || out->dims[2] != weight->dims[1])
        return matmul_grouped_refuse_member(
            r, r->out, 0, "the rows of x and the columns of weight for each group are required");
    return check_group_list(r, true, out->dims[0], -1, x->dims[1]);
}

static aclnnStatus check_each(const struct reading *r)
{
    int count = matmul_grouped_count_of(r, r->x);
    if (r->is_x_turned || (r->is_first && r->is_weight_turned))
        return matmul_grouped_refuse_member(r, r->is_x_turned ? r->x : r->weight, 0,
                                            "without groups it must not be transposed");
    if (r->split_item != 0 && r->split_item != 1)
        return matmul_grouped_refuse_number(r, "splitItem", "0 or 1, without groups,");
    if (matmul_grouped_count_of(r, r->out) != count ||
        matmul_grouped_count_of(r, r->weight) != count)
        return refuse_counts(r, "without groups all have as many tensors");
    if (matmul_grouped_has_groups(r) && r->has_array && !r->is_first)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "groupListOptional is given; with groupType -1 it must not be");
    aclnnStatus status = check_ranks(r, 6, 2, 6);
    for (int i = 0; status == ACLNN_SUCCESS && i < count; i++) {
        const struct tensor *x = matmul_grouped_member(r, r->x, i);
        const struct tensor *out = matmul_grouped_member(r, r->out, i);
        if (out->rank != x->rank ||
            memcmp(out->dims, x->dims, (size_t)(x->rank - 1) * sizeof *x->dims) != 0)
            return matmul_grouped_refuse_member(r, r->out, i,
                                                "the dimensions of x, but for the last, are "
                                                "required");
        if (x->rank > 2 && r->has_array && matmul_grouped_has_groups(r))
            return matmul_grouped_refuse_member(
                r, r->x, i, "two dimensions are required with groupListOptional");
        status = check_sides(r, i, i, i);
    }
    if (status != ACLNN_SUCCESS || !matmul_grouped_has_groups(r))
        return status;
    if (r->has_array && r->call->arguments[r->groups].array->size != (uint64_t)count)
        return refuse_counts(r, "groupListOptional has as many entries as x has tensors");
    if (r->has_array)
        return check_array(r, count, r->x, 0, 0);
    return r->call->arguments[r->groups].tensor->dims[0] == count
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, r->groups, "a number for each tensor is required");
}

static aclnnStatus check_bias(const struct reading *r)
{
    if (matmul_grouped_is_left_out(r->call, r->bias))
        return ACLNN_SUCCESS;
    int count = matmul_grouped_count_of(r, r->weight);
    bool is_single = !matmul_grouped_is_list(r) && r->type != NO_GROUPS;
    if (matmul_grouped_count_of(r, r->bias) != count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "biasOptional has %d tensors and weight %d; as many are required",
                      matmul_grouped_count_of(r, r->bias), count);
    for (int i = 0; i < count; i++) {
        const struct tensor *bias = matmul_grouped_member(r, r->bias, i);
        const struct tensor *weight = matmul_grouped_member(r, r->weight, i);
        if (bias == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "biasOptional[%d] is NULL; all are required", i);
        bool fits = bias->rank == (is_single ? 2 : 1) &&
                    bias->dims[bias->rank - 1] == matmul_grouped_columns(weight) &&
                    (!is_single || bias->dims[0] == weight->dims[0]);
        if (!fits)
            return matmul_grouped_refuse_member(
                r, r->bias, i, "a number for each column of each matrix is required");
    }
    return ACLNN_SUCCESS;
}

/* 561103 for what the kernel does not have. */
static aclnnStatus check_kernel(const struct reading *r)
{
    aclDataType type = matmul_grouped_member(r, r->x, 0)->type;
    const int lists[] = {r->x, r->weight, r->out,
                         matmul_grouped_is_left_out(r->call, r->bias) ? -1 : r->bias};
    for (int i = 0; i < 4; i++)
        for (int j = 0; lists[i] >= 0 && j < matmul_grouped_count_of(r, lists[i]); j++) {
            aclDataType found = matmul_grouped_member(r, lists[i], j)->type;
            bool fits = i < 3 ? found == type : found == (type == ACL_BF16 ? ACL_FLOAT : type);
            if (i == 3 && type == ACL_BF16 && call_is_on_950(r->call))
                fits = fits || found == ACL_BF16;
            if (!fits || (i == 3 && found != matmul_grouped_member(r, lists[i], 0)->type))
                return report(ACLNN_ERR_INNER_NULLPTR,
                              "%s[%d] is %s, for which there is no kernel with x of %s",
                              call_name(r->call, lists[i]), j, data_type_name(found),
                              data_type_name(type));
        }
    return ACLNN_SUCCESS;
}

static bool is_all_empty(const struct reading *r)
{
    for (int i = 0; i < matmul_grouped_count_of(r, r->x); i++)
        if (!tensor_is_empty(matmul_grouped_member(r, r->x, i)))
            return false;
    return true;
}

/* aclnnGroupedMatmulWeightNz has no products of float32, none of floats by whole numbers, and no
 * results of int8. */
static aclnnStatus check_fractal_types(const struct reading *r)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclDataType out = matmul_grouped_member(r, r->out, 0)->type;
    if (x == ACL_FLOAT || (type_is_half(x) && matmul_grouped_member(r, r->weight, 0)->type != x))
        return matmul_grouped_refuse_member(
            r, r->weight, 0,
            "x and weight of float16, of bfloat16 or of int8 are required, or weight of int4 with "
            "x of int8 or int4");
    return out == ACL_INT8
               ? matmul_grouped_refuse_member(
                     r, r->out, 0, "int32, float16 or bfloat16 is required with x of int8")
               : ACLNN_SUCCESS;
}

static aclnnStatus check_tuning(const struct reading *r)
{
    int at = call_find(r->call, "tuningConfigOptional");
    const struct array *array = at < 0 ? NULL : r->call->arguments[at].array;
    int64_t most = 0;
    if (array == NULL || array->size == 0)
        return ACLNN_SUCCESS;
    int64_t given = array_integers(array)[0];
    for (int i = 0; i < matmul_grouped_count_of(r, r->x); i++)
        if (matmul_grouped_member(r, r->x, i)->dims[0] > most)
            most = matmul_grouped_member(r, r->x, i)->dims[0];
    return given >= 0 && given <= most
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "tuningConfigOptional[0] is %" PRId64 "; 0 to %" PRId64
                        ", the most rows of x, is required",
                        given, most);
}

static aclnnStatus check_members(const struct reading *r)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    bool is_plain = call_is_on_950(r->call) && is_floating(x) &&
                    x == matmul_grouped_member(r, r->weight, 0)->type;
    int most = is_plain ? MOST_NEW_MEMBERS : MOST_MEMBERS;
    return matmul_grouped_count_of(r, r->x) <= most && matmul_grouped_count_of(r, r->weight) <= most
               ? ACLNN_SUCCESS
               : refuse_counts(r, "at most 128 each are supported, of floats of one data type on "
                                  "Ascend950 1024");
}

aclnnStatus matmul_check_grouped_product(struct call *call)
{
    struct reading r = matmul_grouped_read_call(call);
    aclnnStatus status = check_attributes(&r);
    if (status == ACLNN_SUCCESS)
        status = check_operand_types(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    matmul_grouped_read_layouts(&r);
    if (r.is_x_turned && r.is_weight_turned)
        return matmul_grouped_refuse_member(&r, r.weight, 0,
                                            "x and weight must not both be transposed");
    status = r.type == GROUPS_OF_ROWS    ? check_rows_grouped(&r)
             : r.type == GROUPS_OF_DEPTH ? check_depth_grouped(&r)
                                         : check_each(&r);
    if (status == ACLNN_SUCCESS)
        status = check_bias(&r);
    if (status == ACLNN_SUCCESS)
        status = check_members(&r);
    if (status == ACLNN_SUCCESS)
        status = check_tuning(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_empty = is_all_empty(&r);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    status = r.is_fractal && !matmul_grouped_is_mixed(&r) ? check_fractal_types(&r) : ACLNN_SUCCESS;
    bool is_scaled = matmul_grouped_is_whole(matmul_grouped_member(&r, r.weight, 0)->type) ||
                     matmul_grouped_is_of_floats(&r) || matmul_grouped_is_mixed(&r);
    if (status == ACLNN_SUCCESS && matmul_grouped_is_packed(&r) &&
        !matmul_grouped_is_requantised(&r))
        return matmul_check_grouped_packed_kernel(&r);
    return status != ACLNN_SUCCESS || is_scaled ? status : check_kernel(&r);
}
