/* SPDX-License-Identifier: Apache-2.0 */
/* DiagPart, DataFormatDimMap, StridedSliceAssignV2, CastV3: checks. */
#include "ops/copy_layout/part.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/copy_layout/slice.h"

aclnnStatus copy_layout_check_diag_part(struct call *call, int self, int out)
{
    const struct tensor *given = call_tensor(call, self);
    bool is_matrix = given->rank == 2;
    int32_t half = given->rank / 2;
    bool fits = given->rank >= 2 && given->rank % 2 == 0 && (is_matrix || call_is_on_950(call));
    for (int32_t i = 0; fits && i < half; i++)
        fits = given->dims[i] == given->dims[half + i];
    if (!fits)
        return call_refuse_shape(call, self, "as many rows as columns are required");
    return call_shape_is(call, out, given->dims, half, false, "the half of the dimensions");
}

aclnnStatus copy_layout_check_format_letters(struct call *call, int source, int target)
{
    const char *from = call->arguments[source].text;
    const char *to = call->arguments[target].text;
    size_t count = strlen(from);
    bool fits = count >= 1 && count <= MOST_LETTERS && strlen(to) == count;
    for (size_t i = 0; fits && i < count; i++)
        fits = strchr(to, from[i]) != NULL;
    if (fits)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s and %s is %s; 1 to 5 letters, and the same ones, are required",
                  call_name(call, source), from, call_name(call, target), to);
}

/* Whether each array has an entry for each dimension that is cut. */
static bool has_entries(struct shape_numbers begin, struct shape_numbers end,
                        struct shape_numbers steps, struct shape_numbers axes, bool has_axes,
                        int32_t rank)
{
    bool fits = begin.count == end.count && begin.count == steps.count && begin.count <= rank &&
                (!has_axes || axes.count == begin.count);
    for (int64_t i = 0; fits && has_axes && i < axes.count; i++)
        fits = axes.each[i] >= -rank && axes.each[i] < rank;
    for (int64_t i = 0; fits && i < steps.count; i++)
        fits = steps.each[i] > 0;
    return fits;
}

aclnnStatus copy_layout_check_assigned_part(struct call *call, int self, int value, int begin,
                                            int end, int strides, int axes)
{
    struct parts parts;
    const struct tensor *whole = call_tensor(call, self);
    const struct array *named = call->arguments[axes].array;
    if (!has_entries(shape_numbers(call, begin), shape_numbers(call, end),
                     shape_numbers(call, strides), shape_numbers(call, axes), named != NULL,
                     whole->rank))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s, %s, %s and %s do not have an entry for each dimension that is cut, or a "
                      "stride is not above 0",
                      call_name(call, begin), call_name(call, end), call_name(call, strides),
                      call_name(call, axes));
    copy_layout_slice_cut_named(&parts, whole->dims, whole->rank, call->arguments[begin].array,
                                call->arguments[end].array, call->arguments[strides].array, named);
    if (whole->rank > 0 && parts.step[whole->rank - 1] != 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s has %" PRId64 " for the last dimension; 1 is required",
                      call_name(call, strides), parts.step[whole->rank - 1]);
    return call_shape_is(call, value, parts.count, whole->rank, false, "the part that is named");
}

aclnnStatus copy_layout_check_cast_pair(struct call *call, int self, int number, int out)
{
    aclDataType from = call_tensor(call, self)->type;
    aclDataType to = call_tensor(call, out)->type;
    bool is_wide = from == ACL_INT64 && (to == ACL_INT8 || to == ACL_UINT8 || to == ACL_INT16);
    if (call->arguments[number].integer == (int64_t)to && from != to && !is_wide)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 ", %s has the data type %s and %s %s; that of the result, which "
                  "the first one's converts to, is required",
                  call_name(call, number), call->arguments[number].integer, call_name(call, self),
                  data_type_name(from), call_name(call, out), data_type_name(to));
}
