/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_base_rt.h: handles, status codes, data types, layouts, and small helpers.
 *
 * What holds for every function of the library
 * --------------------------------------------
 * Status.   A function returns 0 (ACL_SUCCESS) or one of the codes below; aclnn functions return
 *           the codes of opdev/op_errno.h. Where a comment lists errors, they are in the order in
 *           which they are tested. aclGetRecentErrMsg (acl_rt.h) has the text that belongs to the
 *           last failure: which call, which argument, what it was, what it may be.
 * Handles.  Streams, events, contexts, tensors and executors are tokens. Never dereference one.
 *           One that was destroyed, or that this library did not give out, is answered with a
 *           status and never read through.
 * Memory.   Pointers to device memory come from aclrtMalloc. Every one that comes in is looked up
 *           with its extent, so a range that leaves its allocation is a status and no crash.
 *           Pointers to results (`int64_t *value` and the like) are plain host memory and are
 *           written only when the function succeeds, unless a comment says otherwise.
 * Threads.  Every function may be called from any thread. Two threads must not change or destroy
 *           the same handle at the same time. Destructors and exit handlers may use the library,
 *           also where main ends by pthread_exit.
 *           A thread that pthread_cancel ends does so in a call only while it waits: in the calls
 *           that synchronize with a stream, an event or a device, in aclrtStreamAbort,
 *           aclrtDestroyStream (the stream stays) and aclrtProcessReport with the callback that it
 *           runs. Nothing stays locked or half done. A copy that waits is done first. Everywhere
 *           else, and in callbacks that the library runs, the request has to wait.
 * fork.     A child that was forked after the first use of the library cannot use it: 107002, from
 *           aclnn calls 361001.
 * Missing.  A function that is exported but not implemented returns 207000, or NULL if it returns
 *           a pointer, and leaves a text that names it. It never returns 0. Functions without a
 *           declaration, which PyTorch's plug-in looks up, return 200001.
 */
#ifndef ACL_ACL_BASE_RT_H
#define ACL_ACL_BASE_RT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ACL_FUNC_VISIBILITY is empty unless FUNC_VISIBILITY is defined before the first include; then
 * it exports the function. ACL_DEPRECATED_MESSAGE marks what the vendor marks as deprecated: it
 * works, and compilers warn (-Wno-deprecated-declarations silences them). With ACLNN_CDEF defined
 * both are empty, for parsers that know plain C only.
 */
#if defined(FUNC_VISIBILITY) && !defined(ACLNN_CDEF)
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))
#else
#define ACL_FUNC_VISIBILITY
#endif

#if defined(__GNUC__) && (__GNUC__ >= 6 || defined(__clang__)) && !defined(ACLNN_CDEF)
#define ACL_DEPRECATED __attribute__((deprecated))
#define ACL_DEPRECATED_MESSAGE(message) __attribute__((deprecated(message)))
#else
#define ACL_DEPRECATED
#define ACL_DEPRECATED_MESSAGE(message)
#endif

/*-**********************************************
 *  Handles
 ************************************************/

typedef int aclError;        /* a status; the same C type as aclnnStatus */
typedef uint16_t aclFloat16; /* the bits of an IEEE half */

typedef void *aclrtStream;  /* NULL is the default stream of the current context */
typedef void *aclrtEvent;
typedef void *aclrtContext;

/* A host or device address with a size; see aclCreateDataBuffer. */
typedef struct aclDataBuffer aclDataBuffer;

/* Handles of parts that are not implemented; no function here gives one out. */
typedef void *aclrtNotify;
typedef void *aclrtCntNotify;
typedef void *aclrtLabel;
typedef void *aclrtLabelList;
typedef void *aclrtMbuf;
typedef void *aclrtTaskGrp;
typedef void *aclmdlRITask;
typedef void *aclrtAllocatorDesc;
typedef void *aclrtAllocator;
typedef void *aclrtAllocatorBlock;
typedef void *aclrtAllocatorAddr;

