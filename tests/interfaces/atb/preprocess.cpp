/* SPDX-License-Identifier: Apache-2.0 */
/* MlaPreprocess against its steps, computed here in double and rounded where ATB's reference has
 * tensors of the input's type or of int8. */
#include "atb/atb_acl.h"
#include "small.hpp"

using namespace atb;

using Param = infer::MlaPreprocessParam;
using Doubles = std::vector<double>;
using Bytes = std::vector<int8_t>;

static const int tokens = 3, heads = 2, latent = 512, turned = 64, middle = 1536, plain = 128;
static const int down_rows = latent + turned + middle, head = plain + turned, up_rows = heads * head;

/* Multiples of 1/64, which both formats hold. */
static Doubles coarse(std::size_t count, unsigned seed)
{
    Doubles values;
    for (float value : numbers(count, seed))
        values.push_back(std::nearbyint(value * 64) / 64);
    return values;
}

static Bytes bytes(std::size_t count, unsigned seed)
{
    Bytes values;
    for (float value : numbers(count, seed))
        values.push_back((int8_t)(40 * value));
    return values;
}

/* Powers of two by an eighth, so that what a scale of 64 bits drops of them is 0. */
static Floats factors(std::size_t count)
{
    Floats values;
    for (std::size_t i = 0; i < count; i++)
        values.push_back(std::ldexp(1.0f + (float)(i % 8) / 8, -15));
    return values;
}

struct Case {
    Format format;
    Param param;
    int hidden;
    int block, blocks;
    std::vector<int32_t> slots;
    int cache_heads = 1;

    Doubles input = coarse(tokens * hidden, 1), gamma0 = coarse(hidden, 2), beta0 = coarse(hidden, 3);
    Doubles gamma1 = coarse(middle, 4), beta1 = coarse(middle, 5), gamma2 = coarse(latent, 6);
    Doubles cos = coarse(tokens * turned, 7), sin = coarse(tokens * turned, 8);
    Doubles to_keys = coarse(heads * plain * latent, 9);
    Doubles query_scale = {16, 24};
    double scale0 = 1.0 / 32, scale1 = 1.0 / 16, cache_scale = 1.0 / 32;
    int8_t offset0 = 3, offset1 = -5;
    Bytes down = bytes((std::size_t)down_rows * hidden, 10), up = bytes(up_rows * middle, 11);
    Floats down_factors = factors(down_rows), up_factors = factors(up_rows);
    std::vector<int32_t> down_bias, up_bias;

    Case(Format format, Param::CacheMode cache, Param::QuantMode quant, int hidden, int block,
         int blocks, std::vector<int32_t> slots)
        : format(format), hidden(hidden), block(block), blocks(blocks), slots(slots)
    {
        param.cacheMode = cache;
        param.quantMode = quant;
        for (int i = 0; i < down_rows; i++)
            down_bias.push_back(7 * (i % 90) - 300);
        for (int i = 0; i < up_rows; i++)
            up_bias.push_back(500 - 11 * (i % 60));
    }

    bool is_one() const { return param.cacheMode == Param::KVCACHE; }
    bool is_int8() const { return param.cacheMode == Param::INT8_NZCACHE; }
    bool is_nz() const { return is_int8() || param.cacheMode == Param::NZCACHE; }
    bool is_per_token() const { return param.quantMode == Param::PER_TOKEN_QUANT_SYMM; }

    /* ---- The steps -------------------------------------------------------------------------- */

    static Doubles normed(const double *x, const Doubles &gamma, const Doubles &beta)
    {
        double squares = 0;
        int count = (int)gamma.size();
        for (int i = 0; i < count; i++)
            squares += x[i] * x[i];
        Doubles y;
        for (int i = 0; i < count; i++)
            y.push_back(x[i] / std::sqrt(squares / count + 1e-6) * gamma[i] +
                        (beta.empty() ? 0 : beta[i]));
        return y;
    }

    static double code(double value) { return std::min(std::max(std::nearbyint(value), -128.0), 127.0); }

