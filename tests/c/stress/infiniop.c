/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop: descriptors, calls on both devices from several threads, views with gaps and negative
 * strides between guards, every kind of wrong argument, and handles that are dead.
 */
#include <infiniop.h>
#include <infinirt.h>
#include <math.h>

#include "program.h"

#define THREADS 4
#define ROUNDS 40
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define GOOD(call) CHECK((call) == INFINI_STATUS_SUCCESS)

static infiniopTensorDescriptor_t describe(size_t ndim, const size_t *shape,
                                           const ptrdiff_t *strides, infiniDtype_t dtype)
{
    infiniopTensorDescriptor_t desc = NULL;
    GOOD(infiniopCreateTensorDescriptor(&desc, ndim, shape, strides, dtype));
    return desc;
}

static infiniopEmbeddingBackwardDescriptor_t backward(infiniopHandle_t handle, size_t rows,
                                                      size_t columns, size_t weights, float alpha,
                                                      char accumulate)
{
    const size_t table_shape[] = {weights, columns};
    const size_t dy_shape[] = {rows, columns};
    infiniopEmbeddingBackwardDescriptor_t desc = NULL;
    infiniopTensorDescriptor_t table = describe(2, table_shape, NULL, INFINI_DTYPE_F32);
    infiniopTensorDescriptor_t dy = describe(2, dy_shape, NULL, INFINI_DTYPE_F32);
    infiniopTensorDescriptor_t index = describe(1, &rows, NULL, INFINI_DTYPE_I64);
    GOOD(infiniopCreateEmbeddingBackwardDescriptor(handle, &desc, table, NULL, dy, index, NULL,
                                                   alpha, 0, accumulate, 0));
    GOOD(infiniopDestroyTensorDescriptor(table));
    GOOD(infiniopDestroyTensorDescriptor(dy));
    GOOD(infiniopDestroyTensorDescriptor(index));
    return desc;
}

/* ---- Both devices, several threads ----------------------------------------------------------- */

struct problem {
    infiniDevice_t device;
    infiniopHandle_t handle;
};

static void *to_device(const void *source, size_t bytes)
{
    void *memory = NULL;
    GOOD(infinirtMalloc(&memory, bytes));
    GOOD(infinirtMemcpy(memory, source, bytes, INFINIRT_MEMCPY_H2D));
    return memory;
}

/* Row k of dy is all k + 1 and goes to weight k % weights; out starts at 5 everywhere. */
static void run_once(const struct problem *problem, int round)
{
    enum { ROWS = 300, COLUMNS = 33, WEIGHTS = 7 };
    float dy[ROWS * COLUMNS];
    int64_t indices[ROWS];
    float table[WEIGHTS * COLUMNS];
    infinirtStream_t stream = NULL;
    bool adds = round % 2 == 1;
    for (int k = 0; k < ROWS; k++) {
        indices[k] = k % WEIGHTS;
        for (int c = 0; c < COLUMNS; c++)
            dy[k * COLUMNS + c] = (float)(k + 1);
    }
    for (size_t i = 0; i < COUNT(table); i++)
        table[i] = 5;
    infiniopEmbeddingBackwardDescriptor_t desc = backward(problem->handle, ROWS, COLUMNS, WEIGHTS,
                                                          2, adds ? -1 : 0);
    GOOD(infinirtStreamCreate(&stream));
    void *device_dy = to_device(dy, sizeof dy);
    void *device_indices = to_device(indices, sizeof indices);
    void *device_table = to_device(table, sizeof table);
    GOOD(infiniopEmbeddingBackward(desc, device_table, NULL, device_dy, device_indices, NULL,
                                   stream));
    GOOD(infiniopDestroyEmbeddingBackwardDescriptor(desc));
    GOOD(infinirtMemcpyAsync(table, device_table, sizeof table, INFINIRT_MEMCPY_D2H, stream));
    GOOD(infinirtFreeAsync(device_table, stream));
    GOOD(infinirtStreamSynchronize(stream));
    GOOD(infinirtStreamDestroy(stream));
    GOOD(infinirtFree(device_dy));
    GOOD(infinirtFree(device_indices));
    for (int w = 0; w < WEIGHTS; w++) {
        float sum = adds ? 5 : 0;
        for (int k = w; k < ROWS; k += WEIGHTS)
            sum += 2 * (float)(k + 1);
        for (int c = 0; c < COLUMNS; c++)
            CHECK(table[w * COLUMNS + c] == sum);
    }
}

