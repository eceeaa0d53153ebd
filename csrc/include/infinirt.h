/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infinirt.h: devices, memory, streams and events of InfiniCore's runtime.
 *
 * A thread has a current device, at first CPU 0. Every function below works on it, unless a device
 * is an argument. Functions that get pointers or handles of another device than the current one
 * fail; they do not switch.
 *
 * On INFINI_DEVICE_CPU memory is the host's, a stream is NULL and everything is done when the call
 * returns; only destroying and synchronizing look at a stream that is not NULL: it is ASCEND's. On
 * INFINI_DEVICE_ASCEND a stream is an aclrtStream, an event an aclrtEvent, memory is aclrtMalloc's:
 * they may be used with acl/acl_rt.h, too. NULL is the device's default stream. ACLNN_STREAM says
 * when queued work runs. What acl/acl_rt.h says of callbacks that wait, and acl/acl_base_rt.h of
 * threads that are cancelled, holds here: what waits for itself is BAD_PARAM.
 *
 * Statuses beside the ones named: NULL_POINTER for a pointer that has to be given, BAD_PARAM for a
 * handle or an address that is none (any more), DEVICE_TYPE_NOT_SUPPORTED for devices that are
 * neither CPU nor ASCEND, INTERNAL_ERROR in a forked child and when memory is short.
 */
#ifndef INFINIRT_H
#define INFINIRT_H

#include "infinicore.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void *infinirtStream_t;
typedef void *infinirtEvent_t;
typedef void *infinirtGraph_t;
typedef void *infinirtGraphNode_t;
typedef void *infinirtGraphExec_t;

/* Which fields of a snapshot are filled in. */
typedef enum {
    INFINIRT_RESOURCE_FIELD_NONE = 0,
    INFINIRT_RESOURCE_FIELD_MEMORY_CAPACITY = 1,
    INFINIRT_RESOURCE_FIELD_COMPUTE_UTILIZATION = 2,
    INFINIRT_RESOURCE_FIELD_MEMORY_BANDWIDTH_UTILIZATION = 4,
    INFINIRT_RESOURCE_FIELD_KERNEL_TIME_RATIO = 8,
    INFINIRT_RESOURCE_FIELD_COMMUNICATION = 16
} infinirtResourceField_t;

typedef struct {
    infiniDevice_t device_type;
    int device_id;
    uint64_t valid_fields; /* MEMORY_CAPACITY here: the sizes, which are bytes */
    uint64_t estimated_fields;
    size_t free_bytes;
    size_t total_bytes;
    size_t used_bytes;
    size_t reserved_bytes;
    float compute_utilization;
    float memory_bandwidth_utilization;
    float kernel_time_ratio;
    float communication_time_ratio;
    uint64_t communication_bytes;
} infinirtDeviceResourceSnapshot_t;

/* Opens the emulated NPU (aclInit). Not needed: infinirtSetDevice does what is necessary. */
infiniStatus_t infinirtInit(void);

/*-**********************************************
 *  Devices
 ************************************************/

/* count_array receives INFINI_DEVICE_TYPE_COUNT counts, 0 for the types that do not exist here. */
infiniStatus_t infinirtGetAllDeviceCount(int *count_array);

/* 1 for CPU; for ASCEND what aclrtGetDeviceCount says. */
infiniStatus_t infinirtGetDeviceCount(infiniDevice_t device, int *count);

/* Makes a device current for this thread. DEVICE_NOT_FOUND: no such number. */
infiniStatus_t infinirtSetDevice(infiniDevice_t device, int device_id);

/* The current device. One of the pointers may be NULL. */
infiniStatus_t infinirtGetDevice(infiniDevice_t *device_ptr, int *device_id_ptr);

/* Memory of the host, or of the emulated NPU's product, as aclrtGetMemInfo counts it. */
infiniStatus_t infinirtGetMemInfo(infiniDevice_t device, int device_id, size_t *free_bytes,
                                  size_t *total_bytes);
infiniStatus_t infinirtGetDeviceResourceSnapshot(infiniDevice_t device, int device_id,
                                                 infinirtDeviceResourceSnapshot_t *snapshot);

/* Waits for all streams of the device. INTERNAL_ERROR: work on one of them failed. */
infiniStatus_t infinirtDeviceSynchronize(void);

/*-**********************************************
 *  Streams
 ************************************************/

infiniStatus_t infinirtStreamCreate(infinirtStream_t *stream_ptr);

/* What is queued runs first. */
infiniStatus_t infinirtStreamDestroy(infinirtStream_t stream);

/* INTERNAL_ERROR: queued work failed, for example on an index that is out of range. */
infiniStatus_t infinirtStreamSynchronize(infinirtStream_t stream);

/* What is queued on the stream from now on waits for the event. */
infiniStatus_t infinirtStreamWaitEvent(infinirtStream_t stream, infinirtEvent_t event);

/*-**********************************************
 *  Events
 ************************************************/

