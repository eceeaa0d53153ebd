/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEmbeddingDenseBackward on float32 rows and int64 indices, all dense. */
#ifndef ACLNN_PY_TESTS_STRESS_EMBEDDING_H
#define ACLNN_PY_TESTS_STRESS_EMBEDDING_H

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "tensor.h"

/* Device memory for one call: grad [rows, columns], indices [rows], out [weights, columns]. */
struct embedding {
    int64_t rows;
    int64_t columns;
    int64_t weights;
    float *grad;
    int64_t *indices;
    float *out;
    void *workspace;
    uint64_t workspace_size;
};

/* Phase one; the tensors are gone when it returns. */
static inline aclOpExecutor *embedding_plan(struct embedding *e, uint64_t *size)
{
    const int64_t grad_dims[] = {e->rows, e->columns};
    const int64_t out_dims[] = {e->weights, e->columns};
    aclTensor *grad = dense_tensor(grad_dims, 2, ACL_FLOAT, e->grad);
    aclTensor *indices = dense_tensor(&e->rows, 1, ACL_INT64, e->indices);
    aclTensor *out = dense_tensor(out_dims, 2, ACL_FLOAT, e->out);
    aclOpExecutor *executor = NULL;
    OK_(aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad, indices, (uint64_t)e->weights, UINT64_MAX,
                                                    false, out, size, &executor));
    OK_(aclDestroyTensor(grad));
    OK_(aclDestroyTensor(indices));
    OK_(aclDestroyTensor(out));
    return executor;
}

static inline void embedding_open(struct embedding *e, int64_t rows, int64_t columns,
                                  int64_t weights)
{
    memset(e, 0, sizeof *e);
    e->rows = rows;
    e->columns = columns;
    e->weights = weights;
    e->grad = device_malloc((size_t)(rows * columns) * sizeof(float));
    e->indices = device_malloc((size_t)rows * sizeof(int64_t));
    e->out = device_malloc((size_t)(weights * columns) * sizeof(float));
    OK_(aclDestroyAclOpExecutor(embedding_plan(e, &e->workspace_size)));
    if (e->workspace_size > 0)
        e->workspace = device_malloc((size_t)e->workspace_size);
}

/* Both phases; the work is queued when it returns. */
static inline void embedding_launch(struct embedding *e, aclrtStream stream)
{
    uint64_t size = 0;
    aclOpExecutor *executor = embedding_plan(e, &size);
    CHECK(size == e->workspace_size);
    OK_(aclnnEmbeddingDenseBackward(e->workspace, size, executor, stream));
}

static inline void embedding_close(struct embedding *e)
{
    OK_(aclrtFree(e->grad));
    OK_(aclrtFree(e->indices));
    OK_(aclrtFree(e->out));
    if (e->workspace != NULL)
        OK_(aclrtFree(e->workspace));
}

#endif
