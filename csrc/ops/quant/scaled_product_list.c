/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices whose groups of numbers have scales: lists of L0 operators. Both
 * matrices are restored to float32 by what scales their groups, and sums are float32; scales of
 * blocks of both multiply the sums of these. */
#include "ops/quant/scaled_product.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/matmul/fused_product.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "workspace/l0_operators.h"

/* A matrix with what scales its groups, as tensors of the list; its numbers and scales are dense or
 * turned in memory, which their strides say. */
struct side {
    int numbers;
    int scales;
    int offsets;
    struct quant_matrices m;
    int64_t batches[TENSOR_MAX_DIMS];
    int32_t batch_rank;
    bool is_flipped;
    bool is_down; /* the depth is along rows */
};

struct scaled {
    struct l0_list *list;
    enum quant_scaling scaling;
    struct side left;
    struct side right;
};

/* ---- Operands -------------------------------------------------------------------------------- */

static int scales_for_kernel(struct l0_list *list, int scales)
{
    if (scales == L0_NONE)
        return L0_NONE;
    const struct tensor *given = list->tensors[scales].given;
    bool is_turned = given->type == ACL_FLOAT8_E8M0 ? quant_powers_are_turned(given)
                                                    : quant_scaled_is_turned(given);
    return is_turned ? scales : l0_contiguous(list, scales);
}

static struct side side_of(struct l0_list *list, int numbers, int scales, bool is_flipped)
{
    struct side s = {.offsets = L0_NONE, .is_flipped = is_flipped};
    s.numbers = matmul_list_for_kernel(list, numbers);
    s.scales = scales_for_kernel(list, scales);
    const struct tensor *given = list->tensors[numbers].given;
    s.batch_rank = given->rank - 2;
    s.m = (struct quant_matrices){1, given->dims[given->rank - 2], quant_product_side(given, 1)};
    for (int32_t i = 0; i < s.batch_rank; i++) {
        s.batches[i] = given->dims[i];
        s.m.batches *= given->dims[i];
    }
    return s;
}

/* Words of eight int4 lie along the dimension that is dense: they are brought there, and the matrix
 * is the other way round. */
static void unpack(struct l0_list *list, struct side *s)
{
    static const int64_t order[] = {1, 0};
    const struct tensor *given = list->tensors[s->numbers].given;
    if (list->tensors[s->numbers].type != ACL_INT32)
        return;
    if (given != NULL && quant_scaled_is_turned(given)) {
        s->m = (struct quant_matrices){1, given->dims[1], given->dims[0] * QUANT_IN_A_WORD};
        s->numbers = quant_transposed(list, s->numbers, order);
        s->is_flipped = !s->is_flipped;
        s->is_down = !s->is_down;
    }
    s->numbers = quant_unpacked(list, s->numbers, (int64_t[]){s->m.rows, s->m.columns}, 2);
}

/* ---- Restored -------------------------------------------------------------------------------- */

static struct quant_blocks blocks_of(const struct side *s, int64_t rows, int64_t columns)
{
    return (struct quant_blocks){rows, columns, divide_up(s->m.rows, rows),
                                 divide_up(s->m.columns, columns)};
}

/* Groups of so many along the depth. */
static struct quant_blocks along_depth(const struct side *s, int64_t size)
{
    return s->is_down ? blocks_of(s, size, 1) : blocks_of(s, 1, size);
}

/* Scales and offsets of int4, [groups, columns], as the matrix lies. */
static void lay_down(struct l0_list *list, struct side *s)
{
    static const int64_t order[] = {1, 0};
    if (s->is_down || list->tensors[s->scales].rank != 2)
        return;
    s->scales = quant_transposed(list, s->scales, order);
    if (s->offsets != L0_NONE)
        s->offsets = quant_transposed(list, s->offsets, order);
}

static int words_as_numbers(struct l0_list *list, int words)
{
    if (words == L0_NONE)
        return L0_NONE;
    const struct l0_tensor t = list->tensors[words];
    int numbers = l0_new_shaped(list, "numbers", ACL_FLOAT, t.dims, t.rank);
    int bits = l0_convert(list, words, ACL_UINT64);
    if (numbers != L0_NONE && bits != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_QuantWordScale, &bits, 1, &numbers, 1, NULL);
    return numbers;
}

/* What is [rows, columns] of each matrix, in its batches. */
static int in_batches(struct l0_list *list, const struct side *s, int numbers, int64_t rows,
                      int64_t columns)
{
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, s->batches, (size_t)s->batch_rank * sizeof *dims);
    dims[s->batch_rank] = rows;
    dims[s->batch_rank + 1] = columns;
    return numbers == L0_NONE ? L0_NONE : l0_reshape(list, numbers, dims, s->batch_rank + 2);
}

