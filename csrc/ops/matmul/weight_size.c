/* SPDX-License-Identifier: Apache-2.0 */
/* Calls without a second phase that return the size of the device's copy of a weight. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_matmul_weight_size.h"
#include "aclnnop/aclnn_trans_convolution_weight.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "impl/aclnnop/aclnn_matmul_weight_size.h"
#include "impl/aclnnop/aclnn_trans_convolution_weight.h"
#include "tensor/arrays.h"
#include "tensor/object.h"

#define BLOCK 16      /* elements along a side of a block */
#define BYTE_BLOCK 32 /* elements along the last side, for types of one byte */

static aclnnStatus find_size(const struct array *shape, uint64_t most, int64_t least,
                             int64_t last_block, uint64_t *size)
{
    const int64_t *dims = array_integers(shape);
    int64_t elements = 1;
    bool fits = shape->size >= 2 && shape->size <= most;
    for (uint64_t i = 0; fits && i < shape->size; i++) {
        int64_t block = i + 1 == shape->size ? last_block : i + 2 == shape->size ? BLOCK : 1;
        int64_t dim = dims[i];
        fits = dim >= least && dim <= INT64_MAX - block &&
               !__builtin_mul_overflow(elements, (dim + block - 1) / block * block, &elements);
    }
    if (!fits)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "tensorShape has %" PRIu64 " entries; 2 to %" PRIu64
                      " are required, each at least %" PRId64
                      ", of which 63 bits count the elements",
                      shape->size, most, least);
    *size = (uint64_t)elements;
    return ACLNN_SUCCESS;
}

static aclnnStatus weight_size(const aclIntArray *tensorShape, uint64_t most, int64_t least,
                               int64_t last_block, uint64_t *size)
{
    if (tensorShape == NULL || size == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                      tensorShape == NULL ? "tensorShape" : "weightTensorSize");
    const struct array *shape = array_acquire(tensorShape, HANDLE_INT_ARRAY);
    if (shape == NULL)
        return object_refuse(tensorShape, HANDLE_INT_ARRAY, "tensorShape");
    aclnnStatus status = find_size(shape, most, least, last_block, size);
    array_release(tensorShape);
    return status;
}

aclnnStatus aclnnCalculateMatmulWeightSizeImpl(const aclIntArray *tensorShape,
                                               uint64_t *weightTensorSize)
{
    bool has_batches = soc_current()->architecture == ARCHITECTURE_2201;
    return weight_size(tensorShape, has_batches ? 6 : 2, 0, BLOCK, weightTensorSize);
}

aclnnStatus aclnnCalculateMatmulWeightSizeV2Impl(const aclIntArray *tensorShape,
                                                 aclDataType dataType, uint64_t *weightTensorSize)
{
    bool is_half = dataType == ACL_FLOAT16 || dataType == ACL_BF16;
    if (soc_current()->architecture == ARCHITECTURE_1001)
        return report(ACLNN_ERR_RUNTIME_ERROR,
                      "%s does not have the call; Ascend910B and later have it",
                      soc_current()->name);
    return weight_size(tensorShape, 6, 1, is_half ? BLOCK : BYTE_BLOCK, weightTensorSize);
}

#define CONVOLUTION_DIMS 4 /* dimensions of a weight */

aclnnStatus aclnnCalculateConvolutionWeightSizeImpl(const aclIntArray *tensorShape, bool transposed,
                                                    int64_t groups, aclDataType dataType,
                                                    uint64_t *weightTensorSize)
{
    (void)dataType;
    if (tensorShape == NULL || weightTensorSize == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                      tensorShape == NULL ? "tensorShape" : "weightTensorSize");
    const struct array *shape = array_acquire(tensorShape, HANDLE_INT_ARRAY);
    if (shape == NULL)
        return object_refuse(tensorShape, HANDLE_INT_ARRAY, "tensorShape");
    uint64_t entries = shape->size;
    array_release(tensorShape);
    if (entries != CONVOLUTION_DIMS || transposed || groups == 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "tensorShape has %" PRIu64 " entries, transposed is %d and groups %" PRId64
                      "; 4 entries, 0 and groups are required",
                      entries, (int)transposed, groups);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has no layout for weights of convolutions; they are taken as they are",
                  soc_current()->name);
}
