/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtSumToShape: sums over the dimensions that a smaller shape broadcasts. */
#include <inttypes.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/executor.h"
#include "impl.h"
#include "kernels.h"
#include "ops/common/check.h"
#include "ops/index/indices.h"
#include "ops/tensor_checks.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"
#include "declared/common.h"

#define TILING(field) REDUCTION_TILING_##field
#define MAX_RANK REDUCTION_MAXIMUM_RANK

/* A block must be worth waking a thread for. */
#define ELEMENTS_A_BLOCK 65536
#define MAX_BLOCKS 64

enum { SELF, OUT };

/* Pieces of the kernels' partial sums go by way of scratch when there are several runs. */
struct plan {
    int64_t blocks; /* 0: nothing to do */
    int kernel;
    int last_kernel;  /* adds up the runs */
    uint64_t scratch; /* bytes; 0 when one run is enough */
    int64_t tiling[REDUCTION_TILING_SIZE];
    int64_t last_tiling[REDUCTION_TILING_SIZE];
};

/* ---- Check ----------------------------------------------------------------------------------- */

static aclnnStatus check_shapes(const struct tensor *self, const struct tensor *out)
{
    char from[160];
    char to[160];
    int lead = self->rank - out->rank;
    bool fits = lead >= 0;
    for (int i = 0; fits && i < out->rank; i++)
        fits = out->dims[i] == 1 || out->dims[i] == self->dims[lead + i];
    if (fits)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s, that of self %s; aligned with the last dimensions of "
                  "self, each of out must be self's own or 1, and there may be no more of them",
                  dims_describe(out->dims, out->rank, to, sizeof to),
                  dims_describe(self->dims, self->rank, from, sizeof from));
}

