/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of aclnn_ext/binary_embedding.h on float32, compared with loops on the host. */
#include "aclnn_ext/binary_embedding.h"
#include "embedding.h"

struct example {
    int64_t rows;
    int64_t columns;
    int64_t bytes; /* of signs that a row takes */
    int64_t weights;
    aclrtStream stream;
    float *gradient;
    int64_t *indices;
    float *scale;
    uint8_t *table;
    uint8_t *packed;
    float *numbers;
};

/* Device memory with the host's bytes. */
static void *uploaded(const void *host, size_t size)
{
    void *device = device_malloc(size);
    OK_(aclrtMemcpy(device, size, host, size, ACL_MEMCPY_HOST_TO_DEVICE));
    return device;
}

static void download(void *host, void *device, size_t size)
{
    OK_(aclrtMemcpy(host, size, device, size, ACL_MEMCPY_DEVICE_TO_HOST));
    OK_(aclrtFree(device));
}

static aclTensor *matrix(int64_t rows, int64_t columns, aclDataType type, void *address)
{
    const int64_t dims[] = {rows, columns};
    return dense_tensor(dims, 2, type, address);
}

typedef aclnnStatus (*phase_two)(void *, uint64_t, aclOpExecutor *, aclrtStream);

/* Phase two on memory of its own; the tensors, which end with NULL, are gone before it. */
static void finish(phase_two run, uint64_t size, aclOpExecutor *executor, aclTensor **tensors,
                   aclrtStream stream)
{
    void *workspace = size > 0 ? device_malloc(size) : NULL;
    for (; *tensors != NULL; tensors++)
        OK_(aclDestroyTensor(*tensors));
    OK_(run(workspace, size, executor, stream));
    OK_(aclrtSynchronizeStream(stream));
    if (workspace != NULL)
        OK_(aclrtFree(workspace));
}

static bool bit(const uint8_t *row, int64_t column)
{
    return (row[column / 8] >> (column % 8) & 1) != 0;
}

static void check_pack(struct example *x)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    size_t in = (size_t)(x->rows * x->columns) * sizeof(float);
    size_t out = (size_t)(x->rows * x->bytes);
    void *from = uploaded(x->gradient, in);
    void *to = device_malloc(out);
    aclTensor *tensors[] = {matrix(x->rows, x->columns, ACL_FLOAT, from),
                            matrix(x->rows, x->bytes, ACL_UINT8, to), NULL};
    OK_(aclnnExtBinaryPackGetWorkspaceSize(tensors[0], tensors[1], &size, &executor));
    finish(aclnnExtBinaryPack, size, executor, tensors, x->stream);
    download(x->packed, to, out);
    OK_(aclrtFree(from));
    for (int64_t row = 0; row < x->rows; row++)
        for (int64_t c = 0; c < 8 * x->bytes; c++)
            CHECK(bit(x->packed + row * x->bytes, c) ==
                  (c < x->columns && x->gradient[row * x->columns + c] >= 0));
}

/* Unpacks what check_pack has made, and looks up rows of the table. */
static void check_unpack(struct example *x, bool look_up)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    int64_t rows = look_up ? x->weights : x->rows;
    size_t out = (size_t)(x->rows * x->columns) * sizeof(float);
    void *from = uploaded(look_up ? x->table : x->packed, (size_t)(rows * x->bytes));
    void *scale = uploaded(x->scale, (size_t)rows * sizeof(float));
    void *indices = uploaded(x->indices, (size_t)x->rows * sizeof(int64_t));
    void *to = device_malloc(out);
    aclTensor *tensors[] = {matrix(rows, x->bytes, ACL_UINT8, from),
                            matrix(rows, 1, ACL_FLOAT, scale),
                            matrix(x->rows, x->columns, ACL_FLOAT, to),
                            dense_tensor(&x->rows, 1, ACL_INT64, indices), NULL};
    if (look_up)
        OK_(aclnnExtBinaryEmbeddingGetWorkspaceSize(tensors[3], tensors[0], tensors[1], tensors[2],
                                                    &size, &executor));
    else
        OK_(aclnnExtBinaryUnpackGetWorkspaceSize(tensors[0], tensors[1], tensors[2], &size,
                                                 &executor));
    finish(look_up ? aclnnExtBinaryEmbedding : aclnnExtBinaryUnpack, size, executor, tensors,
           x->stream);
    download(x->numbers, to, out);
    OK_(aclrtFree(from));
    OK_(aclrtFree(scale));
    OK_(aclrtFree(indices));
    for (int64_t row = 0; row < x->rows; row++) {
        int64_t place = look_up ? x->indices[row] : row;
        const uint8_t *bits = (look_up ? x->table : x->packed) + place * x->bytes;
        for (int64_t c = 0; c < x->columns; c++)
            CHECK(x->numbers[row * x->columns + c] ==
                  (bit(bits, c) ? x->scale[place] : -x->scale[place]));
    }
}

