/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ATB's attention goes through scores in blocks of 128 queries and 128 keys. A compressed mask
 * holds two blocks, of 256 rows and columns: in the first 128 columns the block of queries with
 * their own keys, and below it the one 128 keys further back; all others follow from the second. Or
 * it holds the first 128 columns of each head's whole mask, where a block depends on the distance
 * alone.
 *
 * All blocks are made at once, so that how many calls there are does not depend on lengths.
 */
#include "declared/activation.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/fill.h"
#include "declared/index.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "atb/alibi.h"

#include <inttypes.h>

typedef struct atb_self_attention_param param_t;

enum { BLOCK = 128, SIDE = 256, MOST_OF_A_HEAD = 128 };

#define HIDDEN (3e38) /* what is taken from a score that does not count */

bool atb_is_compressed_alibi(const param_t *param)
{
    return param->mask_type == ATB_MASK_ALIBI_COMPRESS ||
           param->mask_type == ATB_MASK_ALIBI_COMPRESS_SQRT ||
           param->mask_type == ATB_MASK_ALIBI_COMPRESS_LEFT_ALIGN;
}

static bool is_left(const param_t *param)
{
    return param->mask_type == ATB_MASK_ALIBI_COMPRESS_LEFT_ALIGN;
}

int32_t atb_check_alibi(const param_t *param)
{
    bool is_prefix = param->calc_type == ATB_PREFIX_ENCODER;
    int32_t status = atb_require(!is_prefix || !is_left(param),
                                 "PREFIX_ENCODER has no MASK_TYPE_ALIBI_COMPRESS_LEFT_ALIGN");
    if (status == ATB_NO_ERROR)
        status = atb_require(!is_prefix || param->kernel_type == ATB_HIGH_PRECISION,
                             "PREFIX_ENCODER has kernelType KERNELTYPE_HIGH_PRECISION with "
                             "compressed ALiBi masks");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mla_v_head_size == 0,
                             "mlaVHeadSize is 0 with compressed ALiBi masks");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->is_triangular == 1, "isTriuMask is 1 with compressed ALiBi masks");
    return status;
}

static int32_t check_slopes(const param_t *param, const struct atb_desc *slopes)
{
    int32_t status = atb_check_rank("slopes", slopes, 1, 1);
    return status == ATB_NO_ERROR
               ? atb_check_dim("the number of slopes", slopes->shape.dims[0], param->head_count)
               : status;
}

int32_t atb_check_alibi_shapes(const param_t *param, int64_t head_size, const struct atb_desc *mask,
                               const struct atb_desc *slopes)
{
    int32_t status = atb_check_rank("the compressed mask", mask, 2, is_left(param) ? 2 : 3);
    bool is_whole = mask->shape.count == 3;
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last dimension of the compressed mask", atb_dim(mask, -1),
                               is_whole ? BLOCK : SIDE);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the first dimension of the compressed mask", mask->shape.dims[0],
                               is_whole ? param->head_count : SIDE);
    if (status == ATB_NO_ERROR && !is_whole)
        status = check_slopes(param, slopes);
    if (status == ATB_NO_ERROR)
        status = atb_require(mask->type != ACL_FLOAT16 || param->kernel_type == ATB_HIGH_PRECISION,
                             "kernelType is KERNELTYPE_HIGH_PRECISION with a compressed ALiBi "
                             "mask of float16");
    if (status == ATB_NO_ERROR)
        status = atb_require(head_size <= MOST_OF_A_HEAD,
                             "heads have 128 elements at most with compressed ALiBi masks");
    return status;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Blocks of queries and of keys, the rows of queries before the first, and how many blocks each is
 * behind the keys: [rows, 1, columns, 1], negative where keys come later. */
struct blocks {
    int64_t rows;
    int64_t columns;
    int64_t before;
    atb_view behind;
    atb_view places; /* of keys, [1, 1, columns, 1] */
};

static int64_t blocks_of(int64_t tokens)
{
    return (tokens + BLOCK - 1) / BLOCK;
}

static atb_view counted(struct single *s, int64_t from, int64_t count)
{
    atb_view numbers = ATB_TEMPORARY(s, ACL_FLOAT, count);
    ATB_CALL(Arange, ATB_SCALAR((double)from), ATB_SCALAR((double)(from + count)), ATB_SCALAR(1.0),
             ATB_TENSOR(numbers));
    return numbers;
}

