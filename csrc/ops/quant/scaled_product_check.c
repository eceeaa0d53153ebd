/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices whose groups of numbers have scales: checks, in CANN's order. CANN
 * reads a matrix or scales that lie transposed in memory as the other way round, and so do these:
 * both have to lie alike. */
#include "ops/quant/scaled_product.h"

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
#include "ops/quant/mx.h"
#include "ops/quant/quant_product.h"
#include "tensor/layout.h"

#define PAIR 2
#define LONGEST_DEPTH 29576 /* of int8 by int4 */
#define OFFSETS_DEPTH 1024  /* of int4 with offsets: what the depth is a multiple of */
#define OFFSETS_COLUMNS 256
#define WHOLE_DEPTH 512 /* of int8 with squares on Ascend910B */
#define WHOLE_COLUMNS 256

/* A tensor as CANN reads it. */
struct laid {
    int32_t rank;
    int64_t dims[TENSOR_MAX_DIMS];
    bool is_turned;
};

struct group_sizes {
    int64_t rows;
    int64_t columns;
    int64_t depth;
};

struct reading {
    struct call *call;
    enum quant_scaling scaling;
    int x1, x2, scale1, scale2, offset, bias, out, size;
    bool is_950;
    bool is_fractal;   /* the call takes x2 in fractals */
    bool flip1, flip2; /* as CANN reads the matrices */
    struct laid left, right;
    int64_t rows, columns, depth;
};

static const struct tensor *given(const struct reading *r, int parameter)
{
    return parameter < 0 ? NULL : call_tensor(r->call, parameter);
}

static bool is_flag(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at >= 0 && call->arguments[at].integer != 0;
}

static aclnnStatus refuse_type(const struct reading *r, int parameter, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s; with this data type of x1 "
                  "and these scales %s is required",
                  call_name(r->call, parameter), data_type_name(call_type(r->call, parameter)),
                  required);
}

static aclnnStatus refuse_given(const struct reading *r, int parameter, aclnnStatus status)
{
    return report(status, "%s is not NULL; with these data types and scales NULL is required",
                  call_name(r->call, parameter));
}

/* Of a matrix that is transposed, by its flag and its strides, and must not be, or is not and must.
 */
static aclnnStatus refuse_flag(const struct reading *r, int matrix, bool required)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %stransposed, by its flag and its strides; with these data types and "
                  "scales it must%s be",
                  call_name(r->call, matrix), required ? "not " : "", required ? "" : " not");
}

