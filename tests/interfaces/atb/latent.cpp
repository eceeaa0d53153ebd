/* SPDX-License-Identifier: Apache-2.0 */
/* What DeepSeek's models call: latent attention, its caches, and experts by groups, as operations
 * and as pairs of atb_acl.h. Expected values are computed here in double. */
#include <algorithm>
#include <limits>
#include <numeric>

#include "atb/atb_acl.h"
#include "run.hpp"

using namespace atb;

using Doubles = std::vector<double>;

using Bytes = std::vector<int8_t>;

static Bytes bytes(std::size_t count, unsigned seed)
{
    Bytes found;
    for (float value : numbers(count, seed))
        found.push_back((int8_t)(127 * value));
    return found;
}

static Tensor int8s(const Shape &shape, const Bytes &values)
{
    return on_device(ACL_INT8, shape, values);
}

/* ---- Attention in double --------------------------------------------------------------------- */

struct Attended {
    Doubles out;
    double lse = -std::numeric_limits<double>::infinity();
};

/* One query of one head: keys that it sees come from key(j), values from value(j). */
template <class Key, class Value>
static Attended attended(const Doubles &q, int keys, int size, double scale, Key key, Value value)
{
    Attended found;
    Doubles scores(keys);
    found.out.assign(size, 0.0);
    if (keys == 0)
        return found;
    for (int j = 0; j < keys; j++)
        for (std::size_t i = 0; i < q.size(); i++)
            scores[j] += scale * q[i] * key(j, (int)i);
    double most = *std::max_element(scores.begin(), scores.end()), sum = 0;
    for (double &score : scores)
        sum += score = std::exp(score - most);
    for (int j = 0; j < keys; j++)
        for (int i = 0; i < size; i++)
            found.out[i] += scores[j] / sum * value(j, i);
    found.lse = most + std::log(sum);
    return found;
}

/* ---- MultiLatentAttention -------------------------------------------------------------------- */

static const int heads = 8, latent = 512, turned = 64, block = 4, blocks = 5;

struct Decode {
    Floats q = numbers(3 * heads * latent, 1), q_rope = numbers(3 * heads * turned, 2);
    Floats cache = numbers(blocks * block * latent, 3), rope = numbers(blocks * block * turned, 4);
    std::vector<int32_t> table = {4, 1, 0, 2, 3, 0}, lengths = {7, 5}, counts = {1, 2};
    float scale = 0.05f;

    double key(int sequence, int j, int i) const
    {
        int row = table[sequence * 3 + j / block] * block + j % block;
        return i < latent ? cache[row * latent + i] : rope[row * turned + i - latent];
    }

    Attended of(int token, int head, int sequence, int keys) const
    {
        Doubles query(latent + turned);
        for (int i = 0; i < latent; i++)
            query[i] = q[(token * heads + head) * latent + i];
        for (int i = 0; i < turned; i++)
            query[latent + i] = q_rope[(token * heads + head) * turned + i];
        auto at = [&](int j, int i) { return key(sequence, j, i); };
        return attended(query, keys, latent, scale, at, at);
    }

    /* A cache as NZ: [blocks, size / 16, tokens, 16]. */
    static Floats nz(const Floats &from, int size)
    {
        Floats to(from.size());
        for (int b = 0; b < blocks; b++)
            for (int t = 0; t < block; t++)
                for (int i = 0; i < size; i++)
                    to[((b * (size / 16) + i / 16) * block + t) * 16 + i % 16] =
                        from[(b * block + t) * size + i];
        return to;
    }

    std::vector<Tensor> tensors(bool is_nz, int tokens)
    {
        Shape one = is_nz ? Shape{blocks, latent / 16, block, 16} : Shape{blocks, block, 1, latent};
        Shape two = is_nz ? Shape{blocks, turned / 16, block, 16} : Shape{blocks, block, 1, turned};
        return {floats({tokens, heads, latent}, Floats(q.begin(), q.begin() + tokens * heads * latent)),
                floats({tokens, heads, turned},
                       Floats(q_rope.begin(), q_rope.begin() + tokens * heads * turned)),
                floats(one, is_nz ? nz(cache, latent) : cache),
                floats(two, is_nz ? nz(rope, turned) : rope), ints({2, 3}, table),
                on_host(lengths)};
    }
};

static infer::MultiLatentAttentionParam latent_param(const Decode &decode)
{
    infer::MultiLatentAttentionParam param;
    param.headNum = heads;
    param.kvHeadNum = 1;
    param.qkScale = decode.scale;
    param.cacheMode = infer::MultiLatentAttentionParam::KROPE_CTKV;
    return param;
}

static void append(Doubles &all, const Doubles &more)
{
    all.insert(all.end(), more.begin(), more.end());
}

