/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_rt.h: devices, streams, events and memory.
 *
 * Introduction
 * ------------
 * A device here is a set of CPU threads that play the cores of an Ascend NPU, and a range of
 * memory of its own. A program sets a device, makes a stream, allocates device memory, copies its
 * data in, starts operators on the stream, waits for the stream, and copies the results out:
 *
 *     aclInit(NULL);
 *     aclrtSetDevice(0);
 *     aclrtCreateStream(&stream);
 *     aclrtMalloc(&device, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
 *     aclrtMemcpy(device, bytes, host, bytes, ACL_MEMCPY_HOST_TO_DEVICE);
 *     ... operators on the stream (aclnnop/) ...
 *     aclrtSynchronizeStream(stream);
 *     aclrtMemcpy(host, bytes, device, bytes, ACL_MEMCPY_DEVICE_TO_HOST);
 *     aclrtFree(device);
 *     aclrtDestroyStream(stream);
 *     aclrtResetDevice(0);
 *     aclFinalize();
 *
 * From easy to expert: initialisation, devices, memory, copies, streams, events; then contexts,
 * callbacks, options, registered host memory, addresses and memory apart, memory of other
 * processes, notifies, limits. Last what is declared but not implemented.
 *
 * Conventions
 * -----------
 * acl_base_rt.h says what holds for every function: statuses, handles, memory, threads, fork.
 * In the lists of errors below
 *   "no context 107002"  the calling thread has set no device and no context, its context was
 *                        destroyed, or the process is a forked child;
 *   "stream errors"      destroyed or foreign handle 107017; no context 107002; a stream of a
 *                        context that is not current 107003. NULL is the default stream of the
 *                        current context;
 *   "event errors"       event NULL 100000; no context 107002; destroyed or foreign handle 107017;
 *   "waits for itself 107000"  what the call waits for waits for the calling thread; the rule is
 *                        at "Host functions in a stream";
 *   "no thread 207005"   work that the call leaves to a thread of the library is not begun, and no
 *                        thread can be started. A wait without a timeout does the work itself.
 *
 * Work on a stream runs later, in the order in which it was queued; work on different streams runs
 * at the same time. An error of such work is returned once, by the next call that waits for it: a
 * synchronize of the stream, its device, or an event behind it. No other call returns it.
 *
 * The environment variable ACLNN_STREAM changes when queued work runs: async (the default) by a
 * worker of the stream; lazy when a synchronize, a query or aclrtProcessReport asks for it, so that
 * a forgotten synchronize shows; sync within the call, for debuggers. Queries and timeouts wait no
 * longer in one mode than in another.
 */
#ifndef ACL_ACL_RT_H
#define ACL_ACL_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_rt_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  Version
 ************************************************/

/* Of the interface, and what aclrtGetVersion returns. */
#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

/* This library's own: the release of CANN that has this interface, as its users name it. */
#define ACLNN_CANN_MAJOR_VERSION 9
#define ACLNN_CANN_MINOR_VERSION 1
#define ACLNN_CANN_RELEASE_VERSION 0

/*
 * aclrtGetVersion: the three numbers above. Needs neither aclInit nor a device.
 * Errors: in a forked child 107002; any pointer NULL 100000.
 */
ACL_DEPRECATED_MESSAGE("deprecated by the vendor; no other call for the numbers is implemented")
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion,
                                             int32_t *patchVersion);

/*-**********************************************
 *  Initialisation and error texts
 ************************************************/

/*
 * aclInit: initialises the library. No function here insists on it.
 * configPath  a JSON file, or NULL or "" for none. It must be the same each time. With
 *             {"defaultDevice": {"default_device": "0"}} a thread without a context sets that
 *             device for itself, as by aclrtSetDevice, in the first call that needs one, until
 *             aclFinalize; aclrtGetDevice answers it without. Other entries have no effect here;
 *             error texts always belong to a thread.
 * Errors: the environment is wrong, such as an ACLNN_SOC that names no product 500000; file missing
 * or unreadable 100003; not JSON 100006; default_device no text of a decimal number 500001, no
 * device 107001; another content than at the first aclInit 100000;
 * initialised before and not finalized 100002: all stays usable, and the call counts for
 * aclFinalizeReference.
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char *configPath);

/*
 * aclFinalize: undoes every aclInit at once. Works without one.
 * Does not reset devices: handles and memory stay valid, and may be released afterwards.
 * Errors: finalized before 100037.
 */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/*
 * aclFinalizeReference: undoes one aclInit; the last one does what aclFinalize does.
 * refCount  receives how many are left; may be NULL
 * Errors: no aclInit left 100037.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t *refCount);

/*
 * aclGetRecentErrMsg: the text of the calling thread's last failure, and clears it.
 * Returns NULL when there is none (so test before printing; std::cout << NULL fails). The string
 * belongs to the library and stays until this thread calls aclGetRecentErrMsg again. A success in
 * between does not clear the text. Older failures follow under "TraceBack", but those that the
 * program has handled: the same call has succeeded since, a synchronize has, or aclrtGetLastError
 * was asked. Works at any time.
 *
 *     [PID: 1234] 2026-01-24-11:53:44.671.727 AclNN_Parameter_Error(EZ1001): ...
 */
ACL_FUNC_VISIBILITY const char *aclGetRecentErrMsg(void);

/*-**********************************************
 *  Devices
 ************************************************/

typedef enum aclrtRunMode {
    ACL_DEVICE = 0, /* the program runs on the device itself; never so here */
    ACL_HOST = 1
} aclrtRunMode;

typedef enum aclrtTsId {
    ACL_TS_ID_AICORE = 0,
    ACL_TS_ID_AIVECTOR = 1,
    ACL_TS_ID_RESERVED = 2
} aclrtTsId;

typedef enum aclrtDeviceStatus {
    ACL_RT_DEVICE_STATUS_NORMAL = 0,
    ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
    ACL_RT_DEVICE_STATUS_END = 0xFFFF
} aclrtDeviceStatus;

/* Figures for aclrtGetDeviceInfo. */
typedef enum aclrtDevAttr {
    ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
    ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
    ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
    ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
    ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204,  /* bytes */
    ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301, /* bytes */
    ACL_DEV_ATTR_L2_CACHE_SIZE = 302,         /* bytes */
    ACL_DEV_ATTR_PHY_CHIP_ID = 402,
    ACL_DEV_ATTR_IS_VIRTUAL = 501,
    ACL_DEV_ATTR_NPU_ARCH = 601
} aclrtDevAttr;

/*
 * aclrtSetDevice: makes a device current for the calling thread: its primary context, which all
 * threads that set the device share, replaces the thread's context.
 * deviceId  0 to count - 1 (environment: ACLNN_DEVICES, ASCEND_RT_VISIBLE_DEVICES)
 * Calls are counted per device over the whole process; aclrtResetDevice undoes one.
 * Errors: ACLNN_SOC or another variable is wrong 507008; no such device 107001; in a forked child
 * 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/*
 * aclrtResetDevice: undoes one aclrtSetDevice. The last one waits for the work of its primary
 * context, as aclrtDestroyStream does, and releases that with all streams and events that are
 * left, and the device's memory unless another context of the device lives; using or releasing
 * those afterwards is a status, never a crash.
 * Errors: no such device 107001; called from a callback that runs on a stream 107000; not set, or
 * reset as often as set 507007; in a forked child 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/* aclrtResetDeviceForce: the same, however often the device was set. */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/* aclrtGetDevice: the device of the calling thread's context, in deviceId.
 * Errors: NULL 100000; no context and no default device (aclInit) 107002. */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t *deviceId);

/* aclrtGetDeviceCount: how many devices there are, in count. Needs no context.
 * Errors: NULL 100000. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t *count);

/* aclrtGetRunMode: ACL_HOST, in runMode. Errors: NULL 100000. */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode *runMode);

/*
 * aclrtSynchronizeDevice: waits until all streams of the current device are empty.
 * Errors: no context 107002; called from a callback that runs on a stream 107000; waits for itself
 * 107000; what the work left behind, such as 507015 (a kernel failed), once.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

/*
 * aclrtSynchronizeDeviceWithTimeout: the same, for at most timeout milliseconds, or -1 for ever.
 * Errors: timeout 0 or below -1 107000; then as above; no thread 207005; not done in time 507046.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

typedef struct aclrtUuid {
    char bytes[16];
} aclrtUuid;

/* aclrtDeviceGetUuid: 16 bytes that no other device of the machine has, the same in every process.
 * Errors: uuid NULL 100000; no such device 107001; on Ascend910 207000. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid *uuid);

/* aclrtQueryDeviceStatus: ACL_RT_DEVICE_STATUS_NORMAL for every device, in deviceStatus.
 * Errors: NULL 100000; no such device 107001. */
ACL_FUNC_VISIBILITY aclError aclrtQueryDeviceStatus(int32_t deviceId,
                                                    aclrtDeviceStatus *deviceStatus);

/*
 * aclrtGetDeviceInfo: a figure of the emulated product, in value. Needs no context. Figures that
 * the product table does not have (L2 cache, AI CPUs, architecture) are given as 0.
 * Errors: value NULL 100000; no such device 107001; attr not listed above 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr,
                                                int64_t *value);

/*
 * Access of one device to the memory of another. All devices here can reach each other, and
 * nothing needs to be switched on; the calls check their arguments and succeed.
 *
 * aclrtDeviceCanAccessPeer: 1, in canAccessPeer.
 * Errors: canAccessPeer NULL 100000; the two devices are the same 100000; no such device 107001.
 *
 * aclrtDeviceEnablePeerAccess, aclrtDeviceDisablePeerAccess: between the current device and
 * another. flags is reserved and must be 0.
 * Errors: flags not 0 200006; no context 107002; the current device itself 100000; no such device
 * 107001.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t *canAccessPeer, int32_t deviceId,
                                                      int32_t peerDeviceId);
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

/* aclrtDevicePeerAccessStatus: 1, in status: devices here reach each other in any case.
 * Errors: status NULL 100000; no such device 107001. */
ACL_FUNC_VISIBILITY aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId,
                                                         int32_t *status);

/*-**********************************************
 *  Memory
 ************************************************/

/* How to allocate. There is one kind of memory here: every policy gives it, also an unknown one. */
typedef enum aclrtMemMallocPolicy {
    ACL_MEM_MALLOC_HUGE_FIRST = 0,
    ACL_MEM_MALLOC_HUGE_ONLY = 1,
    ACL_MEM_MALLOC_NORMAL_ONLY = 2,
    ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
    ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
    ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
    ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
    ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
    ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x0100,
    ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
    ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000
} aclrtMemMallocPolicy;

typedef enum aclrtMallocAttrType {
    ACL_RT_MEM_ATTR_RSV = 0,
    ACL_RT_MEM_ATTR_MODULE_ID = 1,
    ACL_RT_MEM_ATTR_DEVICE_ID = 2,
    ACL_RT_MEM_ATTR_VA_FLAG = 3
} aclrtMallocAttrType;

typedef union aclrtMallocAttrValue {
    uint16_t moduleId;
    uint32_t deviceId;
    uint32_t vaFlag;
    uint8_t rsv[8];
} aclrtMallocAttrValue;

typedef struct aclrtMallocAttribute {
    aclrtMallocAttrType attr;
    aclrtMallocAttrValue value;
} aclrtMallocAttribute;

typedef struct aclrtMallocConfig {
    aclrtMallocAttribute *attrs;
    size_t numAttrs;
} aclrtMallocConfig;

/* Kinds of memory, for aclrtGetMemInfo. */
typedef enum aclrtMemAttr {
    ACL_DDR_MEM = 0,
    ACL_HBM_MEM = 1,
    ACL_DDR_MEM_HUGE = 2,
    ACL_DDR_MEM_NORMAL = 3,
    ACL_HBM_MEM_HUGE = 4,
    ACL_HBM_MEM_NORMAL = 5,
    ACL_DDR_MEM_P2P_HUGE = 6,
    ACL_DDR_MEM_P2P_NORMAL = 7,
    ACL_HBM_MEM_P2P_HUGE = 8,
    ACL_HBM_MEM_P2P_NORMAL = 9,
    ACL_HBM_MEM_HUGE1G = 10,
    ACL_HBM_MEM_P2P_HUGE1G = 11,
    ACL_MEM_NORMAL = 12,
    ACL_MEM_HUGE = 13,
    ACL_MEM_HUGE1G = 14,
    ACL_MEM_P2P_NORMAL = 15,
    ACL_MEM_P2P_HUGE = 16,
    ACL_MEM_P2P_HUGE1G = 17
} aclrtMemAttr;

/*
 * aclrtMalloc: size bytes of memory on the current device.
 * devPtr  receives the address, a multiple of 512. Release it with aclrtFree
 * The contents are undefined. CANN adds 32 bytes and rounds up to 32 (Ascend950, and the policies
 * HUGE1G, only round); here that is rounded up to 512 and counts against the capacity. The extent
 * that later calls check is size, as asked for. Does not wait for anything.
 * Errors: devPtr NULL 100000; size 0, or too large to be rounded 100000; no context 107002; out of
 * device memory 207001. On an error *devPtr keeps its value.
 */
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy);

/* aclrtMallocAlign32: as aclrtMalloc, without the 32 bytes. */
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void **devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);

/* aclrtMallocCached: as aclrtMalloc. There is no cache to flush. */
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void **devPtr, size_t size,
                                               aclrtMemMallocPolicy policy);

/*
 * aclrtMallocWithCfg, aclrtMallocForTaskScheduler: as aclrtMallocAlign32.
 * cfg  may be NULL; its attributes are ignored
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void **devPtr, size_t size,
                                                aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig *cfg);
ACL_FUNC_VISIBILITY aclError aclrtMallocForTaskScheduler(void **devPtr, size_t size,
                                                         aclrtMemMallocPolicy policy,
                                                         aclrtMallocConfig *cfg);

/*
 * aclrtFree: releases device memory. Needs no context, so it works after aclrtResetDevice and
 * aclFinalize too (where the memory is gone already, it says 107000).
 * Does not wait: work that still uses the memory must be synchronized with before.
 * Errors: NULL 100000 (unlike free); not the start of a live allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtFree(void *devPtr);

/* aclrtFreeWithDevSync: waits for the memory's device, then aclrtFree.
 * Errors: as aclrtFree; called from a callback that runs on a stream, or waits for itself 107000,
 * and nothing released;
 * what the device's work left behind, once, the memory being released. */
ACL_FUNC_VISIBILITY aclError aclrtFreeWithDevSync(void *devPtr);

/*
 * aclrtMallocHost: size bytes of host memory that asynchronous copies take without waiting.
 * hostPtr  receives the address, page aligned. Release it with aclrtFreeHost, not free
 * Errors: hostPtr NULL, size 0 100000; no context 107002; out of memory 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void **hostPtr, size_t size);

/* aclrtMallocHostWithCfg: as aclrtMallocHost; cfg may be NULL, its attributes are ignored. */
ACL_FUNC_VISIBILITY aclError aclrtMallocHostWithCfg(void **ptr, uint64_t size,
                                                    aclrtMallocConfig *cfg);

/* aclrtFreeHost: releases memory of aclrtMallocHost. Needs no context, does not wait.
 * Errors: NULL 100000; not from aclrtMallocHost, or released 107000. */
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void *hostPtr);

/* aclrtFreeHostWithDevSync: waits for the current device, then aclrtFreeHost.
 * Errors: NULL 100000; no context 107002; called from a callback that runs on a stream, or waits
 * for itself 107000, and nothing released; then as aclrtFreeHost; what the device's work left
 * behind, once, the memory being released. */
ACL_FUNC_VISIBILITY aclError aclrtFreeHostWithDevSync(void *hostPtr);

/*
 * aclrtGetMemInfo: free and total memory of the current device, in bytes.
 * attr  what to count. Memory here is ACL_HBM_MEM, and its HUGE and NORMAL kinds are the same
 *       memory; of a kind that the product lacks there are 0 and 0 bytes, with success
 * Total is the capacity of the product. Free is less than the rest of it where this machine does
 * not grant so large an address range.
 * Errors: free or total NULL 100000; attr out of range 107016; no context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total);

/*-**********************************************
 *  Copying and setting
 ************************************************/

