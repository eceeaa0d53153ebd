/* SPDX-License-Identifier: Apache-2.0 */
/* Activations with quantised results: what checks, shapes and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_ACTIVE_H
#define ACLNN_PY_OPS_QUANT_ACTIVE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether scales follow from the numbers. */
bool quant_is_dynamic(const char *mode);

/* Whether numbers in these dims are one row for all, not a number or a row for each group. */
bool quant_is_row_of(const int64_t *dims, int32_t rank, int64_t last, bool is_dynamic,
                     bool has_groups);

#endif
