/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/quant.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/quant/quant_product.h"
#include "tensor/layout.h"

#define LARGEST_SIDE 65535 /* before Ascend950 */

struct reading {
    struct call *call;
    const struct quant_product_call *at;
    struct quant_product_sides sides;
    bool is_950;
    bool is_small; /* of 4 bits */
};

static const struct tensor *given(const struct reading *r, int parameter)
{
    return parameter < 0 ? NULL : call_tensor(r->call, parameter);
}

static aclnnStatus refuse_type(const struct reading *r, int parameter, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s",
                  call_name(r->call, parameter), data_type_name(call_type(r->call, parameter)),
                  required);
}

static bool is_set(const struct call *call, int flag)
{
    return flag >= 0 && call->arguments[flag].integer != 0;
}

static bool is_word(aclDataType type)
{
    return type == ACL_UINT64 || type == ACL_INT64;
}

/* ---- Data types ------------------------------------------------------------------------------ */

static bool are_factors(const struct reading *r)
{
    aclDataType left = call_type(r->call, r->at->x1);
    aclDataType right = call_type(r->call, r->at->x2);
    if (left == ACL_INT8 || left == ACL_HIFLOAT8)
        return right == left;
    return r->is_small ? quant_product_is_small(right)
                       : type_is_float8(left) && type_is_float8(right);
}

static aclnnStatus check_bias_type(const struct reading *r, bool is_exact)
{
    if (given(r, r->at->bias) == NULL)
        return ACLNN_SUCCESS;
    aclDataType bias = call_type(r->call, r->at->bias);
    aclDataType out = call_type(r->call, r->at->out);
    if (!quant_product_is_whole(call_type(r->call, r->at->x1)))
        return bias == ACL_FLOAT ? ACLNN_SUCCESS
                                 : refuse_type(r, r->at->bias, "float32 is required with floats");
    if (bias == ACL_INT32 || (!is_exact && (bias == ACL_FLOAT || bias == out)))
        return ACLNN_SUCCESS;
    return refuse_type(r, r->at->bias,
                       is_exact ? "int32 is required with this scale and out"
                                : "int32, float32 or the data type of out is required");
}

/* With a scale for each row. */
static aclnnStatus check_token_types(const struct reading *r)
{
    aclDataType scale = call_type(r->call, r->at->scale);
    aclDataType out = call_type(r->call, r->at->out);
    bool is_whole = quant_product_is_whole(call_type(r->call, r->at->x1));
    if (call_type(r->call, r->at->tokens) != ACL_FLOAT)
        return refuse_type(r, r->at->tokens, "float32 is required");
    if (out != ACL_FLOAT16 && out != ACL_BF16 && (is_whole || out != ACL_FLOAT))
        return refuse_type(r, r->at->out, "float16 or bfloat16 is required with a scale for rows");
    if (scale != ACL_FLOAT && !(is_whole && out == ACL_BF16 && scale == ACL_BF16))
        return refuse_type(
            r, r->at->scale,
            "float32, or bfloat16 with out of bfloat16, is required with a scale for rows");
    if (given(r, r->at->offset) != NULL)
        return refuse_type(r, r->at->offset, "NULL is required with a scale for rows");
    return check_bias_type(r, false);
}

static aclnnStatus check_float_types(const struct reading *r)
{
    aclDataType out = call_type(r->call, r->at->out);
    if (!is_word(call_type(r->call, r->at->scale)))
        return refuse_type(r, r->at->scale, "64 bits are required without a scale for rows");
    if (given(r, r->at->offset) != NULL)
        return refuse_type(r, r->at->offset, "NULL is required with floats");
    if (out != ACL_FLOAT16 && out != ACL_BF16 && out != ACL_FLOAT)
        return refuse_type(r, r->at->out, "float16, bfloat16 or float32 is required with floats");
    return check_bias_type(r, false);
}

