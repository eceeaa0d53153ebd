/* SPDX-License-Identifier: Apache-2.0 */
/* Products of floats of 8 bits whose blocks have scales, of batches that lie in the middle, and of
 * whole numbers summed over batches: checks. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/quant/mx.h"
#include "tensor/arrays.h"

static int64_t pairs_of(int64_t places)
{
    return (places + 2 * QUANT_MX_BLOCK - 1) / (2 * QUANT_MX_BLOCK);
}

static aclnnStatus refuse_type(const struct call *call, int tensor, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s", call_name(call, tensor),
                  data_type_name(call_type(call, tensor)), required);
}

static aclnnStatus refuse_integer(const struct call *call, int argument, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                  call_name(call, argument), call->arguments[argument].integer, required);
}

/* The sizes of groups along the rows, the columns and the depth, 16 bits each. */
struct group_sizes {
    uint64_t rows;
    uint64_t columns;
    uint64_t depth;
};

static struct group_sizes group_sizes_of(const struct call *call, int size)
{
    uint64_t given = (uint64_t)call->arguments[size].integer;
    return (struct group_sizes){given >> 32 & 0xFFFF, given >> 16 & 0xFFFF, given & 0xFFFF};
}

/* ---- QuantBatchMatmulInplaceAdd -------------------------------------------------------------- */

/* Both factors of a float8 with a float8_e8m0 for each block, or both hifloat8 with one float32. */
aclnnStatus quant_check_added_types(struct call *call, int x1, int x2, int scale1, int scale2)
{
    bool is_float = type_is_float8(call_type(call, x1));
    aclDataType scale = is_float ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
    bool fits = is_float ? type_is_float8(call_type(call, x2))
                         : call_type(call, x2) == ACL_HIFLOAT8;
    if (!fits)
        return refuse_type(call, x2, "a float8 is required with a float8, and hifloat8 with it");
    if (call_type(call, scale1) != scale)
        return refuse_type(call, scale1,
                           "float8_e8m0 is required with float8, float32 with "
                           "hifloat8");
    return call_type(call, scale2) == scale
               ? ACLNN_SUCCESS
               : refuse_type(call, scale2,
                             "float8_e8m0 is required with float8, float32 with "
                             "hifloat8");
}

static aclnnStatus added_scales(struct call *call, int x, int scale)
{
    const struct tensor *t = call_tensor(call, x);
    const int64_t one = 1;
    const int64_t pairs[] = {pairs_of(t->dims[0]), t->dims[1], 2};
    return type_is_float8(t->type) ? call_shape_is(call, scale, pairs, 3, false,
                                                   "two for each pair of blocks of 32 of a column")
                                   : call_shape_is(call, scale, &one, 1, false, "one number");
}

aclnnStatus quant_check_added_product(struct call *call, int x1, int x2, int scale1, int scale2,
                                      int y, int flip1, int flip2)
{
    aclnnStatus status = check_rank(call, x1, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x2, 2, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call->arguments[flip1].integer == 0)
        return refuse_integer(call, flip1, "true");
    if (call->arguments[flip2].integer != 0)
        return refuse_integer(call, flip2, "false");
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const int64_t dims[] = {left->dims[1], right->dims[1]};
    if (left->dims[0] < 1 || left->dims[0] != right->dims[0])
        return call_refuse_shape(call, x2, "as many rows as x1 has, one at least, are required");
    status = call_shape_is(call, y, dims, 2, false, "the columns of x1 and those of x2");
    if (status == ACLNN_SUCCESS)
        status = added_scales(call, x1, scale1);
    return status == ACLNN_SUCCESS ? added_scales(call, x2, scale2) : status;
}

aclnnStatus quant_check_added_groups(struct call *call, int x1, int size)
{
    const struct group_sizes g = group_sizes_of(call, size);
    if (!type_is_float8(call_type(call, x1)))
        return call->arguments[size].integer == 0 ? ACLNN_SUCCESS : refuse_integer(call, size, "0");
    bool fits = g.rows <= 1 && g.columns <= 1 && (g.depth == 0 || g.depth == QUANT_MX_BLOCK);
    return fits ? ACLNN_SUCCESS
                : refuse_integer(call, size, "32, or 32 | 1 << 16 | 1 << 32, or 0 for a part");
}