/* One query a sequence, in both layouts, with and without the logarithms of sums. */
static void one_query()
{
    using Param = infer::MultiLatentAttentionParam;
    Decode decode;
    Doubles expected, logarithms;
    for (int token = 0; token < 2; token++)
        for (int head = 0; head < heads; head++) {
            Attended found = decode.of(token, head, token, decode.lengths[token]);
            append(expected, found.out);
            logarithms.push_back(found.lse);
        }
    for (bool is_nz : {false, true}) {
        Param param = latent_param(decode);
        param.cacheMode = is_nz ? Param::NZCACHE : Param::KROPE_CTKV;
        CHECK(near(take(run_of(param, decode.tensors(is_nz, 2))[0]), expected));
        param.calcType = Param::CALC_TYPE_RING;
        std::vector<Tensor> found = run_of(param, decode.tensors(is_nz, 2));
        CHECK(near(take(found[0]), expected));
        CHECK(near(take(found[1]), logarithms));
    }
}

/* Several queries a sequence: with a mask that is added, and with none behind their own place. */
static void several_queries()
{
    using Param = infer::MultiLatentAttentionParam;
    Decode decode;
    Floats mask(3 * 7);
    mask[1 * 7 + 4] = -1e4f; /* the first of two queries does not see the last of five keys */
    for (bool is_free : {false, true}) {
        Doubles expected;
        for (int token = 0; token < 3; token++)
            for (int head = 0; head < heads; head++)
                append(expected, decode.of(token, head, token > 0, token == 0 ? 7 : 3 + token).out);
        Param param = latent_param(decode);
        param.calcType = Param::CALC_TYPE_SPEC;
        param.maskType = is_free ? Param::MASK_TYPE_MASK_FREE : Param::MASK_TYPE_SPEC;
        std::vector<Tensor> tensors = decode.tensors(false, 3);
        tensors.push_back(floats({3, 7}, mask));
        tensors.push_back(on_host(decode.counts));
        CHECK(near(take(run_of(param, tensors)[0]), expected));
    }
}

/* int8 queries and keys with factors of heads; the parts that are turned stay as they are. */
struct Quantised : Decode {
    std::vector<int8_t> q8 = bytes(3 * heads * latent, 70);
    std::vector<int8_t> cache8 = bytes(blocks * block * latent, 71);
    Floats of_scores = numbers(heads, 72), of_values = numbers(heads, 73);

    Attended of8(int token, int head, int sequence, int keys) const
    {
        Doubles query(latent + turned);
        for (int i = 0; i < latent; i++)
            query[i] = (double)of_scores[head] * q8[(token * heads + head) * latent + i];
        for (int i = 0; i < turned; i++)
            query[latent + i] = q_rope[(token * heads + head) * turned + i];
        auto row = [&](int j) {
            return table[sequence * 3 + j / block] * block + j % block;
        };
        auto k = [&](int j, int i) {
            return i < latent ? (double)cache8[row(j) * latent + i]
                              : (double)rope[row(j) * turned + i - latent];
        };
        auto v = [&](int j, int i) {
            return (double)of_values[head] * cache8[row(j) * latent + i];
        };
        return attended(query, keys, latent, scale, k, v);
    }

    std::vector<Tensor> tensors8(int tokens)
    {
        std::vector<int8_t> in_nz(cache8.size());
        for (int b = 0; b < blocks; b++)
            for (int t = 0; t < block; t++)
                for (int i = 0; i < latent; i++)
                    in_nz[((b * (latent / 32) + i / 32) * block + t) * 32 + i % 32] =
                        cache8[(b * block + t) * latent + i];
        std::vector<Tensor> all = tensors(true, tokens);
        for (int i : {0, 2})
            CHECK(aclrtFree(all[i].deviceData) == 0);
        q8.resize(tokens * heads * latent);
        all[0] = int8s({tokens, heads, latent}, q8);
        all[2] = int8s({blocks, latent / 32, block, 32}, in_nz);
        return all;
    }

    void add_factors(std::vector<Tensor> &all) const
    {
        all.push_back(floats({heads}, of_scores));
        all.push_back(floats({heads}, of_values));
    }
};

/* Scores are some hundreds: in float32 such a number has a unit in the last place of 3e-5, and its
 * exponential has it too. */
static const double of_large_scores = 5e-5;