    /* A row of x, normalised, quantised, multiplied by a weight and restored. */
    Doubles projected(const double *x, const Doubles &gamma, const Doubles &beta, double scale,
                      double offset, const Bytes &weight, const Floats &factor,
                      const std::vector<int32_t> &bias) const
    {
        Doubles y = normed(x, gamma, beta), out;
        double of_token = 1;
        if (is_per_token()) {
            double most = 0;
            for (double &value : y)
                most = std::max(most, std::fabs(value = rounded(format, value)));
            of_token = most / 127;
        }
        for (double &value : y)
            value = is_per_token() ? code(value / of_token) : code(value / scale + offset);
        for (std::size_t row = 0; row < factor.size(); row++) {
            double sum = is_per_token() ? 0 : bias[row];
            for (std::size_t i = 0; i < y.size(); i++)
                sum += y[i] * weight[row * y.size() + i];
            out.push_back(rounded(format, sum * factor[row] * of_token));
        }
        return out;
    }

    Doubles turn(const double *x, int token) const
    {
        Doubles out;
        for (int i = 0; i < turned; i++) {
            int at = token * turned + i;
            double other = i < turned / 2 ? -x[i + turned / 2] : x[i - turned / 2];
            out.push_back(x[i] * cos[at] + other * sin[at]);
        }
        return out;
    }

    struct Expected {
        Doubles query, query_rope, key, key_rope; /* rows of tokens, and of heads */
    };

    Expected expected() const
    {
        Expected found;
        for (int t = 0; t < tokens; t++) {
            Doubles kv = projected(&input[t * hidden], gamma0, beta0, scale0, offset0, down,
                                   down_factors, down_bias);
            Doubles key = normed(kv.data(), gamma2, {}), rope = turn(&kv[latent], t);
            for (double &value : key)
                if (is_int8())
                    value = code(rounded(format, value) / cache_scale);
            found.key.insert(found.key.end(), key.begin(), key.end());
            found.key_rope.insert(found.key_rope.end(), rope.begin(), rope.end());
            Doubles q = projected(&kv[latent + turned], gamma1, beta1, scale1, offset1, up,
                                  up_factors, up_bias);
            for (int h = 0; h < heads; h++) {
                for (int j = 0; j < latent; j++) {
                    double sum = 0;
                    for (int i = 0; i < plain; i++)
                        sum += q[h * head + i] * to_keys[(h * plain + i) * latent + j];
                    found.query.push_back(
                        is_int8() ? code(rounded(format, sum) * query_scale[h]) : sum);
                }
                rope = turn(&q[h * head + plain], t);
                found.query_rope.insert(found.query_rope.end(), rope.begin(), rope.end());
            }
        }
        return found;
    }

    /* ---- The operation ---------------------------------------------------------------------- */

    /* [rows, columns] as [columns / width, rows, width]. */
    template <class T>
    static std::vector<T> nz(const std::vector<T> &from, int rows, int columns, int width)
    {
        std::vector<T> to(from.size());
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                to[((std::size_t)(j / width) * rows + i) * width + j % width] =
                    from[(std::size_t)i * columns + j];
        return to;
    }

    Tensor weight(const Bytes &values, int rows, int columns) const
    {
        if (is_one())
            return on_device(ACL_INT8, {rows, columns}, values);
        Shape shape = {columns / 32, rows, 32};
        if (is_nz())
            shape.insert(shape.begin(), 1);
        return on_device(ACL_INT8, shape, nz(values, rows, columns, 32));
    }

    Tensor of_factors(const Floats &values) const
    {
        if (format.type == ACL_BF16 || is_per_token())
            return floats({(int64_t)values.size()}, values);
        std::vector<uint64_t> words(values.size());
        Utils::QuantParamConvert(values.data(), words.data(), words.size());
        return on_device(ACL_INT64, {(int64_t)values.size()}, words);
    }

    Shape cache_shape(int size, int width) const
    {
        return is_nz() ? Shape{blocks, cache_heads * size / width, block, width} : Shape{blocks, block, 1, size};
    }

