/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of layers, products of int8, and operations that name places, against their formulas. */
#include "small.hpp"

using namespace atb;

using Doubles = std::vector<double>;
using Bytes = std::vector<int8_t>;

/* ---- Norms ----------------------------------------------------------------------------------- */

/* (x - mean) / sqrt(variance + 1e-5) of rows. */
static Doubles normed(const Doubles &x, int width)
{
    Doubles y;
    for (std::size_t first = 0; first < x.size(); first += width) {
        double mean = 0, variance = 0;
        for (int i = 0; i < width; i++)
            mean += x[first + i] / width;
        for (int i = 0; i < width; i++)
            variance += (x[first + i] - mean) * (x[first + i] - mean) / width;
        for (int i = 0; i < width; i++)
            y.push_back((x[first + i] - mean) / std::sqrt(variance + 1e-5f));
    }
    return y;
}

static void layer_norm()
{
    using Param = infer::LayerNormParam;
    Floats x = numbers(24, 1), residual = numbers(24, 2), gamma = numbers(12, 3), beta = numbers(12, 4);
    /* Over the last two dimensions. */
    Param param;
    param.layerType = Param::LAYER_NORM_NORM;
    param.normParam.beginNormAxis = 1;
    Doubles expected = normed(Doubles(x.begin(), x.end()), 12);
    for (int i = 0; i < 24; i++)
        expected[i] = expected[i] * gamma[i % 12] + beta[i % 12];
    CHECK(near(take(run_of(param, {floats({2, 3, 4}, x), floats({3, 4}, gamma),
                                   floats({3, 4}, beta)})[0]),
               expected));
    /* With what is added to x, which comes out too. */
    Doubles sum;
    for (int i = 0; i < 24; i++)
        sum.push_back((double)x[i] + residual[i]);
    expected = normed(sum, 4);
    for (int i = 0; i < 24; i++)
        expected[i] = expected[i] * gamma[i % 4] + beta[i % 4];
    for (auto type : {Param::LAYER_NORM_PRENORM, Param::LAYER_NORM_POSTNORM}) {
        param = Param();
        param.layerType = type;
        std::vector<Tensor> found = run_of(
            param, {floats({2, 3, 4}, x), floats({2, 3, 4}, residual),
                    floats({4}, Floats(gamma.begin(), gamma.begin() + 4)),
                    floats({4}, Floats(beta.begin(), beta.begin() + 4))});
        CHECK(near(take(found[0]), expected));
        CHECK(found.size() == (type == Param::LAYER_NORM_PRENORM ? 2 : 1));
        if (found.size() == 2)
            CHECK(near(take(found[1]), sum));
    }
    /* Heads with weights of their own. */
    expected = normed(Doubles(x.begin(), x.end()), 4);
    for (int i = 0; i < 24; i++)
        expected[i] *= gamma[i % 12];
    CHECK(near(take(run_of(infer::CohereLayerNormParam(),
                           {floats({2, 3, 4}, x), floats({3, 4}, gamma)})[0]),
               expected));

    Operation *operation = nullptr;
    param = Param();
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    param.layerType = Param::LAYER_NORM_PRENORM;
    param.preNormParam.zoomScaleValue = 2;
    CHECK(CreateOperation(param, &operation) == ERROR_CANN_ERROR);
    CHECK(says("zoomScaleValue is 1"));
}

/* ---- Products of int8 ------------------------------------------------------------------------------ */

static Bytes bytes(std::size_t count, unsigned seed)
{
    Bytes values;
    for (float value : numbers(count, seed))
        values.push_back((int8_t)(127 * value));
    return values;
}

