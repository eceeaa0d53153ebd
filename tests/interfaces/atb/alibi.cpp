/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Attention with compressed ALiBi masks, beside the bias that they stand for: slope (key - query),
 * its root, or slope key, of keys up to the query's place.
 */
#include <functional>
#include <limits>

#include "run.hpp"

using namespace atb;
using Param = infer::SelfAttentionParam;

static const int HEADS = 4, KV_HEADS = 2, SIZE = 4, SIDE = 256, BLOCK = 128;
static const double INF = std::numeric_limits<double>::infinity();
static const Floats SLOPES = {0.5f, 0.25f, 0.0625f, 0.00390625f};

/* What is added to the score of a query and a key, by their places. */
using Bias = std::function<double(int head, int query, int key)>;

static double linear(int head, int query, int key)
{
    return SLOPES[head] * (key - query);
}

static double root(int head, int query, int key)
{
    return -SLOPES[head] * std::sqrt((double)(query - key));
}

static double left(int head, int, int key)
{
    return SLOPES[head] * key;
}

/* A mask of 256 rows and columns: what times a slope is the bias, and hides later keys. */
static Floats square(double of_distance(int query, int key), double hidden)
{
    Floats mask(SIDE * SIDE);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            mask[i * SIDE + j] = (float)(j > i ? hidden : of_distance(i, j));
    return mask;
}

static Floats distances(double hidden)
{
    return square([](int query, int key) { return (double)(query - key); }, hidden);
}

static Floats roots(double hidden)
{
    return square([](int query, int key) { return std::sqrt((double)(query - key)); }, hidden);
}

static Floats negative(Floats slopes)
{
    for (float &slope : slopes)
        slope = -slope;
    return slopes;
}

/* The first columns of whole masks. */
static Floats columns(const Bias &bias, int rows)
{
    Floats mask(HEADS * rows * BLOCK);
    for (int h = 0; h < HEADS; h++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < BLOCK; j++)
                mask[(h * rows + i) * BLOCK + j] = (float)(j > i ? -INF : bias(h, i, j));
    return mask;
}

/* The result of one head of the query at a place; at: an element of that head's key or value. */
static void attend(std::vector<double> &result, const float *q, int head, int place,
                   const Bias &bias, const std::function<double(int, int)> &key,
                   const std::function<double(int, int)> &value)
{
    std::vector<double> found(SIZE);
    double sum = 0;
    for (int j = 0; j <= place; j++) {
        double score = bias(head, place, j);
        for (int e = 0; e < SIZE; e++)
            score += 0.5 * q[e] * key(j, e);
        sum += std::exp(score);
        for (int e = 0; e < SIZE; e++)
            found[e] += std::exp(score) * value(j, e);
    }
    for (double each : found)
        result.push_back(each / sum);
}

static Param param_of(Param::CalcType calc, Param::MaskType mask)
{
    Param param;
    param.calcType = calc;
    param.kernelType = Param::KERNELTYPE_HIGH_PRECISION;
    param.maskType = mask;
    param.isTriuMask = 1;
    param.headNum = HEADS;
    param.kvHeadNum = KV_HEADS;
    param.qkScale = 0.5f;
    return param;
}

/* Sequences one behind the other, of two blocks and more, of one, and of none. */
static void encoder(Param::MaskType type, const Shape &shape, const Floats &mask,
                    const Floats &slopes, const Bias &bias)
{
    std::vector<int32_t> lengths = {300, 5, 0, 129};
    const int tokens = 434;
    Floats q = numbers(tokens * HEADS * SIZE, 1), k = numbers(tokens * KV_HEADS * SIZE, 2),
           v = numbers(tokens * KV_HEADS * SIZE, 3);
    std::vector<double> expected;
    int first = 0;
    for (int length : lengths) {
        for (int i = 0; i < length; i++)
            for (int h = 0; h < HEADS; h++) {
                auto in = [&](const Floats &rows) {
                    return [&rows, first, h](int j, int e) {
                        return (double)rows[((first + j) * KV_HEADS + h / 2) * SIZE + e];
                    };
                };
                attend(expected, &q[((first + i) * HEADS + h) * SIZE], h, i, bias, in(k), in(v));
            }
        first += length;
    }
    CHECK(near(take(run_of(param_of(Param::PA_ENCODER, type),
                           {floats({tokens, HEADS, SIZE}, q), floats({tokens, KV_HEADS, SIZE}, k),
                            floats({tokens, KV_HEADS, SIZE}, v), floats(shape, mask),
                            on_host(lengths), floats({(int64_t)slopes.size()}, slopes)})[0]),
               expected));
}

