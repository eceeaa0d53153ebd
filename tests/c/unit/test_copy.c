/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fillings below the entry points, on streams that run only when they are waited for. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "check.h"
#include "impl/acl/acl_rt.h"

/* Statuses by number: a test does not ask the code what is right. */
enum { INVALID = 100000, WRONG = 107000, NO_QUEUE = 207000, COPY_FAILED = 507013 };

static char *device;
static char *pinned;
static aclrtStream stream;

enum { SIZE = 1000 };

/* The call failed with this status and its text has this in it. */
static void check_failure(aclError status, aclError wanted, const char *words)
{
    const char *text = report_take();
    if (status != wanted || text == NULL || strstr(text, words) == NULL)
        fprintf(stderr, "status %d, wanted %d with \"%s\": %s\n", status, wanted, words,
                text != NULL ? text : "(no text)");
    CHECK(status == wanted && text != NULL && strstr(text, words) != NULL);
}

static void test_directions(void)
{
    char host[SIZE] = "host";
    check_failure(aclrtMemcpyImpl(host, SIZE, host + 1, 1, ACL_MEMCPY_HOST_TO_DEVICE), WRONG,
                  "dst is");
    check_failure(aclrtMemcpyImpl(device, SIZE, device + 8, 1, ACL_MEMCPY_HOST_TO_DEVICE), WRONG,
                  "src is");
    check_failure(aclrtMemcpyImpl(host, SIZE, device, 1, ACL_MEMCPY_HOST_TO_HOST), WRONG,
                  "kind ACL_MEMCPY_HOST_TO_HOST requires host memory");
    check_failure(aclrtMemcpyImpl(host, SIZE, device, 1, ACL_MEMCPY_INNER_DEVICE_TO_DEVICE),
                  INVALID, "kind is 6");
    CHECK(aclrtMemcpyImpl(device, SIZE, host, SIZE, ACL_MEMCPY_DEFAULT) == 0);
    CHECK(aclrtMemcpyImpl(device + 4, SIZE, device, 8, ACL_MEMCPY_DEVICE_TO_DEVICE) == 0);
    CHECK(memcmp(device, "hosthost", 8) == 0);
    CHECK(aclrtMemcpyImpl(host + 2, SIZE, host, 5, ACL_MEMCPY_HOST_TO_HOST) == 0);
    CHECK(strcmp(host, "hohost") == 0);
}