/* Without a scale for each row. */
static aclnnStatus check_whole_types(const struct reading *r)
{
    bool has_words = is_word(call_type(r->call, r->at->scale));
    aclDataType out = call_type(r->call, r->at->out);
    bool is_plain = out == ACL_BF16 || (out == ACL_INT32 && !r->is_small);
    bool takes_words = out == ACL_FLOAT16 || (out == ACL_INT8 && !r->is_small) ||
                       (out == ACL_BF16 && r->is_950);
    if (has_words ? !takes_words : !is_plain || r->is_small)
        return refuse_type(r, r->at->scale,
                           "without a scale for rows 64 bits are required with out of float16 or "
                           "int8, float32 or bfloat16 with bfloat16 or int32");
    if (given(r, r->at->offset) != NULL && out != ACL_INT8)
        return refuse_type(r, r->at->offset, "NULL is required unless out is int8");
    return check_bias_type(r, has_words || out == ACL_INT32);
}

static aclnnStatus check_types(const struct reading *r)
{
    if (!are_factors(r))
        return refuse_type(r, r->at->x2,
                           "the data type of x1 is required (of int4 and int32 either, of float8 "
                           "either)");
    if (given(r, r->at->tokens) != NULL)
        return check_token_types(r);
    return quant_product_is_whole(call_type(r->call, r->at->x1)) ? check_whole_types(r)
                                                                 : check_float_types(r);
}

/* ---- Fractals ---------------------------------------------------------------------------------
 */

