/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnExtBinaryUnpack: packed signs as numbers. aclnnExtBinaryEmbedding: those of the rows that
 * indices name.
 */
#include <inttypes.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "impl.h"
#include "ops/binary_signs.h"
#include "ops/common/check.h"
#include "ops/index/indices.h"
#include "ops/common/non_temporal.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"
#include "vector/memory.h"
#include "declared/common.h"

#define TILING(field) BINARY_TILING(field)
#define ARGUMENT(name) BINARY_ARGUMENT(name)
#define MAX_RANK BINARY_EMBEDDING_MAXIMUM_RANK

struct plan {
    int kernel;
    int64_t blocks; /* 0: nothing to do */
    int64_t tiling[BINARY_EMBEDDING_TILING_SIZE];
};

/* The operands of both; the names are those of the errors. Unpack has no indices. */
struct operands {
    const struct tensor *indices;
    const struct tensor *packed;
    const struct tensor *scale; /* may be NULL */
    const struct tensor *out;
};

/* ---- Check ----------------------------------------------------------------------------------- */

static aclnnStatus check_scale_type(const struct operands *a, const char *name)
{
    if (a->scale == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = binary_check_float(a->scale, name);
    if (status == ACLNN_SUCCESS && a->scale->type != a->out->type)
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of out is %s, that of %s is %s; they must be the same",
                        data_type_name(a->out->type), name, data_type_name(a->scale->type));
    return status;
}

static aclnnStatus check_data_types(const struct operands *a, const char *packed, const char *scale)
{
    aclnnStatus status = ACLNN_SUCCESS;
    if (a->indices != NULL)
        status = binary_check_index(a->indices, "indices");
    if (status == ACLNN_SUCCESS)
        status = binary_check_packed(a->packed, packed);
    if (status == ACLNN_SUCCESS)
        status = binary_check_float(a->out, "out");
    if (status == ACLNN_SUCCESS)
        status = check_scale_type(a, scale);
    return status;
}

static aclnnStatus check_views(const struct operands *a, const char *packed, const char *scale)
{
    aclnnStatus status = ACLNN_SUCCESS;
    int lowest = a->indices != NULL ? 2 : 1;
    int highest = a->indices != NULL ? 2 : MAX_RANK;
    if (a->indices != NULL)
        status = binary_check_view(a->indices, "indices", 0, MAX_RANK - 1);
    if (status == ACLNN_SUCCESS)
        status = binary_check_view(a->packed, packed, lowest, highest);
    if (status == ACLNN_SUCCESS && a->scale != NULL)
        status = binary_check_view(a->scale, scale, lowest, highest);
    if (status == ACLNN_SUCCESS)
        status = binary_check_view(a->out, "out", 1, MAX_RANK);
    return status;
}

static aclnnStatus check_shapes(const struct operands *a, const char *packed, const char *scale)
{
    const struct tensor *rows = a->indices != NULL ? a->indices : a->packed;
    int rank = a->indices != NULL ? a->indices->rank : a->packed->rank - 1;
    int64_t columns = a->out->dims[a->out->rank - 1];
    int64_t width = a->packed->dims[a->packed->rank - 1];
    aclnnStatus status = ACLNN_SUCCESS;
    if (a->scale != NULL)
        status = binary_check_shape(a->scale, scale, a->packed, a->packed->rank - 1, 1,
                                    "a number for each row of packed signs");
    if (status == ACLNN_SUCCESS)
        status = binary_check_shape(a->out, "out", rows, rank, columns,
                                    a->indices != NULL ? "that of indices and the columns"
                                                       : "that of packed but for the columns");
    if (status == ACLNN_SUCCESS && binary_width(columns) > width)
        status = report(ACLNN_ERR_PARAM_INVALID,
                        "out has %" PRId64 " column(s); the %" PRId64 " byte(s) of a row of %s "
                        "hold 8 each",
                        columns, width, packed);
    return status;
}

static aclnnStatus check(const struct operands *a, const char *packed, const char *scale)
{
    aclnnStatus status = check_data_types(a, packed, scale);
    if (status == ACLNN_SUCCESS)
        status = check_views(a, packed, scale);
    if (status == ACLNN_SUCCESS)
        status = check_shapes(a, packed, scale);
    if (status == ACLNN_SUCCESS)
        status = binary_check_out(a->out);
    return status;
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* 1 as a number of the type. */
static int64_t one_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT: return 0x3F800000;
    case ACL_FLOAT16: return 0x3C00;
    case ACL_BF16: return 0x3F80;
    default: return 0x3FF0000000000000;
    }
}

