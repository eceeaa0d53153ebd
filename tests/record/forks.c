/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread makes calls without a pause while the program forks: each child makes a call of its own
 * and ends. Prints how many did not.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"

#define CHILDREN 60
#define SECONDS 20

static const int64_t dims[] = {1 << 18};
static atomic_bool is_over;

#define MUST(CALL)                                           \
    do {                                                     \
        if ((CALL) != 0) {                                   \
            printf("%s: %s\n", #CALL, aclGetRecentErrMsg()); \
            exit(3);                                         \
        }                                                    \
    } while (0)

static void *work(void *memory)
{
    float one = 1;
    aclrtStream stream;
    MUST(aclrtSetDevice(0));
    MUST(aclrtCreateStream(&stream));
    aclScalar *alpha = aclCreateScalar(&one, ACL_FLOAT);
    aclTensor *x = aclCreateTensor(dims, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 1, memory);
    while (!is_over) {
        uint64_t size;
        aclOpExecutor *executor;
        MUST(aclnnInplaceAddGetWorkspaceSize(x, x, alpha, &size, &executor));
        MUST(aclnnInplaceAdd(NULL, 0, executor, stream));
    }
    return NULL;
}

static void call_and_end(void)
{
    float one = 1;
    alarm(SECONDS);
    (void)aclDestroyScalar(aclCreateScalar(&one, ACL_FLOAT));
    _exit(0);
}

int main(void)
{
    pthread_t thread;
    void *memory;
    int hanging = 0;
    MUST(aclInit(NULL));
    MUST(aclrtSetDevice(0));
    MUST(aclrtMalloc(&memory, sizeof(float) << 18, ACL_MEM_MALLOC_HUGE_FIRST));
    MUST(aclrtMemset(memory, sizeof(float) << 18, 0, sizeof(float) << 18));
    pthread_create(&thread, NULL, work, memory);
    for (int i = 0; i < CHILDREN && hanging == 0; i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            call_and_end();
        waitpid(child, &status, 0);
        hanging += !WIFEXITED(status);
    }
    is_over = true;
    pthread_join(thread, NULL);
    printf("%d hanging\n", hanging);
    return 0;
}
