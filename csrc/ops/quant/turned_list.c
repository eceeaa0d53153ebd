/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that are multiplied by small matrices before they are quantised: lists of L0 operators.
 * Products are float32, and rounded to the types in which the kernels hold them. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "declared/ternary.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* ---- Products -------------------------------------------------------------------------------- */

/* The product of matrices in these dims, in float32. */
static int multiplied(struct l0_list *list, const struct l0_row *row, int left, int right,
                      const int64_t *dims, int32_t rank)
{
    bool *flips = l0_take(list, 2 * sizeof *flips);
    if (flips == NULL || left == L0_NONE || right == L0_NONE)
        return L0_NONE;
    memset(flips, 0, 2 * sizeof *flips);
    const int factors[] = {l0_convert(list, left, ACL_FLOAT), l0_convert(list, right, ACL_FLOAT)};
    int sums = l0_new_shaped(list, "sums", ACL_FLOAT, dims, rank);
    if (factors[0] == L0_NONE || factors[1] == L0_NONE || sums == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, row, factors, 2, &sums, 1, flips);
    return sums;
}

/* ---- What is quantised ----------------------------------------------------------------------- */

/* Rows by scales of their own: the largest magnitude of a row divided by a number. */
static struct quant_work by_rows(struct l0_list *list, int rows, double divisor, int y)
{
    const struct l0_tensor lines = list->tensors[rows];
    return (struct quant_work){
        .formula = list->tensors[y].type == ACL_INT8 ? &l0_TurnedRows : &l0_TurnedRowsOfInt4,
        .inputs = {rows, list_number_of(list, divisor)},
        .input_count = 2,
        .results = {quant_result_of(list, y), {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = 2,
        .folded = norm_last_dims(&lines, 1),
    };
}

/* Where numbers and scales go, and how they come about. */
struct turned {
    const struct l0_row *row;
    int launched[4];
    uint64_t workspace;
    int y;
    int scale;
    struct quant_mx mx; /* of blocks */
    double divisor;     /* of rows */
};

static bool has_blocks(const struct l0_list *list, const struct turned *t)
{
    return list->tensors[t->scale].type == ACL_FLOAT8_E8M0;
}

/* The results, and the operator that writes them, before the steps that give the numbers: those
 * come in rows of this shape. */
static void launch(struct l0_list *list, const struct turned *t, const int64_t lines[2],
                   int *results)
{
    const struct quant_result codes = quant_result_of(list, t->y);
    const int64_t packed[] = {lines[0], lines[1] / (codes.is_packed ? QUANT_IN_A_WORD : 1)};
    const int64_t each[] = {lines[0], 1};
    if (has_blocks(list, t)) {
        quant_mx_results(list, &t->mx, lines, 2, results);
    } else {
        results[0] = l0_new_shaped(list, "quantised", codes.type, packed, 2);
        results[1] = l0_new_shaped(list, "scales", ACL_FLOAT, each, 2);
    }
    quant_launch(list, t->row, t->launched, 4, results, 2);
    l0_kernel_workspace(list, t->workspace);
}

static void quantise(struct l0_list *list, const struct turned *t, int rows, const int *results)
{
    if (rows == L0_NONE || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    if (has_blocks(list, t)) {
        quant_mx_compute(list, &t->mx, rows, results);
    } else {
        const struct quant_work work = by_rows(list, rows, t->divisor, t->y);
        quant_compute(list, &work, results);
    }
    norm_write_reshaped(list, results[0], t->y);
    norm_write_reshaped(list, results[1], t->scale);
}

/* ---- FlatQuant ------------------------------------------------------------------------------- */

#define SIDE_ALIGNED 16
#define LARGE_SIDE 128
#define FIRST_LEVEL (512 << 10) /* bytes of the buffer that products are cut for */
#define AT_ONCE 4
#define BLOCKS_WORKSPACE ((uint64_t)48 << 20)

static int64_t aligned(int64_t side)
{
    return round_up(side, SIDE_ALIGNED);
}

/* The kernel's workspace where each core has some matrices at once. */
static uint64_t workspace_of_cores(const struct l0_list *list, const int64_t *dims)
{
    int64_t cores = list->soc->vector_cores;
    int64_t used = (dims[0] + AT_ONCE - 1) / AT_ONCE;
    int64_t each = AT_ONCE * dims[1] * dims[2] * 2 + 2 * AT_ONCE * aligned(dims[1]) * dims[2] * 4;
    return (uint64_t)((used < cores ? used : cores) * each);
}

/* Zeros in place of the matrices behind all groups, which are not quantised. */
static int in_groups(struct l0_list *list, int matrices, int groups, int64_t kind)
{
    const struct l0_tensor t = list->tensors[matrices];
    const int64_t dims[] = {t.dims[0], 1, 1};
    int64_t *kept = l0_take(list, sizeof *kept);
    if (groups == L0_NONE || kept == NULL)
        return matrices;
    *kept = kind;
    int mask = l0_new_shaped(list, "mask", ACL_BOOL, dims, 3);
    int result = l0_new_shaped(list, "matrices of groups", t.type, t.dims, 3);
    if (mask == L0_NONE || result == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_FlatQuantInGroups, &groups, 1, &mask, 1, kept);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2, (int[]){mask, matrices, list_number_of(list, 0)}, 3,
            &result, 1, NULL);
    return result;
}

/* By the sides of the matrices. */
static uint64_t flat_workspace(const struct l0_list *list, const int64_t *dims, bool are_blocks)
{
    int64_t m = aligned(dims[1]);
    int64_t n = aligned(dims[2]);
    if (are_blocks)
        return BLOCKS_WORKSPACE + workspace_of_cores(list, dims);
    if (list->architecture == ARCHITECTURE_3510)
        return L0_SYSTEM_WORKSPACE + workspace_of_cores(list, dims);
    if (dims[1] == 1 && dims[2] % 8 == 0)
        return L0_SYSTEM_WORKSPACE + (uint64_t)(dims[0] * m * n * 2);
    if (m <= LARGE_SIDE / 2 && n <= LARGE_SIDE && dims[0] > 1)
        return L0_SYSTEM_WORKSPACE +
               (uint64_t)(((dims[0] + dims[0] % 2) * m * dims[2] + m * m) * 2);
    if (m * m + n * n + 4 * m * n > FIRST_LEVEL / 2)
        return L0_SYSTEM_WORKSPACE + workspace_of_cores(list, dims);
    return L0_SYSTEM_WORKSPACE + (uint64_t)(dims[0] * m * dims[2] * 2);
}

/* The matrices times both factors; without elements the right one is none. The kernels hold what is
 * quantised to blocks in bfloat16, and to int4 in float16. */
static int turned_matrices(struct l0_list *list, const int launched[3], int groups, int64_t kind,
                           aclDataType type)
{
    const struct l0_tensor t = list->tensors[launched[0]];
    int right = launched[0];
    if (list->tensors[launched[2]].elements > 0)
        right = multiplied(list, &l0_FlatQuantProduct, launched[0], launched[2], t.dims, 3);
    if (right == L0_NONE)
        return L0_NONE;
    int both = multiplied(list, &l0_FlatQuantProduct, launched[1], l0_convert(list, right, t.type),
                          t.dims, 3);
    return both == L0_NONE ? L0_NONE : l0_convert(list, in_groups(list, both, groups, kind), type);
}

void quant_list_flat_quant_v3(struct l0_list *list, int x, int kroneckerP1, int kroneckerP2,
                              int groupListOptional, double clipRatio, double dstTypeMax,
                              int64_t groupListType, int out, int quantScale)
{
    int results[2];
    if (x == L0_NONE || kroneckerP1 == L0_NONE || kroneckerP2 == L0_NONE || out == L0_NONE ||
        quantScale == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int first = l0_contiguous(list, kroneckerP1);
    int second = l0_contiguous(list, kroneckerP2);
    int groups = quant_dense(list, groupListOptional);
    if (dense == L0_NONE || first == L0_NONE || second == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[dense];
    const int64_t lines[] = {t.dims[0], t.dims[1] * t.dims[2]};
    struct turned turned = {
        .row = &l0_FlatQuant,
        .launched = {dense, first, second, groups},
        .y = out,
        .scale = quantScale,
        .mx = {.axis = 1,
               .block = QUANT_MX_BLOCK,
               .scale = dstTypeMax > 0 ? QUANT_MX_RANGE : QUANT_MX_FLOOR,
               .type = list->tensors[out].type,
               .largest = (float)dstTypeMax},
        .divisor = (float)(7 / (float)clipRatio),
    };
    turned.workspace = flat_workspace(list, t.dims, has_blocks(list, &turned));
    launch(list, &turned, lines, results);
    int both = turned_matrices(list, turned.launched, groups, groupListType,
                               has_blocks(list, &turned) ? ACL_BF16 : ACL_FLOAT16);
    if (both != L0_NONE)
        quantise(list, &turned, l0_reshape(list, both, lines, 2), results);
}

void quant_list_flat_quant_v2(struct l0_list *list, int x, int kroneckerP1, int kroneckerP2,
                              double clipRatio, double dstTypeMax, int out, int quantScale)
{
    quant_list_flat_quant_v3(list, x, kroneckerP1, kroneckerP2, L0_NONE, clipRatio, dstTypeMax, 0,
                             out, quantScale);
}

void quant_list_flat_quant(struct l0_list *list, int x, int kroneckerP1, int kroneckerP2,
                           double clipRatio, int out, int quantScale)
{
    quant_list_flat_quant_v2(list, x, kroneckerP1, kroneckerP2, clipRatio, 0, out, quantScale);
}

/* ---- RotateQuant ----------------------------------------------------------------------------- */

/* Magnitudes up to a part of the largest of their block of 32. */
static int bounded(struct l0_list *list, int rows, int alpha)
{
    const struct l0_tensor t = list->tensors[rows];
    const int64_t dims[] = {t.dims[0], t.dims[1] / QUANT_MX_BLOCK, QUANT_MX_BLOCK};
    int blocks = l0_reshape(list, rows, dims, 3);
    int result = l0_new_shaped(list, "bounded", t.type, dims, 3);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (alpha == L0_NONE || blocks == L0_NONE || result == L0_NONE || fold == NULL)
        return rows;
    fold->dims = (uint64_t)1 << 2;
    l0_step(list, L0_STEP_APPLY, &l0_RotateQuantBound, (const int[]){blocks, alpha}, 2, &result, 1,
            fold);
    return l0_reshape(list, result, t.dims, 2);
}

/* Parts of rows, each multiplied by the matrix, or by one of its own. */
static int rotated(struct l0_list *list, int dense, int rotation, const int64_t lines[2])
{
    const struct l0_tensor r = list->tensors[rotation];
    int64_t side = r.dims[r.rank - 1];
    const int64_t parts[] = {lines[0], lines[1] / side, 1, side};
    const int64_t rows[] = {lines[0] * lines[1] / side, side};
    bool has_many = r.rank == 3;
    int from = has_many ? l0_reshape(list, dense, parts, 4) : l0_reshape(list, dense, rows, 2);
    int found = multiplied(list, &l0_RotateQuantProduct, from, rotation, has_many ? parts : rows,
                           has_many ? 4 : 2);
    return found != L0_NONE
               ? l0_reshape(list, l0_convert(list, found, list->tensors[dense].type), lines, 2)
               : L0_NONE;
}

void quant_list_rotate_quant(struct l0_list *list, int x, int rotation, int alpha,
                             const char *roundMode, int64_t scaleAlg, double dstTypeMax, int yOut,
                             int scaleOut)
{
    int results[2];
    if (x == L0_NONE || rotation == L0_NONE || yOut == L0_NONE || scaleOut == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int matrix = l0_contiguous(list, rotation);
    int bound = quant_dense(list, alpha);
    if (dense == L0_NONE || matrix == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[dense];
    int64_t last = t.dims[t.rank - 1];
    const int64_t lines[] = {t.elements / last, last};
    const struct turned turned = {
        .row = &l0_RotateQuant,
        .launched = {dense, matrix, bound, L0_NONE},
        .workspace = L0_SYSTEM_WORKSPACE + (uint64_t)t.elements * sizeof(float),
        .y = yOut,
        .scale = scaleOut,
        .mx = {.axis = 1,
               .block = QUANT_MX_BLOCK,
               .scale = (enum quant_mx_scale)scaleAlg,
               .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(roundMode),
               .type = list->tensors[yOut].type,
               .largest = (float)dstTypeMax},
        .divisor = list->tensors[yOut].type == ACL_INT8 ? 127 : 7,
    };
    launch(list, &turned, lines, results);
    int rows = rotated(list, dense, matrix, lines);
    if (rows != L0_NONE)
        quantise(list, &turned, bounded(list, rows, bound), results);
}
