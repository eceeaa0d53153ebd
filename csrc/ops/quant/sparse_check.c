/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse4to2QuantMatmulWeightNz: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/quant/sparse.h"

#define LONGEST 65535

aclnnStatus quant_check_sparse_blocks(struct call *call, int weight)
{
    const struct tensor *t = call_tensor(call, weight);
    aclnnStatus status = check_rank(call, weight, 2, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->dims[0] > INT64_MAX - SPARSE_ROWS)
        return call_refuse_shape(call, weight,
                                 "rows in whole blocks that 63 bits count are required");
    const struct sparse_blocks blocks = sparse_blocks_of(t->dims[0], t->dims[1]);
    const int64_t dims[] = {blocks.parts, blocks.rows / SPARSE_ROWS, SPARSE_ROWS, SPARSE_KEPT};
    return t->storage_rank == 4 && memcmp(t->storage_dims, dims, sizeof dims) == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the storage of %s is not [%" PRId64 ", %" PRId64
                        ", 16, 32], which aclnnTransSparse4to2Para gives and is required",
                        call_name(call, weight), dims[0], dims[1]);
}

static aclnnStatus sides(struct call *call, int x, int weight)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    int64_t eights = left->dims[1] / SPARSE_EIGHT + (left->dims[1] % SPARSE_EIGHT != 0);
    if (right->dims[1] != eights * SPARSE_FOUR)
        return call_refuse_shape(call, weight,
                                 "half of the last dimension of x, rounded up to 8, is required as "
                                 "last dimension");
    return left->dims[1] <= LONGEST ? ACLNN_SUCCESS
                                    : call_refuse_shape(call, x,
                                                        "at most 65535 is required as last "
                                                        "dimension");
}

/* The view of a tensor in blocks ends before its storage, which phase two has to find. */
static void read_blocks(struct call *call, int weight, int index)
{
    const struct tensor *t = call_tensor(call, weight);
    const struct sparse_blocks blocks = sparse_blocks_of(t->dims[0], t->dims[1]);
    int64_t places;
    bool fits = sparse_places(&blocks, &places);
    call->arguments[weight].tensor->bytes_read = fits ? places * SPARSE_KEPT : INT64_MAX;
    call->arguments[index].tensor->bytes_read = fits ? places * SPARSE_INDEX : INT64_MAX;
}

aclnnStatus quant_check_sparse_product(struct call *call, int x, int weight, int index, int xScale,
                                       int scale, int bias, int out)
{
    aclnnStatus status = sides(call, x, weight);
    if (status != ACLNN_SUCCESS)
        return status;
    read_blocks(call, weight, index);
    const int64_t dims[] = {call_tensor(call, x)->dims[0], call_tensor(call, weight)->dims[0]};
    if (call_tensor(call, bias) != NULL)
        status = call_shape_is(call, bias, &dims[1], 1, false, "a number for each column");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, scale, &dims[1], 1, false, "a number for each column");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, xScale, &dims[0], 1, false, "a number for each row");
    return status == ACLNN_SUCCESS ? call_shape_is(call, out, dims, 2, false, "that of the product")
                                   : status;
}
