/* SPDX-License-Identifier: Apache-2.0 */
/* ChunkCat: checks. */
#include "ops/copy_layout/chunk_cat.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* Only the first dimension is supported. */
aclnnStatus copy_layout_check_first_dim(struct call *call, int dim)
{
    int64_t is = call->arguments[dim].integer;
    if (is == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "dim is %" PRId64 "; 0 is supported", is);
}

/* A list of floats is not converted to a half. */
aclnnStatus copy_layout_check_not_narrowed(struct call *call, int list, int out)
{
    if (call_type(call, list) != ACL_FLOAT || call_type(call, out) == ACL_FLOAT)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of out is %s; %s is required, that of the tensors",
                  data_type_name(call_type(call, out)), data_type_name(ACL_FLOAT));
}

aclnnStatus copy_layout_check_chunked(struct call *call, int list, int chunks, int out)
{
    const struct tensor_array *tensors = call->arguments[list].tensors;
    int64_t count = call->arguments[chunks].integer;
    int64_t dims[] = {count, 0};
    uint64_t kept = 0;
    if (count <= 0)
        return report(ACLNN_ERR_PARAM_INVALID, "numChunks is %" PRId64 "; it must be above 0",
                      count);
    for (uint64_t i = 0; i < tensors->count; i++) {
        const struct tensor *tensor = tensors->members[i];
        int64_t elements = 0;
        if (tensor_is_empty(tensor))
            continue;
        kept++;
        if (!copy_layout_chunk_cat_chunk_elements(tensor->dims, tensor->rank, count, &elements) ||
            __builtin_add_overflow(dims[1], elements, &dims[1]))
            return report(ACLNN_ERR_PARAM_INVALID, "the chunks have more than 2^63 elements");
    }
    call->is_empty = kept == 0;
    return kept == 0 ? ACLNN_SUCCESS
                     : call_shape_is(call, out, dims, 2, true, "a row for each chunk");
}
