/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that CANN has on Ascend310P alone, which is none of this library's products: phase one
 * tests what CANN's tests before it looks at the product, and refuses. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_instance_norm.h"
#include "aclnnop/aclnn_non_max_suppression.h"
#include "aclnnop/aclnn_trans_convolution_weight.h"
#include "base/data_type.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "impl/aclnnop/aclnn_instance_norm.h"
#include "impl/aclnnop/aclnn_non_max_suppression.h"
#include "impl/aclnnop/aclnn_trans_convolution_weight.h"
#include "tensor/arrays.h"
#include "tensor/object.h"
#include "tensor/tensor.h"

static aclnnStatus refuse_null(const char *argument)
{
    return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required", argument);
}

static aclnnStatus refuse_product(void)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s does not have the call; Ascend310P alone has it",
                  soc_current()->name);
}

/* Phase two: no executor is one of such a call. */
static aclnnStatus refuse_executor(const aclOpExecutor *executor)
{
    if (executor == NULL)
        return refuse_null("executor");
    return report(ACLNN_ERR_INNER, "executor is none of the call, which no product here has");
}

/* ---- InstanceNorm, TransConvolutionWeight ---------------------------------------------------- */

aclnnStatus aclnnInstanceNormGetWorkspaceSizeImpl(const aclTensor *x, const aclTensor *gamma,
                                                  const aclTensor *beta, const char *dataFormat,
                                                  double eps, aclTensor *y, aclTensor *mean,
                                                  aclTensor *variance, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor)
{
    static const char *const names[] = {
        "x", "gamma", "beta", "y", "mean", "variance", "dataFormat", "workspaceSize", "executor"};
    const void *const given[] = {x,        gamma,      beta,          y,       mean,
                                 variance, dataFormat, workspaceSize, executor};
    (void)eps;
    for (int i = 0; i < 9; i++)
        if (given[i] == NULL)
            return refuse_null(names[i]);
    return refuse_product();
}

aclnnStatus aclnnInstanceNormImpl(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream)
{
    (void)workspace;
    (void)workspaceSize;
    (void)stream;
    return refuse_executor(executor);
}

aclnnStatus aclnnTransConvolutionWeightGetWorkspaceSizeImpl(const aclTensor *weightIn,
                                                            bool transposed, const int64_t groups,
                                                            aclTensor *weightOut,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor)
{
    (void)transposed;
    (void)groups;
    if (workspaceSize == NULL || executor == NULL)
        return refuse_null(workspaceSize == NULL ? "workspaceSize" : "executor");
    if (weightIn == NULL || weightOut == NULL)
        return refuse_null(weightIn == NULL ? "weightIn" : "weightOut");
    return refuse_product();
}

aclnnStatus aclnnTransConvolutionWeightImpl(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream)
{
    (void)workspace;
    (void)workspaceSize;
    (void)stream;
    return refuse_executor(executor);
}

/* ---- NonMaxSuppression ----------------------------------------------------------------------- */

static bool is_float(const struct tensor *tensor)
{
    return tensor->type == ACL_FLOAT || tensor->type == ACL_FLOAT16;
}

static aclnnStatus check_boxes(const struct tensor *boxes, const struct tensor *scores,
                               const struct tensor *out, double overlap, int32_t centerPointBox)
{
    if (!is_float(boxes) || !is_float(scores) || boxes->type != scores->type)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the data type of boxes is %s and that of scores %s; DT_FLOAT or DT_FLOAT16 of "
            "both is required",
            data_type_name(boxes->type), data_type_name(scores->type));
    if (!(overlap >= 0 && overlap <= 1))
        return report(ACLNN_ERR_PARAM_INVALID, "iouThreshold is %g; 0 to 1 is required", overlap);
    if (boxes->format != ACL_FORMAT_ND || scores->format != ACL_FORMAT_ND ||
        out->format != ACL_FORMAT_ND)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "a format of boxes, scores and selectedIndices is not ACL_FORMAT_ND");
    if (boxes->rank != 3 || scores->rank != 3 || boxes->dims[0] != scores->dims[0] ||
        boxes->dims[1] != scores->dims[2] || boxes->dims[2] != 4)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "boxes has %" PRId32 " dimensions and scores %" PRId32
                      "; [batches, boxes, 4] and [batches, classes, boxes] are required",
                      boxes->rank, scores->rank);
    if (centerPointBox != 0 && centerPointBox != 1)
        return report(ACLNN_ERR_PARAM_INVALID, "centerPointBox is %" PRId32 "; 0 or 1 is required",
                      centerPointBox);
    return report(ACLNN_ERR_RUNTIME_ERROR, "%s does not have the call; Ascend310P alone has it",
                  soc_current()->name);
}

/* The first number of an array; `other` where there is none. */
static aclnnStatus first_integer(const aclIntArray *handle, int64_t *number)
{
    const struct array *array = array_acquire(handle, HANDLE_INT_ARRAY);
    if (array == NULL)
        return object_refuse(handle, HANDLE_INT_ARRAY, "maxOutputBoxesPerClass");
    *number = array->size > 0 ? array_integers(array)[0] : 0;
    array_release(handle);
    return ACLNN_SUCCESS;
}

static aclnnStatus first_float(const aclFloatArray *handle, double *number)
{
    const struct array *array = array_acquire(handle, HANDLE_FLOAT_ARRAY);
    if (array == NULL)
        return object_refuse(handle, HANDLE_FLOAT_ARRAY, "iouThreshold");
    bool is_empty = array->size == 0;
    *number = is_empty ? 0 : (double)*(const float *)(const void *)array->values;
    array_release(handle);
    if (!is_empty)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR, "iouThreshold has no entries; one is required");
}

aclnnStatus aclnnNonMaxSuppressionGetWorkspaceSizeImpl(
    const aclTensor *boxes, const aclTensor *scores, aclIntArray *maxOutputBoxesPerClass,
    aclFloatArray *iouThreshold, aclFloatArray *scoreThreshold, int32_t centerPointBox,
    aclTensor *selectedIndices, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    static const char *const names[] = {"boxes", "scores", "selectedIndices"};
    const int64_t most = 700;
    const aclTensor *const given[] = {boxes, scores, selectedIndices};
    const struct tensor *tensors[3] = {NULL, NULL, NULL};
    int64_t count = 0;
    double overlap = 0;
    (void)scoreThreshold;
    if (workspaceSize == NULL || executor == NULL)
        return refuse_null(workspaceSize == NULL ? "workspaceSize" : "executor");
    aclnnStatus status = first_integer(maxOutputBoxesPerClass, &count);
    if (status != ACLNN_SUCCESS)
        return status;
    if (count > most)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "maxOutputBoxesPerClass is %" PRId64 "; at most %" PRId64 " is required",
                      count, most);
    for (int i = 0; i < 3; i++)
        if (given[i] == NULL)
            return refuse_null(names[i]);
    status = first_float(iouThreshold, &overlap);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++) {
        tensors[i] = tensor_acquire(given[i]);
        if (tensors[i] == NULL)
            status = object_refuse(given[i], HANDLE_TENSOR, names[i]);
    }
    if (status == ACLNN_SUCCESS)
        status = check_boxes(tensors[0], tensors[1], tensors[2], overlap, centerPointBox);
    for (int i = 0; i < 3; i++)
        if (tensors[i] != NULL)
            tensor_release(given[i]);
    return status;
}

aclnnStatus aclnnNonMaxSuppressionImpl(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream)
{
    (void)workspace;
    (void)workspaceSize;
    (void)stream;
    return refuse_executor(executor);
}
