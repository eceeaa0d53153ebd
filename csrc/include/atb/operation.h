/* SPDX-License-Identifier: Apache-2.0 */
/*
 * atb/operation.h: Operation, which Setup checks against its tensors and Execute runs.
 *
 * Numbers of a parameter or of tensors that do not fit are refused by CreateOperation, InferShape
 * or Setup with an ErrorType; what is not implemented with ERROR_CANN_ERROR. The text in
 * aclGetRecentErrMsg says what is wrong; docs/reference/atb.md says what is implemented.
 */
#ifndef ATB_OPERATION_H
#define ATB_OPERATION_H

#include <cstdint>
#include <string>

#include "atb/context.h"
#include "atb/svector.h"
#include "atb/types.h"

namespace atb
{

class Operation
{
  public:
    Operation() = default;
    virtual ~Operation() = default;
    virtual std::string GetName() const = 0;
    /* The descriptions of outputs, which replace what outTensorDescs holds. */
    virtual Status InferShape(const SVector<TensorDesc> &inTensorDescs,
                              SVector<TensorDesc> &outTensorDescs) const = 0;
    virtual uint32_t GetInputNum() const = 0;
    virtual uint32_t GetOutputNum() const = 0;
    /* Checks tensors, copies what is read in host memory, and says how many bytes of device
     * memory Execute needs. Device data may be nullptr here. */
    virtual Status Setup(const VariantPack &variantPack, uint64_t &workspaceSize,
                         Context *context) = 0;
    /* Queues the work on the context's stream, which has to be set. Tensors are as in Setup,
     * their addresses may be others. The workspace belongs to the work until that has run. */
    virtual Status Execute(const VariantPack &variantPack, uint8_t *workspace,
                           uint64_t workspaceSize, Context *context) = 0;
};

/* Makes an operation of a parameter: a type of infer_op_params.h and its like, or a
 * GraphParam. */
template <typename OpParam> Status CreateOperation(const OpParam &opParam, Operation **operation);

/* Ends an operation; a graph ends those of its nodes. nullptr is taken, and nothing is done. */
Status DestroyOperation(Operation *operation);

/* The parameter of an operation, and another one for it, behind which comes a Setup. Not for
 * graphs. */
template <typename OpParam>
Status CloneOperationParam(const Operation *operation, OpParam &opParam);
template <typename OpParam>
Status UpdateOperationParam(Operation *operation, const OpParam &opParam);

/* The number of the stream on which an operation runs: its place in SetExecuteStreams. */
Status SetExecuteStreamId(Operation *operation, uint32_t streamId);
uint32_t GetExecuteStreamId(Operation *operation);

} /* namespace atb */

#endif
