/* SPDX-License-Identifier: Apache-2.0 */
/* Each operation of atb against its formula, computed here in double. */
#include "run.hpp"

using namespace atb;

/* ---- Products, element by element, norms ------------------------------------------------------- */

/* a is rows by inner, b is columns by inner. */
static std::vector<double> product(const Floats &a, const Floats &b, int rows, int inner,
                                   int columns)
{
    std::vector<double> result(rows * columns);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            for (int k = 0; k < inner; k++)
                result[i * columns + j] += (double)a[i * inner + k] * b[j * inner + k];
    return result;
}

static void linear()
{
    Floats x = numbers(6, 1), weight = numbers(12, 2), bias = numbers(4, 3);
    infer::LinearParam param;
    std::vector<double> expected = product(x, weight, 2, 3, 4);
    for (int i = 0; i < 8; i++)
        expected[i] += bias[i % 4];
    CHECK(near(take(run_of(param, {floats({2, 3}, x), floats({4, 3}, weight),
                                   floats({4}, bias)})[0]),
               expected));
    /* c += x^T w: x is 3 by 2 then, and w 3 by 4. */
    param.hasBias = false;
    param.enAccum = true;
    param.transposeA = true;
    param.transposeB = false;
    Floats sums = numbers(8, 4), turned_x(6), turned_weight(12);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            turned_x[k * 2 + i] = x[i * 3 + k];
    for (int j = 0; j < 4; j++)
        for (int k = 0; k < 3; k++)
            turned_weight[k * 4 + j] = weight[j * 3 + k];
    expected = product(x, weight, 2, 3, 4);
    for (int i = 0; i < 8; i++)
        expected[i] += sums[i];
    Tensor c = floats({2, 4}, sums);
    CHECK(near(take(run_of(param, {floats({3, 2}, turned_x), floats({3, 4}, turned_weight), c},
                           {c})[0]),
               expected));
}

static void elewise()
{
    using Type = infer::ElewiseParam;
    Type param;
    param.elewiseType = Type::ELEWISE_ADD;
    CHECK(take(run_of(param, {floats({2, 2}, {1, 2, 3, 4}), floats({2}, {10, 20})})[0]) ==
          (Floats{11, 22, 13, 24}));
    param.elewiseType = Type::ELEWISE_LESS;
    CHECK(take<int8_t>(run_of(param, {floats({3}, {1, 2, 3}), floats({3}, {2, 2, 2})})[0]) ==
          (std::vector<int8_t>{1, 0, 0}));
    param.elewiseType = Type::ELEWISE_MULS;
    param.mulsParam.varAttr = 3;
    CHECK(take(run_of(param, {floats({2}, {1, -2})})[0]) == (Floats{3, -6}));
    param.elewiseType = Type::ELEWISE_CAST;
    param.outTensorType = ACL_INT32;
    CHECK(take<int32_t>(run_of(param, {floats({2}, {1, -2})})[0]) == (std::vector<int32_t>{1, -2}));
    /* round(x / scale) + offset, within int8; halves go to the even number. */
    param.elewiseType = Type::ELEWISE_QUANT_PER_CHANNEL;
    CHECK(take<int8_t>(run_of(param, {floats({4}, {1, 5, 300, -3}), floats({4}, {2, 2, 2, 2}),
                                      on_device<int8_t>(ACL_INT8, {4}, {1, 1, 1, 1})})[0]) ==
          (std::vector<int8_t>{1, 3, 127, -1}));
}

static void rms_norm()
{
    const int rows = 2, width = 4;
    Floats x = numbers(rows * width, 5), gamma = numbers(width, 6), dy = numbers(rows * width, 7);
    std::vector<double> y(8), rstd(2), dx(8), dgamma(4);
    for (int i = 0; i < rows; i++) {
        double squares = 0, dot = 0;
        for (int j = 0; j < width; j++)
            squares += (double)x[i * width + j] * x[i * width + j];
        rstd[i] = 1 / std::sqrt(squares / width + 1e-5f);
        for (int j = 0; j < width; j++) {
            int k = i * width + j;
            y[k] = x[k] * rstd[i] * gamma[j];
            dgamma[j] += dy[k] * x[k] * rstd[i];
            dot += (double)dy[k] * gamma[j] * x[k];
        }
        /* The derivative of x / sqrt(mean(x^2) + e) in each direction. */
        for (int j = 0; j < width; j++) {
            int k = i * width + j;
            dx[k] = rstd[i] * dy[k] * gamma[j] - x[k] * std::pow(rstd[i], 3) * dot / width;
        }
    }
    infer::RmsNormParam param;
    param.layerType = infer::RmsNormParam::RMS_NORM_NORM;
    param.normParam.rstd = true;
    std::vector<Tensor> found = run_of(param, {floats({2, 4}, x), floats({4}, gamma)});
    CHECK(near(take(found[0]), y));
    CHECK(near(read(found[1]), rstd));
    std::vector<Tensor> gradients = run_of(
        train::RmsNormBackwardParam(),
        {floats({2, 4}, dy), floats({2, 4}, x), found[1], floats({4}, gamma)});
    CHECK(near(take(gradients[0]), dx));
    CHECK(near(take(gradients[1]), dgamma));
    /* What is added comes out too. */
    param = infer::RmsNormParam();
    param.layerType = infer::RmsNormParam::RMS_NORM_PRENORM;
    Floats half(x);
    for (float &value : half)
        value /= 2;
    found = run_of(param, {floats({2, 4}, half), floats({2, 4}, half), floats({4}, gamma)});
    CHECK(near(take(found[0]), y));
    CHECK(take(found[1]) == x);
}