static void *run_rounds(void *argument)
{
    const struct problem *problem = argument;
    GOOD(infinirtSetDevice(problem->device, 0));
    for (int i = 0; i < ROUNDS; i++)
        run_once(problem, i);
    return NULL;
}

static void run_threads(infiniDevice_t device)
{
    pthread_t threads[THREADS];
    struct problem problem = {device, NULL};
    GOOD(infinirtSetDevice(device, 0));
    GOOD(infiniopCreateHandle(&problem.handle));
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, run_rounds, &problem) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    GOOD(infiniopDestroyHandle(problem.handle));
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* All arrays are exactly as long as their views need, so that a sanitizer sees every step beside.
 */
static void run_views(void)
{
    enum { ROWS = 50, COLUMNS = 17, WEIGHTS = 5, GAP = 20 };
    const size_t table_shape[] = {WEIGHTS, COLUMNS};
    const size_t dy_shape[] = {ROWS, COLUMNS};
    const size_t index_shape[] = {ROWS};
    static const ptrdiff_t table_strides[] = {-GAP, 1};
    static const ptrdiff_t dy_strides[] = {-COLUMNS, 1};
    size_t table_size = (WEIGHTS - 1) * GAP + COLUMNS;
    double *table = malloc(table_size * sizeof *table);
    double *dy = malloc(ROWS * COLUMNS * sizeof *dy);
    uint8_t *indices = malloc(ROWS);
    CHECK(table != NULL && dy != NULL && indices != NULL);
    for (size_t i = 0; i < table_size; i++)
        table[i] = -1;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        dy[i] = i;
    for (int k = 0; k < ROWS; k++)
        indices[k] = (uint8_t)(k % (WEIGHTS + 1)); /* some are out of range */
    infiniopHandle_t handle;
    infiniopEmbeddingBackwardDescriptor_t desc;
    GOOD(infinirtSetDevice(INFINI_DEVICE_CPU, 0));
    GOOD(infiniopCreateHandle(&handle));
    infiniopTensorDescriptor_t d[] = {describe(2, table_shape, table_strides, INFINI_DTYPE_F64),
                                      describe(2, dy_shape, dy_strides, INFINI_DTYPE_F64),
                                      describe(1, index_shape, NULL, INFINI_DTYPE_U8)};
    GOOD(infiniopCreateEmbeddingBackwardDescriptor(handle, &desc, d[0], NULL, d[1], d[2], NULL,
                                                   0.5f, 0, 0, 0));
    CHECK(infiniopEmbeddingBackward(desc, table + (WEIGHTS - 1) * GAP, NULL,
                                    dy + (ROWS - 1) * COLUMNS, indices, NULL,
                                    NULL) == INFINI_STATUS_BAD_PARAM);
    for (int w = 0; w < WEIGHTS; w++)
        for (int c = 0; c < GAP; c++) {
            double expected = c < COLUMNS ? 0 : -1;
            for (int k = 0; k < ROWS && c < COLUMNS; k++)
                if (k % (WEIGHTS + 1) == w)
                    expected += 0.5 * ((ROWS - 1 - k) * COLUMNS + c);
            int at = (WEIGHTS - 1 - w) * GAP + c;
            CHECK((size_t)at >= table_size || table[at] == expected);
        }
    for (size_t i = 0; i < COUNT(d); i++)
        GOOD(infiniopDestroyTensorDescriptor(d[i]));
    GOOD(infiniopDestroyEmbeddingBackwardDescriptor(desc));
    GOOD(infiniopDestroyHandle(handle));
    free(table);
    free(dy);
    free(indices);
}

/* ---- The forward ----------------------------------------------------------------------------- */

