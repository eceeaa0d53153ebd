/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic on dense rows of float32, as aclnn_py/kernels/panel_arithmetic.py says it. */
#ifndef ACLNN_PY_PRODUCTS_PANEL_H
#define ACLNN_PY_PRODUCTS_PANEL_H

#include <stdint.h>

#include "kernels.h"
#include "runtime/cores/ai_cores.h"

struct panel {
    float *address;
    int64_t rows;
    int64_t columns;
    int64_t stride; /* from a row to the next */
};

/* What a kernel reads and writes besides the panel; what it has no use for is 0. */
struct panel_operands {
    const float *numbers;
    const float *offsets;
    const char *whole; /* dense rows of int8, or of two numbers a byte */
    int64_t whole_row; /* from a row to the next */
    char *out;         /* int8 */
    int64_t out_row;
    int64_t out_column;
    const float *left; /* a number for each row of whole */
    float *sums;       /* room for twice as many as the panel has columns, and 128 more */
};

/* Runs KERNEL_PANEL_ADD or another kernel of the family. */
static inline void panel_run(int kernel, const struct panel *panel,
                             const struct panel_operands *operands)
{
    const int64_t tiling[PANEL_TILING_SIZE] = {
        [PANEL_TILING_ROWS] = panel->rows,
        [PANEL_TILING_COLUMNS] = panel->columns,
        [PANEL_TILING_STRIDE] = panel->stride,
        [PANEL_TILING_WHOLE_ROW] = operands->whole_row,
        [PANEL_TILING_OUT_ROW] = operands->out_row,
        [PANEL_TILING_OUT_COLUMN] = operands->out_column,
    };
    const int64_t arguments[PANEL_ARGUMENT_COUNT] = {
        [PANEL_ARGUMENT_PANEL] = (int64_t)(intptr_t)panel->address,
        [PANEL_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)operands->numbers,
        [PANEL_ARGUMENT_OFFSETS] = (int64_t)(intptr_t)operands->offsets,
        [PANEL_ARGUMENT_WHOLE] = (int64_t)(intptr_t)operands->whole,
        [PANEL_ARGUMENT_OUT] = (int64_t)(intptr_t)operands->out,
        [PANEL_ARGUMENT_LEFT] = (int64_t)(intptr_t)operands->left,
        [PANEL_ARGUMENT_SUMS] = (int64_t)(intptr_t)operands->sums,
    };
    ai_cores_kernel(kernel)(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
}

/* KERNEL_PANEL_ADD, _SCALE or _DIVIDE, which read numbers alone. */
static inline void panel_apply(int kernel, const struct panel *panel, const float *numbers)
{
    panel_run(kernel, panel, &(struct panel_operands){.numbers = numbers});
}

#endif