/* Keys in blocks of a cache, one and two blocks more than queries. */
static void prefix(Param::MaskType type, const Shape &shape, const Floats &mask,
                   const Floats &slopes, const Bias &bias)
{
    std::vector<int32_t> queries = {20, 140, 3}, keys = {276, 268, 3};
    std::vector<int32_t> table = {6, 0, 3, 1, 5, 2, 4, -1, -1};
    const int tokens = 163, rows = 7 * BLOCK * KV_HEADS * SIZE;
    Floats q = numbers(tokens * HEADS * SIZE, 4), k = numbers(rows, 5), v = numbers(rows, 6);
    std::vector<double> expected;
    int first = 0;
    for (int n = 0; n < 3; n++) {
        for (int i = 0; i < queries[n]; i++)
            for (int h = 0; h < HEADS; h++) {
                auto in = [&](const Floats &cache) {
                    return [&cache, &table, n, h](int j, int e) {
                        int token = table[n * 3 + j / BLOCK] * BLOCK + j % BLOCK;
                        return (double)cache[(token * KV_HEADS + h / 2) * SIZE + e];
                    };
                };
                attend(expected, &q[((first + i) * HEADS + h) * SIZE], h, keys[n] - queries[n] + i,
                       bias, in(k), in(v));
            }
        first += queries[n];
    }
    const Shape cache = {7, BLOCK, KV_HEADS, SIZE};
    CHECK(near(take(run_of(param_of(Param::PREFIX_ENCODER, type),
                           {floats({tokens, HEADS, SIZE}, q), floats(cache, k), floats(cache, v),
                            ints({3, 3}, table), floats(shape, mask), on_host(queries),
                            on_host(keys), floats({(int64_t)slopes.size()}, slopes)})[0]),
               expected));
}

static void two_blocks()
{
    const Shape shape = {SIDE, SIDE};
    Floats slopes = negative(SLOPES);
    for (double hidden : {INF, 6e7}) {
        encoder(Param::MASK_TYPE_ALIBI_COMPRESS, shape, distances(hidden), slopes, linear);
        encoder(Param::MASK_TYPE_ALIBI_COMPRESS_SQRT, shape, roots(hidden), slopes, root);
        prefix(Param::MASK_TYPE_ALIBI_COMPRESS, shape, distances(hidden), slopes, linear);
        prefix(Param::MASK_TYPE_ALIBI_COMPRESS_SQRT, shape, roots(hidden), slopes, root);
    }
    encoder(Param::MASK_TYPE_ALIBI_COMPRESS_LEFT_ALIGN, shape,
            square([](int, int key) { return (double)key; }, -INF), SLOPES, left);
}

/* Slopes are not looked at. */
static void first_columns()
{
    for (Param::MaskType type :
         {Param::MASK_TYPE_ALIBI_COMPRESS, Param::MASK_TYPE_ALIBI_COMPRESS_SQRT})
        for (const Bias &bias : {Bias(linear), Bias(root)}) {
            encoder(type, {HEADS, 300, BLOCK}, columns(bias, 300), {7, 7, 7, 7}, bias);
            prefix(type, {HEADS, 400, BLOCK}, columns(bias, 400), {7}, bias);
        }
}

/* ---- Refusals ---------------------------------------------------------------------------------- */

static void refuses(const Param &param, Status status, const char *part)
{
    Operation *operation = nullptr;
    CHECK(CreateOperation(param, &operation) == status);
    CHECK(says(part));
}

static void refused_parameters()
{
    Param param = param_of(Param::PREFIX_ENCODER, Param::MASK_TYPE_ALIBI_COMPRESS_LEFT_ALIGN);
    refuses(param, ERROR_INVALID_PARAM, "PREFIX_ENCODER has no MASK_TYPE_ALIBI_COMPRESS_LEFT_ALIGN");
    param.maskType = Param::MASK_TYPE_ALIBI_COMPRESS;
    param.kernelType = Param::KERNELTYPE_DEFAULT;
    refuses(param, ERROR_INVALID_PARAM, "KERNELTYPE_HIGH_PRECISION");
    param = param_of(Param::PA_ENCODER, Param::MASK_TYPE_ALIBI_COMPRESS);
    param.isTriuMask = 0;
    refuses(param, ERROR_CANN_ERROR, "isTriuMask is 1");
    param.isTriuMask = 1;
    param.mlaVHeadSize = 2;
    refuses(param, ERROR_INVALID_PARAM, "mlaVHeadSize is 0");
}

/* What InferShape says to a mask and slopes. */
static Status infers(const Param &param, aclDataType type, const Shape &mask, int64_t slopes,
                     int64_t size = SIZE)
{
    Operation *operation = nullptr;
    CHECK(CreateOperation(param, &operation) == NO_ERROR);
    SVector<TensorDesc> in, out;
    for (const TensorDesc &each :
         {describe(ACL_FLOAT16, {3, HEADS, size}), describe(ACL_FLOAT16, {3, KV_HEADS, size}),
          describe(ACL_FLOAT16, {3, KV_HEADS, size}), describe(type, mask),
          describe(ACL_INT32, {1}), describe(ACL_FLOAT, {slopes})})
        in.push_back(each);
    Status status = operation->InferShape(in, out);
    CHECK(DestroyOperation(operation) == NO_ERROR);
    return status;
}

