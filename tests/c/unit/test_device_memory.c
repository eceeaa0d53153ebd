/* SPDX-License-Identifier: Apache-2.0 */
/* The allocator of device memory: placement, views, lookups, pages, threads, forks. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/environment.h"
#include "check.h"
#include "runtime/memory/device_memory.h"

#define MIB ((size_t)1 << 20)

static char *take(size_t size)
{
    char *address = device_memory_allocate(0, size, size + 32);
    CHECK(address != NULL);
    CHECK((uintptr_t)address % DEVICE_MEMORY_ALIGNMENT == 0);
    return address;
}

static size_t used(void)
{
    struct device_room room;
    device_memory_room(0, &room);
    CHECK(room.capacity == environment()->soc.memory_bytes);
    return room.used;
}

/* First fit by address, and neighbours that become one piece again. */
static void test_placement(void)
{
    char *a = take(100);
    char *b = take(480);
    char *c = take(481);
    CHECK(b == a + 512 && c == b + 512 && used() == 512 + 512 + 1024);
    char *d = take(1);
    CHECK(d == c + 1024);
    CHECK(device_memory_free(b) && !device_memory_free(b) && !device_memory_free(c + 512));
    char *e = take(500);
    CHECK(e == d + 512);
    CHECK(take(32) == b);
    CHECK(device_memory_free(a) && device_memory_free(c) && device_memory_free(b));
    CHECK(take(2048 - 32) == a);
    CHECK(device_memory_free(a) && device_memory_free(d) && device_memory_free(e));
    CHECK(used() == 0);
    struct device_room room;
    device_memory_room(0, &room);
    CHECK(room.largest == room.reserved);
}

static void test_find(void)
{
    struct device_allocation found;
    char text[192];
    char *a = take(480);
    char *b = take(1);
    CHECK(device_memory_find(a, &found) && found.address == a && found.size == 480);
    CHECK(found.device == 0);
    CHECK(device_memory_find(a + 511, &found) && found.address == a);
    CHECK(device_memory_find(a + 512, &found) && found.address == b);
    CHECK(device_memory_find(b + 511, &found) && found.address == b);
    CHECK(!device_memory_find(b + 512, &found) && device_memory_is_device(b + 512));
    CHECK(!device_memory_find(text, &found) && !device_memory_is_device(text));
    CHECK(!device_memory_find(NULL, &found) && !device_memory_is_device(NULL));
    CHECK(!device_memory_free(text) && !device_memory_free(NULL));
    struct device_search search;
    char *const looked_for[] = {b, a + 511, a + 512, b + 511, a};
    char *const owners[] = {b, a, b, b, a};
    device_memory_search_begin(&search, 0);
    for (int i = 0; i < 5; i++)
        CHECK(device_memory_search(&search, looked_for[i], &found) && found.address == owners[i]);
    CHECK(!device_memory_search(&search, b + 512, &found));
    CHECK(!device_memory_search(&search, text, &found) &&
          !device_memory_search(&search, NULL, &found));
    CHECK(device_memory_search(&search, a, &found) && found.size == 480 && found.device == 0);
    device_memory_search_end(&search);
    uint64_t releases = device_memory_releases(0);
    CHECK(device_memory_describe(a + 7, text, sizeof text) && strstr(text, "byte 7 of the 480"));
    CHECK(device_memory_free(a) && device_memory_releases(0) == releases + 1);
    CHECK(!device_memory_find(a, &found));
    CHECK(device_memory_describe(a + 7, text, sizeof text) && strstr(text, "freed already"));
    device_memory_release_until(0, UINT64_MAX);
    CHECK(device_memory_describe(b, text, sizeof text) && strstr(text, "reset"));
    CHECK(device_memory_describe(b + 4096, text, sizeof text) && strstr(text, "nothing is alloc"));
    CHECK(!device_memory_free(b) && used() == 0);
}

/* Callers and kernels see device memory at the same place, which large pages fit. */
static void test_one_view(void)
{
    struct device_allocation found;
    char *a = take(1000);
    CHECK((uintptr_t)a % (2 * MIB) == 0);
    CHECK(device_memory_find(a, &found) && found.kernel_offset == 0);
    CHECK(device_memory_kernel_offset(a + 5) == 0 && device_memory_kernel_offset(&found) == 0);
    strcpy(a, "written by a kernel");
    /* Kernels may read past the end, within the padding: it is all alike. */
    const volatile char *padding = a + 1000 + 31;
    CHECK(*padding == *(padding - 1));
    CHECK(device_memory_free(a));
}

/* In isolate mode kernels see it at another place, and pages are returned there as well. */
static void test_two_views(void)
{
    struct device_allocation found;
    char *a = take(4 * MIB);
    CHECK(device_memory_find(a, &found) && found.kernel_offset != 0);
    CHECK(device_memory_kernel_offset(a + 5) == found.kernel_offset);
    CHECK(device_memory_kernel_offset(&found) == 0);
    char *seen = a + found.kernel_offset;
    memset(seen, 'x', 4 * MIB);
    CHECK(device_memory_free(a));
    CHECK(seen[0] == 0 && seen[4 * MIB - 1] == 0);
}

