/* SPDX-License-Identifier: Apache-2.0 */
/* infiniopEmbedding: rows of a table by index. */
#include <inttypes.h>
#include <string.h>

#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "impl.h"
#include "infiniop/operator.h"
#include "kernels.h"
#include "ops/index/indices.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/layout.h"

#define TILING(field) EMBEDDING_TILING_##field
#define MAX_RANK EMBEDDING_MAXIMUM_RANK

/* A block must be worth waking a thread for. */
#define BYTES_A_BLOCK (256 << 10)
#define MAX_BLOCKS 16

/* The order of the operands is that of the call. */
enum { OUTPUT, INPUT, WEIGHT, OPERANDS };

struct descriptor {
    struct InfiniopDescriptor common;
    int kernel;
    int64_t blocks; /* 0: nothing to do */
    int64_t tiling[EMBEDDING_TILING_SIZE];
};

/* ---- The work -------------------------------------------------------------------------------- */

static void run(struct launch *launch, struct task_failure *failure)
{
    const struct descriptor *descriptor = launch->owner;
    int64_t errors[MAX_BLOCKS];
    const int64_t arguments[EMBEDDING_ARGUMENT_COUNT] = {
        [EMBEDDING_ARGUMENT_WEIGHT] = (int64_t)(intptr_t)launch_address(launch, WEIGHT),
        [EMBEDDING_ARGUMENT_INDICES] = (int64_t)(intptr_t)launch_address(launch, INPUT),
        [EMBEDDING_ARGUMENT_OUT] = (int64_t)(intptr_t)launch_address(launch, OUTPUT),
        [EMBEDDING_ARGUMENT_ERRORS] = (int64_t)(intptr_t)errors,
    };
    if (descriptor->blocks == 0)
        return;
    ai_cores_run(descriptor->kernel, descriptor->blocks, descriptor->tiling, arguments);
    int64_t bad = index_kernel_first_bad_row(errors, descriptor->blocks,
                                             descriptor->tiling[TILING(ROWS)]);
    if (bad >= 0)
        infini_fail_on_index(launch, INPUT, bad, (uint64_t)descriptor->tiling[TILING(WEIGHTS)],
                             failure);
}

static const struct infini_operator embedding = {.name = "infiniopEmbedding", .run = run};

/* ---- Create ---------------------------------------------------------------------------------- */

static infiniStatus_t check_shapes(const struct infini_argument *given)
{
    const struct tensor *input = &given[INPUT].found->tensor;
    int rank = input->rank;
    if (rank >= MAX_RANK)
        return INFINI_REPORT(INFINI_STATUS_BAD_TENSOR_SHAPE,
                             "input_desc has %d dimensions; at most %d are possible", rank,
                             MAX_RANK - 1);
    infiniStatus_t status = infini_check_rank(&given[OUTPUT], rank + 1);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_rank(&given[INPUT], rank);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_rank(&given[WEIGHT], 2);
    for (int i = 0; status == INFINI_STATUS_SUCCESS && i < rank; i++)
        status = infini_check_dim(&given[OUTPUT], i, input->dims[i], "that of input_desc");
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_dim(&given[OUTPUT], rank, given[WEIGHT].found->tensor.dims[1],
                                  "the second one of weight_desc");
    return status;
}

