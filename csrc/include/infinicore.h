/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infinicore.h: statuses, data types and devices of InfiniCore's C interface.
 *
 * Introduction
 * ------------
 * infinirt.h (devices, memory, streams) and infiniop.h (operators) are two interfaces to this
 * library; programs written for InfiniCore's libinfinirt.so and libinfiniop.so compile and link
 * against these headers and libraries. Names and numbers are InfiniCore's. Both devices that exist
 * here use the same kernels as the aclnn interface:
 *
 *     INFINI_DEVICE_CPU      host pointers; a call has done its work when it returns
 *     INFINI_DEVICE_ASCEND   the emulated NPU: device memory and asynchronous streams, the same
 *                            objects that acl/acl_rt.h hands out
 *
 * Errors
 * ------
 * Every function returns a status. A call that fails leaves its outputs as they were, and a text
 * that names the call, the argument, its value and what is allowed in aclGetRecentErrMsg
 * (acl/acl_rt.h); ACLNN_LOG=api shows every call with its arguments.
 */
#ifndef INFINICORE_H
#define INFINICORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What a call returns. BAD_DEVICE and EXECUTION_FAILED are names of the operators' documentation
 * for which InfiniCore's header has no number; they are other names of 5 and 1 here.
 */
typedef enum {
    INFINI_STATUS_SUCCESS = 0,
    INFINI_STATUS_INTERNAL_ERROR = 1,  /* also: what ran on a stream failed */
    INFINI_STATUS_NOT_IMPLEMENTED = 2, /* the function is there for programs that name it */
    INFINI_STATUS_BAD_PARAM = 3,
    INFINI_STATUS_NULL_POINTER = 4,
    INFINI_STATUS_DEVICE_TYPE_NOT_SUPPORTED = 5, /* neither CPU nor ASCEND, or not the object's */
    INFINI_STATUS_DEVICE_NOT_FOUND = 6,          /* no such device number */
    INFINI_STATUS_DEVICE_NOT_INITIALIZED = 7,    /* this thread did not select the device */
    INFINI_STATUS_DEVICE_ARCHITECTURE_NOT_SUPPORTED = 8,
    INFINI_STATUS_BAD_TENSOR_DTYPE = 10,
    INFINI_STATUS_BAD_TENSOR_SHAPE = 11,
    INFINI_STATUS_BAD_TENSOR_STRIDES = 12,
    INFINI_STATUS_INSUFFICIENT_WORKSPACE = 13,
    INFINI_STATUS_BAD_DEVICE = 5,
    INFINI_STATUS_EXECUTION_FAILED = 1
} infiniStatus_t;

typedef enum {
    INFINI_DEVICE_CPU = 0,
    INFINI_DEVICE_NVIDIA = 1,
    INFINI_DEVICE_CAMBRICON = 2,
    INFINI_DEVICE_ASCEND = 3,
    INFINI_DEVICE_METAX = 4,
    INFINI_DEVICE_MOORE = 5,
    INFINI_DEVICE_ILUVATAR = 6,
    INFINI_DEVICE_KUNLUN = 7,
    INFINI_DEVICE_HYGON = 8,
    INFINI_DEVICE_QY = 9,
    INFINI_DEVICE_ALI = 10,
    INFINI_DEVICE_TYPE_COUNT = 11
} infiniDevice_t;

/* Data types; the number in a name is bits, of a complex number both parts together. */
typedef enum {
    INFINI_DTYPE_INVALID = 0,
    INFINI_DTYPE_BYTE = 1, /* no number: not one of the integers */
    INFINI_DTYPE_BOOL = 2, /* likewise */
    INFINI_DTYPE_I8 = 3,
    INFINI_DTYPE_I16 = 4,
    INFINI_DTYPE_I32 = 5,
    INFINI_DTYPE_I64 = 6,
    INFINI_DTYPE_U8 = 7,
    INFINI_DTYPE_U16 = 8,
    INFINI_DTYPE_U32 = 9,
    INFINI_DTYPE_U64 = 10,
    INFINI_DTYPE_F8 = 11,
    INFINI_DTYPE_F16 = 12,
    INFINI_DTYPE_F32 = 13,
    INFINI_DTYPE_F64 = 14,
    INFINI_DTYPE_C16 = 15,
    INFINI_DTYPE_C32 = 16,
    INFINI_DTYPE_C64 = 17,
    INFINI_DTYPE_C128 = 18,
    INFINI_DTYPE_BF16 = 19
} infiniDtype_t;

#ifdef __cplusplus
}
#endif

#endif
