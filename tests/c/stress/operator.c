/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEmbeddingDenseBackward in all data types, with views, compared with loops on the host. */
#include <math.h>

#include "embedding.h"

static const aclDataType value_types[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
static const aclDataType index_types[] = {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8, ACL_UINT8,
                                          ACL_INT16, ACL_INT32,   ACL_INT64,  ACL_BOOL};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void encode(aclDataType type, float value, char *to)
{
    uint32_t bits;
    int64_t whole = (int64_t)value;
    double wide = (double)value;
    aclFloat16 half = aclFloatToFloat16(value);
    memcpy(&bits, &value, sizeof bits);
    uint16_t brain = (uint16_t)(bits >> 16);
    switch (type) {
    case ACL_FLOAT: memcpy(to, &value, sizeof value); break;
    case ACL_FLOAT16: memcpy(to, &half, sizeof half); break;
    case ACL_BF16: memcpy(to, &brain, sizeof brain); break;
    case ACL_DOUBLE: memcpy(to, &wide, sizeof wide); break;
    default: memcpy(to, &whole, aclDataTypeSize(type)); break; /* little endian */
    }
}

static float decode(aclDataType type, const char *from)
{
    uint16_t half;
    float value;
    memcpy(&half, from, sizeof half);
    memcpy(&value, from, type == ACL_FLOAT ? sizeof value : 0);
    if (type == ACL_FLOAT16)
        value = aclFloat16ToFloat(half);
    if (type == ACL_BF16) {
        uint32_t bits = (uint32_t)half << 16;
        memcpy(&value, &bits, sizeof value);
    }
    return value;
}

/* One matrix on the device, row major or column major, with room before it. */
struct matrix {
    aclDataType type;
    int64_t dims[2];
    int64_t strides[2];
    int64_t offset;
    int64_t storage;
    char *host;
    void *device;
    aclTensor *tensor;
};

static char *element(const struct matrix *m, int64_t row, int64_t column)
{
    int64_t at = m->offset + row * m->strides[0] + column * m->strides[1];
    return m->host + at * (int64_t)aclDataTypeSize(m->type);
}

static size_t bytes(const struct matrix *m)
{
    return (size_t)m->storage * aclDataTypeSize(m->type);
}

static void open_matrix(struct matrix *m, aclDataType type, int64_t rows, int64_t columns,
                        bool turned, int64_t offset)
{
    m->type = type;
    m->dims[0] = rows;
    m->dims[1] = columns;
    m->strides[0] = turned ? 1 : columns;
    m->strides[1] = turned ? rows : 1;
    m->offset = offset;
    m->storage = offset + rows * columns;
    m->host = malloc(bytes(m));
    CHECK(m->host != NULL);
    memset(m->host, 0x5a, bytes(m));
    m->device = device_malloc(bytes(m));
    m->tensor = aclCreateTensor(m->dims, 2, type, m->strides, offset, ACL_FORMAT_ND, &m->storage, 1,
                                m->device);
    CHECK(m->tensor != NULL);
}

static void upload(const struct matrix *m)
{
    OK_(aclrtMemcpy(m->device, bytes(m), m->host, bytes(m), ACL_MEMCPY_HOST_TO_DEVICE));
}

static void close_matrix(struct matrix *m)
{
    OK_(aclDestroyTensor(m->tensor));
    OK_(aclrtFree(m->device));
    free(m->host);
}

struct example {
    struct matrix grad;
    struct matrix indices;
    struct matrix out;
    int64_t weights;
    uint64_t padding;
    bool scale;
};

/* The values are small whole numbers, so that sums are exact in every type. */
static void fill(struct example *x, uint64_t *seed)
{
    for (int64_t row = 0; row < x->grad.dims[0]; row++) {
        encode(x->indices.type, (float)pick(seed, (uint32_t)x->weights),
               element(&x->indices, row, 0));
        for (int64_t column = 0; column < x->grad.dims[1]; column++)
            encode(x->grad.type, (float)pick(seed, 3), element(&x->grad, row, column));
    }
}

static int64_t index_at(const struct example *x, int64_t row)
{
    const char *at = element(&x->indices, row, 0);
    int64_t whole = 0;
    double wide;
    switch (x->indices.type) {
    case ACL_FLOAT:
    case ACL_FLOAT16: return (int64_t)decode(x->indices.type, at);
    case ACL_DOUBLE: memcpy(&wide, at, sizeof wide); return (int64_t)wide;
    default: memcpy(&whole, at, aclDataTypeSize(x->indices.type)); return whole;
    }
}

static void compare(const struct example *x)
{
    int64_t columns = x->grad.dims[1];
    float *sums = calloc((size_t)(x->weights * columns), sizeof *sums);
    int64_t *counts = calloc((size_t)x->weights, sizeof *counts);
    CHECK(sums != NULL && counts != NULL);
    for (int64_t row = 0; row < x->grad.dims[0]; row++) {
        int64_t index = index_at(x, row);
        CHECK(index >= 0 && index < x->weights);
        counts[index]++;
        for (int64_t c = 0; c < columns && (uint64_t)index != x->padding; c++)
            sums[index * columns + c] += decode(x->grad.type, element(&x->grad, row, c));
    }
    for (int64_t w = 0; w < x->weights; w++)
        for (int64_t c = 0; c < columns; c++) {
            float expected = sums[w * columns + c];
            float found = decode(x->out.type, element(&x->out, w, c));
            if (!x->scale || counts[w] == 0)
                CHECK(found == expected);
            else
                CHECK(fabsf(found * (float)counts[w] - expected) <= expected / 128);
        }
    for (int64_t i = 0; i < x->out.offset * (int64_t)aclDataTypeSize(x->out.type); i++)
        CHECK(x->out.host[i] == 0x5a);
    free(sums);
    free(counts);
}

static void run(struct example *x, aclrtStream stream)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    OK_(aclnnEmbeddingDenseBackwardGetWorkspaceSize(x->grad.tensor, x->indices.tensor,
                                                    (uint64_t)x->weights, x->padding, x->scale,
                                                    x->out.tensor, &size, &executor));
    void *workspace = size > 0 ? device_malloc((size_t)size) : NULL;
    OK_(aclnnEmbeddingDenseBackward(workspace, size, executor, stream));
    OK_(aclrtSynchronizeStream(stream));
    OK_(aclrtMemcpy(x->out.host, bytes(&x->out), x->out.device, bytes(&x->out),
                    ACL_MEMCPY_DEVICE_TO_HOST));
    if (workspace != NULL)
        OK_(aclrtFree(workspace));
}