static void int8_caches()
{
    using Param = infer::MultiLatentAttentionParam;
    Quantised quantised;
    quantised.scale = 0.00003f;
    Param param = latent_param(quantised);
    param.cacheMode = Param::INT8_NZCACHE;
    for (float &factor : quantised.of_scores)
        factor = std::fabs(factor);

    /* Several queries a sequence see no key behind their place, but where the sequence's number
     * says that it has no mask. */
    for (int form = 0; form < 3; form++) {
        param.calcType = form == 2 ? Param::CALC_TYPE_SPEC_AND_RING : Param::CALC_TYPE_SPEC;
        param.maskUseStatusType = form == 2 ? Param::MASK_USE_STATUS_TYPE_BATCH_MASK
                                            : Param::MASK_USE_STATUS_TYPE_UNDEFINED;
        std::vector<Tensor> tensors = quantised.tensors8(3);
        tensors.push_back(on_host(quantised.counts));
        quantised.add_factors(tensors);
        std::vector<int32_t> used = {1, 0};
        if (form == 2)
            tensors.push_back(on_host(used));
        Doubles expected, logarithms;
        for (int token = 0; token < 3; token++)
            for (int head = 0; head < heads; head++) {
                int keys = token == 0 ? 7 : form == 2 ? 5 : 3 + token;
                Attended found = quantised.of8(token, head, token > 0, keys);
                append(expected, found.out);
                logarithms.push_back(found.lse);
            }
        std::vector<Tensor> found = run_of(param, tensors);
        CHECK(near(take(found[0]), expected, of_large_scores));
        if (form == 2)
            CHECK(near(take(found[1]), logarithms));
    }

    param.maskUseStatusType = Param::MASK_USE_STATUS_TYPE_UNDEFINED;
    param.calcType = Param::CALC_TYPE_RING;
    std::vector<Tensor> tensors = quantised.tensors8(2);
    quantised.add_factors(tensors);
    Doubles expected, logarithms;
    for (int token = 0; token < 2; token++)
        for (int head = 0; head < heads; head++) {
            Attended found = quantised.of8(token, head, token, quantised.lengths[token]);
            append(expected, found.out);
            logarithms.push_back(found.lse);
        }
    std::vector<Tensor> found = run_of(param, tensors);
    CHECK(near(take(found[0]), expected, of_large_scores));
    CHECK(near(take(found[1]), logarithms));
}

static void refused_latent()
{
    using Param = infer::MultiLatentAttentionParam;
    Operation *operation = nullptr;
    Param good = latent_param(Decode()), param = good;
    param.headNum = 4;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("headNum is 8, 16, 32, 64 or 128"));
    param = good;
    param.maskType = Param::MASK_TYPE_SPEC;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param = good;
    param.cacheMode = Param::KVCACHE;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param = good;
    param.maskUseStatusType = Param::MASK_USE_STATUS_TYPE_BATCH_MASK;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("maskUseStatusType is"));
    param.calcType = Param::CALC_TYPE_SPEC_AND_RING;
    param.cacheMode = Param::INT8_NZCACHE;
    param.maskType = Param::MASK_TYPE_MASK_FREE;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param.calcType = Param::CALC_TYPE_SPEC;
    param.maskUseStatusType = Param::MASK_USE_STATUS_TYPE_UNDEFINED;
    CHECK(CreateOperation(param, &operation) == ERROR_CANN_ERROR);
    param = good;
    param.calcType = Param::CALC_TYPE_SPEC;
    param.maskType = Param::MASK_TYPE_SWA_NORM;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(operation == nullptr);

    /* Queries that are no int8, where the cache is. */
    param = good;
    param.cacheMode = Param::INT8_NZCACHE;
    CHECK(CreateOperation(param, &operation) == NO_ERROR);
    SVector<TensorDesc> in, out;
    for (const Shape &shape : {Shape{2, heads, latent}, Shape{2, heads, turned},
                               Shape{blocks, latent / 32, block, 32},
                               Shape{blocks, turned / 16, block, 16}, Shape{2, 3}, Shape{2},
                               Shape{heads}, Shape{heads}})
        in.push_back(describe(ACL_FLOAT16, shape));
    CHECK(operation->InferShape(in, out) == ERROR_INVALID_PARAM);
    CHECK(says("int8 with INT8_NZCACHE"));
    in.at(0).dtype = in.at(2).dtype = ACL_INT8;
    CHECK(operation->InferShape(in, out) == NO_ERROR);
    CHECK(out.at(0).dtype == ACL_FLOAT16);
    in.at(7).shape.dims[0] = 1;
    CHECK(operation->InferShape(in, out) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("qkDescale or pvDescale"));
    CHECK(DestroyOperation(operation) == NO_ERROR);
}

/* ---- MultiLatentAttention of whole sequences -------------------------------------------------- */

static const int plain = 128, wide = plain + turned;

/* Two sequences of 3 and 2 queries, and of 3 and 2 or more keys. */
struct Prefill {
    int heads, kv_heads;
    std::vector<int32_t> queries = {3, 2}, keys;
    Floats q, k, v; /* with both parts side by side; keys of 6 tokens a sequence */
    float scale = 0.07f;

    Prefill(int heads, int kv_heads, std::vector<int32_t> keys)
        : heads(heads), kv_heads(kv_heads), keys(keys), q(numbers(5 * heads * wide, 80)),
          k(numbers(2 * 6 * kv_heads * wide, 81)), v(numbers(2 * 6 * kv_heads * plain, 82))
    {
    }

    Attended of(int token, int head, int seen) const
    {
        int sequence = token >= 3, kv = head / (heads / kv_heads);
        const float *query = &q[(token * heads + head) * wide];
        auto key = [&](int j, int i) {
            return (double)k[((sequence * 6 + j) * kv_heads + kv) * wide + i];
        };
        auto value = [&](int j, int i) {
            return (double)v[((sequence * 6 + j) * kv_heads + kv) * plain + i];
        };
        return attended(Doubles(query, query + wide), seen, plain, scale, key, value);
    }

