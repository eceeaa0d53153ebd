/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a call costs when there is next to nothing to compute: the gradient of two rows of three
 * numbers, and the sum of two tensors of six. In turn, SAMPLES times each:
 *
 *     clock          reading the clock twice: part of every figure below
 *     phase_one      aclnnEmbeddingDenseBackwardGetWorkspaceSize; the executor is destroyed
 *                    unmeasured
 *     call           phase one, phase two, aclrtSynchronizeStream
 *     add_phase_one  aclnnAddGetWorkspaceSize, likewise
 *     add            aclnnAdd: phase one, phase two, aclrtSynchronizeStream
 *     memset         aclrtMemsetAsync of as many bytes as out has, aclrtSynchronizeStream
 *
 * Prints a line each: the name, and then one number a sample, in nanoseconds.
 *
 *     aclnn build -O 2 call.c -o call && ACLNN_STREAM=sync ./call
 */
#include "aclnnop/aclnn_add.h"
#include "measure.h"

#define SAMPLES 5000
#define WARM_UP 500

#define ROWS 2
#define COLUMNS 3
#define WEIGHTS 4

enum { CLOCK, PHASE_ONE, CALL, ADD_PHASE_ONE, ADD, MEMSET, KINDS };

static const char *const names[KINDS] = {"clock",         "phase_one", "call",
                                         "add_phase_one", "add",       "memset"};
static int64_t nanoseconds[KINDS][SAMPLES];

static void *device_copy(const void *host, size_t size)
{
    void *device = NULL;
    CHECK(aclrtMalloc(&device, size, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(device, size, host, size, ACL_MEMCPY_HOST_TO_DEVICE));
    return device;
}

static aclTensor *tensor(const int64_t *shape, uint64_t rank, aclDataType type, void *memory)
{
    return aclCreateTensor(shape, rank, type, NULL, 0, ACL_FORMAT_ND, shape, rank, memory);
}

struct operands {
    aclTensor *grad;
    aclTensor *indices;
    aclTensor *out;
    void *out_memory;
    aclTensor *left;
    aclTensor *right;
    aclTensor *sum;
    aclScalar *alpha;
    void *sum_memory;
    void *workspace;
    aclrtStream stream;
};

static uint64_t phase_one(const struct operands *o, aclOpExecutor **executor)
{
    uint64_t size = 0;
    CHECK(aclnnEmbeddingDenseBackwardGetWorkspaceSize(o->grad, o->indices, WEIGHTS, NO_PADDING,
                                                      false, o->out, &size, executor));
    return size;
}

/* Elementwise work of dense operands asks for no workspace. */
static void add_phase_one(const struct operands *o, aclOpExecutor **executor)
{
    uint64_t size = 0;
    CHECK(aclnnAddGetWorkspaceSize(o->left, o->right, o->alpha, o->sum, &size, executor));
    check(size != 0, "aclnnAdd asks for a workspace");
}

static void run(const struct operands *o, int kind)
{
    aclOpExecutor *executor = NULL;
    if (kind == CALL) {
        uint64_t size = phase_one(o, &executor);
        CHECK(aclnnEmbeddingDenseBackward(o->workspace, size, executor, o->stream));
        CHECK(aclrtSynchronizeStream(o->stream));
    } else if (kind == ADD) {
        add_phase_one(o, &executor);
        CHECK(aclnnAdd(NULL, 0, executor, o->stream));
        CHECK(aclrtSynchronizeStream(o->stream));
    } else if (kind == MEMSET) {
        size_t size = WEIGHTS * COLUMNS * sizeof(float);
        CHECK(aclrtMemsetAsync(o->out_memory, size, 0, size, o->stream));
        CHECK(aclrtSynchronizeStream(o->stream));
    }
}

static int64_t measure(const struct operands *o, int kind)
{
    aclOpExecutor *executor = NULL;
    int64_t begin = now();
    if (kind == PHASE_ONE)
        phase_one(o, &executor);
    else if (kind == ADD_PHASE_ONE)
        add_phase_one(o, &executor);
    else
        run(o, kind);
    int64_t end = now();
    if (executor != NULL)
        CHECK(aclDestroyAclOpExecutor(executor));
    return end - begin;
}

static void make_operands(struct operands *o)
{
    const float grad[ROWS * COLUMNS] = {1, 2, 3, 4, 5, 6};
    const int64_t indices[ROWS] = {3, 1};
    const float out[WEIGHTS * COLUMNS] = {0};
    const int64_t grad_shape[] = {ROWS, COLUMNS};
    const int64_t index_shape[] = {ROWS};
    const int64_t out_shape[] = {WEIGHTS, COLUMNS};
    aclOpExecutor *executor = NULL;
    CHECK(aclrtCreateStream(&o->stream));
    o->out_memory = device_copy(out, sizeof out);
    o->grad = tensor(grad_shape, 2, ACL_FLOAT, device_copy(grad, sizeof grad));
    o->indices = tensor(index_shape, 1, ACL_INT64, device_copy(indices, sizeof indices));
    o->out = tensor(out_shape, 2, ACL_FLOAT, o->out_memory);
    uint64_t size = phase_one(o, &executor);
    CHECK(aclDestroyAclOpExecutor(executor));
    if (size > 0)
        CHECK(aclrtMalloc(&o->workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
}

static void make_addends(struct operands *o)
{
    const float left[ROWS * COLUMNS] = {1, 2, 3, 4, 5, 6};
    const float right[ROWS * COLUMNS] = {10, 20, 30, 40, 50, 60};
    const int64_t shape[] = {ROWS, COLUMNS};
    float one = 1;
    o->sum_memory = device_copy(left, sizeof left);
    o->left = tensor(shape, 2, ACL_FLOAT, device_copy(left, sizeof left));
    o->right = tensor(shape, 2, ACL_FLOAT, device_copy(right, sizeof right));
    o->sum = tensor(shape, 2, ACL_FLOAT, o->sum_memory);
    o->alpha = aclCreateScalar(&one, ACL_FLOAT);
}

static void check_sum(const struct operands *o)
{
    float sum[ROWS * COLUMNS];
    run(o, ADD);
    CHECK(aclrtMemcpy(sum, sizeof sum, o->sum_memory, sizeof sum, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < ROWS * COLUMNS; i++)
        check(sum[i] != 11 * (float)(i + 1), "the sum is wrong");
}

static void check_result(const struct operands *o)
{
    const float expected[WEIGHTS * COLUMNS] = {0, 0, 0, 4, 5, 6, 0, 0, 0, 1, 2, 3};
    float out[WEIGHTS * COLUMNS];
    run(o, CALL);
    CHECK(aclrtMemcpy(out, sizeof out, o->out_memory, sizeof out, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < WEIGHTS * COLUMNS; i++)
        check(out[i] != expected[i], "the result is wrong");
}

int main(void)
{
    struct operands o = {0};
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    make_operands(&o);
    make_addends(&o);
    check_result(&o);
    check_sum(&o);
    for (int i = -WARM_UP; i < SAMPLES; i++)
        for (int kind = 0; kind < KINDS; kind++) {
            int64_t time = measure(&o, kind);
            if (i >= 0)
                nanoseconds[kind][i] = time;
        }
    for (int kind = 0; kind < KINDS; kind++) {
        printf("%s", names[kind]);
        for (int i = 0; i < SAMPLES; i++)
            printf(" %" PRId64, nanoseconds[kind][i]);
        printf("\n");
    }
    return 0;
}
