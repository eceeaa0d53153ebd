/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that fold dimensions: checks. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/reduce.h"
#include "ops/common/check.h"
#include "ops/common/fold.h"
#include "ops/common/shape.h"
#include "ops/common/tensor_check.h"
#include "tensor/layout.h"

/* out has the dims that are left after the fold. For one element any shape of one element will
 * do. */
aclnnStatus reduce_check_reduced_shape(struct call *call, int tensor, int array, int keep, int out)
{
    int64_t count = 0;
    struct shape shape;
    const struct tensor *self = call_tensor(call, tensor);
    const struct tensor *result = call_tensor(call, out);
    if (!tensor_element_count(self, &count) || count == 0)
        return check_tensor_dims(result, argument_named(call_name(call, out)));
    return call_shape_follows(call, out, reduce_shape_reduced(call, tensor, array, keep, &shape),
                              &shape, true, "what is left of the input's");
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static const char what_is_left[] = "what is left of the input's";

/* The numbers of an array are dimensions, and one may be named twice; a single number is a
 * dimension. */
aclnnStatus reduce_check_known_dims(struct call *call, int tensor, int array)
{
    const struct array *dims = call->arguments[array].array;
    const int64_t *values = array_integers(dims);
    for (uint64_t i = 0; i < dims->size; i++) {
        aclnnStatus status = call_dim_is_known(call, tensor, array, values[i]);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

/* The named dimensions are not of size 0. */
aclnnStatus reduce_check_dims_of_some(struct call *call, int tensor, int array)
{
    const struct tensor *self = call_tensor(call, tensor);
    const struct array *dims = call->arguments[array].array;
    if (dims->size == 0 || self->rank == 0)
        return ACLNN_SUCCESS;
    uint64_t folded = folded_dims(dims, self->rank);
    for (int32_t i = 0; i < self->rank; i++)
        if ((folded >> i & 1) != 0 && self->dims[i] == 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s names dimension %d of %s, which has no elements there",
                          call_name(call, array), i, call_name(call, tensor));
    return ACLNN_SUCCESS;
}

/* out has the dims that are left after the fold, exactly and for empty inputs too. */
aclnnStatus reduce_check_exactly_reduced_shape(struct call *call, int tensor, int array, int keep,
                                               int out)
{
    struct shape shape;
    return call_shape_follows(call, out, reduce_shape_reduced(call, tensor, array, keep, &shape),
                              &shape, false, what_is_left);
}

/* out has one element, unless the input has none. */
aclnnStatus reduce_check_reduced_to_one(struct call *call, int tensor, int out)
{
    int64_t count = 0;
    if (!tensor_element_count(call_tensor(call, tensor), &count) || count == 0)
        return ACLNN_SUCCESS;
    return call_shape_is(call, out, NULL, 0, true, "that of one element");
}

/* out has the dims that are left without one dimension. For one element any shape of one element
 * will do. */
aclnnStatus reduce_check_reduced_dim_shape(struct call *call, int tensor, int dim, int keep,
                                           int out)
{
    int64_t count = 0;
    struct shape shape;
    if (!tensor_element_count(call_tensor(call, tensor), &count) || count == 0)
        return ACLNN_SUCCESS;
    return call_shape_follows(call, out, reduce_shape_reduced_dim(call, tensor, dim, keep, &shape),
                              &shape, true, what_is_left);
}

static aclnnStatus check_left(struct call *call, int tensor, int array, int keep, int noop, int out,
                              bool one_will_do)
{
    struct shape shape;
    bool has_shape = reduce_shape_reduced_or_whole(call, tensor, array, keep, noop, &shape);
    return call_shape_follows(call, out, has_shape, &shape, one_will_do, what_is_left);
}

/* out has the dims that are left after the fold. With `noop`, all dims are left when none is
 * named. */
aclnnStatus reduce_check_reduced_or_whole_shape(struct call *call, int tensor, int array, int keep,
                                                int noop, int out)
{
    int64_t count = 0;
    if (!tensor_element_count(call_tensor(call, tensor), &count) || count == 0)
        return ACLNN_SUCCESS;
    return check_left(call, tensor, array, keep, noop, out, true);
}

aclnnStatus reduce_check_exactly_reduced_or_whole_shape(struct call *call, int tensor, int array,
                                                        int keep, int noop, int out)
{
    return check_left(call, tensor, array, keep, noop, out, false);
}
