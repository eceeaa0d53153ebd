/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the programs of this directory share. Each holds cases, one function a case, wrong in one
 * way; the first argument names the case. What the library says goes to standard output:
 *
 *     status 161001 [PID: 7] ... the whole text on one line     a call under test (TELL)
 *     saw 0                                                     a value (SAW)
 *
 * Everything else must succeed (OK_, CHECK of ../stress/program.h), else the program ends with 1.
 */
#ifndef ACLNN_PY_TESTS_MISUSE_MISUSE_H
#define ACLNN_PY_TESTS_MISUSE_MISUSE_H

#include <semaphore.h>
#include <stdbool.h>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "program.h"

struct misuse {
    const char *name;
    void (*run)(void);
};

#define CASE(name) {#name, name}

static inline int run_case(int argc, char **argv, const struct misuse *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (argc == 2 && strcmp(argv[1], cases[i].name) == 0) {
            cases[i].run();
            return 0;
        }
    for (size_t i = 0; i < count; i++)
        printf("%s\n", cases[i].name);
    return argc == 1 ? 0 : 2;
}

#define MAIN(cases)                                                               \
    int main(int argc, char **argv)                                               \
    {                                                                             \
        return run_case(argc, argv, (cases), sizeof(cases) / sizeof((cases)[0])); \
    }

static inline void tell(int status)
{
    const char *text = aclGetRecentErrMsg();
    printf("status %d ", status);
    for (; text != NULL && *text != '\0'; text++)
        putchar(*text == '\n' ? ' ' : *text);
    putchar('\n');
    fflush(stdout);
}

#define TELL(call) tell(call)

static inline void saw(long value)
{
    printf("saw %ld\n", value);
    fflush(stdout);
}

#define SAW(value) saw(value)

/* ---- aclnnEmbeddingDenseBackward on 4 rows of 8 numbers -------------------------------------- */

enum { ROWS = 4, COLUMNS = 8, WEIGHTS = 5 };
enum { GRAD, INDICES, OUT, TENSORS };

#define GRAD_BYTES (ROWS * COLUMNS * sizeof(float))
#define OUT_BYTES (WEIGHTS * COLUMNS * sizeof(float))

/* What set_up makes; what a case has released itself it sets to NULL. */
static aclrtStream stream;
static void *memory[TENSORS];
static aclTensor *tensors[TENSORS];
static void *workspace;
static uint64_t workspace_size;
static aclOpExecutor *executor;

static const int64_t grad_dims[] = {ROWS, COLUMNS};
static const int64_t index_dims[] = {ROWS};
static const int64_t out_dims[] = {WEIGHTS, COLUMNS};

static inline aclTensor *tensor_of(const int64_t *dims, uint64_t rank, aclDataType type, void *data)
{
    aclTensor *made = aclCreateTensor(dims, rank, type, NULL, 0, ACL_FORMAT_ND, dims, rank, data);
    CHECK(made != NULL);
    return made;
}

static inline aclnnStatus phase_one(void)
{
    return aclnnEmbeddingDenseBackwardGetWorkspaceSize(tensors[GRAD], tensors[INDICES], WEIGHTS,
                                                       UINT64_MAX, false, tensors[OUT],
                                                       &workspace_size, &executor);
}

static inline aclnnStatus phase_two(void)
{
    return aclnnEmbeddingDenseBackward(workspace, workspace_size, executor, stream);
}

/* Device 0 and a stream. */
static inline void set_up_device(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    stream = new_stream();
}

/* Memory of all ones and index 0, and tensors over it. */
static inline void set_up_tensors(void)
{
    float ones[ROWS * COLUMNS];
    const int64_t zeros[ROWS] = {0};
    for (int i = 0; i < ROWS * COLUMNS; i++)
        ones[i] = 1;
    memory[GRAD] = device_malloc(GRAD_BYTES);
    memory[INDICES] = device_malloc(sizeof zeros);
    memory[OUT] = device_malloc(OUT_BYTES);
    OK_(aclrtMemcpy(memory[GRAD], GRAD_BYTES, ones, sizeof ones, ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtMemcpy(memory[INDICES], sizeof zeros, zeros, sizeof zeros, ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtMemset(memory[OUT], OUT_BYTES, 0, OUT_BYTES));
    tensors[GRAD] = tensor_of(grad_dims, 2, ACL_FLOAT, memory[GRAD]);
    tensors[INDICES] = tensor_of(index_dims, 1, ACL_INT64, memory[INDICES]);
    tensors[OUT] = tensor_of(out_dims, 2, ACL_FLOAT, memory[OUT]);
}

/* Everything up to phase two, all of it right. */
static inline void set_up(void)
{
    set_up_device();
    set_up_tensors();
    OK_(phase_one());
    CHECK(workspace_size > 0);
    workspace = device_malloc(workspace_size);
}

static inline void destroy_tensor(int index)
{
    OK_(aclDestroyTensor(tensors[index]));
    tensors[index] = NULL;
}

static inline void free_memory(void **place)
{
    OK_(aclrtFree(*place));
    *place = NULL;
}

/* Releases what is left: a case that ends with it leaves nothing. */
static inline void clean_up(void)
{
    for (int i = 0; i < TENSORS; i++)
        if (tensors[i] != NULL)
            destroy_tensor(i);
    if (executor != NULL)
        OK_(aclDestroyAclOpExecutor(executor));
    if (stream != NULL)
        OK_(aclrtDestroyStream(stream));
    for (int i = 0; i < TENSORS; i++)
        if (memory[i] != NULL)
            free_memory(&memory[i]);
    if (workspace != NULL)
        free_memory(&workspace);
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
}

/* Phase two of what set_up made; the executor is spent. */
static inline void launch(void)
{
    OK_(phase_two());
    executor = NULL;
}

/* The first number of out. */
static inline float first_of_out(void)
{
    float first = -1;
    OK_(aclrtMemcpy(&first, sizeof first, memory[OUT], sizeof first, ACL_MEMCPY_DEVICE_TO_HOST));
    return first;
}

/* ---- A gate: what is queued behind it waits until it opens ----------------------------------- */

static sem_t gate;

static inline void wait_at_gate(void *unused)
{
    (void)unused;
    while (sem_wait(&gate) != 0) {
    }
}

/* Not in sync mode, where the call would wait. */
static inline void close_gate(void)
{
    CHECK(!stream_mode_is("sync"));
    CHECK(sem_init(&gate, 0, 0) == 0);
    OK_(aclrtLaunchHostFunc(stream, wait_at_gate, NULL));
}

static inline void open_gate(void)
{
    CHECK(sem_post(&gate) == 0);
}

#endif