    /* Columns of rows. */
    static Floats part(const Floats &rows, int from, int count)
    {
        Floats found;
        for (std::size_t row = 0; row < rows.size() / wide; row++)
            found.insert(found.end(), &rows[row * wide + from], &rows[row * wide + from] + count);
        return found;
    }

    /* What of keys or values belongs to the sequences, one behind the other. */
    Floats packed(const Floats &rows, int width) const
    {
        Floats found;
        for (int i = 0; i < 2; i++)
            found.insert(found.end(), &rows[i * 6 * width], &rows[(i * 6 + keys[i]) * width]);
        return found;
    }

    /* is_apart: keys as [sequences, 6, heads * size], else [tokens, heads, size]. */
    std::vector<Tensor> tensors(bool is_apart)
    {
        Floats one = part(k, 0, plain), two = part(k, plain, turned);
        int64_t tokens = keys[0] + keys[1];
        std::vector<Tensor> all = {floats({5, heads * plain}, part(q, 0, plain)),
                                   floats({5, heads * turned}, part(q, plain, turned))};
        if (is_apart) {
            all.push_back(floats({2, 6, kv_heads * plain}, one));
            all.push_back(floats({2, 6, kv_heads * turned}, two));
            all.push_back(floats({2, 6, kv_heads * plain}, v));
        } else {
            all.push_back(floats({tokens, kv_heads, plain}, packed(one, kv_heads * plain)));
            all.push_back(floats({tokens, kv_heads, turned}, packed(two, kv_heads * turned)));
            all.push_back(floats({tokens, kv_heads, plain}, packed(v, kv_heads * plain)));
        }
        all.push_back(on_host(queries));
        all.push_back(on_host(keys));
        return all;
    }

    infer::MultiLatentAttentionParam param() const
    {
        infer::MultiLatentAttentionParam param;
        param.headNum = heads;
        param.kvHeadNum = kv_heads;
        param.qkScale = scale;
        param.cacheMode = infer::MultiLatentAttentionParam::KROPE_CTKV;
        param.calcType = infer::MultiLatentAttentionParam::CALC_TYPE_PREFILL;
        return param;
    }
};

static void prefill()
{
    using Param = infer::MultiLatentAttentionParam;
    const Param::MaskType types[] = {Param::UNDEFINED, Param::MASK_TYPE_MASK_FREE,
                                     Param::MASK_TYPE_SWA_NORM};
    for (Param::MaskType type : types)
        for (bool is_apart : {false, true}) {
            Prefill given(2, 2, {3, 2});
            Param param = given.param();
            param.maskType = type;
            std::vector<Tensor> tensors = given.tensors(is_apart);
            if (type == Param::MASK_TYPE_MASK_FREE)
                tensors.push_back(floats({512, 512}, Floats(512 * 512)));
            if (type == Param::MASK_TYPE_SWA_NORM) {
                param.windowSize = 6;
                tensors.push_back(floats({3, 3}, {0, -3e38f, -3e38f, 0, 0, -3e38f, 0, 0, 0}));
            }
            Doubles expected;
            for (int token = 0; token < 5; token++)
                for (int head = 0; head < 2; head++) {
                    int place = token < 3 ? token : token - 3, all = token < 3 ? 3 : 2;
                    append(expected,
                           given.of(token, head, type == Param::UNDEFINED ? all : place + 1).out);
                }
            CHECK(near(take(run_of(param, tensors)[0]), expected));
        }

    /* Queries that are the last of their sequences, and fewer heads of keys. */
    Prefill given(4, 2, {6, 4});
    Param param = given.param();
    param.maskType = Param::MASK_TYPE_CAUSAL_MASK;
    Doubles expected;
    for (int token = 0; token < 5; token++)
        for (int head = 0; head < 4; head++)
            append(expected, given.of(token, head, token < 3 ? token + 4 : token).out);
    CHECK(near(take(run_of(param, given.tensors(true))[0]), expected));
}

