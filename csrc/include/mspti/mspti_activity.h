/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mspti/mspti_activity.h: what ran, as records.
 *
 * A program gives two functions, one that lends memory and one that takes it back with records in
 * it, and enables kinds of records; torch.profiler does. Records are handed over when the memory is
 * full, and by msptiActivityFlushAll. While no kind is enabled nothing is noted.
 *
 * Times are those of this machine and never a device's: nanoseconds since 1970. Texts in records
 * last as long as the process; of the names of markers the first 65,536.
 *
 *     MSPTI_ACTIVITY_KIND_KERNEL         operators: a launch of each aclnn call, under its name
 *     MSPTI_ACTIVITY_KIND_COMMUNICATION  collectives; the name of the communicator is empty
 *     MSPTI_ACTIVITY_KIND_MEMCPY         copies in streams; their direction is not told
 *     MSPTI_ACTIVITY_KIND_MEMSET         likewise; the value is not told
 *     MSPTI_ACTIVITY_KIND_ACL_API        calls; MSPTI_ACTIVITY_KIND_API is the same
 *     MSPTI_ACTIVITY_KIND_MARKER         marks and ranges (mstx/ms_tools_ext.h)
 *     MSPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION  which region of the program a task was queued in
 *
 * There are no records of the others: HCCL, MEMORY, NODE_API and RUNTIME_API.
 */
#ifndef MSPTI_MSPTI_ACTIVITY_H
#define MSPTI_MSPTI_ACTIVITY_H

#include "acl/acl_base.h"
#include "mspti_result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MSPTI_INVALID_DEVICE_ID 0xFFFFFFFFU
#define MSPTI_INVALID_STREAM_ID 0xFFFFFFFFU
#define MSPTI_INVALID_CORRELATION_ID 0

/* Members lie side by side; a record is a multiple of 8 bytes. */
#ifdef ACLNN_CDEF
#define MSPTI_PACKED
#define MSPTI_MEMBER
#else
#define MSPTI_PACKED __attribute__((__packed__)) __attribute__((aligned(8)))
#define MSPTI_MEMBER __attribute__((__packed__))
#endif

typedef enum {
    MSPTI_ACTIVITY_KIND_INVALID = 0,
    MSPTI_ACTIVITY_KIND_MARKER = 1,
    MSPTI_ACTIVITY_KIND_KERNEL = 2,
    MSPTI_ACTIVITY_KIND_API = 3,
    MSPTI_ACTIVITY_KIND_HCCL = 4,
    MSPTI_ACTIVITY_KIND_MEMORY = 5,
    MSPTI_ACTIVITY_KIND_MEMSET = 6,
    MSPTI_ACTIVITY_KIND_MEMCPY = 7,
    MSPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION = 8,
    MSPTI_ACTIVITY_KIND_COMMUNICATION = 9,
    MSPTI_ACTIVITY_KIND_ACL_API = 10,
    MSPTI_ACTIVITY_KIND_NODE_API = 11,
    MSPTI_ACTIVITY_KIND_RUNTIME_API = 12,
    MSPTI_ACTIVITY_KIND_COUNT,
    MSPTI_ACTIVITY_KIND_FORCE_INT = 0x7fffffff
} msptiActivityKind;

typedef enum {
    MSPTI_ACTIVITY_SOURCE_KIND_HOST = 0,
    MSPTI_ACTIVITY_SOURCE_KIND_DEVICE = 1
} msptiActivitySourceKind;

typedef enum {
    MSPTI_EXTERNAL_CORRELATION_KIND_INVALID = 0,
    MSPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN = 1,
    MSPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0 = 2,
    MSPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1 = 3,
    MSPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2 = 4,
    MSPTI_EXTERNAL_CORRELATION_KIND_SIZE,
    MSPTI_EXTERNAL_CORRELATION_KIND_FORCE_INT = 0x7fffffff
} msptiExternalCorrelationKind;

