/* SPDX-License-Identifier: Apache-2.0 */
/* MaxUnpool2d and MaxUnpool3d, which write elements to the indices that a pool took them from:
 * checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/pool.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; for a pool %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

static const int64_t *numbers_of(const struct call *call, int array)
{
    return array_integers(call->arguments[array].array);
}

static aclnnStatus refuse_numbers(const struct call *call, int array, int64_t spatial)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRIu64 " entries; for a pool %" PRId64
                  " are required, above 0 but for padding",
                  call_name(call, array), call->arguments[array].array->size, spatial);
}

aclnnStatus pool_check_planes(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = 1; i < given->rank; i++)
        if (given->dims[i] <= 0)
            return refuse(call, tensor, "only the first dimension may be 0");
    return ACLNN_SUCCESS;
}

aclnnStatus pool_check_unpool_numbers(struct call *call, int array, int spatial)
{
    return call->arguments[array].array->size == (uint64_t)spatial
               ? ACLNN_SUCCESS
               : refuse_numbers(call, array, spatial);
}

aclnnStatus pool_check_unpool_sizes(struct call *call, int array, int spatial)
{
    aclnnStatus status = pool_check_unpool_numbers(call, array, spatial);
    for (int i = 0; status == ACLNN_SUCCESS && i < spatial; i++)
        if (numbers_of(call, array)[i] <= 0)
            return refuse_numbers(call, array, spatial);
    return status;
}

aclnnStatus pool_check_unpool_room(struct call *call, int self, int outputSize, int spatial)
{
    const struct tensor *given = call_tensor(call, self);
    int64_t places = 1;
    int64_t room = 1;
    for (int i = 0; i < spatial; i++) {
        if (__builtin_mul_overflow(places, given->dims[given->rank - spatial + i], &places) ||
            __builtin_mul_overflow(room, numbers_of(call, outputSize)[i], &room))
            return refuse(call, self, "the places of outputSize do not fit into 63 bits");
    }
    return room >= places ? ACLNN_SUCCESS
                          : refuse(call, self, "outputSize has to have at least as many places");
}

aclnnStatus pool_check_unpooled(struct call *call, int self, int outputSize, int out, int spatial)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *given = call_tensor(call, self);
    int64_t count = 0;
    if (tensor_element_count(given, &count) && count == 0)
        return ACLNN_SUCCESS;
    for (int32_t i = 0; i < given->rank; i++)
        dims[i] = i < given->rank - spatial
                      ? given->dims[i]
                      : numbers_of(call, outputSize)[i - (given->rank - spatial)];
    return call_shape_is(call, out, dims, given->rank, false, "outputSize behind those of self");
}