typedef enum aclrtMemcpyKind {
    ACL_MEMCPY_HOST_TO_HOST = 0,
    ACL_MEMCPY_HOST_TO_DEVICE = 1,
    ACL_MEMCPY_DEVICE_TO_HOST = 2,
    ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
    ACL_MEMCPY_DEFAULT = 4, /* whatever the addresses are */
    ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
    ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
    ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7
} aclrtMemcpyKind;

/*
 * aclrtMemcpy: copies count bytes and returns when they are there.
 * dst, src  addresses on host or device, also inside an allocation. They may overlap
 * destMax   bytes that dst has room for
 * kind      must fit the addresses: device ends must be device memory, host ends must not
 * Does not wait for streams: results must be synchronized with before they are copied.
 * Errors: none if count is 0; dst NULL, then src NULL 100000; kind above 5 100000; destMax 0 or
 * less than count 107000; none, and nothing copied, if dst equals src; no context 107002; an end
 * that is not what kind says, or that leaves its allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count,
                                         aclrtMemcpyKind kind);

/*
 * aclrtMemcpyAsync: queues the copy on a stream.
 * Host memory that is not from aclrtMallocHost and not registered may be used again when the call
 * returns: the call takes a source's bytes with it, and waits for the copy to a destination.
 * Otherwise both ends must stay as they are until the stream was synchronized with.
 * Errors: as aclrtMemcpy as far as the sizes; stream errors; ACL_MEMCPY_HOST_TO_HOST 207000; an end
 * that is not what kind says, or that leaves its allocation 107000; a destination to wait for, in a
 * callback that runs on a stream, or where the call waits for itself, 107000; an end that is freed
 * before the copy's turn 507013, from the next synchronize, and from a call that waited as well.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src,
                                              size_t count, aclrtMemcpyKind kind,
                                              aclrtStream stream);

/* aclrtMemcpyAsyncWithCondition: as aclrtMemcpyAsync, but host memory that is not from
 * aclrtMallocHost and not registered is an error, 107000. */
ACL_DEPRECATED_MESSAGE("use aclrtMemcpyAsync")
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithCondition(void *dst, size_t destMax,
                                                           const void *src, size_t count,
                                                           aclrtMemcpyKind kind,
                                                           aclrtStream stream);

/*
 * aclrtMemcpy2d: copies height rows of width bytes.
 * dpitch, spitch  bytes from the start of one row to the start of the next
 * width, height   at most 5,000,000 bytes and 5,242,880 rows
 * kind            ACL_MEMCPY_HOST_TO_DEVICE or ACL_MEMCPY_DEVICE_TO_HOST, or ACL_MEMCPY_DEFAULT,
 *                 where the addresses are that
 * Errors: width or height 0 107000; dst NULL, src NULL 100000; width more than a pitch 100000;
 * ACL_MEMCPY_DEVICE_TO_DEVICE 207000; another kind 100000; width or height larger than that 107000;
 * no context 107002; an end that is not what kind says, or that leaves its allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch,
                                           size_t width, size_t height, aclrtMemcpyKind kind);

/* aclrtMemcpy2dAsync: the same, queued as aclrtMemcpyAsync does, and also for
 * ACL_MEMCPY_DEVICE_TO_DEVICE, but on the family Ascend910 (100000). Errors: likewise, with stream
 * errors where the context is tested; both ends on the host 207000. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src,
                                                size_t spitch, size_t width, size_t height,
                                                aclrtMemcpyKind kind, aclrtStream stream);

/*
 * aclrtMemset: sets count bytes to the low byte of value and returns when they are set.
 * devPtr    device memory, or memory of aclrtMallocHost
 * maxCount  bytes that devPtr has room for
 * Errors: none if count is 0; devPtr NULL 100000; count above maxCount 107000; no context 107002;
 * other memory, or a range that leaves its allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value,
                                         size_t count);

/* aclrtMemsetAsync: the same, queued on a stream. Errors: likewise, with stream errors where the
 * context is tested. */
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value,
                                              size_t count, aclrtStream stream);

/*
 * aclrtMemsetD32: sets N words of 32 bits to value and returns when they are set.
 * ptr      device memory, or memory of aclrtMallocHost, at a multiple of 4
 * memSize  bytes that ptr has room for, at least 4 * N
 * Errors: ptr NULL, N 0, ptr not aligned, memSize too small 100000; no context 107002; other
 * memory 100000; a range that leaves its allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32(void *ptr, size_t memSize, uint32_t value, size_t N);

/* aclrtMemsetD32Async: the same, queued on a stream. Errors: likewise, with stream errors where the
 * context is tested. */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32Async(void *ptr, size_t memSize, uint32_t value,
                                                 size_t N, aclrtStream stream);

/*
 * aclrtMemFlush, aclrtMemInvalidate: write a cache back, drop it. There is none to care for here:
 * the calls check their arguments and succeed.
 * Errors: devPtr NULL, size 0 100000; no context 107002; not device memory, or a range that leaves
 * its allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void *devPtr, size_t size);
ACL_FUNC_VISIBILITY aclError aclrtMemInvalidate(void *devPtr, size_t size);

/*-**********************************************
 *  Streams
 ************************************************/

/* Flags for aclrtCreateStreamWithConfig. */
#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U

/* Modes for aclrtSetStreamFailureMode. */
#define ACL_CONTINUE_ON_FAILURE 0x00000000U
#define ACL_STOP_ON_FAILURE 0x00000001U

/* Comparisons of waits for a value in memory; no function here takes one. */
#define ACL_STREAM_WAIT_VALUE_GEQ 0x00000000U
#define ACL_STREAM_WAIT_VALUE_EQ 0x00000001U
#define ACL_STREAM_WAIT_VALUE_AND 0x00000002U
#define ACL_STREAM_WAIT_VALUE_NOR 0x00000003U

typedef enum aclrtStreamStatus {
    ACL_STREAM_STATUS_COMPLETE = 0,
    ACL_STREAM_STATUS_NOT_READY = 1,
    ACL_STREAM_STATUS_RESERVED = 0xFFFF
} aclrtStreamStatus;

/* Properties of a stream, for aclrtSetStreamAttribute. */
typedef enum aclrtStreamAttr {
    ACL_STREAM_ATTR_FAILURE_MODE = 1,
    ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2,
    ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3,
    ACL_STREAM_ATTR_CACHE_OP_INFO = 4,
    ACL_STREAM_ATTR_PRIORITY = 5
} aclrtStreamAttr;

typedef union {
    uint64_t failureMode;       /* ACL_CONTINUE_ON_FAILURE or ACL_STOP_ON_FAILURE */
    uint32_t overflowSwitch;    /* 0 or 1 */
    uint32_t userCustomTag;     /* any number */
    uint32_t cacheOpInfoSwitch; /* 0 */
    uint32_t streamPriority;
    uint32_t reserve[4];
} aclrtStreamAttrValue;

/*
 * aclrtCreateStream: a stream of the current context.
 * stream  receives the handle. Release it with aclrtDestroyStream; the context does so at its end
 * A device has 2,048 streams, default ones among them, as CANN documents of Ascend910 and 910B.
 * Errors: NULL 100000; no context 107002; none left, or out of host memory 207008.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream *stream);

/*
 * aclrtCreateStreamWithConfig: the same, with a priority and flags.
 * priority  brought into the range of aclrtDeviceGetStreamPriorityRange and remembered; it does
 *           not change the order of work here
 * flag      ACL_STREAM_* bits; unknown ones are ignored. A stream with PERSISTENT, CPU_SCHEDULE
 *           or DEVICE_USE_ONLY is not waited for: synchronize calls on it return 0 at once
 * Errors: as aclrtCreateStream.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority,
                                                         uint32_t flag);

/* What a stream is made with, for aclrtSetStreamConfigOpt. */
typedef enum aclrtStreamConfigAttr {
    ACL_RT_STREAM_WORK_ADDR_PTR = 0, /* void *: device memory for models */
    ACL_RT_STREAM_WORK_SIZE = 1,     /* size_t, bytes of it */
    ACL_RT_STREAM_FLAG = 2,          /* size_t: as flag of aclrtCreateStreamWithConfig */
    ACL_RT_STREAM_PRIORITY = 3       /* uint32_t: as its priority */
} aclrtStreamConfigAttr;

/* The layout is CANN's; what a program gets is a token, which it hands on. */
typedef struct aclrtStreamConfigHandle {
    void *workptr;
    size_t workSize;
    size_t flag;
    uint32_t priority;
} aclrtStreamConfigHandle;

/*
 * aclrtCreateStreamConfigHandle: a configuration, all of it 0. Release it with
 * aclrtDestroyStreamConfigHandle; streams that were made with it stay. NULL only when host memory
 * is exhausted.
 * aclrtSetStreamConfigOpt: sets an attribute from valueSize bytes at attrValue. The memory for
 * models is taken and not used: there are none here.
 * Errors: handle NULL, destroyed or foreign 100000; attrValue NULL, no such attribute, or another
 * size than its type's 100000.
 */
ACL_FUNC_VISIBILITY aclrtStreamConfigHandle *aclrtCreateStreamConfigHandle(void);
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle *handle);
ACL_FUNC_VISIBILITY aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle *handle,
                                                     aclrtStreamConfigAttr attr,
                                                     const void *attrValue, size_t valueSize);

/* aclrtCreateStreamV2: as aclrtCreateStreamWithConfig, from a configuration.
 * Errors: stream NULL 100000; handle as above 100000; then as aclrtCreateStream. */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamV2(aclrtStream *stream,
                                                 const aclrtStreamConfigHandle *handle);

/*
 * aclrtDestroyStream: waits for the queued work, then destroys the stream. An error that the work
 * left and nobody fetched is lost; a subscription to the stream ends, with callbacks nobody took. A
 * callback that blocks is queued work: it is waited for until the subscribed thread has run it, or
 * the subscription ends.
 * Errors: NULL 100000; stream errors; the default stream by its handle 107017; waits for itself
 * 107000; destroyed meanwhile by another thread 107017.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/* aclrtDestroyStreamForce: the same, but work that has not begun is dropped, callbacks that nobody
 * took included. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/*
 * aclrtSynchronizeStream: waits until the stream's queued work is done.
 * Errors: stream errors; waits for itself 107000; what the work left behind, once, such as 507015:
 * a kernel failed, for example because an index lay outside its table.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/*
 * aclrtSynchronizeStreamWithTimeout: the same, for at most timeout milliseconds, or -1 for ever.
 * Errors: timeout 0 or below -1 107000; then as above; no thread 207005; not done in time 507046.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/*
 * aclrtStreamQuery: whether all queued work is done, in status; busy is no error. Does not wait
 * and does not return what the work left behind.
 * Errors: status NULL 100000; stream errors; no thread 207005.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status);

/*
 * aclrtStreamGetId, aclrtStreamGetFlags, aclrtStreamGetPriority: a small number that no other live
 * stream has; the flags and the priority that the stream was created with.
 * Errors: result pointer NULL 100000 (GetId: 107000); stream errors.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t *streamId);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority);

/*
 * aclrtGetStreamAvailableNum: how many streams the current device has left.
 * Errors: streamCount NULL 100000; no context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAvailableNum(uint32_t *streamCount);

/*
 * aclrtDeviceGetStreamPriorityRange: the least urgent (largest) and the most urgent (smallest)
 * priority. Either may be NULL. Needs no context, and does not fail.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetStreamPriorityRange(int32_t *leastPriority,
                                                               int32_t *greatestPriority);

/*
 * aclrtStreamWaitEvent: work queued on the stream after this call waits for the event. The call
 * itself does not. It counts the record that was queued last; later ones do not matter.
 * stream  may be of another context or device than the event
 * An event that was never recorded: 107000 if it comes from aclrtCreateEvent or
 * aclrtCreateEventWithFlag, nothing to wait for if from aclrtCreateEventExWithFlag.
 * Errors: event errors; stream errors; never recorded 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/*
 * aclrtStreamWaitEventWithTimeout: the same; if the event is not reached timeout milliseconds
 * after the stream has come to the wait, the wait fails with 507047 at the next synchronize, and
 * the work behind it runs. -1 is for ever. Where the other stream's work needs a thread and none
 * can be started, the wait fails with 207005 in the same way.
 * Errors: timeout 0 or below -1 107000; then as above.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event,
                                                             int32_t timeout);

/*
 * aclrtSetStreamFailureMode: what becomes of queued work when work before it failed.
 * mode  ACL_CONTINUE_ON_FAILURE (the default): it runs. ACL_STOP_ON_FAILURE: it is dropped, on
 *       all streams of the context. May be set once for a stream
 * Errors: mode neither 107000; NULL on products of the family Ascend910 107000; stream errors; set
 * before 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

/*
 * aclrtSetStreamAttribute, aclrtGetStreamAttribute: a property of a stream. The failure mode and
 * the overflow switch are those of aclrtSetStreamFailureMode and aclrtSetStreamOverflowSwitch, the
 * priority is brought into its range, and the tag is remembered. cacheOpInfoSwitch is for graphs.
 * Errors: value NULL 100000; stream errors; no such attribute 107000; Set: a mode or switch of
 * another value, or a failure mode that was set before 107000; cacheOpInfoSwitch 1 207000.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamAttribute(aclrtStream stream,
                                                     aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue *value);
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAttribute(aclrtStream stream,
                                                     aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue *value);

/* aclrtStreamAbort: drops the stream's work that has not begun, callbacks that nobody took
 * included, and waits for what has; the stream stays usable. Errors: NULL 100000; stream errors;
 * waits for itself 107000, and nothing dropped. */
ACL_FUNC_VISIBILITY aclError aclrtStreamAbort(aclrtStream stream);

/* aclrtStreamStop: ends the task that runs, and leaves the others. What waits for the host or
 * another process (a notify, a word in memory, an event of ACL_EVENT_EXTERNAL) ends without it;
 * other work ends by itself, and the call waits for that. Errors: NULL 100000; stream errors; on
 * Ascend910 207000; a stream that is bound to a graph 507000; waits for itself 107000. */
ACL_FUNC_VISIBILITY aclError aclrtStreamStop(aclrtStream stream);

/*-**********************************************
 *  Events
 ************************************************/

/* Flags for aclrtCreateEventWithFlag and aclrtCreateEventExWithFlag. */
#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002U
#define ACL_EVENT_TIME_LINE 0x00000008U
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010U
#define ACL_EVENT_EXTERNAL 0x00000020U
#define ACL_EVENT_IPC 0x00000040U

/* Flags of aclrtRecordEventWithFlag and aclrtStreamWaitEventWithFlag. */
#define ACL_EVENT_RECORD_DEFAULT 0x0U
#define ACL_EVENT_RECORD_EXTERNAL 0x01U
#define ACL_EVENT_WAIT_DEFAULT 0x0U
#define ACL_EVENT_WAIT_EXTERNAL 0x01U

typedef enum aclrtEventStatus {
    ACL_EVENT_STATUS_COMPLETE = 0,
    ACL_EVENT_STATUS_NOT_READY = 1,
    ACL_EVENT_STATUS_RESERVED = 2
} aclrtEventStatus;

