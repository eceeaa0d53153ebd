/* SPDX-License-Identifier: Apache-2.0 */
/* Runs operations of atb on values of the host, as their documentation says, and compares. */
#ifndef ATB_RUN_H
#define ATB_RUN_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "atb/atb_infer.h"

static int failures;

#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);      \
            const char *text = aclGetRecentErrMsg();                         \
            std::printf("%s\n", text != nullptr ? text : "(no error text)"); \
            failures++;                                                      \
        }                                                                    \
    } while (0)

using Floats = std::vector<float>;
using Shape = std::vector<int64_t>;

static inline atb::TensorDesc describe(aclDataType type, const Shape &shape)
{
    atb::TensorDesc desc;
    desc.dtype = type;
    desc.format = ACL_FORMAT_ND;
    desc.shape.dimNum = shape.size();
    for (std::size_t i = 0; i < shape.size(); i++)
        desc.shape.dims[i] = shape[i];
    return desc;
}

/* Device memory with the values. */
template <class T>
static inline atb::Tensor on_device(aclDataType type, const Shape &shape, const std::vector<T> &values)
{
    atb::Tensor tensor;
    tensor.desc = describe(type, shape);
    tensor.dataSize = atb::Utils::GetTensorSize(tensor);
    CHECK(tensor.dataSize == values.size() * sizeof(T));
    CHECK(aclrtMalloc(&tensor.deviceData, tensor.dataSize, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(aclrtMemcpy(tensor.deviceData, tensor.dataSize, values.data(), tensor.dataSize,
                      ACL_MEMCPY_HOST_TO_DEVICE) == 0);
    return tensor;
}

static inline atb::Tensor floats(const Shape &shape, const Floats &values)
{
    return on_device(ACL_FLOAT, shape, values);
}

static inline atb::Tensor ints(const Shape &shape, const std::vector<int32_t> &values)
{
    return on_device(ACL_INT32, shape, values);
}

/* Lengths, which operations read in host memory; the vector has to live. */
static inline atb::Tensor on_host(std::vector<int32_t> &values)
{
    atb::Tensor tensor;
    tensor.desc = describe(ACL_INT32, {(int64_t)values.size()});
    tensor.hostData = values.data();
    tensor.dataSize = atb::Utils::GetTensorSize(tensor);
    return tensor;
}

template <class T = float> static std::vector<T> read(const atb::Tensor &tensor)
{
    std::vector<T> values(tensor.dataSize / sizeof(T));
    CHECK(aclrtMemcpy(values.data(), tensor.dataSize, tensor.deviceData, tensor.dataSize,
                      ACL_MEMCPY_DEVICE_TO_HOST) == 0);
    return values;
}

/* The same numbers every time, between -1 and 1. */
static inline Floats numbers(std::size_t count, unsigned seed)
{
    Floats values(count);
    for (float &value : values) {
        seed = seed * 1664525u + 1013904223u;
        value = (float)(int)(seed >> 8) / 8388608.0f - 1.0f;
    }
    return values;
}

static inline bool near(const Floats &is, const std::vector<double> &expected, double within = 1e-5)
{
    bool same = is.size() == expected.size();
    for (std::size_t i = 0; same && i < is.size(); i++)
        same = std::fabs(is[i] - expected[i]) <= within * (1 + std::fabs(expected[i]));
    return same;
}

static aclrtStream stream;
static atb::Context *context;

/* Sets up, executes and waits; outputs are made as InferShape says unless some are given. Gives the
 * outputs. The operation ends. */
static inline std::vector<atb::Tensor> run(atb::Operation *operation, std::vector<atb::Tensor> inputs,
                                    std::vector<atb::Tensor> outputs = {})
{
    atb::VariantPack pack;
    atb::SVector<atb::TensorDesc> in, out;
    for (const atb::Tensor &tensor : inputs) {
        pack.inTensors.push_back(tensor);
        in.push_back(tensor.desc);
    }
    CHECK(operation->InferShape(in, out) == atb::NO_ERROR);
    CHECK(out.size() == operation->GetOutputNum());
    for (std::size_t i = outputs.size(); i < out.size(); i++) {
        atb::Tensor tensor;
        tensor.desc = out[i];
        tensor.dataSize = atb::Utils::GetTensorSize(tensor);
        CHECK(aclrtMalloc(&tensor.deviceData, tensor.dataSize, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
        outputs.push_back(tensor);
    }
    for (const atb::Tensor &tensor : outputs)
        pack.outTensors.push_back(tensor);
    uint64_t size = 0;
    void *workspace = nullptr;
    CHECK(operation->Setup(pack, size, context) == atb::NO_ERROR);
    if (size > 0)
        CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    CHECK(operation->Execute(pack, (uint8_t *)workspace, size, context) == atb::NO_ERROR);
    CHECK(aclrtSynchronizeDevice() == 0);
    if (workspace != nullptr)
        CHECK(aclrtFree(workspace) == 0);
    CHECK(atb::DestroyOperation(operation) == atb::NO_ERROR);
    for (const atb::Tensor &tensor : inputs) {
        bool is_output = false;
        for (const atb::Tensor &other : outputs)
            is_output = is_output || other.deviceData == tensor.deviceData;
        if (tensor.deviceData != nullptr && !is_output)
            CHECK(aclrtFree(tensor.deviceData) == 0);
    }
    return outputs;
}

/* The values of outputs, whose memory ends. */
template <class T = float> static std::vector<T> take(const atb::Tensor &tensor)
{
    std::vector<T> values = read<T>(tensor);
    CHECK(aclrtFree(tensor.deviceData) == 0);
    return values;
}

template <class P>
static inline std::vector<atb::Tensor> run_of(const P &param, std::vector<atb::Tensor> inputs,
                                       std::vector<atb::Tensor> outputs = {})
{
    atb::Operation *operation = nullptr;
    CHECK(atb::CreateOperation(param, &operation) == atb::NO_ERROR);
    if (operation == nullptr)
        std::exit(1);
    return run(operation, inputs, outputs);
}

/* An operation on every element. */
static inline atb::Operation *elewise(atb::infer::ElewiseParam::ElewiseType type, float factor = 0)
{
    atb::Operation *operation = nullptr;
    atb::infer::ElewiseParam param;
    param.elewiseType = type;
    param.mulsParam.varAttr = factor;
    CHECK(atb::CreateOperation(param, &operation) == atb::NO_ERROR);
    return operation;
}

/* Whether the newest error text has these words. */
static inline bool says(const char *words)
{
    const char *text = aclGetRecentErrMsg();
    bool found = text != nullptr && std::strstr(text, words) != nullptr;
    if (!found)
        std::printf("no \"%s\" in: %s\n", words, text != nullptr ? text : "(nothing)");
    return found;
}

static inline void begin()
{
    CHECK(aclInit(nullptr) == 0);
    CHECK(aclrtSetDevice(0) == 0);
    CHECK(aclrtCreateStream(&stream) == 0);
    CHECK(atb::CreateContext(&context) == atb::NO_ERROR);
    CHECK(context->SetExecuteStream(stream) == atb::NO_ERROR);
}

static inline int end()
{
    CHECK(atb::DestroyContext(context) == atb::NO_ERROR);
    CHECK(aclrtDestroyStream(stream) == 0);
    CHECK(aclrtResetDevice(0) == 0);
    CHECK(aclFinalize() == 0);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}

#endif
