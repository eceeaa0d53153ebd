/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose elements a mask chooses: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/index.h"
#include "tensor/layout.h"

aclnnStatus index_check_chosen(struct call *call, int self, int mask, int out)
{
    int64_t count = INT64_MAX; /* at least this many */
    int64_t room = 0;
    const struct tensor *a = call_tensor(call, self);
    const struct tensor *b = call_tensor(call, mask);
    const struct tensor *result = call_tensor(call, out);
    char is[160];
    char required[160];
    int32_t rank = a->rank > b->rank ? a->rank : b->rank;
    struct tensor shape = {.rank = rank};
    for (int32_t i = 0; i < rank; i++) {
        int64_t left = i < rank - a->rank ? 1 : a->dims[i - (rank - a->rank)];
        int64_t right = i < rank - b->rank ? 1 : b->dims[i - (rank - b->rank)];
        shape.dims[i] = left == 1 ? right : left;
        if (left != right && left != 1 && right != 1)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the shapes of self, %s, and of mask, %s, do not broadcast",
                          dims_describe(a->dims, a->rank, is, sizeof is),
                          dims_describe(b->dims, b->rank, required, sizeof required));
    }
    bool is_counted = tensor_element_count(&shape, &count);
    if (is_counted && result->rank == 1 && tensor_element_count(result, &room) && room == count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "out has %d dimensions and %" PRId64 " elements; one dimension of %" PRId64
                  ", room for all of self, is required",
                  result->rank, room, count);
}

aclnnStatus index_check_small_dims(struct call *call, int self)
{
    const struct tensor *tensor = call_tensor(call, self);
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] > INT32_MAX)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of self is %" PRId64 "; at most 2147483647 is supported", i,
                          tensor->dims[i]);
    return ACLNN_SUCCESS;
}