static void refused_prefill()
{
    using Param = infer::MultiLatentAttentionParam;
    Operation *operation = nullptr;
    Prefill given(2, 2, {3, 2});
    Param good = given.param(), param = good;
    param.kvHeadNum = 1;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("kvHeadNum is headNum"));
    param = good;
    param.headNum = param.kvHeadNum = 129;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param = good;
    param.cacheMode = Param::NZCACHE;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param = good;
    param.maskType = Param::MASK_TYPE_SPEC;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param.maskType = Param::MASK_TYPE_SWA_NORM;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("windowSize is above 0"));
    CHECK(operation == nullptr);

    /* As many keys as queries are asked for, and rows of keys for them. */
    for (bool is_causal : {false, true}) {
        Prefill more(2, 2, {3, is_causal ? 1 : 3});
        more.keys[0] = is_causal ? 7 : 3;
        param = good;
        param.maskType = is_causal ? Param::MASK_TYPE_CAUSAL_MASK : Param::UNDEFINED;
        CHECK(CreateOperation(param, &operation) == NO_ERROR);
        VariantPack pack;
        std::vector<Tensor> tensors = more.tensors(true);
        tensors.push_back(floats({5, 2 * plain}, Floats(5 * 2 * plain)));
        for (const Tensor &tensor : tensors)
            pack.inTensors.push_back(tensor);
        pack.inTensors.resize(7);
        pack.outTensors.push_back(tensors[7]);
        uint64_t size = 0;
        int32_t status = operation->Setup(pack, size, context);
        CHECK(status == (is_causal ? ERROR_INVALID_TENSOR_DIM : ERROR_INVALID_PARAM));
        CHECK(says(is_causal ? "rows of each sequence" : "as many are required"));
        CHECK(DestroyOperation(operation) == NO_ERROR);
        for (const Tensor &tensor : tensors)
            if (tensor.deviceData != nullptr)
                CHECK(aclrtFree(tensor.deviceData) == 0);
    }
}

/* ---- RingMLA --------------------------------------------------------------------------------- */

static const int group = 2;

/* Two sequences of 3 and 2 queries; 4 heads share 2 of keys. */
struct Ring {
    Floats q = numbers(5 * 4 * plain, 5), q_rope = numbers(5 * 4 * turned, 6);
    std::vector<int32_t> queries = {3, 2};
    float scale = 0.08f;
    infer::RingMLAParam param;

    Ring()
    {
        param.headNum = 4;
        param.kvHeadNum = 2;
        param.qkScale = scale;
    }
};

struct Part {
    std::vector<int32_t> lengths; /* of queries, then of keys */
    int tokens;
    Floats k, k_rope, v;

    Part(const Ring &ring, std::vector<int32_t> keys, unsigned seed) : lengths(ring.queries)
    {
        lengths.insert(lengths.end(), keys.begin(), keys.end());
        tokens = std::accumulate(keys.begin(), keys.end(), 0);
        k = numbers(tokens * group * plain, seed);
        k_rope = numbers(tokens * group * turned, seed + 1);
        v = numbers(tokens * group * plain, seed + 2);
    }

    std::vector<Tensor> tensors(const Ring &ring)
    {
        Tensor seq_len = on_host(lengths);
        seq_len.desc.shape.dimNum = 2;
        seq_len.desc.shape.dims[0] = seq_len.desc.shape.dims[1] = 2;
        return {floats({5, 4, plain}, ring.q), floats({5, 4, turned}, ring.q_rope),
                floats({tokens, group, plain}, k), floats({tokens, group, turned}, k_rope),
                floats({tokens, group, plain}, v), floats({512, 512}, Floats(512 * 512)), seq_len};
    }
};

static Doubles query_of(const Ring &ring, int token, int head)
{
    Doubles query;
    for (int i = 0; i < plain; i++)
        query.push_back(ring.q[(token * 4 + head) * plain + i]);
    for (int i = 0; i < turned; i++)
        query.push_back(ring.q_rope[(token * 4 + head) * turned + i]);
    return query;
}

/* All keys of the parts together, which is what their results joined have to be. is_upper: query i
 * of the last part sees the keys up to i there. */
static Attended of_parts(const Ring &ring, const std::vector<Part> &parts, bool is_upper, int token,
                         int head)
{
    int sequence = token >= 3, place = sequence ? token - 3 : token;
    std::vector<std::pair<const Part *, int>> rows;
    for (const Part &part : parts) {
        int first = sequence ? part.lengths[2] : 0;
        int count = part.lengths[2 + sequence];
        if (is_upper)
            count = std::min(count, place + 1);
        for (int j = 0; j < count; j++)
            rows.push_back({&part, first + j});
    }
    int kv = head / 2;
    auto key = [&](int j, int i) {
        auto [part, row] = rows[j];
        return (double)(i < plain ? part->k[(row * group + kv) * plain + i]
                                  : part->k_rope[(row * group + kv) * turned + i - plain]);
    };
    auto value = [&](int j, int i) {
        return (double)rows[j].first->v[(rows[j].second * group + kv) * plain + i];
    };
    return attended(query_of(ring, token, head), (int)rows.size(), plain, ring.scale, key, value);
}

static void check_ring(const Ring &ring, const std::vector<Part> &parts, bool is_upper,
                       const Floats &out, const Floats &lse)
{
    Doubles expected, logarithms(4 * 5);
    for (int token = 0; token < 5; token++)
        for (int head = 0; head < 4; head++) {
            Attended found = of_parts(ring, parts, is_upper, token, head);
            append(expected, found.out);
            logarithms[head * 5 + token] = found.lse;
        }
    CHECK(near(out, expected));
    CHECK(near(lse, logarithms));
}