/* x weight^T with a bias, by factors of columns, and by factors of rows instead of the bias. */
static void linear_of_int8()
{
    using Param = infer::LinearParam;
    const int rows = 6, inner = 32, columns = 16;
    Bytes x = bytes(rows * inner, 5), weight = bytes(columns * inner, 6);
    Floats factors(columns), of_rows(rows);
    std::vector<int32_t> bias(columns);
    for (int j = 0; j < columns; j++)
        factors[j] = std::ldexp(1.0f + (float)(j % 8) / 8, -14), bias[j] = 100 * j - 700;
    for (int i = 0; i < rows; i++)
        of_rows[i] = 1.0f + (float)i / 4;
    for (bool by_token : {false, true})
        for (bool is_half : {false, true}) {
            Param param;
            param.outDataType = is_half ? ACL_FLOAT16 : ACL_BF16;
            param.hasBias = !by_token;
            param.quantMode = by_token ? Param::PER_TOKEN : Param::PER_CHANNEL;
            Doubles expected;
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) {
                    double sum = by_token ? 0 : bias[j];
                    for (int k = 0; k < inner; k++)
                        sum += x[i * inner + k] * weight[j * inner + k];
                    expected.push_back(sum * factors[j] * (by_token ? of_rows[i] : 1));
                }
            std::vector<Tensor> tensors = {on_device(ACL_INT8, {2, 3, inner}, x),
                                           on_device(ACL_INT8, {columns, inner}, weight)};
            if (!by_token)
                tensors.push_back(ints({1, columns}, bias));
            /* float16 without factors of rows has words of 64 bits. */
            std::vector<uint64_t> words(columns);
            Utils::QuantParamConvert(factors.data(), words.data(), columns);
            tensors.push_back(is_half && !by_token ? on_device(ACL_INT64, {columns}, words)
                                                   : floats({columns}, factors));
            if (by_token)
                tensors.push_back(floats({rows}, of_rows));
            Tensor found = run_of(param, tensors)[0];
            CHECK(found.desc.shape.dimNum == 3);
            const Format &format = is_half ? float16 : bfloat16;
            CHECK(near(floats_of(format, found), expected, is_half ? 1e-3 : 8e-3));
            CHECK(aclrtFree(found.deviceData) == 0);
        }
    Operation *operation = nullptr;
    Param param;
    param.outDataType = ACL_FLOAT;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("outDataType is ACL_DT_UNDEFINED, ACL_FLOAT16 or ACL_BF16"));
    param.outDataType = ACL_BF16;
    param.quantMode = Param::PER_TOKEN;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("hasBias is false with PER_TOKEN"));
}

/* ---- Places ---------------------------------------------------------------------------------- */

static void as_strided()
{
    infer::AsStridedParam param;
    for (int64_t size : {2, 3})
        param.size.push_back(size);
    for (int64_t stride : {5, 2})
        param.stride.push_back(stride);
    param.offset.push_back(1);
    Floats x(12);
    for (int i = 0; i < 12; i++)
        x[i] = (float)i;
    CHECK(take(run_of(param, {floats({3, 4}, x)})[0]) == (Floats{1, 3, 5, 6, 8, 10}));
    Operation *operation = nullptr;
    param.offset.at(0) = 3;
    CHECK(CreateOperation(param, &operation) == NO_ERROR);
    SVector<TensorDesc> in, out;
    in.push_back(describe(ACL_FLOAT, {3, 4}));
    CHECK(operation->InferShape(in, out) == ERROR_INVALID_PARAM);
    CHECK(says("name elements of the tensor"));
    CHECK(DestroyOperation(operation) == NO_ERROR);
}

/* Runs an operation that has no outputs. */
template <typename Param> static void change(const Param &param, std::initializer_list<Tensor> tensors)
{
    Operation *operation = nullptr;
    CHECK(CreateOperation(param, &operation) == NO_ERROR);
    CHECK(operation->GetOutputNum() == 0);
    VariantPack pack;
    for (const Tensor &tensor : tensors)
        pack.inTensors.push_back(tensor);
    uint64_t size = 0;
    CHECK(operation->Setup(pack, size, context) == NO_ERROR);
    CHECK(operation->Execute(pack, nullptr, size, context) == NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    CHECK(DestroyOperation(operation) == NO_ERROR);
}

/* What InferShape answers. */
template <typename Param>
static Status inferred(const Param &param, std::initializer_list<TensorDesc> inputs)
{
    Operation *operation = nullptr;
    CHECK(CreateOperation(param, &operation) == NO_ERROR);
    SVector<TensorDesc> in, out;
    for (const TensorDesc &desc : inputs)
        in.push_back(desc);
    Status status = operation->InferShape(in, out);
    CHECK(DestroyOperation(operation) == NO_ERROR);
    return status;
}

/* The first tensor is changed; there is no output. */
static void set_value()
{
    infer::SetValueParam param;
    for (int64_t start : {0, 1})
        param.starts.push_back(start);
    for (int64_t end : {2, 3})
        param.ends.push_back(end);
    param.strides.push_back(1);
    param.strides.push_back(1);
    Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6}), part = floats({2, 2}, {7, 8, 9, 10});
    change(param, {x, part});
    CHECK(take(x) == (Floats{1, 7, 8, 4, 9, 10}));
    CHECK(aclrtFree(part.deviceData) == 0);
    Operation *operation = nullptr;
    param.strides.at(1) = 2;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
}

