/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Phase two alone: aclnnAdd of three tensors of six numbers, SAMPLES times on one stream by an
 * executor that runs again. In lazy mode nothing but the queueing is measured, since the stream
 * runs between rounds; with and without ACLNN_FINDINGS it says what it costs to look for them: the
 * call stack, and the checks of memory and races.
 *
 *     aclnn build -O 2 launches.c -o launches && ACLNN_STREAM=lazy ./launches
 *
 * Prints "launch", and then one number a sample, in nanoseconds.
 */
#include "aclnnop/aclnn_add.h"
#include "measure.h"

#define SAMPLES 4000
#define WARM_UP 400
#define ROUND 100

static aclTensor *zeros(void)
{
    const int64_t shape[] = {2, 3};
    void *memory = NULL;
    CHECK(aclrtMalloc(&memory, 6 * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemset(memory, 6 * sizeof(float), 0, 6 * sizeof(float)));
    aclTensor *tensor = aclCreateTensor(shape, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, shape, 2,
                                        memory);
    check(tensor == NULL, "aclCreateTensor");
    return tensor;
}

int main(void)
{
    static int64_t nanoseconds[SAMPLES];
    float one = 1;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclrtStream stream = NULL;
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    const aclTensor *left = zeros();
    const aclTensor *right = zeros();
    CHECK(aclnnAddGetWorkspaceSize(left, right, aclCreateScalar(&one, ACL_FLOAT), zeros(), &size,
                                   &executor));
    check(size != 0, "a workspace");
    CHECK(aclSetAclOpExecutorRepeatable(executor));
    for (int i = -WARM_UP; i < SAMPLES; i++) {
        int64_t begin = now();
        CHECK(aclnnAdd(NULL, 0, executor, stream));
        int64_t end = now();
        if (i >= 0)
            nanoseconds[i] = end - begin;
        if (i % ROUND == 0)
            CHECK(aclrtSynchronizeStream(stream));
    }
    CHECK(aclrtSynchronizeStream(stream));
    printf("launch");
    for (int i = 0; i < SAMPLES; i++)
        printf(" %" PRId64, nanoseconds[i]);
    printf("\n");
    return 0;
}