static int matrix_in_batches(struct l0_list *list, const struct side *s, int numbers)
{
    return in_batches(list, s, numbers, s->m.rows, s->m.columns);
}

static int left_restored(struct scaled *p)
{
    struct side *s = &p->left;
    struct l0_list *list = p->list;
    if (p->scaling == SCALED_POWERS)
        return quant_list_mx_restored(list, s->numbers, s->scales, &s->m, s->is_down);
    unpack(list, s);
    int numbers = l0_convert(list, s->numbers, ACL_FLOAT);
    if (p->scaling != SCALED_INT4 || numbers == L0_NONE)
        return numbers;
    const int inputs[] = {numbers, list_number_of(list, 8)};
    const struct l0_tensor t = list->tensors[numbers];
    int shifted = l0_new_shaped(list, "shifted", ACL_FLOAT, t.dims, t.rank);
    l0_step(list, L0_STEP_APPLY, &l0_QuantProductShifted, inputs, 2, &shifted, 1, NULL);
    return shifted;
}

/* int4 with scales, and offsets, for groups of their columns, or for whole columns. */
static int right_of_int4(struct scaled *p)
{
    struct side *s = &p->right;
    struct l0_list *list = p->list;
    bool is_whole = list->tensors[s->scales].rank == 1;
    unpack(list, s);
    if (p->scaling == SCALED_INT4)
        s->scales = words_as_numbers(list, s->scales);
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    lay_down(list, s);
    const struct quant_blocks blocks = along_depth(s, !is_whole    ? SCALED_LONG_GROUP
                                                      : s->is_down ? s->m.rows
                                                                   : s->m.columns);
    return quant_list_blocks_restored(list, s->numbers, s->scales, s->offsets, &s->m, &blocks);
}

static int right_restored(struct scaled *p)
{
    struct side *s = &p->right;
    switch (p->scaling) {
    case SCALED_POWERS:
        return quant_list_mx_restored(p->list, s->numbers, s->scales, &s->m, s->is_down);
    case SCALED_FLOAT4: {
        const struct quant_blocks blocks = along_depth(s, QUANT_MX_BLOCK);
        return quant_list_blocks_restored(p->list, s->numbers, s->scales, L0_NONE, &s->m, &blocks);
    }
    default: return right_of_int4(p);
    }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Whether a scale of x1 is that of a square: there are fewer along its rows than rows. */
static bool has_squares(const struct scaled *p)
{
    const struct l0_tensor scales = p->list->tensors[p->left.scales];
    const struct side *s = &p->left;
    int64_t rows = s->is_flipped ? s->m.columns : s->m.rows;
    return scales.dims[scales.rank - (s->is_flipped ? 1 : 2)] != rows;
}

/* Scales of blocks of so many rows and columns, as the matrix lies. */
static int block_scales(struct l0_list *list, const struct side *s, int64_t rows, int64_t columns)
{
    return in_batches(list, s, list_dense_of(list, s->scales, ACL_FLOAT),
                      divide_up(s->m.rows, rows), divide_up(s->m.columns, columns));
}

/* The sums of each block times both of its scales, one after the other. */
static int multiplied_blocks(struct scaled *p, const int64_t *dims, int32_t rank)
{
    struct l0_list *list = p->list;
    const struct side *left = &p->left;
    const struct side *right = &p->right;
    struct quant_block_product *a = l0_take(list, sizeof *a);
    if (a == NULL)
        return L0_NONE;
    *a = (struct quant_block_product){left->is_flipped, right->is_flipped,
                                      has_squares(p) ? SCALED_BLOCK : 1};
    const int inputs[] = {
        matrix_in_batches(list, left, l0_convert(list, left->numbers, ACL_FLOAT)),
        matrix_in_batches(list, right, l0_convert(list, right->numbers, ACL_FLOAT)),
        block_scales(list, left, left->is_flipped ? SCALED_BLOCK : a->rows,
                     left->is_flipped ? a->rows : SCALED_BLOCK),
        block_scales(list, right, SCALED_BLOCK, SCALED_BLOCK)};
    int sums = l0_new_shaped(list, "sums", ACL_FLOAT, dims, rank);
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_QuantBlocksMultiplied, inputs, 4, &sums, 1, a);
    return sums;
}

static int multiplied(struct scaled *p, const int64_t *dims, int32_t rank)
{
    if (p->scaling == SCALED_BLOCKS)
        return multiplied_blocks(p, dims, rank);
    int left = matrix_in_batches(p->list, &p->left, left_restored(p));
    int right = matrix_in_batches(p->list, &p->right, right_restored(p));
    return quant_list_multiplied(p->list, left, right, p->left.is_flipped, p->right.is_flipped,
                                 dims, rank);
}