/* Of this program, in a process of its own: the mode is read once. */
static void test_isolated(const char *program)
{
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        execl(program, program, "isolate", (char *)NULL);
        _exit(2);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static size_t resident_pages(char *address, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t count = 0;
    unsigned char *pages = calloc(bytes / page, 1);
    CHECK(pages != NULL && mincore(address, bytes, pages) == 0);
    for (size_t i = 0; i < bytes / page; i++)
        count += pages[i] & 1;
    free(pages);
    return count;
}

/* Those of the low end stay: they are the next that are given out. */
static void test_pages_return(void)
{
    char *low = take(64 * MIB - 64); /* 32 bytes follow, and what aligns them */
    char *large = take(8 * MIB);
    char *guard = take(1);
    guard[0] = 'g';
    memset(low, 1, 8 * MIB);
    memset(large, 1, 8 * MIB);
    CHECK(resident_pages(large, 8 * MIB) > 0);
    CHECK(device_memory_free(large));
    CHECK(resident_pages(large, 8 * MIB) == 0);
    CHECK(guard[0] == 'g');
    CHECK(device_memory_free(guard));
    CHECK(device_memory_free(low));
    CHECK(resident_pages(low, 8 * MIB) > 0);
}

static void test_full(void)
{
    struct device_room room;
    device_memory_room(0, &room);
    CHECK(device_memory_allocate(0, SIZE_MAX - 64, SIZE_MAX - 32) == NULL);
    CHECK(device_memory_allocate(0, room.reserved + 1, room.reserved + 1) == NULL);
    char *all = device_memory_allocate(0, room.reserved, room.reserved);
    CHECK(all != NULL && device_memory_allocate(0, 1, 1) == NULL);
    /* Nothing was added to the size: one past the last byte is the end of the range. */
    struct device_allocation found;
    CHECK(device_memory_find(all + room.reserved, &found) && found.address == all);
    CHECK(!device_memory_is_device(all + room.reserved));
    CHECK(device_memory_free(all) && used() == 0);
}

static void test_devices(void)
{
    char *a = device_memory_allocate(0, 64, 96);
    char *b = device_memory_allocate(1, 64, 96);
    struct device_allocation found;
    CHECK(a != NULL && b != NULL && a != b);
    CHECK(device_memory_find(b, &found) && found.device == 1);
    device_memory_release_until(0, UINT64_MAX);
    CHECK(!device_memory_find(a, &found) && device_memory_find(b, &found));
    CHECK(device_memory_free(b));
}

/* Each thread writes its mark into what it holds and finds it unchanged. */
static void *work(void *argument)
{
    unsigned seed = *(unsigned *)argument;
    unsigned char mark = (unsigned char)seed;
    char *held[32] = {NULL};
    size_t sizes[32] = {0};
    for (int step = 0; step < 4000; step++) {
        int i = rand_r(&seed) % 32;
        if (held[i] == NULL) {
            sizes[i] = 1 + (size_t)rand_r(&seed) % 3000;
            held[i] = device_memory_allocate(step % 2, sizes[i], sizes[i] + 32);
            CHECK(held[i] != NULL);
            memset(held[i], mark, sizes[i]);
        } else {
            struct device_allocation found;
            CHECK(device_memory_find(held[i] + sizes[i] - 1, &found));
            CHECK(found.address == held[i] && found.size == sizes[i]);
            CHECK((unsigned char)held[i][0] == mark);
            CHECK((unsigned char)held[i][sizes[i] - 1] == mark);
            CHECK(device_memory_free(held[i]));
            held[i] = NULL;
        }
    }
    for (int i = 0; i < 32; i++)
        if (held[i] != NULL)
            CHECK(device_memory_free(held[i]));
    return NULL;
}

static void test_threads(void)
{
    pthread_t threads[4];
    unsigned seeds[4] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &seeds[i]) == 0);
    for (int i = 0; i < 4; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(used() == 0);
}

/* msync says whether an address is mapped, without touching it. */
static void test_fork(void)
{
    char *a = take(4096);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *start = (char *)((uintptr_t)a / page * page);
    CHECK(msync(start, page, MS_ASYNC) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        /* Another program answers: at an exit of this one valgrind would look for leaks. */
        const char *answer = msync(start, page, MS_ASYNC) != 0 ? "exit 0" : "exit 1";
        execl("/bin/sh", "sh", "-c", answer, (char *)NULL);
        _exit(2);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(device_memory_free(a));
}

int main(int argc, char **argv)
{
    bool isolated = argc == 2 && strcmp(argv[1], "isolate") == 0;
    /* A small product: test_full uses up all of it, and valgrind's leak check then reads it. */
    setenv("ACLNN_SOC", "Ascend910B2:memory=100663296", 1);
    setenv("ACLNN_DEVICES", "2", 1);
    if (isolated) {
        setenv("ACLNN_CHECK", "isolate", 1);
        test_two_views();
        return 0;
    }
    test_one_view();
    CHECK(used() == 0);
    test_placement();
    test_find();
    test_pages_return();
    test_full();
    test_devices();
    test_threads();
    test_fork();
    test_isolated(argv[0]);
    struct device_room room;
    device_memory_room(0, &room);
    printf("device memory: ok (%zu of %zu MiB reserved)\n", room.reserved / MIB,
           room.capacity / MIB);
    return 0;
}
