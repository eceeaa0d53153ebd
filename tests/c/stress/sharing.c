/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two processes share memory, events and notifies: in each round a worker here offers what it has
 * just made to its worker in the other process, both compute in the same bytes, and either may let
 * go first. Meanwhile a stream writes to the half of the allocation that is not offered. In the end
 * a process is killed while it holds what it imported.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

#define WORKERS 3
#define KEY 65
#define MOST 40000
#define SECONDS_20 20000

enum answer { IMPORTED = 'i', CLOSED = 'c' };

/* What a round shares. The whole round is in it: a size of 0 ends the worker. */
struct offer {
    char memory[KEY];
    char go[KEY];   /* recorded here when the bytes are written */
    char done[KEY]; /* recorded there when it has computed */
    aclrtIpcEventHandle written;
    uint64_t size;
    int value;
    int is_freed_first; /* here, before it is closed there */
};

struct worker {
    int to; /* pipes to the other process and from it */
    int from;
    uint64_t state;
    int rounds;
};

static void send_bytes(int pipe, const void *bytes, size_t size)
{
    CHECK(write(pipe, bytes, size) == (ssize_t)size);
}

static void receive_bytes(int pipe, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(pipe, (char *)bytes + done, size - done);
        CHECK(got > 0);
        done += (size_t)got;
    }
}

static void send_answer(const struct worker *w, enum answer answer)
{
    char byte = (char)answer;
    send_bytes(w->to, &byte, 1);
}

static void await_answer(const struct worker *w, enum answer answer)
{
    char byte = 0;
    receive_bytes(w->from, &byte, 1);
    CHECK(byte == (char)answer);
}

/* ---- The other process ----------------------------------------------------------------------- */

/* Adds one to each of the bytes when they are written, and records that it has. */
static void compute(const struct offer *offer, void *memory, aclrtEvent written, aclrtNotify go,
                    aclrtNotify done, aclrtStream stream)
{
    size_t size = offer->size;
    unsigned char *host = host_malloc(size);
    OK_(aclrtWaitAndResetNotify(go, stream, SECONDS_20));
    OK_(aclrtStreamWaitEvent(stream, written));
    OK_(aclrtMemcpyAsync(host, size, memory, size, ACL_MEMCPY_DEVICE_TO_HOST, stream));
    OK_(aclrtMemsetAsync(memory, size, offer->value + 1, size, stream));
    OK_(aclrtRecordNotify(done, stream));
    OK_(aclrtSynchronizeStream(stream));
    for (size_t i = 0; i < size; i++)
        CHECK(host[i] == offer->value);
    OK_(aclrtFreeHost(host));
}

static void take_offer(const struct worker *w, const struct offer *offer, aclrtStream stream)
{
    void *memory = NULL;
    aclrtEvent written = NULL;
    aclrtNotify go = NULL;
    aclrtNotify done = NULL;
    OK_(aclrtIpcMemImportByKey(&memory, offer->memory, 0));
    OK_(aclrtIpcOpenEventHandle(offer->written, &written));
    OK_(aclrtNotifyImportByKey(&go, offer->go, 0));
    OK_(aclrtNotifyImportByKey(&done, offer->done, 0));
    send_answer(w, IMPORTED);
    compute(offer, memory, written, go, done, stream);
    if (offer->is_freed_first)
        await_answer(w, CLOSED);
    OK_(aclrtIpcMemClose(offer->memory));
    OK_(aclrtDestroyEvent(written));
    OK_(aclrtDestroyNotify(go));
    OK_(aclrtDestroyNotify(done));
    send_answer(w, CLOSED);
}

static void *take_offers(void *argument)
{
    const struct worker *w = argument;
    struct offer offer;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    receive_bytes(w->from, &offer, sizeof offer);
    while (offer.size != 0) {
        take_offer(w, &offer, stream);
        receive_bytes(w->from, &offer, sizeof offer);
    }
    OK_(aclrtDestroyStream(stream));
    return NULL;
}

/* ---- This process ---------------------------------------------------------------------------- */

struct share {
    char *memory; /* twice the size of the offer: the first half stays here */
    aclrtEvent written;
    aclrtNotify go;
    aclrtNotify done;
};

static void make_offer(struct share *share, struct offer *offer)
{
    unsigned long all = ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION;
    unsigned long notify = ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION;
    OK_(aclrtCreateEventExWithFlag(&share->written, ACL_EVENT_IPC));
    OK_(aclrtCreateNotify(&share->go, ACL_NOTIFY_DEFAULT));
    OK_(aclrtCreateNotify(&share->done, ACL_NOTIFY_DEFAULT));
    OK_(aclrtIpcMemGetExportKey(share->memory + offer->size, offer->size, offer->memory, KEY, all));
    OK_(aclrtIpcGetEventHandle(share->written, &offer->written));
    OK_(aclrtNotifyGetExportKey(share->go, offer->go, KEY, notify));
    OK_(aclrtNotifyGetExportKey(share->done, offer->done, KEY, notify));
}