static int kernel_of(int64_t element_bytes)
{
    return element_bytes == 2   ? KERNEL_BINARY_EMBEDDING_UNPACK_2
           : element_bytes == 4 ? KERNEL_BINARY_EMBEDDING_UNPACK_4
                                : KERNEL_BINARY_EMBEDDING_UNPACK_8;
}

static void make_plan(const struct operands *a, struct plan *plan)
{
    int64_t *t = plan->tiling;
    int64_t elements = 0;
    int64_t columns = a->out->dims[a->out->rank - 1];
    int64_t element_bytes = data_type_bits(a->out->type) / 8;
    tensor_element_count(a->out, &elements);
    memset(plan, 0, sizeof *plan);
    plan->kernel = kernel_of(element_bytes);
    if (elements == 0)
        return;
    bool is_dense = view_is_dense(a->out);
    double bytes = (double)elements * (double)element_bytes;
    bool is_one_row = is_dense && a->indices == NULL && a->scale == NULL && columns % 8 == 0 &&
                      columns / 8 == a->packed->dims[a->packed->rank - 1] &&
                      view_is_dense(a->packed);
    t[TILING(ROWS)] = is_one_row ? 1 : elements / columns;
    t[TILING(COLUMNS)] = is_one_row ? elements : columns;
    t[TILING(WEIGHTS)] = a->packed->dims[0];
    t[TILING(INPUT_COLUMN_STRIDE)] = is_one_row ? 1 : binary_column_stride(a->packed);
    binary_rows(a->packed, &t[TILING(INPUT_RANK)], &t[TILING(INPUT_DIMS)],
                &t[TILING(INPUT_STRIDES)]);
    binary_rows(a->out, &t[TILING(OUT_RANK)], &t[TILING(OUT_DIMS)], &t[TILING(OUT_STRIDES)]);
    t[TILING(INDEX_TYPE)] = binary_index_type(a->indices);
    if (a->indices != NULL)
        t[TILING(INDEX_RANK)] = collapse_dims(a->indices->dims, a->indices->strides,
                                              a->indices->rank, &t[TILING(INDEX_DIMS)],
                                              &t[TILING(INDEX_STRIDES)]);
    t[TILING(SCALE_TYPE)] = binary_scale_type(a->scale);
    if (a->scale != NULL)
        binary_rows(a->scale, &t[TILING(SCALE_RANK)], &t[TILING(SCALE_DIMS)],
                    &t[TILING(SCALE_STRIDES)]);
    t[TILING(ONE)] = one_of(a->out->type);
    t[TILING(STREAM)] = is_dense && bytes > (double)STREAMED_BYTES;
    plan->blocks = binary_blocks(bytes);
}

/* ---- The two phases -------------------------------------------------------------------------- */

enum { PACKED, SCALE, OUT };
enum { INDICES, QWEIGHT, EMBED_SCALE, EMBEDDING_OUT };

/* What of a call is where: parameters by position, the indices first where there are any. */
struct positions {
    int indices; /* -1: none */
    int packed;
    int scale;
    int out;
};

static const struct positions unpack_positions = {-1, PACKED, SCALE, OUT};
static const struct positions embedding_positions = {INDICES, QWEIGHT, EMBED_SCALE, EMBEDDING_OUT};

/* The first row whose index is out of range, or -1. */
static int64_t launch_kernel(const struct launch *launch, const struct positions *at,
                             uint64_t *weights)
{
    struct plan plan;
    int64_t errors[BINARY_MAX_BLOCKS];
    char *out = launch_tensor(launch, at->out);
    memcpy(&plan, launch_call(launch)->plan, sizeof plan);
    const int64_t arguments[BINARY_EMBEDDING_ARGUMENT_COUNT] = {
        [ARGUMENT(INPUT)] = (int64_t)(intptr_t)launch_tensor(launch, at->packed),
        [ARGUMENT(INDICES)] = at->indices < 0
                                  ? 0
                                  : (int64_t)(intptr_t)launch_tensor(launch, at->indices),
        [ARGUMENT(SCALE)] = (int64_t)(intptr_t)launch_tensor(launch, at->scale),
        [ARGUMENT(OUT)] = (int64_t)(intptr_t)out,
        [ARGUMENT(ERRORS)] = (int64_t)(intptr_t)errors,
    };
    *weights = (uint64_t)plan.tiling[TILING(WEIGHTS)];
    if (plan.blocks == 0)
        return -1;
    if ((uintptr_t)out % NON_TEMPORAL_ALIGNMENT != 0)
        plan.tiling[TILING(STREAM)] = 0;
    ai_cores_run(plan.kernel, plan.blocks, plan.tiling, arguments);
    return index_kernel_first_bad_row(errors, plan.blocks, plan.tiling[TILING(ROWS)]);
}

