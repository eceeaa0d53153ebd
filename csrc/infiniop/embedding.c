/* SPDX-License-Identifier: Apache-2.0 */
/* infiniopEmbedding: selects rows of a table by index. */
#include "base/report.h"
#include "impl/infiniop/ops/embedding.h"
#include "infiniop/operator.h"
#include "ops/embedding/rows_list.h"

#define MAX_RANK EMBEDDING_MAXIMUM_RANK

/* Operands are in the sequence of the call. */
enum { OUTPUT, INPUT, WEIGHT, OPERANDS };

static const struct infini_operator embedding = {.name = "infiniopEmbedding"};

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

static infiniStatus_t make_schedule(struct InfiniopDescriptor *descriptor)
{
    int tensors[OPERANDS];
    struct l0_list *list = infini_descriptor_list(descriptor);
    for (int i = 0; i < OPERANDS; i++)
        tensors[i] = l0_user_tensor(list, descriptor->operands[i].name.argument,
                                    &descriptor->tensors[i]);
    embedding_list_rows(list, tensors[WEIGHT], tensors[INPUT], tensors[OUTPUT]);
    return infini_descriptor_schedule(descriptor);
}

static infiniStatus_t make(const struct InfiniopHandle *handle, const struct tensor *tensors,
                           infiniopEmbeddingDescriptor_t *desc_ptr)
{
    static const char *const names[OPERANDS] = {"output", "input", "weight"};
    struct InfiniopDescriptor *descriptor = infini_descriptor_new(&embedding, &handle->object,
                                                                  sizeof *descriptor);
    if (descriptor == NULL)
        return INFINI_STATUS_INTERNAL_ERROR;
    descriptor->operand_count = OPERANDS;
    for (int i = 0; i < OPERANDS; i++)
        infini_set_operand(descriptor, i, names[i], i == OUTPUT ? ROLE_OUT : ROLE_IN, &tensors[i]);
    infiniStatus_t status = make_schedule(descriptor);
    if (status != INFINI_STATUS_SUCCESS) {
        infini_descriptor_free(descriptor);
        return status;
    }
    infini_object_open(&descriptor->object);
    *desc_ptr = descriptor;
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