/*-**********************************************
 *  Status codes of the acl layer
 ************************************************/

static const int ACL_SUCCESS = 0;
static const int ACL_ERROR_NONE = 0;

/* ACL_ERROR alone is a log level, not a status. */
/* table: status.def ACL */
/* end of table */

/*-**********************************************
 *  Data types and layouts
 ************************************************/

/*
 * Element type of a tensor or scalar. Numbers that are not listed are unused. Types of less than
 * a byte are packed.
 */
typedef enum aclDataType {
    /* table: data_type.def */
    /* end of table */
} aclDataType;

/*
 * Layout of a tensor. ND and the layouts named by letters are described in full by dimensions and
 * strides. In the layouts private to the device the hardware orders the elements; nothing here
 * reads or writes those, and operators refuse them unless their header says otherwise.
 */
typedef enum aclFormat {
    /* table: format.def */
    /* end of table */
} aclFormat;

/* Where operands of single operators lie (aclSetTensorPlaceMent). */
typedef enum aclMemType {
    ACL_MEMTYPE_DEVICE = 0,
    ACL_MEMTYPE_HOST = 1,
    ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT = 2
} aclMemType;

/*
 * aclDataTypeSize: the size that CANN reports for one element, in bytes.
 * Returns 0 for ACL_DT_UNDEFINED and ACL_STRING, 1 for ACL_INT4 and ACL_UINT1, and 8 for the
 * float types of 4 and 6 bits and for every unknown number: it is no measure of the memory of
 * types that are packed. Never fails.
 */
ACL_FUNC_VISIBILITY size_t aclDataTypeSize(aclDataType dataType);

/*
 * aclFloat16ToFloat: value, a half, as a float. Zeros, subnormals and normals are exact.
 * Infinities and NaNs are not treated as such, as in CANN: 0x7C00 gives 65536, 0x7E00 gives 98304.
 */
ACL_FUNC_VISIBILITY float aclFloat16ToFloat(aclFloat16 value);

/*
 * aclFloatToFloat16: value rounded to the nearest half, ties to even.
 * Saturates, as in CANN: what is too large, infinities and NaNs become +-65504 (0x7BFF, 0xFBFF)
 * by their sign.
 */
ACL_FUNC_VISIBILITY aclFloat16 aclFloatToFloat16(float value);

/*-**********************************************
 *  The product and its properties
 ************************************************/

/* Process-wide switches; see aclrtSetSysParamOpt in acl_rt.h. */
typedef enum aclSysParamOpt {
    ACL_OPT_DETERMINISTIC = 0, /* 0 off, 1 on, 2 also strongly consistent, 3 also over batches */
    ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
    ACL_OPT_STRONG_CONSISTENCY ACL_DEPRECATED_MESSAGE("set ACL_OPT_DETERMINISTIC to 2") = 2,
    ACL_OPT_ENABLE_KERNEL_EARLY_START = 3
} aclSysParamOpt;

typedef enum aclCannAttr {
    ACL_CANN_ATTR_UNDEFINED = -1,
    ACL_CANN_ATTR_INF_NAN = 0,    /* arithmetic has infinities and NaNs */
    ACL_CANN_ATTR_BF16 = 1,       /* operators take ACL_BF16 */
    ACL_CANN_ATTR_JIT_COMPILE = 2 /* operators may be compiled when they are called */
} aclCannAttr;

typedef enum aclDeviceInfo {
    ACL_DEVICE_INFO_UNDEFINED = -1,
    ACL_DEVICE_INFO_AI_CORE_NUM = 0,
    ACL_DEVICE_INFO_VECTOR_CORE_NUM = 1,
    ACL_DEVICE_INFO_L2_SIZE = 2 /* bytes */
} aclDeviceInfo;

