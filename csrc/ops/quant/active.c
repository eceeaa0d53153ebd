/* SPDX-License-Identifier: Apache-2.0 */
/* Activations with quantised results: what checks, shapes and lists share. */
#include "ops/quant/active.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"

bool quant_is_dynamic(const char *mode)
{
    return strncmp(mode, "dynamic", strlen("dynamic")) == 0;
}

/* Without groups dynamic quantisation takes a row of one dimension too. */
bool quant_is_row_of(const int64_t *dims, int32_t rank, int64_t last, bool is_dynamic,
                     bool has_groups)
{
    return rank == 1 && is_dynamic && !has_groups && dims[0] == last;
}

bool quant_is_word(const char *given, const char *word)
{
    while (*given != '\0' && tolower((unsigned char)*given) == *word)
        given++, word++;
    return *given == *word;
}

bool quant_is_dynamic_unit(const char *mode)
{
    return mode != NULL && quant_is_word(mode, "dynamic");
}

struct quant_work quant_by_rows(struct l0_list *list, int numbers, int factors, int y)
{
    return (struct quant_work){
        .formula = &l0_DynamicQuant,
        .held = &l0_DynamicQuantHeld,
        .inputs = {numbers, quant_or_number(list, factors, 1),
                   list_number_of(list, quant_largest(list->tensors[y].type))},
        .input_count = 3,
        .results = {quant_result_of(list, y), {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = 2,
        .folded = norm_last_dims(&list->tensors[numbers], 1),
    };
}