typedef enum {
    MSPTI_ACTIVITY_FLAG_NONE = 0,
    MSPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS = 1,
    MSPTI_ACTIVITY_FLAG_MARKER_START = 2,
    MSPTI_ACTIVITY_FLAG_MARKER_END = 4,
    MSPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS_WITH_DEVICE = 8,
    MSPTI_ACTIVITY_FLAG_MARKER_START_WITH_DEVICE = 16,
    MSPTI_ACTIVITY_FLAG_MARKER_END_WITH_DEVICE = 32
} msptiActivityFlag;

typedef enum {
    MSPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN = 0,
    MSPTI_ACTIVITY_MEMCPY_KIND_HTOH = 1,
    MSPTI_ACTIVITY_MEMCPY_KIND_HTOD = 2,
    MSPTI_ACTIVITY_MEMCPY_KIND_DTOH = 3,
    MSPTI_ACTIVITY_MEMCPY_KIND_DTOD = 4,
    MSPTI_ACTIVITY_MEMCPY_KIND_DEFAULT = 5
} msptiActivityMemcpyKind;

typedef enum {
    MSPTI_ACTIVITY_COMMUNICATION_INT8 = 0,
    MSPTI_ACTIVITY_COMMUNICATION_INT16 = 1,
    MSPTI_ACTIVITY_COMMUNICATION_INT32 = 2,
    MSPTI_ACTIVITY_COMMUNICATION_FP16 = 3,
    MSPTI_ACTIVITY_COMMUNICATION_FP32 = 4,
    MSPTI_ACTIVITY_COMMUNICATION_INT64 = 5,
    MSPTI_ACTIVITY_COMMUNICATION_UINT64 = 6,
    MSPTI_ACTIVITY_COMMUNICATION_UINT8 = 7,
    MSPTI_ACTIVITY_COMMUNICATION_UINT16 = 8,
    MSPTI_ACTIVITY_COMMUNICATION_UINT32 = 9,
    MSPTI_ACTIVITY_COMMUNICATION_FP64 = 10,
    MSPTI_ACTIVITY_COMMUNICATION_BFP16 = 11,
    MSPTI_ACTIVITY_COMMUNICATION_INT128 = 12,
    MSPTI_ACTIVITY_COMMUNICATION_HIF8 = 14,
    MSPTI_ACTIVITY_COMMUNICATION_FP8E4M3 = 15,
    MSPTI_ACTIVITY_COMMUNICATION_FP8E5M2 = 16,
    MSPTI_ACTIVITY_COMMUNICATION_FP8E8M0 = 17,
    MSPTI_ACTIVITY_COMMUNICATION_INVALID_TYPE = 0x0000FFFF
} msptiCommunicationDataType;

typedef struct MSPTI_MEMBER {
    uint32_t deviceId;
    uint32_t streamId;
} msptiDeviceStream;

typedef struct MSPTI_MEMBER {
    uint32_t processId;
    uint32_t threadId;
} msptiProcessThread;

typedef union MSPTI_MEMBER {
    msptiProcessThread pt; /* of a marker of the host */
    msptiDeviceStream ds;  /* of one of a stream */
} msptiObjectId;

typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
} msptiActivity;

/* A begin, an end or a moment. id: of all that belong to one mark or range. */
typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
    msptiActivityFlag flag;
    msptiActivitySourceKind sourceKind;
    uint64_t timestamp;
    uint64_t id;
    msptiObjectId objectId;
    const char *name; /* NULL: of an end, and of what a stream tells */
    const char *domain;
} msptiActivityMarker;

/* correlationId: of the last task that the call has queued; 0: none. */
typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
    uint64_t start;
    uint64_t end;
    msptiProcessThread pt;
    uint64_t correlationId;
    const char *name;
} msptiActivityApi;

typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
    uint64_t start;
    uint64_t end;
    msptiDeviceStream ds;
    uint64_t correlationId;
    const char *type;
    const char *name;
} msptiActivityKernel;

typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
    uint32_t value;
    uint64_t bytes;
    uint64_t start;
    uint64_t end;
    uint32_t deviceId;
    uint32_t streamId;
    uint64_t correlationId;
    uint8_t isAsync;
} msptiActivityMemset;

typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
    msptiActivityMemcpyKind copyKind;
    uint64_t bytes;
    uint64_t start;
    uint64_t end;
    uint32_t deviceId;
    uint32_t streamId;
    uint64_t correlationId;
    uint8_t isAsync;
} msptiActivityMemcpy;

typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
    msptiExternalCorrelationKind externalKind;
    uint64_t externalId;
    uint64_t correlationId;
} msptiActivityExternalCorrelation;

typedef struct MSPTI_PACKED {
    msptiActivityKind kind;
    msptiCommunicationDataType dataType;
    uint64_t count;
    msptiDeviceStream ds;
    uint64_t start;
    uint64_t end;
    const char *algType;
    const char *name;
    const char *commName;
    uint64_t correlationId;
} msptiActivityCommunication;

/* Lends memory for records, aligned to 8 bytes; *buffer NULL: none, and records are dropped.
 * *maxNumRecords 0: as many as fit. */
typedef void (*msptiBuffersCallbackRequestFunc)(uint8_t **buffer, size_t *size,
                                                size_t *maxNumRecords);

/* Takes it back, with validSize bytes of records. Both functions may be called on any thread. Of the
 * functions of mspti they may call msptiActivityGetNextRecord alone, and none of aclprof that begins
 * or ends a profile or a subscription: those answer MSPTI_ERROR_INNER and 148047. What they call is
 * not noted. */
typedef void (*msptiBuffersCallbackCompleteFunc)(uint8_t *buffer, size_t size, size_t validSize);

/* Errors: a function NULL MSPTI_ERROR_INVALID_PARAMETER; within one of them MSPTI_ERROR_INNER. */
ACL_FUNC_VISIBILITY msptiResult
msptiActivityRegisterCallbacks(msptiBuffersCallbackRequestFunc funcBufferRequested,
                               msptiBuffersCallbackCompleteFunc funcBufferCompleted);

/*
 * msptiActivityEnable, msptiActivityDisable: begin and end to note a kind.
 * Errors: no kind MSPTI_ERROR_INVALID_PARAMETER; a forked child MSPTI_ERROR_INNER.
 */
ACL_FUNC_VISIBILITY msptiResult msptiActivityEnable(msptiActivityKind kind);
ACL_FUNC_VISIBILITY msptiResult msptiActivityDisable(msptiActivityKind kind);
ACL_FUNC_VISIBILITY bool msptiActivityIsEnabled(msptiActivityKind kind);

/* Hands over what was noted so far. Errors: within a function that lends memory or takes it back
 * MSPTI_ERROR_INNER. */
ACL_FUNC_VISIBILITY msptiResult msptiActivityFlushAll(uint32_t flag);

/*
 * msptiActivityGetNextRecord: the record behind *record; the first where *record is NULL.
 * Errors: buffer or record NULL MSPTI_ERROR_INVALID_PARAMETER; no more
 * MSPTI_ERROR_MAX_LIMIT_REACHED.
 */
ACL_FUNC_VISIBILITY msptiResult msptiActivityGetNextRecord(uint8_t *buffer,
                                                           size_t validBufferSizeBytes,
                                                           msptiActivity **record);

/*
 * The calling thread enters and leaves a region of the program's, at most 256 deep a kind. What it
 * queues meanwhile is told with the number of the innermost one. *lastId is the region that was
 * left; lastId may be NULL. Errors: no kind, or too deep MSPTI_ERROR_INVALID_PARAMETER; none was
 * entered MSPTI_ERROR_QUEUE_EMPTY.
 */
ACL_FUNC_VISIBILITY msptiResult
msptiActivityPushExternalCorrelationId(msptiExternalCorrelationKind kind, uint64_t id);
ACL_FUNC_VISIBILITY msptiResult
msptiActivityPopExternalCorrelationId(msptiExternalCorrelationKind kind, uint64_t *lastId);

#ifdef __cplusplus
}
#endif

#endif
