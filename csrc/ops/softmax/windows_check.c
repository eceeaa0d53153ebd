/* SPDX-License-Identifier: Apache-2.0 */
/* Scores of windows: checks. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/softmax.h"
#include "ops/common/check.h"

/* Where the number of matrices stands, `behind` dimensions before the last three. */
static int32_t place_of_count(const struct tensor *tensor, int32_t behind)
{
    return tensor->rank == 3 ? 0 : tensor->rank - 3 - behind;
}

/* Whether a tensor has so many matrices like the last ones of x, and no other dimension above 1. */
static bool has_matrices(const struct tensor *tensor, const struct tensor *x, int64_t count,
                         int32_t behind)
{
    int32_t rank = tensor->rank;
    if (rank < 3 || rank > 5)
        return false;
    for (int32_t i = 0; i < rank - 2; i++)
        if (tensor->dims[i] != (i == place_of_count(tensor, behind) ? count : 1))
            return false;
    return tensor->dims[rank - 2] == x->dims[x->rank - 2] &&
           tensor->dims[rank - 1] == x->dims[x->rank - 1];
}

aclnnStatus softmax_check_windows(struct call *call, int x, int mask, int bias)
{
    const struct tensor *given = call_tensor(call, x);
    const struct tensor *masks = call_tensor(call, mask);
    if (given->rank != 4 && given->rank != 5)
        return call_refuse_shape(call, x, "four or five dimensions are required");
    if (!has_matrices(call_tensor(call, bias), given, given->dims[given->rank - 3], 0))
        return call_refuse_shape(call, bias, "a matrix for each head is required");
    if (masks == NULL)
        return ACLNN_SUCCESS;
    int64_t windows = masks->rank >= 3 ? masks->dims[place_of_count(masks, 1)] : 0;
    bool divides = windows > 0 &&
                   (given->rank == 5 ? given->dims[1] == windows : given->dims[0] % windows == 0);
    if (!divides || !has_matrices(masks, given, windows, 1))
        return call_refuse_shape(call, mask, "a matrix for each window is required");
    return ACLNN_SUCCESS;
}
