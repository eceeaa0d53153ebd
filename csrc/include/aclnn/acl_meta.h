/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn/acl_meta.h: tensors, scalars, arrays, lists and executors of the aclnn operators.
 *
 * Introduction
 * ------------
 * An operator is two calls. Phase one, aclnnXGetWorkspaceSize, checks the operands, says how much
 * device memory the operator needs besides them, and makes an executor. Phase two, aclnnX, queues
 * the executor on a stream and returns; the result is there after the stream was synchronized
 * with. Operands are described by the handles of this header:
 *
 *     int64_t shape[] = {4, 8};
 *     aclTensor *self = aclCreateTensor(shape, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, shape, 2,
 *                                       device);
 *     status = aclnnXGetWorkspaceSize(self, ..., out, &size, &executor);
 *     ... aclrtMalloc(&workspace, size, ...) if size > 0 ...
 *     status = aclnnX(workspace, size, executor, stream);
 *     status = aclrtSynchronizeStream(stream);
 *     aclDestroyTensor(self);
 *
 * Handles are tokens: never dereference one. They are the caller's, who destroys each once. Phase
 * one copies what it needs from all handles it is given, so they may be destroyed in any order as
 * soon as it has returned; the device memory they point to must stay until the stream was
 * synchronized with. (In CANN handles must live until phase two has returned: `aclnn run
 * --strict` tells of those that do not.)
 *
 * No call of this header needs aclInit, a device or a context.
 *
 * Workspaces
 * ----------
 * The size that phase one gives is CANN's for the product (aclnn_ext/aclnn_workspace.h). Between
 * the phases and after the work the memory is the caller's; while the work runs it belongs to it
 * alone. Two launches may use the same workspace when a stream or an event orders them. What a
 * program does wrong here shows on a device as a wrong result somewhere. With ACLNN_CHECK=on, the
 * default, the launch fails: the next synchronize returns 507015, with a text that names the
 * operator, its place on the stream, and the workspace, when
 *
 *     - the workspace was freed before the work ran, which then does not happen, or meanwhile;
 *     - another launch ran at the same time in some of the same memory: both fail, and each text
 *       names the other launch;
 *     - something else wrote to the last 32 bytes of what phase one asked for, where a pattern
 *       lies meanwhile. (CANN's layout leaves these bytes unused.)
 *
 * With ACLNN_CHECK=isolate what phase one asked for is also filled, before and after, with 0x7FFA
 * in every 16 bits, which is a NaN in all floating types from float16 to double: nothing that was
 * there before can be used, nothing that the work leaves there can be read, and a write to any byte
 * that it does not use itself is noticed. That costs milliseconds for each 16 MiB. With
 * ACLNN_CHECK=off nothing of this is done. Bytes behind what phase one asked for are never touched.
 *
 * Errors: in the lists below, a handle that was destroyed, is of another kind or was never given
 * out is 161002 ("dead handle"), and an executor of that sort is 561000. CANN reads such handles
 * and may crash. acl_base_rt.h says what else holds for every function.
 *
 * In CANN this header is for C++ only; here C programs can use it too.
 */
#ifndef ACLNN_ACL_META_H
#define ACLNN_ACL_META_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "acl/acl_base.h"
#include "opdev/op_errno.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program that brings these types itself defines ACLNN_META. */
#ifndef ACLNN_META
#define ACLNN_META

typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;
typedef struct aclOpExecutor aclOpExecutor;

/* A code of opdev/op_errno.h, 0 for success; the same C type as aclError. */
typedef int32_t aclnnStatus;

/*
 * OK, another name for success. In C++ it is a constant, as in CANN. In C it is an enumerator and
 * not a macro, so that a program's own `#define OK`, before or after this header, still works; the
 * first case leaves this OK out.
 */
#ifndef OK
#ifdef __cplusplus
constexpr aclnnStatus OK = 0;
#else
enum { OK = 0 };
#endif
#endif

#endif /* ACLNN_META */

/*-**********************************************
 *  Tensors
 ************************************************/

/*
 * aclCreateTensor: describes a tensor in device memory: a storage, and a view of it.
 * viewDims, viewDimsNum        the shape that operators see; copied. No dimensions make a tensor
 *                              of one element, a dimension of 0 an empty one
 * dataType                     of the elements
 * stride                       viewDimsNum steps, in elements, from one index of a dimension to
 *                              the next; copied. NULL for the strides of a dense tensor. They may
 *                              be anything: transposed, sliced, 0 to repeat an element, negative
 * offset                       of the view's first element from tensorData, in elements
 * format                       ACL_FORMAT_ND, or the layout that the dimensions stand for
 * storageDims, storageDimsNum  shape of the storage; copied. For a dense tensor the same as the
 *                              view's. Not compared with the view
 * tensorData                   device memory, not owned, not touched; may be NULL if only phase
 *                              one is wanted, for empty tensors, and if a repeatable executor gets
 *                              the address later
 * Returns NULL if viewDims or storageDims is NULL though its number is not 0, and if memory is
 * exhausted. Nothing else is checked here: operators check in phase one what they are given, and
 * in phase two that the memory is there, and every element that the view can reach is in it.
 */
ACL_FUNC_VISIBILITY aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum,
                                               aclDataType dataType, const int64_t *stride,
                                               int64_t offset, aclFormat format,
                                               const int64_t *storageDims,
                                               uint64_t storageDimsNum, void *tensorData);

