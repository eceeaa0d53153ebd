/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that hold the heads of queries, keys and values: what the kernels that normalise and turn
 * them share. Numbers are float64 until they are rounded. */
#ifndef ACLNN_PY_OPS_ATTENTION_QKV_ROWS_H
#define ACLNN_PY_OPS_ATTENTION_QKV_ROWS_H

#include <math.h>
#include <stdint.h>

#include "ops/common/work_views.h"
#include "products/product.h"

#define QKV_COLUMNS 128 /* of each head */

/* Loads columns that begin with an element. */
static inline void qkv_load(const struct work_view *view, int64_t number, double *to)
{
    float near[QKV_COLUMNS];
    product_load(view->type, view_element(view, number), 0, view->strides[view->rank - 1], 1,
                 QKV_COLUMNS, near, QKV_COLUMNS);
    for (int64_t j = 0; j < QKV_COLUMNS; j++)
        to[j] = (double)near[j];
}

static inline void qkv_normalise(double *row, const double *gamma, double epsilon)
{
    double sum = 0;
    for (int64_t j = 0; j < QKV_COLUMNS; j++)
        sum += row[j] * row[j];
    double part = 1 / sqrt(sum / QKV_COLUMNS + epsilon);
    for (int64_t j = 0; j < QKV_COLUMNS; j++)
        row[j] = row[j] * part * gamma[j];
}

/* Turns the first half and the second, each by its own angles. */
static inline void qkv_turn(double *row, const double *cosines, const double *sines)
{
    const int64_t half = QKV_COLUMNS / 2;
    for (int64_t j = 0; j < half; j++) {
        double first = row[j];
        double second = row[half + j];
        row[j] = first * cosines[j] - second * sines[j];
        row[half + j] = second * cosines[half + j] + first * sines[half + j];
    }
}

#endif