/* ---- Attention ----------------------------------------------------------------------------------- */

static void reshape_and_cache()
{
    Floats key = numbers(8, 8), cache = numbers(24, 9), expected = cache;
    std::vector<int32_t> slots = {4, -1, 1, 0};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2 && slots[i] >= 0; j++)
            expected[slots[i] * 2 + j] = key[i * 2 + j];
    Tensor blocks = floats({6, 2, 1, 2}, cache);
    infer::ReshapeAndCacheParam param;
    param.kvCacheCfg = infer::ReshapeAndCacheParam::K_CACHE_V_BYPASS;
    CHECK(take(run_of(param, {floats({4, 1, 2}, key), blocks, ints({4}, slots)}, {blocks})[0]) ==
          expected);
}

/* Caches in NZ: 32 bytes of a row side by side, [blocks, elements / width, tokens, width]. */
static void reshape_and_cache_nz()
{
    const int block = 16, size = 64, width = 32;
    std::vector<int8_t> key(3 * size), cache(2 * block * size, 7), expected = cache;
    std::vector<int32_t> slots = {20, -1, 3};
    for (std::size_t i = 0; i < key.size(); i++)
        key[i] = (int8_t)(i - 90);
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < size && slots[t] >= 0; i++)
            expected[((slots[t] / block * (size / width) + i / width) * block + slots[t] % block) *
                         width +
                     i % width] = key[t * size + i];
    std::vector<uint16_t> value = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                          values(2 * block * 16);
    value.resize(3 * 16, 100);
    Tensor keys = on_device(ACL_INT8, {2, size / width, block, width}, cache);
    Tensor rows = on_device(ACL_FLOAT16, {2, 1, block, 16}, values);
    for (int i = 0; i < 16; i++)
        values[(block + 4) * 16 + i] = value[i], values[3 * 16 + i] = value[2 * 16 + i];
    infer::ReshapeAndCacheParam param;
    param.kvCacheCfg = infer::ReshapeAndCacheParam::K_CACHE_V_CACHE_NZ;
    std::vector<Tensor> found = run_of(param,
                                       {on_device(ACL_INT8, {3, 2, 32}, key),
                                        on_device(ACL_FLOAT16, {3, 1, 16}, value), keys, rows,
                                        ints({3}, slots)},
                                       {keys, rows});
    CHECK(take<int8_t>(found[0]) == expected);
    CHECK(take<uint16_t>(found[1]) == values);
}

static void rope()
{
    const int size = 16;
    for (int coefficient : {2, 4, size}) {
        Floats q = numbers(2 * 2 * size, 10), cos = numbers(2 * size, 11), sin = numbers(2 * size, 12);
        std::vector<double> expected(q.size());
        int part = 2 * size / coefficient, half = part / 2;
        for (std::size_t i = 0; i < q.size(); i++) {
            int token = i / (2 * size), within = i % part;
            int angle = token * size + i % size;
            double other = within < half ? -q[i + half] : q[i - half];
            expected[i] = q[i] * cos[angle] + other * sin[angle];
        }
        infer::RopeParam param;
        param.rotaryCoeff = coefficient;
        std::vector<Tensor> found = run_of(
            param, {floats({2, 2 * size}, q), floats({2, 2 * size}, q), floats({2, size}, cos),
                    floats({2, size}, sin), ints({1}, {2})});
        CHECK(near(take(found[0]), expected));
        CHECK(near(take(found[1]), expected));
    }
}