/* float8 by float4. */
static bool is_mixed(const struct reading *r)
{
    return type_is_float8(call_type(r->call, r->x1)) &&
           call_type(r->call, r->x2) == ACL_FLOAT4_E2M1;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static struct laid laid_of(const struct tensor *t)
{
    struct laid l = {.rank = t->rank};
    bool is_powers = t->type == ACL_FLOAT8_E8M0;
    int32_t at = t->rank - (is_powers ? 3 : 2);
    memcpy(l.dims, t->dims, (size_t)t->rank * sizeof *l.dims);
    if (t->format == ACL_FORMAT_FRACTAL_NZ)
        return l;
    l.is_turned = is_powers ? quant_powers_are_turned(t) : quant_scaled_is_turned(t);
    if (l.is_turned) {
        l.dims[at] = t->dims[at + 1];
        l.dims[at + 1] = t->dims[at];
    }
    return l;
}

static struct laid matrix_of(const struct tensor *t)
{
    struct laid l = laid_of(t);
    if (t->type == ACL_INT32)
        l.dims[l.rank - 1] *= QUANT_IN_A_WORD;
    return l;
}

static void read_sides(struct reading *r)
{
    r->left = matrix_of(given(r, r->x1));
    r->right = matrix_of(given(r, r->x2));
    r->flip1 = is_flag(r->call, "transposeX1") != r->left.is_turned;
    r->flip2 = is_flag(r->call, "transposeX2") != r->right.is_turned;
    r->rows = r->left.dims[r->left.rank - (r->flip1 ? 1 : 2)];
    r->depth = r->left.dims[r->left.rank - (r->flip1 ? 2 : 1)];
    r->columns = r->right.dims[r->right.rank - (r->flip2 ? 2 : 1)];
}

static int64_t right_depth(const struct reading *r)
{
    return r->right.dims[r->right.rank - (r->flip2 ? 1 : 2)];
}

static struct group_sizes sizes_of(const struct reading *r)
{
    uint64_t size = r->size < 0 ? 0 : (uint64_t)r->call->arguments[r->size].integer;
    return (struct group_sizes){(int64_t)(size >> 32 & 0xFFFF), (int64_t)(size >> 16 & 0xFFFF),
                                (int64_t)(size & 0xFFFF)};
}

/* ---- What is given --------------------------------------------------------------------------- */

/* Of operands that a form does not take CANN looks at the elements of some, at others whether they
 * are NULL. */
static aclnnStatus check_unused(const struct reading *r)
{
    static const char *const names[] = {"yScale", "x1Offset", "yOffset"};
    aclnnStatus unused = r->is_fractal ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_PARAM_NULLPTR;
    for (int i = 0; i < 3; i++) {
        int at = call_find(r->call, names[i]);
        bool is_taken = (i == 0 && (r->scaling == SCALED_FLOAT4 || r->scaling == SCALED_INT4)) ||
                        (i == 2 && r->scaling == SCALED_INT4);
        if (at >= 0 && !is_taken && given(r, at) != NULL && !tensor_is_empty(given(r, at)))
            return refuse_given(r, at, unused);
    }
    bool has_widths = r->scaling == SCALED_INT4 || is_mixed(r);
    return has_widths && given(r, r->offset) != NULL ? refuse_given(r, r->offset, unused)
                                                     : ACLNN_SUCCESS;
}

static aclnnStatus check_formats(const struct reading *r)
{
    const int plain[] = {r->x1, r->scale1, r->scale2, r->bias, r->out};
    for (int i = 0; i < 5; i++)
        if (given(r, plain[i]) != NULL && given(r, plain[i])->format == ACL_FORMAT_FRACTAL_NZ)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the format of %s is ACL_FORMAT_FRACTAL_NZ; another one is required",
                          call_name(r->call, plain[i]));
    return ACLNN_SUCCESS;
}

/* ---- Data types ------------------------------------------------------------------------------ */

static bool is_half(aclDataType type)
{
    return type == ACL_FLOAT16 || type == ACL_BF16;
}

static aclnnStatus check_bias_type(const struct reading *r, aclDataType type)
{
    return given(r, r->bias) == NULL || call_type(r->call, r->bias) == type
               ? ACLNN_SUCCESS
               : refuse_type(r, r->bias, data_type_name(type));
}

static aclnnStatus check_out_type(const struct reading *r, bool or_float)
{
    aclDataType out = call_type(r->call, r->out);
    return is_half(out) || (or_float && out == ACL_FLOAT)
               ? ACLNN_SUCCESS
               : refuse_type(r, r->out,
                             or_float ? "float16, bfloat16 or float32" : "float16 or bfloat16");
}

/* Powers of two: both matrices of a float8, both of float4, or float8_e4m3fn by float4. */
static aclnnStatus check_power_types(const struct reading *r)
{
    aclDataType left = call_type(r->call, r->x1);
    aclDataType right = call_type(r->call, r->x2);
    if (!is_mixed(r) && !(type_is_float8(left) && type_is_float8(right)) &&
        !(left == ACL_FLOAT4_E2M1 && right == left))
        return refuse_type(r, r->x2, "a float8 with a float8, float4_e2m1 with both");
    if (given(r, r->offset) != NULL)
        return refuse_given(r, r->offset, ACLNN_ERR_PARAM_INVALID);
    aclnnStatus status = check_out_type(r, !is_mixed(r));
    return status == ACLNN_SUCCESS
               ? check_bias_type(r, is_mixed(r) ? call_type(r->call, r->out) : ACL_FLOAT)
               : status;
}

static aclnnStatus check_block_types(const struct reading *r)
{
    bool is_whole = call_type(r->call, r->x1) == ACL_INT8;
    aclnnStatus status = check_out_type(r, !is_whole);
    if (status != ACLNN_SUCCESS)
        return status;
    if (given(r, r->offset) != NULL)
        return refuse_given(r, r->offset, ACLNN_ERR_PARAM_INVALID);
    if (is_whole)
        return check_bias_type(r, ACL_FLOAT);
    return given(r, r->bias) == NULL ? ACLNN_SUCCESS
                                     : refuse_given(r, r->bias, ACLNN_ERR_PARAM_INVALID);
}

