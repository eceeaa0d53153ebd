/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads, each with a stream of its own and no synchronize between its calls: x = x + x, 20
 * times, in place. An event makes a third stream wait for both, and it adds their results.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"

static const int64_t dims[] = {1000};
static void *memory[2];
static aclrtStream streams[3];
static aclrtEvent events[2];

#define MUST(CALL)                                           \
    do {                                                     \
        if ((CALL) != 0) {                                   \
            printf("%s: %s\n", #CALL, aclGetRecentErrMsg()); \
            exit(3);                                         \
        }                                                    \
    } while (0)

static void add(void *to, void *other, aclrtStream stream)
{
    float one = 1;
    uint64_t size;
    aclOpExecutor *executor;
    aclScalar *alpha = aclCreateScalar(&one, ACL_FLOAT);
    aclTensor *x = aclCreateTensor(dims, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 1, to);
    aclTensor *y = aclCreateTensor(dims, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 1, other);
    MUST(aclnnInplaceAddGetWorkspaceSize(x, y, alpha, &size, &executor));
    aclDestroyTensor(x); /* phase two goes without them */
    aclDestroyTensor(y);
    aclDestroyScalar(alpha);
    MUST(aclnnInplaceAdd(NULL, 0, executor, stream));
}

static void *work(void *context)
{
    size_t i = (size_t)(uintptr_t)context;
    MUST(aclrtSetDevice(0));
    for (int k = 0; k < 20; k++)
        add(memory[i], memory[i], streams[i]);
    MUST(aclrtRecordEvent(events[i], streams[i]));
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    float host[1000];
    MUST(aclInit(NULL));
    MUST(aclrtSetDevice(0));
    MUST(aclrtCreateStream(&streams[2]));
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < 1000; k++)
            host[k] = (float)(i + k);
        MUST(aclrtCreateStream(&streams[i]));
        MUST(aclrtCreateEvent(&events[i]));
        MUST(aclrtMalloc(&memory[i], sizeof host, ACL_MEM_MALLOC_HUGE_FIRST));
        MUST(aclrtMemcpy(memory[i], sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE));
    }
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)i);
    for (size_t i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        MUST(aclrtStreamWaitEvent(streams[2], events[i]));
    }
    add(memory[0], memory[1], streams[2]);
    MUST(aclrtSynchronizeStream(streams[2]));
    MUST(aclrtMemcpy(host, sizeof host, memory[0], sizeof host, ACL_MEMCPY_DEVICE_TO_HOST));
    printf("%.0f\n", (double)host[999]); /* (999 + 1000) * 2^20 */
    return 0;
}
