/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads with the least stack that the documents promise (docs/reference/limits.md) do everything
 * that a program does with an operator: both phases, synchronize, copies, and failures with their
 * texts.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aclnnop/aclnn_cumsum.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_sort.h"
#include "program.h"

/* Sanitizers put something around every variable. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LEAST ((size_t)512 << 10)
#else
#define LEAST ((size_t)64 << 10)
#endif

enum { ROWS = 64, COLUMNS = 100, ELEMENTS = ROWS * COLUMNS };

static aclrtStream stream;
static void *x, *y, *indices, *workspace;
static float *numbers;

static aclTensor *tensor_of(void *memory, aclDataType type, int64_t rows, int64_t columns)
{
    const int64_t dims[] = {rows, columns};
    aclTensor *tensor = aclCreateTensor(dims, 2, type, NULL, 0, ACL_FORMAT_ND, dims, 2, memory);
    CHECK(tensor != NULL);
    return tensor;
}

/* Phase two of a call whose phase one has run, and its result. */
#define RUN(name, ...)                                                                          \
    do {                                                                                        \
        uint64_t size = 0;                                                                      \
        aclOpExecutor *executor = NULL;                                                         \
        CHECK(name##GetWorkspaceSize(__VA_ARGS__, &size, &executor) == 0);                      \
        CHECK(size <= WORKSPACE);                                                               \
        CHECK(name(workspace, size, executor, stream) == 0);                                    \
        CHECK(aclrtSynchronizeStream(stream) == 0);                                             \
        CHECK(aclrtMemcpy(numbers, ELEMENTS * 4, y, ELEMENTS * 4, ACL_MEMCPY_DEVICE_TO_HOST) == \
              0);                                                                               \
    } while (0)

#define WORKSPACE ((uint64_t)64 << 20)

static void upload(float value)
{
    for (int i = 0; i < ELEMENTS; i++)
        numbers[i] = value;
    CHECK(aclrtMemcpy(x, ELEMENTS * 4, numbers, ELEMENTS * 4, ACL_MEMCPY_HOST_TO_DEVICE) == 0);
}

static void call_operators(void)
{
    const int64_t last[] = {1};
    aclTensor *in = tensor_of(x, ACL_FLOAT, ROWS, COLUMNS);
    aclTensor *out = tensor_of(y, ACL_FLOAT, ROWS, COLUMNS);
    aclTensor *sums = tensor_of(y, ACL_FLOAT, ROWS, 1);
    aclTensor *places = tensor_of(indices, ACL_INT64, ROWS, COLUMNS);
    aclTensor *wide = tensor_of(x, ACL_FLOAT, COLUMNS, ROWS);
    aclTensor *square = tensor_of(y, ACL_FLOAT, ROWS, ROWS);
    aclIntArray *dims = aclCreateIntArray(last, 1);
    upload(2);
    RUN(aclnnSoftmax, in, 1, out);
    CHECK(numbers[0] > 0.00999f && numbers[0] < 0.01001f);
    RUN(aclnnReduceSum, in, dims, true, ACL_FLOAT, sums);
    CHECK(numbers[ROWS - 1] == 2 * COLUMNS);
    RUN(aclnnSort, in, true, 1, false, out, places);
    CHECK(numbers[ELEMENTS - 1] == 2);
    RUN(aclnnCumsum, in, 1, ACL_FLOAT, out);
    CHECK(numbers[COLUMNS - 1] == 2 * COLUMNS);
    RUN(aclnnMatmul, in, wide, square, 0);
    CHECK(numbers[ROWS * ROWS - 1] == 4 * COLUMNS);
    aclTensor *const tensors[] = {in, out, sums, places, wide, square};
    for (size_t i = 0; i < sizeof tensors / sizeof tensors[0]; i++)
        CHECK(aclDestroyTensor(tensors[i]) == 0);
    CHECK(aclDestroyIntArray(dims) == 0);
}

/* Texts of failures, in both phases and on the stream. */
static void fail(void)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *in = tensor_of(x, ACL_FLOAT, ROWS, COLUMNS);
    aclTensor *out = tensor_of(y, ACL_FLOAT, COLUMNS, ROWS);
    CHECK(aclnnSoftmaxGetWorkspaceSize(in, 1, out, &size, &executor) != 0);
    CHECK(strstr(aclGetRecentErrMsg(), "aclnnSoftmax") != NULL);
    CHECK(aclDestroyTensor(in) == 0 && aclDestroyTensor(out) == 0);
    CHECK(aclrtFree(&size) != 0);
    CHECK(strstr(aclGetRecentErrMsg(), "aclrtFree") != NULL);
}

static void *work(void *argument)
{
    CHECK(aclrtSetDevice(0) == 0);
    call_operators();
    fail();
    return argument;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    numbers = malloc(ELEMENTS * sizeof *numbers);
    CHECK(numbers != NULL && aclInit(NULL) == 0 && aclrtSetDevice(0) == 0);
    CHECK(aclrtMalloc(&x, ELEMENTS * 4, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtMalloc(&y, ELEMENTS * 4, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtMalloc(&indices, ELEMENTS * 8, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtMalloc(&workspace, WORKSPACE, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtCreateStream(&stream) == 0);
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, LEAST) == 0);
    for (int i = 0; i < 3; i++) {
        CHECK(pthread_create(&thread, &attributes, work, NULL) == 0);
        pthread_join(thread, NULL);
    }
    free(numbers);
    return 0;
}