/* One query of all heads with its keys; mask is added to the scores. Heads of 3 elements. */
static std::vector<double> attention(const float *q, const Floats &k, const Floats &v, int heads,
                                     int kv_heads, int keys, const std::vector<double> &mask)
{
    std::vector<double> result(heads * 3);
    for (int h = 0; h < heads; h++) {
        int kv = h / (heads / kv_heads);
        double sum = 0;
        for (int j = 0; j < keys; j++) {
            double score = mask[j];
            for (int e = 0; e < 3; e++)
                score += 0.5 * q[h * 3 + e] * k[(j * kv_heads + kv) * 3 + e];
            sum += std::exp(score);
            for (int e = 0; e < 3; e++)
                result[h * 3 + e] += std::exp(score) * v[(j * kv_heads + kv) * 3 + e];
        }
        for (int e = 0; e < 3; e++)
            result[h * 3 + e] /= sum;
    }
    return result;
}

static void paged_attention()
{
    /* 4 blocks of 2 tokens, 1 head of keys for 2 of queries; the last sequence has no keys. */
    Floats q = numbers(18, 13), k = numbers(24, 14), v = numbers(24, 15);
    std::vector<int32_t> table = {3, 0, 1, 2, -1, -1}, lengths = {3, 1, 0};
    std::vector<double> expected;
    for (int i = 0; i < 2; i++) {
        Floats own_k, own_v;
        for (int j = 0; j < lengths[i]; j++)
            for (int e = 0; e < 3; e++) {
                int row = table[i * 2 + j / 2] * 2 + j % 2;
                own_k.push_back(k[row * 3 + e]);
                own_v.push_back(v[row * 3 + e]);
            }
        for (double value :
             attention(&q[i * 6], own_k, own_v, 2, 1, lengths[i], std::vector<double>(3)))
            expected.push_back(value);
    }
    expected.resize(18);
    infer::PagedAttentionParam param;
    param.headNum = 2;
    param.kvHeadNum = 1;
    param.qkScale = 0.5f;
    CHECK(near(take(run_of(param, {floats({3, 2, 3}, q), floats({4, 2, 1, 3}, k),
                                   floats({4, 2, 1, 3}, v), ints({3, 2}, table),
                                   on_host(lengths)})[0]),
               expected));
}

static void self_attention()
{
    Floats q = numbers(18, 16), k = numbers(9, 17), v = numbers(9, 18);
    std::vector<int32_t> lengths = {2, 1};
    std::vector<double> plain, causal;
    int first[] = {0, 0, 2}, count[] = {2, 2, 1}, seen[] = {1, 2, 1};
    for (int i = 0; i < 3; i++) {
        Floats own_k(k.begin() + first[i] * 3, k.end()), own_v(v.begin() + first[i] * 3, v.end());
        for (double value :
             attention(&q[i * 6], own_k, own_v, 2, 1, count[i], std::vector<double>(3)))
            plain.push_back(value);
        for (double value :
             attention(&q[i * 6], own_k, own_v, 2, 1, seen[i], std::vector<double>(3)))
            causal.push_back(value);
    }
    infer::SelfAttentionParam param;
    param.calcType = infer::SelfAttentionParam::PA_ENCODER;
    param.headNum = 2;
    param.kvHeadNum = 1;
    param.qkScale = 0.5f;
    CHECK(near(take(run_of(param, {floats({3, 2, 3}, q), floats({3, 1, 3}, k),
                                   floats({3, 1, 3}, v), on_host(lengths)})[0]),
               plain));
    param.maskType = infer::SelfAttentionParam::MASK_TYPE_NORM;
    CHECK(near(take(run_of(param, {floats({3, 2, 3}, q), floats({3, 1, 3}, k),
                                   floats({3, 1, 3}, v), floats({2, 2}, {0, -10000, 0, 0}),
                                   on_host(lengths)})[0]),
               causal));
    param.maskType = infer::SelfAttentionParam::MASK_TYPE_CAUSAL_MASK;
    CHECK(near(take(run_of(param, {floats({3, 6}, q), floats({3, 3}, k), floats({3, 3}, v),
                                   on_host(lengths)})[0]),
               causal));
}

static void group_topk()
{
    infer::GroupTopkParam param;
    param.groupNum = 3;
    param.k = 1;
    Tensor x = floats({1, 6}, {5, 0, 3, 3, 1, 4});
    CHECK(take(run_of(param, {x, ints({2}, {0, 1})}, {x})[0]) == (Floats{5, 0, 0, 0, 0, 0}));
    param.groupMultiFlag = infer::GroupTopkParam::SUM_MULTI_MAX;
    param.n = 2;
    x = floats({1, 6}, {5, 0, 3, 3, 1, 4});
    CHECK(take(run_of(param, {x, ints({2}, {0, 1})}, {x})[0]) == (Floats{0, 0, 3, 3, 0, 0}));
}

/* ---- The others -------------------------------------------------------------------------------- */