static void onehot()
{
    infer::OnehotParam param;
    param.axis = 0;
    param.depth = 3;
    CHECK(take<int32_t>(run_of(param, {ints({2}, {2, 0}), ints({1}, {5}), ints({1}, {-1})})[0]) ==
          (std::vector<int32_t>{-1, 5, -1, -1, 5, -1}));
}

static void index_add()
{
    infer::IndexAddParam param;
    param.indexType = infer::IndexAddParam::INDEX_ADD;
    param.axis = 1;
    Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
    CHECK(take(run_of(param, {x, ints({2}, {2, 0}), floats({2, 2}, {1, 2, 3, 4}), floats({1}, {10})},
                      {x})[0]) == (Floats{21, 2, 13, 44, 5, 36}));
    Operation *operation = nullptr;
    param.indexType = infer::IndexAddParam::INDEX_ADD_VALID;
    CHECK(CreateOperation(param, &operation) == ERROR_CANN_ERROR);
}

/* [rows, columns] as [1, columns / 16, rows, 16] with zeros behind, and back. */
static void transdata()
{
    const int rows = 5, columns = 20;
    std::vector<uint16_t> x(rows * columns), expected(2 * 16 * 16);
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] = (uint16_t)(i + 1);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            expected[(j / 16 * 16 + i) * 16 + j % 16] = x[i * columns + j];
    infer::TransdataParam param;
    param.transdataType = infer::TransdataParam::ND_TO_FRACTAL_NZ;
    Tensor nz = run_of(param, {on_device(ACL_FLOAT16, {rows, columns}, x)})[0];
    CHECK(nz.desc.format == ACL_FORMAT_FRACTAL_NZ);
    CHECK(read<uint16_t>(nz) == expected);
    param.transdataType = infer::TransdataParam::FRACTAL_NZ_TO_ND;
    param.outCrops.at(0) = rows;
    param.outCrops.at(1) = columns;
    CHECK(take<uint16_t>(run_of(param, {nz})[0]) == x);
    Operation *operation = nullptr;
    param.outCrops.at(1) = 0;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
}

/* Parts of attention with the logarithms of their sums, as FlashAttention has them. */
static void fa_update()
{
    const int parts = 3, tokens = 2, width = 4;
    Floats lse = numbers(parts * tokens, 7), out = numbers(parts * tokens * width, 8);
    Doubles expected;
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < width; i++) {
            double sum = 0, all = 0;
            for (int p = 0; p < parts; p++) {
                all += std::exp((double)lse[p * tokens + t]);
                sum += std::exp((double)lse[p * tokens + t]) * out[(p * tokens + t) * width + i];
            }
            expected.push_back(sum / all);
        }
    infer::FaUpdateParam param;
    param.sp = parts;
    CHECK(near(take(run_of(param, {floats({parts, tokens}, lse),
                                   floats({parts, tokens, width}, out)})[0]),
               expected));
}

static void rope_q_concat()
{
    const int tokens = 2, heads = 3, size = 4, width = 2;
    Floats q = numbers(tokens * heads * size, 9), other = numbers(tokens * heads * width, 10);
    Floats cos = numbers(tokens * size, 11), sin = numbers(tokens * size, 12);
    Doubles expected;
    for (int t = 0; t < tokens; t++)
        for (int h = 0; h < heads; h++) {
            const float *x = &q[(t * heads + h) * size];
            for (int i = 0; i < size; i++) {
                double turned = i < size / 2 ? -x[i + size / 2] : x[i - size / 2];
                expected.push_back(x[i] * cos[t * size + i] + turned * sin[t * size + i]);
            }
            for (int i = 0; i < width; i++)
                expected.push_back(other[(t * heads + h) * width + i]);
        }
    CHECK(near(take(run_of(infer::RopeQConcatParam(),
                           {floats({tokens, heads * size}, q), floats({tokens, size}, cos),
                            floats({tokens, size}, sin), floats({tokens, heads, width}, other)})[0]),
               expected));
}

