/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the programs of this directory share, in C11 and in C++11. They know the public headers
 * only, end with 0 when all is right and with 1 and a message when not. The first argument, or the
 * variable ROUNDS, scales how long they run: 1 is for valgrind, 100 for a night.
 *
 *     cc -std=c11 -D_GNU_SOURCE streams.c -I TREE/include -L TREE/lib64 -lascendcl -lpthread
 */
#ifndef ACLNN_PY_TESTS_STRESS_PROGRAM_H
#define ACLNN_PY_TESTS_STRESS_PROGRAM_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"

#define CHECK(condition)                             \
    do {                                             \
        if (!(condition))                            \
            give_up(__FILE__, __LINE__, #condition); \
    } while (0)

/* The call must return this status; what it left in the error text is forgotten. */
#define GIVES(expected, call) expect(__FILE__, __LINE__, #call, (expected), (call))
#define OK_(call) GIVES(0, call)

static inline void give_up(const char *file, int line, const char *what)
{
    const char *text = aclGetRecentErrMsg();
    fprintf(stderr, "%s:%d: not true: %s\n%s\n", file, line, what, text != NULL ? text : "");
    fflush(stderr);
    _Exit(1);
}

static inline void expect(const char *file, int line, const char *call, int expected, int status)
{
    if (status != expected) {
        fprintf(stderr, "%s:%d: status %d, not %d\n", file, line, status, expected);
        give_up(file, line, call);
    }
    if (status != 0)
        (void)aclGetRecentErrMsg();
}

static inline int rounds(int argc, char **argv, int otherwise)
{
    const char *text = argc > 1 ? argv[1] : getenv("ROUNDS");
    int number = text != NULL ? atoi(text) : otherwise;
    return number > 0 ? number : otherwise;
}

/* A number below limit; every thread has a state of its own, which must not be 0. */
static inline uint32_t pick(uint64_t *state, uint32_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)((*state >> 11) % limit);
}

static inline pthread_t start_thread(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, run, argument) == 0);
    return thread;
}

static inline void join_thread(pthread_t thread)
{
    CHECK(pthread_join(thread, NULL) == 0);
}

/* What a thread is given: the state of its random numbers, and how often it does its work. */
struct random_worker {
    uint64_t state;
    int rounds;
};

#define MOST_WORKERS 16

/* Runs a function in so many threads at once, each with random numbers of its own. */
static inline void run_random_workers(void *(*run)(void *), int count, int rounds)
{
    pthread_t threads[MOST_WORKERS];
    struct random_worker workers[MOST_WORKERS];
    CHECK(count <= MOST_WORKERS);
    for (int i = 0; i < count; i++) {
        workers[i].state = (uint64_t)i + 1;
        workers[i].rounds = rounds;
        threads[i] = start_thread(run, &workers[i]);
    }
    for (int i = 0; i < count; i++)
        join_thread(threads[i]);
}

static inline void *device_malloc(size_t size)
{
    void *memory = NULL;
    OK_(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST));
    return memory;
}

static inline void *host_malloc(size_t size)
{
    void *memory = NULL;
    OK_(aclrtMallocHost(&memory, size));
    return memory;
}

static inline aclrtStream new_stream(void)
{
    aclrtStream stream = NULL;
    OK_(aclrtCreateStream(&stream));
    return stream;
}

static inline aclrtEvent new_event(void)
{
    aclrtEvent event = NULL;
    OK_(aclrtCreateEvent(&event));
    return event;
}

/* "async", "lazy" or "sync". */
static inline int stream_mode_is(const char *name)
{
    const char *mode = getenv("ACLNN_STREAM");
    return strcmp(mode != NULL ? mode : "async", name) == 0;
}

#endif