    std::vector<Tensor> tensors() const
    {
        Doubles keys = to_keys;
        Shape keys_shape = {heads, plain, latent};
        if (is_nz()) {
            keys_shape = {heads, latent / 16, plain, 16};
            for (int h = 0; h < heads; h++) {
                Doubles one(&to_keys[h * plain * latent], &to_keys[h * plain * latent] + plain * latent);
                one = nz(one, plain, latent, 16);
                std::copy(one.begin(), one.end(), &keys[h * plain * latent]);
            }
        }
        auto row = [&](const Doubles &values) {
            return small(format, {(int64_t)values.size()}, values);
        };
        auto offset = [&](int8_t value) { return on_device<int8_t>(ACL_INT8, {1}, {value}); };
        Tensor none;
        bool has_scales = !is_per_token();
        int size = is_one() ? latent + turned : latent, places = blocks * cache_heads * block;
        Tensor cache = is_int8() ? on_device(ACL_INT8, cache_shape(latent, 32), Bytes(places * latent, 99))
                                 : small(format, cache_shape(size, 16), Doubles(places * size, 0.5));
        return {small(format, {tokens, hidden}, input),
                row(gamma0),
                row(beta0),
                has_scales ? row({scale0}) : none,
                has_scales ? offset(offset0) : none,
                weight(down, down_rows, hidden),
                of_factors(down_factors),
                has_scales ? ints({1, down_rows}, down_bias) : none,
                row(gamma1),
                row(beta1),
                has_scales ? row({scale1}) : none,
                has_scales ? offset(offset1) : none,
                weight(up, up_rows, middle),
                of_factors(up_factors),
                has_scales ? ints({up_rows}, up_bias) : none,
                row(gamma2),
                small(format, {tokens, turned}, cos),
                small(format, {tokens, turned}, sin),
                small(format, keys_shape, keys),
                cache,
                is_one() ? none
                         : small(format, cache_shape(turned, 16), Doubles(places * turned, 0.5)),
                ints({tokens}, slots),
                is_int8() ? row({cache_scale}) : none,
                is_int8() ? small(format, {1, heads, 1}, query_scale) : none};
    }

    /* Element i of the row of a slot. */
    std::size_t place(int slot, int i, int size, int width) const
    {
        if (!is_nz())
            return (std::size_t)slot * size + i;
        return (((std::size_t)(slot / block) * (size / width) + i / width) * block + slot % block) *
                   width + i % width;
    }

    /* Rows of a cache are those expected, and what was there where nothing was written. */
    bool holds(const Floats &is, const Doubles &rows, int from, int size, int all, double within,
               double before, int width) const
    {
        Doubles wanted(is.size(), before);
        for (std::size_t i = 0; i < is.size(); i++)
            if (!is_nz() && ((int)(i % all) < from || (int)(i % all) >= from + size))
                wanted[i] = is[i];
        for (int t = 0; t < tokens; t++)
            for (int i = 0; i < size && slots[t] >= 0; i++)
                wanted[place(slots[t], from + i, all, width)] = rows[t * size + i];
        return near(is, wanted, within);
    }

    static Floats small_ints(const Tensor &tensor)
    {
        Bytes values = read<int8_t>(tensor);
        return Floats(values.begin(), values.end());
    }

    void check(const std::vector<Tensor> &found) const
    {
        const double close = 0.02, one = 1.01;
        Expected e = expected();
        int size = is_one() ? latent + turned : latent;
        if (is_int8()) {
            Floats codes = small_ints(found[0]), cache = small_ints(found[1]);
            for (std::size_t i = 0; i < codes.size(); i++)
                CHECK(std::fabs(codes[i] - e.query[i]) <= one);
            for (float &value : cache)
                value /= 128;
            for (double &value : e.key)
                value /= 128;
            CHECK(holds(cache, e.key, 0, latent, latent, one / 128, 99.0 / 128, 32));
        } else if (is_one()) {
            Floats q = floats_of(format, found[0]), first, second;
            for (std::size_t i = 0; i < q.size(); i++)
                (i % size < latent ? first : second).push_back(q[i]);
            CHECK(near(first, e.query, close));
            CHECK(near(second, e.query_rope, close));
            CHECK(holds(floats_of(format, found[1]), e.key, 0, latent, size, close, 0.5, 16));
            CHECK(holds(floats_of(format, found[1]), e.key_rope, latent, turned, size, close, 0.5, 16));
        } else {
            CHECK(near(floats_of(format, found[0]), e.query, close));
            CHECK(holds(floats_of(format, found[1]), e.key, 0, latent, latent, close, 0.5, 16));
        }
        if (!is_one()) {
            CHECK(near(floats_of(format, found[2]), e.query_rope, close));
            CHECK(holds(floats_of(format, found[3]), e.key_rope, 0, turned, turned, close, 0.5, 16));
        }
    }
};