static void ring_mla()
{
    using Param = infer::RingMLAParam;
    Ring ring;
    std::vector<Part> parts = {Part(ring, {3, 2}, 7)};
    ring.param.calcType = Param::CALC_TYPE_FIRST_RING;
    std::vector<Tensor> found = run_of(ring.param, parts[0].tensors(ring));
    check_ring(ring, parts, true, read(found[0]), read(found[1]));
    for (const Tensor &tensor : found)
        CHECK(aclrtFree(tensor.deviceData) == 0);

    /* Two parts one behind the other, of which the second has no keys of the second sequence. */
    ring.param.maskType = Param::NO_MASK;
    found = run_of(ring.param, parts[0].tensors(ring));
    parts.push_back(Part(ring, {4, 0}, 20));
    ring.param.calcType = Param::CALC_TYPE_DEFAULT;
    std::vector<Tensor> tensors = parts[1].tensors(ring);
    tensors.insert(tensors.end(), {found[0], found[1]});
    found = run_of(ring.param, tensors);
    check_ring(ring, parts, false, take(found[0]), take(found[1]));
}

/* ---- PagedCacheLoad -------------------------------------------------------------------------- */

static void paged_cache_load()
{
    using Param = infer::PagedCacheLoadParam;
    Bytes keys = bytes(5 * 2 * 32, 30), values = bytes(5 * 2 * 64, 31), key, value;
    std::vector<int32_t> table = {3, 1, 4, 0, 2, 0}, lengths = {3, 2}, starts = {0, 2};
    for (int sequence = 0; sequence < 2; sequence++)
        for (int i = 0; i < lengths[sequence]; i++) {
            int at = starts[sequence] + i, row = table[sequence * 3 + at / 2] * 2 + at % 2;
            key.insert(key.end(), &keys[row * 32], &keys[row * 32] + 32);
            value.insert(value.end(), &values[row * 64], &values[row * 64] + 64);
        }
    for (bool are_sums : {false, true}) {
        Param param;
        param.kvCacheCfg = Param::K_CACHE_V_CACHE_ND;
        param.isSeqLensCumsumMode = are_sums;
        param.hasSeqStarts = true;
        Tensor given = are_sums ? ints({3}, {0, 3, 5}) : ints({2}, lengths);
        Tensor to = int8s({5, 1, 32}, Bytes(160)), also = int8s({5, 2, 32}, Bytes(320));
        std::vector<Tensor> found =
            run_of(param,
                   {int8s({5, 2, 1, 32}, keys), int8s({5, 2, 2, 32}, values), ints({2, 3}, table),
                    given, to, also, ints({2}, starts)},
                   {to, also});
        CHECK(take<int8_t>(found[0]) == key);
        CHECK(take<int8_t>(found[1]) == value);
    }
}

/* ---- FusedAddTopkDiv ------------------------------------------------------------------------- */

static const int rows = 3, experts = 16, members = 2; /* of a group */

struct Chosen {
    Doubles weights;
    std::vector<int32_t> numbers;
};

/* The documented steps, in the sequence of ATB's reference. */
static Chosen choose(const Floats &x, const Floats &bias, const infer::FusedAddTopkDivParam &param,
                     const std::vector<int32_t> &counts, const std::vector<int32_t> &table)
{
    Chosen chosen;
    for (int row = 0; row < rows; row++) {
        Doubles weight(experts), score(experts);
        for (int i = 0; i < experts; i++) {
            weight[i] = 1 / (1 + std::exp(-(double)x[row * experts + i]));
            score[i] = weight[i] + bias[i];
        }
        std::vector<int> groups(8), order(experts);
        std::iota(groups.begin(), groups.end(), 0);
        std::iota(order.begin(), order.end(), 0);
        auto sum = [&](int g) { return score[g * members] + score[g * members + 1]; };
        std::stable_sort(groups.begin(), groups.end(), [&](int a, int b) { return sum(a) > sum(b); });
        Doubles kept(experts);
        for (unsigned g = 0; g < param.groupTopk; g++)
            for (int i = 0; i < members; i++)
                kept[groups[g] * members + i] = score[groups[g] * members + i];
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return kept[a] > kept[b]; });
        double all = 0;
        for (unsigned i = 0; i < param.k; i++)
            all += weight[order[i]];
        int divisor = order[param.groupTopk * members - 1] + 7;
        float share = (float)(100000007 % divisor) / (float)divisor;
        for (unsigned i = 0; i < param.k; i++) {
            double one = weight[order[i]];
            chosen.weights.push_back(param.isNorm ? one / all * param.scale : one);
            int column = (int)std::floor((float)counts[order[i]] * share);
            chosen.numbers.push_back(param.enableExpertMapping ? table[order[i] * 3 + column]
                                                               : order[i]);
        }
    }
    return chosen;
}

