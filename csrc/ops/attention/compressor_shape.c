/* SPDX-License-Identifier: Apache-2.0 */
/* Compressor: the shape of its result. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/attention.h"
#include "ops/common/shape.h"

/* Room for the compressed keys of each batch, or where batches have ends for those of all. */
bool attention_shape_compressor(const struct call *call, int x, int wkv, int ends, int ratio,
                                int coff, struct shape *shape)
{
    const struct tensor *tokens = call_tensor(call, x);
    const struct tensor *weight = call_tensor(call, wkv);
    const struct tensor *sums = call_tensor(call, ends);
    int64_t group = call->arguments[ratio].integer;
    int64_t halves = call->arguments[coff].integer;
    if (group < 1 || halves < 1 || weight->rank != 2)
        return false;
    int64_t columns = weight->dims[0] / halves;
    if (tokens->rank == 3) {
        shape_pair(shape, tokens->dims[0], shape_quotient_up(tokens->dims[1], group));
        shape_push(shape, columns);
        return true;
    }
    if (tokens->rank != 2 || sums == NULL || sums->rank != 1 || sums->dims[0] < 1)
        return false;
    shape_pair(
        shape,
        shape_smaller(tokens->dims[0], shape_sum(tokens->dims[0] / group, sums->dims[0] - 1)),
        columns);
    return true;
}