static aclnnStatus check_offset_types(const struct reading *r)
{
    aclnnStatus status = check_out_type(r, false);
    if (status == ACLNN_SUCCESS && given(r, r->bias) != NULL)
        status = refuse_given(r, r->bias, ACLNN_ERR_PARAM_INVALID);
    if (status != ACLNN_SUCCESS)
        return status;
    if (r->flip1)
        return refuse_flag(r, r->x1, false);
    return r->flip2 ? ACLNN_SUCCESS : refuse_flag(r, r->x2, true);
}

static bool is_word(const struct tensor *t)
{
    return t != NULL && (t->type == ACL_UINT64 || t->type == ACL_INT64);
}

static aclnnStatus check_int4_types(const struct reading *r)
{
    const int required[] = {r->scale1, call_find(r->call, "yOffset")};
    const int unused[] = {r->bias, call_find(r->call, "yScale")};
    for (int i = 0; i < 2; i++) {
        const struct tensor *t = given(r, required[i]);
        if (t == NULL || tensor_is_empty(t))
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is NULL or without elements; it is required with x1 of int8 and x2 "
                          "of int4",
                          call_name(r->call, required[i]));
        if (given(r, unused[i]) != NULL)
            return refuse_given(r, unused[i], ACLNN_ERR_PARAM_INVALID);
        if (t->type != ACL_FLOAT)
            return refuse_type(r, required[i], "float32");
    }
    if (!is_word(given(r, r->scale2)))
        return refuse_type(r, r->scale2, "uint64 or int64");
    return check_out_type(r, false);
}

static aclnnStatus check_float4_types(const struct reading *r)
{
    int words = call_find(r->call, "yScale");
    if (given(r, r->scale1) != NULL || !is_half(call_type(r->call, r->scale2)))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s and %s are no scales of float8 by float4; either both of "
                      "float8_e8m0, or NULL and float16 or bfloat16 are required",
                      call_name(r->call, r->scale1), call_name(r->call, r->scale2));
    if (given(r, r->bias) != NULL)
        return refuse_given(r, r->bias, ACLNN_ERR_PARAM_INVALID);
    if (!is_word(given(r, words)))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is NULL or not of 64 bits; a word for each column is required",
                      call_name(r->call, words));
    return check_out_type(r, false);
}

static aclnnStatus check_types(const struct reading *r)
{
    switch (r->scaling) {
    case SCALED_POWERS: return check_power_types(r);
    case SCALED_BLOCKS: return check_block_types(r);
    case SCALED_OFFSETS: return check_offset_types(r);
    case SCALED_INT4: return check_int4_types(r);
    default: return check_float4_types(r);
    }
}

/* ---- Sizes of groups ------------------------------------------------------------------------- */

/* A part that is 0 is what the sides and the scales make of it. */
static int64_t part_or(int64_t part, int64_t side, int64_t scales)
{
    return part != 0 || scales < 1 || side % scales != 0 ? part : side / scales;
}

static aclnnStatus refuse_size(const struct reading *r, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; rows << 32 | columns << 16 | depth of a group, %s, or 0 for "
                  "a part that follows from the shapes, is required",
                  call_name(r->call, r->size), r->call->arguments[r->size].integer, required);
}

static aclnnStatus check_block_size(const struct reading *r, const struct laid *s1,
                                    const struct laid *s2)
{
    const struct group_sizes g = sizes_of(r);
    int64_t rows = part_or(g.rows, r->rows, s1->dims[s1->rank - (r->flip1 ? 1 : 2)]);
    int64_t depth = part_or(g.depth, r->depth, s1->dims[s1->rank - (r->flip1 ? 2 : 1)]);
    int64_t columns = part_or(g.columns, r->columns, s2->dims[s2->rank - (r->flip2 ? 2 : 1)]);
    bool is_whole = call_type(r->call, r->x1) == ACL_INT8;
    if (depth == SCALED_BLOCK && columns == SCALED_BLOCK &&
        (rows == 1 || (rows == SCALED_BLOCK && !is_whole)))
        return ACLNN_SUCCESS;
    return refuse_size(r, "1 or 128, 128 and 128");
}