/*
 * aclInitTensor: describes another tensor with a handle that exists. Parameters as for
 * aclCreateTensor, but what is not given stays as it was: dimensions that are NULL or 0 in number
 * (so that a tensor cannot be turned into one without dimensions), an address that is NULL. Type,
 * format and offset always change; strides that are NULL become those of a dense tensor.
 * Errors: tensor NULL 161001; dead handle 161002.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclInitTensor(aclTensor *tensor, const int64_t *viewDims,
                                              uint64_t viewDimsNum, aclDataType dataType,
                                              const int64_t *stride, int64_t offset,
                                              aclFormat format, const int64_t *storageDims,
                                              uint64_t storageDimsNum, void *tensorDataAddr);

/* aclDestroyTensor: forgets the description; the device memory stays. NULL is allowed.
 * Errors: dead handle 161002. */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensor(const aclTensor *tensor);

/*
 * aclGetViewShape, aclGetStorageShape, aclGetViewStrides: a shape, or strides in elements.
 * viewDims, storageDims, stridesValue      receive an array that is the caller's. Release it with
 *                                          delete[], or in C with free(); it may have length 0
 * viewDimsNum, storageDimsNum, stridesNum  receive its length
 * Errors: any NULL 161001; dead handle 161002; out of memory 561103.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewShape(const aclTensor *tensor, int64_t **viewDims,
                                                uint64_t *viewDimsNum);
ACL_FUNC_VISIBILITY aclnnStatus aclGetStorageShape(const aclTensor *tensor, int64_t **storageDims,
                                                   uint64_t *storageDimsNum);
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewStrides(const aclTensor *tensor, int64_t **stridesValue,
                                                  uint64_t *stridesNum);

/*
 * aclGetViewOffset (in elements), aclGetFormat, aclGetDataType: what the tensor was created with.
 * A format or type that was not one reads as ACL_FORMAT_UNDEFINED, ACL_DT_UNDEFINED.
 * Errors: any NULL 161001; dead handle 161002.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewOffset(const aclTensor *tensor, int64_t *offset);
ACL_FUNC_VISIBILITY aclnnStatus aclGetFormat(const aclTensor *tensor, aclFormat *format);
ACL_FUNC_VISIBILITY aclnnStatus aclGetDataType(const aclTensor *tensor, aclDataType *dataType);

/*
 * aclGetRawTensorAddr, aclSetRawTensorAddr: the address of the storage; the offset is not in it.
 * Do not set it between the two phases of a call that uses the tensor: which address the call
 * takes is then unspecified. For executors that run more than once see aclSetTensorAddr.
 * Errors: tensor NULL, addr of Get NULL 161001; dead handle 161002.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetRawTensorAddr(const aclTensor *tensor, void **addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetRawTensorAddr(aclTensor *tensor, void *addr);

/*-**********************************************
 *  Scalars and arrays
 ************************************************/

