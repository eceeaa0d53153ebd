/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layer below acl, libruntime.so, as far as programs compile against it; installed in the
 * folder include/experiment/runtime/runtime, as in CANN. Statuses are acl's, 0 for success. Objects
 * are acl's too: a stream of rtStreamCreate is an aclrtStream. What registers or launches a kernel
 * of the device refuses with 207000 (ACL_ERROR_RT_FEATURE_NOT_SUPPORT). Names, values and
 * parameters are those of CANN 8.5 and 9.0; where the two call a number differently, both names are
 * here.
 */
#ifndef RUNTIME_RUNTIME_RT_H
#define RUNTIME_RUNTIME_RT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef RTS_API
#define RTS_API __attribute__((visibility("default")))
#endif

typedef int32_t rtError_t;
typedef void *rtStream_t;
typedef uint32_t rtMemType_t;

static const rtError_t RT_ERROR_NONE = 0;

#define RT_MEMORY_DEFAULT 0x0U
#define RT_MEMORY_HBM 0x2U
#define RT_MEMORY_DDR 0x4U
#define RT_MEMORY_HOST 0x81U

#define RT_DEV_BINARY_MAGIC_ELF 0x43554245U
#define RT_DEV_BINARY_MAGIC_ELF_AICPU 0x41415243U
#define RT_DEV_BINARY_MAGIC_ELF_AIVEC 0x41415246U
#define RT_DEV_BINARY_MAGIC_ELF_AICUBE 0x41494343U

typedef enum tagRtMemcpyKind {
    RT_MEMCPY_HOST_TO_HOST = 0,
    RT_MEMCPY_HOST_TO_DEVICE = 1,
    RT_MEMCPY_DEVICE_TO_HOST = 2,
    RT_MEMCPY_DEVICE_TO_DEVICE = 3
} rtMemcpyKind_t;

typedef enum tagRtLimitType {
    RT_LIMIT_TYPE_LOW_POWER_TIMEOUT = 0,
    RT_LIMIT_TYPE_SIMT_STACK_SIZE = 1,      /* CANN 9.0 */
    RT_LIMIT_TYPE_SIMT_WARP_STACK_SIZE = 1, /* CANN 8.5 */
    RT_LIMIT_TYPE_SIMT_DVG_WARP_STACK_SIZE = 2,
    RT_LIMIT_TYPE_STACK_SIZE = 3
} rtLimitType_t;

/* A binary of the device: its kind (RT_DEV_BINARY_MAGIC_...), and its length in bytes. */
typedef struct tagRtDevBinary {
    uint32_t magic;
    uint32_t version;
    const void *data;
    uint64_t length;
} rtDevBinary_t;

typedef struct tagRtSmCtrl rtSmDesc_t;

RTS_API rtError_t rtSetDevice(int32_t devId);
RTS_API rtError_t rtGetDevice(int32_t *devId);
RTS_API rtError_t rtDeviceReset(int32_t devId);
RTS_API rtError_t rtGetDeviceCount(int32_t *cnt);

/* The numbers of the devices, as many as `devices` has room for. */
RTS_API rtError_t rtGetDeviceIDs(uint32_t *devices, uint32_t len);

/* The name of the product, as aclrtGetSocName has it. 107000 where `maxLen` bytes are too few. */
RTS_API rtError_t rtGetSocVersion(char *ver, const uint32_t maxLen);
RTS_API rtError_t rtGetAiCoreCount(uint32_t *aiCoreCnt);

/* Refuses with 207000. */
RTS_API rtError_t rtDeviceSetLimit(int32_t devId, rtLimitType_t type, uint32_t val);

/* `size` in bytes; the program frees what it gets by rtFree. `type` and `moduleId` are not read. */
RTS_API rtError_t rtMalloc(void **devPtr, uint64_t size, rtMemType_t type, const uint16_t moduleId);
RTS_API rtError_t rtFree(void *devPtr);
RTS_API rtError_t rtMallocHost(void **hostPtr, uint64_t size, const uint16_t moduleId);
RTS_API rtError_t rtFreeHost(void *hostPtr);
RTS_API rtError_t rtMemcpy(void *dst, uint64_t destMax, const void *src, uint64_t cnt,
                           rtMemcpyKind_t kind);

/* `priority` is not read. */
RTS_API rtError_t rtStreamCreate(rtStream_t *stm, int32_t priority);
RTS_API rtError_t rtStreamDestroy(rtStream_t stm);
RTS_API rtError_t rtStreamSynchronize(rtStream_t stm);
RTS_API rtError_t rtGetStreamId(rtStream_t stm, int32_t *streamId);

/* Refuse with 207000: there are no kernels of the device. */
RTS_API rtError_t rtDevBinaryRegister(const rtDevBinary_t *bin, void **hdl);
RTS_API rtError_t rtDevBinaryUnRegister(void *hdl);
RTS_API rtError_t rtFunctionRegister(void *binHandle, const void *stubFunc, const char *stubName,
                                     const void *kernelInfoExt, uint32_t funcMode);
RTS_API rtError_t rtKernelLaunch(const void *stubFunc, uint32_t numBlocks, void *args,
                                 uint32_t argsSize, rtSmDesc_t *smDesc, rtStream_t stm);

#ifdef __cplusplus
}
#endif

#endif