typedef enum { INFINIRT_EVENT_COMPLETE = 0, INFINIRT_EVENT_NOT_READY = 1 } infinirtEventStatus_t;

/* Of infinirtEventCreateWithFlags, may be combined. BLOCKING_SYNC makes no difference here. */
typedef enum {
    INFINIRT_EVENT_DEFAULT = 0,
    INFINIRT_EVENT_DISABLE_TIMING = 1,
    INFINIRT_EVENT_BLOCKING_SYNC = 2
} infinirtEventFlags_t;

infiniStatus_t infinirtEventCreate(infinirtEvent_t *event_ptr);

/* BAD_PARAM: a bit that is no flag. */
infiniStatus_t infinirtEventCreateWithFlags(infinirtEvent_t *event_ptr, uint32_t flags);
infiniStatus_t infinirtEventRecord(infinirtEvent_t event, infinirtStream_t stream);
infiniStatus_t infinirtEventQuery(infinirtEvent_t event, infinirtEventStatus_t *status_ptr);
infiniStatus_t infinirtEventSynchronize(infinirtEvent_t event);
infiniStatus_t infinirtEventDestroy(infinirtEvent_t event);

/* Milliseconds between two events that were recorded and are complete. */
infiniStatus_t infinirtEventElapsedTime(float *ms_ptr, infinirtEvent_t start, infinirtEvent_t end);

/*-**********************************************
 *  Memory
 ************************************************/

/* On the CPU the kind makes no difference. */
typedef enum {
    INFINIRT_MEMCPY_H2H = 0,
    INFINIRT_MEMCPY_H2D = 1,
    INFINIRT_MEMCPY_D2H = 2,
    INFINIRT_MEMCPY_D2D = 3
} infinirtMemcpyKind_t;

/*
 * Memory of the current device, with any contents; the caller's until infinirtFree. A size of 0
 * gives NULL. NULL may be freed.
 */
infiniStatus_t infinirtMalloc(void **p_ptr, size_t size);
infiniStatus_t infinirtFree(void *ptr);

/* Host memory that copies to and from the device can use. */
infiniStatus_t infinirtMallocHost(void **p_ptr, size_t size);
infiniStatus_t infinirtFreeHost(void *ptr);

/* size bytes; returns when they are copied. */
infiniStatus_t infinirtMemcpy(void *dst, const void *src, size_t size, infinirtMemcpyKind_t kind);

/* The same on the stream. Both places must stay until it has run. */
infiniStatus_t infinirtMemcpyAsync(void *dst, const void *src, size_t size,
                                   infinirtMemcpyKind_t kind, infinirtStream_t stream);

/* count bytes of the low 8 bits of value. */
infiniStatus_t infinirtMemset(void *ptr, int value, size_t count);
infiniStatus_t infinirtMemsetAsync(void *ptr, int value, size_t count, infinirtStream_t stream);

/* Memory is there at once; it is given back when the stream has come that far. */
infiniStatus_t infinirtMallocAsync(void **p_ptr, size_t size, infinirtStream_t stream);
infiniStatus_t infinirtFreeAsync(void *ptr, infinirtStream_t stream);

/*-**********************************************
 *  Graphs
 ************************************************/

/*
 * Work of a stream of ASCEND that runs again and again: graphs of acl/acl_rt.h (aclmdlRI), which
 * says what can be captured and who may call what meanwhile. On the CPU all but the two that destroy
 * return NOT_IMPLEMENTED.
 */
typedef enum {
    INFINIRT_STREAM_CAPTURE_MODE_GLOBAL = 0,
    INFINIRT_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
    INFINIRT_STREAM_CAPTURE_MODE_RELAXED = 2
} infinirtStreamCaptureMode_t;

/* From the first call to the second, what is submitted to the stream becomes a task of *graph_ptr
 * instead of running. BAD_PARAM: the default stream, another stream or thread than the first call's,
 * a capture that something has broken. infinirtGraphDestroy ends the graph. */
infiniStatus_t infinirtStreamBeginCapture(infinirtStream_t stream,
                                          infinirtStreamCaptureMode_t mode);
infiniStatus_t infinirtStreamEndCapture(infinirtStream_t stream, infinirtGraph_t *graph_ptr);
infiniStatus_t infinirtGraphDestroy(infinirtGraph_t graph);

/* *graph_exec_ptr: what can be launched, also when the graph has been destroyed;
 * infinirtGraphExecDestroy ends it. *node_ptr becomes NULL and the log empty: nothing is refused
 * here. Both may be NULL. */
infiniStatus_t infinirtGraphInstantiate(infinirtGraphExec_t *graph_exec_ptr, infinirtGraph_t graph,
                                        infinirtGraphNode_t *node_ptr, char *log_buffer,
                                        size_t buffer_size);
infiniStatus_t infinirtGraphExecDestroy(infinirtGraphExec_t graph_exec);

/* Runs the captured tasks as one task of the stream. The name is spelled so by its inventors. */
infiniStatus_t infinirtGraphLuanch(infinirtGraphExec_t graph_exec, infinirtStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