static aclnnStatus check_power_size(const struct reading *r, const struct laid *s1)
{
    const struct group_sizes g = sizes_of(r);
    int64_t pairs = s1->dims[s1->rank - (r->flip1 ? 3 : 2)];
    int64_t depth = part_or(g.depth, r->depth, pairs * PAIR);
    return g.rows <= 1 && g.columns <= 1 && depth == QUANT_MX_BLOCK ? ACLNN_SUCCESS
                                                                    : refuse_size(r, "1, 1 and 32");
}

static aclnnStatus check_mixed_size(const struct reading *r)
{
    const struct group_sizes g = sizes_of(r);
    return g.rows <= 1 && g.rows == g.columns && g.depth == QUANT_MX_BLOCK
               ? ACLNN_SUCCESS
               : refuse_size(r, "all of 0 or 1, 0 or 1, and 32");
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The last dims of scales as CANN reads them; a matrix with a side of 1 may lie either way. */
static aclnnStatus check_scale_sides(const struct reading *r, int scale, const struct laid *s,
                                     const struct laid *m, int64_t down, int64_t across,
                                     int32_t behind)
{
    bool has_batches = s->rank == m->rank + behind;
    for (int32_t i = 0; has_batches && i < m->rank - 2; i++)
        has_batches = s->dims[i] == m->dims[i];
    if (!has_batches)
        return call_refuse_shape(r->call, scale, "the batches of the matrix are required");
    int64_t first = s->dims[m->rank - 2];
    int64_t second = s->dims[m->rank - 1];
    bool is_line = (down == 1 || across == 1) && first * second == down * across &&
                   (first == 1 || second == 1);
    return (first == down && second == across) || is_line
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, scale,
                                   "a scale for each group, in the order of the matrix and lying "
                                   "in memory as it does, is required");
}

static int64_t parts(int64_t places, int64_t of)
{
    return (places + of - 1) / of;
}

static aclnnStatus check_pairs(const struct reading *r, int scale, const struct laid *s)
{
    return s->rank >= 3 && s->dims[s->rank - 1] == PAIR
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, scale,
                                   "one dimension more than those of the matrix, the last one of "
                                   "2, is required");
}

static aclnnStatus check_powers(const struct reading *r)
{
    const struct laid s1 = laid_of(given(r, r->scale1));
    const struct laid s2 = laid_of(given(r, r->scale2));
    int64_t pairs = parts(r->depth, PAIR * QUANT_MX_BLOCK);
    aclnnStatus status = check_pairs(r, r->scale1, &s1);
    if (status == ACLNN_SUCCESS)
        status = check_pairs(r, r->scale2, &s2);
    if (status == ACLNN_SUCCESS)
        status = is_mixed(r) ? check_mixed_size(r) : check_power_size(r, &s1);
    if (status == ACLNN_SUCCESS)
        status = check_scale_sides(r, r->scale1, &s1, &r->left, r->flip1 ? pairs : r->rows,
                                   r->flip1 ? r->rows : pairs, 1);
    return status == ACLNN_SUCCESS
               ? check_scale_sides(r, r->scale2, &s2, &r->right, r->flip2 ? r->columns : pairs,
                                   r->flip2 ? pairs : r->columns, 1)
               : status;
}

static aclnnStatus check_blocks(const struct reading *r)
{
    const struct laid s1 = laid_of(given(r, r->scale1));
    const struct laid s2 = laid_of(given(r, r->scale2));
    int64_t depth = parts(r->depth, SCALED_BLOCK);
    int64_t columns = parts(r->columns, SCALED_BLOCK);
    int64_t rows = sizes_of(r).rows == SCALED_BLOCK ? parts(r->rows, SCALED_BLOCK) : r->rows;
    aclnnStatus status = check_block_size(r, &s1, &s2);
    if (sizes_of(r).rows == 0 && s1.dims[s1.rank - (r->flip1 ? 1 : 2)] != r->rows)
        rows = parts(r->rows, SCALED_BLOCK);
    if (status == ACLNN_SUCCESS)
        status = check_scale_sides(r, r->scale1, &s1, &r->left, r->flip1 ? depth : rows,
                                   r->flip1 ? rows : depth, 0);
    return status == ACLNN_SUCCESS
               ? check_scale_sides(r, r->scale2, &s2, &r->right, r->flip2 ? columns : depth,
                                   r->flip2 ? depth : columns, 0)
               : status;
}

