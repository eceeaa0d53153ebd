/* SPDX-License-Identifier: Apache-2.0 */
/* Two library names in one process: what one makes, the other uses. Arguments: two libraries. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void *find(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    if (symbol == NULL)
        printf("%s: %s\n", name, dlerror());
    return symbol;
}

/* ISO C has no cast from an object pointer to a function pointer. */
#define TAKE(library, function)                       \
    do {                                              \
        void *symbol = find(library, #function);      \
        memcpy(&function, &symbol, sizeof(function)); \
    } while (0)

/*
 * Phase one through one name, phase two through the other: without rows out becomes zero, and no
 * workspace is needed. 0 when the executor of the one served the other.
 */
static int pass_an_executor(void *first, void *second, void *stream, void *memory)
{
    void *(*aclCreateTensor)(const int64_t *, uint64_t, int, const int64_t *, int64_t, int,
                             const int64_t *, uint64_t, void *);
    int (*aclrtMemset)(void *, size_t, int32_t, size_t);
    int (*aclnnEmbeddingDenseBackwardGetWorkspaceSize)(
        const void *, const void *, uint64_t, uint64_t, bool, const void *, uint64_t *, void **);
    int (*aclnnEmbeddingDenseBackward)(void *, uint64_t, void *, void *);
    int (*aclDestroyAclOpExecutor)(void *);
    int (*aclrtSynchronizeStream)(void *);
    int (*aclrtMemcpy)(void *, size_t, const void *, size_t, int);
    TAKE(first, aclCreateTensor);
    TAKE(first, aclrtMemset);
    TAKE(first, aclnnEmbeddingDenseBackwardGetWorkspaceSize);
    TAKE(second, aclnnEmbeddingDenseBackward);
    TAKE(second, aclDestroyAclOpExecutor);
    TAKE(second, aclrtSynchronizeStream);
    TAKE(second, aclrtMemcpy);

    const int64_t rows[] = {0, 3};
    const int64_t table[] = {2, 3};
    void *grad = aclCreateTensor(rows, 2, 0, NULL, 0, 2, rows, 2, NULL);
    void *indices = aclCreateTensor(rows, 1, 3, NULL, 0, 2, rows, 1, NULL);
    void *out = aclCreateTensor(table, 2, 0, NULL, 0, 2, table, 2, memory);
    uint64_t workspace_size = 1;
    void *executor = NULL;
    float values[6];
    int status = aclrtMemset(memory, 64, 255, 64);
    status = status != 0
                 ? status
                 : aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad, indices, 2, UINT64_MAX, false,
                                                               out, &workspace_size, &executor);
    status = status != 0 ? status : aclnnEmbeddingDenseBackward(NULL, 0, executor, stream);
    status = status != 0 ? status : aclrtSynchronizeStream(stream);
    status = status != 0 ? status : aclrtMemcpy(values, sizeof values, memory, sizeof values, 2);
    for (int i = 0; status == 0 && i < 6; i++)
        status = values[i] != 0.0f;
    /* Spent through the one name is spent for the other. */
    return status != 0 ? status : aclDestroyAclOpExecutor(executor) != 561000;
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    void *first = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    void *second = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL);
    if (first == NULL || second == NULL) {
        printf("%s\n", dlerror());
        return 3;
    }
    int (*aclInit)(const char *);
    int (*aclrtSetDevice)(int32_t);
    int (*aclrtGetDevice)(int32_t *);
    int (*aclrtCreateStream)(void **);
    int (*aclrtStreamGetId)(void *, int32_t *);
    int (*aclrtSynchronizeStream)(void *);
    int (*aclrtMalloc)(void **, size_t, int);
    int (*aclrtFree)(void *);
    int (*aclrtDestroyStream)(void *);
    void *(*aclCreateIntArray)(const int64_t *, uint64_t);
    int (*aclGetIntArraySize)(const void *, uint64_t *);
    int (*aclDestroyIntArray)(const void *);
    TAKE(first, aclInit);
    TAKE(first, aclrtSetDevice);
    TAKE(first, aclrtCreateStream);
    TAKE(first, aclrtMalloc);
    TAKE(first, aclCreateIntArray);
    TAKE(second, aclrtGetDevice);
    TAKE(second, aclrtStreamGetId);
    TAKE(second, aclrtSynchronizeStream);
    TAKE(second, aclrtFree);
    TAKE(second, aclrtDestroyStream);
    TAKE(second, aclGetIntArraySize);
    TAKE(second, aclDestroyIntArray);

    void *stream = NULL;
    void *memory = NULL;
    int32_t device = -1;
    int32_t id = -1;
    uint64_t size = 0;
    const int64_t values[] = {1, 2, 3};
    int status = aclInit(NULL);
    status = status != 0 ? status : aclrtSetDevice(0);
    status = status != 0 ? status : aclrtCreateStream(&stream);
    status = status != 0 ? status : aclrtMalloc(&memory, 64, 0);
    void *array = aclCreateIntArray(values, 3);
    status = status != 0 ? status : aclrtGetDevice(&device);
    status = status != 0 ? status : aclrtStreamGetId(stream, &id);
    status = status != 0 ? status : aclrtSynchronizeStream(stream);
    status = status != 0 ? status : aclGetIntArraySize(array, &size);
    status = status != 0 ? status : aclDestroyIntArray(array);
    status = status != 0 ? status : pass_an_executor(first, second, stream, memory);
    status = status != 0 ? status : aclrtFree(memory);
    status = status != 0 ? status : aclrtDestroyStream(stream);
    if (status != 0 || device != 0 || size != 3) {
        printf("status %d, device %d, stream %d, size %d\n", status, (int)device, (int)id,
               (int)size);
        return 4;
    }
    puts("one state");
    return 0;
}
