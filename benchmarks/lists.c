/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a call on lists costs for each handle in it: aclnnForeachAddScalarV2 on 500 float32 tensors
 * of 16 elements, each in memory of its own. Tensors and lists are made before the clock starts.
 *
 *     list_phase_one  aclnnForeachAddScalarV2GetWorkspaceSize; the executor is destroyed unmeasured
 *     list            phase one, phase two, aclrtSynchronizeStream
 *
 * Prints a line each: the name, and then one number a sample, in nanoseconds a handle.
 *
 *     aclnn build -O 2 lists.c -o lists && ACLNN_STREAM=sync ./lists
 */
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "measure.h"

#define TENSORS 500
#define ELEMENTS 16
#define HANDLES (2 * TENSORS)
#define SAMPLES 2000
#define WARM_UP 100

struct operands {
    void *memory[HANDLES];
    aclTensorList *x;
    aclTensorList *out;
    aclScalar *scalar;
    void *workspace;
    uint64_t workspace_size;
    aclrtStream stream;
};

static int64_t phase_one_time[SAMPLES];
static int64_t list_time[SAMPLES];

static aclTensorList *make_list(void **memory)
{
    const int64_t shape[] = {ELEMENTS};
    float values[ELEMENTS];
    const aclTensor *tensors[TENSORS];
    for (int i = 0; i < TENSORS; i++) {
        for (int j = 0; j < ELEMENTS; j++)
            values[j] = (float)(i + j);
        CHECK(aclrtMalloc(&memory[i], sizeof values, ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclrtMemcpy(memory[i], sizeof values, values, sizeof values,
                          ACL_MEMCPY_HOST_TO_DEVICE));
        tensors[i] = aclCreateTensor(shape, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, shape, 1,
                                     memory[i]);
        check(tensors[i] == NULL, "aclCreateTensor");
    }
    return aclCreateTensorList(tensors, TENSORS);
}

static aclOpExecutor *phase_one(struct operands *o)
{
    aclOpExecutor *executor = NULL;
    CHECK(aclnnForeachAddScalarV2GetWorkspaceSize(o->x, o->scalar, o->out, &o->workspace_size,
                                                  &executor));
    return executor;
}

static void run(struct operands *o)
{
    aclOpExecutor *executor = phase_one(o);
    CHECK(aclnnForeachAddScalarV2(o->workspace, o->workspace_size, executor, o->stream));
    CHECK(aclrtSynchronizeStream(o->stream));
}

static void check_result(struct operands *o)
{
    float out[ELEMENTS];
    run(o);
    for (int i = 0; i < TENSORS; i++) {
        CHECK(aclrtMemcpy(out, sizeof out, o->memory[TENSORS + i], sizeof out,
                          ACL_MEMCPY_DEVICE_TO_HOST));
        for (int j = 0; j < ELEMENTS; j++)
            check(out[j] != (float)(i + j) + 0.5f, "the result is wrong");
    }
}

static void print(const char *name, const int64_t *times)
{
    printf("%s", name);
    for (int i = 0; i < SAMPLES; i++)
        printf(" %.3f", (double)times[i] / HANDLES);
    printf("\n");
}

int main(void)
{
    struct operands o = {0};
    float half = 0.5f;
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&o.stream));
    o.x = make_list(o.memory);
    o.out = make_list(o.memory + TENSORS);
    o.scalar = aclCreateScalar(&half, ACL_FLOAT);
    CHECK(aclDestroyAclOpExecutor(phase_one(&o)));
    if (o.workspace_size > 0)
        CHECK(aclrtMalloc(&o.workspace, o.workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
    check_result(&o);
    for (int i = -WARM_UP; i < SAMPLES; i++) {
        int64_t begin = now();
        aclOpExecutor *executor = phase_one(&o);
        int64_t end = now();
        CHECK(aclDestroyAclOpExecutor(executor));
        if (i >= 0)
            phase_one_time[i] = end - begin;
        begin = now();
        run(&o);
        end = now();
        if (i >= 0)
            list_time[i] = end - begin;
    }
    print("list_phase_one", phase_one_time);
    print("list", list_time);
    return 0;
}