/* The other way round than aclrtEventStatus. */
typedef enum aclrtEventRecordedStatus {
    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;

typedef enum aclrtEventWaitStatus {
    ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
    ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
    ACL_EVENT_WAIT_STATUS_RESERVED = 0xFFFF
} aclrtEventWaitStatus;

/*
 * aclrtCreateEvent: an event, a point in a stream that others can wait for and take the time of.
 * event  receives the handle. Release it with aclrtDestroyEvent; aclrtResetDevice does so too
 * Errors: NULL 100000; no context 107002; out of host memory 207007.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent *event);

/*
 * aclrtCreateEventWithFlag: the same for the uses that flag names: ACL_EVENT_SYNC (waits),
 * ACL_EVENT_TIME_LINE (times), ... . Here every event can be waited for, whatever its flags; only
 * ACL_EVENT_TIME_LINE makes a difference.
 * Errors: NULL 100000; unknown bits 107000; no context 107002; out of host memory 207007.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag);

/*
 * aclrtCreateEventExWithFlag: the newer kind. It may be recorded again without aclrtResetEvent,
 * and counts as reached as long as it was never recorded. aclrtResetEvent and aclrtQueryEvent do
 * not take it (207000).
 * Errors: as aclrtCreateEventWithFlag.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag);

/* aclrtDestroyEvent: forgets the event. Does not wait; waits that are queued stay as they are.
 * Errors: event errors. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/* aclrtRecordEvent: queues the event: it is reached when all work before it is done.
 * Errors: event errors; stream errors. */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/*
 * aclrtRecordEventWithFlag: with ACL_EVENT_RECORD_DEFAULT the same.
 * aclrtStreamWaitEventWithFlag: with ACL_EVENT_WAIT_DEFAULT as aclrtStreamWaitEvent, for at most
 * timeout seconds; 0: for ever.
 * Errors: ACL_EVENT_RECORD_EXTERNAL, ACL_EVENT_WAIT_EXTERNAL 207000: events of ACL_EVENT_EXTERNAL
 * let graphs wait for other work; other flags 107000; those of these calls.
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream,
                                                      uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event,
                                                          uint32_t timeout, uint32_t flag);

/* aclrtResetEvent: queues that the event counts as not recorded again.
 * Errors: event errors; an Ex event 207000; stream errors. */
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

/* aclrtQueryEvent: whether the event was reached, in status.
 * Errors: either NULL 100000; event errors; an Ex event 207000; no thread 207005. */
ACL_DEPRECATED_MESSAGE("use aclrtQueryEventStatus")
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status);

/* aclrtQueryEventStatus: the same for every kind. Mind that complete is 1 here.
 * Errors: either NULL 100000; event errors; no thread 207005. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event,
                                                   aclrtEventRecordedStatus *status);

/* aclrtQueryEventWaitStatus: whether all waits queued for the event are over, in status; so too
 * if there were none. Errors: either NULL 100000; event errors; no thread 207005. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event,
                                                       aclrtEventWaitStatus *status);

/*
 * aclrtSynchronizeEvent: waits until the event is reached; not at all if it was never recorded.
 * Errors: event errors; waits for itself 107000; what the work before the event left behind, once.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

/*
 * aclrtSynchronizeEventWithTimeout: the same, for at most timeout milliseconds, or -1 for ever.
 * Errors: timeout below -1 107000, tested before event; event errors; timeout 0 107000; waits for
 * itself 107000; no thread 207005; not reached in time 507047; what the work before the event left
 * behind, once.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

/*
 * aclrtEventElapsedTime: milliseconds from the first event to the second, in ms; negative if they
 * were reached the other way round. Both must come from aclrtCreateEvent or have
 * ACL_EVENT_TIME_LINE.
 * Errors: ms NULL 100000; event errors of startEvent, then of endEvent; without time line, not
 * recorded or not reached 107006.
 */
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent,
                                                   aclrtEvent endEvent);

/*
 * aclrtEventGetTimestamp: when the event was reached, in timestamp: microseconds of a clock that
 * starts anywhere and only goes forward.
 * Errors: timestamp NULL, event NULL 100000; event errors; as above 107006.
 */
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t *timestamp);

/* aclrtGetEventId: a small number that no other live event has, in eventId.
 * Errors: either NULL 100000; event errors. */
ACL_FUNC_VISIBILITY aclError aclrtGetEventId(aclrtEvent event, uint32_t *eventId);

/* aclrtGetEventAvailNum: 65536 less the events that are there, in eventCount. More can be made.
 * Errors: NULL 100000; no context 107002. */
ACL_FUNC_VISIBILITY aclError aclrtGetEventAvailNum(uint32_t *eventCount);

/*-**********************************************
 *  Contexts
 ************************************************/

/*
 * A context holds streams of one device. Every thread has one current context or none; a new
 * thread has none. aclrtSetDevice is all that most programs need.
 */

/*
 * aclrtCreateContext: a context beside the primary one, with a default stream of its own, and
 * makes it current. The device need not be set.
 * context  receives the handle. Release it with aclrtDestroyContext
 * Errors: NULL 100000; no such device 107001; in a forked child 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId);

/* aclrtDestroyContext: waits for its streams and destroys them with it. With the last context of a
 * device, if the device is not set, the device's memory goes too.
 * Errors: NULL 100000; destroyed, foreign, or a primary context 107002; called from a callback that
 * runs on a stream 107000. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/* aclrtSetCurrentContext: makes a context current for the calling thread.
 * Errors: NULL 100000; destroyed or foreign 107002. */
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

/* aclrtGetCurrentContext: the calling thread's context, in context; it stays the library's.
 * Errors: NULL 100000; no context 107002. */
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext *context);

/* aclrtCtxGetCurrentDefaultStream: the stream that NULL stands for, in stream; it stays the
 * library's. Errors: NULL 100000; no context 107002. */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream);

/*
 * aclrtGetPrimaryCtxState: whether a device is set.
 * flags   receives 0; may be NULL
 * active  receives 1 if some thread has set the device and not reset it, else 0
 * Errors: active NULL 100000; no such device 107001.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t *flags,
                                                     int32_t *active);

/*-**********************************************
 *  Host functions in a stream
 ************************************************/

typedef enum aclrtCallbackBlockType {
    ACL_CALLBACK_NO_BLOCK = 0, /* work behind the callback does not wait for it */
    ACL_CALLBACK_BLOCK = 1     /* it does */
} aclrtCallbackBlockType;

typedef void (*aclrtCallback)(void *userData);
typedef void (*aclrtHostFunc)(void *args);

/*
 * What a callback may wait for
 * ----------------------------
 * A host function, or a callback that blocks, may synchronize with other streams and events. It may
 * not wait for itself: a call is refused with 107000, whatever its timeout, when its stream or
 * event
 *   - is the callback's own stream, or an event on it behind the callback;
 *   - or has queued work before the place that waits (aclrtStreamWaitEvent without a timeout) for
 *     such a place, directly or over further streams;
 *   - or has a callback there that is itself in a call that waits so: of two callbacks that wait
 *     for each other the second is refused.
 * What is queued when the call is made decides, not how far the streams have come. Destroying and
 * aborting a stream are waits for all of its work. Synchronizing or resetting a device, destroying
 * a context, and copies that wait for a destination are refused in every callback.
 *
 * A thread that has subscribed to a stream waits for itself when it waits, without a timeout, for a
 * callback that blocks and that it would have to process: that is refused in the same way.
 *
 * A callback may end its thread (pthread_exit): its task counts as done.
 */

/*
 * aclrtLaunchHostFunc: queues a function of the program; work behind it waits for it. It runs on a
 * thread of the library; with ACLNN_STREAM=sync, or where no thread can be started, on one of the
 * program that queues work or waits. The context of the stream is current in it.
 * args  handed to fn; the caller's
 * Errors: fn NULL 107000; stream errors.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args);

/*
 * Callbacks that run on a thread that the program chooses: that thread calls aclrtProcessReport,
 * usually in a loop.
 *
 * aclrtSubscribeReport: the callbacks of a stream go to a thread.
 * threadId  of that thread, as pthread_self returns it
 * Errors: stream errors; the stream has a subscriber 107011.
 */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

/*
 * aclrtLaunchCallback: queues a callback.
 * userData   handed to fn; the caller's
 * Errors: blockType neither 100000; fn NULL 107000; stream errors; no subscriber 107015.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void *userData,
                                                 aclrtCallbackBlockType blockType,
                                                 aclrtStream stream);

/*
 * aclrtProcessReport: waits for the next callback of the calling thread and runs it; one at most.
 * With ACLNN_STREAM=sync one that blocks has run already where the same thread queued it.
 * timeout  milliseconds, or -1 for ever
 * Errors: timeout 0 or below -1 100000; the thread has no subscription 107012; called from a
 * callback of the only stream that it has subscribed to 107000; no thread 207005; no callback in
 * time 507012.
 */
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

/*
 * aclrtUnSubscribeReport: undoes aclrtSubscribeReport with the same arguments. Callbacks that are
 * still queued do not run, and nothing waits for them.
 * Errors: stream errors; the stream has no subscriber 107011, or another one 107012.
 */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

/*-**********************************************
 *  Errors of the thread, and what happened
 ************************************************/

typedef enum aclrtLastErrLevel { ACL_RT_THREAD_LEVEL = 0 } aclrtLastErrLevel;

/* Describes a failed kernel to a callback; opaque. */
typedef struct rtExceptionInfo aclrtExceptionInfo;
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo *exceptionInfo);

/*
 * aclrtPeekAtLastError, aclrtGetLastError: the last status other than 0 that a function which
 * returns aclError or aclnnStatus returned to the calling thread, or 0; the second also clears it.
 * The text is not touched. 107002 of aclrtGetDevice, which says that there is no device yet, does
 * not count. Errors: level not ACL_RT_THREAD_LEVEL 100000.
 */
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

/*
 * aclrtSetExceptionInfoCallback: a function that is called for everything that fails on a
 * stream, on the thread that ran it: one of the library, or one that synchronizes; NULL for none.
 * The context of the stream is current in it. It replaces the one before. What it gets is opaque
 * and valid during the call only.
 */
ACL_DEPRECATED_MESSAGE("deprecated by the vendor; its successors are not implemented")
ACL_FUNC_VISIBILITY aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);

/*
 * What failed, for the callback: the place of the task in its stream's work, from 1; the stream
 * (aclrtStreamGetId) and its device; the thread that queued the task (gettid); and the status that
 * the next synchronize returns. 0xFFFFFFFF if info is NULL.
 */
ACL_FUNC_VISIBILITY uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info);

/*-**********************************************
 *  Options
 ************************************************/

/*
 * aclrtSetSysParamOpt, aclrtGetSysParamOpt: an option of the whole process. Options are 0 until
 * set. They are remembered; none changes a result here, since every operator is deterministic.
 * value  0 to 3 for ACL_OPT_DETERMINISTIC, 0 or 1 for the others
 * Errors: no such option 100000; Set: value out of range 107000; Get: value NULL 100000.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value);

/*
 * aclrtCtxSetSysParamOpt, aclrtCtxGetSysParamOpt: an option of the current context. Set also sets
 * it for the process. Options 0 to 2 only.
 * Errors: no such option 100000; Get: value NULL 100000; no context 107002; Set: value out of
 * range 107000; Get: never set in this context 107021.
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t *value);

/*
 * aclrtSetOpWaitTimeout, aclrtSetOpExecuteTimeOut (seconds), aclrtSetOpExecuteTimeOutWithMs
 * (milliseconds), aclrtSetOpExecuteTimeOutV2 (microseconds; *actualTimeout is the limit that holds,
 * here the same): limits for waits and kernels. Accepted and not enforced: kernels here end.
 * Errors: no context 107002, but for aclrtSetOpWaitTimeout; actualTimeout NULL 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpWaitTimeout(uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t *actualTimeout);

/*
 * aclrtGetOpExecuteTimeout: the limit for kernels that was set last, in milliseconds, rounded up;
 * 0xFFFFFFFF, none, where that was 0 or none was set. aclrtGetOpTimeOutInterval: of what such
 * limits are multiples, in microseconds: 1. Errors: timeoutMs, interval NULL 100000; the second: no
 * context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOpExecuteTimeout(uint32_t *const timeoutMs);
ACL_FUNC_VISIBILITY aclError aclrtGetOpTimeOutInterval(uint64_t *interval);

/*-**********************************************
 *  Overflow of floating point numbers
 ************************************************/

typedef enum aclrtFloatOverflowMode {
    ACL_RT_OVERFLOW_MODE_SATURATION = 0,
    ACL_RT_OVERFLOW_MODE_INFNAN = 1,
    ACL_RT_OVERFLOW_MODE_UNDEF = 2
} aclrtFloatOverflowMode;

/*
 * aclrtSetDeviceSatMode, aclrtGetDeviceSatMode: what becomes of overflow, in the whole process, as
 * CANN keeps it. Neither needs a context. Remembered; arithmetic here always has infinities and
 * NaNs (INFNAN, the default).
 * Errors: Get: mode NULL 100000; Set: neither SATURATION nor INFNAN 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode *mode);

/*
 * aclrtSetStreamOverflowSwitch, aclrtGetStreamOverflowSwitch: whether a stream looks for overflow,
 * 1 or 0. Remembered; nothing is looked for.
 * Errors: Get: flag NULL 100000; Set: flag neither 107000; stream errors.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t *flag);

/*
 * aclrtGetOverflowStatus: queues that 64 bytes of zeros, "no overflow", are written.
 * outputAddr  device memory of at least 64 bytes
 * outputSize  64
 * aclrtResetOverflowStatus: nothing to reset.
 * Errors: outputAddr NULL 100000; outputSize not 64, other memory 107000; stream errors; less than
 * 64 bytes of memory from there on 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOverflowStatus(void *outputAddr, size_t outputSize,
                                                    aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtResetOverflowStatus(aclrtStream stream);

/*
 * aclrtGetFloatOverflowStatus, aclrtNpuGetFloatOverFlowStatus: as aclrtGetOverflowStatus; checkMode
 * is not looked at. aclrtResetFloatOverflowStatus, aclrtNpuClearFloatOverFlowStatus: nothing to
 * reset. Errors: outputAddr NULL, outputSize not 64, other memory 107000; stream errors; a stream
 * that is captured 107027; less than 64 bytes of memory from there on 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetFloatOverflowStatus(void *outputAddr, uint64_t outputSize,
                                                         aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtResetFloatOverflowStatus(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtNpuGetFloatOverFlowStatus(void *outputAddr, uint64_t outputSize,
                                                            uint32_t checkMode, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode,
                                                              aclrtStream stream);

/*-**********************************************
 *  What a pointer is; registered host memory
 ************************************************/

typedef enum aclrtMemLocationType {
    ACL_MEM_LOCATION_TYPE_HOST = 0,         /* aclrtMallocHost, or registered */
    ACL_MEM_LOCATION_TYPE_DEVICE = 1,       /* aclrtMalloc and its kin */
    ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2, /* anything else */
    ACL_MEM_LOCATION_TYPE_MANAGED = 3,
    ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4
} aclrtMemLocationType;

typedef struct aclrtMemLocation {
    uint32_t id; /* of the device, where there is one */
    aclrtMemLocationType type;
} aclrtMemLocation;

typedef struct aclrtPtrAttributes {
    aclrtMemLocation location;
    uint32_t pageSize; /* bytes */
    uint32_t rsv[4];
} aclrtPtrAttributes;

typedef enum aclrtHostRegisterType {
    ACL_HOST_REGISTER_MAPPED = 0,
    ACL_HOST_REGISTER_IOMEMORY = 0x04,
    ACL_HOST_REGISTER_READONLY = 0x08
} aclrtHostRegisterType;

/* Flags for aclrtHostRegisterV2. */
#define ACL_HOST_REG_MAPPED 0x2UL
#define ACL_HOST_REG_IOMEMORY 0x4UL
#define ACL_HOST_REG_READONLY 0x8UL
#define ACL_HOST_REG_PINNED 0x10000000UL

/* aclrtPointerGetAttributes: where ptr points to, also inside an allocation, in attributes.
 * Errors: either NULL 100000; no context 107002. */
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void *ptr,
                                                       aclrtPtrAttributes *attributes);

/*
 * aclrtHostRegister: lets kernels and asynchronous copies use host memory of the program. The
 * memory stays the program's; undo this with aclrtHostUnregister before it is released, and after
 * the work that uses it. The memory is mapped: tensors may lie in it, workspaces may not.
 * devPtr  receives the address for the device, which here is ptr itself
 * Errors: ptr NULL, devPtr NULL, size 0 100000; no such type 100000; no context 107002; reaches
 * into device memory, or into memory that the program may not read and write (with
 * ACL_HOST_REGISTER_READONLY: read) 107000; overlaps memory that is registered, or reaches beyond
 * memory of aclrtMallocHost 507910. A part of such memory, or all of it, may be registered once.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void *ptr, uint64_t size, aclrtHostRegisterType type,
                                               void **devPtr);

/*
 * aclrtHostRegisterV2: the same with ACL_HOST_REG_* flags. aclrtHostGetDevicePointer has the
 * address; without ACL_HOST_REG_MAPPED the memory is mapped by that call only.
 * Errors: ptr NULL, size 0 100000; flag 0 or with unknown bits 107000; then likewise.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegisterV2(void *ptr, uint64_t size, uint32_t flag);

/* aclrtHostUnregister: undoes either. Errors: NULL 100000; no context 107002; not the start of a
 * registered range 507911. */
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void *ptr);

