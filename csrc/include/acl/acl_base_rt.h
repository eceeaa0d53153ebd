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
 * Missing.  A function that is exported but not carried out returns 207000, or NULL if it returns
 *           a pointer, and leaves a text that names it. It never returns 0.
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

/* Handles of parts that are not carried out; no function here gives one out. */
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
static const int ACL_ERROR_INVALID_PARAM = 100000; /* an argument is not valid */
static const int ACL_ERROR_UNINITIALIZE = 100001; /* aclInit was not called */
static const int ACL_ERROR_REPEAT_INITIALIZE = 100002; /* aclInit was called before */
static const int ACL_ERROR_INVALID_FILE = 100003; /* a file cannot be opened */
static const int ACL_ERROR_WRITE_FILE = 100004; /* a file cannot be written */
static const int ACL_ERROR_INVALID_FILE_SIZE = 100005; /* a file is too large or empty */
static const int ACL_ERROR_PARSE_FILE = 100006; /* a file is malformed */
static const int ACL_ERROR_FILE_MISSING_ATTR = 100007; /* a file lacks an entry */
static const int ACL_ERROR_FILE_ATTR_INVALID = 100008; /* an entry of a file is wrong */
static const int ACL_ERROR_INVALID_DUMP_CONFIG = 100009; /* bad dump settings */
static const int ACL_ERROR_INVALID_PROFILING_CONFIG = 100010; /* bad profiling settings */
static const int ACL_ERROR_INVALID_MODEL_ID = 100011; /* no model has this id */
static const int ACL_ERROR_DESERIALIZE_MODEL = 100012; /* model cannot be decoded */
static const int ACL_ERROR_PARSE_MODEL = 100013; /* model cannot be parsed */
static const int ACL_ERROR_READ_MODEL_FAILURE = 100014; /* model cannot be read */
static const int ACL_ERROR_MODEL_SIZE_INVALID = 100015; /* model has a wrong size */
static const int ACL_ERROR_MODEL_MISSING_ATTR = 100016; /* model lacks an attribute */
static const int ACL_ERROR_MODEL_INPUT_NOT_MATCH = 100017; /* not the model's inputs */
static const int ACL_ERROR_MODEL_OUTPUT_NOT_MATCH = 100018; /* not the model's outputs */
static const int ACL_ERROR_MODEL_NOT_DYNAMIC = 100019; /* model has fixed shapes */
static const int ACL_ERROR_OP_TYPE_NOT_MATCH = 100020; /* another operator type */
static const int ACL_ERROR_OP_INPUT_NOT_MATCH = 100021; /* not the operator's inputs */
static const int ACL_ERROR_OP_OUTPUT_NOT_MATCH = 100022; /* not the operator's outputs */
static const int ACL_ERROR_OP_ATTR_NOT_MATCH = 100023; /* not the operator's attributes */
static const int ACL_ERROR_OP_NOT_FOUND = 100024; /* no such operator */
static const int ACL_ERROR_OP_LOAD_FAILED = 100025; /* operator cannot be loaded */
static const int ACL_ERROR_UNSUPPORTED_DATA_TYPE = 100026; /* data type not supported */
static const int ACL_ERROR_FORMAT_NOT_MATCH = 100027; /* formats do not match */
static const int ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED = 100028; /* no selector registered */
static const int ACL_ERROR_KERNEL_NOT_FOUND = 100029; /* no such kernel */
static const int ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED = 100030; /* selector is there */
static const int ACL_ERROR_KERNEL_ALREADY_REGISTERED = 100031; /* kernel is there already */
static const int ACL_ERROR_INVALID_QUEUE_ID = 100032; /* no queue has this id */
static const int ACL_ERROR_REPEAT_SUBSCRIBE = 100033; /* subscribed before */
static const int ACL_ERROR_STREAM_NOT_SUBSCRIBE = 100034; /* stream has no subscriber */
static const int ACL_ERROR_THREAD_NOT_SUBSCRIBE = 100035; /* thread subscribed nothing */
static const int ACL_ERROR_WAIT_CALLBACK_TIMEOUT = 100036; /* no callback in time */
static const int ACL_ERROR_REPEAT_FINALIZE = 100037; /* aclFinalize was called before */
static const int ACL_ERROR_NOT_STATIC_AIPP = 100038; /* image input is not static */
static const int ACL_ERROR_COMPILING_STUB_MODE = 100039; /* a link-time stub was loaded */
static const int ACL_ERROR_GROUP_NOT_SET = 100040; /* no core group is set */
static const int ACL_ERROR_GROUP_NOT_CREATE = 100041; /* no core group exists */
static const int ACL_ERROR_PROF_ALREADY_RUN = 100042; /* profiling runs already */
static const int ACL_ERROR_PROF_NOT_RUN = 100043; /* profiling does not run */
static const int ACL_ERROR_DUMP_ALREADY_RUN = 100044; /* dumping runs already */
static const int ACL_ERROR_DUMP_NOT_RUN = 100045; /* dumping does not run */
static const int ACL_ERROR_PROF_REPEAT_SUBSCRIBE = 148046; /* profiled twice */
static const int ACL_ERROR_PROF_API_CONFLICT = 148047; /* profiling calls exclude another */
static const int ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG = 148048; /* bad queue limit */
static const int ACL_ERROR_INVALID_OPP_PATH = 148049; /* no operator package there */
static const int ACL_ERROR_OP_UNSUPPORTED_DYNAMIC = 148050; /* fixed shapes only */
static const int ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED = 148051; /* still in use */
static const int ACL_ERROR_UNSUPPORTED_JPEG = 148052; /* JPEG kind not supported */
static const int ACL_ERROR_INVALID_BUNDLE_MODEL_ID = 148053; /* no bundle has this id */
static const int ACL_ERROR_BAD_ALLOC = 200000; /* out of host memory */
static const int ACL_ERROR_API_NOT_SUPPORT = 200001; /* function not supported */
static const int ACL_ERROR_INVALID_DEVICE = 200002; /* no such device */
static const int ACL_ERROR_MEMORY_ADDRESS_UNALIGNED = 200003; /* address not aligned */
static const int ACL_ERROR_RESOURCE_NOT_MATCH = 200004; /* resources do not match */
static const int ACL_ERROR_INVALID_RESOURCE_HANDLE = 200005; /* handle is not valid */
static const int ACL_ERROR_FEATURE_UNSUPPORTED = 200006; /* feature not supported */
static const int ACL_ERROR_PROF_MODULES_UNSUPPORTED = 200007; /* cannot be profiled */
static const int ACL_ERROR_STORAGE_OVER_LIMIT = 300000; /* storage limit reached */
static const int ACL_ERROR_INTERNAL_ERROR = 500000; /* error inside the acl layer */
static const int ACL_ERROR_FAILURE = 500001; /* call failed */
static const int ACL_ERROR_GE_FAILURE = 500002; /* graph engine failed */
static const int ACL_ERROR_RT_FAILURE = 500003; /* runtime failed */
static const int ACL_ERROR_DRV_FAILURE = 500004; /* driver failed */
static const int ACL_ERROR_PROFILING_FAILURE = 500005; /* profiling failed */
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
    ACL_DT_UNDEFINED = -1, /* DT_UNDEFINED, no fixed size */
    ACL_FLOAT = 0, /* DT_FLOAT, 4 bytes */
    ACL_FLOAT16 = 1, /* DT_FLOAT16, 2 bytes */
    ACL_INT8 = 2, /* DT_INT8, 1 byte */
    ACL_INT32 = 3, /* DT_INT32, 4 bytes */
    ACL_UINT8 = 4, /* DT_UINT8, 1 byte */
    ACL_INT16 = 6, /* DT_INT16, 2 bytes */
    ACL_UINT16 = 7, /* DT_UINT16, 2 bytes */
    ACL_UINT32 = 8, /* DT_UINT32, 4 bytes */
    ACL_INT64 = 9, /* DT_INT64, 8 bytes */
    ACL_UINT64 = 10, /* DT_UINT64, 8 bytes */
    ACL_DOUBLE = 11, /* DT_DOUBLE, 8 bytes */
    ACL_BOOL = 12, /* DT_BOOL, 1 byte */
    ACL_STRING = 13, /* DT_STRING, no fixed size */
    ACL_COMPLEX64 = 16, /* DT_COMPLEX64, 8 bytes */
    ACL_COMPLEX128 = 17, /* DT_COMPLEX128, 16 bytes */
    ACL_BF16 = 27, /* DT_BF16, 2 bytes */
    ACL_INT4 = 29, /* DT_INT4, 4 bits */
    ACL_UINT1 = 30, /* DT_UINT1, 1 bit */
    ACL_COMPLEX32 = 33, /* DT_COMPLEX32, 4 bytes */
    ACL_HIFLOAT8 = 34, /* DT_HIFLOAT8, 1 byte */
    ACL_FLOAT8_E5M2 = 35, /* DT_FLOAT8_E5M2, 1 byte */
    ACL_FLOAT8_E4M3FN = 36, /* DT_FLOAT8_E4M3FN, 1 byte */
    ACL_FLOAT8_E8M0 = 37, /* DT_FLOAT8_E8M0, 1 byte */
    ACL_FLOAT6_E3M2 = 38, /* DT_FLOAT6_E3M2, 6 bits */
    ACL_FLOAT6_E2M3 = 39, /* DT_FLOAT6_E2M3, 6 bits */
    ACL_FLOAT4_E2M1 = 40, /* DT_FLOAT4_E2M1, 4 bits */
    ACL_FLOAT4_E1M2 = 41, /* DT_FLOAT4_E1M2, 4 bits */
    /* end of table */
} aclDataType;