/* ---- TransposeQuantBatchMatMul --------------------------------------------------------------- */

#define KERNEL_DEPTH 512 /* of float8 with a scale for each row and column */
#define KERNEL_COLUMNS 128

static bool is_order(const struct call *call, int array, int64_t first, int64_t second,
                     int64_t third)
{
    const struct array *given = call->arguments[array].array;
    const int64_t *at = array_integers(given);
    return given->size == 3 && at[0] == first && at[1] == second && at[2] == third;
}

static bool has_blocks(const struct call *call, int scale1, int scale2)
{
    return call_tensor(call, scale1) != NULL && call_type(call, scale1) == ACL_FLOAT8_E8M0 &&
           call_type(call, scale2) == ACL_FLOAT8_E8M0;
}

static bool are_hifloat8(const struct call *call, int x1, int x2)
{
    return call_type(call, x1) == ACL_HIFLOAT8 && call_type(call, x2) == ACL_HIFLOAT8;
}

aclnnStatus quant_check_turned_given(struct call *call, int x1, int x2, int scale1)
{
    return call_tensor(call, scale1) != NULL || are_hifloat8(call, x1, x2)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; it is required with float8",
                        call_name(call, scale1));
}

aclnnStatus quant_check_turned_orders(struct call *call, int x1, int x2, int scale1, int scale2,
                                      int perm1, int perm2, int perm)
{
    bool may_turn = has_blocks(call, scale1, scale2) || are_hifloat8(call, x1, x2);
    int wrong = !is_order(call, perm1, 1, 0, 2) ? perm1
                : !is_order(call, perm2, 0, 1, 2) && !(may_turn && is_order(call, perm2, 0, 2, 1))
                    ? perm2
                : !is_order(call, perm, 1, 0, 2) ? perm
                                                 : -1;
    return wrong < 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is another order than the kernel has; [1, 0, 2] is required of "
                        "x1 and out, [0, 1, 2] of x2, with scales for blocks or hifloat8 also "
                        "[0, 2, 1]",
                        call_name(call, wrong));
}

/* The sides of both factors. */
struct turned_sides {
    int64_t rows;
    int64_t batches;
    int64_t depth;
    int64_t columns;
    bool is_flipped;
};

static struct turned_sides sides_of(const struct call *call, int x1, int x2, int perm2)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    bool is_flipped = array_integers(call->arguments[perm2].array)[1] == 2;
    return (struct turned_sides){left->dims[0], left->dims[1], left->dims[2],
                                 right->dims[is_flipped ? 1 : 2], is_flipped};
}

static aclnnStatus block_scales(struct call *call, const struct turned_sides *s, int scale1,
                                int scale2)
{
    int64_t pairs = pairs_of(s->depth);
    const int64_t first[] = {s->rows, s->batches, pairs, 2};
    const int64_t second[] = {s->batches, s->is_flipped ? s->columns : pairs,
                              s->is_flipped ? pairs : s->columns, 2};
    aclnnStatus status = call_shape_is(call, scale1, first, 4, false,
                                       "two for each pair of blocks of 32 of a row");
    return status == ACLNN_SUCCESS ? call_shape_is(call, scale2, second, 4, false,
                                                   "two for each pair of blocks of 32 of a column")
                                   : status;
}

static aclnnStatus line_scales(struct call *call, const struct turned_sides *s, int x1, int x2,
                               int scale1, int scale2)
{
    aclnnStatus status = ACLNN_SUCCESS;
    if (!are_hifloat8(call, x1, x2))
        status = call_shape_is(call, scale1, &s->rows, 1, false, "one for each row of out");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, scale2, &s->columns, 1, false, "one for each column of out")
               : status;
}