/*
 * aclrtHostGetDevicePointer: the device's address for registered memory or memory of
 * aclrtMallocHost, which is mapped then, in pDevice: pHost itself. flag is reserved and ignored.
 * Errors: pHost NULL, pDevice NULL 100000; no context 107002; not registered and not from
 * aclrtMallocHost 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostGetDevicePointer(void *pHost, void **pDevice, uint32_t flag);

/*-**********************************************
 *  Addresses and memory apart
 ************************************************/

/*
 * An allocator may reserve a long range of addresses and map memory to it piece by piece, so that
 * what it hands out can grow where it is:
 *
 *     aclrtReserveMemAddress(&addresses, bytes, 0, NULL, 0);
 *     aclrtMallocPhysical(&handle, piece, &prop, 0);
 *     aclrtMapMem(addresses, piece, 0, handle, 0);
 *     ... device memory like any other, as far as pieces follow each other without a gap ...
 *     aclrtUnmapMem(addresses);
 *     aclrtFreePhysical(handle);
 *     aclrtReleaseMemAddress(addresses);
 *
 * Physical memory counts against the device, addresses do not. It may be mapped in several places
 * at once, and keeps what it holds while it is mapped nowhere. Addresses without memory are
 * refused as memory that was freed is; so are those that a call finds unmapped when its turn
 * comes. Unmap nothing of a run of pieces while work uses any of it.
 */

typedef void *aclrtDrvMemHandle;

typedef enum aclrtMemAllocationType { ACL_MEM_ALLOCATION_TYPE_PINNED = 0 } aclrtMemAllocationType;

typedef enum aclrtMemHandleType {
    ACL_MEM_HANDLE_TYPE_NONE = 0,
    ACL_MEM_HANDLE_TYPE_POSIX = 2
} aclrtMemHandleType;

typedef enum aclrtMemGranularityOptions {
    ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
    ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xFFFF
} aclrtMemGranularityOptions;

typedef struct aclrtPhysicalMemProp {
    aclrtMemHandleType handleType;         /* ACL_MEM_HANDLE_TYPE_NONE */
    aclrtMemAllocationType allocationType; /* ACL_MEM_ALLOCATION_TYPE_PINNED */
    aclrtMemAttr memAttr;                  /* ACL_HBM_MEM_HUGE, _NORMAL, _HUGE1G or ACL_MEM_* */
    aclrtMemLocation location;             /* a device */
    uint64_t reserve;
} aclrtPhysicalMemProp;

typedef enum {
    ACL_RT_MEM_ACCESS_FLAGS_NONE = 0x0,
    ACL_RT_MEM_ACCESS_FLAGS_READ = 0x1,
    ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 0x3
} aclrtMemAccessFlags;

typedef struct {
    aclrtMemAccessFlags flags; /* ACL_RT_MEM_ACCESS_FLAGS_READWRITE */
    aclrtMemLocation location; /* a device, or the host */
    uint8_t rsv[12];
} aclrtMemAccessDesc;

/*
 * aclrtReserveMemAddress: addresses for size bytes or more, of no device yet.
 * virPtr     receives the first, a multiple of 2 MiB, of 1 GiB for as much or more. Release it
 *            with aclrtReleaseMemAddress
 * alignment  reserved, 0
 * expectPtr  NULL, or where they are to begin: from 16 TiB to 24 TiB, not on Ascend950
 * flags      0; 1 does the same
 * Errors: virPtr NULL, size 0, other flags 100000; alignment not 0, another expectPtr, or one
 * whose addresses are taken 107000; the machine has no room for so many 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddress(void **virPtr, size_t size, size_t alignment,
                                                    void *expectPtr, uint64_t flags);

/*
 * aclrtReserveMemAddressNoUCMemory: the same, for memory that operators past the cache do not use;
 * they are like others here. The program chooses: expectPtr is required, and size and expectPtr are
 * multiples of 1 GiB. Errors: as aclrtReserveMemAddress up to alignment; a product other than
 * Ascend910_93, expectPtr NULL 207000; size or expectPtr no such multiple, addresses that are taken
 * 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddressNoUCMemory(void **virPtr, size_t size,
                                                              size_t alignment, void *expectPtr,
                                                              uint64_t flags);

/* aclrtReleaseMemAddress: undoes it. Errors: NULL 100000; not the start of a reserved range, or
 * memory is mapped there 107000. */
ACL_FUNC_VISIBILITY aclError aclrtReleaseMemAddress(void *virPtr);

/*
 * aclrtMallocPhysical: size bytes of a device's memory, rounded up to the granularity of its kind.
 * handle  receives the handle. Release it with aclrtFreePhysical; a reset of the device does so,
 *         and unmaps it
 * flags   0
 * Errors: handle or prop NULL, size 0, flags, handleType, allocationType or memAttr other than
 * said, location managed or unregistered 100000; a location of the host, or pages of 1 GiB on the
 * family Ascend910 207000; no such device 107001; out of device memory 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size,
                                                 const aclrtPhysicalMemProp *prop, uint64_t flags);

/* aclrtFreePhysical: gives up a handle; the memory goes when it is mapped nowhere any more.
 * Errors: NULL 100000; freed or foreign 107017. */
ACL_FUNC_VISIBILITY aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

/*
 * aclrtMapMem: memory at reserved addresses.
 * virPtr  in a reserved range, at a multiple of the memory's granularity
 * size    all of the memory, a multiple of its granularity
 * offset  0
 * Errors: virPtr or handle NULL, size 0, flags not 0 100000; handle freed or foreign 107017;
 * another size or offset, addresses that are not reserved or where memory is mapped, memory of
 * another device than what is mapped in the range 107000; the machine does not map it 207001.
 *
 * aclrtMemMapNoAccess: the same, but no call finds it before aclrtMemSetAccess for its device.
 */
ACL_FUNC_VISIBILITY aclError aclrtMapMem(void *virPtr, size_t size, size_t offset,
                                         aclrtDrvMemHandle handle, uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtMemMapNoAccess(void *virPtr, size_t size, size_t offset,
                                                 aclrtDrvMemHandle handle, uint64_t flags);

/* aclrtUnmapMem: undoes either, with the same address. Does not wait: work that uses the memory
 * must be synchronized with before. Errors: NULL 100000; not the start of what was mapped 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtUnmapMem(void *virPtr);

/* aclrtMemGetAllocationGranularity: 2 MiB, or 1 GiB for HUGE1G, in granularity.
 * Errors: prop or granularity NULL, memAttr 100000; location and memAttr as for
 * aclrtMallocPhysical; option neither 107000. */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp *prop,
                                                              aclrtMemGranularityOptions option,
                                                              size_t *granularity);

/*
 * aclrtMemSetAccess: who may access what was mapped, besides those that may already: after
 * aclrtMapMem the memory's device. Only that matters here, after aclrtMemMapNoAccess; other
 * devices and the host are remembered.
 * virPtr, size  as they were mapped
 * Errors: virPtr or desc NULL 107000; flags or location.type other than said 107000; no such
 * device 107001; not so mapped 107000.
 *
 * aclrtMemGetAccess: ACL_RT_MEM_ACCESS_FLAGS_READWRITE or _NONE for a device or the host, in flag.
 * Errors: a pointer NULL 100000; location.type 107000; no such device 107001; not the start of what
 * was mapped 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetAccess(void *virPtr, size_t size, aclrtMemAccessDesc *desc,
                                               size_t count);
ACL_FUNC_VISIBILITY aclError aclrtMemGetAccess(void *virPtr, aclrtMemLocation *location,
                                               uint64_t *flag);

/*
 * aclrtMemRetainAllocationHandle: the handle of what is mapped at virPtr, once more; each call is
 * undone by an aclrtFreePhysical.
 * aclrtMemGetAllocationPropertiesFromHandle: the properties that it was made with.
 * aclrtMemGetAddressRange: start and size of the allocation, the host memory of aclrtMallocHost
 * or registered, or the mapping that ptr lies in; one of pbase and psize may be NULL.
 * Errors: a pointer or handle NULL 100000; virPtr not the start of what was mapped, or its handle
 * freed, ptr in nothing of these, pbase and psize both NULL 107000; handle freed or foreign 107017.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemRetainAllocationHandle(void *virPtr,
                                                            aclrtDrvMemHandle *handle);
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle,
                                                                       aclrtPhysicalMemProp *prop);
ACL_FUNC_VISIBILITY aclError aclrtMemGetAddressRange(void *ptr, void **pbase, size_t *psize);

#define ACL_RT_MEM_LINK_IDX_0 0U
#define ACL_RT_MEM_LINK_IDX_1 1U

/*
 * aclrtMemMapSelectedLink: maps what is mapped in one reserved range in another one as well, at the
 * same distances; each piece is unmapped by its own address. The link makes no difference here.
 * virPtrDst, virPtrSrc  starts of ranges that aclrtReserveMemAddress gave for size bytes; nothing
 * is mapped in the first linkIdx               ACL_RT_MEM_LINK_IDX_0 or _1 Errors: a pointer NULL,
 * size 0, another linkIdx 100000; a product other than Ascend910_93 207000; other ranges 107000;
 * the machine maps no more memory 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemMapSelectedLink(void *virPtrDst, size_t size, void *virPtrSrc,
                                                     uint32_t linkIdx);

/*-**********************************************
 *  Batches of copies
 ************************************************/

/* Where copies of a batch come from and go to: the host and a device, in either direction. */
typedef struct {
    aclrtMemLocation dstLoc;
    aclrtMemLocation srcLoc;
    uint8_t rsv[16];
} aclrtMemcpyBatchAttr;

/*
 * aclrtMemcpyBatch: numBatches copies, as aclrtMemcpy makes each: sizes[i] bytes from srcs[i] to
 * dsts[i], where there is room for destMaxs[i]. They are in no sequence.
 * attrs         where they are: attrs[k] is of the copies from attrsIndexes[k] on, up to those of
 * the next. All of a batch go the same way attrsIndexes  ascending, from 0 failIndex     receives
 * the number of the copy whose attributes or direction are wrong, else SIZE_MAX
 * aclrtMemcpyBatchAsync: as aclrtMemcpyAsync makes each. Of either there is a V2 without failIndex.
 * Errors: a pointer NULL 100000; numBatches or numAttrs 0, more attributes than copies,
 * attrsIndexes other than said, another direction 107000; no such device 107001; those of the
 * copies: what is before the one that fails is copied.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatch(void **dsts, size_t *destMaxs, void **srcs,
                                              size_t *sizes, size_t numBatches,
                                              aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes,
                                              size_t numAttrs, size_t *failIndex);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchV2(void **dsts, size_t *destMaxs, void **srcs,
                                                size_t *sizes, size_t numBatches,
                                                aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes,
                                                size_t numAttrs);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsync(void **dsts, size_t *destMaxs, void **srcs,
                                                   size_t *sizes, size_t numBatches,
                                                   aclrtMemcpyBatchAttr *attrs,
                                                   size_t *attrsIndexes, size_t numAttrs,
                                                   size_t *failIndex, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsyncV2(void **dsts, size_t *destMaxs, void **srcs,
                                                     size_t *sizes, size_t numBatches,
                                                     aclrtMemcpyBatchAttr *attrs,
                                                     size_t *attrsIndexes, size_t numAttrs,
                                                     aclrtStream stream);

/*-**********************************************
 *  Reductions and random numbers on a stream
 ************************************************/

typedef enum {
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13 /* refused, 207000: nobody says what it computes */
} aclrtReduceKind;

/*
 * aclrtReduceAsync: queues that each element of dst becomes its sum with that of src, or the larger
 * or smaller of the two.
 * dst, src  memory of the stream's device, at multiples of the element. src counts as it was
 * before, also where it shares bytes with dst count     bytes, of whole elements; of a sum at most
 * 4 GiB type      ACL_FLOAT; but on Ascend910 also ACL_INT8, ACL_INT16, ACL_INT32, ACL_FLOAT16 and
 * ACL_BF16; on Ascend950 ACL_UINT32 too reserve   NULL Integers wrap. Halves are joined in float32
 * and rounded once. A NaN is the largest and the smallest. The same bits in every run and mode.
 * Errors: dst, src NULL, then reserve not NULL 100000; stream errors; kind out of range, a sum of
 * more 107000; ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, on Ascend910 another kind than the sum 207000;
 * no aclDataType 100000; another type 207000; count not whole elements, or 0, 107000; an address
 * that is not aligned 107008; no device memory, that of another device, or an end that leaves its
 * allocation 107000; memory that was freed when the work runs 507013, from the next synchronize.
 * Source of kinds and types: CANN's page of the function.
 */
ACL_FUNC_VISIBILITY aclError aclrtReduceAsync(void *dst, const void *src, uint64_t count,
                                              aclrtReduceKind kind, aclDataType type,
                                              aclrtStream stream, void *reserve);

/* A number, or where it lies in device memory when the work runs. */
typedef struct {
    uint8_t isAddr;         /* 0: valueOrAddr holds the number; 1: its address */
    uint8_t valueOrAddr[8]; /* the bytes of the number's type, or 8 of an address */
    uint8_t size;           /* how many of them are filled in; not looked at */
    uint8_t rsv[6];
} aclrtRandomParaInfo;

typedef struct {
    aclrtRandomParaInfo dropoutRation; /* from 0 to 1: how often a bit is 0 */
} aclrtDropoutBitmaskInfo;

typedef struct {
    aclrtRandomParaInfo min;
    aclrtRandomParaInfo max; /* what is drawn stays below it */
} aclrtUniformDisInfo;

typedef struct {
    aclrtRandomParaInfo mean;
    aclrtRandomParaInfo stddev;
} aclrtNormalDisInfo;

typedef enum {
    ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK = 0,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS = 1,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS = 2,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS = 3 /* within two standard deviations */
} aclrtRandomNumFuncType;

typedef struct {
    aclrtRandomNumFuncType funcType;
    union {
        aclrtDropoutBitmaskInfo dropoutBitmaskInfo;
        aclrtUniformDisInfo uniformDisInfo;
        aclrtNormalDisInfo normalDisInfo; /* of both normal distributions */
    } paramInfo;
} aclrtRandomNumFuncParaInfo;

typedef struct {
    aclDataType dataType; /* of the results, and of the numbers of randomNumFuncParaInfo */
    aclrtRandomNumFuncParaInfo randomNumFuncParaInfo;
    void *randomParaAddr;           /* device memory, or NULL; nothing is written there */
    void *randomResultAddr;         /* device memory for the results */
    void *randomCounterAddr;        /* device memory with 16 bytes: a block, and an offset */
    aclrtRandomParaInfo randomSeed; /* 64 bits */
    aclrtRandomParaInfo randomNum;  /* 64 bits: how many results; of a bitmask, bits */
    uint8_t rsv[8];
} aclrtRandomNumTaskInfo;

/*
 * aclrtRandomNumAsync: queues that random numbers are drawn. They are those of
 * docs/reference/random.md for the seed, the offset (the upper 8 bytes of the counter) and elements
 * from block number (the lower 8 bytes, of which 60 bits count) on: with a block of 0 what aclnn
 * functions draw. The counter stays as it is. Numbers outside of a truncated distribution are drawn
 * again, with a seed that is larger by 0x9E3779B97F4A7C15 each time. taskInfo  copied; what its
 * addresses name must stay until the stream was synchronized with. A bitmask writes a byte for each
 * 8 bits, the last one whole reserve   NULL Errors: taskInfo NULL, dataType none of ACL_INT32,
 * ACL_INT64, ACL_UINT32, ACL_UINT64, ACL_FLOAT, ACL_FLOAT16, ACL_BF16 100000; funcType out of
 * range, or of integers another than the uniform distribution 107000; a product other than
 * Ascend910B and Ascend910_93 207000; reserve not NULL 107000; stream errors; randomNum 0, no
 * device memory, less memory than the results take 107000. From the next synchronize: memory that
 * was freed 507013, and of a count in device memory less than its results take; min not below max
 * of integers, min above max, a negative stddev, a dropoutRation outside of 0 to 1, or one of these
 * NaN 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo *taskInfo,
                                                 const aclrtStream stream, void *reserve);

/*-**********************************************
 *  Copies by pointers and by descriptors
 ************************************************/