/*
 * aclrtGetSocName: name of the emulated product, such as "Ascend910B2" (environment: ACLNN_SOC).
 * Works at any time. The string belongs to the library and stays. NULL on failure: ACLNN_SOC
 * names no product, or another variable is wrong, and the text says what.
 */
ACL_FUNC_VISIBILITY const char *aclrtGetSocName(void);

/*
 * aclGetCannAttributeList: the attributes that the product has.
 * cannAttrList  receives an array that belongs to the library and stays
 * num           receives its length
 * Errors: either NULL 100000.
 */
ACL_FUNC_VISIBILITY aclError aclGetCannAttributeList(const aclCannAttr **cannAttrList,
                                                     size_t *num);

/*
 * aclGetCannAttribute: whether the product has an attribute.
 * value  receives 1 or 0
 * Errors: value NULL or no such attribute 100000.
 */
ACL_FUNC_VISIBILITY aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t *value);

/*
 * aclGetDeviceCapability: a figure of a device, which need not be set. The figures are those of
 * the emulated product, not of this machine; the L2 size is not known and given as 0.
 * value  receives the figure
 * Errors: value NULL or no such figure 100000; no such device 107001.
 */
ACL_FUNC_VISIBILITY aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo,
                                                    int64_t *value);

/*-**********************************************
 *  Data buffers
 ************************************************/

/*
 * An address and a size that travel together, from the interface before aclnn. A buffer does not
 * own the memory, and neither address nor size is looked at.
 */

/* aclCreateDataBuffer: data may be NULL, size (bytes) 0. Release with aclDestroyDataBuffer. NULL
 * only when host memory is exhausted. */
ACL_FUNC_VISIBILITY aclDataBuffer *aclCreateDataBuffer(void *data, size_t size);

/* aclDestroyDataBuffer: forgets the buffer, not the memory. Errors: NULL 100000 (unlike
 * aclDestroyTensor); destroyed before or foreign 100000. */
ACL_FUNC_VISIBILITY aclError aclDestroyDataBuffer(const aclDataBuffer *dataBuffer);

/* aclUpdateDataBuffer: another address and size. Errors: as aclDestroyDataBuffer. */
ACL_FUNC_VISIBILITY aclError aclUpdateDataBuffer(aclDataBuffer *dataBuffer, void *data,
                                                 size_t size);

/* aclGetDataBufferAddr: the address; NULL if dataBuffer is NULL, destroyed or foreign. */
ACL_FUNC_VISIBILITY void *aclGetDataBufferAddr(const aclDataBuffer *dataBuffer);

/* aclGetDataBufferSizeV2: the size in bytes; 0 if dataBuffer is NULL, destroyed or foreign. */
ACL_FUNC_VISIBILITY size_t aclGetDataBufferSizeV2(const aclDataBuffer *dataBuffer);

/* aclGetDataBufferSize: the low 32 bits of that. */
ACL_DEPRECATED_MESSAGE("use aclGetDataBufferSizeV2")
ACL_FUNC_VISIBILITY uint32_t aclGetDataBufferSize(const aclDataBuffer *dataBuffer);

/*-**********************************************
 *  Log
 ************************************************/

typedef enum aclLogLevel {
    ACL_DEBUG = 0,
    ACL_INFO = 1,
    ACL_WARNING = 2,
    ACL_ERROR = 3
} aclLogLevel;

/*
 * aclAppLog: writes a line of the program's own into the library's log (environment: ACLNN_LOG;
 * without it nothing is written).
 * func, file, line  where the call stands; ACL_APP_LOG fills them in
 * fmt, ...          as for printf
 */
ACL_FUNC_VISIBILITY void aclAppLog(aclLogLevel logLevel, const char *func, const char *file,
                                   uint32_t line, const char *fmt, ...);

/* ACL_APP_LOG(level, fmt, ...): aclAppLog from here. */
#define ACL_APP_LOG(level, ...) aclAppLog(level, __func__, __FILE__, __LINE__, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