static void release(const std::vector<Tensor> &tensors)
{
    for (const Tensor &tensor : tensors)
        if (tensor.deviceData != nullptr)
            CHECK(aclrtFree(tensor.deviceData) == 0);
}

/* The caches are written where they are. */
static void in_place(const Case &given)
{
    std::vector<Tensor> tensors = given.tensors(), outputs;
    int64_t size = given.is_one() ? latent + turned : latent;
    std::size_t count = (std::size_t)(tokens * heads * size);
    Shape shape = {tokens, heads, size};
    outputs.push_back(given.is_int8() ? on_device(ACL_INT8, shape, Bytes(count))
                                      : small(given.format, shape, Doubles(count)));
    outputs.push_back(tensors[19]);
    if (!given.is_one()) {
        outputs.push_back(small(given.format, {tokens, heads, turned}, Doubles(tokens * heads * turned)));
        outputs.push_back(tensors[20]);
    }
    given.check(run_of(given.param, tensors, outputs));
    release(outputs);
}

/* Other memory for the caches: what is not written there is what the caches have. */
static void elsewhere(const Case &given)
{
    std::vector<Tensor> found = run_of(given.param, given.tensors());
    given.check(found);
    release(found);
}

static aclTensor *of(const Tensor &tensor)
{
    const Dims &shape = tensor.desc.shape;
    if (shape.dimNum == 0)
        return nullptr;
    std::vector<int64_t> dims(shape.dims, shape.dims + shape.dimNum), strides(shape.dimNum, 1);
    for (int i = (int)shape.dimNum - 2; i >= 0; i--)
        strides[i] = strides[i + 1] * dims[i + 1];
    return aclCreateTensor(dims.data(), shape.dimNum, tensor.desc.dtype, strides.data(), 0,
                           ACL_FORMAT_ND, dims.data(), shape.dimNum, tensor.deviceData);
}

