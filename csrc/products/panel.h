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

/* KERNEL_PANEL_ADD, _SCALE, _DIVIDE or _RESTORE, which alone reads the offsets. */
static inline void panel_apply(int kernel, const struct panel *panel, const float *numbers,
                               const float *offsets)
{
    const int64_t tiling[PANEL_TILING_SIZE] = {
        [PANEL_TILING_ROWS] = panel->rows,
        [PANEL_TILING_COLUMNS] = panel->columns,
        [PANEL_TILING_STRIDE] = panel->stride,
    };
    const int64_t arguments[PANEL_ARGUMENT_COUNT] = {
        [PANEL_ARGUMENT_PANEL] = (int64_t)(intptr_t)panel->address,
        [PANEL_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)numbers,
        [PANEL_ARGUMENT_OFFSETS] = (int64_t)(intptr_t)offsets,
    };
    ai_cores_kernel(kernel)(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
}

/* Dense rows of int8, so far apart, as the numbers that they stand for. */
static inline void panel_restore_int8(const struct panel *panel, const char *whole,
                                      int64_t row_stride, const float *scales, const float *offsets)
{
    const int64_t tiling[PANEL_TILING_SIZE] = {
        [PANEL_TILING_ROWS] = panel->rows,
        [PANEL_TILING_COLUMNS] = panel->columns,
        [PANEL_TILING_STRIDE] = panel->stride,
        [PANEL_TILING_WHOLE_ROW] = row_stride,
    };
    const int64_t arguments[PANEL_ARGUMENT_COUNT] = {
        [PANEL_ARGUMENT_PANEL] = (int64_t)(intptr_t)panel->address,
        [PANEL_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)scales,
        [PANEL_ARGUMENT_OFFSETS] = (int64_t)(intptr_t)offsets,
        [PANEL_ARGUMENT_WHOLE] = (int64_t)(intptr_t)whole,
    };
    ai_cores_kernel(KERNEL_PANEL_RESTORE_INT8)(0, 1, (int64_t)(intptr_t)tiling,
                                               (int64_t)(intptr_t)arguments);
}

/* The panel by a scale and an offset for each column, as int8 with these strides. */
static inline void panel_quantise(const struct panel *panel, const float *scales,
                                  const float *offsets, char *out, int64_t row_stride,
                                  int64_t column_stride)
{
    const int64_t tiling[PANEL_TILING_SIZE] = {
        [PANEL_TILING_ROWS] = panel->rows,         [PANEL_TILING_COLUMNS] = panel->columns,
        [PANEL_TILING_STRIDE] = panel->stride,     [PANEL_TILING_OUT_ROW] = row_stride,
        [PANEL_TILING_OUT_COLUMN] = column_stride,
    };
    const int64_t arguments[PANEL_ARGUMENT_COUNT] = {
        [PANEL_ARGUMENT_PANEL] = (int64_t)(intptr_t)panel->address,
        [PANEL_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)scales,
        [PANEL_ARGUMENT_OFFSETS] = (int64_t)(intptr_t)offsets,
        [PANEL_ARGUMENT_OUT] = (int64_t)(intptr_t)out,
    };
    ai_cores_kernel(KERNEL_PANEL_QUANTISE)(0, 1, (int64_t)(intptr_t)tiling,
                                           (int64_t)(intptr_t)arguments);
}

#endif
