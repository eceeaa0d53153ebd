/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls with operands of each kind. What the first argument asks for happens behind them: "abort",
 * "exec" (once more, as another program of the process), or nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_reduce_sum.h"

static aclrtStream stream;

static void must(int status, const char *what)
{
    if (status != 0) {
        printf("%s: %d %s\n", what, status, aclGetRecentErrMsg());
        exit(3);
    }
}

#define MUST(CALL) must(CALL, #CALL)

static void *on_device(const void *values, size_t size)
{
    void *address;
    MUST(aclrtMalloc(&address, size, ACL_MEM_MALLOC_HUGE_FIRST));
    MUST(aclrtMemcpy(address, size, values, size, ACL_MEMCPY_HOST_TO_DEVICE));
    return address;
}

static aclTensor *matrix(int64_t rows, int64_t columns, const int64_t *strides, aclDataType type,
                         void *address)
{
    int64_t dims[] = {rows, columns};
    return aclCreateTensor(dims, 2, type, strides, 0, ACL_FORMAT_ND, dims, 2, address);
}

/* Runs what phase one has made, with a workspace; waits if the stream is not to. */
#define RUN(NAME, ...)                                                      \
    do {                                                                    \
        uint64_t size = 0;                                                  \
        aclOpExecutor *executor = NULL;                                     \
        void *workspace = NULL;                                             \
        MUST(NAME##GetWorkspaceSize(__VA_ARGS__, &size, &executor));        \
        if (size > 0)                                                       \
            MUST(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST)); \
        MUST(NAME(workspace, size, executor, stream));                      \
        MUST(aclrtSynchronizeStream(stream));                               \
        if (workspace != NULL)                                              \
            MUST(aclrtFree(workspace));                                     \
    } while (0)

int main(int count, char **arguments)
{
    const float numbers[] = {1, -2, 0, 4, 5, 0.1f, 0, 8, 9, 10, 11, 12};
    const int64_t rows[] = {2, 0}, far_rows[] = {2, 7}, turned[] = {1, 3}, axes[] = {0},
                  last[] = {4};
    float zeros[48] = {0};
    uint64_t size;
    aclOpExecutor *executor;
    MUST(aclInit(NULL));
    MUST(aclrtSetDevice(0));
    MUST(aclrtCreateStream(&stream));
    void *a = on_device(numbers, 48), *b = on_device(numbers, 48), *out = on_device(zeros, 96);
    void *at = on_device(rows, 16), *far = on_device(far_rows, 16), *found = on_device(zeros, 192);
    float ten = 10;
    char none[] = "none";
    aclScalar *alpha = aclCreateScalar(&ten, ACL_FLOAT);
    aclIntArray *dims = aclCreateIntArray(axes, 1), *width = aclCreateIntArray(last, 1);
    aclTensor *x = matrix(3, 4, NULL, ACL_FLOAT, a), *y = matrix(3, 4, NULL, ACL_FLOAT, b);
    aclTensor *z = matrix(3, 4, NULL, ACL_FLOAT, out);

    /* A transposed view, and an array that is both operands: the same bytes, in another order. */
    RUN(aclnnAdd, matrix(3, 4, turned, ACL_FLOAT, a), x, alpha, z);
    RUN(aclnnInplaceMul, y, matrix(3, 4, NULL, ACL_FLOAT, b));
    RUN(aclnnLayerNorm, x, width, NULL, NULL, 1e-5, z, NULL, NULL);
    RUN(aclnnReduceSum, x, dims, true, ACL_FLOAT, matrix(1, 4, NULL, ACL_FLOAT, out));
    const aclTensor *parts[] = {x, y};
    RUN(aclnnCat, aclCreateTensorList(parts, 2), 0, matrix(6, 4, NULL, ACL_FLOAT, out));
    RUN(aclnnGeluBackwardV2, x, y, none, z);
    RUN(aclnnNonzero, x, matrix(12, 2, NULL, ACL_INT64, found));

    /* A phase one that fails, and one without a phase two. */
    printf("refused %d\n", aclnnAddGetWorkspaceSize(x, NULL, alpha, z, &size, &executor));
    MUST(aclnnCosGetWorkspaceSize(x, z, &size, &executor));
    MUST(aclDestroyAclOpExecutor(executor));

    /* An executor that runs twice, at other addresses. */
    MUST(aclnnCosGetWorkspaceSize(x, z, &size, &executor));
    MUST(aclSetAclOpExecutorRepeatable(executor));
    MUST(aclnnCos(NULL, 0, executor, stream));
    MUST(aclSetInputTensorAddr(executor, 0, x, b));
    MUST(aclnnCos(NULL, 0, executor, stream));
    MUST(aclDestroyAclOpExecutor(executor));

    /* Row 7 of 3: the stream fails, and the program is told once, by its own synchronize. */
    int64_t two[] = {2};
    aclTensor *index = aclCreateTensor(two, 1, ACL_INT64, NULL, 0, ACL_FORMAT_ND, two, 1, at);
    aclTensor *wrong = aclCreateTensor(two, 1, ACL_INT64, NULL, 0, ACL_FORMAT_ND, two, 1, far);
    aclTensor *taken = matrix(2, 4, NULL, ACL_FLOAT, out);
    MUST(aclSetRawTensorAddr(x, a));
    RUN(aclnnEmbedding, x, index, taken);
    MUST(aclnnEmbeddingGetWorkspaceSize(x, wrong, taken, &size, &executor));
    MUST(aclnnEmbedding(NULL, 0, executor, stream));
    printf("failed %d\n", aclrtSynchronizeStream(stream));
    printf("then %d\n", aclrtSynchronizeStream(stream));
    fflush(stdout);
    if (count > 1 && strcmp(arguments[1], "abort") == 0)
        abort();
    if (count > 1 && strcmp(arguments[1], "exec") == 0)
        execl(arguments[0], arguments[0], NULL);
    return 0;
}
