/* SPDX-License-Identifier: Apache-2.0 */
/* AsStrided: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/arrays.h"
#include "tensor/layout.h"

static bool are_from_0(const struct array *numbers)
{
    for (uint64_t i = 0; i < numbers->size; i++)
        if (array_integers(numbers)[i] < 0)
            return false;
    return true;
}

/* The last element of the view; INT64_MAX where it lies beyond that. */
static int64_t last_of(const struct array *size, const struct array *stride, int64_t offset)
{
    int64_t last = offset;
    for (uint64_t i = 0; i < size->size; i++) {
        int64_t steps = array_integers(size)[i] - 1;
        int64_t along;
        if (__builtin_mul_overflow(steps, array_integers(stride)[i], &along) ||
            __builtin_add_overflow(last, along, &last))
            return INT64_MAX;
    }
    return last;
}

aclnnStatus copy_layout_check_viewed(struct call *call, int x, int size, int stride,
                                     int storageOffset, int out)
{
    const struct array *dims = call->arguments[size].array;
    const struct array *steps = call->arguments[stride].array;
    const struct array *first = call->arguments[storageOffset].array;
    int64_t count = 0;
    if (dims->size < 1 || dims->size > TENSOR_MAX_DIMS || steps->size != dims->size ||
        first->size != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "size has %" PRIu64 " numbers, stride %" PRIu64 " and storageOffset %" PRIu64
                      "; 1 to 8, as many, and 1 are required",
                      dims->size, steps->size, first->size);
    if (!are_from_0(dims) || !are_from_0(steps) || !are_from_0(first))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "a number of size, stride or storageOffset is negative");
    aclnnStatus status = call_shape_is(call, out, array_integers(dims), (int32_t)dims->size, false,
                                       "size");
    if (status != ACLNN_SUCCESS || tensor_is_empty(call_tensor(call, out)))
        return status;
    int64_t last = last_of(dims, steps, array_integers(first)[0]);
    tensor_element_count(call_tensor(call, x), &count);
    return last < count
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "out reaches to element %" PRId64 " of x, which has %" PRId64, last, count);
}