static void expect_bytes(const char *memory, size_t size, int value)
{
    unsigned char *host = host_malloc(size);
    OK_(aclrtMemcpy(host, size, memory, size, ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < size; i++)
        CHECK(host[i] == value);
    OK_(aclrtFreeHost(host));
}

static void end_share(struct share *share, const struct offer *offer)
{
    OK_(aclrtIpcMemClose(offer->memory));
    OK_(aclrtFree(share->memory));
    OK_(aclrtDestroyEvent(share->written));
    OK_(aclrtDestroyNotify(share->go));
    OK_(aclrtDestroyNotify(share->done));
}

static void offer_once(struct worker *w, const aclrtStream streams[2])
{
    struct share share;
    struct offer offer;
    memset(&offer, 0, sizeof offer);
    offer.size = 1 + pick(&w->state, MOST);
    offer.value = (int)pick(&w->state, 255);
    offer.is_freed_first = (int)pick(&w->state, 2);
    share.memory = device_malloc(2 * offer.size);
    for (int i = 0; i < 20; i++)
        OK_(aclrtMemsetAsync(share.memory, offer.size, i, offer.size, streams[1]));
    make_offer(&share, &offer);
    send_bytes(w->to, &offer, sizeof offer);
    await_answer(w, IMPORTED);
    OK_(aclrtMemsetAsync(share.memory + offer.size, offer.size, offer.value, offer.size,
                         streams[0]));
    OK_(aclrtRecordEvent(share.written, streams[0]));
    OK_(aclrtRecordNotify(share.go, streams[0]));
    OK_(aclrtWaitAndResetNotify(share.done, streams[0], SECONDS_20));
    OK_(aclrtSynchronizeStream(streams[0]));
    OK_(aclrtSynchronizeStream(streams[1]));
    expect_bytes(share.memory, offer.size, 19);
    expect_bytes(share.memory + offer.size, offer.size, offer.value + 1);
    if (offer.is_freed_first) {
        end_share(&share, &offer);
        send_answer(w, CLOSED);
    }
    await_answer(w, CLOSED);
    if (!offer.is_freed_first)
        end_share(&share, &offer);
}

static void *offer_all(void *argument)
{
    struct worker *w = argument;
    struct offer nothing;
    OK_(aclrtSetDevice(0));
    const aclrtStream streams[2] = {new_stream(), new_stream()};
    for (int i = 0; i < w->rounds; i++)
        offer_once(w, streams);
    memset(&nothing, 0, sizeof nothing);
    send_bytes(w->to, &nothing, sizeof nothing);
    for (int i = 0; i < 2; i++)
        OK_(aclrtDestroyStream(streams[i]));
    return NULL;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static void run_workers(void *(*run)(void *), struct worker *workers)
{
    pthread_t threads[WORKERS];
    OK_(aclInit(NULL));
    for (int i = 0; i < WORKERS; i++)
        threads[i] = start_thread(run, &workers[i]);
    for (int i = 0; i < WORKERS; i++)
        join_thread(threads[i]);
    OK_(aclFinalize());
}

/* Starts this program anew, and gives its workers' ends of the pipes to it by their numbers. */
static pid_t start_other(const char *program, struct worker *workers)
{
    char numbers[2 * WORKERS][12];
    char *arguments[2 * WORKERS + 2] = {(char *)(uintptr_t)program};
    int theirs[2 * WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        int there[2];
        int back[2];
        CHECK(pipe(there) == 0 && pipe(back) == 0);
        workers[i].to = there[1];
        workers[i].from = back[0];
        theirs[2 * i] = back[1];
        theirs[2 * i + 1] = there[0];
    }
    for (int i = 0; i < 2 * WORKERS; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%d", theirs[i]);
        arguments[i + 1] = numbers[i];
    }
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < WORKERS; i++) {
            close(workers[i].to);
            close(workers[i].from);
        }
        execv(program, arguments);
        _exit(127);
    }
    CHECK(child > 0);
    for (int i = 0; i < 2 * WORKERS; i++)
        close(theirs[i]);
    return child;
}

static void be_the_other(char **numbers)
{
    struct worker workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        workers[i].to = atoi(numbers[2 * i]);
        workers[i].from = atoi(numbers[2 * i + 1]);
    }
    run_workers(take_offers, workers);
}

/* What a killed process has imported stays whole here, and can be let go. */
static void outlive(pid_t other, const struct worker *w)
{
    struct share share;
    struct offer offer;
    memset(&offer, 0, sizeof offer);
    offer.size = 5000;
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    share.memory = device_malloc(2 * offer.size);
    make_offer(&share, &offer);
    send_bytes(w->to, &offer, sizeof offer);
    await_answer(w, IMPORTED);
    CHECK(kill(other, SIGKILL) == 0);
    CHECK(waitpid(other, NULL, 0) == other);
    OK_(aclrtMemset(share.memory, 2 * offer.size, 3, 2 * offer.size));
    expect_bytes(share.memory, 2 * offer.size, 3);
    end_share(&share, &offer);
    OK_(aclFinalize());
}

int main(int argc, char **argv)
{
    struct worker workers[WORKERS];
    int status = -1;
    if (argc == 1 + 2 * WORKERS) {
        be_the_other(argv + 1);
        return 0;
    }
    pid_t other = start_other(argv[0], workers);
    struct worker of_killed[WORKERS];
    pid_t killed = start_other(argv[0], of_killed);
    for (int i = 0; i < WORKERS; i++) {
        workers[i].state = (uint64_t)i + 1;
        workers[i].rounds = rounds(argc, argv, 10);
    }
    run_workers(offer_all, workers);
    CHECK(waitpid(other, &status, 0) == other);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    outlive(killed, &of_killed[0]);
    return 0;
}
