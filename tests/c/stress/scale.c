/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/scale.h: products of many lengths between guards and in place, from several threads at
 * once, and arguments that are wrong.
 */
#include "aclnn_ext/scale.h"

#include "tensor.h"

#define THREADS 3
#define ROUNDS 60
#define MOST_ELEMENTS 70000

static aclOpExecutor *plan_scale(aclTensor *self, float alpha, aclTensor *out)
{
    uint64_t size = 1;
    aclOpExecutor *executor = NULL;
    OK_(aclnnExtScaleGetWorkspaceSize(self, alpha, out, &size, &executor));
    CHECK(size == 0);
    OK_(aclDestroyTensor(self));
    OK_(aclDestroyTensor(out));
    return executor;
}

/* float32 twice in place: small whole numbers, whose products are exact. */
static void scale_in_place(float *values, int64_t count, aclrtStream stream)
{
    size_t bytes = (size_t)count * sizeof(float);
    char *memory = guarded(bytes);
    for (int64_t i = 0; i < count; i++)
        values[i] = (float)(i % 251);
    OK_(aclrtMemcpy(memory, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    const float factors[] = {-3, 0.25f};
    for (int i = 0; i < 2; i++) {
        aclTensor *self = dense_tensor(&count, 1, ACL_FLOAT, memory);
        aclTensor *out = dense_tensor(&count, 1, ACL_FLOAT, memory);
        OK_(aclnnExtScale(NULL, 0, plan_scale(self, factors[i], out), stream));
    }
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(values, bytes, memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int64_t i = 0; i < count; i++)
        CHECK(values[i] == -0.75f * (float)(i % 251));
    free_guarded(memory, bytes);
}

/* Small whole numbers are exact in bfloat16: the upper half of a float32. */
static void scale_to_bfloat16(float *values, int64_t count, aclrtStream stream)
{
    size_t bytes = (size_t)count * sizeof(float);
    size_t out_bytes = (size_t)count * sizeof(uint16_t);
    uint16_t *found = malloc(out_bytes);
    CHECK(found != NULL);
    char *source = guarded(bytes);
    char *target = guarded(out_bytes);
    for (int64_t i = 0; i < count; i++)
        values[i] = (float)(i % 64);
    OK_(aclrtMemcpy(source, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    aclTensor *self = dense_tensor(&count, 1, ACL_FLOAT, source);
    aclTensor *out = dense_tensor(&count, 1, ACL_BF16, target);
    OK_(aclnnExtScale(NULL, 0, plan_scale(self, 2, out), stream));
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(found, out_bytes, target, out_bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int64_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)found[i] << 16;
        float number;
        memcpy(&number, &bits, sizeof number);
        CHECK(number == 2 * values[i]);
    }
    free(found);
    free_guarded(source, bytes);
    free_guarded(target, out_bytes);
}

static void *run_rounds(void *argument)
{
    struct random_worker *worker = argument;
    float *values = malloc(MOST_ELEMENTS * sizeof *values);
    CHECK(values != NULL);
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    for (int i = 0; i < worker->rounds; i++) {
        uint32_t limit = i % 2 == 0 ? 70 : MOST_ELEMENTS;
        int64_t count = 1 + pick(&worker->state, limit);
        scale_in_place(values, count, stream);
        scale_to_bfloat16(values, count, stream);
    }
    OK_(aclrtDestroyStream(stream));
    free(values);
    return NULL;
}

/* No elements, and sizes whose product has no room in 64 bits. */
static void scale_nothing(void)
{
    const int64_t dims[] = {0, INT64_C(1) << 40, INT64_C(1) << 40};
    aclTensor *self = dense_tensor(dims, 3, ACL_FLOAT, NULL);
    aclTensor *out = dense_tensor(dims, 3, ACL_FLOAT, NULL);
    OK_(aclnnExtScale(NULL, 0, plan_scale(self, 2, out), NULL));
    OK_(aclrtSynchronizeDevice());
}

static void run_wrong_calls(void)
{
    const int64_t dims[] = {2, 3};
    const int64_t turned[] = {3, 2};
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *self = dense_tensor(dims, 2, ACL_FLOAT, NULL);
    aclTensor *other = dense_tensor(turned, 2, ACL_FLOAT, NULL);
    aclTensor *half = dense_tensor(dims, 2, ACL_FLOAT16, NULL);
    GIVES(161001, aclnnExtScaleGetWorkspaceSize(NULL, 1, self, &size, &executor));
    GIVES(161001, aclnnExtScaleGetWorkspaceSize(self, 1, NULL, &size, &executor));
    GIVES(161001, aclnnExtScaleGetWorkspaceSize(self, 1, self, NULL, &executor));
    GIVES(161001, aclnnExtScaleGetWorkspaceSize(self, 1, self, &size, NULL));
    GIVES(161002, aclnnExtScaleGetWorkspaceSize(half, 1, self, &size, &executor));
    GIVES(161002, aclnnExtScaleGetWorkspaceSize(self, 1, half, &size, &executor));
    GIVES(161002, aclnnExtScaleGetWorkspaceSize(self, 1, other, &size, &executor));
    OK_(aclnnExtScaleGetWorkspaceSize(self, 1, self, &size, &executor));
    GIVES(161002, aclnnExtScale(NULL, 0, executor, NULL)); /* no memory */
    GIVES(561000, aclnnExtScale(NULL, 0, executor, NULL)); /* spent */
    OK_(aclDestroyTensor(self));
    OK_(aclDestroyTensor(other));
    OK_(aclDestroyTensor(half));
    GIVES(161002, aclnnExtScaleGetWorkspaceSize(self, 1, self, &size, &executor));
    GIVES(161001, aclnnExtScale(NULL, 0, NULL, NULL));
}

int main(int argc, char **argv)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    run_random_workers(run_rounds, THREADS, rounds(argc, argv, ROUNDS));
    scale_nothing();
    run_wrong_calls();
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
