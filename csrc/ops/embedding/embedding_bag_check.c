/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingBag: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/embedding.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* At least one of both tensors is int32 or int64. */
aclnnStatus embedding_check_wide_index(struct call *call, int indices, int offsets)
{
    aclDataType a = call_tensor(call, indices)->type;
    aclDataType b = call_tensor(call, offsets)->type;
    if (a == ACL_INT32 || a == ACL_INT64 || b == ACL_INT32 || b == ACL_INT64)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "data types of indices and offsets are %s and %s; one of them must be int32 or "
                  "int64",
                  data_type_name(a), data_type_name(b));
}

static aclnnStatus one_rank(struct call *call, int tensor, int least, int most)
{
    return call_tensor(call, tensor) != NULL ? check_rank(call, tensor, least, most)
                                             : ACLNN_SUCCESS;
}

/* The ranks of the operands, and the sizes that follow from indices and offsets. */
aclnnStatus embedding_check_bag_ranks(struct call *call, int weight, int indices, int offsets,
                                      int mode, int perSampleWeights, int output, int offset2bag,
                                      int bagSize, int maxIndices)
{
    int wide = call_is_on_950(call) ? 2 : 1;
    bool is_max = call->arguments[mode].integer != 0 && call->arguments[mode].integer != 1;
    const struct {
        int tensor;
        int least;
        int most;
    } ranks[] = {
        {weight, 2, 2},  {indices, 0, wide},
        {offsets, 0, 1}, {perSampleWeights, 1, wide},
        {output, 2, 2},  {offset2bag, 0, 1},
        {bagSize, 0, 1}, {maxIndices, wide == 1 && is_max ? 2 : 0, wide == 2 || is_max ? 2 : 1},
    };
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        aclnnStatus status = one_rank(call, ranks[i].tensor, ranks[i].least, ranks[i].most);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_elements(struct call *call, int tensor, int64_t required)
{
    int64_t count = shape_elements(call_tensor(call, tensor));
    if (count == required)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " elements; %" PRId64 " are required by indices and offsets",
                  call_name(call, tensor), count, required);
}

static aclnnStatus check_bags(struct call *call, int tensor, int64_t bags, int64_t columns)
{
    char is[160];
    const struct tensor *given = call_tensor(call, tensor);
    if (given->rank == 2 && given->dims[0] == bags && given->dims[1] == columns)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of %s is %s; [%" PRId64 ", %" PRId64 "], of bags by columns, is "
                  "required",
                  call_name(call, tensor), dims_describe(given->dims, given->rank, is, sizeof is),
                  bags, columns);
}

aclnnStatus embedding_check_bag_shapes(struct call *call, int weight, int indices, int offsets,
                                       int mode, int perSampleWeights, int includeLastOffset,
                                       int output, int offset2bag, int bagSize, int maxIndices)
{
    int64_t how = call->arguments[mode].integer;
    int64_t count = shape_elements(call_tensor(call, indices));
    int64_t given = shape_elements(call_tensor(call, offsets));
    int64_t bags = given - (call->arguments[includeLastOffset].integer != 0);
    int64_t columns = call_tensor(call, weight)->dims[1];
    bool is_950 = call_is_on_950(call);
    aclnnStatus status = ACLNN_SUCCESS;
    if (call_tensor(call, perSampleWeights) != NULL) {
        if (!is_950 && how != 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "perSampleWeights is given with mode %" PRId64 "; only sums, mode 0, "
                          "are weighted",
                          how);
        status = check_elements(call, perSampleWeights, count);
    }
    if (status == ACLNN_SUCCESS)
        status = check_bags(call, output, bags, columns);
    if (status == ACLNN_SUCCESS && shape_elements(call_tensor(call, offset2bag)) != 0)
        status = check_elements(call, offset2bag, count);
    if (status == ACLNN_SUCCESS)
        status = check_elements(call, bagSize, is_950 ? given : bags);
    if (status == ACLNN_SUCCESS && how != 0 && how != 1)
        status = check_bags(call, maxIndices, bags, columns);
    else if (status == ACLNN_SUCCESS && !is_950)
        status = check_elements(call, maxIndices, bags);
    return status;
}
