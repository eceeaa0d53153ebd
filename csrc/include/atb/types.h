/* SPDX-License-Identifier: Apache-2.0 */
/* atb/types.h: statuses, tensors, and graphs of Ascend Transformer Boost. */
#ifndef ATB_TYPES_H
#define ATB_TYPES_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "atb/svector.h"

namespace atb
{

/* 0, or an ErrorType. aclGetRecentErrMsg (acl/acl_rt.h) has the text of each failure. */
using Status = int32_t;

constexpr uint32_t MAX_DIM = 8;

enum ErrorType : int {
    NO_ERROR = 0,
    ERROR_INVALID_PARAM,
    ERROR_INVALID_GRAPH,
    ERROR_INTERNAL_ERROR,
    ERROR_RT_FAIL,
    ERROR_INVALID_IN_TENSOR_NUM,
    ERROR_INVALID_TENSOR_DTYPE,
    ERROR_INVALID_TENSOR_FORMAT,
    ERROR_INVALID_TENSOR_DIM,
    ERROR_INVALID_TENSOR_SIZE,
    ERROR_OPERATION_NULL_RUNNER,
    ERROR_GRAPH_INFERSHAPE_FUNC_FAIL,
    ERROR_CANN_ERROR,
    ERROR_INVALID_TENSOR_INI_MATCH,
    ERROR_INVALID_TENSOR_ADDR,
    ERROR_INVALID_TENSOR_NUM,
    ERROR_INVALID_TENSOR_DIM_NUM,
    ERROR_INVALID_SINGLE_OPERATION_PARAM,
    ERROR_GRAPH_NODE_RESHAPE_FUNC_FAIL,
    ERROR_INVALID_GRAPH_NODE_CHUNK,
    ERROR_INVALID_CONTEXT_ADDR,
    ERROR_INVALID_STREAM,
    ERROR_INVALID_WORKSPACE_SIZE,
    ERROR_INVALID_WORKSPACE_ADDR,
    ERROR_INVALID_OPERATION_ADDR,
    ERROR_HCCL_FAIL,
    ERROR_OUT_OF_DEVICE_MEMORY,
    ERROR_OUT_OF_HOST_MEMORY,
    ERROR_COMM_EMPTY,
    ERROR_COPY_HOST_MEMORY_FAIL
};

enum class LogLevel : int { DEBUG = 0, INFO, WARN, ERROR, NONE };

struct Dims {
    int64_t dims[MAX_DIM]; /* each above 0 */
    uint64_t dimNum = 0;   /* 0: the tensor is left out */
};

struct TensorDesc {
    aclDataType dtype = ACL_DT_UNDEFINED;
    aclFormat format = ACL_FORMAT_UNDEFINED;
    Dims shape;
};

/* Elements in device memory, or in host memory where an operation reads them there. They lie
 * densely. The memory stays the caller's. */
struct Tensor {
    TensorDesc desc;
    void *deviceData = nullptr;
    void *hostData = nullptr;
    uint64_t dataSize = 0; /* bytes: Utils::GetTensorSize(desc) */
};

struct VariantPack {
    SVector<Tensor> inTensors;
    SVector<Tensor> outTensors;
};

/* One of chunkNum equal parts of the first dimension of a tensor. */
struct Chunk {
    uint32_t chunkNum = 1;
    uint32_t chunkIndex = 0;
};

using ReshapeFunc = std::function<void(const Dims &oldShape, Dims &newShape)>;
using InferShapeFunc = std::function<Status(const SVector<TensorDesc> &inTensorDescs,
                                            SVector<TensorDesc> &outTensorDescs)>;

class Operation;

/* An operation of a graph, and which tensors of the graph it takes and gives. */
struct Node {
    Operation *operation = nullptr; /* the graph's from CreateOperation on */
    SVector<uint32_t> inTensorIds;
    SVector<uint32_t> outTensorIds;
    SVector<ReshapeFunc> inTensorReshapeFuncs; /* none, or one an input; empty ones do nothing */
    SVector<Chunk> inTensorChunks;             /* none, or one an input */
};

/* A graph for CreateOperation. Tensors have numbers: inputs first, then outputs, then those
 * between, which lie in the workspace. Nodes run in their sequence. */
struct GraphParam {
    std::string name; /* up to 128 letters, digits and _ */
    uint32_t inTensorNum = 0;
    uint32_t outTensorNum = 0;
    uint32_t internalTensorNum = 0;
    std::vector<Node> nodes;
    InferShapeFunc inferShapeFunc = nullptr; /* empty: shapes follow from those of the nodes */
};

} /* namespace atb */

#endif
