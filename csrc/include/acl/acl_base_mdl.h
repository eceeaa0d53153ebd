/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_base_mdl.h: tensor descriptions, of the interface before aclnn.
 *
 * They describe the operands of single operators (acl_op.h). A description has the tensor's own
 * shape and format, with which aclCreateTensorDesc makes it, and those that it has in memory, which
 * are the same until aclSetTensorShape and aclSetTensorFormat set them. Here elements lie in the
 * order of the tensor's own shape whatever the format in memory is, so that the shape in memory
 * says no more than how much of it there is. An aclnn program describes its operands with
 * aclCreateTensor (aclnn/acl_meta.h).
 *
 * Functions of CANN's for models alone (aclGetTensorDescByIndex, aclGetTensorDescAddress) and
 * aclTransTensorDescFormat are left out.
 */
#ifndef ACL_ACL_BASE_MDL_H
#define ACL_ACL_BASE_MDL_H

#include <stddef.h>
#include <stdint.h>

#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_TENSOR_SHAPE_RANGE_NUM 2
#define ACL_TENSOR_VALUE_RANGE_NUM 2
/* What aclGetTensorDescNumDims answers for a tensor whose number of dimensions is not known. */
#define ACL_UNKNOWN_RANK 0xFFFFFFFFFFFFFFFE

/* Release with aclDestroyTensorDesc. */
typedef struct aclTensorDesc aclTensorDesc;

/*
 * aclCreateTensorDesc: describes a tensor.
 * dims  numDims sizes, at most 25; -1 is one that is not known, and -2 alone says that not even
 *       their number is. An operator that has no input in a place is given ACL_DT_UNDEFINED there,
 *       with ACL_FORMAT_UNDEFINED and no dimensions
 * NULL: numDims below 0 or above 25, dims NULL with numDims above 0, no host memory.
 */
ACL_FUNC_VISIBILITY aclTensorDesc *aclCreateTensorDesc(aclDataType dataType, int numDims,
                                                       const int64_t *dims, aclFormat format);

/* aclDestroyTensorDesc: forgets the description. Queued operators have what they need of it. */
ACL_FUNC_VISIBILITY void aclDestroyTensorDesc(const aclTensorDesc *desc);

/*
 * What a description says; desc NULL, destroyed or foreign gives ACL_DT_UNDEFINED,
 * ACL_FORMAT_UNDEFINED, 0, or "".
 * aclGetTensorDescSize          bytes of all elements; 0 where a size is not known
 * aclGetTensorDescElementCount  elements
 * aclGetTensorDescNumDims       the number of dimensions, or ACL_UNKNOWN_RANK
 * aclGetTensorDescName          belongs to the description, until it gets another name
 */
ACL_FUNC_VISIBILITY aclDataType aclGetTensorDescType(const aclTensorDesc *desc);
ACL_FUNC_VISIBILITY aclFormat aclGetTensorDescFormat(const aclTensorDesc *desc);
ACL_FUNC_VISIBILITY size_t aclGetTensorDescSize(const aclTensorDesc *desc);
ACL_FUNC_VISIBILITY size_t aclGetTensorDescElementCount(const aclTensorDesc *desc);
ACL_FUNC_VISIBILITY size_t aclGetTensorDescNumDims(const aclTensorDesc *desc);
ACL_FUNC_VISIBILITY const char *aclGetTensorDescName(aclTensorDesc *desc);

/*
 * aclGetTensorDescDimV2: the size of a dimension.
 * index    counted from 0
 * dimSize  receives it; behind aclopExecuteV2 that of the result
 * Errors: desc or dimSize NULL, no such dimension 100000.
 */
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimV2(const aclTensorDesc *desc, size_t index,
                                                   int64_t *dimSize);

/* aclGetTensorDescDim: the same; -1 where that fails. */
ACL_DEPRECATED_MESSAGE("use aclGetTensorDescDimV2")
ACL_FUNC_VISIBILITY int64_t aclGetTensorDescDim(const aclTensorDesc *desc, size_t index);

/*
 * aclSetTensorShapeRange: between which bounds sizes lie that are not known; kept, and of no
 * effect. dimsRange has dimsCount pairs, at most 25.
 * aclGetTensorDescDimRange: a pair of them, in the first two of dimRangeNum places of dimRange.
 * aclSetTensorValueRange: between which bounds elements lie; not kept.
 * Errors: a pointer NULL, too many pairs, no such dimension, fewer than two places 100000.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorShapeRange(
    aclTensorDesc *desc, size_t dimsCount, int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]);
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimRange(const aclTensorDesc *desc, size_t index,
                                                      size_t dimRangeNum, int64_t *dimRange);
ACL_FUNC_VISIBILITY aclError aclSetTensorValueRange(
    aclTensorDesc *desc, size_t valueCount, int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]);

/* aclSetTensorDescName: a name, which is copied; NULL is "". Of no effect: operands go by their
 * places. */
ACL_FUNC_VISIBILITY void aclSetTensorDescName(aclTensorDesc *desc, const char *name);

/*
 * Other parts of a description.
 * aclSetTensorFormat, aclSetTensorShape              those in memory
 * aclSetTensorStorageFormat, aclSetTensorStorageShape  the same, under their older names
 * aclSetTensorOriginFormat, aclSetTensorOriginShape  the tensor's own
 * aclSetTensorPlaceMent  where the elements lie when an operator is called: in device memory, or
 *                        in the host's, from which the call takes them
 * aclSetTensorConst      the elements themselves, length bytes that are copied; an operator then
 *                        does not look at the data buffer
 * Errors: desc NULL, destroyed or foreign; dims NULL with numDims above 0, numDims below 0 or above
 * 25; dataBuffer NULL, length 0; no such memType 100000; no host memory 200000.
 */
ACL_FUNC_VISIBILITY aclError aclSetTensorFormat(aclTensorDesc *desc, aclFormat format);
ACL_FUNC_VISIBILITY aclError aclSetTensorShape(aclTensorDesc *desc, int numDims,
                                               const int64_t *dims);
ACL_DEPRECATED_MESSAGE("use aclSetTensorFormat")
ACL_FUNC_VISIBILITY aclError aclSetTensorStorageFormat(aclTensorDesc *desc, aclFormat format);
ACL_DEPRECATED_MESSAGE("use aclSetTensorShape")
ACL_FUNC_VISIBILITY aclError aclSetTensorStorageShape(aclTensorDesc *desc, int numDims,
                                                      const int64_t *dims);
ACL_FUNC_VISIBILITY aclError aclSetTensorOriginFormat(aclTensorDesc *desc, aclFormat format);
ACL_FUNC_VISIBILITY aclError aclSetTensorOriginShape(aclTensorDesc *desc, int numDims,
                                                     const int64_t *dims);
ACL_FUNC_VISIBILITY aclError aclSetTensorPlaceMent(aclTensorDesc *desc, aclMemType memType);
ACL_FUNC_VISIBILITY aclError aclSetTensorConst(aclTensorDesc *desc, void *dataBuffer,
                                               size_t length);

#ifdef __cplusplus
}
#endif

#endif
