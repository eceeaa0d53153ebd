/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices: what checks, shapes and lists share. */
#include "ops/quant/quant_product.h"

int32_t quant_product_batches(const struct tensor *x1, const struct tensor *x2, int64_t *dims)
{
    int32_t most = (x1->rank > x2->rank ? x1->rank : x2->rank) - 2;
    for (int32_t i = 0; i < most; i++) {
        int32_t left = i - most + x1->rank - 2;
        int32_t right = i - most + x2->rank - 2;
        int64_t a = left < 0 ? 1 : x1->dims[left];
        int64_t b = right < 0 ? 1 : x2->dims[right];
        if (a != b && a > 1 && b > 1)
            return -1;
        dims[i] = a > b ? a : b;
    }
    return most;
}
