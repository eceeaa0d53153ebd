/* SPDX-License-Identifier: Apache-2.0 */
/* Two library names in one process: what one makes, the other uses. Arguments: two libraries. */
#include <dlfcn.h>
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
