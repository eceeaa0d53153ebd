/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Phase one, phase two and synchronize, SAMPLES times: the gradient of a float32 embedding with
 * int64 indices. Run with ACLNN_CHECK=on and off, it says what the checks cost; run on 1x128->10,
 * what the tiny shape of make bench takes without Python.
 *
 *     checks ROWS COLUMNS WEIGHTS SAMPLES
 *
 * Prints "call", and then one number a sample, in nanoseconds.
 */
#include "measure.h"

#define WARM_UP(samples) ((samples) / 10 + 2)

/* A dense tensor over memory of its own, all bytes 0. */
static aclTensor *zeros(const int64_t *shape, uint64_t rank, aclDataType type)
{
    void *memory = NULL;
    size_t bytes = aclDataTypeSize(type);
    for (uint64_t i = 0; i < rank; i++)
        bytes *= (size_t)shape[i];
    CHECK(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemset(memory, bytes, 0, bytes));
    aclTensor *tensor = aclCreateTensor(shape, rank, type, NULL, 0, ACL_FORMAT_ND, shape, rank,
                                        memory);
    check(tensor == NULL, "aclCreateTensor");
    return tensor;
}

/* Indices that visit the table evenly, in no order. */
static aclTensor *make_indices(int64_t rows, int64_t weights)
{
    size_t bytes = (size_t)rows * sizeof(int64_t);
    int64_t *values = malloc(bytes);
    void *memory = NULL;
    check(values == NULL, "malloc");
    for (int64_t i = 0; i < rows; i++)
        values[i] = (int64_t)((uint64_t)i * 2654435761u % (uint64_t)weights);
    aclTensor *tensor = zeros(&rows, 1, ACL_INT64);
    CHECK(aclGetRawTensorAddr(tensor, &memory));
    CHECK(aclrtMemcpy(memory, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    free(values);
    return tensor;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "checks ROWS COLUMNS WEIGHTS SAMPLES\n");
        return 2;
    }
    const int64_t grad_shape[] = {atoll(argv[1]), atoll(argv[2])};
    const int64_t out_shape[] = {atoll(argv[3]), atoll(argv[2])};
    const int samples = atoi(argv[4]);
    aclrtStream stream = NULL;
    void *workspace = NULL;
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    aclTensor *grad = zeros(grad_shape, 2, ACL_FLOAT);
    aclTensor *indices = make_indices(grad_shape[0], out_shape[0]);
    aclTensor *out = zeros(out_shape, 2, ACL_FLOAT);
    printf("call");
    for (int i = -WARM_UP(samples); i < samples; i++) {
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        int64_t begin = now();
        CHECK(aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            grad, indices, (uint64_t)out_shape[0], NO_PADDING, false, out, &size, &executor));
        if (workspace == NULL && size > 0)
            CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclnnEmbeddingDenseBackward(workspace, size, executor, stream));
        CHECK(aclrtSynchronizeStream(stream));
        int64_t end = now();
        if (i >= 0)
            printf(" %" PRId64, end - begin);
    }
    printf("\n");
    return 0;
}