static aclnnStatus check_groups(const struct reading *r, int operand)
{
    const int64_t dims[] = {parts(r->depth, SCALED_LONG_GROUP), r->columns};
    return call_shape_is(r->call, operand, dims, 2, false,
                         "one for each group of 256 of each column");
}

static aclnnStatus check_rows(const struct reading *r, int32_t rank)
{
    const int64_t dims[] = {r->rows, 1};
    return call_shape_is(r->call, r->scale1, dims, rank, false, "one for each row of x1");
}

static aclnnStatus check_offsets(const struct reading *r)
{
    if (sizes_of(r).depth != SCALED_LONG_GROUP)
        return refuse_size(r, "any and 256");
    if (r->depth % OFFSETS_DEPTH != 0)
        return call_refuse_shape(r->call, r->x1, "a depth that 1024 divides is required");
    if (r->columns % OFFSETS_COLUMNS != 0)
        return call_refuse_shape(r->call, r->x2, "columns that 256 divides are required");
    aclnnStatus status = check_rows(r, 2);
    if (status == ACLNN_SUCCESS)
        status = check_groups(r, r->scale2);
    return status == ACLNN_SUCCESS ? check_groups(r, r->offset) : status;
}

static aclnnStatus check_int4(const struct reading *r)
{
    int32_t rank = given(r, r->scale2)->rank;
    int added = call_find(r->call, "yOffset");
    int64_t size = r->call->arguments[r->size].integer;
    if (r->flip1)
        return refuse_flag(r, r->x1, false);
    if (rank != 1 && rank != 2)
        return call_refuse_shape(r->call, r->scale2, "one or two dimensions are required");
    if (size != (rank == 1 ? 0 : SCALED_LONG_GROUP))
        return refuse_size(r, "0 with scales for columns, 256 with scales for groups");
    if (r->depth > LONGEST_DEPTH || r->depth % (rank == 1 ? 2 : SCALED_LONG_GROUP) != 0)
        return call_refuse_shape(r->call, r->x1,
                                 "a depth of at most 29576, even, with groups a multiple of 256, "
                                 "is required");
    aclnnStatus status = check_rows(r, rank);
    if (status == ACLNN_SUCCESS)
        status = rank == 2 ? check_groups(r, r->scale2)
                           : call_shape_is(r->call, r->scale2, &r->columns, 1, false,
                                           "one for each column");
    return status == ACLNN_SUCCESS
               ? call_shape_is(r->call, added, &r->columns, 1, false, "one for each column")
               : status;
}

static aclnnStatus check_float4(const struct reading *r)
{
    const struct laid s2 = laid_of(given(r, r->scale2));
    int64_t groups = parts(r->depth, QUANT_MX_BLOCK);
    const int64_t words[] = {1, r->columns};
    bool is_fractal = format_is_fractal(given(r, r->x2)->format);
    if (r->flip1)
        return refuse_flag(r, r->x1, false);
    if (r->flip2 == is_fractal)
        return refuse_flag(r, r->x2, !is_fractal);
    aclnnStatus status = check_mixed_size(r);
    if (status == ACLNN_SUCCESS && (r->depth % QUANT_MX_BLOCK != 0 || r->depth <= QUANT_MX_BLOCK))
        status = call_refuse_shape(r->call, r->x1,
                                   "a depth of more than 32, which 32 divides, is required");
    if (status == ACLNN_SUCCESS)
        status = check_scale_sides(r, r->scale2, &s2, &r->right, r->flip2 ? r->columns : groups,
                                   r->flip2 ? groups : r->columns, 0);
    return status == ACLNN_SUCCESS ? call_shape_is(r->call, call_find(r->call, "yScale"), words, 2,
                                                   false, "a word for each column")
                                   : status;
}

/* ---- Matrices -------------------------------------------------------------------------------- */