/*
 * aclrtMemcpyAsyncWithOffset: queues a copy within a device between addresses that lie in device
 * memory and are read when the copy runs. dst, src  device memory with a pointer each: count bytes
 * go from *src + srcDataOffset to *dst + dstDataOffset destMax   bytes that there is room for kind
 * ACL_MEMCPY_INNER_DEVICE_TO_DEVICE Errors: none if count is 0; another kind, dst or src NULL,
 * count above destMax 107000; stream errors; dst or src no device memory 107000; no device memory,
 * or less than count bytes of it, where they point when the copy runs 507013, from the next
 * synchronize.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithOffset(void **dst, size_t destMax,
                                                        size_t dstDataOffset, const void **src,
                                                        size_t count, size_t srcDataOffset,
                                                        aclrtMemcpyKind kind, aclrtStream stream);

/*
 * A descriptor is device memory that says what is copied, so that another descriptor in the same
 * place is another copy of the same task. aclrtGetMemcpyDescSize: its size in bytes, 32, on
 * Ascend950 64. aclrtSetMemcpyDesc: writes one, at once. desc              device memory of that
 * size, at a multiple of 64 srcAddr, dstAddr  memory of one device count             bytes, at most
 * 4 GiB config            NULL aclrtMemcpyAsyncWithDesc: queues the copy of what the descriptor
 * says when the copy runs. kind is ACL_MEMCPY_INNER_DEVICE_TO_DEVICE. Errors: descSize, desc NULL
 * 100000; kind above 7 100000; on Ascend910, and of other kinds, 207000; srcAddr, dstAddr NULL,
 * count 0, config not NULL, stream NULL 100000; count above 4 GiB, desc not aligned, no device
 * memory, that of two devices, an end that leaves its allocation 107000; stream errors; desc holds
 * no descriptor, or its addresses no device memory, when the copy runs 507013, from the next
 * synchronize.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t *descSize);
ACL_FUNC_VISIBILITY aclError aclrtSetMemcpyDesc(void *desc, aclrtMemcpyKind kind, void *srcAddr,
                                                void *dstAddr, size_t count, void *config);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithDesc(void *desc, aclrtMemcpyKind kind,
                                                      aclrtStream stream);

/*-**********************************************
 *  Hints to caches
 ************************************************/

typedef enum aclrtCmoType {
    ACL_RT_CMO_TYPE_PREFETCH = 0,
    ACL_RT_CMO_TYPE_WRITEBACK = 1,
    ACL_RT_CMO_TYPE_INVALID = 2,
    ACL_RT_CMO_TYPE_FLUSH = 3
} aclrtCmoType;

typedef struct {
    aclrtCmoType cmoType; /* ACL_RT_CMO_TYPE_INVALID */
    uint32_t barrierId;   /* above 0 */
} aclrtBarrierCmoInfo;

#define ACL_RT_CMO_MAX_BARRIER_NUM 6U

typedef struct {
    size_t barrierNum; /* 1 to ACL_RT_CMO_MAX_BARRIER_NUM: how many of cmoInfo count */
    aclrtBarrierCmoInfo cmoInfo[ACL_RT_CMO_MAX_BARRIER_NUM];
} aclrtBarrierTaskInfo;

/*
 * What caches of a device do. There are none to care for here, host and device share those of the
 * CPU: the calls check their arguments and succeed, nothing is queued, and a graph gets no task of
 * them. aclrtCmoAsync             bytes of device memory aclrtCmoAsyncWithBarrier  the same with a
 * number, above 0 for ACL_RT_CMO_TYPE_INVALID, else 0. aclrtCmoWaitBarrier       waits for such
 * numbers; flag is 0. CANN has these two on Ascend310B alone aclrtCmoGetDescSize       the bytes of
 * a descriptor, 64 aclrtCmoSetDesc           writes one into device memory of that size
 * aclrtCmoAsyncWithDesc     what aclrtCmoAsync does with what it says; reserve is NULL
 * aclrtDeviceL2CacheFlush   writes the cache of the current device back; rsv is NULL
 * Errors: src, taskInfo, size, cmoDesc NULL 100000; size 0 100000, WithBarrier 107000; barrierNum
 * out of range 100000; on Ascend910 207000 (aclrtCmoAsync and those by descriptors); another type
 * 207000; another barrierId, cmoType or flag, reserve not NULL 107000; rsv not NULL 100000, then no
 * context 107002; stream errors; no device memory, or a range that leaves its allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType,
                                           aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtCmoAsyncWithBarrier(void *src, size_t size, aclrtCmoType cmoType,
                                                      uint32_t barrierId, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo *taskInfo, aclrtStream stream,
                                                 uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtCmoGetDescSize(size_t *size);
ACL_FUNC_VISIBILITY aclError aclrtCmoSetDesc(void *cmoDesc, void *src, size_t size);
ACL_FUNC_VISIBILITY aclError aclrtCmoAsyncWithDesc(void *cmoDesc, aclrtCmoType cmoType,
                                                   aclrtStream stream, const void *reserve);
ACL_FUNC_VISIBILITY aclError aclrtDeviceL2CacheFlush(void *rsv);

/*-**********************************************
 *  Managed memory
 ************************************************/

#define ACL_RT_MEM_ATTACH_GLOBAL 0x01U

typedef enum aclrtMemManagedAdviseType {
    ACL_MEM_ADVISE_SET_READ_MOSTLY = 0,
    ACL_MEM_ADVISE_UNSET_READ_MOSTLY = 1,
    ACL_MEM_ADVISE_SET_PREFERRED_LOCATION = 2,
    ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 3,
    ACL_MEM_ADVISE_SET_ACCESSED_BY = 4,
    ACL_MEM_ADVISE_UNSET_ACCESSED_BY = 5
} aclrtMemManagedAdviseType;

typedef enum aclrtMemManagedLocationType {
    ACL_MEM_LOCATIONTYPE_INVALID = 0,
    ACL_MEM_LOCATIONTYPE_DEVICE = 1,
    ACL_MEM_LOCATIONTYPE_HOST = 2,
    ACL_MEM_LOCATIONTYPE_HOST_NUMA = 3,
    ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT = 4 /* the node of the calling thread */
} aclrtMemManagedLocationType;

typedef struct aclrtMemManagedLocation {
    aclrtMemManagedLocationType type;
    int32_t id; /* of the device, or of the node of the host's memory, from 0 to 46 */
} aclrtMemManagedLocation;

typedef enum aclrtMemManagedRangeAttribute {
    ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
    ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 4,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 5,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 6,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8
} aclrtMemManagedRangeAttribute;

/*
 * Managed memory is host memory and device memory of every device at one address, with the same
 * bytes: a program reads and writes it by pointers, hands it to operators and copies it in every
 * direction. Nobody orders what the host does with it and what streams do: synchronize between the
 * two. On devices its pages move, and cost time; here they stay in the host's memory, and count
 * against no device. Ascend910B has it; other products answer 207000.
 *
 * aclrtMemAllocManaged: allocates whole pages of 2 MiB, whose bytes are undefined. Release them
 * with aclrtFree. aclrtPointerGetAttributes says ACL_MEM_LOCATION_TYPE_MANAGED. size  1 byte to 3
 * TiB flag  ACL_RT_MEM_ATTACH_GLOBAL Errors: ptr NULL, another flag 100000; size out of range
 * 107000; another product 207000; no context 107002; the host has no such memory 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemAllocManaged(void **ptr, uint64_t size, uint32_t flag);

/*
 * aclrtMemManagedAdvise: says where pages should be, for aclrtMemManagedGetAttr; nothing moves.
 * ptr, size  within one allocation; size in multiples of 2 MiB, 3 TiB at most
 * location   a device or the host, for ACL_MEM_ADVISE_SET_PREFERRED_LOCATION and the two of
 *            ACCESSED_BY; otherwise not looked at
 * Errors: ptr NULL, size 0 100000; another size 107000; another product 207000; advise out of
 * range, a location that there is not, memory that is not managed 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedAdvise(const void *const ptr, uint64_t size,
                                                   aclrtMemManagedAdviseType advise,
                                                   aclrtMemManagedLocation location);

/*
 * aclrtMemManagedGetAttr: what was said of pages, as int32. aclrtMemManagedGetAttrs: several of
 * these. READ_MOSTLY              1 where all pages were advised so, else 0 PREFERRED_LOCATION, _ID
 * the number of the device or node that all pages have, -1 for the host; -2 where they have none,
 * or not the same. LAST_PREFETCH_* likewise, from the call on, as nothing is moved
 * ..._TYPE                 an aclrtMemManagedLocationType, ACL_MEM_LOCATIONTYPE_INVALID for that -2
 * ACCESSED_BY              the numbers of all that access every page: the host (-1), devices,
 * nodes; the rest of data is -2 dataSize  4 bytes; of ACCESSED_BY a multiple of 4 Errors: a pointer
 * NULL, size 0 100000; size above 3 TiB 107000; another product 207000; data[i] NULL 100000;
 * attribute out of range, another dataSize, memory that is not managed 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedGetAttr(aclrtMemManagedRangeAttribute attribute,
                                                    const void *ptr, size_t size, void *data,
                                                    size_t dataSize);
ACL_FUNC_VISIBILITY aclError aclrtMemManagedGetAttrs(aclrtMemManagedRangeAttribute *attributes,
                                                     size_t numAttributes, const void *ptr,
                                                     size_t size, void **data, size_t *dataSizes);

/*
 * aclrtMemManagedPrefetchAsync: brings pages to a place. They are where every place finds them: the
 * call checks its arguments, remembers the place, and queues nothing.
 * aclrtMemManagedPrefetchBatchAsync: count of these. prefetchLocs[k] is of the prefetches from
 * prefetchLocIdxs[k] on, up to those of the next; prefetchLocIdxs begin with 0 and ascend. Where
 * one is refused none is remembered. Errors: a pointer NULL, size 0, count or numPrefetchLocs 0,
 * more locations than prefetches, flags not 0 100000; another product 207000; prefetchLocIdxs other
 * than said 107000; stream errors; a size that is no multiple of 2 MiB, ptrs[i] NULL, a location
 * that there is not, memory that is not managed 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedPrefetchAsync(const void *ptr, size_t size,
                                                          aclrtMemManagedLocation location,
                                                          uint32_t flags, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtMemManagedPrefetchBatchAsync(
    const void **ptrs, size_t *sizes, size_t count, aclrtMemManagedLocation *prefetchLocs,
    size_t *prefetchLocIdxs, size_t numPrefetchLocs, uint64_t flags, aclrtStream stream);

/*-**********************************************
 *  What memory is, and who reaches it
 ************************************************/

#define ACL_RT_MEM_TYPE_DEV (0X2U)
#define ACL_RT_MEM_TYPE_DVPP (0X8U)
#define ACL_RT_MEM_TYPE_RSVD (0X10U)

/*
 * aclrtCheckMemType: whether each of size addresses is of a kind of device memory.
 * memType      one or more of ACL_RT_MEM_TYPE_DEV (aclrtMalloc), _RSVD (a reserved address) and
 * _DVPP, of which there is none but on Ascend950, where it is any memory checkResult  receives 1
 * where all are, else 0 reserve      0 Errors: addrList, checkResult NULL 100000; reserve not 0,
 * size 0, another memType 107000; no context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtCheckMemType(void **addrList, uint32_t size, uint32_t memType,
                                               uint32_t *checkResult, uint32_t reserve);

typedef enum {
    ACL_RT_HAC_TYPE_STARS = 0,
    ACL_RT_HAC_TYPE_AICPU = 1,
    ACL_RT_HAC_TYPE_AIC = 2,
    ACL_RT_HAC_TYPE_AIV = 3,
    ACL_RT_HAC_TYPE_PCIEDMA = 4,
    ACL_RT_HAC_TYPE_RDMA = 5,
    ACL_RT_HAC_TYPE_SDMA = 6,
    ACL_RT_HAC_TYPE_DVPP = 7,
    ACL_RT_HAC_TYPE_UDMA = 8,
    ACL_RT_HAC_TYPE_CCU = 9
} aclrtHacType;

typedef enum {
    ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED = 0,
    ACL_RT_HOST_MEM_MAP_SUPPORTED = 1
} aclrtHostMemMapCapability;

/*
 * aclrtHostMemMapCapabilities: whether a part of a device reaches memory of aclrtHostRegister. All
 * do. Errors: capabilities NULL 100000; no such device 107001; hacType out of range 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType,
                                                         aclrtHostMemMapCapability *capabilities);

/*
 * aclrtMemP2PMap: makes another device reach memory without a fault. Every device does: the call
 * checks its arguments. devPtr, size  device memory dstDevId      the other device flags         0
 * Errors: devPtr NULL, size 0, flags not 0 100000; no such device 107001; no device memory, or a
 * range that leaves its allocation 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemP2PMap(void *devPtr, size_t size, int32_t dstDevId,
                                            uint64_t flags);

typedef struct aclrtMemUsageInfo {
    char name[32];
    uint64_t curMemSize;  /* bytes */
    uint64_t memPeakSize; /* bytes */
    size_t reserved[8];
} aclrtMemUsageInfo;

/*
 * aclrtGetMemUsageInfo: memory of a device by component. Here the program is the only one, "APP":
 * its allocations with padding, and the most that there were of them so far. memUsageInfo  room for
 * inputNum components, at least 1 outputNum     receives 1 Errors: a pointer NULL 100000; on
 * Ascend950 207000; inputNum 0 107000; no such device 107001.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo *memUsageInfo,
                                                  size_t inputNum, size_t *outputNum);

/*-**********************************************
 *  Memory of other processes
 ************************************************/

/*
 * A process exports an allocation as a key, and another one of the machine imports it: both have
 * the same bytes, until each has closed the key.
 *
 *     aclrtIpcMemGetExportKey(memory, bytes, key, 65, 0);     exporter
 *     aclrtDeviceGetBareTgid(&pid);                           importer, which tells it
 *     aclrtIpcMemSetImportPid(key, &pid, 1);                  exporter
 *     aclrtIpcMemImportByKey(&address, key, 0);               importer
 *     ... device memory like any other ...
 *     aclrtIpcMemClose(key);                                  importer, then exporter
 *
 * What was imported counts as memory of the device that it is on in the exporter, where the
 * importer has a device of that number, else of the current device; and against the exporter's
 * device alone. It is whole pages: what lies beside the allocation on them can be reached too. Both
 * processes run as the same user, in one process namespace. When the exporter frees the memory, or
 * ends, nobody can import it any more; who has it keeps what it holds.
 */

/* Flags of aclrtIpcMemGetExportKey: only processes of aclrtIpcMemSetImportPid may import, or all.
 */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x1UL

/* Flags of aclrtIpcMemImportByKey. Devices here reach each other's memory in any case. */
#define ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS 0x1UL

typedef enum aclrtIpcMemAttrType { ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0 } aclrtIpcMemAttrType;

/* Values of ACL_RT_IPC_MEM_ATTR_ACCESS_LINK. */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO 0
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS 1
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH 2
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH 3

/* Processes of one server. */
typedef struct aclrtServerPid {
    uint32_t sdid; /* the server's number; here all are on one machine */
    int32_t *pid;
    size_t num;
} aclrtServerPid;

