/* SPDX-License-Identifier: Apache-2.0 */
/* RepeatInterleave and its forms: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static int64_t elements_of(const struct call *call, int tensor)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, tensor), &count);
    return count;
}

static int64_t dim_of(const struct call *call, int self, int dim)
{
    int64_t at = call->arguments[dim].integer;
    return at < 0 ? at + call_tensor(call, self)->rank : at;
}

static aclnnStatus check_count(const struct call *call, int repeats, int64_t places)
{
    const struct tensor *tensor = call_tensor(call, repeats);
    if (tensor->rank == 0 || tensor->dims[0] == places || tensor->dims[0] == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "repeats has %" PRId64 " entries; one or %" PRId64 " are required",
                  tensor->dims[0], places);
}

aclnnStatus copy_layout_check_repeats_fit(struct call *call, int self, int repeats)
{
    return check_count(call, repeats, elements_of(call, self));
}

aclnnStatus copy_layout_check_repeats_fit_dim(struct call *call, int self, int repeats, int dim)
{
    return check_count(call, repeats, call_tensor(call, self)->dims[dim_of(call, self, dim)]);
}

aclnnStatus copy_layout_check_repeated_dim(struct call *call, int self, int dim)
{
    return call_dim_is_in(call, dim, call_tensor(call, self)->rank);
}

aclnnStatus copy_layout_check_some_repeats(struct call *call, int repeats)
{
    return elements_of(call, repeats) > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "repeats has no elements; some are required");
}

aclnnStatus copy_layout_check_empty_repeats(struct call *call, int self, int repeats, int out)
{
    bool is_empty = elements_of(call, self) == 0;
    if (is_empty && call_tensor(call, repeats)->rank == 1 && elements_of(call, repeats) > 1)
        return check_count(call, repeats, 0);
    call->is_empty = is_empty || elements_of(call, out) == 0;
    return call->is_empty ? ACLNN_SUCCESS : copy_layout_check_some_repeats(call, repeats);
}

aclnnStatus copy_layout_check_nothing_interleaved(struct call *call, int self, int size)
{
    call->is_empty = elements_of(call, self) == 0 || call->arguments[size].integer == 0;
    return ACLNN_SUCCESS;
}

aclnnStatus copy_layout_check_row_or_empty(struct call *call, int repeats)
{
    return elements_of(call, repeats) == 0 ? ACLNN_SUCCESS : check_rank(call, repeats, 1, 1);
}

/* A call that repeats nothing copies; CANN's copy then fails with 561103 on a wrong shape. */
static aclnnStatus as_copy(bool is_copy, aclnnStatus status)
{
    return is_copy && status != ACLNN_SUCCESS ? ACLNN_ERR_INNER_NULLPTR : status;
}

aclnnStatus copy_layout_check_interleaved_row(struct call *call, int self, int repeats, int size,
                                              int out)
{
    bool is_copy = elements_of(call, repeats) == 1 &&
                   call->arguments[size].integer == elements_of(call, self);
    return as_copy(is_copy, check_output_row(call, size, out));
}

aclnnStatus copy_layout_check_interleaved_times(struct call *call, int self, int repeats, int size,
                                                int out)
{
    int64_t count = elements_of(call, self);
    if (call->arguments[repeats].integer == 1)
        return as_copy(true, call_shape_is(call, out, &count, 1, true, "the elements of self"));
    return check_output_row(call, size, out);
}

aclnnStatus copy_layout_check_interleaved_shape(struct call *call, int self, int dim, int size,
                                                int out)
{
    struct shape shape;
    bool has_shape = copy_layout_shape_interleaved(call, self, dim, size, &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, "that of self with outputSize");
}

aclnnStatus copy_layout_check_interleaved_dim_times(struct call *call, int self, int repeats,
                                                    int dim, int size, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (call->arguments[repeats].integer == 1)
        return as_copy(true,
                       call_shape_is(call, out, tensor->dims, tensor->rank, true, "that of self"));
    return copy_layout_check_interleaved_shape(call, self, dim, size, out);
}
