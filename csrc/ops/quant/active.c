/* SPDX-License-Identifier: Apache-2.0 */
/* Activations with quantised results: what checks, shapes and lists share. */
#include "ops/quant/active.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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
