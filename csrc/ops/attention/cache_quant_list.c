/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that are quantised on their way into pages of a cache: lists of L0 operators. op_api hands
 * over what it gets as it lies. */
#include "ops/attention/cache_quant.h"

#include <stdint.h>

#include "declared/attention.h"
#include "workspace/l0_operators.h"

static void put(struct l0_list *list, const struct l0_row *row, const int *tensors, int count,
                struct cache_quant form)
{
    struct cache_quant *q = l0_take(list, sizeof *q);
    if (q == NULL || list->status != ACLNN_SUCCESS)
        return;
    *q = form;
    l0_launch_row(list, row, tensors, count, 0, NULL, 0, NULL);
    l0_step(list, L0_STEP_APPLY, row, tensors, 2, tensors + 2, count - 2, q);
}

void attention_list_compress_epilog(struct l0_list *list, int cacheRef, int x, int slotMapping,
                                    int64_t quantGroupSize, int64_t quantMode, bool roundScale,
                                    double xScale)
{
    put(list, &l0_KvCompressEpilog, (const int[]){x, slotMapping, cacheRef}, 3,
        (struct cache_quant){.mode = (enum cache_quant_mode)quantMode,
                             .group = quantGroupSize,
                             .is_rounded = roundScale,
                             .factor = (float)xScale});
}

void attention_list_index_cache(struct l0_list *list, int cacheRef, int cacheScaleRef, int x,
                                int slotMapping, int64_t quantMode, double xScale)
{
    put(list, &l0_IndexerQuantCache, (const int[]){x, slotMapping, cacheRef, cacheScaleRef}, 4,
        (struct cache_quant){.mode = (enum cache_quant_mode)(CACHE_EPILOG_MODES + quantMode),
                             .factor = (float)xScale});
}
