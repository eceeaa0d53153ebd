/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole use of the library, for C and C++, through a table of functions: the ones that the
 * program is linked with, or those that dlsym finds.
 */
#ifndef ACLNN_PY_TESTS_ABI_USE_H
#define ACLNN_PY_TESTS_ABI_USE_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

#define FUNCTIONS(F)                               \
    F(aclInit)                                     \
    F(aclFinalize)                                 \
    F(aclGetRecentErrMsg)                          \
    F(aclrtSetDevice)                              \
    F(aclrtGetDevice)                              \
    F(aclrtResetDevice)                            \
    F(aclrtCreateStream)                           \
    F(aclrtDestroyStream)                          \
    F(aclrtSynchronizeStream)                      \
    F(aclrtMalloc)                                 \
    F(aclrtFree)                                   \
    F(aclrtMemcpy)                                 \
    F(aclCreateTensor)                             \
    F(aclDestroyTensor)                            \
    F(aclnnEmbeddingDenseBackwardGetWorkspaceSize) \
    F(aclnnEmbeddingDenseBackward)

struct functions {
#define MEMBER(name) __typeof__(&name) name##_;
    FUNCTIONS(MEMBER)
#undef MEMBER
};

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

#ifdef OPENED
static struct functions find_functions(void *library)
{
    struct functions found;
    void *symbol;
#define FIND(name)                  \
    symbol = dlsym(library, #name); \
    CHECK(symbol != NULL);          \
    memcpy(&found.name##_, &symbol, sizeof symbol);
    FUNCTIONS(FIND)
#undef FIND
    return found;
}
#else
static struct functions linked_functions(void)
{
    struct functions found;
#define LINKED(name) found.name##_ = name;
    FUNCTIONS(LINKED)
#undef LINKED
    return found;
}
#endif

/* out[0] = grad[0] + grad[2], out[1] = 0, out[2] = grad[1], on a device that is set. */
static void embedding(const struct functions *f, aclrtStream stream)
{
    const float rows[3][2] = {{1, 2}, {10, 20}, {100, 200}};
    const int64_t places[3] = {0, 2, 0};
    const float expected[3][2] = {{101, 202}, {0, 0}, {10, 20}};
    const int64_t dims[2] = {3, 2};
    float result[3][2];
    void *memory[3] = {NULL, NULL, NULL};
    void *workspace = NULL;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    for (int i = 0; i < 3; i++)
        CHECK(f->aclrtMalloc_(&memory[i], 24, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(f->aclrtMemcpy_(memory[0], 24, rows, 24, ACL_MEMCPY_HOST_TO_DEVICE) == 0);
    CHECK(f->aclrtMemcpy_(memory[1], 24, places, 24, ACL_MEMCPY_HOST_TO_DEVICE) == 0);
    aclTensor *grad = f->aclCreateTensor_(dims, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 2,
                                          memory[0]);
    aclTensor *indices = f->aclCreateTensor_(dims, 1, ACL_INT64, NULL, 0, ACL_FORMAT_ND, dims, 1,
                                             memory[1]);
    aclTensor *out = f->aclCreateTensor_(dims, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 2,
                                         memory[2]);
    CHECK(f->aclnnEmbeddingDenseBackwardGetWorkspaceSize_(grad, indices, 3, UINT64_MAX, false, out,
                                                          &size, &executor) == 0);
    if (size > 0)
        CHECK(f->aclrtMalloc_(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(f->aclnnEmbeddingDenseBackward_(workspace, size, executor, stream) == 0);
    CHECK(f->aclrtSynchronizeStream_(stream) == 0);
    CHECK(f->aclrtMemcpy_(result, 24, memory[2], 24, ACL_MEMCPY_DEVICE_TO_HOST) == 0);
    CHECK(memcmp(result, expected, sizeof result) == 0);
    CHECK(f->aclDestroyTensor_(grad) == 0);
    CHECK(f->aclDestroyTensor_(indices) == 0);
    CHECK(f->aclDestroyTensor_(out) == 0);
    for (int i = 0; i < 3; i++)
        CHECK(f->aclrtFree_(memory[i]) == 0);
    if (workspace != NULL)
        CHECK(f->aclrtFree_(workspace) == 0);
}

static void use(const struct functions *f)
{
    aclrtStream stream = NULL;
    CHECK(f->aclInit_(NULL) == 0);
    CHECK(f->aclrtSetDevice_(0) == 0);
    CHECK(f->aclrtCreateStream_(&stream) == 0);
    embedding(f, stream);
    CHECK(f->aclrtDestroyStream_(stream) == 0);
    CHECK(f->aclrtResetDevice_(0) == 0);
    CHECK(f->aclFinalize_() == 0);
    CHECK(f->aclGetRecentErrMsg_() == NULL);
}

#endif