/* The depth of fractals is told by their storage. */
static bool has_blocks(const struct tensor *t, bool flip)
{
    const struct fractals blocks = fractals_of(t);
    if (t->storage_rank < 4 || t->storage_rank > 8)
        return false;
    return flip != blocks.is_turned ? t->storage_dims[t->storage_rank - 4] == blocks.across
                                    : t->storage_dims[t->storage_rank - 3] == blocks.down;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus check_ranks(const struct reading *r)
{
    const int matrices[] = {r->at->x1, r->at->x2};
    for (int i = 0; i < 2; i++) {
        int32_t rank = given(r, matrices[i])->rank;
        if (rank < 2 || rank > QUANT_PRODUCT_MOST_DIMS)
            return call_refuse_shape(r->call, matrices[i], "2 to 6 dimensions are required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_small(const struct reading *r)
{
    const struct tensor *right = given(r, r->at->x2);
    const struct tensor *bias = given(r, r->at->bias);
    int64_t inner = right->dims[right->rank - 1];
    if (!r->is_small)
        return ACLNN_SUCCESS;
    if (r->sides.depth % 2 != 0)
        return call_refuse_shape(r->call, r->at->x1, "an even depth is required with int4");
    if (right->type == ACL_INT4 && inner % 2 != 0)
        return call_refuse_shape(r->call, r->at->x2, "an even last dimension is required of int4");
    if (is_set(r->call, r->at->flip1))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is true; with int4 false is required",
                      call_name(r->call, r->at->flip1));
    if (right->rank != 2)
        return call_refuse_shape(r->call, r->at->x2, "two dimensions are required with int4");
    return bias == NULL || bias->rank == 1
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, r->at->bias, "one dimension is required with int4");
}

/* Ascend910B and 910_93 take a longer last dimension of int8 with a scale for rows alone. */
static aclnnStatus check_length(const struct reading *r)
{
    const int matrices[] = {r->at->x1, r->at->x2};
    bool is_free = r->is_950 ||
                   (call_type(r->call, r->at->x1) == ACL_INT8 && given(r, r->at->tokens) != NULL &&
                    !is_word(call_type(r->call, r->at->scale)));
    for (int i = 0; !is_free && i < 2; i++) {
        const struct tensor *t = given(r, matrices[i]);
        if (t->dims[t->rank - 1] > LARGEST_SIDE)
            return call_refuse_shape(r->call, matrices[i],
                                     "a last dimension of at most 65535 is required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_line(const struct reading *r, int parameter, int64_t count, bool or_one,
                              const char *required)
{
    const struct tensor *t = given(r, parameter);
    if (t == NULL || (t->rank == 1 && (t->dims[0] == count || (or_one && t->dims[0] == 1))))
        return ACLNN_SUCCESS;
    return call_refuse_shape(r->call, parameter, required);
}

/* Ascend910B and 910_93 take a row too, [1, n], with matrices. */
static aclnnStatus check_scale(const struct reading *r)
{
    const struct tensor *t = given(r, r->at->scale);
    if (!r->is_950 && t->rank == 2 && given(r, r->at->x2)->rank == 2 && t->dims[0] == 1 &&
        (t->dims[1] == r->sides.columns || t->dims[1] == 1))
        return ACLNN_SUCCESS;
    return check_line(r, r->at->scale, r->sides.columns, true,
                      "one number, or one for each column, in one dimension is required");
}

static aclnnStatus check_numbers(const struct reading *r)
{
    bool is_float = !quant_product_is_whole(call_type(r->call, r->at->x1));
    aclnnStatus status = check_scale(r);
    if (status == ACLNN_SUCCESS)
        status = check_line(r, r->at->offset, r->sides.columns, true,
                            "one number, or one for each column, in one dimension is required");
    if (status == ACLNN_SUCCESS)
        status = check_line(r, r->at->tokens, r->sides.rows, is_float,
                            "one number for each row, in one dimension, is required");
    return status;
}

static aclnnStatus check_bias(const struct reading *r, const int64_t *batches, int32_t count)
{
    const struct tensor *bias = given(r, r->at->bias);
    if (bias == NULL)
        return ACLNN_SUCCESS;
    if (bias->rank == 3 && count == 1 && bias->dims[0] == batches[0] && bias->dims[1] == 1 &&
        bias->dims[2] == r->sides.columns)
        return ACLNN_SUCCESS;
    return check_line(r, r->at->bias, r->sides.columns, false,
                      "one number for each column is required, in one dimension, or, with one "
                      "batch dimension, as [batch, 1, n]");
}

static aclnnStatus check_out(const struct reading *r, const int64_t *dims, int32_t rank)
{
    const struct tensor *out = given(r, r->at->out);
    bool is_apart = rank == 2 && out->rank == 3 && out->dims[1] == 1 && out->dims[0] == dims[0] &&
                    out->dims[2] == dims[1];
    return is_apart
               ? ACLNN_SUCCESS
               : call_shape_is(r->call, r->at->out, dims, rank, false, "the product of x1 and x2");
}

static aclnnStatus check_shapes(const struct reading *r)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t batches = quant_product_batches(given(r, r->at->x1), given(r, r->at->x2), dims);
    if (batches < 0)
        return call_refuse_shape(r->call, r->at->x2,
                                 "batches that broadcast with those of x1 are required");
    aclnnStatus status = check_bias(r, dims, batches);
    dims[batches] = r->sides.rows;
    dims[batches + 1] = r->sides.columns;
    return status == ACLNN_SUCCESS ? check_out(r, dims, batches + 2) : status;
}

static aclnnStatus check_sides(const struct reading *r)
{
    const struct tensor *right = given(r, r->at->x2);
    if (r->sides.depth != r->sides.right_depth)
        return call_refuse_shape(r->call, r->at->x2, "rows as many as x1 has columns are required");
    if (r->is_950 && right->format == ACL_FORMAT_FRACTAL_NZ &&
        (r->sides.depth == 1 || r->sides.columns == 1))
        return call_refuse_shape(r->call, r->at->x2,
                                 "fractals of more than one row and column are required");
    if (right->format == ACL_FORMAT_FRACTAL_NZ && !has_blocks(right, is_set(r->call, r->at->flip2)))
        return call_refuse_shape(r->call, r->at->x2,
                                 "fractals with a storage of 4 to 8 dimensions and as many blocks "
                                 "as the depth needs are required");
    return check_length(r);
}

static aclnnStatus check_elements(const struct reading *r)
{
    const int matrices[] = {r->at->x1, r->at->x2};
    for (int i = 0; i < 2; i++)
        if (tensor_is_empty(given(r, matrices[i])))
            return call_refuse_shape(r->call, matrices[i], "elements are required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check(const struct reading *r)
{
    aclnnStatus status = check_types(r);
    if (status == ACLNN_SUCCESS)
        status = check_small(r);
    if (status == ACLNN_SUCCESS)
        status = check_sides(r);
    if (status == ACLNN_SUCCESS)
        status = check_numbers(r);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(r);
    return status == ACLNN_SUCCESS ? check_elements(r) : status;
}

aclnnStatus quant_check_token_product(struct call *call, int x1, int x2, int tokens, int scale,
                                      int offset, int bias, int flip1, int flip2, int out)
{
    const struct quant_product_call at = {x1, x2, tokens, scale, offset, bias, flip1, flip2, out};
    struct reading r = {.call = call,
                        .at = &at,
                        .is_950 = call_is_on_950(call),
                        .is_small = quant_product_is_small(call_type(call, x1))};
    aclnnStatus status = check_ranks(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    r.sides = quant_product_sides(call_tensor(call, x1), call_tensor(call, x2), is_set(call, flip1),
                                  is_set(call, flip2));
    return check(&r);
}

aclnnStatus quant_check_quant_product(struct call *call, int x1, int x2, int scale, int offset,
                                      int bias, int flip1, int flip2, int out)
{
    return quant_check_token_product(call, x1, x2, -1, scale, offset, bias, flip1, flip2, out);
}

/* ---- The first versions, and those with an activation ---------------------------------------- */

static aclnnStatus check_word_sides(const struct reading *r)
{
    const struct tensor *left = given(r, r->at->x1);
    const struct tensor *right = given(r, r->at->x2);
    if (r->sides.depth != r->sides.right_depth)
        return call_refuse_shape(r->call, r->at->x2, "rows as many as x1 has columns are required");
    if (left->rank == 3 && (right->rank != 3 || left->dims[0] != right->dims[0]))
        return call_refuse_shape(r->call, r->at->x2, "the batch of x1 is required");
    if (r->sides.depth == 0 && given(r, r->at->bias) != NULL)
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "%s is given, and %s has no columns; NULL is required",
                      call_name(r->call, r->at->bias), call_name(r->call, r->at->x1));
    return check_line(r, r->at->bias, r->sides.columns, false,
                      "one number for each column, in one dimension, is required");
}

aclnnStatus quant_check_word_product(struct call *call, int x1, int x2, int bias, int scale,
                                     int flip1, int flip2, int out)
{
    const struct quant_product_call at = {x1, x2, -1, scale, -1, bias, flip1, flip2, out};
    struct reading r = {.call = call, .at = &at};
    const int matrices[] = {x1, x2};
    int64_t dims[TENSOR_MAX_DIMS];
    for (int i = 0; i < 2; i++)
        if (given(&r, matrices[i])->rank < 2 || given(&r, matrices[i])->rank > 3)
            return call_refuse_shape(call, matrices[i], "2 or 3 dimensions are required");
    r.sides = quant_product_sides(given(&r, x1), given(&r, x2), is_set(call, flip1),
                                  is_set(call, flip2));
    aclnnStatus status = check_word_sides(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    int32_t batches = quant_product_batches(given(&r, x1), given(&r, x2), dims);
    dims[batches] = r.sides.rows;
    dims[batches + 1] = r.sides.columns;
    status = call_shape_is(call, out, dims, batches + 2, false, "the product of x1 and x2");
    if (status != ACLNN_SUCCESS || scale < 0)
        return status;
    return check_line(&r, scale, fractals_parts(r.sides.columns, FRACTAL_ROWS) * FRACTAL_ROWS,
                      false,
                      "one number for each column, and more up to a multiple of 16, in one "
                      "dimension are required");
}

/* Of floats, whose products become int8. CANN compares the batches of out with nothing before it
 * writes them. */
aclnnStatus quant_check_coded_product(struct call *call, int x1, int x2, int scale, int bias,
                                      int flip1, int flip2, int out)
{
    const struct quant_product_call at = {x1, x2, -1, scale, -1, bias, flip1, flip2, out};
    struct reading r = {.call = call, .at = &at};
    const struct tensor *words = given(&r, scale);
    int64_t dims[TENSOR_MAX_DIMS];
    aclnnStatus status = check_ranks(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    if (given(&r, x1)->rank != given(&r, x2)->rank)
        return call_refuse_shape(call, x2, "as many dimensions as x1 has are required");
    r.sides = quant_product_sides(given(&r, x1), given(&r, x2), is_set(call, flip1),
                                  is_set(call, flip2));
    if (words->rank != 1 ||
        (words->dims[0] != 1 &&
         words->dims[0] != fractals_parts(r.sides.columns, FRACTAL_ROWS) * FRACTAL_ROWS))
        return call_refuse_shape(call, scale,
                                 "one number, or one for each column and more up to a multiple of "
                                 "16, in one dimension is required");
    status = check_line(&r, bias, r.sides.columns, false,
                        "one number for each column, in one dimension, is required");
    if (status != ACLNN_SUCCESS)
        return status;
    int32_t batches = quant_product_batches(given(&r, x1), given(&r, x2), dims);
    if (r.sides.depth != r.sides.right_depth || batches < 0)
        return call_refuse_shape(call, x2, "the depth of x1, and batches that fit, are required");
    dims[batches] = r.sides.rows;
    dims[batches + 1] = r.sides.columns;
    return call_shape_is(call, out, dims, batches + 2, false, "the product of x1 and x2");
}

aclnnStatus quant_check_factor_product(struct call *call, int x1, int x2, int bias, int out)
{
    return quant_check_word_product(call, x1, x2, bias, -1, -1, -1, out);
}

/* 361001 on products other than Ascend910B and 910_93. */
aclnnStatus quant_check_has_word_product(struct call *call, int x1)
{
    (void)x1;
    return call->soc->architecture == ARCHITECTURE_2201
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_RUNTIME_ERROR,
                        "%s does not have the call; Ascend910B and 910_93 have it",
                        call->soc->name);
}

aclnnStatus quant_check_activation(struct call *call, int name)
{
    const char *text = call->arguments[name].text;
    return strcmp(text, "gelu_tanh") == 0 || strcmp(text, "gelu_erf") == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is \"%s\"; \"gelu_tanh\" or \"gelu_erf\" is required",
                        call_name(call, name), text);
}

aclnnStatus quant_check_unused_group_size(struct call *call, int size)
{
    return call->arguments[size].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is %" PRId64 "; 0 is required",
                        call_name(call, size), call->arguments[size].integer);
}

aclnnStatus quant_check_activated_product(struct call *call, int x1, int x2, int tokens, int scale,
                                          int bias, int out)
{
    return quant_check_token_product(call, x1, x2, tokens, scale, -1, bias, -1, -1, out);
}

/* ---- Before and after ------------------------------------------------------------------------ */

/* Ascend950 answers 0 to a product without rows or columns before it looks at anything else. */
aclnnStatus quant_check_no_product(struct call *call, int x1, int x2, int flip1, int flip2)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    if (left->rank < 2 || right->rank < 2)
        return ACLNN_SUCCESS;
    bool is_fractal = right->format == ACL_FORMAT_FRACTAL_NZ;
    const struct quant_product_sides sides = quant_product_sides(left, right, is_set(call, flip1),
                                                                 is_set(call, flip2));
    call->is_empty = sides.rows == 0 || (!is_fractal && sides.columns == 0);
    call->is_settled = call->is_empty;
    return ACLNN_SUCCESS;
}

/* Operands that a version has and no product takes: NULL, or without elements. */
static aclnnStatus refuse_used(const struct call *call, int operand, aclnnStatus status)
{
    return tensor_is_empty(call_tensor(call, operand)) || call_tensor(call, operand) == NULL
               ? ACLNN_SUCCESS
               : report(status, "%s is not NULL, and has elements; NULL is required",
                        call_name(call, operand));
}

aclnnStatus quant_check_unused(struct call *call, int operand)
{
    return refuse_used(call, operand, ACLNN_ERR_PARAM_NULLPTR);
}

aclnnStatus quant_check_group_size(struct call *call, int size)
{
    int64_t given_size = call->arguments[size].integer;
    return given_size == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 is required without groups",
                        call_name(call, size), given_size);
}

aclnnStatus quant_check_blocks(struct call *call, int x2)
{
    const struct tensor *right = call_tensor(call, x2);
    return right->rank >= 2 && right->rank <= QUANT_PRODUCT_MOST_DIMS && fills_fractals(right)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x2,
                                   "2 to 6 dimensions, and a storage of as many elements as "
                                   "blocks of 16 rows of 32 bytes have, are required");
}

/* aclnnQuantMatmulWeightNz takes x2 for fractals, whatever its format says before Ascend950. */
aclnnStatus quant_check_fractal_product(struct call *call, int x1, int x2, int x1_scale,
                                        int x2_scale, int x1_offset, int y_offset, int y_scale,
                                        int group)
{
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *tokens = call_tensor(call, x1_scale);
    const int unused[] = {x1_offset, y_offset, y_scale};
    bool is_950 = call_is_on_950(call);
    bool is_int8 = call_type(call, x1) == ACL_INT8 && right->type == ACL_INT8;
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = refuse_used(call, unused[i], ACLNN_ERR_PARAM_INVALID);
    if (status == ACLNN_SUCCESS)
        status = quant_check_group_size(call, group);
    if (status != ACLNN_SUCCESS)
        return status;
    if (is_950 && is_int8 && tokens != NULL && tokens->rank != 1)
        return call_refuse_shape(call, x1_scale, "one dimension is required");
    if (is_950 && is_int8 && call_tensor(call, x2_scale)->rank != 1)
        return call_refuse_shape(call, x2_scale, "one dimension is required");
    status = is_950 ? quant_check_in_fractals(call, x2) : ACLNN_SUCCESS;
    return status == ACLNN_SUCCESS ? quant_check_blocks(call, x2) : status;
}

/* 207000 for the forms that this library does not compute: scales for groups, operands of different
   widths, and floats of 4 bits. */
aclnnStatus quant_check_quant_product_computed(struct call *call, int x1, int x2, int scale)
{
    aclDataType left = call_type(call, x1);
    aclDataType right = call_type(call, x2);
    const char *form = NULL;
    if (call_type(call, scale) == ACL_FLOAT8_E8M0)
        form = "scales for groups";
    else if ((left == ACL_INT8 && quant_product_is_small(right)) || right == ACL_FLOAT4_E2M1 ||
             left == ACL_FLOAT4_E2M1 || (type_is_float8(left) && right == ACL_FLOAT))
        form = "these data types together";
    if (form == NULL)
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "%s is %s, and %s %s; %s are not implemented by this library (CANN has them)",
                  call_name(call, x1), data_type_name(left), call_name(call, x2),
                  data_type_name(right), form);
}

/* 207000 for eight int4 in an int32 that do not lie densely. */
aclnnStatus quant_check_word_view(struct call *call, int matrix)
{
    const struct tensor *t = call_tensor(call, matrix);
    return t->type != ACL_INT32 || view_is_dense(t)
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s of int32, eight int4 each, is not contiguous, which is not implemented "
                        "by this library (CANN has it)",
                        call_name(call, matrix));
}