static void scatter_elements()
{
    infer::ScatterElementsV2Param param;
    for (auto reduction : {param.NONE, param.ADD}) {
        param.reduction = reduction;
        Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6}), places = ints({2, 2}, {2, 0, 1, 2});
        Tensor elements = floats({2, 2}, {10, 20, 30, 40});
        change(param, {x, places, elements});
        CHECK(take(x) == (reduction == param.ADD ? Floats{21, 2, 13, 4, 35, 46} :
                                                   Floats{20, 2, 10, 4, 30, 40}));
        CHECK(aclrtFree(places.deviceData) == 0);
        CHECK(aclrtFree(elements.deviceData) == 0);
    }
    CHECK(inferred(param, {describe(ACL_FLOAT, {2, 3}), describe(ACL_INT32, {2, 2}),
                           describe(ACL_FLOAT, {2, 1})}) != NO_ERROR);
    Operation *operation = nullptr;
    param.axis = 0;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("axis is -1"));
}

/* Block 4 comes to places 0 and 2, block 1 to place 3. */
static void block_copy()
{
    Floats keys = numbers(5 * 12, 13), values = numbers(5 * 12, 14), moved[2] = {keys, values};
    for (Floats &cache : moved)
        for (auto [from, to] : {std::pair(4, 0), std::pair(4, 2), std::pair(1, 3)})
            std::copy_n(cache.begin() + from * 12, 12, cache.begin() + to * 12);
    Tensor key_cache = floats({5, 2, 3, 2}, keys), value_cache = floats({5, 2, 3, 2}, values);
    Tensor blocks = ints({2}, {4, 1}), places = ints({3}, {0, 2, 3}), sums = ints({2}, {2, 3});
    change(infer::BlockCopyParam(), {key_cache, value_cache, blocks, places, sums});
    CHECK(take(key_cache) == moved[0]);
    CHECK(take(value_cache) == moved[1]);
    for (const Tensor &tensor : {blocks, places, sums})
        CHECK(aclrtFree(tensor.deviceData) == 0);
    TensorDesc cache = describe(ACL_FLOAT, {2, 2, 3, 2}), two = describe(ACL_INT32, {2});
    CHECK(inferred(infer::BlockCopyParam(), {cache, cache, two, two, two}) == NO_ERROR);
    CHECK(inferred(infer::BlockCopyParam(), {cache, cache, two, describe(ACL_INT32, {3}), two}) ==
          ERROR_INVALID_PARAM);
}

static void gather_pre_rms_norm()
{
    const int tokens = 3, width = 16, chosen[tokens] = {1, 0, 1};
    Floats x = numbers(tokens * width, 15), rows = numbers(2 * width, 16), gamma = numbers(width, 17);
    Doubles sums, expected;
    for (int t = 0; t < tokens; t++) {
        double squares = 0;
        for (int i = 0; i < width; i++) {
            sums.push_back((double)x[t * width + i] + rows[chosen[t] * width + i]);
            squares += sums.back() * sums.back() / width;
        }
        for (int i = 0; i < width; i++)
            expected.push_back(sums[t * width + i] / std::sqrt(squares + 1e-5f) * gamma[i]);
    }
    std::vector<Tensor> found = run_of(
        infer::GatherPreRmsNormParam(),
        {floats({tokens, width}, x), floats({2, width}, rows), ints({tokens}, {1, 0, 1}),
         floats({1, width}, gamma)});
    CHECK(near(take(found[0]), expected));
    CHECK(near(take(found[1]), sums));
    CHECK(inferred(infer::GatherPreRmsNormParam(),
                   {describe(ACL_FLOAT16, {3, 16}), describe(ACL_FLOAT16, {2, 8}),
                    describe(ACL_INT32, {3}), describe(ACL_FLOAT16, {16})}) != NO_ERROR);
}

