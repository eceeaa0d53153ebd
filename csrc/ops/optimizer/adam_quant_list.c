/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyAdamWQuant: its list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/optimizer.h"
#include "declared/pad.h"
#include "ops/common/list.h"
#include "ops/pad/pad.h"
#include "workspace/l0_operators.h"

#define BLOCK 256

enum { STATES = 5, INPUTS = 9 };

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Numbers as float32 in whole blocks, zeros behind them. */
static int in_blocks(struct l0_list *list, int tensor, int64_t count, int64_t blocks)
{
    const int64_t line[] = {count};
    const int64_t whole[] = {blocks * BLOCK};
    const int64_t dims[] = {blocks, BLOCK};
    struct pad *pad = l0_take(list, sizeof *pad);
    int numbers = l0_reshape(list, l0_convert(list, tensor, ACL_FLOAT), line, 1);
    int filled = l0_new_shaped(list, "blocks", ACL_FLOAT, whole, 1);
    if (pad == NULL || numbers == L0_NONE || filled == L0_NONE)
        return L0_NONE;
    *pad = (struct pad){.mode = PAD_CONSTANT};
    int zero = list_constant(list, "zero", 0, ACL_FLOAT);
    l0_step(list, L0_STEP_APPLY, &l0_PadV3, (const int[]){numbers, zero}, 2, &filled, 1, pad);
    return l0_reshape(list, filled, dims, 2);
}

/* What a table has for codes, in whole blocks, zeros behind them. */
static int looked_up(struct l0_list *list, int codes, int table, int64_t count, int64_t blocks)
{
    const int64_t line[] = {count};
    const int64_t dims[] = {blocks, BLOCK};
    int given = l0_reshape(list, codes, line, 1);
    int numbers = l0_new_shaped(list, "moments", ACL_FLOAT, dims, 2);
    if (given != L0_NONE && numbers != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_AdamQuantLookUp, (const int[]){given, table}, 2, &numbers,
                1, NULL);
    return numbers;
}

/* A number for each block as a column. */
static int column(struct l0_list *list, int tensor, int64_t blocks)
{
    const int64_t dims[] = {blocks, 1};
    return l0_reshape(list, tensor, dims, 2);
}

/* The codes of the numbers of a table that are nearest to moments by the largest of their block. */
static int codes_of(struct l0_list *list, int moments, int largest, int table, int64_t count,
                    bool is_signed)
{
    bool *kept = l0_take(list, sizeof *kept);
    const struct l0_tensor t = list->tensors[moments];
    int parts = l0_new_shaped(list, "parts", ACL_FLOAT, t.dims, 2);
    int codes = l0_new_shaped(list, "codes", ACL_UINT8, &count, 1);
    if (kept == NULL || parts == L0_NONE || codes == L0_NONE)
        return L0_NONE;
    *kept = is_signed;
    l0_step(list, L0_STEP_APPLY, &l0_AdamQuantParts, (const int[]){moments, largest}, 2, &parts, 1,
            NULL);
    l0_step(list, L0_STEP_APPLY, &l0_AdamQuantNearest, (const int[]){parts, table}, 2, &codes, 1,
            kept);
    return codes;
}

/* ---- The list -------------------------------------------------------------------------------- */

/* What the kernel writes in place, for the size alone. */
static void launch(struct l0_list *list, const int *given, const int *states)
{
    int inputs[INPUTS];
    int made[STATES];
    for (int i = 0; i < INPUTS; i++)
        inputs[i] = l0_contiguous(list, given[i]);
    for (int i = 0; i < STATES && list->status == ACLNN_SUCCESS; i++) {
        const struct l0_tensor like = list->tensors[states[i]];
        made[i] = l0_new_shaped(list, "state", like.type, like.dims, like.rank);
    }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_ApplyAdamWQuant, inputs, INPUTS, 0, made, STATES, NULL);
    for (int i = 0; i < STATES; i++)
        l0_launch_view_copy(list, made[i], states[i]);
}

static void store(struct l0_list *list, int tensor, int state)
{
    const struct l0_tensor like = list->tensors[state];
    int shaped = l0_reshape(list, tensor, like.dims, like.rank);
    if (shaped != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &shaped, 1, &state, 1, NULL);
}

