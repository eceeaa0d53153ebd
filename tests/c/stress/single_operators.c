/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_op.h: single operators from several threads, whose objects end before the stream runs
 * them, with memory that they need meanwhile; and objects that are dead or of another kind.
 */
#include "acl/acl_op.h"
#include "acl/acl_op_compiler.h"
#include "program.h"

#define THREADS 3
#define ROUNDS 40
#define ROWS 5
#define COLUMNS 7

struct operand {
    aclTensorDesc *desc;
    aclDataBuffer *buffer;
};

static struct operand operand(aclDataType type, int rank, const int64_t *dims, void *memory)
{
    struct operand made;
    made.desc = aclCreateTensorDesc(type, rank, dims, ACL_FORMAT_ND);
    CHECK(made.desc != NULL);
    made.buffer = aclCreateDataBuffer(memory, aclGetTensorDescSize(made.desc));
    CHECK(made.buffer != NULL);
    return made;
}

static void end(struct operand made)
{
    aclDestroyTensorDesc(made.desc);
    OK_(aclDestroyDataBuffer(made.buffer));
}

static void *device_memory(size_t bytes)
{
    void *memory = NULL;
    OK_(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    return memory;
}

/* The place of the largest number of each row, by a call that keeps places in memory of its own and
 * copies them: dimension lies in host memory, which ends with the call. */
static void places_of_largest(void *numbers, void *places, aclrtStream stream)
{
    const int64_t dims[] = {ROWS, COLUMNS};
    int64_t dimension = 1;
    struct operand x = operand(ACL_FLOAT, 2, dims, numbers);
    struct operand y = operand(ACL_INT32, 1, dims, places);
    struct operand axis = operand(ACL_INT64, 0, NULL, &dimension);
    OK_(aclSetTensorPlaceMent(axis.desc, ACL_MEMTYPE_HOST));
    aclTensorDesc *in_descs[] = {x.desc, axis.desc};
    aclDataBuffer *in_buffers[] = {x.buffer, axis.buffer};
    OK_(aclopExecuteV2("ArgMaxV2", 2, in_descs, in_buffers, 1, &y.desc, &y.buffer, NULL, stream));
    dimension = -99;
    end(x);
    end(y);
    end(axis);
}

static void add_number(void *numbers, float value, aclrtStream stream)
{
    const int64_t dims[] = {ROWS, COLUMNS};
    struct operand x = operand(ACL_FLOAT, 2, dims, numbers);
    aclopAttr *attr = aclopCreateAttr();
    CHECK(attr != NULL);
    OK_(aclopSetAttrFloat(attr, "value", value));
    const aclTensorDesc *desc = x.desc;
    const aclDataBuffer *buffer = x.buffer;
    OK_(aclopCompileAndExecute("Adds", 1, &desc, &buffer, 1, &desc, &x.buffer, attr, ACL_ENGINE_SYS,
                               ACL_COMPILE_SYS, NULL, stream));
    aclopDestroyAttr(attr);
    end(x);
}

static void run_round(float *numbers, int32_t *places, void *memory, void *found,
                      aclrtStream stream)
{
    for (int i = 0; i < ROWS * COLUMNS; i++)
        numbers[i] = (float)((i * 11) % 37);
    size_t bytes = sizeof(float) * ROWS * COLUMNS;
    OK_(aclrtMemcpy(memory, bytes, numbers, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    add_number(memory, 3, stream);
    places_of_largest(memory, found, stream);
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(places, sizeof(int32_t) * ROWS, found, sizeof(int32_t) * ROWS,
                    ACL_MEMCPY_DEVICE_TO_HOST));
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COLUMNS; i++)
            CHECK(numbers[row * COLUMNS + places[row]] >= numbers[row * COLUMNS + i]);
}

static void *work(void *argument)
{
    float numbers[ROWS * COLUMNS];
    int32_t places[ROWS];
    aclrtStream stream = NULL;
    OK_(aclrtSetDevice(0));
    OK_(aclrtCreateStream(&stream));
    void *memory = device_memory(sizeof numbers);
    void *found = device_memory(sizeof places);
    for (int i = 0; i < *(int *)argument; i++)
        run_round(numbers, places, memory, found, stream);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtFree(memory));
    OK_(aclrtFree(found));
    return NULL;
}

/* Each place of a call gets an object that is dead, or one of another kind. */
static void refuse_objects(void)
{
    const int64_t dims[] = {4};
    void *memory = device_memory(16);
    struct operand live = operand(ACL_FLOAT, 1, dims, memory);
    struct operand dead = operand(ACL_FLOAT, 1, dims, memory);
    aclopAttr *attr = aclopCreateAttr();
    end(dead);
    aclopDestroyAttr(attr);
    aclTensorDesc *descs[] = {dead.desc, (aclTensorDesc *)live.buffer, (aclTensorDesc *)&live};
    aclDataBuffer *buffers[] = {dead.buffer, (aclDataBuffer *)live.desc, (aclDataBuffer *)&live};
    for (int i = 0; i < 3; i++) {
        GIVES(100000, aclopExecuteV2("Abs", 1, &descs[i], &live.buffer, 1, &live.desc, &live.buffer,
                                     NULL, NULL));
        GIVES(100000, aclopExecuteV2("Abs", 1, &live.desc, &buffers[i], 1, &live.desc, &live.buffer,
                                     NULL, NULL));
        GIVES(100000, aclopExecuteV2("Abs", 1, &live.desc, &live.buffer, 1, &descs[i], &live.buffer,
                                     NULL, NULL));
        GIVES(100000, aclopExecuteV2("Abs", 1, &live.desc, &live.buffer, 1, &live.desc, &buffers[i],
                                     NULL, NULL));
        GIVES(100000, aclSetTensorFormat(descs[i], ACL_FORMAT_ND));
        CHECK(aclGetTensorDescNumDims(descs[i]) == 0);
    }
    GIVES(100000, aclopExecuteV2("Abs", 1, &live.desc, &live.buffer, 1, &live.desc, &live.buffer,
                                 attr, NULL));
    GIVES(100000, aclopSetAttrInt(attr, "axis", 0));
    GIVES(207000, aclopExecuteV2("Abs2", 1, &live.desc, &live.buffer, 1, &live.desc, &live.buffer,
                                 NULL, NULL));
    aclDestroyTensorDesc(dead.desc);
    aclopDestroyAttr(attr);
    (void)aclGetRecentErrMsg();
    end(live);
    OK_(aclrtFree(memory));
}

int main(int argc, char **argv)
{
    int count = rounds(argc, argv, ROUNDS);
    pthread_t threads[THREADS];
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &count) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    refuse_objects();
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
