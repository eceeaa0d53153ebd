/* SPDX-License-Identifier: Apache-2.0 */
/* A step of an LSTM after its products, and its gradient: lists of L0 operators. */
#include "ops/rnn/lstm_cell.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/rnn.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "workspace/arithmetic.h"

/* The tiling of ThnnFusedLstmCellGrad: bytes of the unified buffer that it leaves free, the most
 * columns of a sum, and the number of elements that columns are rounded up to. */
#define RESERVED 1024
#define MOST_COLUMNS 128
#define ALIGNMENT_COLUMNS 32

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Takes the gates of a tensor, which are parts of its last dim. */
static bool take_gates(struct l0_list *list, int tensor, int *gates)
{
    if (tensor == L0_NONE)
        return false;
    int32_t last = list->tensors[tensor].rank - 1;
    int64_t columns = list->tensors[tensor].dims[last] / GATES;
    for (int i = 0; i < GATES; i++)
        gates[i] = l0_part(list, tensor, last, i * columns, columns);
    return gates[GATES - 1] != L0_NONE;
}

static int like(struct l0_list *list, int tensor, const char *name, aclDataType type)
{
    return tensor == L0_NONE ? L0_NONE
                             : l0_new_shaped(list, name, type, list->tensors[tensor].dims,
                                             list->tensors[tensor].rank);
}

/* Makes the tensors that a kernel writes, with the shapes and types of the caller's results. */
static void new_results(struct l0_list *list, const int *outs, int count, int *results)
{
    for (int i = 0; i < count; i++)
        results[i] = like(list, outs[i], "result", list->tensors[outs[i]].type);
}