/*
 * aclCreateScalar: a number, copied at once.
 * value     host address of one element of dataType (ACL_BOOL: one byte)
 * dataType  of value. Operators convert it as C does; a float counts as true from machine epsilon
 *           on, and a complex number where a real one is wanted as 0
 * Returns NULL if value is NULL, if dataType is UNDEFINED, STRING, INT4, UINT1, COMPLEX32 or no
 * type, and if memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclScalar *aclCreateScalar(void *value, aclDataType dataType);

/* aclDestroyScalar: NULL is allowed. Errors: dead handle 161002. */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalar(const aclScalar *scalar);

/*
 * aclCreateIntArray, aclCreateFloatArray, aclCreateBoolArray: attributes that are a row of values.
 * value  size elements in host memory, copied at once. If it is NULL the array is empty, whatever
 *        size says, and as valid as any other
 * Returns NULL only if memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclIntArray *aclCreateIntArray(const int64_t *value, uint64_t size);
ACL_FUNC_VISIBILITY aclFloatArray *aclCreateFloatArray(const float *value, uint64_t size);
ACL_FUNC_VISIBILITY aclBoolArray *aclCreateBoolArray(const bool *value, uint64_t size);

/* aclDestroy*Array: NULL is allowed. Errors: dead handle 161002. */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyIntArray(const aclIntArray *array);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyFloatArray(const aclFloatArray *array);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyBoolArray(const aclBoolArray *array);

/* aclGet*ArraySize: the number of elements, in size. Errors: any NULL 161001; dead handle 161002.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclGetIntArraySize(const aclIntArray *array, uint64_t *size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetFloatArraySize(const aclFloatArray *array, uint64_t *size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetBoolArraySize(const aclBoolArray *array, uint64_t *size);

/*-**********************************************
 *  Lists
 ************************************************/

/*
 * aclCreateTensorList, aclCreateScalarList: operands that are a row of handles.
 * value  size handles, each may be NULL. The row is copied, and the list takes the handles over.
 *        If it is NULL the list is empty, whatever size says, and as valid as any other
 * Returns NULL only if memory is exhausted.
 */
ACL_FUNC_VISIBILITY aclTensorList *aclCreateTensorList(const aclTensor *const *value,
                                                       uint64_t size);
ACL_FUNC_VISIBILITY aclScalarList *aclCreateScalarList(const aclScalar *const *value,
                                                       uint64_t size);

/*
 * aclDestroyTensorList, aclDestroyScalarList: destroys the list AND its elements. An element that
 * was destroyed before is passed over; destroying one afterwards is 161002. (A program may also
 * destroy the elements and leave the list.) NULL is allowed.
 * Errors: dead handle 161002.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensorList(const aclTensorList *array);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalarList(const aclScalarList *array);

/* aclGetTensorListSize, aclGetScalarListSize: the number of elements, NULL ones too, in size.
 * Errors: any NULL 161001; dead handle 161002. */