static void activation()
{
    infer::ActivationParam param;
    param.activationType = infer::ACTIVATION_SWIGLU_FORWARD;
    Floats x = numbers(4, 19);
    std::vector<double> expected;
    for (int i = 0; i < 2; i++)
        expected.push_back(x[i] / (1 + std::exp(-(double)x[i])) * x[2 + i]);
    CHECK(near(take(run_of(param, {floats({1, 4}, x)})[0]), expected));
    param.activationType = infer::ACTIVATION_SWISH;
    param.scale = 2;
    expected.clear();
    for (float value : x)
        expected.push_back(value / (1 + std::exp(-2.0 * value)));
    CHECK(near(take(run_of(param, {floats({4}, x)})[0]), expected));
    param.activationType = infer::ACTIVATION_GELU;
    param.geluMode = infer::ActivationParam::NONE_MODE;
    expected.clear();
    for (float value : x)
        expected.push_back(0.5 * value * (1 + std::erf(value / std::sqrt(2.0))));
    CHECK(near(take(run_of(param, {floats({4}, x)})[0]), expected));
}

static void arrange()
{
    const Floats six = {1, 2, 3, 4, 5, 6};
    infer::ConcatParam concat;
    concat.concatDim = 1;
    CHECK(take(run_of(concat, {floats({2, 3}, six), floats({2, 1}, {7, 8})})[0]) ==
          (Floats{1, 2, 3, 7, 4, 5, 6, 8}));
    infer::SplitParam split;
    split.splitDim = 1;
    split.splitSizes = {1, 2};
    std::vector<Tensor> parts = run_of(split, {floats({2, 3}, six)});
    CHECK(take(parts[0]) == (Floats{1, 4}));
    CHECK(take(parts[1]) == (Floats{2, 3, 5, 6}));
    infer::SliceParam slice;
    slice.offsets = {0, -2};
    slice.size = {2, -1};
    CHECK(take(run_of(slice, {floats({2, 3}, six)})[0]) == (Floats{2, 3, 5, 6}));
    infer::TransposeParam transpose;
    transpose.perm = {1, 0};
    CHECK(take(run_of(transpose, {floats({2, 3}, six)})[0]) == (Floats{1, 4, 2, 5, 3, 6}));
    infer::GatherParam gather;
    gather.axis = 1;
    CHECK(take(run_of(gather, {floats({2, 3}, six), ints({2}, {2, 0})})[0]) ==
          (Floats{3, 1, 6, 4}));
    infer::RepeatParam repeat;
    repeat.multiples = {2, 1};
    CHECK(take(run_of(repeat, {floats({1, 2}, {1, 2})})[0]) == (Floats{1, 2, 1, 2}));
    CHECK(take(run_of(infer::WhereParam(), {on_device<uint8_t>(ACL_UINT8, {2}, {1, 0}),
                                            floats({2}, {1, 2}), floats({2}, {3, 4})})[0]) ==
          (Floats{1, 4}));
    infer::FillParam fill;
    fill.value = {9};
    CHECK(take(run_of(fill, {floats({2}, {1, 2}), on_device<int8_t>(ACL_INT8, {2}, {0, 1})})[0]) ==
          (Floats{1, 9}));
}

static void along_dimensions()
{
    const Floats six = {1, 5, 3, 6, 2, 4};
    infer::ReduceParam reduce;
    reduce.reduceType = infer::ReduceParam::REDUCE_MAX;
    reduce.axis = {1};
    CHECK(take(run_of(reduce, {floats({2, 3}, six)})[0]) == (Floats{5, 6}));
    reduce.reduceType = infer::ReduceParam::REDUCE_SUM;
    reduce.axis = {0};
    CHECK(take(run_of(reduce, {floats({2, 3}, six)})[0]) == (Floats{7, 7, 7}));
    infer::CumsumParam cumsum;
    cumsum.axes = {1};
    CHECK(take(run_of(cumsum, {floats({2, 3}, six)})[0]) == (Floats{1, 6, 9, 6, 8, 12}));
    infer::SortParam sort;
    sort.num = {2};
    std::vector<Tensor> found = run_of(sort, {floats({2, 3}, six)});
    CHECK(take(found[0]) == (Floats{5, 3, 6, 4}));
    CHECK(take<int32_t>(found[1]) == (std::vector<int32_t>{1, 2, 0, 2}));
    infer::SoftmaxParam softmax;
    softmax.axes = {0, 1};
    std::vector<double> expected;
    double sum = 0;
    for (float value : six)
        sum += std::exp((double)value);
    for (float value : six)
        expected.push_back(std::exp((double)value) / sum);
    CHECK(near(take(run_of(softmax, {floats({2, 3}, six)})[0]), expected));
}

int main()
{
    begin();
    linear();
    elewise();
    rms_norm();
    reshape_and_cache();
    reshape_and_cache_nz();
    rope();
    paged_attention();
    self_attention();
    group_topk();
    activation();
    arrange();
    along_dimensions();
    return end();
}