static void test_extents(void)
{
    char host[2 * SIZE] = {0};
    check_failure(aclrtMemcpyImpl(device + 1, SIZE, host, SIZE, ACL_MEMCPY_HOST_TO_DEVICE), WRONG,
                  "byte 1 of the 1000-byte allocation");
    check_failure(aclrtMemcpyImpl(host, SIZE, pinned + 1, SIZE, ACL_MEMCPY_HOST_TO_HOST), WRONG,
                  "byte 1 of the 1000-byte allocation");
    check_failure(aclrtMemcpyImpl(host, SIZE - 1, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST), WRONG,
                  "destMax is 999 and count is 1000");
    check_failure(aclrtMemcpy2dImpl(device, 500, host, 600, 501, 1, ACL_MEMCPY_HOST_TO_DEVICE),
                  INVALID, "width is 501");
    check_failure(aclrtMemcpy2dImpl(device, 500, host, 600, 401, 3, ACL_MEMCPY_HOST_TO_DEVICE),
                  WRONG, "uses 1401 bytes");
    check_failure(
        aclrtMemcpy2dImpl(device, 500, host, 600, 1, SIZE_MAX / 500 + 2, ACL_MEMCPY_HOST_TO_DEVICE),
        WRONG, "5242880 are copied at once");
    check_failure(
        aclrtMemcpy2dImpl(device, SIZE_MAX / 2 + 2, host, 600, 1, 3, ACL_MEMCPY_HOST_TO_DEVICE),
        WRONG, "address space");
    void *other = NULL;
    CHECK(aclrtMallocImpl(&other, 64, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtFreeImpl(other) == 0);
    check_failure(aclrtMemcpyImpl(other, 64, host, 64, ACL_MEMCPY_DEFAULT), WRONG, "freed already");
    check_failure(aclrtFreeImpl(other), WRONG, "freed already");
    check_failure(aclrtFreeImpl(device + 16), WRONG, "byte 16 of the 1000-byte allocation");
    check_failure(aclrtFreeImpl(host), WRONG, "host memory");
}

static void test_rows(void)
{
    char host[12] = "ab--cd--ef--";
    char back[12] = "............";
    CHECK(aclrtMemcpy2dImpl(device, 2, host, 4, 2, 3, ACL_MEMCPY_HOST_TO_DEVICE) == 0);
    CHECK(memcmp(device, "abcdef", 6) == 0);
    CHECK(aclrtMemcpy2dAsyncImpl(back, 3, device, 2, 2, 3, ACL_MEMCPY_DEVICE_TO_HOST, stream) == 0);
    CHECK(memcmp(back, "ab.cd.ef....", 12) == 0);
    CHECK(aclrtMemcpy2dAsyncImpl(device, 3, host, 4, 2, 3, ACL_MEMCPY_HOST_TO_DEVICE, stream) == 0);
    memset(host, 'x', sizeof host);
    CHECK(aclrtSynchronizeStreamImpl(stream) == 0);
    CHECK(memcmp(device, "abccdfef", 8) == 0);
}

/* A pageable source may be used again at once, a pageable target is complete at once. */
static void test_pageable(void)
{
    char host[8] = "before";
    char back[8] = "";
    memset(device, 'o', 8);
    CHECK(aclrtMemcpyAsyncImpl(device, 8, host, 8, ACL_MEMCPY_HOST_TO_DEVICE, stream) == 0);
    strcpy(host, "after");
    CHECK(device[0] == 'o');
    CHECK(aclrtMemcpyImpl(back, 8, device, 8, ACL_MEMCPY_DEVICE_TO_HOST) == 0 && back[0] == 'o');
    CHECK(aclrtMemcpyAsyncImpl(back, 8, device, 8, ACL_MEMCPY_DEVICE_TO_HOST, stream) == 0);
    CHECK(strcmp(back, "before") == 0 && strcmp(device, "before") == 0);
    check_failure(aclrtMemcpyAsyncImpl(back, 8, host, 8, ACL_MEMCPY_DEFAULT, stream), NO_QUEUE,
                  "stream copies");
    check_failure(aclrtMemcpyAsyncWithConditionImpl(back, 8, device, 8, ACL_MEMCPY_DEFAULT, stream),
                  WRONG, "memory of aclrtMallocHost or registered");
}

static void test_pinned(void)
{
    strcpy(pinned, "one");
    CHECK(aclrtMemcpyAsyncWithConditionImpl(device, 4, pinned, 4, ACL_MEMCPY_HOST_TO_DEVICE,
                                            stream) == 0);
    strcpy(pinned, "two");
    CHECK(strcmp(device, "two") != 0);
    CHECK(aclrtSynchronizeStreamImpl(stream) == 0 && strcmp(device, "two") == 0);

    void *gone = NULL;
    CHECK(aclrtMallocHostImpl(&gone, 16) == 0);
    CHECK(aclrtMemcpyAsyncImpl(gone, 16, device, 16, ACL_MEMCPY_DEVICE_TO_HOST, stream) == 0);
    CHECK(aclrtFreeHostImpl(gone) == 0);
    check_failure(aclrtFreeHostImpl(gone), WRONG, "hostPtr is");
    check_failure(aclrtSynchronizeStreamImpl(stream), COPY_FAILED,
                  "host memory that the queued work uses was freed");
}

static void test_registered(void)
{
    char *own = calloc(1, 64);
    void *mapped = NULL;
    CHECK(own != NULL);
    check_failure(aclrtHostUnregisterImpl(own), 507911, "ptr is");
    CHECK(aclrtHostRegisterImpl(own, 64, ACL_HOST_REGISTER_MAPPED, &mapped) == 0 && mapped == own);
    check_failure(aclrtHostRegisterV2Impl(own + 32, 64, ACL_HOST_REG_MAPPED), 507910, "overlaps");
    check_failure(aclrtFreeHostImpl(own), WRONG, "the program registered");
    CHECK(aclrtMemsetImpl(own, 64, 'r', 8) == 0 && own[7] == 'r');
    CHECK(aclrtMemcpyImpl(own, 64, device, 4, ACL_MEMCPY_DEVICE_TO_DEVICE) == 0);
    check_failure(aclrtMemcpyImpl(own + 32, 64, device, 64, ACL_MEMCPY_DEVICE_TO_DEVICE), WRONG,
                  "byte 32 of the 64-byte");
    aclrtPtrAttributes attributes;
    CHECK(aclrtPointerGetAttributesImpl(own + 1, &attributes) == 0);
    CHECK(attributes.location.type == ACL_MEM_LOCATION_TYPE_HOST);
    CHECK(aclrtPointerGetAttributesImpl(device + 1, &attributes) == 0);
    CHECK(attributes.location.type == ACL_MEM_LOCATION_TYPE_DEVICE);
    CHECK(aclrtHostUnregisterImpl(own) == 0);
    CHECK(aclrtPointerGetAttributesImpl(own, &attributes) == 0);
    CHECK(attributes.location.type == ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    free(own);
}

static void test_filling(void)
{
    char host[8] = "";
    CHECK(aclrtMemsetImpl(NULL, 0, 0, 0) == 0);
    check_failure(aclrtMemsetImpl(NULL, 0, 0, 1), INVALID, "devPtr is NULL");
    check_failure(aclrtMemsetImpl(device, 4, 0, 5), WRONG, "maxCount is 4");
    check_failure(aclrtMemsetImpl(host, 8, 0, 8), WRONG, "host memory that no aclrt function");
    check_failure(aclrtMemsetImpl(device, SIZE + 1, 0, SIZE + 1), WRONG, "uses 1001 bytes");
    CHECK(aclrtMemsetImpl(device, SIZE, 0x141, SIZE) == 0 && device[SIZE - 1] == 'A');
    CHECK(aclrtMemsetAsyncImpl(device, SIZE, 'B', 4, stream) == 0 && device[0] == 'A');
    CHECK(aclrtSynchronizeStreamImpl(stream) == 0 && memcmp(device, "BBBBA", 5) == 0);
    check_failure(aclrtMemsetD32Impl(device + 2, SIZE, 1, 1), INVALID, "multiple of 4");
    check_failure(aclrtMemsetD32Impl(device, 7, 1, 2), INVALID, "memSize is 7");
    check_failure(aclrtMemsetD32Impl(device, SIZE, 1, SIZE_MAX), INVALID, "memSize is 1000");
    CHECK(aclrtMemsetD32Impl(device, SIZE, 0x44434241, 2) == 0);
    CHECK(memcmp(device, "ABCDABCDA", 9) == 0);
    CHECK(aclrtMemsetD32AsyncImpl(device, SIZE, 0x48474645, 1, stream) == 0);
    CHECK(aclrtSynchronizeStreamImpl(stream) == 0 && memcmp(device, "EFGHABCD", 8) == 0);
}

static void test_room(void)
{
    size_t before = 0;
    size_t after = 0;
    size_t total = 0;
    void *memory = NULL;
    CHECK(aclrtGetMemInfoImpl(ACL_DDR_MEM, &before, &total) == 0 && before == 0 && total == 0);
    check_failure(aclrtGetMemInfoImpl((aclrtMemAttr)18, &before, &total), 107016, "attr is 18");
    CHECK(aclrtGetMemInfoImpl(ACL_HBM_MEM, &before, &total) == 0 && total == 96 << 20);
    CHECK(aclrtMallocImpl(&memory, 481, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtGetMemInfoImpl(ACL_HBM_MEM, &after, &total) == 0 && after == before - 1024);
    CHECK(aclrtFreeImpl(memory) == 0);
    CHECK(aclrtMallocAlign32Impl(&memory, 481, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtGetMemInfoImpl(ACL_HBM_MEM, &after, &total) == 0 && after == before - 512);
    CHECK(aclrtFreeWithDevSyncImpl(memory) == 0);
    check_failure(aclrtMallocImpl(&memory, SIZE_MAX - 8, ACL_MEM_MALLOC_HUGE_FIRST), INVALID,
                  "size is");
    check_failure(aclrtMallocImpl(&memory, 96 << 20, ACL_MEM_MALLOC_HUGE_FIRST), 207001,
                  "largest free");
}

int main(void)
{
    setenv("ACLNN_STREAM", "lazy", 1);
    setenv("ACLNN_SOC", "Ascend910B2:memory=100663296", 1);
    void *memory = NULL;
    CHECK(aclrtSetDeviceImpl(0) == 0 && aclrtCreateStreamImpl(&stream) == 0);
    CHECK(aclrtMallocImpl(&memory, SIZE, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    device = memory;
    CHECK(aclrtMallocHostImpl(&memory, SIZE) == 0 && (uintptr_t)memory % 4096 == 0);
    pinned = memory;
    test_directions();
    test_extents();
    test_rows();
    test_pageable();
    test_pinned();
    test_registered();
    test_filling();
    test_room();
    CHECK(aclrtFreeImpl(device) == 0 && aclrtFreeHostImpl(pinned) == 0);
    CHECK(aclrtDestroyStreamImpl(stream) == 0 && aclrtResetDeviceImpl(0) == 0);
    puts("copy: ok");
    return 0;
}
