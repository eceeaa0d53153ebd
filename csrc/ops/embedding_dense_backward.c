/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEmbeddingDenseBackward: the gradient of an embedding table. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/handle.h"
#include "base/report.h"
#include "executor/executor.h"
#include "impl.h"
#include "kernels.h"
#include "ops/checks.h"
#include "ops/embedding_dense_backward.h"
#include "ops/embedding_grad.h"
#include "tensor/layout.h"

#define MAX_RANK EMBEDDING_DENSE_GRAD_MAXIMUM_RANK

enum { GRAD, INDICES, OUT };

struct plan {
    bool scale;
    uint64_t num_weights;
    uint64_t padding_index;
    struct embedding_grad_plan grad;
};

/* ---- Check -------------------------------------------------------------------------------- */

/* Whether grad and out may have this data type. */
static bool is_value_type(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_FLOAT16 ||
           (type == ACL_BF16 && soc_current()->has_bfloat16);
}

static bool is_index_type(aclDataType type)
{
    /* Unsigned ones of more than a byte have kernels, but CANN has no place for them. */
    return index_kernels(type) != NULL && type != ACL_UINT16 && type != ACL_UINT32 &&
           type != ACL_UINT64;
}

static aclnnStatus check_value_type(const struct tensor *tensor, const char *name)
{
    const struct soc *soc = soc_current();
    if (is_value_type(tensor->type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s supports %s", name,
                  data_type_name(tensor->type), soc->name,
                  soc->has_bfloat16 ? "[DT_FLOAT, DT_FLOAT16, DT_BF16]" : "[DT_FLOAT, DT_FLOAT16]");
}

static aclnnStatus check_types(const struct embedding_dense_backward_call *a)
{
    aclnnStatus status = check_value_type(a->grad, "grad");
    if (status != ACLNN_SUCCESS)
        return status;
    if (!is_index_type(a->indices->type))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of indices is %s; [DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8, "
                      "DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL] are supported",
                      data_type_name(a->indices->type));
    return check_value_type(a->out, "out");
}

static aclnnStatus check_ranks(const struct embedding_dense_backward_call *a)
{
    aclnnStatus status = check_rank(a->grad, "grad", 2, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = check_rank(a->indices, "indices", 0, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = check_rank(a->out, "out", 0, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = check_dims(a->grad, "grad");
    if (status == ACLNN_SUCCESS)
        status = check_dims(a->indices, "indices");
    if (status == ACLNN_SUCCESS)
        status = check_dims(a->out, "out");
    return status;
}

static int64_t columns_of(const struct embedding_dense_backward_call *a)
{
    return a->grad->dims[a->grad->rank - 1];
}

/* Rows of grad, whose last dimension is not 0. */
static int64_t grad_rows(const struct tensor *grad)
{
    int64_t elements = 0;
    tensor_element_count(grad, &elements);
    return elements / grad->dims[grad->rank - 1];
}

static aclnnStatus check_shapes(const struct embedding_dense_backward_call *a)
{
    char grad[160];
    char other[160];
    int64_t index_count = 0;
    int64_t columns = columns_of(a);
    int64_t rows = columns != 0 ? grad_rows(a->grad) : 0;
    tensor_element_count(a->indices, &index_count);
    /* CANN does not compare the rows when a row has no element. */
    if (columns != 0 && rows != index_count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "grad %s has %" PRId64 " row(s) of %" PRId64 " element(s), indices %s has "
                      "%" PRId64 " element(s); there must be one index for each row",
                      dims_describe(a->grad->dims, a->grad->rank, grad, sizeof grad), rows, columns,
                      dims_describe(a->indices->dims, a->indices->rank, other, sizeof other),
                      index_count);
    if (a->out->rank != 2 || a->out->dims[0] < 0 || (uint64_t)a->out->dims[0] != a->num_weights ||
        a->out->dims[1] != columns)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the shape of out is %s; [numWeights, last dimension of grad] = "
                      "[%" PRIu64 ", %" PRId64 "] is required",
                      dims_describe(a->out->dims, a->out->rank, other, sizeof other),
                      a->num_weights, columns);
    return ACLNN_SUCCESS;
}

static aclnnStatus check(const struct embedding_dense_backward_call *a)
{
    aclnnStatus status = check_types(a);
    if (status == ACLNN_SUCCESS)
        status = check_ranks(a);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(a);
    if (status == ACLNN_SUCCESS)
        status = check_format(a->grad, "grad");
    if (status == ACLNN_SUCCESS)
        status = check_format(a->indices, "indices");
    if (status == ACLNN_SUCCESS)
        status = check_format(a->out, "out");
    return status;
}

static bool make_plan(const struct embedding_dense_backward_call *a, struct plan *plan)
{
    const struct embedding_grad_call call = {
        .grad = a->grad,
        .indices = a->indices,
        .out = a->out,
        .num_weights = a->num_weights,
        .padding_index = a->padding_index,
        .scale = a->scale,
        .alpha = 1.0,
    };
    plan->num_weights = a->num_weights;
    plan->padding_index = a->padding_index;
    plan->scale = a->scale;
    return embedding_grad_plan(&call, &plan->grad);
}

/* ---- Phase two ---------------------------------------------------------------------------- */

/*
 * On Ascend910 the kernel keeps counts, indices and rows in its buffer at once when it scales by
 * frequency, which limits embeddingDim (vendor's documentation of aclnnEmbeddingDenseBackward).
 * Its tiling runs in phase two there, so that is where the vendor's library fails.
 */
static aclnnStatus admit(const struct executor *executor)
{
    struct plan plan;
    memcpy(&plan, executor->plan, sizeof plan);
    const struct soc *soc = executor->soc;
    if (!plan.scale || plan.grad.rows_empty || plan.grad.empty ||
        soc->architecture != ARCHITECTURE_1001)
        return ACLNN_SUCCESS;
    bool wide = executor->tensors[INDICES].type == ACL_INT64;
    uint64_t counts = plan.num_weights / soc->vector_cores + plan.num_weights % soc->vector_cores;
    double budget = 180192.0 - (double)counts * (wide ? 8 : 4);
    int divisor = wide ? 20 : 36;
    if ((double)plan.grad.columns * divisor < budget)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "with scaleGradByFreq on %s embeddingDim must be less than (180192 - countsSize "
                  "* %d) / %d, where countsSize = numWeights / cores + numWeights %% cores; here "
                  "embeddingDim is %" PRId64 ", cores %u, countsSize = %" PRIu64 " / %u + %" PRIu64
                  " %% %u = %" PRIu64 ", and the limit %.2f",
                  soc->name, wide ? 8 : 4, divisor, plan.grad.columns, soc->vector_cores,
                  plan.num_weights, soc->vector_cores, plan.num_weights, soc->vector_cores, counts,
                  budget / divisor);
}

static void run(struct launch *launch, struct task_failure *failure)
{
    struct plan plan;
    char text[400];
    char *scratch = NULL;
    memcpy(&plan, launch->executor->plan, sizeof plan);
    uint64_t bytes = embedding_grad_scratch_bytes(&plan.grad, 1);
    if (bytes > 0) {
        scratch = launch_scratch(launch, bytes, failure);
        if (scratch == NULL)
            return;
    }
    const struct embedding_grad_memory memory = {
        launch->addresses[GRAD], launch->addresses[INDICES], launch->addresses[OUT]};
    int64_t bad;
    embedding_grad_run(&plan.grad, &memory, 1, scratch, &bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "aclnnEmbeddingDenseBackward failed on the stream: %s",
             describe_bad_index("indices", &launch->executor->tensors[INDICES], memory.indices, bad,
                                plan.num_weights, text, sizeof text));
}

static void list(const struct executor *executor, struct l0_list *list)
{
    struct plan plan;
    memcpy(&plan, executor->plan, sizeof plan);
    const struct embedding_dense_backward_call call = {
        .grad = &executor->tensors[GRAD],
        .indices = &executor->tensors[INDICES],
        .out = &executor->tensors[OUT],
        .num_weights = plan.num_weights,
        .padding_index = plan.padding_index,
        .scale = plan.scale,
    };
    embedding_dense_backward_list(&call, list);
}

static const struct operator embedding_dense_backward = {
    .name = "aclnnEmbeddingDenseBackward",
    .tensor_count = 3,
    .tensor_names = {"grad", "indices", "out"},
    .exclusive = 1u << OUT,
    .list = list,
    .admit = admit,
    .run = run,
};

/* ---- The two phases ----------------------------------------------------------------------- */

static aclnnStatus size_checked(const struct embedding_dense_backward_call *a,
                                uint64_t *workspaceSize, aclOpExecutor **executor)
{
    struct plan plan;
    aclnnStatus status = check(a);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!make_plan(a, &plan))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the scratch for %" PRId64 " rows and %" PRIu64 " weights does not fit "
                      "into 63 bits",
                      plan.grad.tiling[EMBEDDING_DENSE_GRAD_TILING_ROWS], a->num_weights);
    const struct tensor *const tensors[] = {a->grad, a->indices, a->out};
    return executor_create(&embedding_dense_backward, tensors, &plan, sizeof plan, workspaceSize,
                           executor);
}

aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSizeImpl(
    const aclTensor *grad, const aclTensor *indices, uint64_t numWeights, uint64_t paddingIdx,
    bool scaleGradByFreq, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    const aclTensor *const handles[] = {grad, indices, out};
    const struct tensor *tensors[] = {NULL, NULL, NULL};
    aclnnStatus status = executor_check_outputs(workspaceSize, executor);
    if (status == ACLNN_SUCCESS)
        status = executor_acquire_tensors(&embedding_dense_backward, handles, tensors);
    if (status == ACLNN_SUCCESS) {
        struct embedding_dense_backward_call a = {tensors[GRAD], tensors[INDICES], tensors[OUT],
                                                  numWeights,    paddingIdx,       scaleGradByFreq};
        status = size_checked(&a, workspaceSize, executor);
    }
    executor_release_tensors(&embedding_dense_backward, handles, tensors);
    return status;
}

aclnnStatus aclnnEmbeddingDenseBackwardImpl(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream)
{
    return executor_run(&embedding_dense_backward, workspace, workspaceSize, executor, stream);
}