ACL_FUNC_VISIBILITY aclnnStatus aclGetTensorListSize(const aclTensorList *tensorList,
                                                     uint64_t *size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetScalarListSize(const aclScalarList *scalarList,
                                                     uint64_t *size);

/*-**********************************************
 *  Executors that run more than once
 ************************************************/

/*
 * An executor runs once: phase two spends it, also when it fails, and it must not be destroyed.
 * One that was made repeatable runs any number of times, with other addresses if wanted:
 *
 *     aclnnXGetWorkspaceSize(self, ..., out, &size, &executor);
 *     aclSetAclOpExecutorRepeatable(executor);
 *     for (...) {
 *         aclSetInputTensorAddr(executor, 0, self, ...);
 *         aclSetOutputTensorAddr(executor, 0, out, ...);
 *         aclnnX(workspace, size, executor, stream);
 *     }
 *     aclrtSynchronizeStream(stream);
 *     aclDestroyAclOpExecutor(executor);
 *
 * Shapes, types and attributes stay those of phase one. The tensors whose addresses change must
 * live as long.
 */

/* aclSetAclOpExecutorRepeatable: before the first phase two; more than once does no harm.
 * Errors: NULL 561103; spent, destroyed or foreign 561000. */
ACL_FUNC_VISIBILITY aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor *executor);

/* aclDestroyAclOpExecutor: for repeatable executors, and for those that will not run. Work that is
 * queued stays queued. Errors: NULL 561103; spent, destroyed or foreign 561000. */
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor *executor);

/*
 * aclSetInputTensorAddr, aclSetOutputTensorAddr, aclSetTensorAddr: gives a tensor another address
 * and lets the executor's next phase two use it.
 * index   position of the tensor among the inputs, the outputs, or the inputs and then the
 *         outputs. It is not looked at: the tensor decides, as in CANN's hand-written operators
 * tensor  the handle that phase one was given. Another one gets the address, but the executor does
 *         not see it
 * addr    device memory, as tensorData of aclCreateTensor; phase two checks it
 * Errors: tensor NULL 561103; dead handle 161002; executor NULL 561103, foreign, spent or
 * destroyed 561000: in these cases the tensor has its new address already, as in CANN.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclSetInputTensorAddr(aclOpExecutor *executor, const size_t index,
                                                      aclTensor *tensor, void *addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetOutputTensorAddr(aclOpExecutor *executor,
                                                       const size_t index, aclTensor *tensor,
                                                       void *addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetTensorAddr(aclOpExecutor *executor, const size_t index,
                                                 aclTensor *tensor, void *addr);

/*
 * aclSetDynamicInputTensorAddr, aclSetDynamicOutputTensorAddr, aclSetDynamicTensorAddr: the same
 * for an element of a tensor list.
 * irIndex        position of the list, as index above
 * relativeIndex  position in the list
 * tensors        the list that phase one was given
 * Errors: tensors NULL 561103; dead handle 161002; relativeIndex not below the size of the list
 * 161002; the element NULL 561103; then as above.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor *executor,
                                                             size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList *tensors, void *addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor *executor,
                                                              size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList *tensors, void *addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor *executor, size_t irIndex,
                                                        const size_t relativeIndex,
                                                        aclTensorList *tensors, void *addr);

/* The same six under their older names. */
ACL_FUNC_VISIBILITY aclnnStatus AclSetInputTensorAddr(aclOpExecutor *executor, const size_t index,
                                                      aclTensor *tensor, void *addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetOutputTensorAddr(aclOpExecutor *executor,
                                                       const size_t index, aclTensor *tensor,
                                                       void *addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetTensorAddr(aclOpExecutor *executor, const size_t index,
                                                 aclTensor *tensor, void *addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor *executor,
                                                             size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList *tensors, void *addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor *executor,
                                                              size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList *tensors, void *addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor *executor, size_t irIndex,
                                                        const size_t relativeIndex,
                                                        aclTensorList *tensors, void *addr);

/*-**********************************************
 *  Declared, but not implemented
 ************************************************/

/* aclDumpOpTensors: would write the operands of an operator to a file. Returns 207000. */
ACL_FUNC_VISIBILITY aclnnStatus aclDumpOpTensors(const char *opType, const char *opName,
                                                 aclTensor **tensors, size_t inputTensorNum,
                                                 size_t outputTensorNum, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