/*
 * aclrtIpcMemGetExportKey: exports size bytes from devPtr on, in memory of aclrtMalloc.
 * key    receives text of at most 65 bytes with its end. The same bytes have the same key. Close it
 *        with aclrtIpcMemClose; a free or a reset of the device does so too
 * len    65, or more
 * Errors: devPtr or key NULL 100000; len, other flags, memory that is none of aclrtMalloc, size 0
 * or beyond its end 107000; the machine has no room for it 507022.
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemGetExportKey(void *devPtr, size_t size, char *key,
                                                     size_t len, uint64_t flags);

/*
 * aclrtIpcMemSetImportPid: allows num processes more to import what the calling one exports, at
 * most 512 altogether. aclrtIpcMemImportPidInterServer: likewise, for num servers.
 * Errors: a pointer NULL 100000; key none that this process has exported, num 0, no number of a
 * process, or too many 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetImportPid(const char *key, int32_t *pid, size_t num);
ACL_FUNC_VISIBILITY aclError aclrtIpcMemImportPidInterServer(const char *key,
                                                             aclrtServerPid *serverPids,
                                                             size_t num);

/*
 * aclrtIpcMemImportByKey: the memory of a key.
 * devPtr  receives the address; the same one for the same key. Undo each call with
 *         aclrtIpcMemClose. In the exporter itself it is the address that it has
 * Errors: devPtr or key NULL 100000; no key, other flags 107000; no context 107002; the exporter is
 * gone, has closed the key or freed the memory, or does not allow this process 507022; out of host
 * memory 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemImportByKey(void **devPtr, const char *key, uint64_t flags);

/* aclrtIpcMemSetAttr: how chips reach the memory, which changes nothing here. attr is SIO or HCCS.
 * Errors: key NULL 100000; none that this process has exported, another type or attr 107000. */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetAttr(const char *key, aclrtIpcMemAttrType type,
                                                uint64_t attr);

/* aclrtIpcMemClose: undoes one import of the key, in the exporter the export. Does not wait: work
 * that uses the memory must be synchronized with before.
 * Errors: NULL 100000; no key, or neither imported nor exported by this process 107000. */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemClose(const char *key);

/* aclrtDeviceGetBareTgid: the number of the calling process, in pid. Errors: NULL 100000. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetBareTgid(int32_t *pid);

/* ---- Physical memory ---- */

/* Flags of aclrtMemExportToShareableHandle, as for aclrtIpcMemGetExportKey. */
#define ACL_RT_VMM_EXPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x1UL

/* What a shareable handle is: a uint64_t, or an aclrtMemFabricHandle. */
typedef enum aclrtMemSharedHandleType {
    ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 0x1,
    ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 0x2
} aclrtMemSharedHandleType;

typedef struct aclrtMemFabricHandle {
    uint8_t data[128];
} aclrtMemFabricHandle;

/*
 * aclrtMemExportToShareableHandle: a handle of physical memory for other processes, which import it
 * once each. It counts until the memory goes. The V2 function gives one of the type that is asked
 * for; either is for processes of this machine.
 * handle           of aclrtMallocPhysical, not exported yet
 * handleType       ACL_MEM_HANDLE_TYPE_NONE
 * shareableHandle  receives it
 * Errors: handle or shareableHandle NULL 100000; other flags, handleType or shareType, exported
 * already, imported 107000; freed or foreign 107017; the machine has no room for it 507022.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle,
                                                             aclrtMemHandleType handleType,
                                                             uint64_t flags,
                                                             uint64_t *shareableHandle);
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle,
                                                               uint64_t flags,
                                                               aclrtMemSharedHandleType shareType,
                                                               void *shareableHandle);

/*
 * aclrtMemSetPidToShareableHandle: as aclrtIpcMemSetImportPid.
 * Errors: a pointer NULL 100000; no handle that this process has exported, pidNum 0, no number of a
 * process, too many, another shareType 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t *pid,
                                                             size_t pidNum);
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandleV2(void *shareableHandle,
                                                               aclrtMemSharedHandleType shareType,
                                                               int32_t *pid, size_t pidNum);

/*
 * aclrtMemImportFromShareableHandle: the memory of a shareable handle, to be mapped with
 * aclrtMapMem as memory of a device; of the current one with the V2 function.
 * handle  receives the handle. Release it with aclrtFreePhysical; a reset of the device does so
 * Errors: a pointer NULL 100000; no shareable handle, flags not 0, another shareType, imported here
 * already or exported by this process 107000; no such device 107001; V2: no context 107002; the
 * exporter is gone, has freed the memory, or does not allow this process 507022; out of host memory
 * 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle,
                                                               int32_t deviceId,
                                                               aclrtDrvMemHandle *handle);
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandleV2(void *shareableHandle,
                                                                 aclrtMemSharedHandleType shareType,
                                                                 uint64_t flags,
                                                                 aclrtDrvMemHandle *handle);

/* ---- Events ---- */

#define ACL_IPC_EVENT_HANDLE_SIZE 64U

typedef struct aclrtIpcEventHandle {
    char reserved[ACL_IPC_EVENT_HANDLE_SIZE];
} aclrtIpcEventHandle;

/*
 * aclrtIpcGetEventHandle: names an event to other processes, which may record it and wait for it.
 * event   of aclrtCreateEventExWithFlag with ACL_EVENT_IPC
 * handle  receives the name, which counts until the event is destroyed
 * Errors: event errors; handle NULL 100000; another event 107000; the machine has no room for it
 * 507022.
 *
 * aclrtIpcOpenEventHandle: the event of a name.
 * event   receives its handle here. Release it with aclrtDestroyEvent
 * Errors: event NULL 100000; no name of an event 107000; no context 107002; the other process is
 * gone, or has destroyed it 507022; out of host memory 207007.
 *
 * A stream that waits for a record of a process that ends before it is reached fails with 507022.
 */
ACL_FUNC_VISIBILITY aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle *handle);
ACL_FUNC_VISIBILITY aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent *event);

/*-**********************************************
 *  Notifies
 ************************************************/

/* Flags of aclrtCreateNotify: used by the host, or on devices alone, which is the same here. */
#define ACL_NOTIFY_DEFAULT 0x00000000U
#define ACL_NOTIFY_DEVICE_USE_ONLY 0x00000001U

#define ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION 0x02UL
#define ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT 0x0UL
#define ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS 0x02UL

/*
 * A notify is 0 or 1. A stream sets it, another one waits until it is set and clears it: each
 * record lets one wait through, whichever was queued first. A stream that waits keeps its turn as
 * long as it waits; in lazy mode it has the others run.
 *
 * In the lists of errors below "notify errors" means: notify NULL 100000; no context 107002;
 * destroyed or foreign handle 107017.
 *
 * aclrtCreateNotify: a notify of the current device, which is 0.
 * notify  receives the handle. Release it with aclrtDestroyNotify; a reset of the device does so
 * Errors: notify NULL 100000; other flags 107000; no context 107002; out of host memory 207009.
 *
 * aclrtDestroyNotify: forgets it. Does not wait; work that is queued stays as it is. Other
 * processes keep theirs. Errors: notify errors.
 *
 * aclrtRecordNotify: queues that it becomes 1. Errors: notify errors; stream errors.
 *
 * aclrtWaitAndResetNotify: queues a wait for 1, which makes it 0.
 * timeout  seconds from the stream's turn on; 0: for ever. The stream fails with 507047 when they
 *          have passed, with 507022 when the process that has exported the notify is gone
 * Errors: notify errors; stream errors.
 *
 * aclrtGetNotifyId: a small number that no other live notify of this process has, in notifyId.
 * Errors: notify errors; notifyId NULL 100000.
 *
 * aclrtNotifyBatchReset: makes num notifies 0 at once.
 * Errors: notifies NULL 100000; num 0 107000; notify errors of the first that has any, and nothing
 * is reset then.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateNotify(aclrtNotify *notify, uint64_t flag);
ACL_FUNC_VISIBILITY aclError aclrtDestroyNotify(aclrtNotify notify);
ACL_FUNC_VISIBILITY aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream,
                                                     uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t *notifyId);
ACL_FUNC_VISIBILITY aclError aclrtNotifyBatchReset(aclrtNotify *notifies, size_t num);

/*
 * aclrtNotifyGetExportKey: a key of the notify for other processes, of at most 65 bytes with its
 * end; it counts until the notify is destroyed here. len is 65 or more.
 * Errors: notify errors; key NULL 100000; len, other flags, or an imported notify 107000; the
 * machine has no room for it 507022.
 *
 * aclrtNotifySetImportPid, aclrtNotifySetImportPidInterServer: as aclrtIpcMemSetImportPid.
 * Errors: notify errors; a pointer NULL 100000; not exported, num 0, no number of a process, or too
 * many 107000.
 *
 * aclrtNotifyImportByKey: the notify of a key. Release it with aclrtDestroyNotify.
 * Errors: notify or key NULL 100000; no key, other flags 107000; no context 107002; the exporter is
 * gone, has destroyed the notify, or does not allow this process 507022; out of host memory 207009.
 */
ACL_FUNC_VISIBILITY aclError aclrtNotifyGetExportKey(aclrtNotify notify, char *key, size_t len,
                                                     uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t *pid, size_t num);
ACL_FUNC_VISIBILITY aclError aclrtNotifySetImportPidInterServer(aclrtNotify notify,
                                                                aclrtServerPid *serverPids,
                                                                size_t num);
ACL_FUNC_VISIBILITY aclError aclrtNotifyImportByKey(aclrtNotify *notify, const char *key,
                                                    uint64_t flags);

/* ---- That count ---- */

/* What a record does with the count. */
typedef enum {
    ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0, /* count = value */
    ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1,       /* count += value */
    ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2,    /* count |= value */
    ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4    /* count &= value */
} aclrtCntNotifyRecordMode;

typedef struct {
    aclrtCntNotifyRecordMode mode;
    uint32_t value;
} aclrtCntNotifyRecordInfo;

/* What a wait waits for. */
typedef enum {
    ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0,              /* count < value */
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1,             /* count == value */
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2,            /* count > value */
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3,   /* count >= value */
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4 /* (count & value) == value */
} aclrtCntNotifyWaitMode;

typedef struct {
    aclrtCntNotifyWaitMode mode;
    uint32_t value;
    uint32_t timeout; /* seconds; 0: for ever */
    uint8_t isClear;  /* 1: the count becomes 0 when the wait is over */
    uint8_t rsv[3];
} aclrtCntNotifyWaitInfo;

/*
 * A notify that counts, from 0 to 2^32 - 1, for streams of one process. CANN has them on Ascend950
 * alone; here every product has.
 *
 * aclrtCntNotifyCreate, aclrtCntNotifyDestroy, aclrtCntNotifyGetId: as for notifies; flag is 0.
 * aclrtCntNotifyRecord: queues a change of the count. aclrtCntNotifyReset: queues that it becomes
 * 0. aclrtCntNotifyWaitWithTimeout: queues a wait; 507047 on the stream when the time has passed.
 * Errors: notify errors; info or notifyId NULL 100000; another flag, mode or isClear 107000; stream
 * errors; out of host memory 207009.
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyCreate(aclrtCntNotify *cntNotify, uint64_t flag);
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify);
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream,
                                                  aclrtCntNotifyRecordInfo *info);
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify,
                                                           aclrtStream stream,
                                                           aclrtCntNotifyWaitInfo *info);
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t *notifyId);

/*-**********************************************
 *  Limits to the cores that operators use
 ************************************************/

typedef enum aclrtDevResLimitType {
    ACL_RT_DEV_RES_CUBE_CORE = 0,
    ACL_RT_DEV_RES_VECTOR_CORE = 1
} aclrtDevResLimitType;

/*
 * How many cores operators may plan with: a limit of the device, or of a stream whose limits a
 * thread uses. In CANN phase one of an operator reads the limit of its thread; here nothing does
 * yet. It never changes a result, and how many CPUs work is another matter (environment:
 * ACLNN_CORES).
 *
 * aclrtGetDeviceResLimit, aclrtSetDeviceResLimit: of a device in this process; at first the cores
 * of the product.
 * Errors: type neither 107000; Get: value NULL 100000; Set: value 0 or above the product's
 * 107000; no such device 107001; in a forked child 107002.
 *
 * aclrtGetStreamResLimit, aclrtSetStreamResLimit: of a stream; at first those of its device.
 * Errors: likewise; stream errors.
 *
 * aclrtResetDeviceResLimit, aclrtResetStreamResLimit: both limits as they were at first.
 * Errors: no such device 107001; stream errors; in a forked child 107002.
 *
 * aclrtUseStreamResInCurrentThread, aclrtUnuseStreamResInCurrentThread: the calling thread uses
 * the stream's limits; uses those of its device again.
 * Errors: stream errors.
 *
 * aclrtGetResInCurrentThread: the limit that the calling thread uses.
 * Errors: type neither 107000; value NULL 100000; no context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t *value);
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type,
                                                    uint32_t value);
ACL_FUNC_VISIBILITY aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t *value);
ACL_FUNC_VISIBILITY aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type,
                                                    uint32_t value);
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceResLimit(int32_t deviceId);
ACL_FUNC_VISIBILITY aclError aclrtResetStreamResLimit(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t *value);

/*-**********************************************
 *  Numbers of devices, and what they have
 ************************************************/

/*
 * A program numbers the devices that ASCEND_RT_VISIBLE_DEVICES names from 0: user numbers, which
 * all other functions take. The numbers that the variable names are logical ones; without it both
 * are the same. Physical numbers are the logical ones. In the names of aclrtGetLogicDevIdByPhyDevId
 * and aclrtGetPhyDevIdByLogicDevId "logic" means the user's number, as in CANN. Errors: the pointer
 * NULL 100000; a number that no device of this process has 107001.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid,
                                                           int32_t *const logicDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId,
                                                           int32_t *const userDevid);
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId,
                                                          int32_t *const logicDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId,
                                                          int32_t *const phyDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId,
                                                         int32_t *const userDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId,
                                                         int32_t *const phyDevId);

#define ACL_RT_DEVS_TOPOLOGY_HCCS 0x01ULL
#define ACL_RT_DEVS_TOPOLOGY_PIX 0x02ULL
#define ACL_RT_DEVS_TOPOLOGY_PIB 0x04ULL
#define ACL_RT_DEVS_TOPOLOGY_PHB 0x08ULL
#define ACL_RT_DEVS_TOPOLOGY_SYS 0x10ULL
#define ACL_RT_DEVS_TOPOLOGY_SIO 0x20ULL
#define ACL_RT_DEVS_TOPOLOGY_HCCS_SW 0x40ULL

/*
 * aclrtGetDevicesTopo: how two devices are connected. They share the machine's memory here, for
 * which ACL_RT_DEVS_TOPOLOGY_HCCS stands. Errors: value NULL 100000; no such device 107001.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId,
                                                 uint64_t *value);

typedef enum {
    ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
    ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21
} aclrtDevFeatureType;

#define ACL_DEV_FEATURE_SUPPORT 0x00000001
#define ACL_DEV_FEATURE_NOT_SUPPORT 0x00000000

/*
 * aclrtGetDeviceCapability: whether a device has a feature. Both are about kernels and queues of a
 * program's own, which are not here: ACL_DEV_FEATURE_NOT_SUPPORT.
 * Errors: value NULL 100000; no such device 107001; no such feature 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCapability(int32_t deviceId,
                                                      aclrtDevFeatureType devFeatureType,
                                                      int32_t *value);

typedef enum aclrtAtomicOperationCapability {
    ACL_RT_ATOMIC_CAPABILITY_SIGNED = 1U << 0,
    ACL_RT_ATOMIC_CAPABILITY_UNSIGNED = 1U << 1,
    ACL_RT_ATOMIC_CAPABILITY_REDUCATION = 1U << 2,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR8 = 1U << 3,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR16 = 1U << 4,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR32 = 1U << 5,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR64 = 1U << 6,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR128 = 1U << 7,
    ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4 = 1U << 8
} aclrtAtomicOperationCapability;

typedef enum aclrtAtomicOperation {
    ACL_RT_ATOMIC_OPERATION_INTEGER_ADD = 0,
    ACL_RT_ATOMIC_OPERATION_INTEGER_MIN = 1,
    ACL_RT_ATOMIC_OPERATION_INTEGER_MAX = 2,
    ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT = 3,
    ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT = 4,
    ACL_RT_ATOMIC_OPERATION_AND = 5,
    ACL_RT_ATOMIC_OPERATION_OR = 6,
    ACL_RT_ATOMIC_OPERATION_XOR = 7,
    ACL_RT_ATOMIC_OPERATION_EXCHANGE = 8,
    ACL_RT_ATOMIC_OPERATION_CAS = 9,
    ACL_RT_ATOMIC_OPERATION_FLOAT_ADD = 10,
    ACL_RT_ATOMIC_OPERATION_FLOAT_MIN = 11,
    ACL_RT_ATOMIC_OPERATION_FLOAT_MAX = 12,
    ACL_RT_ATOMIC_OPERATION_DMA_ADD = 30,
    ACL_RT_ATOMIC_OPERATION_DMA_MIN = 31,
    ACL_RT_ATOMIC_OPERATION_DMA_MAX = 32,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD = 40,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN = 41,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX = 42,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS = 43,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH = 44
} aclrtAtomicOperation;

/*
 * aclrtDeviceGetHostAtomicCapabilities, aclrtDeviceGetP2PAtomicCapabilities: what device code may
 * do to memory of the host, or of another device, without others seeing a part of it: bits for each
 * of count operations. No code of a program's own runs here: none, 0. Errors: capabilities,
 * operations NULL, count 0, no such operation 107000; srcDeviceId and dstDeviceId the same, no such
 * device 107001.
 */