static infiniStatus_t check(const struct infini_argument *given, struct tensor *tensors)
{
    infiniStatus_t status = check_shapes(given);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_number(&given[WEIGHT], &given[WEIGHT]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_number(&given[OUTPUT], &given[WEIGHT]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_integer(&given[INPUT]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_last_stride(&given[OUTPUT], &tensors[OUTPUT]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_last_stride(&given[WEIGHT], &tensors[WEIGHT]);
    if (status == INFINI_STATUS_SUCCESS)
        status = infini_check_no_overlap(&given[OUTPUT]);
    if (status == INFINI_STATUS_SUCCESS)
        tensors[INPUT] = given[INPUT].found->tensor;
    return status;
}

static void fill_tiling(struct descriptor *descriptor, const struct tensor *tensors)
{
    int64_t *t = descriptor->tiling;
    const struct tensor *output = &tensors[OUTPUT];
    const struct tensor *input = &tensors[INPUT];
    int64_t bytes = data_type_bits(output->type) / 8;
    tensor_element_count(input, &t[TILING(ROWS)]);
    t[TILING(ROW_BYTES)] = output->dims[output->rank - 1] * bytes;
    t[TILING(WEIGHTS)] = tensors[WEIGHT].dims[0];
    /* Fits: the extent of the view does, unless there is one row only, or rows have no elements. */
    bool apart = t[TILING(WEIGHTS)] > 1 && t[TILING(ROW_BYTES)] > 0;
    t[TILING(WEIGHT_STRIDE)] = apart ? tensors[WEIGHT].strides[0] * bytes : 0;
    t[TILING(INDEX_RANK)] = collapse_dims(input->dims, input->strides, input->rank,
                                          &t[TILING(INDEX_DIMS)], &t[TILING(INDEX_STRIDES)]);
    t[TILING(OUT_RANK)] = collapse_dims(output->dims, output->strides, output->rank - 1,
                                        &t[TILING(OUT_DIMS)], &t[TILING(OUT_STRIDES)]);
    for (int64_t i = 0; i < t[TILING(OUT_RANK)]; i++)
        t[TILING(OUT_STRIDES) + i] *= t[TILING(ROW_BYTES)] > 0 ? bytes : 0;
}

static infiniStatus_t make(const struct InfiniopHandle *handle, const struct tensor *tensors,
                           infiniopEmbeddingDescriptor_t *desc_ptr)
{
    static const char *const names[OPERANDS] = {"output", "input", "weight"};
    struct descriptor *descriptor = infini_descriptor_new(&embedding, &handle->object,
                                                          sizeof *descriptor);
    int64_t indices = 0;
    if (descriptor == NULL)
        return INFINI_STATUS_INTERNAL_ERROR;
    descriptor->common.operand_count = OPERANDS;
    for (int i = 0; i < OPERANDS; i++)
        infini_set_operand(&descriptor->common, i, names[i], i == OUTPUT ? ROLE_OUT : ROLE_IN,
                           &tensors[i]);
    descriptor->kernel = index_kernel_functions(tensors[INPUT].type)->gather;
    tensor_element_count(&tensors[INPUT], &indices);
    if (indices > 0) {
        fill_tiling(descriptor, tensors);
        const int64_t *t = descriptor->tiling;
        int64_t worth = t[TILING(ROWS)] * t[TILING(ROW_BYTES)] / BYTES_A_BLOCK;
        descriptor->blocks = clamp(worth, 1, MAX_BLOCKS);
    }
    infini_object_open(&descriptor->common.object);
    *desc_ptr = &descriptor->common;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infiniopCreateEmbeddingDescriptorImpl(infiniopHandle_t handle,
                                                     infiniopEmbeddingDescriptor_t *desc_ptr,
                                                     infiniopTensorDescriptor_t output_desc,
                                                     infiniopTensorDescriptor_t input_desc,
                                                     infiniopTensorDescriptor_t weight_desc)
{
    struct tensor tensors[OPERANDS];
    struct InfiniopHandle *pinned = NULL;
    struct infini_argument given[OPERANDS] = {{"output_desc", output_desc, NULL},
                                              {"input_desc", input_desc, NULL},
                                              {"weight_desc", weight_desc, NULL}};
    infiniStatus_t status = infini_acquire_arguments(handle, &pinned, desc_ptr, given, OPERANDS);
    if (status == INFINI_STATUS_SUCCESS)
        status = check(given, tensors);
    if (status == INFINI_STATUS_SUCCESS)
        status = make(pinned, tensors, desc_ptr);
    infini_release_arguments(pinned, given, OPERANDS);
    return status;
}

/* ---- The call -------------------------------------------------------------------------------- */

infiniStatus_t infiniopEmbeddingImpl(infiniopEmbeddingDescriptor_t desc, void *output,
                                     const void *input, const void *weight, void *stream)
{
    const void *const pointers[OPERANDS] = {output, input, weight};
    return infini_operator_call(&embedding, desc, pointers, OPERANDS, stream);
}

infiniStatus_t infiniopDestroyEmbeddingDescriptorImpl(infiniopEmbeddingDescriptor_t desc)
{
    return infini_operator_destroy(&embedding, desc);
}