static void run_forward(void)
{
    static const size_t out_shape[] = {2, 3, 5};
    static const size_t in_shape[] = {2, 3};
    static const size_t weight_shape[] = {4, 5};
    static const uint16_t input[] = {3, 0, 1, 9, 2, 3};
    int8_t weight[20];
    int8_t out[30];
    infiniopHandle_t handle;
    infiniopEmbeddingDescriptor_t desc;
    for (int i = 0; i < 20; i++)
        weight[i] = (int8_t)i;
    memset(out, 99, sizeof out);
    GOOD(infiniopCreateHandle(&handle));
    infiniopTensorDescriptor_t d[] = {describe(3, out_shape, NULL, INFINI_DTYPE_I8),
                                      describe(2, in_shape, NULL, INFINI_DTYPE_U16),
                                      describe(2, weight_shape, NULL, INFINI_DTYPE_I8)};
    GOOD(infiniopCreateEmbeddingDescriptor(handle, &desc, d[0], d[1], d[2]));
    CHECK(infiniopEmbedding(desc, out, input, weight, NULL) == INFINI_STATUS_BAD_PARAM);
    for (int k = 0; k < 6; k++)
        for (int c = 0; c < 5; c++)
            CHECK(out[k * 5 + c] == (input[k] < 4 ? input[k] * 5 + c : 99));
    for (size_t i = 0; i < COUNT(d); i++)
        GOOD(infiniopDestroyTensorDescriptor(d[i]));
    GOOD(infiniopDestroyEmbeddingDescriptor(desc));
    CHECK(infiniopDestroyEmbeddingDescriptor(desc) == INFINI_STATUS_BAD_PARAM);
    GOOD(infiniopDestroyHandle(handle));
}

/* ---- Rows of the table ----------------------------------------------------------------------- */

/* Products and softmax between rows with gaps, each array exactly as long as its view. */
static void run_rows(infiniDevice_t device)
{
    enum { ROWS = 9, DEPTH = 7, GAP = 11, SPAN = (ROWS - 1) * GAP + ROWS };
    static const size_t left[] = {ROWS, DEPTH};
    static const size_t square[] = {ROWS, ROWS};
    static const ptrdiff_t strides[] = {GAP, 1};
    float ones[ROWS * DEPTH];
    float result[SPAN];
    infiniopHandle_t handle;
    infiniopGemmDescriptor_t gemm;
    infiniopSoftmaxDescriptor_t softmax;
    infiniopRandomSampleDescriptor_t sample;
    uint16_t drawn = 99;
    GOOD(infinirtSetDevice(device, 0));
    GOOD(infiniopCreateHandle(&handle));
    for (size_t i = 0; i < COUNT(ones); i++)
        ones[i] = 1;
    infiniopTensorDescriptor_t d[] = {
        describe(2, square, strides, INFINI_DTYPE_F32), describe(2, left, NULL, INFINI_DTYPE_F32),
        describe(2, (size_t[]){DEPTH, ROWS}, NULL, INFINI_DTYPE_F32),
        describe(0, NULL, NULL, INFINI_DTYPE_U16), describe(1, square, NULL, INFINI_DTYPE_F32)};
    GOOD(infiniopCreateGemmDescriptor(handle, &gemm, d[0], d[1], d[2]));
    GOOD(infiniopCreateSoftmaxDescriptor(handle, &softmax, d[0], d[0], 1));
    GOOD(infiniopCreateRandomSampleDescriptor(handle, &sample, d[3], d[4]));
    for (size_t i = 0; i < COUNT(d); i++)
        GOOD(infiniopDestroyTensorDescriptor(d[i]));
    for (int i = 0; i < SPAN; i++)
        result[i] = 5;
    void *there = to_device(result, sizeof result);
    void *factor = to_device(ones, sizeof ones);
    void *place = to_device(&drawn, sizeof drawn);
    GOOD(infiniopGemm(gemm, NULL, 0, there, factor, factor, 2, 1, NULL));
    GOOD(infiniopSoftmax(softmax, NULL, 0, there, there, NULL));
    GOOD(infiniopRandomSample(sample, NULL, 0, place, there, 1, 1, 4, 1, NULL));
    GOOD(infiniopDestroyGemmDescriptor(gemm));
    GOOD(infiniopDestroySoftmaxDescriptor(softmax));
    GOOD(infiniopDestroyRandomSampleDescriptor(sample));
    GOOD(infinirtDeviceSynchronize());
    GOOD(infinirtMemcpy(result, there, sizeof result, INFINIRT_MEMCPY_D2H));
    GOOD(infinirtMemcpy(&drawn, place, sizeof drawn, INFINIRT_MEMCPY_D2H));
    for (int i = 0; i < SPAN; i++)
        CHECK(i % GAP < ROWS ? fabsf(result[i] - 1.0F / ROWS) < 1e-6F : result[i] == 5);
    CHECK(drawn == 3);
    GOOD(infinirtFree(there));
    GOOD(infinirtFree(factor));
    GOOD(infinirtFree(place));
    GOOD(infiniopDestroyHandle(handle));
}