ACL_FUNC_VISIBILITY aclError
aclrtDeviceGetHostAtomicCapabilities(uint32_t *capabilities, const aclrtAtomicOperation *operations,
                                     const uint32_t count, int32_t deviceId);
ACL_FUNC_VISIBILITY aclError
aclrtDeviceGetP2PAtomicCapabilities(uint32_t *capabilities, const aclrtAtomicOperation *operations,
                                    const uint32_t count, int32_t srcDeviceId, int32_t dstDeviceId);

/*
 * aclrtCheckArchCompatibility: whether operators of a product run on the emulated one: 1 where
 * their cores have the same architecture, else 0. socVersion  a product, as aclrtGetSocName names
 * it Errors: a pointer NULL, no such product 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtCheckArchCompatibility(const char *socVersion,
                                                         int32_t *canCompatible);

/* aclrtSetTsDevice: which scheduler takes the tasks of this thread. There is one. Errors: tsId
 * neither ACL_TS_ID_AICORE nor ACL_TS_ID_AIVECTOR 100000. */
ACL_FUNC_VISIBILITY aclError aclrtSetTsDevice(aclrtTsId tsId);

typedef enum tagAclrtDeviceLimit {
    ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE = 0,
    ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE = 1,
    ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE = 2,
    ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE = 3,
    ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE = 4
} aclrtDeviceLimit;

/*
 * aclrtDeviceSetLimit, aclrtDeviceGetLimit: memory for device code of a program's own, in bytes, of
 * the whole process. Remembered; no such code runs here. SIMD_STACK_SIZE              up to 32768
 * changes nothing; else the next multiple of 16384 SIMD_PRINTF_FIFO_SIZE_...    1024 to 67108864,
 * the next multiple of 8 SIMT_PRINTF_FIFO_SIZE        1048576 to 67108864, likewise
 * SIMT_STACK_SIZE, SIMT_DVG... the next multiple of 128, of the first 32 times that; not both 0
 * What was never set is 0 here, but 32768 for SIMD_STACK_SIZE.
 * Errors: value NULL 100000; no such limit 100000; a product that has it not (Ascend910 none,
 * Ascend910B and Ascend910_93 none of SIMT) 207000; more than 4 GiB 100000; out of range 107000.
 * Source: CANN's pages of both.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value);
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t *value);

/* aclrtGetThreadLastTaskId: the number of the task that this thread queued last on a stream that
 * the program made, as failures name it; 0xFFFFFFFF where there is none. Errors: taskId NULL
 * 100000. */
ACL_FUNC_VISIBILITY aclError aclrtGetThreadLastTaskId(uint32_t *taskId);

/*-**********************************************
 *  Groups of cores
 ************************************************/

typedef struct tagRtGroupInfo aclrtGroupInfo;

typedef enum aclrtGroupAttr {
    ACL_GROUP_AICORE_INT = 0,
    ACL_GROUP_AIV_INT = 1,
    ACL_GROUP_AIC_INT = 2,
    ACL_GROUP_SDMANUM_INT = 3,
    ACL_GROUP_ASQNUM_INT = 4,
    ACL_GROUP_GROUPID_INT = 5
} aclrtGroupAttr;

/*
 * Groups of cores are made by the driver of products that are not emulated here: there are none.
 * aclrtGetGroupCount receives 0, aclrtCreateGroupInfo returns NULL; the others say so.
 * Errors: a pointer NULL 100000; Count and Set: no context 107002; Set, GetAll: 107014; Destroy,
 * Detail: 100000.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetGroupCount(uint32_t *count);
ACL_FUNC_VISIBILITY aclError aclrtSetGroup(int32_t groupId);
ACL_FUNC_VISIBILITY aclrtGroupInfo *aclrtCreateGroupInfo(void);
ACL_FUNC_VISIBILITY aclError aclrtDestroyGroupInfo(aclrtGroupInfo *groupInfo);
ACL_FUNC_VISIBILITY aclError aclrtGetAllGroupInfo(aclrtGroupInfo *groupInfo);
ACL_FUNC_VISIBILITY aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo *groupInfo,
                                                     int32_t groupIndex, aclrtGroupAttr attr,
                                                     void *attrValue, size_t valueLen,
                                                     size_t *paramRetSize);

/*-**********************************************
 *  Functions that are called when a state changes
 ************************************************/

typedef enum aclRegisterCallbackType {
    ACL_REG_TYPE_ACL_MODEL = 0,
    ACL_REG_TYPE_ACL_OP_EXECUTOR = 1,
    ACL_REG_TYPE_ACL_OP_CBLAS = 2,
    ACL_REG_TYPE_ACL_OP_COMPILER = 3,
    ACL_REG_TYPE_ACL_TDT_CHANNEL = 4,
    ACL_REG_TYPE_ACL_TDT_QUEUE = 5,
    ACL_REG_TYPE_ACL_DVPP = 6,
    ACL_REG_TYPE_ACL_RETR = 7,
    ACL_REG_TYPE_OTHER = 0xFFFF
} aclRegisterCallbackType;

typedef aclError (*aclInitCallbackFunc)(const char *configStr, size_t len, void *userData);
typedef aclError (*aclFinalizeCallbackFunc)(void *userData);

/*
 * aclInitCallbackRegister: has aclInit call a function, with the text of the configuration and its
 * length; at once where aclInit is in force, whatever it returns then.
 * aclFinalizeCallbackRegister: has aclFinalize, or the last aclFinalizeReference, call one.
 * Functions are called by type, and of one type in the sequence of registering. The first that
 * returns a status ends this; aclInit or aclFinalize returns it, and aclInit is not in force then.
 * Functions may call anything. Of each type but ACL_REG_TYPE_OTHER there is one of either kind.
 * ...UnRegister: takes the function out again.
 * Errors: cbFunc NULL, no such type 100000; one of the type is registered, or to be taken out and
 * not registered 500000; no host memory 200000.
 */
ACL_FUNC_VISIBILITY aclError aclInitCallbackRegister(aclRegisterCallbackType type,
                                                     aclInitCallbackFunc cbFunc, void *userData);
ACL_FUNC_VISIBILITY aclError aclInitCallbackUnRegister(aclRegisterCallbackType type,
                                                       aclInitCallbackFunc cbFunc);
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type,
                                                         aclFinalizeCallbackFunc cbFunc,
                                                         void *userData);
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type,
                                                           aclFinalizeCallbackFunc cbFunc);

typedef enum {
    ACL_RT_STREAM_STATE_CREATE_POST = 1,
    ACL_RT_STREAM_STATE_DESTROY_PRE = 2
} aclrtStreamState;

typedef enum {
    ACL_RT_DEVICE_STATE_SET_PRE = 0,
    ACL_RT_DEVICE_STATE_SET_POST = 1,
    ACL_RT_DEVICE_STATE_RESET_PRE = 2,
    ACL_RT_DEVICE_STATE_RESET_POST = 3
} aclrtDeviceState;

typedef void (*aclrtStreamStateCallback)(aclrtStream stm, aclrtStreamState state, void *args);
typedef void (*aclrtDeviceStateCallback)(int32_t deviceId, aclrtDeviceState state, void *args);

/*
 * aclrtRegStreamStateCallback: has a function called when a stream was made and before one ends,
 * default streams too, on the thread that does it. aclrtRegDeviceStateCallback: before and after a
 * device is set and reset; after it only where that succeeded. regName   a name of its own;
 * functions are called in the sequence of the names callback  NULL takes the function of the name
 * out A function may call anything but what ends the stream, or the device, that it is told of.
 * Errors: regName NULL 100000; the name is taken, or to be taken out and not registered 107000; no
 * host memory 200000.
 */
ACL_FUNC_VISIBILITY aclError aclrtRegStreamStateCallback(const char *regName,
                                                         aclrtStreamStateCallback callback,
                                                         void *args);
ACL_FUNC_VISIBILITY aclError aclrtRegDeviceStateCallback(const char *regName,
                                                         aclrtDeviceStateCallback callback,
                                                         void *args);

typedef enum {
    ACL_RT_DEVICE_TASK_ABORT_PRE = 0,
    ACL_RT_DEVICE_TASK_ABORT_POST
} aclrtDeviceTaskAbortStage;

typedef int32_t (*aclrtDeviceTaskAbortCallback)(int32_t deviceId, aclrtDeviceTaskAbortStage stage,
                                                uint32_t timeout, void *args);

/*
 * aclrtDeviceTaskAbort: drops the work of all streams of a device that has not begun, ends what
 * waits for the host or another process, and waits for the rest for at most timeout milliseconds
 * (0: for ever; at most 36 minutes). The streams stay usable. aclrtSetDeviceTaskAbortCallback: has
 * a function called before and after that, as aclrtRegDeviceStateCallback has; an answer other than
 * 0 ends the abort. Errors: no such device 107001; timeout too large 107000; inside a task 107000;
 * not done in time 107019; a function answered other than 0 507000; on Ascend910 207000. regName as
 * there.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceTaskAbortCallback(const char *regName,
                                                             aclrtDeviceTaskAbortCallback callback,
                                                             void *args);

typedef enum {
    ACL_RT_NO_ERROR = 0,
    ACL_RT_ERROR_MEMORY = 1,
    ACL_RT_ERROR_L2 = 2,
    ACL_RT_ERROR_AICORE = 3,
    ACL_RT_ERROR_LINK = 4,
    ACL_RT_ERROR_L3_PORT = 5,
    ACL_RT_ERROR_OTHERS = 0xFFFF
} aclrtErrorType;

typedef enum aclrtAicoreErrorType {
    ACL_RT_AICORE_ERROR_UNKNOWN,
    ACL_RT_AICORE_ERROR_SW,
    ACL_RT_AICORE_ERROR_HW_LOCAL
} aclrtAicoreErrorType;

#define UCE_INFO_RESERVED_SIZE 14
#define ACL_RT_MEM_UCE_INFO_MAX_NUM 20

typedef struct aclrtMemUceInfo {
    void *addr;
    size_t len;
    size_t reserved[UCE_INFO_RESERVED_SIZE];
} aclrtMemUceInfo;

typedef struct {
    size_t arraySize;
    aclrtMemUceInfo memUceInfoArray[ACL_RT_MEM_UCE_INFO_MAX_NUM];
} aclrtMemUceInfoArray;

typedef union aclrtErrorInfoDetail {
    aclrtMemUceInfoArray uceInfo;
    aclrtAicoreErrorType aicoreErrType;
} aclrtErrorInfoDetail;

typedef struct aclrtErrorInfo {
    uint8_t tryRepair;
    uint8_t hasDetail;
    uint8_t reserved[2];
    aclrtErrorType errorType;
    aclrtErrorInfoDetail detail;
} aclrtErrorInfo;

/*
 * Errors of the hardware, of which there are none: aclrtGetErrorVerbose writes ACL_RT_NO_ERROR,
 * with nothing to repair, and aclrtRepairError takes that and has nothing to do. Errors: errorInfo
 * NULL 100000; no such device 107001; another errorType 107000; on Ascend910 207000.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo *errorInfo);
ACL_FUNC_VISIBILITY aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo *errorInfo);

/*-**********************************************
 *  Versions of packages
 ************************************************/

#define ACL_PKG_VERSION_MAX_SIZE 128
#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64

typedef enum aclCANNPackageName {
    ACL_PKG_NAME_CANN = 0,
    ACL_PKG_NAME_RUNTIME = 1,
    ACL_PKG_NAME_COMPILER = 2,
    ACL_PKG_NAME_HCCL = 3,
    ACL_PKG_NAME_TOOLKIT = 4,
    ACL_PKG_NAME_OPP = 5,
    ACL_PKG_NAME_OPP_KERNEL = 6,
    ACL_PKG_NAME_DRIVER = 7
} aclCANNPackageName;

/* Strings that end with a zero byte; empty where there is nothing to say. */
typedef struct aclCANNPackageVersion {
    char version[ACL_PKG_VERSION_MAX_SIZE];
    char majorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char minorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char releaseVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char patchVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    char reserved[ACL_PKG_VERSION_MAX_SIZE];
} aclCANNPackageVersion;

/*
 * aclsysGetCANNVersion: the version of a package, in version. There are no packages here: every
 * name gets the release of CANN that has this interface, "9.1.0", with the parts 9, 1, 0 and,
 * for the patch that it does not name, 0.
 * Errors: version NULL, no such name 100000.
 */
ACL_DEPRECATED_MESSAGE("deprecated by the vendor; its successors are not implemented")
ACL_FUNC_VISIBILITY aclError aclsysGetCANNVersion(aclCANNPackageName name,
                                                  aclCANNPackageVersion *version);

/*
 * aclsysGetVersionStr: the same version for a package by its name ("runtime", "toolkit"; any name
 * here), in versionStr, which has room for ACL_PKG_VERSION_MAX_SIZE bytes.
 * Errors: a pointer NULL 100000.
 */
ACL_FUNC_VISIBILITY aclError aclsysGetVersionStr(char *pkgName, char *versionStr);

/*
 * aclsysGetVersionNum: the version of CANN as a number, a later one the larger: 10000000 for each
 * major, 100000 for each minor, 1000 for each release version. pkgName is not looked at. Errors:
 * versionNum, pkgName NULL 100000.
 */
ACL_FUNC_VISIBILITY aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum);

/*-**********************************************
 *  Declared, but not implemented
 ************************************************/

/*
 * Of CANN's runtime code of one's own on the device (aclrtBinary*, aclrtLaunchKernel*) is left out,
 * and a program that needs it does not compile.
 */

/* Handles to code on the device; no function here gives one out. */
typedef void *aclrtBinHandle;
typedef void *aclrtFuncHandle;
/* ---- Graphs ---------------------------------------------------------------------------------- */

/*
 * A graph (aclmdlRI, a model's running instance) is work of streams that runs again and again. From
 * aclmdlRICaptureBegin to aclmdlRICaptureEnd what is submitted to a stream becomes a task of the
 * graph instead of running: operators, copies between device memory and memory of aclrtMallocHost,
 * aclrtMemsetAsync, functions of the host, aclrtValueWrite and aclrtValueWait. Other streams take
 * part when they wait for an event (aclrtCreateEventExWithFlag with ACL_EVENT_SYNC) that was
 * recorded on one that does; before the end the first stream has to wait for an event behind the
 * last task of each.
 *
 * A replay (aclmdlRIExecuteAsync) is one task of its stream. It runs the tasks in the sequence in
 * which they were submitted, with the addresses that they were submitted with. What they use has to
 * stay allocated: memory that was freed meanwhile makes the replay fail, with its name. One replay
 * of a graph runs at a time. A task that fails ends the replay, and the next synchronize returns
 * why.
 *
 * Ascend910 captures nothing: 207000.
 */
typedef void *aclmdlRI;

typedef enum {
    ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
    ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE,
    ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED
} aclmdlRICaptureStatus;

/* Who may call aclrtMemcpy, aclrtMemset and aclrtMemcpy2d during a capture: nobody, other threads,
 * all. */
typedef enum {
    ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
    ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL,
    ACL_MODEL_RI_CAPTURE_MODE_RELAXED
} aclmdlRICaptureMode;