static void pair(const Case &given)
{
    std::vector<Tensor> tensors = given.tensors();
    tensors.push_back(small(given.format, {tokens, heads, latent}, Doubles(tokens * heads * latent)));
    tensors.push_back(small(given.format, {tokens, heads, turned}, Doubles(tokens * heads * turned)));
    std::vector<aclTensor *> t;
    for (const Tensor &tensor : tensors)
        t.push_back(of(tensor));
    uint64_t size = 1;
    Operation *operation = nullptr;
    CHECK(AtbMLAPreprocessGetWorkspaceSize(
              t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[11], t[12],
              t[13], t[14], t[15], t[16], t[17], t[18], t[19], t[20], t[21], t[22], t[23], 0, 0, 0,
              1e-5f, 2, 2, true, true, true, given.param.cacheMode, given.param.quantMode, t[24],
              t[19], t[25], t[20], &size, &operation, context) == NO_ERROR);
    CHECK(size == 0);
    CHECK(AtbMLAPreprocess(nullptr, 0, operation, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    given.check({tensors[24], tensors[19], tensors[25], tensors[20]});
    CHECK(DestroyOperation(operation) == NO_ERROR);
    for (aclTensor *tensor : t)
        if (tensor != nullptr)
            CHECK(aclDestroyTensor(tensor) == 0);
    release(tensors);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void refused()
{
    Operation *operation = nullptr;
    Param param;
    param.quantMode = Param::UNQUANT;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("quantMode is PER_TENSOR_QUANT_ASYMM or PER_TOKEN_QUANT_SYMM"));
    param = Param();
    param.cacheMode = (Param::CacheMode)4;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(operation == nullptr);

    Case given(float16, Param::NZCACHE, Param::PER_TENSOR_QUANT_ASYMM, 2048, 128, 1, {0, 1, 2});
    CHECK(CreateOperation(given.param, &operation) == NO_ERROR);
    CHECK(operation->GetInputNum() == 24);
    CHECK(operation->GetOutputNum() == 4);
    std::vector<Tensor> tensors = given.tensors();
    auto with = [&](int place, int dim, int64_t size, aclDataType type = ACL_DT_UNDEFINED) {
        SVector<TensorDesc> in, out;
        for (const Tensor &tensor : tensors)
            in.push_back(tensor.desc);
        if (dim >= 0)
            in.at(place).shape.dims[dim] = size;
        if (type != ACL_DT_UNDEFINED)
            in.at(place).dtype = type;
        return operation->InferShape(in, out);
    };
    CHECK(with(0, -1, 0) == NO_ERROR);
    CHECK(with(0, 0, 1025) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("1 to 1024 are required"));
    CHECK(with(0, 1, 8224) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("2048 to 8192 are required"));
    CHECK(with(19, 2, 64) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("the tokens of a block of a cache in NZ is 64; 128 is required"));
    CHECK(with(19, 1, 64) == NO_ERROR);
    CHECK(with(19, 1, 48) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("the number of columns of NZ of a cache is 48; a multiple of 32 is required"));
    CHECK(with(20, 1, 6) == ERROR_INVALID_TENSOR_DIM);
    CHECK(with(5, 1, 7168) == ERROR_INVALID_TENSOR_DIM);
    CHECK(with(5, -1, 0, ACL_FLOAT16) == ERROR_CANN_ERROR);
    CHECK(says("wdqkv and wuq are int8"));
    CHECK(with(3, 0, 2) == ERROR_INVALID_TENSOR_DIM);
    CHECK(with(18, 2, 64) == ERROR_INVALID_TENSOR_DIM);
    CHECK(with(21, 0, 4) == ERROR_INVALID_TENSOR_DIM);
    CHECK(with(19, -1, 0, ACL_INT8) == ERROR_INVALID_TENSOR_DIM);
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors);

    Case one(bfloat16, Param::KVCACHE, Param::PER_TENSOR_QUANT_ASYMM, 2048, 129, 1, {0, 1, 2});
    tensors = one.tensors();
    CHECK(CreateOperation(one.param, &operation) == NO_ERROR);
    CHECK(with(0, -1, 0) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("1 to 128, or 256, are required"));
    CHECK(DestroyOperation(operation) == NO_ERROR);
    one.param.quantMode = Param::PER_TOKEN_QUANT_SYMM;
    CHECK(CreateOperation(one.param, &operation) == NO_ERROR);
    CHECK(with(19, 1, 256) == ERROR_INVALID_PARAM);
    CHECK(says("quantMode is PER_TENSOR_QUANT_ASYMM where"));
    CHECK(DestroyOperation(operation) == NO_ERROR);
    release(tensors);
}

int main()
{
    begin();
    const auto per_tensor = Param::PER_TENSOR_QUANT_ASYMM, per_token = Param::PER_TOKEN_QUANT_SYMM;
    in_place(Case(bfloat16, Param::KVCACHE, per_tensor, 2048, 16, 3, {5, -1, 40}));
    pair(Case(bfloat16, Param::KROPE_CTKV, per_token, 7168, 128, 2, {200, 3, 4}));
    elsewhere(Case(bfloat16, Param::INT8_NZCACHE, per_tensor, 2048, 128, 2, {130, 3, -1}));
    in_place(Case(float16, Param::NZCACHE, per_tensor, 2048, 128, 2, {255, 0, 77}));
    Case wide(float16, Param::INT8_NZCACHE, per_tensor, 2048, 128, 2, {130, 0, 255});
    wide.cache_heads = heads; // columns for every head, of which memory of one is written
    in_place(wide);
    refused();
    return end();
}
