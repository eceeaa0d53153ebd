/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2 on Ascend950: checks. All that op_api refuses behind what is NULL is
 * 161002; 561103 is what the kernel's tiling refuses. */
#include "ops/quant/unit_floats.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "declared/quant.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/matmul/grouped_floats.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/quant/mx.h"
#include "ops/quant/scaled_product.h"
#include "tensor/layout.h"

#define PAIR 2
#define MOST_GROUPS 1024
#define MIXED_DEPTH 32    /* what the depth of float8 by float4 is a multiple of */
#define MIXED_COLUMNS 128 /* its columns likewise */
#define FLOAT4_UNIT 4     /* columns of float4, where the result is float4 too */
#define FRACTAL_COLUMNS 64
#define FLOAT4_FRACTAL_COLUMNS 128

static int parameter(const struct unit_floats *u, const char *name)
{
    return call_find(u->call, name);
}

static int64_t number(const struct unit_floats *u, const char *name)
{
    return u->call->arguments[parameter(u, name)].integer;
}

static aclnnStatus refuse_type(const char *name, aclDataType type, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; with these data types and this quantMode %s is "
                  "required",
                  name, data_type_name(type), required);
}

/* ---- Numbers, and what has to be left out ---------------------------------------------------- */

static aclnnStatus check_left_out(const struct unit_floats *u)
{
    static const char *const names[] = {"bias", "smoothScale"};
    const struct array *tuning = u->call->arguments[parameter(u, "tuningConfigOptional")].array;
    const char *given = NULL;
    if (!matmul_grouped_is_left_out(u->call, parameter(u, "weightAssistMatrix")))
        given = "weightAssistMatrix";
    for (int i = 0; i < 2 && given == NULL; i++)
        if (call_tensor(u->call, parameter(u, names[i])) != NULL)
            given = names[i];
    if (given == NULL && tuning != NULL && tuning->size > 0)
        given = "tuningConfigOptional";
    return given == NULL ? ACLNN_SUCCESS
                         : report(ACLNN_ERR_PARAM_INVALID,
                                  "%s is given; on Ascend950 NULL is required", given);
}

static aclnnStatus check_modes(const struct unit_floats *u)
{
    int64_t mode = number(u, "quantMode");
    int64_t before = number(u, "dequantMode");
    int64_t type = number(u, "dequantDtype");
    if ((mode != UNIT_OF_ROWS && mode != UNIT_OF_POWERS) || before != mode)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dequantMode is %" PRId64 " and quantMode %" PRId64
                      "; on Ascend950 0 or 2 of both is required",
                      before, mode);
    bool fits = type == ACL_FLOAT ||
                (mode == UNIT_OF_ROWS && (type == ACL_FLOAT16 || type == ACL_BF16));
    if (!fits)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "dequantDtype is %" PRId64 "; 0 (float32) is required, with quantMode 0 also "
                      "1 (float16) or 27 (bfloat16)",
                      type);
    return !u->is_mixed || mode == UNIT_OF_POWERS
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "quantMode is 0; 2 is required of float8 by float4");
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus check_lists(const struct unit_floats *u)
{
    bool is_one = u->weight->count == 1 && u->weight->members[0]->rank == 3;
    bool takes_lists = u->mode == UNIT_OF_POWERS && u->is_list && (u->is_mixed || u->is_fractal);
    if (u->weight->count != u->scale->count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "weight has %" PRIu64 " members and weightScale %" PRIu64
                      "; as many are required",
                      u->weight->count, u->scale->count);
    return is_one || takes_lists
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "weight has %" PRIu64 " members, the first of %d dimensions; one of three "
                        "dimensions is required, or of powers of two in fractals, or by float4, "
                        "one of two for each group",
                        u->weight->count, u->weight->members[0]->rank);
}

/* A matrix of a list has the depth first, as in CANN's example; its page has the columns first, and
 * its check, which wants a transposed view, reads them there. */
