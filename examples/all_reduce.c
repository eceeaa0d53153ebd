/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Adds the numbers from 1 to 1,000,000 on several cards, a process a card: each rank adds its part,
 * and HcclAllReduce adds the sums of all.
 *
 *     aclnn build examples/all_reduce.c -o all_reduce
 *     for rank in 0 1 2; do ACLNN_DEVICES=3 ./all_reduce $rank 3 meeting & done | sort
 *
 * In the file "meeting", which must not be there before, rank 0 says how the others find it.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "acl/acl.h"
#include "hccl/hccl.h"

#define LAST 1000000

static void check(int status, const char *what)
{
    if (status == 0)
        return;
    fprintf(stderr, "%s: %d: %s\n", what, status, aclGetRecentErrMsg());
    exit(1);
}

static void fail(const char *path)
{
    perror(path);
    exit(1);
}

/* The others read the file as soon as it has its name: then it is whole. */
static void write_meeting(const char *path, const HcclRootInfo *root)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s.new", path);
    FILE *file = fopen(whole, "wb");
    if (file == NULL || fwrite(root, sizeof *root, 1, file) != 1 || fclose(file) != 0 ||
        rename(whole, path) != 0)
        fail(whole);
}

static void read_meeting(const char *path, HcclRootInfo *root)
{
    FILE *file;
    while ((file = fopen(path, "rb")) == NULL)
        usleep(10000);
    if (fread(root, sizeof *root, 1, file) != 1)
        fail(path);
    fclose(file);
}

static HcclComm meet(uint32_t rank, uint32_t ranks, const char *path)
{
    HcclRootInfo root;
    HcclComm communicator;
    if (rank == 0) {
        check(HcclGetRootInfo(&root), "HcclGetRootInfo");
        write_meeting(path, &root);
    } else {
        read_meeting(path, &root);
    }
    check(HcclCommInitRootInfo(ranks, &root, rank, &communicator), "HcclCommInitRootInfo");
    return communicator;
}

/* The sum of what all ranks have. */
static int64_t add_up(int64_t mine, HcclComm communicator)
{
    int64_t sum;
    void *memory;
    aclrtStream stream;
    check(aclrtCreateStream(&stream), "aclrtCreateStream");
    check(aclrtMalloc(&memory, sizeof mine, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    check(aclrtMemcpy(memory, sizeof mine, &mine, sizeof mine, ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy to the device");
    check(HcclAllReduce(memory, memory, 1, HCCL_DATA_TYPE_INT64, HCCL_REDUCE_SUM, communicator,
                        stream),
          "HcclAllReduce");
    check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
    check(aclrtMemcpy(&sum, sizeof sum, memory, sizeof sum, ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy to the host");
    check(aclrtFree(memory), "aclrtFree");
    check(aclrtDestroyStream(stream), "aclrtDestroyStream");
    return sum;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s RANK RANKS FILE\n", argv[0]);
        return 2;
    }
    uint32_t rank = (uint32_t)atoi(argv[1]);
    uint32_t ranks = (uint32_t)atoi(argv[2]);
    check(aclInit(NULL), "aclInit");
    check(aclrtSetDevice((int32_t)rank), "aclrtSetDevice");
    HcclComm communicator = meet(rank, ranks, argv[3]);

    int64_t first = (int64_t)LAST * rank / ranks + 1;
    int64_t last = (int64_t)LAST * (rank + 1) / ranks;
    int64_t mine = 0;
    for (int64_t number = first; number <= last; number++)
        mine += number;
    int64_t sum = add_up(mine, communicator);
    printf("rank %" PRIu32 ": %" PRId64 " to %" PRId64 " are %" PRId64 ", all together %" PRId64 "\n",
           rank, first, last, mine, sum);

    check(HcclCommDestroy(communicator), "HcclCommDestroy");
    check(aclrtResetDevice((int32_t)rank), "aclrtResetDevice");
    check(aclFinalize(), "aclFinalize");
    return 0;
}
