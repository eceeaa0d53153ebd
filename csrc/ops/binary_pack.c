/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtBinaryPack: the signs of a tensor as bits. */
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "impl.h"
#include "ops/binary_signs.h"
#include "ops/common/check.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"
#include "declared/common.h"

#define TILING(field) BINARY_TILING(field)
#define ARGUMENT(name) BINARY_ARGUMENT(name)
#define MAX_RANK BINARY_EMBEDDING_MAXIMUM_RANK

enum { X, OUT };

struct plan {
    int kernel;
    int64_t blocks; /* 0: nothing to do */
    int64_t tiling[BINARY_EMBEDDING_TILING_SIZE];
};

/* -1 for types that have no order. */
static int kernel_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return KERNEL_BINARY_EMBEDDING_PACK_FLOAT32;
    case ACL_FLOAT16: return KERNEL_BINARY_EMBEDDING_PACK_FLOAT16;
    case ACL_BF16: return KERNEL_BINARY_EMBEDDING_PACK_BFLOAT16;
    case ACL_DOUBLE: return KERNEL_BINARY_EMBEDDING_PACK_FLOAT64;
    case ACL_INT8: return KERNEL_BINARY_EMBEDDING_PACK_INT8;
    case ACL_INT16: return KERNEL_BINARY_EMBEDDING_PACK_INT16;
    case ACL_INT32: return KERNEL_BINARY_EMBEDDING_PACK_INT32;
    case ACL_INT64: return KERNEL_BINARY_EMBEDDING_PACK_INT64;
    case ACL_UINT8:
    case ACL_UINT16:
    case ACL_UINT32:
    case ACL_UINT64:
    case ACL_BOOL: return KERNEL_BINARY_EMBEDDING_PACK_UNSIGNED;
    default: return -1;
    }
}

static aclnnStatus check_type(const struct tensor *x)
{
    if (kernel_of(x->type) >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of x is %s; [DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, "
                  "DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, "
                  "DT_BOOL] are supported",
                  data_type_name(x->type));
}

static aclnnStatus check(const struct tensor *x, const struct tensor *out)
{
    aclnnStatus status = check_type(x);
    if (status == ACLNN_SUCCESS)
        status = binary_check_packed(out, "out");
    if (status == ACLNN_SUCCESS)
        status = binary_check_view(x, "x", 1, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = binary_check_view(out, "out", 1, MAX_RANK);
    if (status == ACLNN_SUCCESS)
        status = binary_check_shape(out, "out", x, x->rank - 1, binary_width(x->dims[x->rank - 1]),
                                    "that of x with ceil(K / 8) in place of its last dimension K");
    if (status == ACLNN_SUCCESS)
        status = binary_check_out(out);
    return status;
}

static void make_plan(const struct tensor *x, const struct tensor *out, struct plan *plan)
{
    int64_t *t = plan->tiling;
    int64_t elements = 0;
    int64_t columns = x->dims[x->rank - 1];
    tensor_element_count(x, &elements);
    memset(plan, 0, sizeof *plan);
    plan->kernel = kernel_of(x->type);
    if (elements == 0)
        return;
    /* Rows without a gap are one row, so that vectors do not end with each. */
    bool is_one_row = columns % 8 == 0 && view_is_dense(x) && view_is_dense(out);
    t[TILING(ROWS)] = is_one_row ? 1 : elements / columns;
    t[TILING(COLUMNS)] = is_one_row ? elements : columns;
    t[TILING(INPUT_COLUMN_STRIDE)] = binary_column_stride(x);
    binary_rows(x, &t[TILING(INPUT_RANK)], &t[TILING(INPUT_DIMS)], &t[TILING(INPUT_STRIDES)]);
    binary_rows(out, &t[TILING(OUT_RANK)], &t[TILING(OUT_DIMS)], &t[TILING(OUT_STRIDES)]);
    if (is_one_row)
        t[TILING(INPUT_COLUMN_STRIDE)] = 1;
    plan->blocks = binary_blocks((double)elements * (double)data_type_bits(x->type) / 8);
}

/* ---- The two phases -------------------------------------------------------------------------- */

static void run(struct launch *launch, struct task_failure *failure)
{
    struct plan plan;
    memcpy(&plan, launch_call(launch)->plan, sizeof plan);
    const int64_t arguments[BINARY_EMBEDDING_ARGUMENT_COUNT] = {
        [ARGUMENT(INPUT)] = (int64_t)(intptr_t)launch_tensor(launch, X),
        [ARGUMENT(OUT)] = (int64_t)(intptr_t)launch_tensor(launch, OUT),
    };
    (void)failure;
    if (plan.blocks > 0)
        ai_cores_run(plan.kernel, plan.blocks, plan.tiling, arguments);
}

static aclnnStatus check_call(struct call *call)
{
    struct plan plan;
    aclnnStatus status = check_given(call, X);
    if (status == ACLNN_SUCCESS)
        status = check_given(call, OUT);
    if (status == ACLNN_SUCCESS)
        status = check(call_tensor(call, X), call_tensor(call, OUT));
    if (status != ACLNN_SUCCESS)
        return status;
    make_plan(call_tensor(call, X), call_tensor(call, OUT), &plan);
    return call_keep_plan(call, &plan, sizeof plan);
}

static const struct parameter parameters[] = {
    [X] = {"x", ARGUMENT_TENSOR, ROLE_IN, false},
    [OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator binary_pack = {
    .name = "aclnnExtBinaryPack",
    .parameters = parameters,
    .parameter_count = 2,
    .outputs_apart = true,
    .check = check_call,
    .run = run,
};

aclnnStatus aclnnExtBinaryPackGetWorkspaceSizeImpl(const aclTensor *x, const aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor)
{
    const union given given[] = {{x}, {out}};
    return operator_size(&binary_pack, given, workspaceSize, executor);
}

aclnnStatus aclnnExtBinaryPackImpl(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream)
{
    return operator_run(&binary_pack, workspace, workspaceSize, executor, stream);
}
