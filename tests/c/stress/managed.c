/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Managed memory from several threads: each advises and prefetches pages of its own in an
 * allocation that all have, computes in one of its own that comes and goes, and asks for what is
 * not there.
 */
#include "vector.h"

#define THREADS 4
#define PAGE ((size_t)2 << 20)

static char *shared; /* a page for each thread */

static void *managed_malloc(size_t size)
{
    void *memory = NULL;
    OK_(aclrtMemAllocManaged(&memory, size, ACL_RT_MEM_ATTACH_GLOBAL));
    CHECK((uintptr_t)memory % PAGE == 0);
    return memory;
}

static int32_t attribute(aclrtMemManagedRangeAttribute which, const void *at, size_t size)
{
    int32_t value = 0;
    OK_(aclrtMemManagedGetAttr(which, at, size, &value, sizeof value));
    return value;
}

static const aclrtMemManagedLocation device_0 = {ACL_MEM_LOCATIONTYPE_DEVICE, 0};
static const aclrtMemManagedLocation host = {ACL_MEM_LOCATIONTYPE_HOST, 0};

static void advise(char *page, bool is_set)
{
    OK_(aclrtMemManagedAdvise(
        page, PAGE, is_set ? ACL_MEM_ADVISE_SET_READ_MOSTLY : ACL_MEM_ADVISE_UNSET_READ_MOSTLY,
        host));
    OK_(aclrtMemManagedAdvise(page, PAGE,
                              is_set ? ACL_MEM_ADVISE_SET_PREFERRED_LOCATION
                                     : ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION,
                              device_0));
    OK_(aclrtMemManagedAdvise(
        page, PAGE, is_set ? ACL_MEM_ADVISE_SET_ACCESSED_BY : ACL_MEM_ADVISE_UNSET_ACCESSED_BY,
        host));
    CHECK(attribute(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, page, PAGE) == (int32_t)is_set);
    CHECK(attribute(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, page, 1) == (is_set ? 0 : -2));
}

/* All of the shared memory, whose pages others advise meanwhile; data lie anywhere. */
static void ask_for_all(char *page)
{
    aclrtMemManagedRangeAttribute which[] = {ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                             ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY,
                                             ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
    int32_t some[3] = {7, 7, 7};
    char list[13];
    void *data[] = {&some[0], list + 1, &some[1]};
    size_t sizes[] = {4, 12, 4};
    OK_(aclrtMemManagedGetAttrs(which, 3, shared, THREADS * PAGE, data, sizes));
    CHECK((some[0] == 0 || some[0] == 1) && some[1] >= -2 && some[1] <= 0);
    OK_(aclrtMemManagedGetAttrs(which, 3, page, PAGE, data, sizes));
    memcpy(some, list + 1, sizeof some);
    CHECK((some[0] == -1 || some[0] == -2) && some[1] == -2 && some[2] == -2);
}

static void prefetch(char *page, aclrtStream stream)
{
    const void *both[] = {page, page};
    size_t sizes[] = {PAGE, PAGE};
    size_t first[] = {0, 1};
    aclrtMemManagedLocation places[] = {host, device_0};
    OK_(aclrtMemManagedPrefetchAsync(page, PAGE, host, 0, stream));
    CHECK(attribute(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, page, PAGE) == -1);
    OK_(aclrtMemManagedPrefetchBatchAsync(both, sizes, 2, places, first, 2, 0, stream));
    CHECK(attribute(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, page, PAGE) == 0);
    first[1] = 2;
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedPrefetchBatchAsync(both, sizes, 2, places, first, 2, 0, stream));
    sizes[1] = SIZE_MAX - PAGE + 1;
    first[1] = 1;
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedPrefetchBatchAsync(both, sizes, 2, places, first, 2, 0, stream));
}

/* The host writes numbers, a stream adds to them, and the host reads them. */
static void compute(struct random_worker *worker, aclrtStream stream)
{
    const int64_t dims[] = {ELEMENTS};
    size_t size = 1 + pick(&worker->state, 3 * (uint32_t)PAGE);
    char *memory = managed_malloc(size + ELEMENTS * sizeof(float));
    struct vector vector = {(float *)(void *)memory, NULL};
    vector.tensor = dense_tensor(dims, 1, ACL_FLOAT, memory);
    for (int i = 0; i < ELEMENTS; i++)
        vector.memory[i] = (float)i;
    add(&vector, 2.0F, stream);
    OK_(aclrtSynchronizeStream(stream));
    for (int i = 0; i < ELEMENTS; i++)
        CHECK(vector.memory[i] == (float)i + 2.0F);
    OK_(aclDestroyTensor(vector.tensor));
    OK_(aclrtFree(memory));
}

/* What is freed before the work that uses it runs. */
static void free_too_early(aclrtStream stream)
{
    const int64_t dims[] = {ELEMENTS};
    struct vector vector = {managed_malloc(PAGE), NULL};
    vector.tensor = dense_tensor(dims, 1, ACL_FLOAT, vector.memory);
    memset(vector.memory, 0, PAGE);
    add(&vector, 1.0F, stream);
    OK_(aclrtMemsetAsync(vector.memory, PAGE, 0, PAGE, stream));
    OK_(aclrtFree(vector.memory));
    (void)aclrtSynchronizeStream(stream);
    (void)aclGetRecentErrMsg();
    OK_(aclDestroyTensor(vector.tensor));
}

static void refuse(char *page)
{
    void *memory = NULL;
    int32_t value;
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtMemAllocManaged(&memory, PAGE, 2));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtMemAllocManaged(&memory, 0, 1));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtMemAllocManaged(&memory, UINT64_MAX, 1));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedAdvise(page, (THREADS + 1) * PAGE, ACL_MEM_ADVISE_SET_READ_MOSTLY, host));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedAdvise(&value, PAGE, ACL_MEM_ADVISE_SET_READ_MOSTLY, host));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedAdvise(page, PAGE, ACL_MEM_ADVISE_SET_ACCESSED_BY,
                                (aclrtMemManagedLocation){ACL_MEM_LOCATIONTYPE_DEVICE, INT32_MAX}));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedAdvise(page, PAGE, ACL_MEM_ADVISE_SET_ACCESSED_BY,
                                (aclrtMemManagedLocation){ACL_MEM_LOCATIONTYPE_HOST_NUMA, -1}));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedGetAttr(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, page, 1, &value, 3));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtFree(page + 8));
}

static void *work(void *argument)
{
    struct random_worker *worker = argument;
    char *page = shared + (worker->state - 1) * PAGE;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    for (int round = 0; round < worker->rounds; round++) {
        advise(page, pick(&worker->state, 2) != 0);
        ask_for_all(page);
        prefetch(page, stream);
        compute(worker, stream);
        free_too_early(stream);
        refuse(page);
    }
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    return NULL;
}

/* One of these threads frees it; the others ask and free again. */
static void *free_once(void *argument)
{
    int32_t value = 0;
    (void)argument;
    OK_(aclrtSetDevice(0));
    (void)aclrtMemManagedGetAttr(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, shared, PAGE, &value, 4);
    int status = aclrtFree(shared);
    CHECK(status == 0 || status == ACL_ERROR_RT_PARAM_INVALID);
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemManagedGetAttr(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, shared, PAGE, &value, 4));
    OK_(aclrtResetDevice(0));
    return NULL;
}

int main(int argc, char **argv)
{
    int count = 5 * rounds(argc, argv, 3);
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    shared = managed_malloc(THREADS * PAGE);
    run_random_workers(work, THREADS, count);
    run_random_workers(free_once, THREADS, 1);
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