static void refused_shapes()
{
    Param param = param_of(Param::PA_ENCODER, Param::MASK_TYPE_ALIBI_COMPRESS);
    CHECK(infers(param, ACL_FLOAT16, {SIDE, SIDE}, HEADS) == NO_ERROR);
    CHECK(infers(param, ACL_FLOAT16, {HEADS, 3, BLOCK}, 1) == NO_ERROR);
    CHECK(infers(param, ACL_FLOAT16, {SIDE, BLOCK}, HEADS) == ERROR_INVALID_TENSOR_DIM);
    CHECK(infers(param, ACL_FLOAT16, {BLOCK, SIDE}, HEADS) == ERROR_INVALID_TENSOR_DIM);
    CHECK(infers(param, ACL_FLOAT16, {HEADS, 3, SIDE}, HEADS) == ERROR_INVALID_TENSOR_DIM);
    CHECK(infers(param, ACL_FLOAT16, {2, 3, BLOCK}, HEADS) == ERROR_INVALID_TENSOR_DIM);
    CHECK(infers(param, ACL_FLOAT16, {SIDE, SIDE}, 3) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("the number of slopes"));
    CHECK(infers(param, ACL_FLOAT16, {SIDE, SIDE}, HEADS, 144) == ERROR_INVALID_PARAM);
    CHECK(says("128 elements at most"));
    param.kernelType = Param::KERNELTYPE_DEFAULT;
    CHECK(infers(param, ACL_BF16, {SIDE, SIDE}, HEADS) == NO_ERROR);
    CHECK(infers(param, ACL_FLOAT16, {SIDE, SIDE}, HEADS) == ERROR_INVALID_PARAM);
    param.maskType = Param::MASK_TYPE_ALIBI_COMPRESS_LEFT_ALIGN;
    CHECK(infers(param, ACL_BF16, {HEADS, 3, BLOCK}, HEADS) == ERROR_INVALID_TENSOR_DIM_NUM);
}

/* Setup of one sequence, whose mask has the first columns of 3 rows. */
static Status sets_up(Param::CalcType calc, int32_t query, int32_t key)
{
    std::vector<int32_t> queries = {query}, keys = {key}, both = {query, key};
    std::vector<Tensor> tensors = {
        floats({8, HEADS, SIZE}, Floats(8 * HEADS * SIZE)),
        calc == Param::PA_ENCODER
            ? floats({8, KV_HEADS, SIZE}, Floats(8 * KV_HEADS * SIZE))
            : floats({2, BLOCK, KV_HEADS, SIZE}, Floats(2 * BLOCK * KV_HEADS * SIZE))};
    tensors.push_back(tensors[1]);
    if (calc == Param::PREFIX_ENCODER)
        tensors.push_back(ints({1, 2}, {0, 1}));
    tensors.push_back(floats({HEADS, 3, BLOCK}, Floats(HEADS * 3 * BLOCK)));
    if (calc == Param::PREFIX_ENCODER) {
        tensors.push_back(on_host(queries));
        tensors.push_back(on_host(keys));
    } else {
        tensors.push_back(on_host(both));
        tensors.back().desc = describe(ACL_INT32, {2, 1});
    }
    tensors.push_back(floats({HEADS}, SLOPES));
    Operation *operation = nullptr;
    CHECK(CreateOperation(param_of(calc, Param::MASK_TYPE_ALIBI_COMPRESS), &operation) == NO_ERROR);
    VariantPack pack;
    for (const Tensor &tensor : tensors)
        pack.inTensors.push_back(tensor);
    pack.outTensors.push_back(tensors[0]);
    uint64_t size;
    Status status = operation->Setup(pack, size, context);
    CHECK(DestroyOperation(operation) == NO_ERROR);
    for (std::size_t i = 0; i < tensors.size(); i++)
        if (tensors[i].deviceData != nullptr && i != 2)
            CHECK(aclrtFree(tensors[i].deviceData) == 0);
    return status;
}

static void refused_lengths()
{
    CHECK(sets_up(Param::PA_ENCODER, 3, 3) == NO_ERROR);
    CHECK(sets_up(Param::PA_ENCODER, 4, 4) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("3 rows; a sequence of 4 keys"));
    CHECK(sets_up(Param::PA_ENCODER, 2, 3) == ERROR_INVALID_PARAM);
    CHECK(says("the same number of both"));
    CHECK(sets_up(Param::PREFIX_ENCODER, 2, 3) == ERROR_INVALID_PARAM);
    CHECK(says("a multiple of 128 keys more"));
    CHECK(sets_up(Param::PREFIX_ENCODER, 2, 130) == ERROR_INVALID_TENSOR_DIM);
}

int main()
{
    begin();
    two_blocks();
    first_columns();
    refused_parameters();
    refused_shapes();
    refused_lengths();
    return end();
}