/*
 * Layout of a tensor. ND and the layouts named by letters are described in full by dimensions and
 * strides. In the layouts private to the device the hardware orders the elements; nothing here
 * reads or writes those, and operators refuse them unless their header says otherwise.
 */
typedef enum aclFormat {
    /* table: format.def */
    ACL_FORMAT_UNDEFINED = -1, /* UNDEFINED */
    ACL_FORMAT_NCHW = 0, /* NCHW */
    ACL_FORMAT_NHWC = 1, /* NHWC */
    ACL_FORMAT_ND = 2, /* ND */
    ACL_FORMAT_NC1HWC0 = 3, /* NC1HWC0, private to the device */
    ACL_FORMAT_FRACTAL_Z = 4, /* FRACTAL_Z, private to the device */
    ACL_FORMAT_NC1HWC0_C04 = 12, /* NC1HWC0_C04, private to the device */
    ACL_FORMAT_HWCN = 16, /* HWCN */
    ACL_FORMAT_NDHWC = 27, /* NDHWC */
    ACL_FORMAT_FRACTAL_NZ = 29, /* FRACTAL_NZ, private to the device */
    ACL_FORMAT_NCDHW = 30, /* NCDHW */
    ACL_FORMAT_NDC1HWC0 = 32, /* NDC1HWC0, private to the device */
    ACL_FRACTAL_Z_3D = 33, /* FRACTAL_Z_3D, private to the device */
    ACL_FORMAT_NC = 35, /* NC */
    ACL_FORMAT_NCL = 47, /* NCL */
    ACL_FORMAT_FRACTAL_NZ_C0_16 = 50, /* FRACTAL_NZ_C0_16, private to the device */
    ACL_FORMAT_FRACTAL_NZ_C0_32 = 51, /* FRACTAL_NZ_C0_32, private to the device */
    ACL_FORMAT_FRACTAL_NZ_C0_2 = 52, /* FRACTAL_NZ_C0_2, private to the device */
    ACL_FORMAT_FRACTAL_NZ_C0_4 = 53, /* FRACTAL_NZ_C0_4, private to the device */
    ACL_FORMAT_FRACTAL_NZ_C0_8 = 54, /* FRACTAL_NZ_C0_8, private to the device */
    /* end of table */
} aclFormat;

/* Where the operands of the interface before aclnn lie; no function here takes one. */
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