static aclnnStatus check_ranks(const struct reading *r)
{
    bool is_plane = r->scaling == SCALED_INT4 || r->scaling == SCALED_OFFSETS || is_mixed(r);
    int32_t most = is_plane ? 2 : QUANT_PRODUCT_MOST_DIMS;
    const int matrices[] = {r->x1, r->x2};
    for (int i = 0; i < 2; i++)
        if (given(r, matrices[i])->rank < 2 || given(r, matrices[i])->rank > most)
            return call_refuse_shape(r->call, matrices[i],
                                     is_plane ? "two dimensions are required"
                                              : "2 to 6 dimensions are required");
    return ACLNN_SUCCESS;
}

/* Two float4 lie in a byte; products of float4 alone need more than one. */
static aclnnStatus check_float4_sides(const struct reading *r)
{
    if (call_type(r->call, r->x2) != ACL_FLOAT4_E2M1)
        return ACLNN_SUCCESS;
    if (is_mixed(r) && r->scaling == SCALED_POWERS) {
        if (r->flip1)
            return refuse_flag(r, r->x1, false);
        if (!r->flip2)
            return refuse_flag(r, r->x2, true);
        return r->depth % 8 == 0
                   ? ACLNN_SUCCESS
                   : call_refuse_shape(r->call, r->x1, "a depth that 8 divides is required");
    }
    if (is_mixed(r))
        return ACLNN_SUCCESS;
    if (r->left.dims[r->left.rank - 1] % 2 != 0 || r->depth <= 2)
        return call_refuse_shape(r->call, r->x1,
                                 "an even last dimension and a depth of more than 2 are required");
    return r->right.dims[r->right.rank - 1] % 2 == 0
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, r->x2, "an even last dimension is required");
}

/* The kernel of Ascend910B has int8 in whole tiles alone. */
static aclnnStatus check_tiles(const struct reading *r)
{
    if (r->is_950 || r->scaling != SCALED_BLOCKS)
        return ACLNN_SUCCESS;
    bool fits = !r->flip1 && r->flip2 && r->depth % WHOLE_DEPTH == 0 &&
                r->columns % WHOLE_COLUMNS == 0 && call_type(r->call, r->out) == ACL_BF16 &&
                r->left.rank == 2;
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_INNER_NULLPTR,
                         "%s, %s or out is none that the kernel of %s multiplies with scales for "
                         "blocks; matrices [m, k] and transposed [n, k], k a multiple of 512 and n "
                         "of 256, and out of bfloat16 are required",
                         call_name(r->call, r->x1), call_name(r->call, r->x2), r->call->soc->name);
}

static aclnnStatus check_bias(const struct reading *r, const int64_t *batches, int32_t count)
{
    const struct tensor *bias = given(r, r->bias);
    if (bias == NULL)
        return ACLNN_SUCCESS;
    bool is_line = bias->rank == 1 && bias->dims[0] == r->columns;
    bool is_row = bias->rank == 2 && bias->dims[0] == 1 && bias->dims[1] == r->columns &&
                  is_mixed(r);
    bool is_batch = bias->rank == 3 && count == 1 && bias->dims[0] == batches[0] &&
                    bias->dims[1] == 1 && bias->dims[2] == r->columns;
    return is_line || is_row || is_batch
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, r->bias,
                                   "one number for each column is required, in one dimension (with "
                                   "float8 by float4 also [1, n]), or, with one batch dimension, "
                                   "as [batch, 1, n]");
}

static aclnnStatus check_result(const struct reading *r)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *out = given(r, r->out);
    int32_t count = quant_product_batches(given(r, r->x1), given(r, r->x2), dims);
    if (count < 0)
        return call_refuse_shape(r->call, r->x2,
                                 "batches that broadcast with those of x1 are required");
    aclnnStatus status = check_bias(r, dims, count);
    dims[count] = r->rows;
    dims[count + 1] = r->columns;
    if (status != ACLNN_SUCCESS || (count == 0 && out->rank == 3 && out->dims[0] == r->rows &&
                                    out->dims[1] == 1 && out->dims[2] == r->columns))
        return status;
    return call_shape_is(r->call, r->out, dims, count + 2, false, "the product of x1 and x2");
}

static aclnnStatus check_scales(const struct reading *r)
{
    switch (r->scaling) {
    case SCALED_POWERS: return check_powers(r);
    case SCALED_BLOCKS: return check_blocks(r);
    case SCALED_OFFSETS: return check_offsets(r);
    case SCALED_INT4: return check_int4(r);
    default: return check_float4(r);
    }
}

