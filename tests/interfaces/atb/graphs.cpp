/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs of operations, one of them the program's own; and what is refused, with its text. */
#include "run.hpp"

using namespace atb;

static Node node(Operation *operation, SVector<uint32_t> in, SVector<uint32_t> out)
{
    Node made;
    made.operation = operation;
    made.inTensorIds = in;
    made.outTensorIds = out;
    return made;
}

/* ---- What runs --------------------------------------------------------------------------------- */

/* An operation of the program: its output is its input. */
class Same : public Operation
{
  public:
    static int alive;
    Same()
    {
        alive++;
    }
    ~Same() override
    {
        alive--;
    }
    std::string GetName() const override
    {
        return "Same";
    }
    Status InferShape(const SVector<TensorDesc> &in, SVector<TensorDesc> &out) const override
    {
        out = in;
        return NO_ERROR;
    }
    uint32_t GetInputNum() const override
    {
        return 1;
    }
    uint32_t GetOutputNum() const override
    {
        return 1;
    }
    Status Setup(const VariantPack &, uint64_t &size, Context *) override
    {
        size = 600;
        return NO_ERROR;
    }
    Status Execute(const VariantPack &pack, uint8_t *workspace, uint64_t size,
                   Context *on) override
    {
        CHECK(workspace != nullptr && size >= 600);
        const Tensor &from = pack.inTensors[0];
        return aclrtMemcpyAsync(pack.outTensors[0].deviceData, from.dataSize, from.deviceData,
                                from.dataSize, ACL_MEMCPY_DEVICE_TO_DEVICE,
                                on->GetExecuteStream());
    }
};
int Same::alive = 0;

/* sum = a + the second half of b, as [2, 2]; out = 3 * sum, through an operation of our own. */
static GraphParam chain()
{
    GraphParam graph;
    graph.name = "Chain_1";
    graph.inTensorNum = 2;
    graph.outTensorNum = 1;
    graph.internalTensorNum = 2;
    Node sum = node(elewise(infer::ElewiseParam::ELEWISE_ADD), {0, 1}, {3});
    sum.inTensorReshapeFuncs = {nullptr, [](const Dims &old, Dims &shape) {
                                    shape.dimNum = 2;
                                    shape.dims[0] = 2;
                                    shape.dims[1] = old.dims[0] / 2;
                                }};
    sum.inTensorChunks = {Chunk(), Chunk{2, 1}};
    graph.nodes = {sum, node(new Same, {3}, {4}),
                   node(elewise(infer::ElewiseParam::ELEWISE_MULS, 3), {4}, {2})};
    return graph;
}

static void runs()
{
    Operation *graph = nullptr;
    CHECK(CreateOperation(chain(), &graph) == NO_ERROR);
    CHECK(graph->GetName() == "Chain_1" && graph->GetInputNum() == 2);
    CHECK(Same::alive == 1);
    CHECK(take(run(graph, {floats({2, 2}, {1, 2, 3, 4}),
                           floats({8}, {0, 0, 0, 0, 10, 20, 30, 40})})[0]) ==
          (Floats{33, 66, 99, 132}));
    CHECK(Same::alive == 0);
    /* A graph within a graph, with a function for its shapes. */
    GraphParam outer;
    outer.inTensorNum = 2;
    outer.outTensorNum = 1;
    CHECK(CreateOperation(chain(), &graph) == NO_ERROR);
    outer.nodes = {node(graph, {0, 1}, {2})};
    outer.inferShapeFunc = [](const SVector<TensorDesc> &in, SVector<TensorDesc> &out) {
        out[0] = in[0];
        return NO_ERROR;
    };
    CHECK(CreateOperation(outer, &graph) == NO_ERROR);
    CHECK(graph->GetName() == "GraphOperation");
    CHECK(take(run(graph, {floats({2, 2}, {1, 2, 3, 4}), floats({8}, numbers(8, 1))})[0]).size() ==
          4);
}

/* ---- What is refused --------------------------------------------------------------------------- */

static void refuses_graphs()
{
    Operation *made = nullptr, *sum = elewise(infer::ElewiseParam::ELEWISE_ADD);
    GraphParam graph;
    graph.inTensorNum = 1;
    graph.outTensorNum = 1;
    graph.nodes = {node(sum, {0}, {1})};
    CHECK(CreateOperation(graph, &made) == ERROR_INVALID_GRAPH);
    CHECK(says("node 0 has 1 inputs and 1 outputs; its operation has 2 and 1"));
    graph.nodes = {node(sum, {0, 1}, {1})};
    CHECK(CreateOperation(graph, &made) == ERROR_INVALID_GRAPH);
    CHECK(says("node 0 takes tensor 1, which no node before it has given"));
    graph.nodes = {node(sum, {0, 7}, {1})};
    CHECK(CreateOperation(graph, &made) == ERROR_INVALID_GRAPH);
    CHECK(says("node 0 has tensor 7; the graph has 2 tensor(s)"));
    graph.nodes = {node(sum, {0, 0}, {0})};
    CHECK(CreateOperation(graph, &made) == ERROR_INVALID_GRAPH);
    CHECK(says("no node gives tensor 1"));
    graph.nodes = {node(sum, {0, 0}, {1})};
    graph.name = "not plain";
    CHECK(CreateOperation(graph, &made) == ERROR_INVALID_GRAPH);
    CHECK(says("letters, digits and _"));
    /* What was refused has not taken the operation. */
    graph.name = "";
    graph.internalTensorNum = 1;
    graph.nodes = {node(sum, {0, 0}, {2}),
                   node(elewise(infer::ElewiseParam::ELEWISE_NEG), {2}, {1})};
    CHECK(CreateOperation(graph, &made) == NO_ERROR);
    Tensor x = floats({2}, {1, 2});
    VariantPack pack;
    uint64_t size = 0;
    pack.inTensors = {x};
    pack.outTensors = {x};
    CHECK(made->Setup(pack, size, context) == NO_ERROR && size == 512);
    CHECK(made->Execute(pack, nullptr, 0, context) == ERROR_INVALID_PARAM);
    CHECK(says("Setup asked for 512"));
    CHECK(DestroyOperation(made) == NO_ERROR);
    CHECK(aclrtFree(x.deviceData) == 0);
}

int main()
{
    begin();
    runs();
    refuses_graphs();
    return end();
}
