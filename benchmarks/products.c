/* SPDX-License-Identifier: Apache-2.0 */
/* One dense product for products.py, which compiles this with the objects of the library. */
#include <stdlib.h>

#include "products/product.h"

__attribute__((visibility("default"))) int multiply(int type, int out_type, int64_t batches,
                                                    int64_t rows, int64_t columns, int64_t depth,
                                                    int is_transposed, const void *left,
                                                    const void *right, void *out);

/* right is [depth, columns], or [columns, depth] when it is transposed. 0, or a status. */
int multiply(int type, int out_type, int64_t batches, int64_t rows, int64_t columns, int64_t depth,
             int is_transposed, const void *left, const void *right, void *out)
{
    const struct product product = {
        .rows = rows,
        .columns = columns,
        .depth = depth,
        .batch_rank = 1,
        .batch_dims = {batches},
        .left = {(aclDataType)type, depth, 1, {rows * depth}},
        .right = {(aclDataType)type,
                  is_transposed ? 1 : columns,
                  is_transposed ? depth : 1,
                  {depth * columns}},
        .out = {(aclDataType)out_type, columns, 1, {rows * columns}},
    };
    aclnnStatus status = product_check(&product);
    if (status != 0)
        return status;
    int64_t bytes = product_scratch(&product);
    static _Alignas(64) char kept[64 << 20];
    if (bytes > (int64_t)sizeof kept)
        return -1;
    product_matrix(&product, left, right, out, kept);
    return 0;
}