static void check_backward(struct example *x, bool scaled)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    size_t out = (size_t)(x->weights * x->bytes);
    void *gradient = uploaded(x->gradient, (size_t)(x->rows * x->columns) * sizeof(float));
    void *indices = uploaded(x->indices, (size_t)x->rows * sizeof(int64_t));
    void *scale = uploaded(x->scale, (size_t)x->rows * sizeof(float));
    void *to = device_malloc(out);
    aclTensor *tensors[] = {matrix(x->rows, x->columns, ACL_FLOAT, gradient),
                            dense_tensor(&x->rows, 1, ACL_INT64, indices),
                            matrix(x->weights, x->bytes, ACL_UINT8, to),
                            matrix(x->rows, 1, ACL_FLOAT, scale), NULL};
    OK_(aclnnExtBinaryEmbeddingBackwardGetWorkspaceSize(
        tensors[0], tensors[1], scaled ? tensors[3] : NULL, tensors[2], &size, &executor));
    finish(aclnnExtBinaryEmbeddingBackward, size, executor, tensors, x->stream);
    download(x->table, to, out);
    OK_(aclrtFree(gradient));
    OK_(aclrtFree(indices));
    OK_(aclrtFree(scale));
    int64_t padded = 8 * x->bytes;
    float *sums = calloc((size_t)(x->weights * padded), sizeof *sums);
    CHECK(sums != NULL);
    for (int64_t row = 0; row < x->rows; row++)
        for (int64_t c = 0; c < padded; c++) {
            float value = c < x->columns ? x->gradient[row * x->columns + c] : -1;
            float *sum = &sums[x->indices[row] * padded + c];
            *sum += value * (scaled ? x->scale[row] : 1);
        }
    for (int64_t i = 0; i < x->weights * padded; i++)
        CHECK(bit(x->table, i) == (sums[i] >= 0));
    free(sums);
}

/* Small whole numbers, so that no order of additions and no fused one matters. */
static void one_case(uint64_t *seed, int64_t rows, int64_t columns, int64_t weights,
                     aclrtStream stream)
{
    int64_t scales = rows > weights ? rows : weights;
    struct example x = {.rows = rows,
                        .columns = columns,
                        .bytes = (columns + 7) / 8,
                        .weights = weights,
                        .stream = stream};
    x.gradient = malloc((size_t)(rows * columns) * sizeof(float));
    x.numbers = malloc((size_t)(rows * columns) * sizeof(float));
    x.indices = malloc((size_t)rows * sizeof(int64_t));
    x.scale = malloc((size_t)scales * sizeof(float));
    x.packed = malloc((size_t)(rows * x.bytes));
    x.table = malloc((size_t)(weights * x.bytes));
    CHECK(x.gradient != NULL && x.numbers != NULL && x.indices != NULL && x.scale != NULL &&
          x.packed != NULL && x.table != NULL);
    for (int64_t i = 0; i < rows * columns; i++)
        x.gradient[i] = (float)pick(seed, 7) - 3;
    for (int64_t i = 0; i < rows; i++)
        x.indices[i] = pick(seed, (uint32_t)weights);
    for (int64_t i = 0; i < scales; i++)
        x.scale[i] = (float)pick(seed, 5) - 2;
    check_pack(&x);
    check_unpack(&x, false);
    check_backward(&x, true);
    check_unpack(&x, true);
    check_backward(&x, false);
    free(x.gradient);
    free(x.numbers);
    free(x.indices);
    free(x.scale);
    free(x.packed);
    free(x.table);
}

int main(int argc, char **argv)
{
    uint64_t seed = 20261121;
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    int count = 20 * rounds(argc, argv, 2);
    for (int i = 0; i < count; i++)
        one_case(&seed, 1 + pick(&seed, 80), 1 + pick(&seed, 150), 1 + pick(&seed, 60), stream);
    /* Large enough for several blocks of every kernel, and to be written past the caches. */
    one_case(&seed, 13000, 100, 3000, stream);
    one_case(&seed, 9000, 264, 2, NULL);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
