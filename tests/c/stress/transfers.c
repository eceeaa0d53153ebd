/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions, random numbers, copies by pointers and by descriptors and hints to caches from
 * several threads, with values that follow from what they are given, and with what is refused.
 */
#include "program.h"

#define THREADS 4
#define COUNT 300
#define BYTES (COUNT * sizeof(uint64_t))

/* What a thread has: two arrays on the device, and what they should hold. */
struct bench {
    uint64_t state;
    aclrtStream stream;
    char *device[2];
    unsigned char host[2][BYTES];
    unsigned char found[BYTES];
};

static void put(struct bench *bench, int i)
{
    OK_(aclrtMemcpy(bench->device[i], BYTES, bench->host[i], BYTES, ACL_MEMCPY_HOST_TO_DEVICE));
}

static void expect_bytes(struct bench *bench, const void *device, const void *expected, size_t size)
{
    OK_(aclrtMemcpyAsync(bench->found, BYTES, device, size, ACL_MEMCPY_DEVICE_TO_HOST,
                         bench->stream));
    OK_(aclrtSynchronizeStream(bench->stream));
    CHECK(memcmp(bench->found, expected, size) == 0);
}

/* What fails when the work runs: the next synchronize says it, in every mode. */
static void expect_late(struct bench *bench, int queued, int expected)
{
    CHECK(queued == 0);
    GIVES(expected, aclrtSynchronizeStream(bench->stream));
}

/* ---- Reductions ------------------------------------------------------------------------------ */

/* Small whole numbers, as each type has them: what they give is exact. */
struct kind_of_number {
    aclDataType type;
    size_t width;
    uint32_t bits[7]; /* of 0 to 6 */
};

static const struct kind_of_number kinds[] = {
    {ACL_INT8, 1, {0, 1, 2, 3, 4, 5, 6}},
    {ACL_INT16, 2, {0, 1, 2, 3, 4, 5, 6}},
    {ACL_INT32, 4, {0, 1, 2, 3, 4, 5, 6}},
    {ACL_FLOAT, 4, {0, 0x3F800000, 0x40000000, 0x40400000, 0x40800000, 0x40A00000, 0x40C00000}},
    {ACL_FLOAT16, 2, {0, 0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}},
    {ACL_BF16, 2, {0, 0x3F80, 0x4000, 0x4040, 0x4080, 0x40A0, 0x40C0}},
};

static void write_numbers(void *to, const struct kind_of_number *kind, const int *numbers)
{
    for (size_t i = 0; i < COUNT; i++)
        memcpy((char *)to + i * kind->width, &kind->bits[numbers[i]], kind->width);
}

static int joined(int way, int a, int b)
{
    if (way == ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM)
        return a + b;
    return (way == ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX) == (a > b) ? a : b;
}

static void reduce(struct bench *bench)
{
    const struct kind_of_number *kind = &kinds[pick(&bench->state, 6)];
    aclrtReduceKind way = (aclrtReduceKind)(ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM +
                                            (int)pick(&bench->state, 3));
    int numbers[3][COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        numbers[0][i] = (int)pick(&bench->state, 4);
        numbers[1][i] = (int)pick(&bench->state, 4);
        numbers[2][i] = joined(way, numbers[0][i], numbers[1][i]);
    }
    write_numbers(bench->host[0], kind, numbers[0]);
    write_numbers(bench->host[1], kind, numbers[1]);
    put(bench, 0);
    put(bench, 1);
    OK_(aclrtReduceAsync(bench->device[0], bench->device[1], COUNT * kind->width, way, kind->type,
                         bench->stream, NULL));
    write_numbers(bench->host[0], kind, numbers[2]);
    expect_bytes(bench, bench->device[0], bench->host[0], COUNT * kind->width);
}

/* The second half of the array joins the first but for one element: they share memory. */
static void reduce_in_place(struct bench *bench)
{
    int32_t *numbers = (int32_t *)(void *)bench->host[0];
    const size_t part = COUNT / 2;
    const size_t step = 1 + pick(&bench->state, 10);
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = (int32_t)pick(&bench->state, 1000);
    put(bench, 0);
    OK_(aclrtReduceAsync(bench->device[0] + step * 4, bench->device[0], part * 4,
                         ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, bench->stream, NULL));
    for (size_t i = part; i-- > 0;)
        numbers[step + i] += numbers[i];
    expect_bytes(bench, bench->device[0], numbers, COUNT * 4);
}

