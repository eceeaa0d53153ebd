/* SPDX-License-Identifier: Apache-2.0 */
/* Variances, standard deviations and their means: checks. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/reduce.h"
#include "ops/common/check.h"
#include "ops/common/fold.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Variances ------------------------------------------------------------------------------- */

/* When no dimensions are named, the copy of the result finds a wrong shape. */
aclnnStatus reduce_check_named_reduced_shape(struct call *call, int tensor, int array, int keep,
                                             int out)
{
    struct shape shape;
    const struct array *named = call->arguments[array].array;
    if (named == NULL || named->size == 0)
        return ACLNN_SUCCESS;
    return call_shape_follows(call, out, reduce_shape_reduced(call, tensor, array, keep, &shape),
                              &shape, false, "what is left of the input's");
}

/* ---- Traces ---------------------------------------------------------------------------------- */

aclnnStatus reduce_check_total_type(struct call *call, int out, int self)
{
    const struct tensor *result = call_tensor(call, out);
    aclDataType type = call_tensor(call, self)->type;
    aclDataType total = type_is_whole(type) ? ACL_INT64 : type;
    if (result->type == total)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; that of a sum of %s is %s",
                  call_name(call, out), data_type_name(result->type), data_type_name(type),
                  data_type_name(total));
}

/* ---- Smallest and largest -------------------------------------------------------------------- */

aclnnStatus reduce_check_some_to_fold(struct call *call, int tensor, int array)
{
    int64_t count = 0;
    const struct array *dims = call->arguments[array].array;
    if (!tensor_element_count(call_tensor(call, tensor), &count) || count > 0 || dims->size == 1)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has no elements, and %s does not name one dimension of it",
                  call_name(call, tensor), call_name(call, array));
}

/* CANN checks a dimension for elements only when it is counted from the first one. */
aclnnStatus reduce_check_counted_dim_of_some(struct call *call, int tensor, int dim)
{
    return call->arguments[dim].integer < 0 ? ACLNN_SUCCESS : check_dim_of_some(call, tensor, dim);
}

aclnnStatus reduce_check_counted_dims_of_some(struct call *call, int tensor, int array)
{
    const struct array *dims = call->arguments[array].array;
    bool is_counted = dims->size != 1 || *array_integers(dims) >= 0;
    return is_counted ? reduce_check_dims_of_some(call, tensor, array) : ACLNN_SUCCESS;
}
