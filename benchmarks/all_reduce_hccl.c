/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums over ranks by HCCL: ./all_reduce_hccl RANK RANKS FILE for each rank. In the file, which must
 * not be there before, rank 0 says how the others find it.
 */
#include <unistd.h>

#include "all_reduce.h"
#include "hccl/hccl.h"
#include "measure.h"

static void *from;
static void *to;
static aclrtStream stream;
static HcclComm communicator;

static void write_root(const char *path, const HcclRootInfo *root)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s.new", path);
    FILE *file = fopen(whole, "wb");
    if (file == NULL || fwrite(root, sizeof *root, 1, file) != 1 || fclose(file) != 0 ||
        rename(whole, path) != 0)
        exit(1);
}

static void read_root(const char *path, HcclRootInfo *root)
{
    FILE *file;
    while ((file = fopen(path, "rb")) == NULL)
        usleep(1000);
    if (fread(root, sizeof *root, 1, file) != 1)
        exit(1);
    fclose(file);
}

static int ranks_begin(int argc, char **argv, int *ranks)
{
    HcclRootInfo root;
    if (argc != 4)
        exit(2);
    int rank = atoi(argv[1]);
    *ranks = atoi(argv[2]);
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(rank));
    CHECK(aclrtCreateStream(&stream));
    CHECK(aclrtMalloc(&from, (size_t)MOST_COUNT * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&to, (size_t)MOST_COUNT * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));
    if (rank == 0) {
        CHECK(HcclGetRootInfo(&root));
        write_root(argv[3], &root);
    } else {
        read_root(argv[3], &root);
    }
    CHECK(HcclCommInitRootInfo((uint32_t)*ranks, &root, (uint32_t)rank, &communicator));
    return rank;
}

static void ranks_set(const float *numbers, int64_t count)
{
    size_t bytes = (size_t)count * sizeof *numbers;
    CHECK(aclrtMemcpy(from, bytes, numbers, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
}

static void ranks_add(int64_t count)
{
    CHECK(HcclAllReduce(from, to, (uint64_t)count, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM,
                        communicator, stream));
    CHECK(aclrtSynchronizeStream(stream));
}

static void ranks_get(float *sums, int64_t count)
{
    size_t bytes = (size_t)count * sizeof *sums;
    CHECK(aclrtMemcpy(sums, bytes, to, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
}

static void ranks_end(void)
{
    CHECK(HcclCommDestroy(communicator));
    CHECK(aclrtFree(from));
    CHECK(aclrtFree(to));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclFinalize());
}