static void refuse_reductions(struct bench *bench)
{
    char *at = bench->device[0];
    aclrtStream stream = bench->stream;
    const aclrtReduceKind sum = ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM;
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtReduceAsync(NULL, at, 4, sum, ACL_FLOAT, stream, NULL));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtReduceAsync(at, at, 4, sum, ACL_FLOAT, stream, at));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtReduceAsync(at, at, 0, sum, ACL_FLOAT, stream, NULL));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtReduceAsync(at, at, 6, sum, ACL_FLOAT, stream, NULL));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtReduceAsync(at, at, UINT64_MAX - 3, sum, ACL_FLOAT, stream, NULL));
    GIVES(ACL_ERROR_RT_ADDR_UNALIGNED,
          aclrtReduceAsync(at + 2, at, 4, sum, ACL_FLOAT, stream, NULL));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtReduceAsync(at, bench->host, 4, sum, ACL_FLOAT, stream, NULL));
    GIVES(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
          aclrtReduceAsync(at, at, 8, sum, ACL_DOUBLE, stream, NULL));
}

/* ---- Random numbers -------------------------------------------------------------------------- */

static aclrtRandomParaInfo number_of(const void *bytes, size_t size)
{
    aclrtRandomParaInfo number = {.isAddr = 0, .size = (uint8_t)size};
    memcpy(number.valueOrAddr, bytes, size);
    return number;
}

static aclrtRandomParaInfo number_at(const void *address)
{
    aclrtRandomParaInfo number = number_of(&address, sizeof address);
    number.isAddr = 1;
    return number;
}

/* So many numbers from -1 to below 1; the counter lies behind the second array's numbers. */
static aclrtRandomNumTaskInfo uniform(const struct bench *bench, uint64_t count)
{
    const float ends[] = {-1.0F, 1.0F};
    const uint64_t seed = 7;
    aclrtRandomNumTaskInfo info = {.dataType = ACL_FLOAT};
    info.randomNumFuncParaInfo.funcType = ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS;
    info.randomNumFuncParaInfo.paramInfo.uniformDisInfo.min = number_of(&ends[0], 4);
    info.randomNumFuncParaInfo.paramInfo.uniformDisInfo.max = number_of(&ends[1], 4);
    info.randomResultAddr = bench->device[0];
    info.randomCounterAddr = bench->device[1];
    info.randomSeed = number_of(&seed, sizeof seed);
    info.randomNum = number_of(&count, sizeof count);
    return info;
}

static void put_counter(struct bench *bench, uint64_t block)
{
    const uint64_t counter[] = {block, 3};
    memcpy(bench->host[1], counter, sizeof counter);
    put(bench, 1);
}

/* From a later block on come the numbers that were there before, four a block. */
static void draw(struct bench *bench)
{
    float whole[COUNT];
    uint64_t block = pick(&bench->state, COUNT / 8);
    aclrtRandomNumTaskInfo info = uniform(bench, COUNT);
    put_counter(bench, 0);
    OK_(aclrtRandomNumAsync(&info, bench->stream, NULL));
    OK_(aclrtMemcpyAsync(whole, sizeof whole, bench->device[0], sizeof whole,
                         ACL_MEMCPY_DEVICE_TO_HOST, bench->stream));
    OK_(aclrtSynchronizeStream(bench->stream));
    for (size_t i = 0; i < COUNT; i++)
        CHECK(whole[i] >= -1.0F && whole[i] < 1.0F);
    put_counter(bench, block);
    info = uniform(bench, COUNT / 2);
    OK_(aclrtRandomNumAsync(&info, bench->stream, NULL));
    expect_bytes(bench, bench->device[0], whole + 4 * block, COUNT / 2 * sizeof(float));
}

