/* SPDX-License-Identifier: Apache-2.0 */
/* Executors that run more than once, and how their tensors get new addresses. */
#include "base/handle.h"
#include "base/report.h"
#include "executor/executor.h"
#include "impl/aclnn/acl_meta.h"
#include "tensor/lists.h"

static aclnnStatus acquire(aclOpExecutor *handle, struct executor **out)
{
    if (handle == NULL)
        return report_as("EZ1011", ACLNN_ERR_INNER_NULLPTR,
                         "executor is NULL; a live executor is required");
    *out = handle_acquire(handle, HANDLE_EXECUTOR);
    if (*out != NULL)
        return ACLNN_SUCCESS;
    char what[96];
    return report(ACLNN_ERR_INNER, "executor is %p, %s; a live executor is required",
                  (void *)handle, handle_describe(handle, what, sizeof what));
}

aclnnStatus aclSetAclOpExecutorRepeatableImpl(aclOpExecutor *executor)
{
    struct executor *object = NULL;
    aclnnStatus status = acquire(executor, &object);
    if (status != ACLNN_SUCCESS)
        return status;
    atomic_store(&object->repeatable, true);
    handle_release(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclDestroyAclOpExecutorImpl(aclOpExecutor *executor)
{
    struct executor *object = NULL;
    aclnnStatus status = acquire(executor, &object);
    if (status != ACLNN_SUCCESS)
        return status;
    bool closed = handle_close(executor, HANDLE_EXECUTOR, "aclDestroyAclOpExecutor");
    handle_release(executor);
    return closed ? ACLNN_SUCCESS
                  : report(ACLNN_ERR_INNER, "executor %p is being ended by another thread",
                           (void *)executor);
}

/* CANN changes the address before it checks the executor, so the tensor gets it in any case. */
static aclnnStatus set_address(aclOpExecutor *executor, const aclTensor *handle, void *address)
{
    if (handle == NULL)
        return report_as("EZ1011", ACLNN_ERR_INNER_NULLPTR,
                         "tensor is NULL; a live aclTensor is required");
    struct tensor *tensor = tensor_acquire(handle);
    if (tensor == NULL) {
        char what[96];
        return report(ACLNN_ERR_PARAM_INVALID, "tensor is %p, %s; a live aclTensor is required",
                      (const void *)handle, handle_describe(handle, what, sizeof what));
    }
    tensor_set_address(tensor, address);
    tensor_release(handle);
    struct executor *object = NULL;
    aclnnStatus status = acquire(executor, &object);
    if (status == ACLNN_SUCCESS)
        handle_release(executor);
    return status;
}

static aclnnStatus set_list_address(aclOpExecutor *executor, size_t relative_index,
                                    const aclTensorList *handle, void *address)
{
    if (handle == NULL)
        return report_as("EZ1011", ACLNN_ERR_INNER_NULLPTR,
                         "tensors is NULL; a live aclTensorList is required");
    const struct handle_list *list = handle_list_acquire(handle, HANDLE_TENSOR_LIST);
    if (list == NULL) {
        char what[96];
        return report(ACLNN_ERR_PARAM_INVALID,
                      "tensors is %p, %s; a live aclTensorList is required", (const void *)handle,
                      handle_describe(handle, what, sizeof what));
    }
    aclnnStatus status;
    if (relative_index >= list->size)
        status = report_as("EZ1012", ACLNN_ERR_PARAM_INVALID,
                           "relativeIndex is %zu; the list has %llu tensor(s)", relative_index,
                           (unsigned long long)list->size);
    else
        status = set_address(executor, list->elements[relative_index], address);
    handle_list_release(handle);
    return status;
}

/* The given index of a tensor is not read: as in CANN the tensor itself decides. */
#define SET_ADDRESS(name)                                                                  \
    aclnnStatus name##Impl(aclOpExecutor *executor, const size_t index, aclTensor *tensor, \
                           void *addr)                                                     \
    {                                                                                      \
        (void)index;                                                                       \
        return set_address(executor, tensor, addr);                                        \
    }

#define SET_LIST_ADDRESS(name)                                                                  \
    aclnnStatus name##Impl(aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex, \
                           aclTensorList *tensors, void *addr)                                  \
    {                                                                                           \
        (void)irIndex;                                                                          \
        return set_list_address(executor, relativeIndex, tensors, addr);                        \
    }

SET_ADDRESS(aclSetInputTensorAddr)
SET_ADDRESS(aclSetOutputTensorAddr)
SET_ADDRESS(aclSetTensorAddr)
SET_ADDRESS(AclSetInputTensorAddr)
SET_ADDRESS(AclSetOutputTensorAddr)
SET_ADDRESS(AclSetTensorAddr)
SET_LIST_ADDRESS(aclSetDynamicInputTensorAddr)
SET_LIST_ADDRESS(aclSetDynamicOutputTensorAddr)
SET_LIST_ADDRESS(aclSetDynamicTensorAddr)
SET_LIST_ADDRESS(AclSetDynamicInputTensorAddr)
SET_LIST_ADDRESS(AclSetDynamicOutputTensorAddr)
SET_LIST_ADDRESS(AclSetDynamicTensorAddr)
