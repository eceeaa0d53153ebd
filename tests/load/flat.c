/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory stays flat: a million launches, with tensors, executors, events and streams that come and
 * go. What the process holds after a tenth of them, it holds at the end.
 *
 *     flat [LAUNCHES [KIBIBYTES]]     the growth that is allowed
 */
/* not under address, undefined, thread, valgrind: these tools keep memory of their own */
#include "../sanitize/embedding.h"

#define EVERY 256

/* Resident memory of the process, in KiB. */
static long resident(void)
{
    char line[256];
    long size = 0;
    FILE *file = fopen("/proc/self/status", "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmRSS: %ld kB", &size) == 1)
            break;
    fclose(file);
    CHECK(size > 0);
    return size;
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
    long allowed = argc > 2 ? atol(argv[2]) : 256;
    long after_tenth = 0;
    OK_(aclrtSetDevice(0));
    embedding_open(&e, 4, 2, 3);
    OK_(aclrtMemcpy(e.grad, sizeof ones, ones, sizeof ones, ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtMemcpy(e.indices, sizeof indices, indices, sizeof indices, ACL_MEMCPY_HOST_TO_DEVICE));
    aclrtStream stream = new_stream();
    for (long number = 1; number <= launches; number++) {
        work(&e, &stream, number);
        if (number == launches / 10)
            after_tenth = resident();
    }
    OK_(aclrtSynchronizeStream(stream));
    long at_end = resident();
    printf("%ld launches, resident %ld KiB after a tenth, %ld KiB at the end\n", launches,
           after_tenth, at_end);
    CHECK(at_end - after_tenth <= allowed);
    OK_(aclrtMemcpy(out, sizeof out, e.out, sizeof out, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < 6; i++)
        CHECK(out[i] == (i < 4 ? 1.0f : 2.0f));
    embedding_close(&e);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    return 0;
}
