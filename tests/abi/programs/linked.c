/* SPDX-License-Identifier: Apache-2.0 */
/* A program that is linked with the library; the argument says what it does. Also C++. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "use.h"

static void sleep_long(void *milliseconds)
{
    const struct timespec duration = {0, *(const int *)milliseconds * 1000000L};
    nanosleep(&duration, NULL);
}

/* Leaves work on several streams, some of it running. */
static void queue_work(void)
{
    static int duration = 50;
    CHECK(aclInit(NULL) == 0);
    CHECK(aclrtSetDevice(0) == 0);
    for (int s = 0; s < 4; s++) {
        aclrtStream stream = NULL;
        void *memory = NULL;
        CHECK(aclrtCreateStream(&stream) == 0);
        CHECK(aclrtMalloc(&memory, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
        for (int i = 0; i < 10; i++) {
            CHECK(aclrtLaunchHostFunc(stream, sleep_long, &duration) == 0);
            CHECK(aclrtMemsetAsync(memory, 1 << 20, i, 1 << 20, stream) == 0);
        }
    }
}

static void *leave(void *unused)
{
    (void)unused;
    exit(0);
    return NULL;
}

static void *use_in_thread(void *functions)
{
    use((const struct functions *)functions);
    return NULL;
}

/* The library under another name has the state of the one that is linked. */
static void open_as(const char *name)
{
    int32_t device = -1;
    aclError (*get_device)(int32_t *);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    void *symbol = dlsym(library, "aclrtGetDevice");
    CHECK(symbol != NULL);
    memcpy(&get_device, &symbol, sizeof symbol);
    CHECK(get_device(&device) == 107002);
    CHECK(aclrtSetDevice(0) == 0);
    CHECK(get_device(&device) == 0 && device == 0);
    CHECK(aclrtResetDevice(0) == 0);
    CHECK(get_device(&device) == 107002);
    CHECK(aclGetRecentErrMsg() != NULL);
    dlclose(library);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "use";
    static struct functions functions;
    pthread_t thread;
    functions = linked_functions();
    if (strcmp(what, "use") == 0) {
        use(&functions);
    } else if (strcmp(what, "queued") == 0) {
        queue_work();
    } else if (strcmp(what, "queued_thread") == 0) {
        queue_work();
        CHECK(pthread_create(&thread, NULL, leave, NULL) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
    } else if (strcmp(what, "queued_quick") == 0) {
        queue_work();
        _exit(0);
    } else if (strcmp(what, "main_ends_first") == 0) {
        CHECK(pthread_create(&thread, NULL, use_in_thread, &functions) == 0);
        pthread_detach(thread);
        pthread_exit(NULL);
    } else if (strcmp(what, "open") == 0) {
        open_as(argv[2]);
        use(&functions);
    } else if (strcmp(what, "nothing") != 0) {
        return 2;
    }
    return 0;
}