static aclnnStatus check_member(const struct unit_floats *u, uint64_t at, int64_t columns)
{
    const struct tensor *weight = u->weight->members[at];
    const struct tensor *scale = u->scale->members[at];
    int64_t groups = u->is_list ? 1 : u->weight->members[0]->dims[0];
    int64_t depth = u->x->dims[1];
    const int64_t matrix[] = {groups, depth, columns};
    const int64_t powers[] = {groups, divide_up(depth, PAIR * QUANT_MX_BLOCK), columns, PAIR};
    const int64_t factors[] = {groups, columns};
    int32_t skipped = u->is_list ? 1 : 0;
    aclnnStatus status = call_member_shape_is(
        u->call, parameter(u, "weight"), at, matrix + skipped, 3 - skipped, false,
        "rows for the columns of x, as many columns in each matrix");
    if (status != ACLNN_SUCCESS)
        return status;
    if (u->mode == UNIT_OF_ROWS)
        return call_member_shape_is(u->call, parameter(u, "weightScale"), at, factors, 2, false,
                                    "a number for each column of each matrix");
    status = call_member_shape_is(u->call, parameter(u, "weightScale"), at, powers + skipped,
                                  4 - skipped, false,
                                  "pairs of powers for 64 rows of each column of a matrix");
    if (status != ACLNN_SUCCESS)
        return status;
    bool is_turned = quant_scaled_is_turned(weight);
    if (u->is_mixed && !is_turned)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "weight[%" PRIu64 "] is not transposed in memory, which is required of "
                      "float4 beside float8",
                      at);
    return matmul_grouped_powers_are_turned(scale) == is_turned
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "weightScale[%" PRIu64 "] is %stransposed in memory and weight is %s; both "
                        "alike are required",
                        at, is_turned ? "not " : "", is_turned ? "" : "not");
}

/* x, and with powers xScale, lie as their dimensions say; one row of one place lies in both ways.
 */
static aclnnStatus check_left(const struct unit_floats *u)
{
    bool has_powers = u->mode == UNIT_OF_POWERS;
    bool is_one = (u->x->dims[0] == 1 && u->x->dims[1] == 1) ||
                  (has_powers && u->tokens->dims[0] == 1 && u->tokens->dims[1] == 1);
    bool is_turned = quant_scaled_is_turned(u->x) ||
                     (has_powers && matmul_grouped_powers_are_turned(u->tokens));
    return is_one || !is_turned
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "x or xScale is transposed in memory, which neither may be");
}

static aclnnStatus check_results(const struct unit_floats *u, int64_t columns)
{
    int64_t rows = u->x->dims[0];
    int64_t half = columns / 2;
    bool has_powers = u->mode == UNIT_OF_POWERS;
    int32_t rank = has_powers ? 3 : 1;
    const int64_t before[] = {rows, divide_up(u->x->dims[1], PAIR * QUANT_MX_BLOCK), PAIR};
    const int64_t behind[] = {rows, divide_up(half, PAIR * QUANT_MX_BLOCK), PAIR};
    const int64_t numbers[] = {rows, half};
    aclnnStatus status = call_shape_is(u->call, parameter(u, "xScale"), before, rank, false,
                                       has_powers ? "pairs of powers for 64 places of each row of x"
                                                  : "the rows of x");
    if (status == ACLNN_SUCCESS)
        status = check_left(u);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(u->call, parameter(u, "output"), numbers, 2, false,
                               "the rows of x, half of the columns");
    return status == ACLNN_SUCCESS
               ? call_shape_is(u->call, parameter(u, "outputScale"), behind, rank, false,
                               has_powers ? "pairs of powers for 64 places of each row of output"
                                          : "the rows of x")
               : status;
}