/* A count in device memory that its results do not fit into, when the work runs. */
static void refuse_random(struct bench *bench)
{
    aclrtRandomNumTaskInfo info = uniform(bench, 0);
    const uint64_t many = (uint64_t)1 << pick(&bench->state, 40);
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtRandomNumAsync(&info, bench->stream, NULL));
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtRandomNumAsync(NULL, bench->stream, NULL));
    info = uniform(bench, many | 1 << 20);
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtRandomNumAsync(&info, bench->stream, NULL));
    put_counter(bench, 0);
    OK_(aclrtMemcpy(bench->device[1] + 16, 8, &many, 8, ACL_MEMCPY_HOST_TO_DEVICE));
    info.randomNum = number_at(bench->device[1] + 16);
    int queued = aclrtRandomNumAsync(&info, bench->stream, NULL);
    expect_late(bench, queued, many > BYTES / sizeof(float) ? ACL_ERROR_RT_SYS_DMA : 0);
}

/* ---- Copies whose addresses lie in device memory --------------------------------------------- */

static void fill(struct bench *bench)
{
    for (size_t i = 0; i < BYTES; i++)
        bench->host[0][i] = (unsigned char)pick(&bench->state, 256);
    put(bench, 0);
}

/* The pointers lie at the end of the second array. */
static void copy_by_pointers(struct bench *bench)
{
    const char *pointers[] = {bench->device[1], bench->device[0]};
    char *at = bench->device[1] + BYTES - sizeof pointers;
    size_t size = 1 + pick(&bench->state, BYTES / 2 - 1);
    size_t offset = pick(&bench->state, BYTES / 2 - 64);
    fill(bench);
    OK_(aclrtMemcpy(at, sizeof pointers, pointers, sizeof pointers, ACL_MEMCPY_HOST_TO_DEVICE));
    OK_(aclrtMemcpyAsyncWithOffset((void **)(void *)at, size, 8,
                                   (const void **)(void *)(at + sizeof pointers[0]), size, offset,
                                   ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, bench->stream));
    expect_bytes(bench, bench->device[1] + 8, bench->host[0] + offset, size);
}

static void copy_by_descriptor(struct bench *bench)
{
    const aclrtMemcpyKind kind = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    size_t bytes = 0;
    OK_(aclrtGetMemcpyDescSize(kind, &bytes));
    char *desc = device_malloc(bytes);
    fill(bench);
    for (size_t i = 0; i < 3; i++) {
        size_t offset = pick(&bench->state, BYTES / 2);
        OK_(aclrtSetMemcpyDesc(desc, kind, bench->device[0] + offset, bench->device[1], BYTES / 2,
                               NULL));
        OK_(aclrtMemcpyAsyncWithDesc(desc, kind, bench->stream));
        expect_bytes(bench, bench->device[1], bench->host[0] + offset, BYTES / 2);
    }
    OK_(aclrtFree(desc));
}

/* Descriptors and pointers that are none when the work runs. */
static void refuse_copies(struct bench *bench)
{
    const aclrtMemcpyKind kind = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    char *desc = device_malloc(64);
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtSetMemcpyDesc(desc + 8, kind, bench->device[0], bench->device[1], 8, NULL));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtSetMemcpyDesc(desc, kind, bench->device[0], bench->host, 8, NULL));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtSetMemcpyDesc(desc, kind, bench->device[0], bench->device[1], SIZE_MAX, NULL));
    OK_(aclrtMemset(desc, 64, 0x5A, 64));
    expect_late(bench, aclrtMemcpyAsyncWithDesc(desc, kind, bench->stream), ACL_ERROR_RT_SYS_DMA);
    expect_late(bench,
                aclrtMemcpyAsyncWithOffset((void **)(void *)desc, 8, 0,
                                           (const void **)(void *)(desc + 8), 8, SIZE_MAX, kind,
                                           bench->stream),
                ACL_ERROR_RT_SYS_DMA);
    OK_(aclrtFree(desc));
}

/* ---- Memory that is free when the work runs ---------------------------------------------------
 */