/*
 * aclmdlRICaptureBegin: begins a capture.
 *
 * Errors: stream NULL 100000; mode unknown 107000; no such stream 107017; the default stream of the
 * context 107031; captured already 107027; a stream with ACL_STREAM_PERSISTENT or another flag of
 * its kind 507000; no context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);

/*
 * aclmdlRICaptureEnd: ends the capture that began on the stream. *modelRI is the graph, which
 * aclmdlRIDestroy ends; it is NULL when the capture has failed, and may be NULL for a graph of a
 * condition.
 *
 * Errors: stream or modelRI NULL 100000; not captured 107029; begun on another stream 107036, on
 * another thread (unless the mode is RELAXED) 107038; a stream that took part and was not waited
 * for 107025; an open group of tasks 107033; a graph of a condition that is not captured 107045; a
 * call before has failed that belonged to the capture 507903.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *modelRI);

/*
 * aclmdlRICaptureGetInfo: whether the stream takes part in a capture, and in which; *modelRI is
 * what aclmdlRICaptureEnd will give, NULL when there is none. One of the pointers may be NULL.
 * Errors: stream or both pointers NULL 100000; no such stream 107017; no context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream,
                                                    aclmdlRICaptureStatus *status,
                                                    aclmdlRI *modelRI);

/*
 * aclmdlRICaptureThreadExchangeMode: sets the calling thread's mode to *mode and gives the one
 * before; it is GLOBAL at first. A thread of mode RELAXED may call everything.
 * Errors: mode NULL 100000; *mode unknown 107000; no context 107002.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode *mode);

/*
 * aclmdlRIExecuteAsync: runs a graph on a stream; NULL is the default stream. aclmdlRIExecute runs
 * it on the default stream and waits, -1 without a timeout, else so many milliseconds.
 * Errors: modelRI NULL 100000, none 107017, still being captured 107026; stream captured 107027;
 * timeout 0 or below -1 107000, over 507046; what the tasks fail with.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);

/* aclmdlRIAbort: ends the replay that runs before its next task, and its waits for
 * ACL_EVENT_EXTERNAL and aclrtValueWait. Errors: modelRI NULL 100000, none 107017. */
ACL_FUNC_VISIBILITY aclError aclmdlRIAbort(aclmdlRI modelRI);

/*
 * aclmdlRIDestroy: ends a graph. Replays that are queued still run. Functions of
 * aclmdlRIDestroyRegisterCallback are called first, in the sequence in which they were registered;
 * aclmdlRIDestroyUnregisterCallback takes one back.
 * Errors: modelRI or func NULL 100000; modelRI none 107017, being captured 107026, a graph of a
 * condition 107000; func not registered 107000.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func,
                                                             void *userData);
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI,
                                                               aclrtCallback func);

/*
 * A name of up to 511 bytes, longer ones are cut; "" at first. aclmdlRIGetName writes at most
 * maxLen bytes with the end of the text. aclmdlRIGetId gives a number that no other graph has.
 * Errors: a pointer NULL 100000; modelRI none 107017; maxLen 0 107000.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRISetName(aclmdlRI modelRI, const char *name);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char *name);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t *modelRIId);

/*
 * What a program says about the task that the calling thread submitted to a graph last, while that
 * is captured or built. aclrtCacheLastTaskExtendInfo keeps a text of up to 4096 bytes, which
 * aclmdlRIDebugJsonPrint writes as ExtendInfo of the task; what is longer is cut, and a second one
 * replaces the first. aclrtCacheLastTaskOpInfo takes up to 65536 bytes for profiles, and keeps
 * none: they know the operators of tasks by themselves. Errors: a pointer NULL, infoSize 0 100000;
 * more than 65536 bytes 107000; no such task 107029; on Ascend910 207000.
 */
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskOpInfo(const void *const infoPtr,
                                                      const size_t infoSize);
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskExtendInfo(const char *const extendInfoPtr,
                                                          const size_t infoSize);

#define ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY 0x0UL
#define ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE 0x1UL

/*
 * aclmdlRIDebugPrint writes a line a task to standard error. aclmdlRIDebugJsonPrint writes trace
 * events to a file, which chrome://tracing and Perfetto show; their times only put tasks behind
 * each other. VERBOSE would add arguments of kernels, which there are none of here. Errors: modelRI
 * or path NULL 100000; modelRI none 107017; flags unknown, or path not writable 107000.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char *path,
                                                    uint32_t flags);

/*
 * Tasks that may be replaced. In a capture those of operators between aclmdlRICaptureTaskGrpBegin
 * and aclmdlRICaptureTaskGrpEnd form a group, whose handle lives as long as the graph. On a stream
 * that is not captured, operators between aclmdlRICaptureTaskUpdateBegin and
 * aclmdlRICaptureTaskUpdateEnd are to take their place: as many, in the same sequence. They do so
 * when the stream comes to it, for what replays run from then on.
 * Errors: a pointer NULL 100000; not captured 107029, captured 107027 for updates; a group or an
 * update that is open, or none 107033; handle none 107017; another number of tasks 107040.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp *handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream,
                                                            aclrtTaskGrp handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);

typedef enum aclmdlRITaskType {
    ACL_MODEL_RI_TASK_DEFAULT,
    ACL_MODEL_RI_TASK_KERNEL,
    ACL_MODEL_RI_TASK_EVENT_RECORD,
    ACL_MODEL_RI_TASK_EVENT_WAIT,
    ACL_MODEL_RI_TASK_EVENT_RESET,
    ACL_MODEL_RI_TASK_VALUE_WRITE,
    ACL_MODEL_RI_TASK_VALUE_WAIT
} aclmdlRITaskType;

/* How a kernel was launched: NULL and 0 here, where operators are no kernels of a program. */
typedef struct aclmdlRIKernelTaskParams {
    aclrtFuncHandle funcHandle;
    struct aclrtLaunchKernelCfg *cfg;
    void *args;
    uint32_t isHostArgs;
    size_t argsSize;
    uint32_t numBlocks;
    uint32_t rsv[10];
} aclmdlRIKernelTaskParams;

typedef struct aclmdlRIEventRecordTaskParams {
    aclrtEvent event;
    uint32_t eventFlag; /* of its creation */
    uint32_t recordFlag;
} aclmdlRIEventRecordTaskParams;

typedef struct aclmdlRIEventWaitTaskParams {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t waitFlag;
} aclmdlRIEventWaitTaskParams;

typedef struct aclmdlRIEventResetTaskParams {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t resetFlag;
} aclmdlRIEventResetTaskParams;

typedef struct aclmdlRIValueWriteTaskParams {
    void *devAddr;
    uint64_t value;
} aclmdlRIValueWriteTaskParams;

typedef struct aclmdlRIValueWaitTaskParams {
    void *devAddr;
    uint64_t value;
    uint32_t flag;
} aclmdlRIValueWaitTaskParams;

/* C99 has no unions without a name; the compilers do. */
#if defined(__GNUC__) && !defined(ACLNN_CDEF)
#define ACL_UNNAMED_UNION __extension__ union
#else
#define ACL_UNNAMED_UNION union
#endif

typedef struct aclmdlRITaskParams {
    aclmdlRITaskType type;
    uint32_t rsv0[3];
    aclrtTaskGrp taskGrp;
    void *opInfoPtr;
    size_t opInfoSize;
    uint8_t rsv1[32];
    ACL_UNNAMED_UNION
    {
        uint8_t rsv2[128];
        struct aclmdlRIKernelTaskParams kernelTaskParams;
        struct aclmdlRIEventRecordTaskParams eventRecordTaskParams;
        struct aclmdlRIEventWaitTaskParams eventWaitTaskParams;
        struct aclmdlRIEventResetTaskParams eventResetTaskParams;
        struct aclmdlRIValueWriteTaskParams valueWriteTaskParams;
        struct aclmdlRIValueWaitTaskParams valueWaitTaskParams;
    };
} aclmdlRITaskParams;

/*
 * What a graph consists of. aclmdlRIGetStreams gives its streams, which only
 * aclmdlRIGetTasksByStream takes: the tasks of one, whose handles live as long as the graph. Both
 * give the number when the array is NULL. aclmdlRITaskSetParams changes the arguments of tasks of
 * aclrtValueWrite and aclrtValueWait. Tasks of aclmdlRITaskDisable are left out from the next
 * aclmdlRIUpdate on.
 * Errors: a pointer NULL 100000; a handle that is none 107017; a graph still being captured 107026;
 * the array too short 107039; params of another type 107000, of an operator, a copy or an event
 * 207000.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream *streams,
                                                uint32_t *numStreams);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask *tasks,
                                                      uint32_t *numTasks);
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType *type);
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t *id);
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetParams(aclmdlRITask task, aclmdlRITaskParams *params);
ACL_FUNC_VISIBILITY aclError aclmdlRITaskSetParams(aclmdlRITask task, aclmdlRITaskParams *params);
ACL_FUNC_VISIBILITY aclError aclmdlRITaskDisable(aclmdlRITask task);
ACL_FUNC_VISIBILITY aclError aclmdlRIUpdate(aclmdlRI modelRI);

#define ACL_MODEL_STREAM_FLAG_HEAD 0x00000000U
#define ACL_MODEL_STREAM_FLAG_DEFAULT 0x7FFFFFFFU

/*
 * A graph without a capture. Streams of ACL_STREAM_PERSISTENT that are bound to it keep what is
 * submitted to them, up to aclmdlRIEndTask; aclmdlRIBuildEnd makes it a graph that runs. With
 * ACL_MODEL_STREAM_FLAG_HEAD a stream begins with each replay, with ACL_MODEL_STREAM_FLAG_DEFAULT
 * when work of the graph begins it (aclrtActiveStream, aclrtSwitchStream, labels). A replay is over
 * when no stream of it has work left. Where aclmdlRIEndTask was called, and no stream has come to
 * such a place by then, it fails with 507011: CANN would wait for ever.
 * Errors: a pointer NULL, or reserve not NULL 100000; flag unknown, or the stream not persistent
 * 107000; a stream of another graph, or of none 107005; a graph that is not being built 107000.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildBegin(aclmdlRI *modelRI, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream,
                                                uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void *reserve);
ACL_FUNC_VISIBILITY aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream);

/*
 * aclrtPersistentTaskClean: takes out what a bound stream keeps, so that other work can be
 * submitted to it. It comes behind aclmdlRIBuildEnd; what is submitted next belongs to the graph
 * again, up to aclmdlRIEndTask. Errors: stream NULL 100000; stream errors; on Ascend910 207000; not
 * persistent, bound to no graph, one that is being built or that runs 507000.
 */
ACL_FUNC_VISIBILITY aclError aclrtPersistentTaskClean(aclrtStream stream);

typedef enum {
    ACL_RT_EQUAL = 0,
    ACL_RT_NOT_EQUAL,
    ACL_RT_GREATER,
    ACL_RT_GREATER_OR_EQUAL,
    ACL_RT_LESS,
    ACL_RT_LESS_OR_EQUAL
} aclrtCondition;

typedef enum { ACL_RT_SWITCH_INT32 = 0, ACL_RT_SWITCH_INT64 = 1 } aclrtCompareDataType;

/*
 * Work of a graph that is being built begins its streams. aclrtActiveStream: activeStream begins
 * with its first task, and stream goes on beside it. aclrtSwitchStream: where the number at
 * leftValue is as cond says to the one at rightValue, both in device memory and read when the work
 * runs, trueStream begins and stream stops; otherwise stream goes on. A stream that has begun and
 * has work left is not begun again. falseStream is NULL.
 * Errors: a pointer or stream NULL, falseStream not NULL 100000; cond, dataType unknown, no device
 * memory there 107000; stream errors; a stream that is not bound to a graph which is being built,
 * or streams of two graphs 107005; on Ascend910_93 207000.
 */
ACL_FUNC_VISIBILITY aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtSwitchStream(void *leftValue, aclrtCondition cond,
                                               void *rightValue, aclrtCompareDataType dataType,
                                               aclrtStream trueStream, aclrtStream falseStream,
                                               aclrtStream stream);

/*
 * A label is a place on a bound stream. It is made (aclrtCreateLabel), put into a list
 * (aclrtCreateLabelList) and then set, once: it lies behind what was submitted to the stream so
 * far. aclrtSwitchLabelByIndex reads a uint32 in device memory when the work runs, and goes on at
 * the label of that number, from 0, of the first maxValue ones; a larger number is that of the
 * last. stream stops, unless the label lies on it. Labels and lists may be destroyed before the
 * graph. Errors: a pointer NULL 100000; a handle that is none 107017; no context 107002; a label of
 * another context 507031; more than 65535 labels in the process, a label in two lists or twice in
 * one, one that is set twice or before it is in a list 507000; num 0 or above 65535, maxValue 0 or
 * above num, ptr no device memory 107000; stream errors; a stream that is not bound to a graph
 * which is being built 107005. From the next synchronize: a label that was not set on a stream of
 * the graph 507011.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateLabel(aclrtLabel *label);
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabel(aclrtLabel label);
ACL_FUNC_VISIBILITY aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtCreateLabelList(aclrtLabel *labels, size_t num,
                                                  aclrtLabelList *labelList);
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabelList(aclrtLabelList labelList);
ACL_FUNC_VISIBILITY aclError aclrtSwitchLabelByIndex(void *ptr, uint32_t maxValue,
                                                     aclrtLabelList labelList, aclrtStream stream);

typedef void *aclmdlRICondHandle;

typedef enum { ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1 } aclmdlRICondHandleFlag;

typedef enum {
    ACL_MODEL_RI_COND_TYPE_IF = 0,
    ACL_MODEL_RI_COND_TYPE_WHILE = 1,
    ACL_MODEL_RI_COND_TYPE_SWITCH = 2
} aclmdlRICondTaskType;

typedef struct tagAclmdlRICondTaskParams {
    aclmdlRICondHandle handle;
    aclmdlRICondTaskType type;
    uint32_t size;          /* of modelRIArray: 1 or 2 for IF, 1 for WHILE, any number for SWITCH */
    aclmdlRI *modelRIArray; /* gets the inner graphs */
} aclmdlRICondTaskParams;

/*
 * A condition chooses among inner graphs. Its value is 8 bytes of device memory, which tasks before
 * it write (aclmdlRICondHandleGetCondPtr); with ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT it is
 * defaultLaunchValue when a replay begins. IF runs the first graph when it is not 0, else the
 * second one if there is one; SWITCH the one of that number, or none; WHILE runs its graph until it
 * is 0. aclmdlRIAddCondTask adds the task to a captured stream and makes the graphs, each of which
 * is then captured on a stream of its own by aclmdlRICaptureToModelRIBegin and aclmdlRICaptureEnd.
 * They end with the graph around them. Errors: a pointer NULL 100000; a handle that is none 107017;
 * a graph that is not being captured, flags or sizes that do not exist, a condition of another
 * graph or with a task already 107000; a stream that is not captured 107029; an inner graph that
 * was captured before 107026; the device full 207001.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue,
                                                      aclmdlRICondHandleFlag flag,
                                                      aclmdlRICondHandle *handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle,
                                                          uint64_t **ptr);
ACL_FUNC_VISIBILITY aclError aclmdlRIAddCondTask(aclmdlRICondTaskParams params, aclrtStream stream,
                                                 uint32_t flags);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI,
                                                           aclmdlRICaptureMode mode);

/* ---- Words that streams write and wait for --------------------------------------------------- */

#define ACL_STREAM_WAIT_VALUE_GEQ 0x00000000U /* (int64_t)(*devAddr - value) >= 0 */
#define ACL_STREAM_WAIT_VALUE_EQ 0x00000001U  /* *devAddr == value */
#define ACL_STREAM_WAIT_VALUE_AND 0x00000002U /* (*devAddr & value) != 0 */
#define ACL_STREAM_WAIT_VALUE_NOR 0x00000003U /* ~(*devAddr | value) != 0 */

/*
 * aclrtValueWrite writes a word of 64 bits in device memory when the stream comes to it;
 * aclrtValueWait lets the stream go on when the word is as flag says. stream NULL is the default
 * stream. A wait is no order that findings of races know.
 * Errors: devAddr NULL 100000, not a multiple of 8, not device memory, or with fewer than 8 bytes
 * behind it 107000; flag unknown, or not 0 for a write 107000; no such stream 107017; no context
 * 107002.
 */
ACL_FUNC_VISIBILITY aclError aclrtValueWrite(void *devAddr, uint64_t value, uint32_t flag,
                                             aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtValueWait(void *devAddr, uint64_t value, uint32_t flag,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
