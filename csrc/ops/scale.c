/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtScale: a tensor times a number. */
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "executor/executor.h"
#include "impl.h"
#include "kernels.h"
#include "ops/common/check.h"
#include "ops/tensor_checks.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"
#include "declared/common.h"

/* A block must be worth waking a thread for. */
#define ELEMENTS_A_BLOCK 65536
#define MAX_BLOCKS 64

enum { SELF, ALPHA, OUT };

struct plan {
    int64_t blocks; /* 0: nothing to do */
    int kernel;
    float alpha;
    int64_t tiling[SCALING_TILING_SIZE];
};

/* ---- Check ----------------------------------------------------------------------------------- */

static aclnnStatus check_equal_shapes(const struct tensor *self, const struct tensor *out)
{
    char from[160];
    char to[160];
    bool same = self->rank == out->rank;
    for (int i = 0; same && i < self->rank; i++)
        same = self->dims[i] == out->dims[i];
    if (same)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of out is %s; that of self, %s, is required",
                  dims_describe(out->dims, out->rank, to, sizeof to),
                  dims_describe(self->dims, self->rank, from, sizeof from));
}

static aclnnStatus check_dense(const struct tensor *tensor, const char *name)
{
    if (view_is_dense(tensor))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the elements of %s do not lie one after another, as they must", name);
}

static aclnnStatus check(const struct tensor *self, const struct tensor *out)
{
    aclnnStatus status = tensor_check_float(self, argument_named("self"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_float(out, argument_named("out"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(self, argument_named("self"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(out, argument_named("out"));
    if (status == ACLNN_SUCCESS)
        status = check_equal_shapes(self, out);
    if (status == ACLNN_SUCCESS)
        status = check_dense(self, "self");
    if (status == ACLNN_SUCCESS)
        status = check_dense(out, "out");
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(self, argument_named("self"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(out, argument_named("out"));
    return status;
}

/* ---- The work -------------------------------------------------------------------------------- */

static int choose_kernel(bool from_bfloat16, bool to_bfloat16)
{
    if (from_bfloat16)
        return to_bfloat16 ? KERNEL_SCALING_SCALE_BFLOAT16_BFLOAT16
                           : KERNEL_SCALING_SCALE_BFLOAT16_FLOAT32;
    return to_bfloat16 ? KERNEL_SCALING_SCALE_FLOAT32_BFLOAT16
                       : KERNEL_SCALING_SCALE_FLOAT32_FLOAT32;
}

static void make_plan(const struct tensor *self, float alpha, const struct tensor *out,
                      struct plan *plan)
{
    int64_t count = 0;
    memset(plan, 0, sizeof *plan);
    tensor_element_count(self, &count);
    int64_t blocks = count / ELEMENTS_A_BLOCK + (count > 0);
    plan->blocks = blocks > MAX_BLOCKS ? MAX_BLOCKS : blocks;
    plan->kernel = choose_kernel(self->type == ACL_BF16, out->type == ACL_BF16);
    plan->alpha = alpha;
    plan->tiling[SCALING_TILING_COUNT] = count;
}

static void run(struct launch *launch, struct task_failure *failure)
{
    struct plan plan;
    (void)failure;
    memcpy(&plan, launch_call(launch)->plan, sizeof plan);
    const int64_t arguments[SCALING_ARGUMENT_COUNT] = {
        [SCALING_ARGUMENT_SELF] = (int64_t)(intptr_t)launch_tensor(launch, SELF),
        [SCALING_ARGUMENT_OUT] = (int64_t)(intptr_t)launch_tensor(launch, OUT),
        [SCALING_ARGUMENT_ALPHA] = (int64_t)(intptr_t)&plan.alpha,
    };
    if (plan.blocks > 0)
        ai_cores_run(plan.kernel, plan.blocks, plan.tiling, arguments);
}

static aclnnStatus check_call(struct call *call)
{
    struct plan plan;
    aclnnStatus status = check_given(call, SELF);
    if (status == ACLNN_SUCCESS)
        status = check_given(call, OUT);
    if (status == ACLNN_SUCCESS)
        status = check(call_tensor(call, SELF), call_tensor(call, OUT));
    if (status != ACLNN_SUCCESS)
        return status;
    make_plan(call_tensor(call, SELF), (float)call->arguments[ALPHA].real, call_tensor(call, OUT),
              &plan);
    return call_keep_plan(call, &plan, sizeof plan);
}

static const struct parameter parameters[] = {
    [SELF] = {"self", ARGUMENT_TENSOR, ROLE_IN, false},
    [ALPHA] = {"alpha", ARGUMENT_REAL, ROLE_IN, false},
    [OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator scale = {
    .name = "aclnnExtScale",
    .parameters = parameters,
    .parameter_count = 3,
    .check = check_call,
    .run = run,
};

/* ---- The two phases -------------------------------------------------------------------------- */

aclnnStatus aclnnExtScaleGetWorkspaceSizeImpl(const aclTensor *self, float alpha,
                                              const aclTensor *out, uint64_t *workspaceSize,
                                              aclOpExecutor **executor)
{
    const union given given[] = {{self}, {.real = given_float(alpha)}, {out}};
    return operator_size(&scale, given, workspaceSize, executor);
}

aclnnStatus aclnnExtScaleImpl(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                              aclrtStream stream)
{
    return operator_run(&scale, workspace, workspaceSize, executor, stream);
}
