/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_op.h: single operators, the interface before aclnn.
 *
 * An operator is named by its type ("MatMulV2"), and given descriptions of its tensors
 * (aclCreateTensorDesc), their memory (aclCreateDataBuffer) and attributes (aclopAttr).
 * docs/reference/single-operators.md lists the operators that there are, with their tensors,
 * attributes, and the aclnn call that computes each: its header says data types and shapes. All
 * other types answer 207000 with a text that names them.
 *
 * Operators run on the stream, asynchronously. Descriptions, attributes and data buffers may end
 * when the call has returned; the memory of tensors has to stay until the stream has got there.
 * Elements of inputs whose description says that they lie in host memory (aclSetTensorPlaceMent,
 * aclSetTensorConst) are copied by the call. There is no workspace: an operator has its own.
 *
 * There is nothing to compile or to load. Functions for kernels of a program's own (aclopCreateKernel,
 * aclopRegisterCompileFunc and their like) and aclopInferShape are left out.
 */
#ifndef ACL_ACL_OP_H
#define ACL_ACL_OP_H

#include "acl_base.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aclopAttr aclopAttr;             /* release with aclopDestroyAttr */
typedef struct aclopHandle aclopHandle;         /* release with aclopDestroyHandle */
typedef struct aclopKernelDesc aclopKernelDesc; /* opaque; there is no way to make one here */

/*
 * aclopSetModelDir: a directory of compiled operators. Nothing in it is read: the operators that
 * are here run without. Once a process.
 * Errors: modelDir NULL 100000; no such directory 100014; called before 100002.
 */
ACL_FUNC_VISIBILITY aclError aclopSetModelDir(const char *modelDir);

/*
 * aclopLoad: an operator compiled to an om, from memory. Not implemented, since the form of an om
 * is not public: 207000.
 * Errors before that: model NULL, modelSize 0 100000.
 */
ACL_FUNC_VISIBILITY aclError aclopLoad(const void *model, size_t modelSize);

/* aclopSetMaxOpQueueNum: how many compiled operators are kept at most. Of no effect. Errors:
 * maxOpNum 0 100000. */
ACL_FUNC_VISIBILITY aclError aclopSetMaxOpQueueNum(uint64_t maxOpNum);

/*-**********************************************
 *  Attributes
 ************************************************/

/* aclopCreateAttr: an empty set of attributes. NULL only when host memory is exhausted.
 * aclopDestroyAttr: forgets it. */
ACL_FUNC_VISIBILITY aclopAttr *aclopCreateAttr(void);
ACL_FUNC_VISIBILITY void aclopDestroyAttr(const aclopAttr *attr);

/*
 * Set an attribute, in place of one of that name that was there. Names and values are copied.
 * attrValue, values  the value, or numValues of them; a uint8_t is a bool: anything but 0 is true
 * numValues          of aclopSetAttrListListInt one for each of numLists lists
 * Attributes that an operator does not have are not looked at.
 * Errors: attr NULL, destroyed or foreign; another pointer NULL; a number of values below 0 100000;
 * no host memory 200000.
 */
ACL_FUNC_VISIBILITY aclError aclopSetAttrBool(aclopAttr *attr, const char *attrName,
                                              uint8_t attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrInt(aclopAttr *attr, const char *attrName,
                                             int64_t attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrFloat(aclopAttr *attr, const char *attrName,
                                               float attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrString(aclopAttr *attr, const char *attrName,
                                                const char *attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrDataType(aclopAttr *attr, const char *attrName,
                                                  aclDataType attrValue);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListBool(aclopAttr *attr, const char *attrName,
                                                  int numValues, const uint8_t *values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListInt(aclopAttr *attr, const char *attrName,
                                                 int numValues, const int64_t *values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListFloat(aclopAttr *attr, const char *attrName,
                                                   int numValues, const float *values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListString(aclopAttr *attr, const char *attrName,
                                                    int numValues, const char **values);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListDataType(aclopAttr *attr, const char *attrName,
                                                      int numValues, const aclDataType values[]);
ACL_FUNC_VISIBILITY aclError aclopSetAttrListListInt(aclopAttr *attr, const char *attrName,
                                                     int numLists, const int *numValues,
                                                     const int64_t *const values[]);

/*-**********************************************
 *  Calls
 ************************************************/

/*
 * aclopExecuteV2: queues an operator on a stream. Where the shape of a result depends on elements
 * the call waits for the stream and writes it into outputDesc.
 * aclopExecute: the same; descriptions stay as they are.
 * inputDesc, inputs    numInputs descriptions and data buffers, in the operator's order
 * outputDesc, outputs  numOutputs of each
 * attr                 NULL: no attribute is given
 * stream               NULL: the default stream of the current context
 * When no output has an element nothing is done, and nothing else is looked at.
 * Errors, in this order: opType NULL, a number below 0, an array or a member of it NULL, destroyed
 * or foreign 100000; no such operator 207000; a number of inputs or outputs that the operator does
 * not have 100021, 100022; an attribute of another type, or one that has to be there 100023; a data
 * buffer that is too small for its tensor, host memory where device memory is needed, an input
 * whose elements count when the operator is called, and that lies in device memory 100000; what the
 * aclnn call refuses 500002, with both texts, or 207000 where it is not implemented; those of the
 * stream.
 */
ACL_FUNC_VISIBILITY aclError aclopExecuteV2(const char *opType, int numInputs,
                                            aclTensorDesc *inputDesc[], aclDataBuffer *inputs[],
                                            int numOutputs, aclTensorDesc *outputDesc[],
                                            aclDataBuffer *outputs[], aclopAttr *attr,
                                            aclrtStream stream);
ACL_DEPRECATED_MESSAGE("use aclopExecuteV2")
ACL_FUNC_VISIBILITY aclError aclopExecute(const char *opType, int numInputs,
                                          const aclTensorDesc *const inputDesc[],
                                          const aclDataBuffer *const inputs[], int numOutputs,
                                          const aclTensorDesc *const outputDesc[],
                                          aclDataBuffer *const outputs[], const aclopAttr *attr,
                                          aclrtStream stream);

/*
 * aclopCast: the operator Cast, from the type of srcDesc to that of dstDesc.
 * truncate  makes no difference: a number that becomes an integer is cut off
 * Errors: as aclopExecuteV2.
 */
ACL_FUNC_VISIBILITY aclError aclopCast(const aclTensorDesc *srcDesc,
                                       const aclDataBuffer *srcBuffer,
                                       const aclTensorDesc *dstDesc, aclDataBuffer *dstBuffer,
                                       uint8_t truncate, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