static aclnnStatus check(const struct tensor *self, const struct tensor *out)
{
    aclnnStatus status = tensor_check_float(self, argument_named("self"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_float(out, argument_named("out"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_rank(self, argument_named("self"), 0, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(self, argument_named("self"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_rank(out, argument_named("out"), 0, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_dims(out, argument_named("out"));
    if (status == ACLNN_SUCCESS)
        status = check_shapes(self, out);
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(self, argument_named("self"));
    if (status == ACLNN_SUCCESS)
        status = tensor_check_format(out, argument_named("out"));
    if (status == ACLNN_SUCCESS && tensor_overlaps_itself(out))
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "the strides of out let elements share memory; each needs its own");
    return status;
}

/* ---- Dimensions ------------------------------------------------------------------------------ */

/* Those that are kept, with the distances in both tensors. */
struct kept {
    int count;
    int64_t dims[MAX_RANK];
    int64_t strides[MAX_RANK];
    int64_t out_strides[MAX_RANK];
};

/* Ones are left out, and a dimension that continues the one before in both tensors is joined. */
static void keep(struct kept *kept, int64_t dim, int64_t stride, int64_t out_stride)
{
    int64_t joined = 0;
    int64_t out_joined = 0;
    int last = kept->count - 1;
    if (dim == 1)
        return;
    if (last >= 0 && !__builtin_mul_overflow(dim, stride, &joined) &&
        !__builtin_mul_overflow(dim, out_stride, &out_joined) && kept->strides[last] == joined &&
        kept->out_strides[last] == out_joined) {
        kept->dims[last] *= dim;
    } else {
        last = kept->count++;
        kept->dims[last] = dim;
    }
    kept->strides[last] = stride;
    kept->out_strides[last] = out_stride;
}

/* The columns: elements that are neighbours in self if there are any, else the last dimension. */
static int choose_columns(const struct kept *kept)
{
    for (int i = kept->count - 1; i >= 0; i--)
        if (kept->strides[i] == 1)
            return i;
    return kept->count - 1;
}

static void fill_kept(const struct kept *kept, int64_t *t)
{
    int columns = choose_columns(kept);
    int64_t rank = 0;
    t[TILING(OUTER)] = 1;
    t[TILING(COLUMNS)] = 1;
    for (int i = 0; i < kept->count; i++) {
        if (i == columns) {
            t[TILING(COLUMNS)] = kept->dims[i];
            t[TILING(COLUMN_STRIDE)] = kept->strides[i];
            t[TILING(COLUMN_OUT_STRIDE)] = kept->out_strides[i];
            continue;
        }
        t[TILING(OUTER)] *= kept->dims[i];
        t[TILING(OUTER_DIMS) + rank] = kept->dims[i];
        t[TILING(OUTER_STRIDES) + rank] = kept->strides[i];
        t[TILING(OUTER_OUT_STRIDES) + rank] = kept->out_strides[i];
        rank++;
    }
    if (rank == 0)
        t[TILING(OUTER_DIMS)] = 1;
    t[TILING(OUTER_RANK)] = rank > 0 ? rank : 1;
}

/* out has elements. */
static void fill_tiling(const struct tensor *self, const struct tensor *out, int64_t *t)
{
    struct kept kept = {.count = 0};
    int64_t dims[MAX_RANK];
    int64_t strides[MAX_RANK];
    int reduced = 0;
    int64_t elements = 0;
    for (int i = 0; i < self->rank; i++) {
        int j = i - (self->rank - out->rank);
        if (j >= 0 && out->dims[j] == self->dims[i]) {
            keep(&kept, self->dims[i], self->strides[i], out->strides[j]);
        } else {
            dims[reduced] = self->dims[i];
            strides[reduced++] = self->strides[i];
        }
    }
    fill_kept(&kept, t);
    tensor_element_count(self, &elements);
    t[TILING(COUNT)] = elements > 0 ? 1 : 0;
    for (int i = 0; elements > 0 && i < reduced; i++)
        t[TILING(COUNT)] *= dims[i];
    t[TILING(REDUCED_RANK)] = collapse_dims(dims, strides, elements > 0 ? reduced : 0,
                                            &t[TILING(REDUCED_DIMS)], &t[TILING(REDUCED_STRIDES)]);
    t[TILING(RUN)] = REDUCTION_RUN_LENGTH;
}

/* ---- Plan ------------------------------------------------------------------------------------ */

static int choose_copy(bool from_bfloat16, bool to_bfloat16)
{
    if (from_bfloat16)
        return to_bfloat16 ? KERNEL_REDUCTION_COPY_BITS16 : KERNEL_REDUCTION_COPY_BFLOAT16_FLOAT32;
    return to_bfloat16 ? KERNEL_REDUCTION_COPY_FLOAT32_BFLOAT16 : KERNEL_REDUCTION_COPY_BITS32;
}

static int choose_sum(bool from_bfloat16, bool to_bfloat16)
{
    if (from_bfloat16)
        return to_bfloat16 ? KERNEL_REDUCTION_SUM_BFLOAT16_BFLOAT16
                           : KERNEL_REDUCTION_SUM_BFLOAT16_FLOAT32;
    return to_bfloat16 ? KERNEL_REDUCTION_SUM_FLOAT32_BFLOAT16
                       : KERNEL_REDUCTION_SUM_FLOAT32_FLOAT32;
}

static int64_t blocks_for(int64_t elements)
{
    int64_t worth = elements / ELEMENTS_A_BLOCK;
    return clamp(worth, 1, MAX_BLOCKS);
}

/*
 * The runs of an element of out come to lie in scratch, [run][row of outer][column] in float32, and
 * are then added up like the elements before them.
 */
static void split_into_runs(struct plan *plan, int64_t runs)
{
    int64_t *t = plan->tiling;
    int64_t *last = plan->last_tiling;
    int64_t outputs = t[TILING(OUTER)] * t[TILING(COLUMNS)];
    memcpy(last, t, sizeof plan->tiling);
    int64_t stride = t[TILING(COLUMNS)];
    for (int64_t i = t[TILING(OUTER_RANK)] - 1; i >= 0; i--) {
        t[TILING(OUTER_OUT_STRIDES) + i] = stride;
        last[TILING(OUTER_STRIDES) + i] = stride;
        stride *= t[TILING(OUTER_DIMS) + i];
    }
    t[TILING(COLUMN_OUT_STRIDE)] = 1;
    t[TILING(RUN_STRIDE)] = outputs;
    last[TILING(COLUMN_STRIDE)] = 1;
    last[TILING(COUNT)] = runs;
    last[TILING(RUN)] = runs;
    last[TILING(REDUCED_RANK)] = 1;
    last[TILING(REDUCED_DIMS)] = runs;
    last[TILING(REDUCED_STRIDES)] = outputs;
    /* Fits: self has at least RUN_LENGTH / 2 elements for each of them. */
    plan->scratch = (uint64_t)(runs * outputs) * sizeof(float);
}

static void make_plan(const struct tensor *self, const struct tensor *out, struct plan *plan)
{
    bool from_bfloat16 = self->type == ACL_BF16;
    bool to_bfloat16 = out->type == ACL_BF16;
    int64_t outputs = 0;
    int64_t elements = 0;
    int64_t *t = plan->tiling;
    memset(plan, 0, sizeof *plan);
    tensor_element_count(self, &elements);
    tensor_element_count(out, &outputs);
    if (outputs == 0)
        return;
    plan->blocks = blocks_for(elements > outputs ? elements : outputs);
    fill_tiling(self, out, t);
    int64_t runs = t[TILING(COUNT)] / REDUCTION_RUN_LENGTH +
                   (t[TILING(COUNT)] % REDUCTION_RUN_LENGTH != 0);
    if (t[TILING(COUNT)] == 1) {
        plan->kernel = choose_copy(from_bfloat16, to_bfloat16);
    } else if (runs <= 1) {
        plan->kernel = choose_sum(from_bfloat16, to_bfloat16);
    } else {
        plan->kernel = choose_sum(from_bfloat16, false);
        plan->last_kernel = choose_sum(false, to_bfloat16);
        split_into_runs(plan, runs);
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static void run_kernel(int kernel, int64_t blocks, const int64_t *tiling, const char *self,
                       const char *out)
{
    const int64_t arguments[REDUCTION_ARGUMENT_COUNT] = {
        [REDUCTION_ARGUMENT_SELF] = (int64_t)(intptr_t)self,
        [REDUCTION_ARGUMENT_OUT] = (int64_t)(intptr_t)out,
    };
    ai_cores_run(kernel, blocks, tiling, arguments);
}

static void run(struct launch *launch, struct task_failure *failure)
{
    struct plan plan;
    memcpy(&plan, launch_call(launch)->plan, sizeof plan);
    const char *self = launch_tensor(launch, SELF);
    const char *out = launch_tensor(launch, OUT);
    if (plan.blocks == 0)
        return;
    if (plan.scratch == 0) {
        run_kernel(plan.kernel, plan.blocks, plan.tiling, self, out);
        return;
    }
    const char *runs = launch_scratch(launch, plan.scratch, failure);
    if (runs == NULL)
        return;
    run_kernel(plan.kernel, plan.blocks, plan.tiling, self, runs);
    run_kernel(plan.last_kernel, blocks_for((int64_t)(plan.scratch / sizeof(float))),
               plan.last_tiling, runs, out);
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
    make_plan(call_tensor(call, SELF), call_tensor(call, OUT), &plan);
    return call_keep_plan(call, &plan, sizeof plan);
}

static const struct parameter parameters[] = {
    [SELF] = {"self", ARGUMENT_TENSOR, ROLE_IN, false},
    [OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator sum_to_shape = {
    .name = "aclnnExtSumToShape",
    .parameters = parameters,
    .parameter_count = 2,
    .outputs_apart = true,
    .check = check_call,
    .run = run,
};

/* ---- The two phases -------------------------------------------------------------------------- */

aclnnStatus aclnnExtSumToShapeGetWorkspaceSizeImpl(const aclTensor *self, const aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor)
{
    const union given given[] = {{self}, {out}};
    return operator_size(&sum_to_shape, given, workspaceSize, executor);
}

aclnnStatus aclnnExtSumToShapeImpl(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream)
{
    return operator_run(&sum_to_shape, workspace, workspaceSize, executor, stream);
}