static void one_case(uint64_t *seed, int number, int64_t rows, int64_t columns, int64_t weights,
                     aclrtStream stream)
{
    struct example x;
    aclDataType index_type = index_types[(size_t)number % COUNT(index_types)];
    int64_t limit = index_type == ACL_BOOL             ? 2
                    : aclDataTypeSize(index_type) == 1 ? 128
                    : index_type == ACL_FLOAT16        ? 2048
                                                       : weights;
    x.weights = weights < limit ? weights : limit;
    x.scale = pick(seed, 2) != 0;
    x.padding = pick(seed, 2) != 0 ? pick(seed, (uint32_t)x.weights) : UINT64_MAX;
    open_matrix(&x.grad, value_types[number % 3], rows, columns, pick(seed, 2) != 0, pick(seed, 4));
    open_matrix(&x.indices, index_type, rows, 1, false, pick(seed, 4));
    open_matrix(&x.out, value_types[number / 3 % 3], x.weights, columns, pick(seed, 2) != 0,
                pick(seed, 4));
    fill(&x, seed);
    upload(&x.grad);
    upload(&x.indices);
    upload(&x.out);
    run(&x, stream);
    compare(&x);
    close_matrix(&x.grad);
    close_matrix(&x.indices);
    close_matrix(&x.out);
}

/* An output in mapped host memory, which is freed after the work or, every other time, too early.
 */
static void test_mapped_memory(aclrtStream stream)
{
    struct embedding e;
    embedding_open(&e, 64, 4, 8);
    float *device_out = e.out;
    OK_(aclrtMemset(e.indices, 64 * sizeof(int64_t), 0, 64 * sizeof(int64_t)));
    for (int i = 0; i < 20; i++) {
        void *mapped = NULL;
        char *pinned = host_malloc(8 * 4 * sizeof(float));
        OK_(aclrtHostGetDevicePointer(pinned, &mapped, 0));
        e.out = mapped;
        embedding_launch(&e, stream);
        if (i % 2 == 1)
            OK_(aclrtFreeHost(pinned));
        int status = aclrtSynchronizeStream(stream);
        CHECK(status == 0 || (i % 2 == 1 && status == ACL_ERROR_RT_AICORE_EXCEPTION));
        (void)aclGetRecentErrMsg();
        if (i % 2 == 0)
            OK_(aclrtFreeHost(pinned));
    }
    e.out = device_out;
    embedding_close(&e);
}

int main(int argc, char **argv)
{
    uint64_t seed = 20240607;
    OK_(aclInit(NULL));
    OK_(aclrtSetDevice(0));
    aclrtStream stream = new_stream();
    int count = 27 * rounds(argc, argv, 2);
    for (int i = 0; i < count; i++)
        one_case(&seed, i, 1 + pick(&seed, 80), 1 + pick(&seed, 20), 1 + pick(&seed, 300), stream);
    /* Large enough for several blocks of every kernel; few rows an index keep the sums exact. */
    one_case(&seed, 7, 20000, 8, 4000, stream);
    one_case(&seed, 4, 9000, 20, 100000, stream);
    one_case(&seed, 6, 40, 3000, 50, NULL);
    test_mapped_memory(stream);
    OK_(aclrtDestroyStream(stream));
    OK_(aclrtResetDevice(0));
    OK_(aclFinalize());
    return 0;
}
