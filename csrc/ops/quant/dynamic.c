/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised by scales that follow from them: what checks, shapes and lists share. */
#include "ops/quant/dynamic.h"

#include <string.h>

int quant_find_spread(const char *name)
{
    static const char *const names[QUANT_SPREADS] = {"pertoken", "pertensor", "perchannel"};
    for (int i = 0; i < QUANT_SPREADS; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

int32_t quant_spread_dims(const int64_t *dims, int32_t rank, int spread, int64_t *scales)
{
    if (spread == QUANT_PER_TENSOR) {
        scales[0] = 1;
        return 1;
    }
    memcpy(scales, dims, (size_t)(rank - 1) * sizeof *dims);
    if (spread == QUANT_PER_CHANNEL)
        scales[rank - 2] = dims[rank - 1];
    return rank - 1;
}
