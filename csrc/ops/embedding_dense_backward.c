/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEmbeddingDenseBackward: the gradient of an embedding table. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "executor/executor.h"
#include "impl.h"
#include "kernels.h"
#include "ops/common/check.h"
#include "ops/embedding_dense_backward.h"
#include "ops/embedding_grad.h"
#include "ops/tensor_checks.h"
#include "tensor/layout.h"
#include "declared/common.h"
#include "ops/embedding_grad_plan.h"
#include "ops/index/indices.h"

#define MAX_RANK EMBEDDING_DENSE_GRAD_MAXIMUM_RANK

enum { GRAD, INDICES, NUM_WEIGHTS, PADDING_IDX, SCALE_GRAD_BY_FREQ, OUT, PARAMETERS };

struct plan {
    bool scale;
    uint64_t num_weights;
    uint64_t padding_index;
    struct embedding_grad_plan grad;
};

/* ---- Check ----------------------------------------------------------------------------------- */

/* Whether grad and out may have this data type. */
static bool is_value_type(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_FLOAT16 ||
           (type == ACL_BF16 && soc_current()->has_bfloat16);
}

static bool is_index_type(aclDataType type)
{
    /* Unsigned ones of more than a byte have kernels, but CANN has no place for them. */
    return index_kernel_functions(type) != NULL && type != ACL_UINT16 && type != ACL_UINT32 &&
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

static aclnnStatus check_data_types(const struct embedding_dense_backward_call *a)
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
    aclnnStatus status = tensor_check_rank(a->grad, argument_named("grad"), 2, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_rank(a->indices, argument_named("indices"), 0, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_rank(a->out, argument_named("out"), 0, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(a->grad, argument_named("grad"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(a->indices, argument_named("indices"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(a->out, argument_named("out"));
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
    aclnnStatus status = check_data_types(a);
    if (status == ACLNN_SUCCESS)
        status = check_ranks(a);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(a);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(a->grad, argument_named("grad"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(a->indices, argument_named("indices"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(a->out, argument_named("out"));
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

/* ---- Phase two ------------------------------------------------------------------------------- */

/*
 * On Ascend910 the kernel keeps counts, indices and rows in its buffer at once when it scales by
 * frequency, which limits embeddingDim (vendor's documentation of aclnnEmbeddingDenseBackward).
 * Its tiling runs in phase two there, so that is where the vendor's library fails.
 */
static aclnnStatus admit(const struct call *call)
{
    struct plan plan;
    memcpy(&plan, call->plan, sizeof plan);
    const struct soc *soc = call->soc;
    if (!plan.scale || plan.grad.rows_empty || plan.grad.empty ||
        soc->architecture != ARCHITECTURE_1001)
        return ACLNN_SUCCESS;
    bool wide = call_tensor(call, INDICES)->type == ACL_INT64;
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
    memcpy(&plan, launch_call(launch)->plan, sizeof plan);
    uint64_t bytes = embedding_grad_scratch_bytes(&plan.grad, 1);
    if (bytes > 0) {
        scratch = launch_scratch(launch, bytes, failure);
        if (scratch == NULL)
            return;
    }
    const struct embedding_grad_memory memory = {launch_tensor(launch, GRAD),
                                                 launch_tensor(launch, INDICES),
                                                 launch_tensor(launch, OUT), NULL};
    int64_t bad;
    embedding_grad_run(&plan.grad, &memory, 1, scratch, &bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text, "%s",
             index_kernel_describe_bad_index("indices", call_tensor(launch_call(launch), INDICES),
                                             memory.indices, bad, plan.num_weights, text,
                                             sizeof text));
}

static struct embedding_dense_backward_call operands_of(const struct call *call)
{
    return (struct embedding_dense_backward_call){
        .grad = call_tensor(call, GRAD),
        .indices = call_tensor(call, INDICES),
        .out = call_tensor(call, OUT),
        .num_weights = (uint64_t)call->arguments[NUM_WEIGHTS].integer,
        .padding_index = (uint64_t)call->arguments[PADDING_IDX].integer,
        .scale = call->arguments[SCALE_GRAD_BY_FREQ].integer != 0,
    };
}

static void list(const struct call *call, struct l0_list *list)
{
    const struct embedding_dense_backward_call operands = operands_of(call);
    embedding_dense_backward_list(&operands, list);
}

static aclnnStatus check_call(struct call *call)
{
    struct plan plan;
    static const int tensors[] = {GRAD, INDICES, OUT};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; status == ACLNN_SUCCESS && i < 3; i++)
        status = check_given(call, tensors[i]);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct embedding_dense_backward_call operands = operands_of(call);
    status = check(&operands);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!make_plan(&operands, &plan))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the scratch for %" PRId64 " rows and %" PRIu64 " weights does not fit "
                      "into 63 bits",
                      plan.grad.tiling[EMBEDDING_DENSE_GRAD_TILING_ROWS], operands.num_weights);
    return call_keep_plan(call, &plan, sizeof plan);
}

static const struct parameter parameters[PARAMETERS] = {
    [GRAD] = {"grad", ARGUMENT_TENSOR, ROLE_IN, false},
    [INDICES] = {"indices", ARGUMENT_TENSOR, ROLE_IN, false},
    [NUM_WEIGHTS] = {"numWeights", ARGUMENT_INTEGER, ROLE_IN, false},
    [PADDING_IDX] = {"paddingIdx", ARGUMENT_INTEGER, ROLE_IN, false},
    [SCALE_GRAD_BY_FREQ] = {"scaleGradByFreq", ARGUMENT_INTEGER, ROLE_IN, false},
    [OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator embedding_dense_backward = {
    .name = "aclnnEmbeddingDenseBackward",
    .parameters = parameters,
    .parameter_count = PARAMETERS,
    .outputs_apart = true,
    .check = check_call,
    .list = list,
    .admit = admit,
    .run = run,
};

/* ---- The two phases -------------------------------------------------------------------------- */

aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSizeImpl(
    const aclTensor *grad, const aclTensor *indices, uint64_t numWeights, uint64_t paddingIdx,
    bool scaleGradByFreq, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    const union given given[PARAMETERS] = {
        [GRAD] = {grad},
        [INDICES] = {indices},
        [NUM_WEIGHTS] = {.integer = (int64_t)numWeights},
        [PADDING_IDX] = {.integer = (int64_t)paddingIdx},
        [SCALE_GRAD_BY_FREQ] = {.integer = scaleGradByFreq},
        [OUT] = {out},
    };
    return operator_size(&embedding_dense_backward, given, workspaceSize, executor);
}

aclnnStatus aclnnEmbeddingDenseBackwardImpl(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream)
{
    return operator_run(&embedding_dense_backward, workspace, workspaceSize, executor, stream);
}
