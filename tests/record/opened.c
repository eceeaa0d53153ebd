/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opened LIBRARY: looks names up as plug-ins do. What no library has is not there, also with a
 * recorder; RTLD_NEXT is what comes behind this program; a call that is looked up is recorded.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "aclnnop/aclnn_cos.h"

#define CHECK(CONDITION)                                   \
    do {                                                   \
        if (!(CONDITION)) {                                \
            printf("line %d: " #CONDITION "\n", __LINE__); \
            return 1;                                      \
        }                                                  \
    } while (0)

int main(int count, char **arguments)
{
    CHECK(count == 2);
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    CHECK(dlsym(library, "aclnnNoSuchCall") == NULL && dlerror() != NULL);
    CHECK(dlsym(RTLD_DEFAULT, "aclnnNoSuchCall") == NULL && dlerror() != NULL);
    CHECK(dlsym(RTLD_NEXT, "strlen") != NULL && dlsym(library, "aclrtMalloc") != NULL);
    CHECK(dlsym(RTLD_NEXT, "main") == NULL && dlerror() != NULL);
    __typeof__(&aclnnCosGetWorkspaceSize) cosine;
    *(void **)&cosine = dlsym(library, "aclnnCosGetWorkspaceSize");
    CHECK(cosine != NULL && dlerror() == NULL);
    uint64_t size;
    aclOpExecutor *executor;
    CHECK(cosine(NULL, NULL, &size, &executor) == 161001);
    puts("all is well");
    return 0;
}