aclnnStatus quant_check_turned_shapes(struct call *call, int x1, int x2, int scale1, int scale2,
                                      int perm2)
{
    aclnnStatus status = check_rank(call, x1, 3, 3);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x2, 3, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct turned_sides s = sides_of(call, x1, x2, perm2);
    const struct tensor *right = call_tensor(call, x2);
    bool is_blocks = has_blocks(call, scale1, scale2);
    bool is_plain = !is_blocks && !are_hifloat8(call, x1, x2);
    if (right->dims[0] != s.batches || right->dims[s.is_flipped ? 2 : 1] != s.depth)
        return call_refuse_shape(call, x2, "the batches and the depth of x1 are required");
    if (is_plain && (s.depth != KERNEL_DEPTH || s.columns != KERNEL_COLUMNS))
        return call_refuse_shape(call, x2,
                                 "a depth of 512 and 128 columns are required with a "
                                 "scale for each row and column");
    if (is_blocks && s.depth % (2 * QUANT_MX_BLOCK) != 0)
        return call_refuse_shape(call, x1,
                                 "a depth of a multiple of 64 is required with scales "
                                 "for blocks");
    return is_blocks ? block_scales(call, &s, scale1, scale2)
                     : line_scales(call, &s, x1, x2, scale1, scale2);
}

static bool is_word(aclDataType type)
{
    return type == ACL_UINT64 || type == ACL_INT64;
}

aclnnStatus quant_check_turned_types(struct call *call, int x1, int x2, int scale1, int scale2,
                                     int out, int type)
{
    aclDataType to = call_type(call, out);
    bool is_blocks = has_blocks(call, scale1, scale2);
    bool is_hifloat8 = are_hifloat8(call, x1, x2);
    const int factors[] = {x1, x2};
    const int scales[] = {scale1, scale2};
    for (int i = 0; i < 2; i++) {
        aclDataType factor = call_type(call, factors[i]);
        aclDataType scale = call_tensor(call, scales[i]) == NULL ? ACL_UINT64
                                                                 : call_type(call, scales[i]);
        if (!is_hifloat8 && (is_blocks ? factor != ACL_FLOAT8_E4M3FN : !type_is_float8(factor)))
            return refuse_type(call, factors[i],
                               "both float8_e4m3fn with scales for blocks, a float8 with a float32 "
                               "for each row and column, or both hifloat8 are required");
        if (!is_blocks && (is_hifloat8 ? !is_word(scale) : scale != ACL_FLOAT))
            return refuse_type(call, scales[i],
                               "float32 is required with float8, 64 bits with hifloat8, or "
                               "float8_e8m0 of both");
    }
    if (to != ACL_FLOAT16 && to != ACL_BF16 && !(is_hifloat8 && to == ACL_HIFLOAT8))
        return refuse_type(call, out, "float16 or bfloat16, or with hifloat8 that, is required");
    return call->arguments[type].integer == (int64_t)to ? ACLNN_SUCCESS
                                                        : quant_check_destined(call, out, type);
}

aclnnStatus quant_check_turned_format(struct call *call, int x2, int scale1, int scale2)
{
    const struct tensor *t = call_tensor(call, x2);
    if (t->format != ACL_FORMAT_FRACTAL_NZ)
        return ACLNN_SUCCESS;
    if (!has_blocks(call, scale1, scale2))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the format of %s is ACL_FORMAT_FRACTAL_NZ; that takes scales for blocks",
                      call_name(call, x2));
    return t->storage_rank == 5
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x2, "a storage of five dimensions is required");
}

aclnnStatus quant_check_turned_groups(struct call *call, int size, int scale1, int scale2)
{
    const struct group_sizes g = group_sizes_of(call, size);
    bool fits = g.rows <= 1 && g.columns <= 1 && g.depth == QUANT_MX_BLOCK;
    return fits || !has_blocks(call, scale1, scale2)
               ? ACLNN_SUCCESS
               : refuse_integer(call, size,
                                "32, or 32 | 1 << 16 | 1 << 32, with scales for blocks");
}

aclnnStatus quant_check_one_part(struct call *call, int factor)
{
    return call->arguments[factor].integer == 1 ? ACLNN_SUCCESS : refuse_integer(call, factor, "1");
}

aclnnStatus quant_check_turned_result(struct call *call, int x1, int x2, int perm2, int out)
{
    const struct turned_sides s = sides_of(call, x1, x2, perm2);
    const int64_t dims[] = {s.rows, s.batches, s.columns};
    return call_shape_is(call, out, dims, 3, false, "rows, batches and columns");
}

aclnnStatus quant_check_turned_computed(struct call *call, int x1, int x2, int scale1)
{
    return call_tensor(call, scale1) == NULL || !are_hifloat8(call, x1, x2)
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s is given, a scale of hifloat8 beside those of the columns, which is "
                        "not implemented by this library (CANN has it)",
                        call_name(call, scale1));
}

