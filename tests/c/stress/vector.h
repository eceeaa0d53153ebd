/* SPDX-License-Identifier: Apache-2.0 */
/* A vector in device memory, to which numbers are added on streams. */
#ifndef ACLNN_PY_TESTS_STRESS_VECTOR_H
#define ACLNN_PY_TESTS_STRESS_VECTOR_H

#include "aclnnop/aclnn_add.h"
#include "tensor.h"

#define ELEMENTS 8

struct vector {
    float *memory;
    aclTensor *tensor;
};

/* A vector of zeros. */
static inline struct vector new_vector(void)
{
    const int64_t dims[] = {ELEMENTS};
    struct vector vector = {device_malloc(ELEMENTS * sizeof(float)), NULL};
    OK_(aclrtMemset(vector.memory, ELEMENTS * sizeof(float), 0, ELEMENTS * sizeof(float)));
    vector.tensor = dense_tensor(dims, 1, ACL_FLOAT, vector.memory);
    return vector;
}

static inline void end_vector(struct vector *vector)
{
    OK_(aclDestroyTensor(vector->tensor));
    OK_(aclrtFree(vector->memory));
}

static inline void add(struct vector *vector, float number, aclrtStream stream)
{
    float one = 1.0F;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclScalar *other = aclCreateScalar(&number, ACL_FLOAT);
    aclScalar *alpha = aclCreateScalar(&one, ACL_FLOAT);
    OK_(aclnnInplaceAddsGetWorkspaceSize(vector->tensor, other, alpha, &size, &executor));
    CHECK(size == 0);
    OK_(aclnnInplaceAdds(NULL, 0, executor, stream));
    OK_(aclDestroyScalar(other));
    OK_(aclDestroyScalar(alpha));
}

static inline void expect_value(const struct vector *vector, float expected)
{
    float found[ELEMENTS];
    OK_(aclrtMemcpy(found, sizeof found, vector->memory, sizeof found, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < ELEMENTS; i++)
        CHECK(found[i] == expected);
}

#endif
