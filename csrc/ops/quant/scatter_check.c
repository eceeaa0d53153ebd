/* SPDX-License-Identifier: Apache-2.0 */
/* Slots that are quantised and put into a cache: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* float16 goes with scales of float32 and points of int32, bfloat16 with both of its own. */
aclnnStatus quant_check_slot_types(struct call *call, int updates, int scales, int points)
{
    bool is_half = call_type(call, updates) == ACL_FLOAT16;
    bool has_points = call_gives(call, points);
    bool fits = call_type(call, scales) == (is_half ? ACL_FLOAT : ACL_BF16) &&
                (!has_points || call_type(call, points) == (is_half ? ACL_INT32 : ACL_BF16));
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "the data types of %s, %s and %s are %s, %s and %s; float16, float32 and "
                         "int32, or bfloat16 throughout, are required",
                         call_name(call, updates), call_name(call, scales), call_name(call, points),
                         data_type_name(call_type(call, updates)),
                         data_type_name(call_type(call, scales)),
                         has_points ? data_type_name(call_type(call, points)) : "none");
}

static int64_t count_of(const struct tensor *t)
{
    int64_t count = 0;
    return t == NULL ? 0 : tensor_element_count(t, &count) ? count : -1;
}

static aclnnStatus refuse_axis(const struct call *call, int axis, const char *required)
{
    return report(ACLNN_ERR_INNER_NULLPTR, "%s is %" PRId64 "; %s is required",
                  call_name(call, axis), call->arguments[axis].integer, required);
}

static aclnnStatus shapes_fit(const struct call *call, int self, int indices, int updates,
                              int64_t at)
{
    const struct tensor *target = call_tensor(call, self);
    const struct tensor *slots = call_tensor(call, updates);
    const struct tensor *places = call_tensor(call, indices);
    for (int32_t i = 0; i < slots->rank; i++) {
        bool may_be_less = i == 0 || i == at;
        if (slots->dims[i] > target->dims[i] || (!may_be_less && slots->dims[i] != target->dims[i]))
            return call_refuse_shape(call, updates,
                                     "that of selfRef is required, where only the first dimension "
                                     "and axis may be less");
    }
    bool fits = places->rank > 0 && places->rank <= 2 && places->dims[0] == slots->dims[0] &&
                (places->rank == 1 || places->dims[1] == 2);
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, indices,
                                    "a place, or a row and a place, for each of updates is "
                                    "required");
}

/* What the tiling refuses: 561103. */
aclnnStatus quant_check_quantised_slots(struct call *call, int self, int indices, int updates,
                                        int scales, int points, int axis, int quant_axis)
{
    const struct tensor *slots = call_tensor(call, updates);
    int64_t at = call->arguments[axis].integer;
    int64_t along = call->arguments[quant_axis].integer;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    if (check_rank(call, updates, 3, MOST_RANK) != ACLNN_SUCCESS)
        return ACLNN_ERR_INNER_NULLPTR;
    at += at < 0 ? slots->rank : 0;
    along += along < 0 ? slots->rank : 0;
    if (at < 1 || at > slots->rank - 2)
        return refuse_axis(call, axis, "a dimension between the first and the last");
    if (along != slots->rank - 1)
        return refuse_axis(call, quant_axis, "the last dimension");
    int64_t last = slots->dims[slots->rank - 1];
    int64_t summands = count_of(call_tensor(call, points));
    if (count_of(call_tensor(call, scales)) != last || (summands != 0 && summands != last))
        return report(ACLNN_ERR_INNER_NULLPTR,
                      "%s has %" PRId64 " elements and %s %" PRId64 "; one for each of the %" PRId64
                      " of the last dimension is required",
                      call_name(call, scales), count_of(call_tensor(call, scales)),
                      call_name(call, points), summands, last);
    return shapes_fit(call, self, indices, updates, at) == ACLNN_SUCCESS ? ACLNN_SUCCESS
                                                                         : ACLNN_ERR_INNER_NULLPTR;
}
