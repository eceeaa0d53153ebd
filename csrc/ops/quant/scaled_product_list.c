/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices whose groups of numbers have scales: lists of L0 operators. Both
 * matrices are restored to float32 by what scales their groups; sums are float32. */
#include "ops/quant/scaled_product.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "operators.h"
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

static int64_t parts(int64_t places, int64_t of)
{
    return (places + of - 1) / of;
}

static struct quant_blocks blocks_of(const struct side *s, int64_t rows, int64_t columns)
{
    return (struct quant_blocks){rows, columns, parts(s->m.rows, rows),
                                 parts(s->m.columns, columns)};
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

/* The matrix in its batches, as float32. */
static int in_batches(struct l0_list *list, const struct side *s, int numbers)
{
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, s->batches, (size_t)s->batch_rank * sizeof *dims);
    dims[s->batch_rank] = s->m.rows;
    dims[s->batch_rank + 1] = s->m.columns;
    return numbers == L0_NONE ? L0_NONE : l0_reshape(list, numbers, dims, s->batch_rank + 2);
}

static int restored_blocks(const struct scaled *p, const struct side *s, bool is_square)
{
    const struct quant_blocks blocks = is_square ? blocks_of(s, SCALED_BLOCK, SCALED_BLOCK)
                                                 : along_depth(s, SCALED_BLOCK);
    return quant_list_blocks_restored(p->list, s->numbers, s->scales, L0_NONE, &s->m, &blocks);
}

/* Whether a scale of x1 is that of a square: there are fewer along its rows than rows. */
static bool has_squares(const struct scaled *p)
{
    const struct l0_tensor scales = p->list->tensors[p->left.scales];
    const struct side *s = &p->left;
    int64_t rows = s->is_flipped ? s->m.columns : s->m.rows;
    return scales.dims[scales.rank - (s->is_flipped ? 1 : 2)] != rows;
}

static int left_restored(struct scaled *p)
{
    struct side *s = &p->left;
    struct l0_list *list = p->list;
    if (p->scaling == SCALED_POWERS)
        return quant_list_mx_restored(list, s->numbers, s->scales, &s->m, s->is_down);
    if (p->scaling == SCALED_BLOCKS)
        return restored_blocks(p, s, has_squares(p));
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
    case SCALED_BLOCKS: return restored_blocks(p, s, true);
    case SCALED_FLOAT4: {
        const struct quant_blocks blocks = along_depth(s, QUANT_MX_BLOCK);
        return quant_list_blocks_restored(p->list, s->numbers, s->scales, L0_NONE, &s->m, &blocks);
    }
    default: return right_of_int4(p);
    }
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
    int left = in_batches(list, &p.left, left_restored(&p));
    int right = in_batches(list, &p.right, right_restored(&p));
    int sums = quant_list_multiplied(list, left, right, p.left.is_flipped, p.right.is_flipped, dims,
                                     rank + 2);
    int numbers = finished(list, sums, &behind, wanted.type);
    if (numbers == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &numbers, 1, &result, 1, NULL);
    l0_view_copy(list, l0_reshape(list, result, wanted.dims, wanted.rank), out);
}