static void run_unpack(struct launch *launch, struct task_failure *failure)
{
    uint64_t weights = 0;
    (void)failure;
    launch_kernel(launch, &unpack_positions, &weights);
}

static void run_embedding(struct launch *launch, struct task_failure *failure)
{
    uint64_t weights = 0;
    int64_t bad = launch_kernel(launch, &embedding_positions, &weights);
    if (bad >= 0)
        binary_fail_on_index(launch, INDICES, bad, weights, failure);
}

static aclnnStatus check_call(struct call *call, const struct positions *at)
{
    struct plan plan;
    const struct parameter *parameters = call->operator->parameters;
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; status == ACLNN_SUCCESS && i < call->operator->parameter_count; i++)
        if (i != at->scale)
            status = check_given(call, i);
    const struct operands a = {at->indices < 0 ? NULL : call_tensor(call, at->indices),
                               call_tensor(call, at->packed), call_tensor(call, at->scale),
                               call_tensor(call, at->out)};
    if (status == ACLNN_SUCCESS)
        status = check(&a, parameters[at->packed].name, parameters[at->scale].name);
    if (status != ACLNN_SUCCESS)
        return status;
    make_plan(&a, &plan);
    return call_keep_plan(call, &plan, sizeof plan);
}

static aclnnStatus check_unpack(struct call *call)
{
    return check_call(call, &unpack_positions);
}

static aclnnStatus check_embedding(struct call *call)
{
    return check_call(call, &embedding_positions);
}

static const struct parameter unpack_parameters[] = {
    [PACKED] = {"packed", ARGUMENT_TENSOR, ROLE_IN, false},
    [SCALE] = {"scale", ARGUMENT_TENSOR, ROLE_IN, true},
    [OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator binary_unpack = {
    .name = "aclnnExtBinaryUnpack",
    .parameters = unpack_parameters,
    .parameter_count = 3,
    .outputs_apart = true,
    .check = check_unpack,
    .run = run_unpack,
};

static const struct parameter embedding_parameters[] = {
    [INDICES] = {"indices", ARGUMENT_TENSOR, ROLE_IN, false},
    [QWEIGHT] = {"qweight", ARGUMENT_TENSOR, ROLE_IN, false},
    [EMBED_SCALE] = {"embedScale", ARGUMENT_TENSOR, ROLE_IN, true},
    [EMBEDDING_OUT] = {"out", ARGUMENT_TENSOR, ROLE_OUT, false},
};

static const struct operator binary_embedding = {
    .name = "aclnnExtBinaryEmbedding",
    .parameters = embedding_parameters,
    .parameter_count = 4,
    .outputs_apart = true,
    .check = check_embedding,
    .run = run_embedding,
};

aclnnStatus aclnnExtBinaryUnpackGetWorkspaceSizeImpl(const aclTensor *packed,
                                                     const aclTensor *scale, const aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor)
{
    const union given given[] = {{packed}, {scale}, {out}};
    return operator_size(&binary_unpack, given, workspaceSize, executor);
}

aclnnStatus aclnnExtBinaryUnpackImpl(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream)
{
    return operator_run(&binary_unpack, workspace, workspaceSize, executor, stream);
}

aclnnStatus aclnnExtBinaryEmbeddingGetWorkspaceSizeImpl(
    const aclTensor *indices, const aclTensor *qweight, const aclTensor *embedScale,
    const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor)
{
    const union given given[] = {{indices}, {qweight}, {embedScale}, {out}};
    return operator_size(&binary_embedding, given, workspaceSize, executor);
}

aclnnStatus aclnnExtBinaryEmbeddingImpl(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream)
{
    return operator_run(&binary_embedding, workspace, workspaceSize, executor, stream);
}
