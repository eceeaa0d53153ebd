/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and parameters of operations; and what is refused, with its text. */
#include "run.hpp"

using namespace atb;

static void streams()
{
    aclrtStream second;
    CHECK(aclrtCreateStream(&second) == 0);
    CHECK(context->SetExecuteStreams({stream, second}) == NO_ERROR);
    CHECK((context->GetExecuteStreams() == std::vector<aclrtStream>{stream, second}));
    Operation *operation = elewise(infer::ElewiseParam::ELEWISE_NEG);
    CHECK(SetExecuteStreamId(operation, 1) == NO_ERROR && GetExecuteStreamId(operation) == 1);
    std::vector<Tensor> found = run(operation, {floats({2}, {1, 2})});
    CHECK(take(found[0]) == (Floats{-1, -2}));
    CHECK(context->SetExecuteStream(stream) == NO_ERROR);
    CHECK(aclrtDestroyStream(second) == 0);
}

static void parameters()
{
    Operation *operation = elewise(infer::ElewiseParam::ELEWISE_MULS, 2);
    infer::ElewiseParam param;
    CHECK(CloneOperationParam(operation, param) == NO_ERROR && param.mulsParam.varAttr == 2);
    param.mulsParam.varAttr = 5;
    CHECK(UpdateOperationParam(operation, param) == NO_ERROR);
    CHECK(take(run(operation, {floats({1}, {2})})[0]) == (Floats{10}));
    CHECK(Utils::GetAtbVersion().rfind("aclnn_py ", 0) == 0);
    CHECK(Utils::GetTensorSize(describe(ACL_FLOAT16, {3, 5})) == 30);
    CHECK(Utils::GetTensorNumel(describe(ACL_FLOAT16, {3, 0})) == 0);
    float one = 1;
    uint64_t bits = 7;
    Utils::QuantParamConvert(&one, &bits, 1);
    CHECK(bits == 0x3f800000);
}

/* ---- What is refused --------------------------------------------------------------------------- */

static void refuses_calls()
{
    Operation *sum = elewise(infer::ElewiseParam::ELEWISE_ADD);
    Tensor two = floats({2}, {1, 2}), three = floats({3}, {1, 2, 3});
    VariantPack pack;
    uint64_t size = 0;
    pack.inTensors = {two};
    pack.outTensors = {two};
    CHECK(sum->Execute(pack, nullptr, 0, context) == ERROR_INVALID_PARAM);
    CHECK(says("ElewiseOperation::Execute: Setup has not succeeded"));
    CHECK(sum->Setup(pack, size, context) == ERROR_INVALID_IN_TENSOR_NUM);
    CHECK(says("inTensors has 1 tensor(s); this operation with its parameter has 2"));
    pack.inTensors = {two, three};
    CHECK(sum->Setup(pack, size, context) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("do not broadcast: 2 and 3"));
    pack.inTensors = {two, two};
    pack.outTensors = {three};
    CHECK(sum->Setup(pack, size, context) == ERROR_INVALID_TENSOR_DIM);
    CHECK(says("outTensors[0] is DT_FLOAT[3]; DT_FLOAT[2] follows"));
    pack.outTensors = {two};
    CHECK(sum->Setup(pack, size, nullptr) == ERROR_INVALID_PARAM);
    CHECK(says("context is NULL"));
    Context *other = nullptr;
    CHECK(CreateContext(&other) == NO_ERROR);
    CHECK(sum->Setup(pack, size, other) == NO_ERROR);
    CHECK(sum->Execute(pack, nullptr, 0, other) == ERROR_INVALID_PARAM);
    CHECK(says("no stream of number 0"));
    CHECK(sum->Setup(pack, size, context) == NO_ERROR);
    CHECK(sum->Execute(pack, nullptr, 0, other) == ERROR_INVALID_PARAM);
    CHECK(says("the same is required"));
    pack.outTensors[0].dataSize = 4;
    CHECK(sum->Execute(pack, nullptr, 0, context) == ERROR_INVALID_PARAM);
    CHECK(says("outTensors[0].dataSize is 4; Setup saw a tensor of 8 bytes"));
    CHECK(DestroyContext(other) == NO_ERROR);
    CHECK(DestroyOperation(sum) == NO_ERROR);
    CHECK(aclrtFree(two.deviceData) == 0 && aclrtFree(three.deviceData) == 0);
}

static void refuses_parameters()
{
    Operation *operation = nullptr;
    infer::LinearParam linear;
    CHECK(CreateOperation(linear, (Operation **)nullptr) == ERROR_INVALID_PARAM);
    linear.enAccum = true;
    CHECK(CreateOperation(linear, &operation) == ERROR_INVALID_PARAM);
    CHECK(says("hasBias and enAccum are not both true"));
    infer::GatherParam gather;
    gather.batchDims = 1;
    CHECK(CreateOperation(gather, &operation) == ERROR_CANN_ERROR);
    CHECK(says("the operation is where batchDims is 0"));
    Context *made = nullptr;
    CHECK(CreateContext(&made, 1, 64) == ERROR_INVALID_PARAM);
    CHECK(says("hostTilingBlockNum is 1; 128 to 1024"));
    CHECK(context->SetLaunchMode(GRAPH_LAUNCH_MODE) == ERROR_CANN_ERROR);
    CHECK(operation == nullptr && made == nullptr);
}

static void refuses_lengths_on_the_device()
{
    infer::PagedAttentionParam param;
    param.headNum = 1;
    Operation *operation = nullptr;
    CHECK(CreateOperation(param, &operation) == NO_ERROR);
    Tensor q = floats({1, 1, 2}, {1, 2}), cache = floats({1, 1, 1, 2}, {1, 2});
    Tensor table = ints({1, 1}, {0}), lengths = ints({1}, {1});
    VariantPack pack;
    uint64_t size = 0;
    pack.inTensors = {q, cache, cache, table, lengths};
    pack.outTensors = {q};
    CHECK(operation->Setup(pack, size, context) == ERROR_INVALID_PARAM);
    CHECK(says("contextLens has no hostData"));
    CHECK(DestroyOperation(operation) == NO_ERROR);
    for (void *data : {q.deviceData, cache.deviceData, table.deviceData, lengths.deviceData})
        CHECK(aclrtFree(data) == 0);
}

int main()
{
    begin();
    streams();
    parameters();
    refuses_calls();
    refuses_parameters();
    refuses_lengths_on_the_device();
    return end();
}
