/* SPDX-License-Identifier: Apache-2.0 */
/* PagedAttention with caches of int8, and with queries of int8 too: codes that are restored by
 * their factors and offsets, and softmax of their products, computed here in double. */
#include "small.hpp"

using namespace atb;

using Param = infer::PagedAttentionParam;
using Doubles = std::vector<double>;
using Bytes = std::vector<int8_t>;

static const int heads = 4, kv_heads = 2, size = 8, block = 2, blocks = 4, row = kv_heads * size;

static Bytes bytes(std::size_t count, unsigned seed)
{
    Bytes values;
    for (float value : numbers(count, seed))
        values.push_back((int8_t)(127 * value));
    return values;
}

static Floats factors(std::size_t count, unsigned seed)
{
    Floats values = numbers(count, seed);
    for (float &value : values)
        value = (std::fabs(value) + 0.1f) / 64;
    return values;
}

struct Quantised {
    std::vector<int32_t> table = {3, 1, 2, 0}, lengths = {3, 2};
    Bytes k = bytes(blocks * block * row, 1), v = bytes(blocks * block * row, 2);

    int place(int sequence, int j) const
    {
        return table[sequence * 2 + j / block] * block + j % block;
    }

    /* q, key and value give elements as numbers. */
    template <class Query, class Key, class Value>
    Doubles attended(Query q, Key key, Value value) const
    {
        Doubles out;
        for (int s = 0; s < 2; s++)
            for (int h = 0; h < heads; h++) {
                int kv = h / (heads / kv_heads) * size;
                Doubles weights(lengths[s]), sums(size);
                double total = 0;
                for (int j = 0; j < lengths[s]; j++) {
                    double score = 0;
                    for (int i = 0; i < size; i++)
                        score += 0.5 * q(s, h, i) * key(h, place(s, j), kv + i);
                    total += weights[j] = std::exp(score);
                }
                for (int j = 0; j < lengths[s]; j++)
                    for (int i = 0; i < size; i++)
                        sums[i] += weights[j] / total * value(h, place(s, j), kv + i);
                out.insert(out.end(), sums.begin(), sums.end());
            }
        return out;
    }

    Tensor cache(const Bytes &codes) const
    {
        return on_device(ACL_INT8, {blocks, block, kv_heads, size}, codes);
    }
};

static Param param_of(Param::QuantType type)
{
    Param param;
    param.headNum = heads;
    param.kvHeadNum = kv_heads;
    param.qkScale = 0.5f;
    param.quantType = type;
    return param;
}

/* One factor, and perhaps an offset, for each element of the row of a token. */
static void caches_of_int8()
{
    Quantised given;
    Floats q = numbers(2 * heads * size, 3), kf = factors(row, 4), vf = factors(row, 5);
    std::vector<int32_t> ko(row), vo(row);
    for (int i = 0; i < row; i++)
        ko[i] = 3 * i - 20, vo[i] = 9 - i;
    for (bool has_offsets : {true, false}) {
        Param param = param_of(Param::TYPE_DEQUANT_FUSION);
        param.hasQuantOffset = has_offsets;
        Doubles expected = given.attended(
            [&](int s, int h, int i) { return (double)q[(s * heads + h) * size + i]; },
            [&](int, int at, int i) {
                return (given.k[at * row + i] + (has_offsets ? ko[i] : 0)) * (double)kf[i];
            },
            [&](int, int at, int i) {
                return (given.v[at * row + i] + (has_offsets ? vo[i] : 0)) * (double)vf[i];
            });
        std::vector<Tensor> tensors = {floats({2, heads, size}, q), given.cache(given.k),
                                       given.cache(given.v), ints({2, 2}, given.table),
                                       on_host(given.lengths)};
        /* With offsets factors are float32; without, words of 64 bits that hold these. */
        auto add = [&](const Floats &values, const std::vector<int32_t> &offsets) {
            std::vector<uint64_t> words(row);
            Utils::QuantParamConvert(values.data(), words.data(), row);
            tensors.push_back(has_offsets ? floats({row}, values)
                                          : on_device(ACL_INT64, {row}, words));
            if (has_offsets)
                tensors.push_back(ints({row}, offsets));
        };
        add(kf, ko);
        add(vf, vo);
        CHECK(near(take(run_of(param, tensors)[0]), expected));
    }
}

/* One factor for each head of queries; TYPE_QUANT_QKV_OFFLINE has a scale of weights besides. */
static void all_of_int8()
{
    Quantised given;
    Bytes q = bytes(2 * heads * size, 6);
    Floats kf = factors(heads, 7), vf = factors(heads, 8);
    for (float &factor : kf)
        factor /= 256;
    Doubles expected = given.attended(
        [&](int s, int h, int i) { return (double)q[(s * heads + h) * size + i]; },
        [&](int h, int at, int i) { return (double)kf[h] * given.k[at * row + i]; },
        [&](int h, int at, int i) { return (double)vf[h] * given.v[at * row + i]; });
    for (Param::QuantType type : {Param::TYPE_QUANT_QKV_ONLINE, Param::TYPE_QUANT_QKV_OFFLINE}) {
        Param param = param_of(type);
        param.outDataType = ACL_FLOAT16;
        std::vector<Tensor> tensors = {on_device(ACL_INT8, {2, heads, size}, q),
                                       given.cache(given.k),
                                       given.cache(given.v),
                                       ints({2, 2}, given.table),
                                       on_host(given.lengths),
                                       floats({heads}, kf),
                                       floats({heads}, vf)};
        if (type == Param::TYPE_QUANT_QKV_OFFLINE)
            tensors.push_back(floats({heads}, factors(heads, 9)));
        Tensor found = run_of(param, tensors)[0];
        CHECK(found.desc.dtype == ACL_FLOAT16);
        CHECK(near(floats_of(float16, found), expected, 1e-3));
        CHECK(aclrtFree(found.deviceData) == 0);
    }
}

static void refused()
{
    Operation *operation = nullptr;
    Param param = param_of(Param::TYPE_QUANT_QKV_ONLINE);
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("outDataType is ACL_FLOAT16 or ACL_BF16"));
    param.outDataType = ACL_BF16;
    param.hasQuantOffset = true;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param = param_of(Param::TYPE_DEQUANT_FUSION);
    param.calcType = Param::CALC_TYPE_SPEC;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("calcType is CALC_TYPE_UNDEFINED"));
    CHECK(operation == nullptr);
    param.calcType = Param::CALC_TYPE_UNDEFINED;
    CHECK(CreateOperation(param, &operation) == NO_ERROR);
    SVector<TensorDesc> in, out;
    for (const Shape &shape : {Shape{2, heads, size}, Shape{blocks, block, kv_heads, size},
                               Shape{blocks, block, kv_heads, size}, Shape{2, 2}, Shape{2},
                               Shape{row}, Shape{row - 1}})
        in.push_back(describe(ACL_FLOAT16, shape));
    CHECK(operation->InferShape(in, out) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("the number of factors of values is 15; 16 is required"));
    CHECK(DestroyOperation(operation) == NO_ERROR);
}

int main()
{
    begin();
    caches_of_int8();
    all_of_int8();
    refused();
    return end();
}