static void fused_add_topk_div()
{
    Floats x = numbers(rows * experts, 40), bias = numbers(experts, 41);
    std::vector<int32_t> counts(experts), table(experts * 3);
    for (int i = 0; i < experts; i++) {
        counts[i] = 1 + i % 3;
        for (int j = 0; j < 3; j++)
            table[i * 3 + j] = 100 * j + i;
    }
    for (int form = 0; form < 4; form++) {
        infer::FusedAddTopkDivParam param;
        param.groupNum = 8;
        param.groupTopk = 4;
        param.n = 2;
        param.k = 5;
        param.isNorm = form % 2 == 0;
        param.scale = 2.5f;
        param.enableExpertMapping = form >= 2;
        Chosen expected = choose(x, bias, param, counts, table);
        std::vector<Tensor> tensors = {floats({rows, experts}, x), floats({experts}, bias)};
        if (form >= 2) {
            tensors.push_back(ints({experts}, counts));
            tensors.push_back(ints({experts, 3}, table));
        }
        std::vector<Tensor> found = run_of(param, tensors);
        CHECK(near(take(found[0]), expected.weights));
        CHECK(take<int32_t>(found[1]) == expected.numbers);
    }
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static aclTensor *of(const Tensor &tensor)
{
    const Dims &shape = tensor.desc.shape;
    std::vector<int64_t> dims(shape.dims, shape.dims + shape.dimNum), strides(shape.dimNum, 1);
    for (int i = (int)shape.dimNum - 2; i >= 0; i--)
        strides[i] = strides[i + 1] * dims[i + 1];
    return aclCreateTensor(dims.data(), shape.dimNum, tensor.desc.dtype, strides.data(), 0,
                           ACL_FORMAT_ND, dims.data(), shape.dimNum,
                           tensor.deviceData != nullptr ? tensor.deviceData : tensor.hostData);
}

static void release(std::vector<Tensor> tensors, std::vector<aclTensor *> handles)
{
    for (aclTensor *handle : handles)
        CHECK(aclDestroyTensor(handle) == 0);
    for (const Tensor &tensor : tensors)
        if (tensor.deviceData != nullptr)
            CHECK(aclrtFree(tensor.deviceData) == 0);
}

static std::vector<aclTensor *> all(const std::vector<Tensor> &tensors)
{
    std::vector<aclTensor *> handles;
    for (const Tensor &tensor : tensors)
        handles.push_back(of(tensor));
    return handles;
}

static void latent_pair()
{
    Decode decode;
    std::vector<Tensor> tensors = decode.tensors(false, 2);
    tensors.push_back(floats({2, heads, latent}, Floats(2 * heads * latent)));
    tensors.push_back(floats({2, heads, 1}, Floats(2 * heads)));
    std::vector<aclTensor *> t = all(tensors);
    uint64_t size = 1;
    Operation *operation = nullptr;
    CHECK(AtbMLAGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], t[5], nullptr, nullptr, nullptr,
                                 nullptr, heads, decode.scale, 1, 0, 2, 1, t[6], t[7], &size,
                                 &operation, context) == NO_ERROR);
    CHECK(size == 0);
    CHECK(AtbMLA(nullptr, 0, operation, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    Attended last = decode.of(1, heads - 1, 1, decode.lengths[1]);
    Floats out = read(tensors[6]);
    CHECK(near(Floats(out.end() - latent, out.end()), last.out));
    CHECK(near({read(tensors[7]).back()}, {last.lse}));
    CHECK(DestroyOperation(operation) == NO_ERROR);

    /* Without an output, with a tensor that is none, without anything to write to. */
    operation = nullptr;
    auto with = [&](aclTensor *q, aclTensor *out, uint64_t *to) {
        return AtbMLAGetWorkspaceSize(q, t[1], t[2], t[3], t[4], t[5], nullptr, nullptr, nullptr,
                                      nullptr, heads, decode.scale, 1, 0, 0, 1, out, nullptr, to,
                                      &operation, context);
    };
    CHECK(with(t[0], t[6], nullptr) == ERROR_INVALID_PARAM);
    CHECK(says("workspaceSize is NULL"));
    CHECK(with((aclTensor *)&size, t[6], &size) == ERROR_INVALID_PARAM);
    CHECK(says("qNope is"));
    CHECK(with(nullptr, t[6], &size) == ERROR_INVALID_TENSOR_DIM_NUM);
    CHECK(AtbMLA(nullptr, 0, nullptr, context) == ERROR_INVALID_PARAM);
    CHECK(says("op is NULL"));
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors, t);
}

static void prefill_pair()
{
    Prefill given(2, 2, {3, 2});
    std::vector<Tensor> tensors = given.tensors(false);
    tensors.push_back(floats({512, 512}, Floats(512 * 512)));
    tensors.push_back(floats({5, 2 * plain}, Floats(5 * 2 * plain)));
    std::vector<aclTensor *> t = all(tensors);
    uint64_t size = 1;
    Operation *operation = nullptr;
    CHECK(AtbMLAPreFillGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], 2,
                                        given.scale, 2, 2, 1, t[8], &size, &operation,
                                        context) == NO_ERROR);
    CHECK(AtbMLAPreFill(nullptr, size, operation, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    Doubles expected;
    for (int token = 0; token < 5; token++)
        for (int head = 0; head < 2; head++)
            append(expected, given.of(token, head, token < 3 ? token + 1 : token - 2).out);
    CHECK(near(read(tensors[8]), expected));
    CHECK(AtbMLAPreFill(nullptr, 0, nullptr, context) == ERROR_INVALID_PARAM);
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors, t);
}