static aclnnStatus check_groups(const struct unit_floats *u)
{
    int64_t groups = u->is_list ? (int64_t)u->weight->count : u->weight->members[0]->dims[0];
    bool fits = u->groups->rank == 1 && u->groups->dims[0] <= MOST_GROUPS &&
                (u->mode == UNIT_OF_POWERS ? u->groups->dims[0] == groups
                                           : u->groups->dims[0] <= groups);
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(u->call, parameter(u, "groupList"),
                                    "one dimension, of a number for each matrix (with quantMode 0 "
                                    "at most), and at most 1024, is required");
}

/* Sides of float4, and of float8 by float4. */
static aclnnStatus check_sides(const struct unit_floats *u, int64_t columns)
{
    int64_t depth = u->x->dims[1];
    bool is_small = matmul_grouped_is_float4(u->x->type) &&
                    matmul_grouped_is_float4(u->weight->members[0]->type);
    if (u->mode == UNIT_OF_POWERS && columns % 2 != 0)
        return call_refuse_shape(u->call, parameter(u, "output"),
                                 "an even number of columns of weight is required");
    if (is_small && (depth == 2 || depth % 2 != 0))
        return call_refuse_shape(u->call, parameter(u, "x"),
                                 "an even number of columns other than 2 is required of float4");
    if (is_small && u->y->type == ACL_FLOAT4_E2M1 && (columns == 0 || columns % FLOAT4_UNIT != 0))
        return call_refuse_shape(u->call, parameter(u, "output"),
                                 "a multiple of 4 columns of weight is required of float4");
    if (u->is_mixed && (depth % MIXED_DEPTH != 0 || columns == 0 || columns % MIXED_COLUMNS != 0))
        return call_refuse_shape(u->call, parameter(u, "x"),
                                 "multiples of 32 columns of x and of 128 columns of weight are "
                                 "required of float8 by float4");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_shapes(const struct unit_floats *u)
{
    if (u->x->rank != 2 || u->x->dims[1] == 0)
        return call_refuse_shape(u->call, parameter(u, "x"),
                                 "two dimensions, of some columns, are required");
    aclnnStatus status = check_lists(u);
    int64_t columns = unit_floats_columns(u->weight->members[0]);
    for (uint64_t i = 0; i < u->weight->count && status == ACLNN_SUCCESS; i++)
        status = check_member(u, i, columns);
    if (status == ACLNN_SUCCESS)
        status = check_groups(u);
    if (status == ACLNN_SUCCESS)
        status = check_results(u, columns);
    return status == ACLNN_SUCCESS ? check_sides(u, columns) : status;
}

/* ---- Data types ------------------------------------------------------------------------------ */

static bool is_byte(aclDataType type)
{
    return type == ACL_INT8 || type_is_float8(type) || type == ACL_HIFLOAT8;
}

/* Whether factors go together: float8 with any float8, others with their own. */
static bool are_alike(aclDataType x, aclDataType weight)
{
    return (type_is_float8(x) && type_is_float8(weight)) || x == weight;
}

static aclnnStatus check_row_types(const struct unit_floats *u)
{
    aclDataType weight = u->weight->members[0]->type;
    aclDataType scale = u->scale->members[0]->type;
    if (!is_byte(u->x->type) || !are_alike(u->x->type, weight))
        return refuse_type("weight", weight, "int8, float8 or hifloat8 of both x and weight is");
    if (u->tokens->type != ACL_FLOAT)
        return refuse_type("xScale", u->tokens->type, "float32");
    if (scale != ACL_FLOAT && scale != ACL_BF16 &&
        !(scale == ACL_FLOAT16 && u->x->type == ACL_INT8))
        return refuse_type("weightScale", scale,
                           "float32 or bfloat16 (with x of int8 also float16)");
    if (!is_byte(u->y->type))
        return refuse_type("output", u->y->type, "int8, float8 or hifloat8");
    return u->y_scale->type == ACL_FLOAT ? ACLNN_SUCCESS
                                         : refuse_type("outputScale", u->y_scale->type, "float32");
}

static aclnnStatus check_member_types(const struct unit_floats *u, uint64_t at, bool is_small)
{
    const struct tensor *weight = u->weight->members[at];
    const struct tensor *scale = u->scale->members[at];
    bool fits = u->is_mixed ? weight->type == ACL_FLOAT4_E2M1
                : is_small  ? matmul_grouped_is_float4(weight->type)
                            : type_is_float8(weight->type);
    if (format_is_fractal(weight->format) != format_is_fractal(u->weight->members[0]->format))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "weight[%" PRIu64 "] is not of the format of weight[0], which is required",
                      at);
    if (!fits)
        return refuse_type("weight", weight->type,
                           "float8 of both x and weight, float4 of both, or float8_e4m3fn by "
                           "float4_e2m1");
    return scale->type == ACL_FLOAT8_E8M0 ? ACLNN_SUCCESS
                                          : refuse_type("weightScale", scale->type, "float8_e8m0");
}

