/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes whose main function ends by pthread_exit: a destructor that uses the library runs to
 * its end, whichever thread was the last one. Each is a program of its own, this one with an
 * argument.
 */
/* not under thread: that tool has a thread of its own, which never ends, so none is the last */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "embedding.h"

#define COMPLETE 7

/* Longer than threads of the library stay without work. */
#define LONG_MICROSECONDS 800000

static const char *scene;
static aclrtStream stream;
static struct embedding embedding;

static void work(void)
{
    embedding_launch(&embedding, stream);
}

__attribute__((destructor)) static void use_library_and_end(void)
{
    if (scene == NULL)
        return;
    OK_(aclrtSetDevice(0));
    work();
    usleep(LONG_MICROSECONDS);
    OK_(aclrtSynchronizeStream(stream));
    work();
    OK_(aclrtDestroyStream(stream));
    usleep(LONG_MICROSECONDS);
    embedding_close(&embedding);
    OK_(aclrtResetDevice(0));
    _Exit(COMPLETE);
}

static void *stay(void *unused)
{
    usleep(2 * LONG_MICROSECONDS);
    return unused;
}

static void begin(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    stream = new_stream();
    embedding_open(&embedding, 5000, 64, 1000);
    OK_(aclrtMemset(embedding.indices, 40000, 0, 40000));
    OK_(aclrtMemset(embedding.grad, 1280000, 0, 1280000));
    work();
}

/* Which thread is the last: one of the library, the main one, or one that never called it. */
static void end_by_pthread_exit(void)
{
    pthread_t thread;
    alarm(60);
    begin();
    if (strcmp(scene, "main") == 0) {
        OK_(aclrtSynchronizeStream(stream));
        usleep(LONG_MICROSECONDS);
    } else if (strcmp(scene, "other") == 0) {
        CHECK(pthread_create(&thread, NULL, stay, NULL) == 0);
    }
    pthread_exit(NULL);
}

int main(int argc, char **argv)
{
    static const char *const scenes[] = {"library", "main", "other"};
    enum { SCENES = sizeof scenes / sizeof scenes[0] };
    pid_t children[SCENES];
    int status = 0;
    if (argc > 1 && strcmp(argv[1], "child") == 0) {
        scene = argv[2];
        end_by_pthread_exit();
    }
    setenv("ACLNN_CORES", "3", 1);
    for (int i = 0; i < SCENES; i++) {
        children[i] = fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) {
            execl(argv[0], argv[0], "child", scenes[i], (char *)NULL);
            _exit(127);
        }
    }
    for (int i = 0; i < SCENES; i++) {
        CHECK(waitpid(children[i], &status, 0) == children[i]);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != COMPLETE)
            fprintf(stderr, "%s: wait status %#x\n", scenes[i], (unsigned)status);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == COMPLETE);
    }
    return 0;
}
