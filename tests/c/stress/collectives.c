/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranks that are threads of one process: communicators and sub-communicators come and go, and all
 * ranks make the same random calls, on two streams.
 */
/* not under valgrind: UCX asks the processor for more than valgrind knows of */
#include "hccl/hccl.h"
#include "program.h"

#ifdef __SANITIZE_ADDRESS__
/* What UCX keeps until the process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libaclnn_uc";
}
#endif

#define RANKS 3
#define MOST 20000

static HcclRootInfo root;
static pthread_barrier_t meeting;

struct rank {
    uint32_t number;
    int rounds;
    pthread_t thread;
};

/* A rank's memory and streams. */
struct place {
    HcclComm comm;
    aclrtStream streams[2];
    int32_t *send; /* device memory */
    int32_t *receive;
    int32_t *host;
};

/* What a rank has at a place of its buffer. */
static int32_t element(uint32_t rank, uint32_t index)
{
    return (int32_t)((rank + 1) * 1000003u + index * 7919u);
}

static int32_t sum_of(uint32_t index)
{
    uint32_t sum = 0;
    for (uint32_t rank = 0; rank < RANKS; rank++)
        sum += (uint32_t)element(rank, index);
    return (int32_t)sum;
}

static void compare(struct place *place, aclrtStream stream, uint32_t count,
                    int32_t (*expected)(uint32_t index, uint32_t argument), uint32_t argument)
{
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(place->host, count * 4, place->receive, count * 4, ACL_MEMCPY_DEVICE_TO_HOST));
    for (uint32_t i = 0; i < count; i++)
        CHECK(place->host[i] == expected(i, argument));
}

static int32_t expect_sum(uint32_t index, uint32_t unused)
{
    (void)unused;
    return sum_of(index);
}

static int32_t expect_gathered(uint32_t index, uint32_t count)
{
    return element(index / count, index % count);
}

static int32_t expect_block(uint32_t index, uint32_t first)
{
    return sum_of(first + index);
}

static int32_t expect_rank(uint32_t index, uint32_t rank)
{
    return element(rank, index);
}

static void transfer(const struct rank *rank, struct place *place, aclrtStream stream,
                     uint32_t count)
{
    uint32_t before = (rank->number + RANKS - 1) % RANKS;
    uint32_t after = (rank->number + 1) % RANKS;
    HcclSendRecvItem items[2] = {
        {HCCL_RECV, place->receive, count, HCCL_DATA_TYPE_INT32, before},
        {HCCL_SEND, place->send, count, HCCL_DATA_TYPE_INT32, after},
    };
    OK_(HcclBatchSendRecv(items, 2, place->comm, stream));
    compare(place, stream, count, expect_rank, before);
}

static void call(const struct rank *rank, struct place *place, uint64_t *state)
{
    const HcclDataType type = HCCL_DATA_TYPE_INT32;
    aclrtStream stream = place->streams[pick(state, 2)];
    uint32_t count = 1 + pick(state, MOST / RANKS);
    uint32_t from = pick(state, RANKS);
    switch (pick(state, 6)) {
    case 0:
        OK_(HcclAllReduce(place->send, place->receive, count, type, HCCL_REDUCE_SUM, place->comm,
                          stream));
        compare(place, stream, count, expect_sum, 0);
        break;
    case 1:
        OK_(HcclAllGather(place->send, place->receive, count, type, place->comm, stream));
        compare(place, stream, count * RANKS, expect_gathered, count);
        break;
    case 2:
        OK_(HcclReduceScatter(place->send, place->receive, count, type, HCCL_REDUCE_SUM,
                              place->comm, stream));
        compare(place, stream, count, expect_block, rank->number * count);
        break;
    case 3: OK_(HcclBarrier(place->comm, stream)); break;
    case 4:
        OK_(aclrtMemcpyAsync(place->receive, count * 4, place->send, count * 4,
                             ACL_MEMCPY_DEVICE_TO_DEVICE, stream));
        OK_(HcclBroadcast(place->receive, count, type, from, place->comm, stream));
        compare(place, stream, count, expect_rank, from);
        break;
    default: transfer(rank, place, stream, count);
    }
}

static void begin(const struct rank *rank, struct place *place)
{
    OK_(aclrtSetDevice((int32_t)rank->number));
    if (rank->number == 0)
        OK_(HcclGetRootInfo(&root));
    pthread_barrier_wait(&meeting);
    OK_(HcclCommInitRootInfo(RANKS, &root, rank->number, &place->comm));
    for (int i = 0; i < 2; i++)
        OK_(aclrtCreateStream(&place->streams[i]));
    OK_(aclrtMalloc((void **)&place->send, MOST * 4, ACL_MEM_MALLOC_HUGE_FIRST));
    OK_(aclrtMalloc((void **)&place->receive, MOST * 4, ACL_MEM_MALLOC_HUGE_FIRST));
    place->host = malloc(MOST * 4);
    CHECK(place->host != NULL);
    for (uint32_t i = 0; i < MOST; i++)
        place->host[i] = element(rank->number, i);
    OK_(aclrtMemcpy(place->send, MOST * 4, place->host, MOST * 4, ACL_MEMCPY_HOST_TO_DEVICE));
}

static void end(const struct rank *rank, struct place *place)
{
    for (int i = 0; i < 2; i++) {
        OK_(aclrtSynchronizeStream(place->streams[i]));
        OK_(aclrtDestroyStream(place->streams[i]));
    }
    OK_(HcclCommDestroy(place->comm));
    OK_(aclrtFree(place->send));
    OK_(aclrtFree(place->receive));
    free(place->host);
    OK_(aclrtResetDevice((int32_t)rank->number));
}

/* Ranks 0 and 2 alone. */
static void use_sub(const struct rank *rank, const struct place *place)
{
    uint32_t members[] = {0, 2};
    HcclComm global = place->comm;
    HcclComm sub;
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    if (rank->number == 1)
        return;
    OK_(HcclCreateSubCommConfig(&global, 2, members, 1, rank->number / 2, &config, &sub));
    OK_(HcclBarrier(sub, place->streams[0]));
    OK_(aclrtSynchronizeStream(place->streams[0]));
    OK_(HcclCommDestroy(sub));
}

static void *run(void *argument)
{
    const struct rank *rank = argument;
    uint64_t state = 88172645463325252u; /* the same for all */
    for (int i = 0; i < rank->rounds; i++) {
        struct place place = {0};
        begin(rank, &place);
        for (int j = 0; j < 20; j++)
            call(rank, &place, &state);
        use_sub(rank, &place);
        end(rank, &place);
        pthread_barrier_wait(&meeting);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct rank ranks[RANKS];
    setenv("ACLNN_DEVICES", "3", 1);
    setenv("HCCL_SOCKET_IFNAME", "lo", 1);
    OK_(aclInit(NULL));
    pthread_barrier_init(&meeting, NULL, RANKS);
    for (uint32_t i = 0; i < RANKS; i++) {
        ranks[i].number = i;
        ranks[i].rounds = rounds(argc, argv, 5);
        ranks[i].thread = start_thread(run, &ranks[i]);
    }
    for (uint32_t i = 0; i < RANKS; i++)
        join_thread(ranks[i].thread);
    pthread_barrier_destroy(&meeting);
    OK_(aclFinalize());
    return 0;
}
