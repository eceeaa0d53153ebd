/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtBinaryEmbeddingBackward: the signs of the gradient of a table of signs. */
#include <inttypes.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "impl.h"
#include "ops/binary_signs.h"
#include "ops/common/check.h"
#include "ops/embedding_grad.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"
#include "declared/common.h"
#include "ops/embedding_grad_plan.h"

#define TILING(field) BINARY_TILING(field)
#define ARGUMENT(name) BINARY_ARGUMENT(name)
#define MAX_RANK BINARY_EMBEDDING_MAXIMUM_RANK

/* Blocks are ranges of weights with the same work, several a core: some take longer than others. */
#define PARTS_A_CORE 4
/* Bytes of signs that make a part of the columns worth dividing: some cache lines of a gradient. */
#define BYTES_A_COLUMN_BLOCK 8

enum { GRADIENT, INDICES, SCALE, OUT, PARAMETERS };

struct plan {
    int kernel;
    int64_t blocks;                  /* at most; 0: nothing to do */
    struct embedding_grad_plan sort; /* without scratch when there are no rows */
    int64_t tiling[BINARY_EMBEDDING_TILING_SIZE];
};

/* ---- Check ----------------------------------------------------------------------------------- */

static aclnnStatus check_data_types(const struct tensor *const *tensors)
{
    const struct tensor *gradient = tensors[GRADIENT];
    const struct tensor *scale = tensors[SCALE];
    aclnnStatus status = binary_check_float(gradient, "outputGradient");
    if (status == ACLNN_SUCCESS)
        status = binary_check_index(tensors[INDICES], "indices");
    if (status == ACLNN_SUCCESS && scale != NULL)
        status = binary_check_float(scale, "scale");
    if (status == ACLNN_SUCCESS && scale != NULL && scale->type == ACL_DOUBLE &&
        gradient->type != ACL_DOUBLE)
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of scale is DT_DOUBLE and that of outputGradient %s, whose "
                        "sums are float32; [DT_FLOAT, DT_FLOAT16, DT_BF16] are supported with it",
                        data_type_name(gradient->type));
    if (status == ACLNN_SUCCESS)
        status = binary_check_packed(tensors[OUT], "out");
    return status;
}

