/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory stays flat: a million launches, with tensors, executors, events and streams that come and
 * go. What the process holds after a tenth of them, when no work is queued, it holds at the end.
 *
 *     flat [LAUNCHES]
 */
/* not under address, undefined, thread, valgrind: these tools keep memory of their own */
#include <malloc.h>

#include "../stress/embedding.h"

#define EVERY 256

/* A thread of the library keeps some freed blocks for its next malloc; these count as in use. */
#define HEAP_MAY_GROW (64 << 10)
/* How far the host gets ahead, and with it the most that was ever queued, is chance. */
#define RESIDENT_MAY_GROW (2 << 20)

struct memory {
    size_t heap;     /* bytes that malloc has given and free has not taken back */
    size_t device;   /* bytes of device memory that are free */
    size_t resident; /* bytes of the process in pages of the machine */
};

/* VmRSS in /proc/self/status is an estimate; this walks the pages. */
static size_t resident(void)
{
    char line[256];
    size_t kibibytes = 0;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "Rss: %zu kB", &kibibytes) == 1)
            break;
    fclose(file);
    CHECK(kibibytes > 0);
    return kibibytes << 10;
}

static struct memory measure(void)
{
    struct memory now;
    size_t total = 0;
    now.heap = mallinfo2().uordblks;
    OK_(aclrtGetMemInfo(ACL_HBM_MEM, &now.device, &total));
    now.resident = resident();
    return now;
}

/* A failure keeps a text; asking for it gives it back. */
static void fail_once(struct embedding *e)
{
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree((char *)e->grad + 1));
    GIVES(161002, aclDestroyTensor((const aclTensor *)(const void *)e));
}

static void work(struct embedding *e, aclrtStream *stream, long number)
{
    embedding_launch(e, *stream);
    if (number % 16 == 0) {
        aclrtEvent event = new_event();
        OK_(aclrtRecordEvent(event, *stream));
        OK_(aclrtDestroyEvent(event));
    }
    if (number % EVERY != 0)
        return;
    OK_(aclrtSynchronizeStream(*stream));
    fail_once(e);
    OK_(aclrtFree(device_malloc(1 + (size_t)(number % 100000))));
    if (number % (EVERY * 16) == 0) {
        OK_(aclrtDestroyStream(*stream));
        *stream = new_stream();
    }
}

int main(int argc, char **argv)
{
    struct embedding e;
    const int64_t indices[] = {2, 0, 1, 2};
    float ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    float out[6];
    long launches = argc > 1 ? atol(argv[1]) : 1000000;
    struct memory before = {0};
    OK_(aclrtSetDevice(0));
    embedding_open(&e, 4, 2, 3);
    OK_(aclrtMemcpy(e.grad, sizeof ones, ones, sizeof ones, ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtMemcpy(e.indices, sizeof indices, indices, sizeof indices, ACL_MEMCPY_HOST_TO_DEVICE));
    aclrtStream stream = new_stream();
    for (long number = 1; number <= launches; number++) {
        work(&e, &stream, number);
        if (number == launches / 10) {
            OK_(aclrtSynchronizeStream(stream));
            before = measure();
        }
    }
    OK_(aclrtSynchronizeStream(stream));
    struct memory after = measure();
    printf("%ld launches; from a tenth of them to the end, in bytes: heap %zu to %zu, "
           "free device memory %zu to %zu, resident %zu to %zu\n",
           launches, before.heap, after.heap, before.device, after.device, before.resident,
           after.resident);
    fflush(stdout);
    CHECK(after.heap <= before.heap + HEAP_MAY_GROW);
    CHECK(after.device == before.device);
    CHECK(after.resident <= before.resident + RESIDENT_MAY_GROW);
    OK_(aclrtMemcpy(out, sizeof out, e.out, sizeof out, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < 6; i++)
        CHECK(out[i] == (i < 4 ? 1.0f : 2.0f));
    embedding_close(&e);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    return 0;
}