static struct blocks blocks_behind(struct single *s, int64_t queries, int64_t keys)
{
    struct blocks b = {blocks_of(queries), blocks_of(keys), (keys - queries) / BLOCK, NULL, NULL};
    atb_view rows = ATB_SHAPED(s, counted(s, b.before, b.rows), b.rows, 1, 1, 1);
    b.places = ATB_SHAPED(s, counted(s, 0, b.columns), 1, 1, b.columns, 1);
    b.behind = ATB_TEMPORARY(s, ACL_FLOAT, b.rows, 1, b.columns, 1);
    ATB_CALL(Sub, ATB_TENSOR(rows), ATB_TENSOR(b.places), ATB_SCALAR(1.0), ATB_TENSOR(b.behind));
    return b;
}

/* A block of 256 rows and columns in float32, [1, 128, 1, 128]. */
static atb_view block_at(struct single *s, atb_view mask, int64_t row)
{
    atb_view part = single_part(s, single_part(s, mask, 0, row, BLOCK), 1, 0, BLOCK);
    return ATB_SHAPED(s, atb_float(s, part), 1, BLOCK, 1, BLOCK);
}

/* numbers * factor + added */
static atb_view line(struct single *s, atb_view numbers, double factor, double added)
{
    atb_view result = single_like(s, numbers);
    ATB_CALL(Muls, ATB_TENSOR(numbers), ATB_SCALAR(factor), ATB_TENSOR(result));
    ATB_CALL(InplaceAdds, ATB_TENSOR(result), ATB_SCALAR(added), ATB_SCALAR(1.0));
    return result;
}

static atb_view sum_of(struct single *s, atb_view a, atb_view b, atb_view out)
{
    ATB_CALL(Add, ATB_TENSOR(a), ATB_TENSOR(b), ATB_SCALAR(1.0), ATB_TENSOR(out));
    return out;
}

/* What places of keys add to a block, [1, 128, columns, 128]. */
static atb_view by_place(struct single *s, atb_view block, const struct blocks *b)
{
    atb_view all = ATB_TEMPORARY(s, ACL_FLOAT, 1, BLOCK, b->columns, BLOCK);
    return sum_of(s, line(s, b->places, BLOCK, 0.0), block, all);
}

/* The blocks further back than the first, [rows, 128, columns, 128] or what broadcasts to it. */
static atb_view further(struct single *s, const param_t *param, atb_view mask,
                        const struct blocks *b)
{
    atb_view far = block_at(s, mask, BLOCK);
    if (is_left(param))
        return by_place(s, far, b);
    atb_view all = ATB_TEMPORARY(s, ACL_FLOAT, b->rows, BLOCK, b->columns, BLOCK);
    bool is_root = param->mask_type == ATB_MASK_ALIBI_COMPRESS_SQRT;
    if (is_root)
        ATB_CALL(InplaceMul, ATB_TENSOR(far), ATB_TENSOR(far));
    sum_of(s, line(s, b->behind, BLOCK, -BLOCK), far, all);
    if (is_root)
        ATB_CALL(InplaceSqrt, ATB_TENSOR(all));
    return all;
}

/* The blocks of queries with their own keys, which broadcast. */
static atb_view nearest(struct single *s, const param_t *param, atb_view mask,
                        const struct blocks *b)
{
    atb_view near = block_at(s, mask, 0);
    return is_left(param) ? by_place(s, near, b) : near;
}

/* [heads, rows, 128, columns, 128] of two blocks and slopes. */
static atb_view of_slopes(struct single *s, const param_t *param, atb_view mask, atb_view slopes,
                          const struct blocks *b)
{
    atb_view distances = ATB_TEMPORARY(s, ACL_FLOAT, b->rows, BLOCK, b->columns, BLOCK);
    atb_view is_far = single_like_of(s, b->behind, ACL_BOOL);
    ATB_CALL(GtScalar, ATB_TENSOR(b->behind), ATB_SCALAR(0.0), ATB_TENSOR(is_far));
    ATB_CALL(SWhere, ATB_TENSOR(is_far), ATB_TENSOR(further(s, param, mask, b)),
             ATB_TENSOR(nearest(s, param, mask, b)), ATB_TENSOR(distances));
    atb_view all = ATB_TEMPORARY(s, ACL_FLOAT, param->head_count, b->rows, BLOCK, b->columns,
                                 BLOCK);
    atb_view factors = ATB_SHAPED(s, atb_float(s, slopes), param->head_count, 1, 1, 1, 1);
    ATB_CALL(Mul, ATB_TENSOR(distances), ATB_TENSOR(factors), ATB_TENSOR(all));
    return all;
}