/* Numbers without those that fill up the last block. */
static int cut(struct l0_list *list, int blocks, int64_t count)
{
    const struct l0_tensor t = list->tensors[blocks];
    const int64_t line[] = {t.elements};
    int part = l0_part(list, l0_reshape(list, blocks, line, 1), 0, 0, count);
    int numbers = l0_new_shaped(list, "numbers", ACL_FLOAT, &count, 1);
    if (part != L0_NONE && numbers != L0_NONE)
        l0_step(list, L0_STEP_CAST, NULL, &part, 1, &numbers, 1, NULL);
    return numbers;
}

/* 1 - beta^t of both, t = step + 1, and the root of the second one. */
static void corrections_of(struct l0_list *list, int step, int b1, int b2, int *corrections)
{
    const int64_t one = 1;
    for (int i = 0; i < 2; i++)
        corrections[i] = l0_new_shaped(list, "correction", ACL_FLOAT, &one, 1);
    if (list->status == ACLNN_SUCCESS)
        l0_step(list, L0_STEP_APPLY, &l0_AdamQuantCorrections, (const int[]){step, b1, b2}, 3,
                corrections, 2, NULL);
}

void optimizer_list_adam_w_quant(struct l0_list *list, int varRef, int grad, int mRef, int vRef,
                                 int qmapM, int qmapV, int absmaxMRef, int absmaxVRef, int step,
                                 double lr, double beta1, double beta2, double weightDecay,
                                 double eps, double gnormScale)
{
    const int given[INPUTS] = {varRef, grad,       mRef,       vRef, qmapM,
                               qmapV,  absmaxMRef, absmaxVRef, step};
    const int states[STATES] = {varRef, mRef, vRef, absmaxMRef, absmaxVRef};
    int dense[INPUTS];
    int corrections[2];
    int made[STATES];
    for (int i = 0; i < INPUTS; i++)
        if (given[i] == L0_NONE)
            return;
    launch(list, given, states);
    for (int i = 0; i < INPUTS; i++)
        dense[i] = list_dense_of(list, given[i], list->tensors[given[i]].type);
    if (list->status != ACLNN_SUCCESS)
        return;
    int64_t count = list->tensors[varRef].elements;
    int64_t blocks = (count + BLOCK - 1) / BLOCK;
    const int64_t dims[] = {blocks, BLOCK};
    const int64_t columns[] = {blocks, 1};
    int b1 = list_number_of(list, (float)beta1);
    int b2 = list_number_of(list, (float)beta2);
    corrections_of(list, step, b1, b2, corrections);
    const int inputs[] = {in_blocks(list, dense[0], count, blocks),
                          in_blocks(list, dense[1], count, blocks),
                          looked_up(list, dense[2], dense[4], count, blocks),
                          looked_up(list, dense[3], dense[5], count, blocks),
                          column(list, dense[6], blocks),
                          column(list, dense[7], blocks),
                          corrections[0],
                          corrections[1],
                          b1,
                          b2,
                          list_number_of(list, (float)lr),
                          list_number_of(list, (float)weightDecay),
                          list_number_of(list, (float)eps),
                          list_number_of(list, (float)gnormScale)};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    for (int i = 0; i < STATES; i++)
        made[i] = l0_new_shaped(list, "state", ACL_FLOAT, i < 3 ? dims : columns, 2);
    if (fold == NULL || list->status != ACLNN_SUCCESS)
        return;
    fold->dims = UINT64_C(1) << 1;
    l0_step(list, L0_STEP_APPLY, &l0_ApplyAdamWQuant, inputs, 14, made, STATES, fold);
    int m = codes_of(list, made[1], made[3], dense[4], count, true);
    int v = codes_of(list, made[2], made[4], dense[5], count, false);
    int x = cut(list, made[0], count);
    if (list->status != ACLNN_SUCCESS)
        return;
    store(list, x, varRef);
    store(list, m, mRef);
    store(list, v, vRef);
    store(list, made[3], absmaxMRef);
    store(list, made[4], absmaxVRef);
}