/* ---- Wrong arguments ------------------------------------------------------------------------- */

static void run_wrong(void)
{
    static const size_t shape[] = {SIZE_MAX / 4, 3};
    static const ptrdiff_t strides[] = {PTRDIFF_MIN, PTRDIFF_MAX};
    static const size_t small[] = {2, 3};
    char somewhere[64] = {0};
    infiniopTensorDescriptor_t desc = (infiniopTensorDescriptor_t)somewhere;
    infiniopHandle_t handle;
    infiniopEmbeddingBackwardDescriptor_t operator_desc = NULL;
    CHECK(infiniopDestroyTensorDescriptor(desc) == INFINI_STATUS_BAD_PARAM);
    CHECK(infiniopDestroyHandle((infiniopHandle_t)somewhere) == INFINI_STATUS_BAD_PARAM);
    CHECK(infiniopDestroyHandle(NULL) == INFINI_STATUS_NULL_POINTER);
    CHECK(infiniopCreateTensorDescriptor(NULL, 2, small, NULL, INFINI_DTYPE_F32) ==
          INFINI_STATUS_NULL_POINTER);
    CHECK(infiniopCreateTensorDescriptor(&desc, 26, small, NULL, INFINI_DTYPE_F32) ==
          INFINI_STATUS_BAD_TENSOR_SHAPE);
    CHECK(infiniopCreateTensorDescriptor(&desc, 2, shape, NULL, INFINI_DTYPE_F32) ==
          INFINI_STATUS_BAD_TENSOR_SHAPE);
    CHECK(infiniopCreateTensorDescriptor(&desc, 2, small, NULL, (infiniDtype_t)77) ==
          INFINI_STATUS_BAD_TENSOR_DTYPE);
    CHECK(desc == (infiniopTensorDescriptor_t)somewhere);
    GOOD(infiniopCreateHandle(&handle));
    infiniopTensorDescriptor_t table = describe(2, shape, strides, INFINI_DTYPE_F32);
    infiniopTensorDescriptor_t dy = describe(2, small, strides, INFINI_DTYPE_F32);
    infiniopTensorDescriptor_t index = describe(1, small, NULL, INFINI_DTYPE_I32);
    CHECK(infiniopCreateEmbeddingBackwardDescriptor(handle, &operator_desc, table, NULL, dy, index,
                                                    NULL, 1, 0, 0,
                                                    0) == INFINI_STATUS_BAD_TENSOR_SHAPE);
    CHECK(infiniopCreateEmbeddingBackwardDescriptor(handle, &operator_desc, dy, NULL, dy, index,
                                                    index, NAN, 0, 0,
                                                    0) == INFINI_STATUS_BAD_PARAM);
    CHECK(operator_desc == NULL);
    GOOD(infiniopDestroyTensorDescriptor(table));
    GOOD(infiniopDestroyTensorDescriptor(dy));
    GOOD(infiniopDestroyTensorDescriptor(index));
    CHECK(infiniopDestroyTensorDescriptor(index) == INFINI_STATUS_BAD_PARAM);
    GOOD(infiniopDestroyHandle(handle));
    CHECK(infiniopDestroyHandle(handle) == INFINI_STATUS_BAD_PARAM);
}

int main(void)
{
    run_threads(INFINI_DEVICE_CPU);
    run_threads(INFINI_DEVICE_ASCEND);
    run_views();
    run_forward();
    run_rows(INFINI_DEVICE_CPU);
    run_rows(INFINI_DEVICE_ASCEND);
    GOOD(infinirtSetDevice(INFINI_DEVICE_CPU, 0));
    run_wrong();
    return 0;
}