static aclnnStatus check_shapes(const struct reading *r)
{
    if (r->depth != right_depth(r))
        return call_refuse_shape(r->call, r->x2, "rows as many as x1 has columns are required");
    aclnnStatus status = check_scales(r);
    if (status == ACLNN_SUCCESS)
        status = check_float4_sides(r);
    if (status == ACLNN_SUCCESS)
        status = check_result(r);
    if (status != ACLNN_SUCCESS)
        return status;
    const int matrices[] = {r->x1, r->x2};
    for (int i = 0; i < 2; i++)
        if (tensor_is_empty(given(r, matrices[i])))
            return call_refuse_shape(r->call, matrices[i], "elements are required");
    return check_tiles(r);
}

/* ---- The check ------------------------------------------------------------------------------- */

/* Forms that a product does not have. */
static aclnnStatus check_product(const struct reading *r)
{
    if (r->scaling == SCALED_INT4 ? !r->is_950 : !is_mixed(r) || r->is_950)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_RUNTIME_ERROR, "%s does not multiply %s by %s; %s", r->call->soc->name,
                  data_type_name(call_type(r->call, r->x1)),
                  data_type_name(call_type(r->call, r->x2)),
                  is_mixed(r) ? "Ascend950 does" : "Ascend910B and 910_93 do");
}

static struct reading reading_of(struct call *call)
{
    return (struct reading){
        .call = call,
        .x1 = call_find(call, "x1"),
        .x2 = call_find(call, "x2"),
        .scale1 = call_find(call, "x1Scale"),
        .scale2 = call_find(call, "x2Scale"),
        .offset = call_find(call, "x2Offset"),
        .bias = call_find(call, "bias"),
        .out = call_find(call, "out"),
        .size = call_find(call, "groupSize"),
        .is_950 = call_is_on_950(call),
    };
}

static aclnnStatus check_all(struct reading *r)
{
    aclnnStatus status = check_ranks(r);
    if (status == ACLNN_SUCCESS)
        status = check_product(r);
    if (status != ACLNN_SUCCESS)
        return status;
    read_sides(r);
    if (r->is_fractal && r->flip1)
        return refuse_flag(r, r->x1, false);
    status = check_types(r);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(r);
    if (status == ACLNN_SUCCESS)
        status = check_formats(r);
    r->call->is_settled = status == ACLNN_SUCCESS;
    return status;
}

static enum quant_scaling scaling_in(const struct reading *r)
{
    return quant_scaling_of(&(struct quant_scaled){given(r, r->x1), given(r, r->x2),
                                                   given(r, r->scale1), given(r, r->scale2),
                                                   given(r, r->offset)});
}

aclnnStatus quant_check_scaled_product(struct call *call)
{
    struct reading r = reading_of(call);
    r.scaling = scaling_in(&r);
    /* Checks that follow refuse floats before Ascend950. */
    bool is_float = !r.is_950 && !quant_product_is_whole(call_type(call, r.x1)) && !is_mixed(&r);
    if (r.scaling == SCALED_LINES || is_float)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_unused(&r);
    if (status == ACLNN_SUCCESS && r.is_950 && !is_mixed(&r))
        status = quant_check_no_product(call, r.x1, r.x2, call_find(call, "transposeX1"),
                                        call_find(call, "transposeX2"));
    return status != ACLNN_SUCCESS || call->is_empty ? status : check_all(&r);
}

/* Of x2 in fractals, on Ascend950 and of floats alone: checks that follow refuse the others. */
aclnnStatus quant_check_scaled_fractals(struct call *call)
{
    struct reading r = reading_of(call);
    r.scaling = scaling_in(&r);
    r.is_fractal = true;
    bool is_whole = r.scaling == SCALED_INT4 || r.scaling == SCALED_OFFSETS ||
                    call_type(call, r.x1) == ACL_INT8 || call_type(call, r.x2) == ACL_FLOAT;
    if (r.scaling == SCALED_LINES || is_whole || !r.is_950)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_unused(&r);
    if (status == ACLNN_SUCCESS)
        status = quant_check_in_fractals(call, r.x2);
    if (status == ACLNN_SUCCESS)
        status = quant_check_blocks(call, r.x2);
    return status == ACLNN_SUCCESS ? check_all(&r) : status;
}