/* Another thread could get that memory, so that none runs beside these. */
static void refuse_freed_memory(struct bench *bench)
{
    const aclrtMemcpyKind kind = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    char *desc = device_malloc(64);
    char *source = device_malloc(64);
    OK_(aclrtSetMemcpyDesc(desc, kind, source, bench->device[1], 64, NULL));
    OK_(aclrtFree(source));
    expect_late(bench, aclrtMemcpyAsyncWithDesc(desc, kind, bench->stream), ACL_ERROR_RT_SYS_DMA);
    OK_(aclrtFree(desc));
}

/* Freed before it ran: the work fails, or was quicker. */
static void free_too_early(struct bench *bench)
{
    char *memory = device_malloc(BYTES);
    aclrtRandomNumTaskInfo info = uniform(bench, COUNT);
    put_counter(bench, 0);
    info.randomResultAddr = memory;
    OK_(aclrtReduceAsync(bench->device[0], memory, BYTES, ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX,
                         ACL_INT16, bench->stream, NULL));
    OK_(aclrtRandomNumAsync(&info, bench->stream, NULL));
    OK_(aclrtFree(memory));
    int status = aclrtSynchronizeStream(bench->stream);
    CHECK(status == 0 || status == ACL_ERROR_RT_SYS_DMA);
    (void)aclGetRecentErrMsg();
}

/* ---- Hints to caches ------------------------------------------------------------------------- */

static void hint(struct bench *bench)
{
    const aclrtCmoType type = (aclrtCmoType)pick(&bench->state, 4);
    aclrtBarrierTaskInfo barriers = {.barrierNum = 1};
    size_t size = 0;
    OK_(aclrtCmoGetDescSize(&size));
    char *desc = device_malloc(size);
    OK_(aclrtCmoAsync(bench->device[0], BYTES, type, bench->stream));
    OK_(aclrtCmoSetDesc(desc, bench->device[0], BYTES));
    OK_(aclrtCmoAsyncWithDesc(desc, type, bench->stream, NULL));
    OK_(aclrtCmoAsyncWithBarrier(bench->device[0], BYTES, ACL_RT_CMO_TYPE_INVALID, 5,
                                 bench->stream));
    barriers.cmoInfo[0] = (aclrtBarrierCmoInfo){ACL_RT_CMO_TYPE_INVALID, 5};
    OK_(aclrtCmoWaitBarrier(&barriers, bench->stream, 0));
    barriers.barrierNum = SIZE_MAX;
    GIVES(ACL_ERROR_INVALID_PARAM, aclrtCmoWaitBarrier(&barriers, bench->stream, 0));
    GIVES(ACL_ERROR_RT_PARAM_INVALID,
          aclrtCmoAsync(bench->device[0], SIZE_MAX, type, bench->stream));
    GIVES(ACL_ERROR_RT_PARAM_INVALID, aclrtCmoAsync(bench->host, 8, type, bench->stream));
    OK_(aclrtFree(desc));
}

static struct bench *begin(uint64_t state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    CHECK(bench != NULL);
    OK_(aclrtSetDevice(0));
    bench->state = state;
    bench->stream = new_stream();
    for (int i = 0; i < 2; i++)
        bench->device[i] = device_malloc(BYTES);
    return bench;
}

static void end(struct bench *bench)
{
    for (int i = 0; i < 2; i++)
        OK_(aclrtFree(bench->device[i]));
    OK_(aclrtDestroyStream(bench->stream));
    OK_(aclrtResetDevice(0));
    free(bench);
}

static void *work(void *argument)
{
    static void (*const acts[])(struct bench *) = {
        reduce,           reduce_in_place,    refuse_reductions, draw, refuse_random,
        copy_by_pointers, copy_by_descriptor, refuse_copies,     hint};
    const struct random_worker *worker = argument;
    struct bench *bench = begin(worker->state);
    for (int round = 0; round < worker->rounds; round++)
        acts[pick(&bench->state, sizeof acts / sizeof acts[0])](bench);
    end(bench);
    return NULL;
}

int main(int argc, char **argv)
{
    int count = 100 * rounds(argc, argv, 3);
    OK_(aclInit(NULL));
    run_random_workers(work, THREADS, count);
    struct bench *bench = begin(1);
    for (int round = 0; round < count; round++) {
        refuse_freed_memory(bench);
        free_too_early(bench);
    }
    end(bench);
    OK_(aclFinalize());
    return 0;
}