/* float4_e1m2 is of fractals alone, which have no float8_e5m2 of float4. */
static aclnnStatus check_small_result(const struct unit_floats *u)
{
    aclDataType y = u->y->type;
    aclDataType weight = u->weight->members[0]->type;
    if (!u->is_fractal && (u->x->type == ACL_FLOAT4_E1M2 || weight == ACL_FLOAT4_E1M2))
        return refuse_type("weight", weight, "float4_e2m1 of both, without fractals,");
    bool fits = y == ACL_FLOAT8_E4M3FN || y == ACL_FLOAT4_E2M1 ||
                y == (u->is_fractal ? ACL_FLOAT4_E1M2 : ACL_FLOAT8_E5M2);
    return fits ? ACLNN_SUCCESS
                : refuse_type("output", y,
                              "float8_e4m3fn, float4_e2m1, or in fractals float4_e1m2, else "
                              "float8_e5m2,");
}

static aclnnStatus check_power_types(const struct unit_floats *u)
{
    bool is_small = matmul_grouped_is_float4(u->x->type);
    aclnnStatus status = ACLNN_SUCCESS;
    if (!is_small && !type_is_float8(u->x->type))
        return refuse_type("x", u->x->type, "float8 or float4");
    for (uint64_t i = 0; i < u->weight->count && status == ACLNN_SUCCESS; i++)
        status = check_member_types(u, i, is_small);
    if (status != ACLNN_SUCCESS)
        return status;
    if (u->tokens->type != ACL_FLOAT8_E8M0)
        return refuse_type("xScale", u->tokens->type, "float8_e8m0");
    if (u->y_scale->type != ACL_FLOAT8_E8M0)
        return refuse_type("outputScale", u->y_scale->type, "float8_e8m0");
    if (is_small)
        return check_small_result(u);
    bool fits = u->is_mixed ? u->y->type == ACL_FLOAT8_E4M3FN : type_is_float8(u->y->type);
    return fits ? ACLNN_SUCCESS
                : refuse_type("output", u->y->type,
                              u->is_mixed ? "float8_e4m3fn" : "float8_e4m3fn or float8_e5m2");
}

static aclnnStatus check_types(const struct unit_floats *u)
{
    aclnnStatus status = u->mode == UNIT_OF_POWERS ? check_power_types(u) : check_row_types(u);
    if (status != ACLNN_SUCCESS)
        return status;
    return u->groups->type == ACL_INT64 ? ACLNN_SUCCESS
                                        : refuse_type("groupList", u->groups->type, "int64");
}

static aclnnStatus check_formats(const struct unit_floats *u)
{
    static const char *const names[] = {"x", "xScale", "groupList", "output", "outputScale"};
    const struct tensor *const plain[] = {u->x, u->tokens, u->groups, u->y, u->y_scale};
    const char *given = NULL;
    for (int i = 0; i < 5 && given == NULL; i++)
        if (format_is_fractal(plain[i]->format))
            given = names[i];
    for (uint64_t i = 0; i < u->scale->count && given == NULL; i++)
        if (format_is_fractal(u->scale->members[i]->format))
            given = "weightScale";
    if (given != NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the format of %s is ACL_FORMAT_FRACTAL_NZ; another one is required", given);
    return !u->is_mixed || u->is_fractal
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of weight is not ACL_FORMAT_FRACTAL_NZ, which is required of "
                        "float4 beside float8");
}

