/* SPDX-License-Identifier: Apache-2.0 */
/* A graph's parameter with the std::string from before GCC 5: compiled with
 * _GLIBCXX_USE_CXX11_ABI=0. */
#include "run.hpp"

using namespace atb;

int main()
{
    begin();
    for (const char *name : {"", "A_graph_with_a_name_of_more_than_15_characters"}) {
        infer::ElewiseParam param;
        param.elewiseType = infer::ElewiseParam::ELEWISE_NEG;
        Node node;
        Operation *graph = nullptr;
        CHECK(CreateOperation(param, &node.operation) == NO_ERROR);
        node.inTensorIds = {0};
        node.outTensorIds = {1};
        GraphParam given;
        given.name = name;
        given.inTensorNum = 1;
        given.outTensorNum = 1;
        given.nodes = {node};
        CHECK(CreateOperation(given, &graph) == NO_ERROR);
        CHECK(take(run(graph, {floats({2}, {1, 2})})[0]) == (Floats{-1, -2}));
    }
    return end();
}