static void store(struct l0_list *list, const int *tensors, const int *outs, int count)
{
    for (int i = 0; i < count; i++)
        l0_step(list, L0_STEP_STORE, NULL, &tensors[i], 1, &outs[i], 1, NULL);
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* The bias, or zeros in its place, which CANN fills. */
static int bias_of(struct l0_list *list, int bias, int cell)
{
    if (bias != L0_NONE)
        return l0_contiguous(list, bias);
    const int64_t columns = GATES * list->tensors[cell].dims[1];
    return list_zeros_like(list,
                           l0_new_shaped(list, "bias", list->tensors[cell].type, &columns, 1));
}

/* Appends the steps for the gates i, f, g and o, which storage keeps, and for what follows from
 * them. */
static void step_cell(struct l0_list *list, const int *inputs, int cx, const int *outs)
{
    int operands[4 * GATES + 1];
    int results[GATES + 2];
    int places[GATES + 2];
    for (int i = 0; i < 4; i++)
        if (!take_gates(list, inputs[i], &operands[i * GATES]))
            return;
    if (!take_gates(list, outs[2], places))
        return;
    operands[4 * GATES] = cx;
    places[GATES] = outs[0];
    places[GATES + 1] = outs[1];
    new_results(list, places, GATES + 2, results);
    l0_step(list, L0_STEP_APPLY, &l0_ThnnFusedLstmCell, operands, 4 * GATES + 1, results, GATES + 2,
            NULL);
    store(list, results, places, GATES + 2);
}

void rnn_list_lstm_cell(struct l0_list *list, int inputGates, int hiddenGates, int cx,
                        int inputBias, int hiddenBias, int hyOut, int cyOut, int storageOut)
{
    const int outs[] = {hyOut, cyOut, storageOut};
    int results[3];
    if (cx == L0_NONE || hyOut == L0_NONE || cyOut == L0_NONE || storageOut == L0_NONE)
        return;
    int dense[5] = {l0_contiguous(list, inputGates), l0_contiguous(list, hiddenGates),
                    l0_contiguous(list, cx)};
    dense[3] = bias_of(list, inputBias, cx);
    dense[4] = bias_of(list, hiddenBias, cx);
    new_results(list, outs, 3, results);
    l0_launch_row(list, &l0_ThnnFusedLstmCell, dense, 5, 0, results, 3, NULL);
    for (int i = 0; i < 3; i++)
        l0_launch_view_copy(list, results[i], outs[i]);
    step_cell(list, (const int[]){dense[0], dense[1], dense[3], dense[4]}, dense[2], outs);
}

/* ---- Its gradient ---------------------------------------------------------------------------- */

/* The workspace: rows that are added one after the other, and gates of halves in float32. */
static uint64_t gradient_workspace(const struct l0_list *list, const struct l0_tensor *cell,
                                   bool has_bias)
{
    uint64_t rows = (uint64_t)cell->dims[0];
    uint64_t columns = GATES * (uint64_t)cell->dims[1];
    uint64_t each = align_up(divide_up(columns, list->soc->vector_cores), ALIGNMENT_COLUMNS);
    uint64_t at_once = (list->soc->unified_buffer_bytes - RESERVED) / sizeof(float) /
                       smaller(each, MOST_COLUMNS);
    uint64_t bytes = L0_SYSTEM_WORKSPACE;
    if (rows > at_once)
        bytes += columns * sizeof(float) * divide_up(rows, at_once);
    if (cell->type != ACL_FLOAT && has_bias)
        bytes += columns * sizeof(float) * rows;
    return bytes;
}

static void step_gradient(struct l0_list *list, const int *inputs, int storage, const int *outs,
                          bool has_bias)
{
    int operands[GATES + 4];
    int results[GATES + 1];
    int places[GATES + 1];
    int biases[GATES];
    if (!take_gates(list, storage, operands) || !take_gates(list, outs[0], places) ||
        (has_bias && !take_gates(list, outs[2], biases)))
        return;
    for (int i = 0; i < 4; i++)
        operands[GATES + i] = inputs[i];
    places[GATES] = outs[1];
    for (int i = 0; i <= GATES; i++)
        results[i] = like(list, places[i], "gradient", ACL_FLOAT);
    l0_step(list, L0_STEP_APPLY, &l0_ThnnFusedLstmCellGrad, operands, GATES + 4, results, GATES + 1,
            NULL);
    store(list, results, places, GATES + 1);
    for (int i = 0; has_bias && i < GATES; i++) {
        struct l0_fold *fold = l0_take(list, sizeof *fold);
        int sum = like(list, biases[i], "sum", ACL_FLOAT);
        if (fold == NULL || sum == L0_NONE)
            return;
        fold->dims = 1;
        l0_step(list, L0_STEP_APPLY, &l0_ReduceSum, &results[i], 1, &sum, 1, fold);
        store(list, &sum, &biases[i], 1);
    }
}

void rnn_list_lstm_cell_backward(struct l0_list *list, int gradHy, int gradC, int cx, int cy,
                                 int storage, bool hasBias, int gradGatesOut, int gradCxOut,
                                 int gradBiasOut)
{
    const int outs[] = {gradGatesOut, gradCxOut, gradBiasOut};
    const int given[] = {gradHy, gradC, cx, cy, storage};
    int dense[5];
    int results[3];
    if (gradGatesOut == L0_NONE || gradCxOut == L0_NONE || gradBiasOut == L0_NONE)
        return;
    for (int i = 0; i < 5; i++)
        dense[i] = l0_contiguous(list, given[i]);
    if (dense[2] == L0_NONE)
        return;
    new_results(list, outs, 3, results);
    if (!hasBias) /* it has one element then, whatever was given */
        results[2] = l0_new_tensor(list, "unused", list->tensors[cx].type, 1);
    l0_launch_row(list, &l0_ThnnFusedLstmCellGrad, dense, 5, 0, results, 3, NULL);
    l0_kernel_workspace(list, gradient_workspace(list, &list->tensors[cx], hasBias));
    for (int i = 0; i < (hasBias ? 3 : 2); i++)
        l0_launch_view_copy(list, results[i], outs[i]);
    step_gradient(list, dense, dense[4], outs, hasBias);
}