/* The row's largest number becomes 127; the second output is what int8 is multiplied by. */
static void swiglu_quant()
{
    const int rows = 3, half = 8;
    Floats x = numbers(rows * 2 * half, 18);
    std::vector<Tensor> found = run_of(infer::SwigluQuantParam(), {floats({rows, 2 * half}, x)});
    Bytes codes = take<int8_t>(found[0]);
    Floats factors = take(found[1]);
    CHECK(codes.size() == rows * half && factors.size() == rows);
    for (int r = 0; r < rows; r++) {
        Doubles y;
        double largest = 0;
        for (int i = 0; i < half; i++) {
            double a = x[r * 2 * half + i], b = x[r * 2 * half + half + i];
            y.push_back(a / (1 + std::exp(-a)) * b);
            largest = std::max(largest, std::fabs(y.back()));
        }
        CHECK(std::fabs(factors[r] - largest / 127) < 1e-6 * largest);
        for (int i = 0; i < half; i++)
            CHECK(std::fabs(codes[r * half + i] - y[i] * 127 / largest) < 0.5001);
    }
    CHECK(inferred(infer::SwigluQuantParam(), {describe(ACL_FLOAT16, {2, 7})}) != NO_ERROR);
}

/* As gradients of weights of experts: the sums are an input and the output. */
static void grouped_matmul()
{
    const int m = 3, k = 7, n = 4, groups = 3, ends[groups] = {2, 2, 7};
    Floats x = numbers(m * k, 19), weight = numbers(k * n, 20), before = numbers(groups * m * n, 21);
    for (const bool is_turned : {false, true}) {
        Doubles left, expected(before.begin(), before.end());
        for (int i = 0; i < m * k; i++)
            left.push_back(is_turned ? x[i % k * m + i / k] : x[i]);
        for (int g = 0; g < groups; g++)
            for (int at = 0; at < m * n; at++)
                for (int i = g == 0 ? 0 : ends[g - 1]; i < ends[g]; i++)
                    expected[g * m * n + at] += left[at / n * k + i] * weight[i * n + at % n];
        infer::GroupedMatmulInplaceAddParam param;
        param.transposeA = is_turned;
        Shape shape = is_turned ? Shape{k, m} : Shape{m, k};
        for (Shape of_sums : {Shape{groups * m, n}, Shape{m, groups * n}}) {
            Tensor sums = floats(of_sums, before);
            CHECK(near(take(run_of(param,
                                   {floats(shape, x), floats({k, n}, weight),
                                    on_device(ACL_INT64, {groups}, std::vector<int64_t>(ends, ends + groups)),
                                    sums},
                                   {sums})[0]),
                       expected));
        }
    }
    infer::GroupedMatmulInplaceAddParam param;
    CHECK(inferred(param, {describe(ACL_BF16, {3, 4}), describe(ACL_BF16, {4, 5}),
                           describe(ACL_INT64, {2}), describe(ACL_FLOAT, {8, 5})}) ==
          ERROR_INVALID_PARAM);
    CHECK(says("[groups * m, n]"));
    Operation *operation = nullptr;
    param.transposeB = true;
    CHECK(CreateOperation(param, &operation) == ERROR_INVALID_PARAM);
}

/* Sizes of 0 and too many dimensions are refused before anything is counted by them. */
static void descriptions()
{
    infer::LinearParam linear;
    linear.outDataType = ACL_FLOAT16;
    linear.hasBias = false;
    linear.transposeB = false;
    linear.quantMode = infer::LinearParam::PER_TOKEN;
    CHECK(inferred(linear, {describe(ACL_INT8, {2, 4}), describe(ACL_INT8, {4, 0}),
                            describe(ACL_FLOAT, {0}), describe(ACL_FLOAT, {2})}) ==
          ERROR_INVALID_TENSOR_DIM);
    CHECK(says("the shape of inTensorDescs[1] is [4, 0]; sizes above 0 are required"));
    TensorDesc many = describe(ACL_FLOAT, {2, 4});
    many.shape.dimNum = MAX_DIM + 1;
    infer::LayerNormParam norm;
    norm.layerType = infer::LayerNormParam::LAYER_NORM_NORM;
    CHECK(inferred(norm, {many, describe(ACL_FLOAT, {4}), describe(ACL_FLOAT, {4})}) ==
          ERROR_INVALID_TENSOR_DIM_NUM);
    CHECK(says("inTensorDescs[0] has 9 dimensions; 1 to 8 are required"));
}

int main()
{
    begin();
    descriptions();
    layer_norm();
    linear_of_int8();
    as_strided();
    set_value();
    onehot();
    index_add();
    transdata();
    fa_update();
    rope_q_concat();
    scatter_elements();
    block_copy();
    gather_pre_rms_norm();
    swiglu_quant();
    grouped_matmul();
    return end();
}