/* ---- The list -------------------------------------------------------------------------------- */

/* What follows the sums: (sums + added) * scale of the columns * scale of the rows + bias; each may
 * be L0_NONE. */
struct behind {
    int added;
    int columns;
    int rows;
    int bias;
};

static int finished(struct l0_list *list, int sums, const struct behind *b, aclDataType type)
{
    if (sums == L0_NONE)
        return L0_NONE;
    const struct l0_tensor t = list->tensors[sums];
    if (b->added != L0_NONE) {
        const int terms[] = {sums, b->added};
        sums = l0_new_shaped(list, "completed", ACL_FLOAT, t.dims, t.rank);
        l0_step(list, L0_STEP_APPLY, &l0_QuantProductAdded, terms, 2, &sums, 1, NULL);
    }
    int result = l0_new_shaped(list, "restored", type, t.dims, t.rank);
    const int inputs[] = {sums, quant_or_number(list, b->columns, 1),
                          quant_or_number(list, quant_along(list, b->rows, t.rank, t.rank - 2), 1),
                          quant_or_number(list, b->bias, 0)};
    l0_step(list, L0_STEP_APPLY, &l0_DequantBias, inputs, 4, &result, 1, NULL);
    return result;
}

static enum quant_scaling scaling_in(const struct l0_list *list, int x1, int x2, int x1Scale,
                                     int x2Scale, int x2Offset)
{
    return quant_scaling_of(&(struct quant_scaled){
        list->tensors[x1].given, list->tensors[x2].given,
        x1Scale == L0_NONE ? NULL : list->tensors[x1Scale].given, list->tensors[x2Scale].given,
        x2Offset == L0_NONE ? NULL : list->tensors[x2Offset].given});
}

/* The kernel of the forms that are older is another one. */
static const struct l0_row *kernel_of(const struct l0_list *list, enum quant_scaling scaling,
                                      int x1, int x2)
{
    bool is_v3 = scaling == SCALED_POWERS || scaling == SCALED_BLOCKS;
    bool is_mixed = list->tensors[x1].type != ACL_FLOAT4_E2M1 &&
                    list->tensors[x2].type == ACL_FLOAT4_E2M1;
    return is_v3 && !is_mixed && list->tensors[x1].type != ACL_INT8 ? &l0_QuantBatchMatmulV3
                                                                    : &l0_QuantBatchMatmulV4;
}

void quant_list_scaled_product(struct l0_list *list, int x1, int x2, int x1Scale, int x2Scale,
                               int yScale, int x2Offset, int yOffset, int bias, bool flip1,
                               bool flip2, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (x1 == L0_NONE || x2 == L0_NONE || x2Scale == L0_NONE || out == L0_NONE)
        return;
    struct scaled p = {.list = list,
                       .scaling = scaling_in(list, x1, x2, x1Scale, x2Scale, x2Offset)};
    if (p.scaling == SCALED_LINES) {
        quant_list_quant_product(list, x1, x2, x1Scale, x2Scale, x2Offset, bias, flip1, flip2, out);
        return;
    }
    bool has_rows = p.scaling == SCALED_INT4 || p.scaling == SCALED_OFFSETS;
    const struct l0_tensor wanted = list->tensors[out];
    p.left = side_of(list, x1, x1Scale, flip1);
    p.right = side_of(list, x2, x2Scale, flip2);
    p.left.is_down = flip1;
    p.right.is_down = !flip2;
    p.right.offsets = quant_dense(list, x2Offset);
    const int words = quant_dense(list, quant_some(list, yScale));
    const struct behind behind = {quant_dense(list, quant_some(list, yOffset)),
                                  words_as_numbers(list, words), has_rows ? p.left.scales : L0_NONE,
                                  quant_dense(list, bias)};
    int32_t rank = quant_product_batches(list->tensors[x1].given, list->tensors[x2].given, dims);
    if (list->status != ACLNN_SUCCESS)
        return;
    dims[rank] = p.left.is_flipped ? p.left.m.columns : p.left.m.rows;
    dims[rank + 1] = p.right.is_flipped ? p.right.m.rows : p.right.m.columns;
    int result = l0_new_shaped(list, "product", wanted.type, dims, rank + 2);
    const int launched[] = {p.left.numbers,  p.right.numbers, p.left.scales, p.right.scales,
                            p.right.offsets, behind.added,    words,         behind.bias};
    quant_launch(list, kernel_of(list, p.scaling, x1, x2), launched, 8, &result, 1);
    int sums = multiplied(&p, dims, rank + 2);
    int numbers = finished(list, sums, &behind, wanted.type);
    if (numbers == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &numbers, 1, &result, 1, NULL);
    l0_view_copy(list, l0_reshape(list, result, wanted.dims, wanted.rank), out);
}