/* ---- QuantMatmulReduceSumWeightNz ------------------------------------------------------------ */

aclnnStatus quant_check_nothing_in(struct call *call, int operand)
{
    const struct tensor *t = call_tensor(call, operand);
    bool is_nothing = t == NULL;
    for (int32_t i = 0; t != NULL && i < t->rank; i++)
        is_nothing |= t->dims[i] == 0;
    return is_nothing
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is given; NULL, or no elements, is required",
                        call_name(call, operand));
}

aclnnStatus quant_check_no_groups(struct call *call, int size)
{
    return call->arguments[size].integer <= 0 ? ACLNN_SUCCESS
                                              : refuse_integer(call, size, "0 or less");
}

aclnnStatus quant_check_summed_product(struct call *call, int x1, int x2, int scale1, int scale2)
{
    aclnnStatus status = check_rank(call, x1, 3, 3);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x2, 3, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    if (left->dims[0] != right->dims[0] || left->dims[2] != right->dims[1])
        return call_refuse_shape(call, x2, "the batches and the depth of x1 are required");
    status = call_shape_is(call, scale2, &right->dims[2], 1, false, "one for each column of out");
    return status == ACLNN_SUCCESS ? call_shape_is(call, scale1, left->dims, 2, false,
                                                   "one for each row of each batch of x1")
                                   : status;
}

aclnnStatus quant_check_over_batches(struct call *call, int dims)
{
    const struct array *given = call->arguments[dims].array;
    return given->size == 1 && array_integers(given)[0] == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "%s has another dimension than the batches; [0] is required",
                        call_name(call, dims));
}

aclnnStatus quant_check_summed_result(struct call *call, int x1, int x2, int out)
{
    const int64_t dims[] = {call_tensor(call, x1)->dims[1], call_tensor(call, x2)->dims[2]};
    return call_shape_is(call, out, dims, 2, false, "the rows of x1 and the columns of x2");
}

/* ---- MatmulEmuSplitWeight -------------------------------------------------------------------- */

aclnnStatus quant_check_split_type(struct call *call, int type)
{
    return call->arguments[type].integer == ACL_FLOAT ? ACLNN_SUCCESS
                                                      : refuse_integer(call, type, "0 (float32)");
}

#define SCALE 0x1p-8
#define SCALE_NEAR 1e-7

/* The kernel is given views as they are, and the framework looks whether their storage has them. */
aclnnStatus quant_check_within_storage(struct call *call, int operand)
{
    const struct tensor *t = call_tensor(call, operand);
    int64_t last = t->offset;
    int64_t stored = 1;
    for (int32_t i = 0; i < t->rank; i++)
        if (t->dims[i] > 0 && t->strides[i] > 0)
            last += (t->dims[i] - 1) * t->strides[i];
    for (int32_t i = 0; i < t->storage_rank; i++)
        stored *= t->storage_dims[i];
    return last < stored ? ACLNN_SUCCESS
                         : report(ACLNN_ERR_PARAM_INVALID,
                                  "%s reaches element %" PRId64 " of a storage of %" PRId64
                                  " elements; a storage that has the view is required",
                                  call_name(call, operand), last, stored);
}

aclnnStatus quant_check_split_scale(struct call *call, int scale)
{
    float given = (float)call->arguments[scale].real;
    return fabs((double)given - SCALE) <= SCALE_NEAR
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; 1 / 256 is required",
                        call_name(call, scale), (double)given);
}

aclnnStatus quant_check_split_product(struct call *call, int x, int high, int low, int y)
{
    const int matrices[] = {x, high, low, y};
    for (int i = 0; i < 4; i++) {
        aclnnStatus status = check_rank(call, matrices[i], 2, 2);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, high);
    const int64_t dims[] = {left->dims[0], right->dims[1]};
    const int64_t weights[] = {left->dims[1], right->dims[1]};
    aclnnStatus status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, high);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, high, weights, 2, false, "as many rows as x has columns");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, low, weights, 2, false, "that of wHigh");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, y, dims, 2, false, "the rows of x and the columns of wHigh")
               : status;
}