/* The same of the first columns of whole masks, [heads, rows, 128]. */
static atb_view of_columns(struct single *s, const param_t *param, atb_view mask,
                           const struct blocks *b)
{
    int64_t heads = param->head_count;
    int64_t count = b->before + b->rows;
    int64_t rows = mask->dims[1] < count * BLOCK ? mask->dims[1] : count * BLOCK;
    atb_view whole = ATB_TEMPORARY(s, ACL_FLOAT, heads, count * BLOCK, BLOCK);
    atb_view kept = single_like(s, b->behind);
    atb_view numbers = ATB_TEMPORARY(s, ACL_INT64, b->rows * b->columns);
    atb_view found = ATB_TEMPORARY(s, ACL_FLOAT, heads, b->rows * b->columns, BLOCK, BLOCK);
    atb_view all = ATB_TEMPORARY(s, ACL_FLOAT, heads, b->rows, BLOCK, b->columns, BLOCK);
    ATB_CALL(InplaceZero, ATB_TENSOR(whole));
    single_copy(s, single_part(s, whole, 1, 0, rows), single_part(s, mask, 1, 0, rows));
    ATB_CALL(Relu, ATB_TENSOR(b->behind), ATB_TENSOR(kept));
    single_copy(s, numbers, ATB_SHAPED(s, kept, b->rows * b->columns));
    ATB_CALL(IndexSelect, ATB_TENSOR(ATB_SHAPED(s, whole, heads, count, BLOCK, BLOCK)),
             ATB_INTEGER(1), ATB_TENSOR(numbers), ATB_TENSOR(found));
    const int64_t perm[] = {0, 1, 3, 2, 4};
    single_copy(s, all,
                single_permuted(s, ATB_SHAPED(s, found, heads, b->rows, b->columns, BLOCK, BLOCK),
                                (struct single_ints){5, perm}));
    return all;
}

/* Takes blocks of later keys away: of the block of its own keys the mask itself says it. */
static void hide_later(struct single *s, const struct blocks *b, atb_view all)
{
    atb_view later = single_like(s, b->behind);
    ATB_CALL(Clamp, ATB_TENSOR(b->behind), ATB_SCALAR(-1.0), ATB_SCALAR(0.0), ATB_TENSOR(later));
    ATB_CALL(InplaceAdd, ATB_TENSOR(all), ATB_TENSOR(later), ATB_SCALAR(HIDDEN));
}

static void check_lengths(struct single *s, const param_t *param, atb_view mask, int64_t queries,
                          int64_t keys)
{
    bool is_prefix = param->calc_type == ATB_PREFIX_ENCODER;
    int64_t before = keys - queries;
    if (before < 0 || before % BLOCK != 0 || (!is_prefix && before != 0))
        atb_fail(s, ATB_ERROR_INVALID_PARAM,
                 "a sequence has %" PRId64 " queries and %" PRId64
                 " keys; with compressed ALiBi masks %s is required",
                 queries, keys,
                 is_prefix ? "a multiple of 128 keys more" : "the same number of both");
    if (mask->rank == 3 && mask->dims[1] < keys)
        atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM,
                 "the compressed mask has %" PRId64 " rows; a sequence of %" PRId64
                 " keys needs as many",
                 mask->dims[1], keys);
}

struct atb_mask atb_alibi_of(struct single *s, const param_t *param, atb_view mask, atb_view slopes,
                             int64_t queries, int64_t keys)
{
    struct atb_mask found = {.view = mask, .factor = 1.0};
    if (s->status == ACL_SUCCESS)
        check_lengths(s, param, mask, queries, keys);
    if (s->status != ACL_SUCCESS || queries == 0)
        return found;
    struct blocks b = blocks_behind(s, queries, keys);
    found.view = mask->rank == 3 ? of_columns(s, param, mask, &b)
                                 : of_slopes(s, param, mask, slopes, &b);
    hide_later(s, &b, found.view);
    found.row = b.columns * BLOCK;
    found.head = b.rows * BLOCK * found.row;
    return found;
}
