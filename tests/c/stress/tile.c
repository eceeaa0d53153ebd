/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/tile.h: matrices of many sizes into tiles and back between guards, from several
 * threads at once, sums of runs, and arguments that are wrong.
 */
#include "aclnn_ext/tile.h"

#include "tensor.h"

#define THREADS 3
#define ROUNDS 30

static void tilize(aclTensor *matrix, int32_t type, aclTensor *tiles, aclrtStream stream)
{
    uint64_t size = 1;
    aclOpExecutor *executor = NULL;
    OK_(aclnnExtTilizeGetWorkspaceSize(matrix, type, tiles, &size, &executor));
    CHECK(size == 0);
    OK_(aclnnExtTilize(NULL, 0, executor, stream));
}

static void untilize(aclTensor *tiles, int32_t type, aclTensor *matrix, aclrtStream stream)
{
    uint64_t size = 1;
    aclOpExecutor *executor = NULL;
    OK_(aclnnExtUntilizeGetWorkspaceSize(tiles, type, matrix, &size, &executor));
    CHECK(size == 0);
    OK_(aclnnExtUntilize(NULL, 0, executor, stream));
}

/* Small whole numbers, which every type but BFLOAT4_B holds: a block has at most 7 of its bits. */
static void there_and_back(int64_t rows, int64_t columns, int32_t type, aclrtStream stream)
{
    const int64_t dims[] = {rows, columns};
    size_t count = (size_t)(rows * columns);
    size_t bytes = count * sizeof(float);
    uint64_t tile_bytes = 0;
    float *values = malloc(bytes);
    CHECK(values != NULL);
    for (size_t i = 0; i < count; i++)
        values[i] = (float)((int)(i % 127) - 63);
    OK_(aclnnExtTileByteCount(dims, 2, type, &tile_bytes));
    const int64_t tile_dims[] = {(int64_t)tile_bytes};
    char *source = guarded(bytes);
    char *target = guarded(bytes);
    char *middle = guarded((size_t)tile_bytes);
    aclTensor *from = dense_tensor(dims, 2, ACL_FLOAT, source);
    aclTensor *to = dense_tensor(dims, 2, ACL_FLOAT, target);
    aclTensor *tiles = dense_tensor(tile_dims, 1, ACL_UINT8, middle);
    OK_(aclrtMemcpy(source, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    tilize(from, type, tiles, stream);
    untilize(tiles, type, to, stream);
    OK_(aclDestroyTensor(from));
    OK_(aclDestroyTensor(to));
    OK_(aclDestroyTensor(tiles));
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(values, bytes, target, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < count && type != ACLNN_EXT_TILE_BFLOAT4_B; i++)
        CHECK(values[i] == (float)((int)(i % 127) - 63));
    free(values);
    free_guarded(source, bytes);
    free_guarded(target, bytes);
    free_guarded(middle, (size_t)tile_bytes);
}

/* More than a run: every column is a sum of rows times 2, in bfloat16 or float32. */
static void sum(int64_t rows, int64_t columns, aclDataType type, aclrtStream stream)
{
    const int64_t dims[] = {rows, columns};
    size_t bytes = (size_t)(rows * columns) * sizeof(float);
    size_t out_bytes = (size_t)columns * (type == ACL_FLOAT ? 4 : 2);
    float *values = malloc(bytes);
    uint64_t size = 1;
    aclOpExecutor *executor = NULL;
    CHECK(values != NULL);
    for (int64_t i = 0; i < rows * columns; i++)
        values[i] = 2;
    char *source = guarded(bytes);
    char *target = guarded(out_bytes);
    OK_(aclrtMemcpy(source, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    aclTensor *self = dense_tensor(dims, 2, ACL_FLOAT, source);
    aclTensor *out = dense_tensor(dims + 1, 1, type, target);
    OK_(aclnnExtSumToShapeGetWorkspaceSize(self, out, &size, &executor));
    CHECK(size == 0);
    OK_(aclDestroyTensor(self));
    OK_(aclDestroyTensor(out));
    OK_(aclnnExtSumToShape(NULL, 0, executor, stream));
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(values, bytes, target, out_bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int64_t i = 0; i < columns && type == ACL_FLOAT; i++)
        CHECK(values[i] == (float)(2 * rows));
    free(values);
    free_guarded(source, bytes);
    free_guarded(target, out_bytes);
}

static void *run_rounds(void *argument)
{
    static const int32_t types[] = {ACLNN_EXT_TILE_BFLOAT16, ACLNN_EXT_TILE_FLOAT32,
                                    ACLNN_EXT_TILE_BFLOAT8_B, ACLNN_EXT_TILE_BFLOAT4_B};
    struct random_worker *worker = argument;
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    for (int i = 0; i < worker->rounds; i++) {
        int64_t rows = 1 + pick(&worker->state, 100);
        int64_t columns = 1 + pick(&worker->state, 200);
        there_and_back(rows, columns, types[pick(&worker->state, 4)], stream);
        sum(rows * 100, columns, pick(&worker->state, 2) ? ACL_FLOAT : ACL_BF16, stream);
    }
    OK_(aclrtDestroyStream(stream));
    return NULL;
}

static void run_wrong_calls(void)
{
    const int64_t dims[] = {2, 2};
    const int64_t tile_dims[] = {4096};
    const int64_t negative[] = {-1};
    uint64_t bytes = 0;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *matrix = dense_tensor(dims, 2, ACL_FLOAT, NULL);
    aclTensor *tiles = dense_tensor(tile_dims, 1, ACL_UINT8, NULL);
    GIVES(161001, aclnnExtTileByteCount(NULL, 1, 0, &bytes));
    GIVES(161001, aclnnExtTileByteCount(dims, 2, 0, NULL));
    GIVES(161002, aclnnExtTileByteCount(negative, 1, 0, &bytes));
    GIVES(161002, aclnnExtTileByteCount(dims, UINT64_MAX, 0, &bytes));
    GIVES(161002, aclnnExtTileByteCount(dims, 2, INT32_MIN, &bytes));
    GIVES(161001, aclnnExtTilizeGetWorkspaceSize(NULL, 1, tiles, &size, &executor));
    GIVES(161001, aclnnExtUntilizeGetWorkspaceSize(tiles, 1, matrix, NULL, &executor));
    GIVES(161002, aclnnExtTilizeGetWorkspaceSize(matrix, INT32_MAX, tiles, &size, &executor));
    GIVES(161002, aclnnExtTilizeGetWorkspaceSize(tiles, 1, matrix, &size, &executor));
    GIVES(161002, aclnnExtSumToShapeGetWorkspaceSize(tiles, matrix, &size, &executor));
    OK_(aclnnExtTilizeGetWorkspaceSize(matrix, 1, tiles, &size, &executor));
    GIVES(161002, aclnnExtTilize(NULL, 0, executor, NULL)); /* no memory */
    OK_(aclDestroyTensor(matrix));
    OK_(aclDestroyTensor(tiles));
    GIVES(161002, aclnnExtTilizeGetWorkspaceSize(matrix, 1, tiles, &size, &executor));
    GIVES(161001, aclnnExtSumToShape(NULL, 0, NULL, NULL));
}

int main(int argc, char **argv)
{
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    run_random_workers(run_rounds, THREADS, rounds(argc, argv, ROUNDS));
    run_wrong_calls();
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
