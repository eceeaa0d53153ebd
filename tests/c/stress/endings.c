/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ends while launches run: of the process, by each thread that may end it; of threads that queued
 * them; of a library that was opened; of a child that was forked. Nothing waits for ever, nothing
 * ends by a signal that nobody sent. Each scene is a process of its own, this program with its
 * name.
 */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "embedding.h"

#define SECONDS 60
#define STREAMS 3
#define LAUNCHES 20 /* on each stream */
#define LEFT 3      /* what a scene ends with that does not return */

static aclrtStream streams[STREAMS];
static struct embedding embeddings[STREAMS];

static void open_all(void)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < STREAMS; i++) {
        struct embedding *e = &embeddings[i];
        streams[i] = new_stream();
        embedding_open(e, 20000, 64, 1000);
        OK_(aclrtMemset(e->indices, 160000, 0, 160000));
        OK_(aclrtMemset(e->grad, 5120000, 0, 5120000));
    }
}

static void queue_all(void)
{
    for (int i = 0; i < LAUNCHES * STREAMS; i++)
        embedding_launch(&embeddings[i % STREAMS], streams[i % STREAMS]);
}

static void close_all(void)
{
    for (int i = 0; i < STREAMS; i++) {
        OK_(aclrtSynchronizeStream(streams[i]));
        OK_(aclrtDestroyStream(streams[i]));
        embedding_close(&embeddings[i]);
    }
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
}

/* Until some of the work runs; in lazy mode none does. */
static void let_some_run(void)
{
    const struct timespec moment = {0, 2000000};
    nanosleep(&moment, NULL);
}

/* ---- Ends of the process --------------------------------------------------------------------- */

static void *leave(void *unused)
{
    (void)unused;
    exit(LEFT);
    return NULL;
}

static void leave_in_task(void *unused)
{
    (void)unused;
    exit(LEFT);
}

static void end_by_main(void)
{
    open_all();
    queue_all();
    let_some_run();
    exit(LEFT);
}

static void end_by_thread(void)
{
    open_all();
    queue_all();
    join_thread(start_thread(leave, NULL));
}

/* A function of the stream's work ends the process, on a thread of the library. */
static void end_by_task(void)
{
    open_all();
    queue_all();
    OK_(aclrtLaunchHostFunc(streams[0], leave_in_task, NULL));
    queue_all();
    (void)aclrtSynchronizeStream(streams[0]);
}

static void *synchronize(void *stream)
{
    OK_(aclrtSetDevice(0));
    (void)aclrtSynchronizeStream((aclrtStream)stream);
    return NULL;
}

/* Others wait for streams meanwhile. */
static void end_while_others_wait(void)
{
    open_all();
    queue_all();
    for (int i = 0; i < STREAMS; i++)
        CHECK(pthread_detach(start_thread(synchronize, streams[i])) == 0);
    let_some_run();
    exit(LEFT);
}

static void synchronize_at_exit(void)
{
    for (int i = 0; i < STREAMS; i++)
        OK_(aclrtSynchronizeStream(streams[i]));
}

/* What was registered after the first call runs before the library leaves. */
static void end_with_a_wait(void)
{
    open_all();
    queue_all();
    CHECK(atexit(synchronize_at_exit) == 0);
    exit(LEFT);
}

/* The default action of a signal that comes while the main thread waits. */
static void end_by_signal(void)
{
    open_all();
    queue_all();
    pid_t self = getpid();
    pid_t child = fork();
    if (child == 0) {
        let_some_run();
        kill(self, SIGINT);
        _exit(0);
    }
    for (;;) {
        queue_all();
        synchronize_at_exit();
    }
}

/* ---- Ends of threads ------------------------------------------------------------------------- */

static void *queue_and_end(void *number)
{
    int i = *(const int *)number;
    OK_(aclrtSetDevice(0));
    streams[i] = new_stream();
    for (int k = 0; k < LAUNCHES; k++)
        embedding_launch(&embeddings[i], streams[i]);
    return NULL;
}

/* The work of a thread that has ended is done all the same, and its stream is anybody's. */
static void end_threads(void)
{
    static int numbers[STREAMS];
    pthread_t threads[STREAMS];
    aclrtStream before[STREAMS];
    open_all();
    memcpy(before, streams, sizeof before);
    for (int i = 0; i < STREAMS; i++) {
        numbers[i] = i;
        threads[i] = start_thread(queue_and_end, &numbers[i]);
    }
    for (int i = 0; i < STREAMS; i++) {
        join_thread(threads[i]);
        OK_(aclrtDestroyStream(before[i]));
    }
    close_all();
}

/* ---- The end of a library -------------------------------------------------------------------- */

/* It was opened once more: what runs goes on. */
static void close_library(void)
{
    void *library = dlopen("libascendcl.so", RTLD_NOW);
    CHECK(library != NULL);
    open_all();
    queue_all();
    CHECK(dlclose(library) == 0);
    let_some_run();
    close_all();
}

/* ---- Children -------------------------------------------------------------------------------- */

#ifdef __SANITIZE_ADDRESS__
#define EXIT _exit /* it takes launches for lost that are on stacks of the parent's threads */
#else
#define EXIT exit
#endif

/* They are forked while launches run, and end at once; the parent goes on. */
static void fork_while_running(void)
{
    open_all();
    for (int i = 0; i < 8; i++) {
        int status = -1;
        queue_all();
        fflush(NULL);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            alarm(SECONDS);
            if (aclrtSynchronizeStream(streams[0]) != 107002)
                _exit(1);
            if (i % 2 == 0)
                EXIT(0);
            _exit(0);
        }
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    close_all();
}

/* ---- The scenes ------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    void (*run)(void);
    int status; /* of waitpid: an exit status, or a signal */
} scenes[] = {
    {"main", end_by_main, LEFT << 8},     {"thread", end_by_thread, LEFT << 8},
    {"task", end_by_task, LEFT << 8},     {"others_wait", end_while_others_wait, LEFT << 8},
    {"wait", end_with_a_wait, LEFT << 8}, {"signal", end_by_signal, SIGINT},
    {"threads", end_threads, 0},          {"library", close_library, 0},
    {"fork", fork_while_running, 0},
};

#define SCENES (sizeof scenes / sizeof scenes[0])

static int status_of(const char *program, const char *scene)
{
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        execl(program, program, "scene", scene, (char *)NULL);
        _exit(127);
    }
    CHECK(waitpid(child, &status, 0) == child);
    return status;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 2 && strcmp(argv[1], "scene") == 0 && i < SCENES; i++)
        if (strcmp(argv[2], scenes[i].name) == 0) {
            alarm(SECONDS);
            signal(SIGINT, SIG_DFL); /* a shell has what it runs behind ignore it */
            scenes[i].run();
            return 0;
        }
    int times = rounds(argc, argv, 1);
    for (int k = 0; k < times; k++)
        for (size_t i = 0; i < SCENES; i++) {
            int status = status_of(argv[0], scenes[i].name);
            if (status != scenes[i].status)
                fprintf(stderr, "%s: wait status %#x\n", scenes[i].name, (unsigned)status);
            CHECK(status == scenes[i].status);
        }
    return 0;
}