/* ---- The kernel ------------------------------------------------------------------------------ */

/* The columns that the kernel has in tiles. */
static int64_t columns_unit(const struct unit_floats *u)
{
    bool is_small = matmul_grouped_is_float4(u->x->type);
    if (u->mode == UNIT_OF_ROWS)
        return 2;
    if (u->is_mixed)
        return 1; /* checked before */
    if (is_small)
        return u->is_fractal ? FLOAT4_FRACTAL_COLUMNS : FLOAT4_UNIT;
    return u->is_fractal ? FRACTAL_COLUMNS : 1;
}

static aclnnStatus check_kernel(const struct unit_floats *u)
{
    int64_t type = number(u, "groupListType");
    int64_t columns = unit_floats_columns(u->weight->members[0]);
    bool is_wide = u->mode == UNIT_OF_POWERS && u->is_fractal && !u->is_mixed &&
                   (u->x->type == ACL_FLOAT8_E5M2 ||
                    u->weight->members[0]->type == ACL_FLOAT8_E5M2);
    if (type != ENDS && type != COUNTS)
        return report(ACLNN_ERR_INNER_NULLPTR, "groupListType is %" PRId64 "; 0 or 1 is required",
                      type);
    if (is_wide)
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "x or weight is float8_e5m2; float8_e4m3fn is required of fractals");
    return columns % columns_unit(u) == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "weight has %" PRId64 " columns; a multiple of %" PRId64
                        " is required with these data types and this format",
                        columns, columns_unit(u));
}

/* ---- The checks ------------------------------------------------------------------------------ */

static aclnnStatus check_all(struct call *call, const struct unit_floats *u)
{
    aclnnStatus status = check_left_out(u);
    if (status == ACLNN_SUCCESS)
        status = check_modes(u);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(u);
    if (status == ACLNN_SUCCESS)
        status = check_types(u);
    if (status == ACLNN_SUCCESS)
        status = check_formats(u);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_settled = true;
    call->is_empty = u->x->dims[0] == 0 || unit_floats_columns(u->weight->members[0]) == 0 ||
                     tensor_is_empty(u->y) || tensor_is_empty(u->groups) ||
                     tensor_is_empty(u->y_scale);
    return call->is_empty ? ACLNN_SUCCESS : check_kernel(u);
}

static aclnnStatus check_ranks(struct call *call)
{
    int weight = call_find(call, "weight");
    const struct tensor_array *members = call->arguments[weight].tensors;
    for (uint64_t i = 0; i < members->count; i++)
        if (members->members[i]->rank < 2)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "weight[%" PRIu64 "] has %d dimensions; two or three are required", i,
                          members->members[i]->rank);
    return ACLNN_SUCCESS;
}

aclnnStatus quant_check_unit_floats(struct call *call)
{
    aclnnStatus status = check_ranks(call);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct unit_floats u = quant_read_unit_floats(call);
    return check_all(call, &u);
}

/* Of weight that counts as fractals, whatever its format says. */
aclnnStatus quant_check_unit_floats_in_blocks(struct call *call)
{
    aclnnStatus status = check_ranks(call);
    if (status != ACLNN_SUCCESS)
        return status;
    struct unit_floats u = quant_read_unit_floats(call);
    u.is_fractal = true;
    for (uint64_t i = 0; i < u.weight->count; i++) {
        const struct tensor *t = u.weight->members[i];
        if (matmul_grouped_is_float4(t->type) &&
            (unit_floats_depth(t) == 1 || unit_floats_columns(t) == 1))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "weight[%" PRIu64 "] has one row or column, which is not possible with "
                          "float4",
                          i);
    }
    return check_all(call, &u);
}