static void ring_pair()
{
    Ring ring;
    std::vector<Part> parts = {Part(ring, {3, 2}, 7)};
    std::vector<Tensor> tensors = parts[0].tensors(ring);
    tensors.push_back(floats({5, 4, plain}, Floats(5 * 4 * plain)));
    tensors.push_back(floats({4, 5}, Floats(20)));
    std::vector<aclTensor *> t = all(tensors);
    uint64_t size;
    Operation *operation = nullptr;
    CHECK(AtbRingMLAGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], t[5], t[6], nullptr, nullptr, 4,
                                     2, ring.scale, 1, 1, 0, 1, t[7], t[8], &size, &operation,
                                     context) == NO_ERROR);
    CHECK(AtbRingMLA(nullptr, size, operation, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    check_ring(ring, parts, true, read(tensors[7]), read(tensors[8]));
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors, t);
}

static void other_pairs()
{
    Bytes keys = bytes(2 * 2 * 32, 50);
    std::vector<Tensor> tensors = {int8s({2, 2, 1, 32}, keys), ints({1, 2}, {1, 0}),
                                   ints({1}, {3}), int8s({3, 1, 32}, Bytes(96)),
                                   int8s({3, 1, 32}, Bytes(96))};
    std::vector<aclTensor *> t = all(tensors);
    uint64_t size;
    Operation *operation = nullptr;
    CHECK(AtbPagedCacheLoadGetWorkspaceSize(t[0], t[0], t[1], t[2], t[3], t[4], nullptr, 1, false,
                                            false, &size, &operation, context) == NO_ERROR);
    CHECK(AtbPagedCacheLoad(nullptr, 0, operation, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    Bytes expected(keys.begin() + 64, keys.end());
    expected.insert(expected.end(), keys.begin(), keys.begin() + 32);
    CHECK(read<int8_t>(tensors[3]) == expected);
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors, t);

    tensors = {floats({1, 16}, numbers(16, 51)), floats({16}, numbers(16, 52)),
               floats({1, 3}, Floats(3)), ints({1, 3}, {0, 0, 0})};
    t = all(tensors);
    operation = nullptr;
    CHECK(AtbFusedAddTopkDivGetWorkspaceSize(t[0], t[1], nullptr, nullptr, 8, 2, 2, 3, 8, true, 1,
                                             false, t[2], t[3], &size, &operation,
                                             context) == NO_ERROR);
    CHECK(AtbFusedAddTopkDiv(nullptr, 0, operation, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    Floats weights = read(tensors[2]);
    CHECK(near({weights[0] + weights[1] + weights[2]}, {1}));
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors, t);
}

/* Queries that are the last of their sequences, with keys in blocks of a cache. */
static void prefix_pair()
{
    Floats q = numbers(3 * 2 * 16, 60), cache = numbers(3 * 4 * 16, 61);
    std::vector<int32_t> queries = {2, 1}, keys = {5, 3}, table = {2, 0, 1, 1};
    std::vector<Tensor> tensors = {floats({3, 2, 16}, q),     floats({3, 4, 1, 16}, cache),
                                   ints({2, 2}, table),       on_host(queries),
                                   on_host(keys),             floats({3, 2, 16}, Floats(96))};
    std::vector<aclTensor *> t = all(tensors);
    uint64_t size;
    Operation *operation = nullptr;
    CHECK(AtbSelfAttentionPrefixEncoderGetWorkspaceSize(
              t[0], t[1], t[1], t[2], nullptr, t[3], t[4], nullptr,
              infer::SelfAttentionParam::MASK_TYPE_CAUSAL_MASK, 2, 1, 0.25f, t[5], &size,
              &operation, context) == NO_ERROR);
    CHECK(AtbSelfAttentionPrefixEncoder(nullptr, 0, operation, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    Doubles expected;
    for (int token = 0; token < 3; token++)
        for (int head = 0; head < 2; head++) {
            int sequence = token == 2, seen = token == 0 ? 4 : token == 1 ? 5 : 3;
            auto at = [&](int j, int i) {
                return (double)cache[(table[sequence * 2 + j / 4] * 4 + j % 4) * 16 + i];
            };
            const float *query = &q[(token * 2 + head) * 16];
            append(expected, attended(Doubles(query, query + 16), seen, 16, 0.25, at, at).out);
        }
    CHECK(near(read(tensors[5]), expected));
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors, t);
}

int main()
{
    begin();
    one_query();
    several_queries();
    int8_caches();
    refused_latent();
    prefill();
    refused_prefill();
    ring_mla();
    paged_cache_load();
    fused_add_topk_div();
    latent_pair();
    prefill_pair();
    ring_pair();
    other_pairs();
    prefix_pair();
    return end();
}
