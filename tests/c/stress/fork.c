/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Children: before the first use of the library everything works in them; after it nothing does,
 * with a status and a text and without a hang; the parent is not disturbed; exec starts anew.
 */
/* not under valgrind: at the end of a child it searches the device memory that stays with the
 * parent, page by page, which takes a minute (with --leak-check=no the program passes) */
#include <sys/wait.h>
#include <unistd.h>

#include "embedding.h"

static const char *program;

static void use_library(void)
{
    struct embedding e;
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    embedding_open(&e, 1000, 8, 50);
    OK_(aclrtMemset(e.indices, 8000, 0, 8000));
    OK_(aclrtMemset(e.grad, 32000, 0, 32000));
    embedding_launch(&e, stream);
    OK_(aclrtSynchronizeStream(stream));
    embedding_close(&e);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
}

/* The child ends within a few seconds, with 0. */
static void expect_success(pid_t child)
{
    int status = -1;
    CHECK(child > 0);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void expect_refused(int expected, int status, const char *name)
{
    const char *text;
    CHECK(status == expected);
    text = aclGetRecentErrMsg();
    CHECK(text != NULL && strstr(text, name) != NULL && strstr(text, "fork") != NULL);
}

/* Leaves as a program does, with exit. */
static void be_refused(struct embedding *e, aclOpExecutor *executor, aclrtStream stream)
{
    void *memory = NULL;
    uint64_t size = 0;
    const int64_t dims[] = {1};
    alarm(60);
    (void)aclGetRecentErrMsg();
    expect_refused(107002, aclInit(NULL), "aclInit");
    expect_refused(107002, aclrtSetDevice(0), "aclrtSetDevice");
    expect_refused(107002, aclrtMalloc(&memory, 100, 0), "aclrtMalloc");
    expect_refused(107002, aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    expect_refused(107002, aclrtDestroyStream(stream), "aclrtDestroyStream");
    expect_refused(107002, aclrtFree(e->grad), "aclrtFree");
    expect_refused(107002, aclrtResetDevice(0), "aclrtResetDevice");
    expect_refused(107002, aclFinalize(), "aclFinalize");
    expect_refused(361001,
                   aclnnEmbeddingDenseBackwardGetWorkspaceSize(NULL, NULL, 1, 0, false, NULL, &size,
                                                               &executor),
                   "aclnnEmbeddingDenseBackwardGetWorkspaceSize");
    expect_refused(361001, aclnnEmbeddingDenseBackward(NULL, 0, executor, stream),
                   "aclnnEmbeddingDenseBackward");
    expect_refused(361001, aclDestroyTensor(NULL), "aclDestroyTensor");
    CHECK(aclCreateTensor(dims, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 1, NULL) == NULL);
    CHECK(aclDataTypeSize(ACL_FLOAT) == 4);
    exit(0);
}

/*
 * The allocators of sanitizers know nothing of fork: a thread of the library that gives back memory
 * at this moment would leave their lock held in the child. Otherwise fork comes at any moment.
 */
static void let_threads_rest(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    usleep(20000);
#endif
}

static void test_after_first_use(int number)
{
    struct embedding e;
    uint64_t size = 0;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    embedding_open(&e, 1000, 8, 50);
    OK_(aclrtMemset(e.indices, 8000, 0, 8000));
    OK_(aclrtMemset(e.grad, 32000, 0, 32000));
    aclOpExecutor *executor = embedding_plan(&e, &size);
    for (int i = 0; i < number; i++) {
        embedding_launch(&e, stream);
        OK_(aclrtSynchronizeStream(stream));
        let_threads_rest();
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            be_refused(&e, executor, stream);
        embedding_launch(&e, stream);
        expect_success(child);
        OK_(aclrtSynchronizeStream(stream));
    }
    OK_(aclDestroyAclOpExecutor(executor));
    embedding_close(&e);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
}

static void test_exec(void)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, "child", (char *)NULL);
        _exit(127);
    }
    expect_success(child);
}

int main(int argc, char **argv)
{
    program = argv[0];
    if (argc > 1 && strcmp(argv[1], "child") == 0) {
        use_library();
        return 0;
    }
    pid_t child = fork();
    if (child == 0) {
        use_library();
        exit(0);
    }
    expect_success(child);
    use_library();
    test_after_first_use(rounds(argc, argv, 3));
    test_exec();
    return 0;
}