static aclnnStatus check_views(const struct tensor *const *tensors)
{
    aclnnStatus status = binary_check_view(tensors[GRADIENT], "outputGradient", 1, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = binary_check_view(tensors[INDICES], "indices", 0, MAX_RANK - 1);
    if (status == ACLNN_SUCCESS && tensors[SCALE] != NULL)
        status = binary_check_view(tensors[SCALE], "scale", 1, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = binary_check_view(tensors[OUT], "out", 2, 2);
    return status;
}

static aclnnStatus check_shapes(const struct tensor *const *tensors)
{
    const struct tensor *gradient = tensors[GRADIENT];
    int rank = gradient->rank - 1;
    aclnnStatus status = binary_check_shape(tensors[INDICES], "indices", gradient, rank, -1,
                                            "that of outputGradient without its last dimension");
    if (status == ACLNN_SUCCESS && tensors[SCALE] != NULL)
        status = binary_check_shape(tensors[SCALE], "scale", gradient, rank, 1,
                                    "a number for each row of outputGradient");
    if (status == ACLNN_SUCCESS)
        status = binary_check_shape(tensors[OUT], "out", tensors[OUT], 1,
                                    binary_width(gradient->dims[rank]),
                                    "[V, ceil(D / 8)], D the last dimension of outputGradient,");
    return status;
}

static aclnnStatus check(const struct tensor *const *tensors)
{
    aclnnStatus status = check_data_types(tensors);
    if (status == ACLNN_SUCCESS)
        status = check_views(tensors);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(tensors);
    if (status == ACLNN_SUCCESS)
        status = binary_check_out(tensors[OUT]);
    return status;
}

/* ---- The plan -------------------------------------------------------------------------------- */

static int kernel_of(aclDataType gradient)
{
    switch (gradient) {
    case ACL_FLOAT: return KERNEL_BINARY_EMBEDDING_BACKWARD_FLOAT32;
    case ACL_FLOAT16: return KERNEL_BINARY_EMBEDDING_BACKWARD_FLOAT16;
    case ACL_BF16: return KERNEL_BINARY_EMBEDDING_BACKWARD_BFLOAT16;
    default: return KERNEL_BINARY_EMBEDDING_BACKWARD_FLOAT64;
    }
}

/* False when the scratch does not fit into 63 bits. */
static bool make_plan(const struct tensor *const *tensors, struct plan *plan)
{
    const struct tensor *gradient = tensors[GRADIENT];
    const struct tensor *scale = tensors[SCALE];
    const struct tensor *out = tensors[OUT];
    int64_t *t = plan->tiling;
    int64_t rows = 0;
    tensor_element_count(tensors[INDICES], &rows);
    memset(plan, 0, sizeof *plan);
    plan->kernel = kernel_of(gradient->type);
    int64_t columns = gradient->dims[gradient->rank - 1];
    /* Without weights there is still work when there are rows: no index can be in range. */
    if (columns == 0 || (rows == 0 && out->dims[0] == 0))
        return true;
    t[TILING(ROWS)] = rows;
    t[TILING(COLUMNS)] = columns;
    t[TILING(WEIGHTS)] = out->dims[0];
    t[TILING(COLUMN_BLOCKS)] = 1;
    /* The stride of a single row can be any number. */
    t[TILING(OUT_STRIDES)] = out->dims[0] > 1 ? out->strides[0] : out->dims[1];
    plan->blocks = binary_blocks((double)rows * (double)columns *
                                     (double)data_type_bits(gradient->type) / 8 +
                                 (double)out->dims[0] * (double)out->dims[1]);
    if (rows == 0)
        return true;
    t[TILING(INPUT_COLUMN_STRIDE)] = binary_column_stride(gradient);
    binary_rows(gradient, &t[TILING(INPUT_RANK)], &t[TILING(INPUT_DIMS)],
                &t[TILING(INPUT_STRIDES)]);
    t[TILING(SCALE_TYPE)] = binary_scale_type(scale);
    if (scale != NULL)
        binary_rows(scale, &t[TILING(SCALE_RANK)], &t[TILING(SCALE_DIMS)],
                    &t[TILING(SCALE_STRIDES)]);
    bool fits = embedding_grad_plan_sort(tensors[INDICES], (uint64_t)out->dims[0], &plan->sort);
    t[TILING(WIDE)] = plan->sort.tiling[EMBEDDING_DENSE_GRAD_TILING_WIDE];
    return fits;
}

/* ---- The work -------------------------------------------------------------------------------- */

/*
 * The sums are the same for every split. Where one weight has more rows than half a core's share,
 * each core takes a part of the columns.
 */
static int64_t divide(struct plan *plan, const struct embedding_grad_order *order)
{
    int64_t *t = plan->tiling;
    int64_t cores = ai_cores_count() < plan->blocks ? ai_cores_count() : plan->blocks;
    int64_t parts = PARTS_A_CORE * cores < plan->blocks ? PARTS_A_CORE * cores : plan->blocks;
    int64_t even = (t[TILING(ROWS)] + t[TILING(WEIGHTS)]) / cores;
    if (cores == 1)
        return 1;
    if (order->largest <= even / 2 ||
        binary_width(t[TILING(COLUMNS)]) < cores * BYTES_A_COLUMN_BLOCK)
        return parts;
    t[TILING(COLUMN_BLOCKS)] = cores;
    return parts / cores * cores;
}

static void run(struct launch *launch, struct task_failure *failure)
{
    struct plan plan;
    struct embedding_grad_order order = {0};
    memcpy(&plan, launch_call(launch)->plan, sizeof plan);
    if (plan.blocks == 0)
        return;
    if (plan.tiling[TILING(ROWS)] > 0) {
        char *scratch = launch_scratch(launch, plan.sort.scratch.total, failure);
        if (scratch == NULL)
            return;
        int64_t bad = embedding_grad_sort(&plan.sort, launch_tensor(launch, INDICES), scratch,
                                          &order);
        if (bad >= 0) {
            binary_fail_on_index(launch, INDICES, bad, (uint64_t)plan.tiling[TILING(WEIGHTS)],
                                 failure);
            return;
        }
    }
    const int64_t arguments[BINARY_EMBEDDING_ARGUMENT_COUNT] = {
        [ARGUMENT(INPUT)] = (int64_t)(intptr_t)launch_tensor(launch, GRADIENT),
        [ARGUMENT(SCALE)] = (int64_t)(intptr_t)launch_tensor(launch, SCALE),
        [ARGUMENT(OUT)] = (int64_t)(intptr_t)launch_tensor(launch, OUT),
        [ARGUMENT(ORDER)] = order.order,
        [ARGUMENT(OFFSETS)] = order.offsets,
    };
    int64_t blocks = divide(&plan, &order);
    ai_cores_run(plan.kernel, blocks, plan.tiling, arguments);
}

static void list(const struct call *call, struct l0_list *list)
{
    struct plan plan;
    memcpy(&plan, call->plan, sizeof plan);
    executor_list_itself(call, plan.sort.scratch.total, list);
}

static aclnnStatus check_call(struct call *call)
{
    struct plan plan;
    const struct tensor *tensors[PARAMETERS];
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; status == ACLNN_SUCCESS && i < PARAMETERS; i++) {
        tensors[i] = call_tensor(call, i);
        if (i != SCALE)
            status = check_given(call, i);
    }
    if (status == ACLNN_SUCCESS)
        status = check(tensors);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!make_plan(tensors, &plan))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the scratch for %" PRId64 " rows and %" PRId64 " weights does not fit "
                      "into 63 bits",
                      plan.tiling[TILING(ROWS)], plan.tiling[TILING(WEIGHTS)]);
    return call_keep_plan(call, &plan, sizeof plan);
}

static const struct parameter parameters[PARAMETERS] = {
    [GRADIENT] = {"outputGradient", ARGUMENT_TENSOR, ROLE_IN, false},
    [INDICES] = {"indices", ARGUMENT_TENSOR, ROLE_IN, false},
    [SCALE] = {"scale", ARGUMENT_TENSOR, ROLE_IN, true},
    [OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator binary_embedding_backward = {
    .name = "aclnnExtBinaryEmbeddingBackward",
    .parameters = parameters,
    .parameter_count = PARAMETERS,
    .outputs_apart = true,
    .check = check_call,
    .list = list,
    .run = run,
};

/* ---- The two phases -------------------------------------------------------------------------- */

aclnnStatus aclnnExtBinaryEmbeddingBackwardGetWorkspaceSizeImpl(
    const aclTensor *outputGradient, const aclTensor *indices, const aclTensor *scale,
    const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    const union given given[] = {{outputGradient}, {indices}, {scale}, {out}};
    return operator_size(&binary_embedding_backward, given, workspaceSize, executor);
}

aclnnStatus aclnnExtBinaryEmbeddingBackwardImpl(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream)
{
    return operator_run(&binary_embedding_backward, workspace, workspaceSize, executor, stream);
}
