/* SPDX-License-Identifier: Apache-2.0 */
/* Device and host memory from several threads: pieces do not overlap, and contents are kept. */
#include "program.h"

#define THREADS 6
#define PIECES 24

struct piece {
    unsigned char *device;
    size_t size;
    unsigned char mark;
};

static void take(struct piece *piece, uint64_t *seed)
{
    /* Mostly small, now and then over a page of 2 MiB. */
    piece->size = 1 + pick(seed, pick(seed, 12) == 0 ? 3u << 20 : 5000);
    piece->mark = (unsigned char)(1 + pick(seed, 255));
    piece->device = device_malloc(piece->size);
    CHECK((uintptr_t)piece->device % 512 == 0);
    OK_(aclrtMemset(piece->device, piece->size, piece->mark, piece->size));
}

static void give_back(struct piece *piece, uint64_t *seed)
{
    size_t step = piece->size > 4096 ? piece->size : 1 + pick(seed, 4096);
    unsigned char *host = malloc(piece->size);
    CHECK(host != NULL);
    for (size_t at = 0; at < piece->size; at += step) {
        size_t part = piece->size - at < step ? piece->size - at : step;
        OK_(aclrtMemcpy(host + at, part, piece->device + at, part, ACL_MEMCPY_DEVICE_TO_HOST));
    }
    for (size_t i = 0; i < piece->size; i++)
        CHECK(host[i] == piece->mark);
    free(host);
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemset(piece->device, piece->size + 1, 0, piece->size + 1));
    if (piece->size > 1)
        GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(piece->device + 1));
    OK_(aclrtFree(piece->device));
    piece->device = NULL;
}

static void host_memory(uint64_t *seed)
{
    aclrtPtrAttributes attributes;
    size_t size = 1 + pick(seed, 20000);
    unsigned char *pinned = host_malloc(size);
    CHECK((uintptr_t)pinned % 64 == 0);
    memset(pinned, 3, size);
    OK_(aclrtPointerGetAttributes(pinned + size - 1, &attributes));
    CHECK(attributes.location.type == ACL_MEM_LOCATION_TYPE_HOST);
    OK_(aclrtFreeHost(pinned));
}

struct worker {
    pthread_t thread;
    uint64_t seed;
    int rounds;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct piece pieces[PIECES] = {{NULL, 0, 0}};
    OK_(aclrtSetDevice(0));
    for (int i = 0; i < worker->rounds; i++) {
        struct piece *piece = &pieces[pick(&worker->seed, PIECES)];
        if (piece->device != NULL)
            give_back(piece, &worker->seed);
        else
            take(piece, &worker->seed);
        if (pick(&worker->seed, 4) == 0)
            host_memory(&worker->seed);
    }
    for (int i = 0; i < PIECES; i++)
        if (pieces[i].device != NULL)
            give_back(&pieces[i], &worker->seed);
    OK_(aclrtResetDevice(0));
    return NULL;
}

static size_t free_bytes(void)
{
    size_t available = 0;
    size_t total = 0;
    OK_(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total));
    CHECK(available <= total);
    return available;
}

/* A whole device, piece by piece. */
static void test_out_of_memory(void)
{
    enum { MOST = 64 };
    void *pieces[MOST];
    void *memory = NULL;
    int count = 0;
    size_t before = free_bytes();
    GIVES(ACL_ERROR_RT_MEMORY_ALLOCATION, aclrtMalloc(&memory, (size_t)1 << 50, 0));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtMalloc(&memory, SIZE_MAX, 0));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtMalloc(&memory, 0, 0));
    CHECK(memory == NULL);
    /* Half of what is left each time, until a page cannot be had. */
    for (size_t size = before / 2 + 1; size > 4096 && count < MOST; size /= 2) {
        int status = aclrtMalloc(&pieces[count], size, ACL_MEM_MALLOC_NORMAL_ONLY);
        CHECK(status == 0 || status == ACL_ERROR_RT_MEMORY_ALLOCATION);
        count += status == 0;
    }
    CHECK(count > 3);
    CHECK(aclrtMalloc(&memory, before / 2 + 1, 0) == ACL_ERROR_RT_MEMORY_ALLOCATION);
    const char *text = aclGetRecentErrMsg();
    CHECK(text != NULL && strstr(text, "aclrtMalloc") != NULL);
    /* The far ends of what was had. */
    for (int i = 0; i < count; i++)
        OK_(aclrtMemset(pieces[i], 1, 5, 1));
    for (int i = 0; i < count; i++)
        OK_(aclrtFree(pieces[count - 1 - i]));
    CHECK(free_bytes() == before);
    OK_(aclrtFree(device_malloc(before / 64)));
}

static void test_dead_pointers(void)
{
    char host[64] = {0};
    char *memory = device_malloc(64);
    OK_(aclrtFree(memory));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(memory));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtFree(NULL));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(host));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtMemcpy(memory, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFreeHost(host));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtMemset(host, 64, 0, 64));
}

/*
 * Pinned memory that is freed before the copy from it ran, or the copy to it out of other host
 * memory: the copy fails, nothing is read or written.
 */
static void test_freed_too_early(void)
{
    aclrtStream stream = new_stream();
    char *memory = device_malloc(4096);
    char pageable[4096] = {0};
    for (int i = 0; i < 20; i++) {
        char *pinned = host_malloc(4096);
        void *mapped = NULL;
        OK_(aclrtHostGetDevicePointer(pinned, &mapped, 0));
        memset(pinned, i, 4096);
        OK_(aclrtMemcpyAsync(i % 2 == 0 ? memory : mapped, 4096, i % 2 == 0 ? pinned : pageable,
                             4096, ACL_MEMCPY_HOST_TO_DEVICE, stream));
        OK_(aclrtFreeHost(pinned));
        int status = aclrtSynchronizeStream(stream);
        CHECK(status == 0 || status == ACL_ERROR_RT_SYS_DMA);
        (void)aclGetRecentErrMsg();
    }
    OK_(aclrtFree(memory));
    OK_(aclrtDestroyStream(stream));
}

/*
 * A reset releases what is left on the device, but not what other threads allocate after they set
 * the device anew.
 */
static void *set_allocate_reset(void *argument)
{
    struct worker *worker = argument;
    for (int i = 0; i < worker->rounds; i++) {
        struct piece piece;
        OK_(aclrtSetDevice(0));
        take(&piece, &worker->seed);
        (void)device_malloc(100); /* left to the reset */
        give_back(&piece, &worker->seed);
        OK_(aclrtResetDevice(0));
    }
    return NULL;
}

static void run_threads(void *(*run)(void *), int count)
{
    struct worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i].seed = 31 + (uint64_t)i;
        workers[i].rounds = count;
        workers[i].thread = start_thread(run, &workers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        join_thread(workers[i].thread);
}

int main(int argc, char **argv)
{
    int count = 40 * rounds(argc, argv, 1);
    /* A small device: the leak check of valgrind looks through all that was ever allocated. */
    CHECK(setenv("ACLNN_SOC", "Ascend910B2:memory=134217728", 1) == 0);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    /* What the machine grants of a device is known from the first allocation on. */
    OK_(aclrtFree(device_malloc(1)));
    size_t before = free_bytes();
    run_threads(work, count);
    CHECK(free_bytes() == before);
    test_out_of_memory();
    test_dead_pointers();
    test_freed_too_early();
    (void)device_malloc(12345);
    OK_(aclrtResetDevice(0));
    run_threads(set_allocate_reset, count);
    OK_(aclrtSetDevice(0));
    CHECK(free_bytes() == before);
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
