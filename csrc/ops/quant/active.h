/* SPDX-License-Identifier: Apache-2.0 */
/* Activations with quantised results: what checks, shapes and lists share. */
#ifndef ACLNN_PY_OPS_QUANT_ACTIVE_H
#define ACLNN_PY_OPS_QUANT_ACTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/quant/quant.h"

/* Whether scales follow from the numbers. */
bool quant_is_dynamic(const char *mode);

/* Whether a text is a word in small letters, in any letters. */
bool quant_is_word(const char *given, const char *word);

/* The same for units of restored products, whose text is NULL for static; in any letters. */
bool quant_is_dynamic_unit(const char *mode);

/* Whether numbers in these dims are one row for all, not a number or a row for each group. */
bool quant_is_row_of(const int64_t *dims, int32_t rank, int64_t last, bool is_dynamic,
                     bool has_groups);

/* The work on numbers, times factors or L0_NONE, whose rows have scales of their own. */
struct quant_work quant_by_rows(struct l0_list *list, int numbers, int factors, int y);

#endif
