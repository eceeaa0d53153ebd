/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Workspaces and scratch: many streams at once with a workspace, or with none and scratch from the
 * library; workspaces that are freed, or shared, while launches run. Each product and kind of check
 * has a process of its own.
 */
#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "embedding.h"

#define THREADS 4
#define LARGE_ROWS 400000

static const char *const settings[][2] = {
    {"Ascend910B2", "on"}, {"Ascend910B2", "isolate"}, {"Ascend910B2", "off"},
    {"Ascend910A", "on"},  {"Ascend910A", "isolate"},  {"Ascend950", "on"},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Row i of grad is all i % 5, and goes to weight i % weights. */
static void fill(struct embedding *e)
{
    size_t elements = (size_t)(e->rows * e->columns);
    float *grad = malloc(elements * sizeof *grad);
    int64_t *indices = malloc((size_t)e->rows * sizeof *indices);
    CHECK(grad != NULL && indices != NULL);
    for (size_t i = 0; i < elements; i++)
        grad[i] = (float)(i / (size_t)e->columns % 5);
    for (int64_t i = 0; i < e->rows; i++)
        indices[i] = i % e->weights;
    OK_(aclrtMemcpy(e->grad, elements * sizeof *grad, grad, elements * sizeof *grad,
                    ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtMemcpy(e->indices, (size_t)e->rows * sizeof *indices, indices,
                    (size_t)e->rows * sizeof *indices, ACL_MEMCPY_HOST_TO_DEVICE));
    free(grad);
    free(indices);
}

static void check(const struct embedding *e)
{
    size_t bytes = (size_t)(e->weights * e->columns) * sizeof(float);
    float *out = malloc(bytes);
    CHECK(out != NULL);
    OK_(aclrtMemcpy(out, bytes, e->out, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int64_t w = 0; w < e->weights; w++) {
        float sum = 0;
        for (int64_t i = w; i < e->rows; i += e->weights)
            sum += (float)(i % 5);
        for (int64_t c = 0; c < e->columns; c++)
            CHECK(out[w * e->columns + c] == sum);
    }
    free(out);
}

/* ---- Streams at once ------------------------------------------------------------------------- */

static int round_count;

static void *work(void *seed)
{
    uint64_t state = *(uint64_t *)seed;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    for (int i = 0; i < round_count; i++) {
        struct embedding e;
        embedding_open(&e, 1 + pick(&state, 5000), 1 + pick(&state, 4), 1 + pick(&state, 3000));
        fill(&e);
        for (int k = 0; k < 3; k++) {
            embedding_launch(&e, stream);
            OK_(aclrtSynchronizeStream(stream));
            check(&e);
        }
        embedding_close(&e);
    }
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    return NULL;
}

static void run_threads(void)
{
    pthread_t threads[THREADS];
    uint64_t seeds[THREADS];
    for (int i = 0; i < THREADS; i++) {
        seeds[i] = (uint64_t)i + 1;
        threads[i] = start_thread(work, &seeds[i]);
    }
    for (int i = 0; i < THREADS; i++)
        join_thread(threads[i]);
}

/* ---- Mistakes -------------------------------------------------------------------------------- */

static void wait_for_gate(void *open)
{
    while (atomic_load((_Atomic int *)open) == 0)
        sched_yield();
}

static void free_too_early(aclrtStream stream, int expected)
{
    struct embedding e;
    _Atomic int open = 0;
    embedding_open(&e, 50, 3, 7);
    fill(&e);
    if (e.workspace != NULL) {
        OK_(aclrtLaunchHostFunc(stream, wait_for_gate, &open));
        embedding_launch(&e, stream);
        OK_(aclrtFree(e.workspace));
        e.workspace = NULL;
        atomic_store(&open, 1);
        GIVES(expected, aclrtSynchronizeStream(stream));
    }
    embedding_close(&e);
}

/* Whether the launches overlap is up to the machine: each ends well, or says that it was shared. */
static void share(aclrtStream stream)
{
    struct embedding large;
    struct embedding small;
    aclrtStream other = new_stream();
    embedding_open(&large, LARGE_ROWS, 1, LARGE_ROWS);
    embedding_open(&small, 50, 3, 7);
    fill(&large);
    fill(&small);
    if (large.workspace != NULL && small.workspace != NULL) {
        OK_(aclrtFree(small.workspace));
        small.workspace = large.workspace;
        for (int i = 0; i < 3; i++) {
            embedding_launch(&large, stream);
            for (int k = 0; k < 3; k++)
                embedding_launch(&small, other);
            int first = aclrtSynchronizeStream(stream);
            int second = aclrtSynchronizeStream(other);
            CHECK(first == 0 || first == ACL_ERROR_RT_AICORE_EXCEPTION);
            CHECK(second == 0 || second == ACL_ERROR_RT_AICORE_EXCEPTION);
            /* There may be more failures behind the first. */
            while (aclrtSynchronizeStream(other) != 0)
                continue;
            (void)aclGetRecentErrMsg();
        }
        small.workspace = NULL;
    }
    embedding_close(&large);
    embedding_close(&small);
    OK_(aclrtDestroyStream(other));
}

/* Isolate says on standard error what it does not do yet; these programs print nothing. */
static void start(void)
{
    int kept = dup(STDERR_FILENO);
    CHECK(kept >= 0 && freopen("/dev/null", "w", stderr) != NULL);
    int status = aclInit(NULL);
    CHECK(fflush(stderr) == 0 && dup2(kept, STDERR_FILENO) >= 0 && close(kept) == 0);
    OK_(status);
}

static int run(const char *check_mode)
{
    start();
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    run_threads();
    /* In the call there is no time to free anything. */
    if (!stream_mode_is("sync"))
        free_too_early(stream, strcmp(check_mode, "off") == 0 ? 0 : ACL_ERROR_RT_AICORE_EXCEPTION);
#ifndef __SANITIZE_THREAD__ /* which would say, rightly, that they race */
    if (strcmp(check_mode, "off") != 0)
        share(stream);
#endif
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}

int main(int argc, char **argv)
{
    round_count = rounds(argc, argv, 10);
    for (size_t i = 0; i < COUNT(settings); i++) {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            setenv("ACLNN_SOC", settings[i][0], 1);
            setenv("ACLNN_CHECK", settings[i][1], 1);
            return run(settings[i][1]);
        }
        int status = 0;
        CHECK(waitpid(child, &status, 0) == child);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            fprintf(stderr, "%s with ACLNN_CHECK=%s: status %#x\n", settings[i][0], settings[i][1],
                    (unsigned)status);
            return 1;
        }
    }
    return 0;
}
