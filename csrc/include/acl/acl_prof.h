/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_prof.h: profiles.
 *
 *     aclprofInit          says where
 *     aclprofCreateConfig  says what, and of which devices
 *     aclprofStart, Stop   note it in between, as often as wanted
 *     aclprofFinalize      ends it
 *
 * That makes a folder PROF_000001_... with CANN's names. What was noted lies in it as a trace; the
 * command `msprof --export=on --output=PROF_...` makes tables and a timeline of it
 * (docs/how-to/profile.md). All times are those of this machine and never a device's: what runs is
 * the same, how long it takes is not. What only an NPU counts (ACL_PROF_AICORE_METRICS,
 * ACL_PROF_L2CACHE, ACL_PROF_OP_ATTR, bandwidths) is accepted and left out, and `msprof` says so.
 *
 * A profile and ACLNN_TRACE may run together. While neither runs, nothing is noted. Calls that
 * begin before a start or end behind a stop, and tasks that were queued before a start or have not
 * ended at a stop, are left out: synchronize first.
 *
 * Statuses follow the documents of CANN: 100043 (ACL_ERROR_PROF_NOT_RUN) without aclprofInit, also
 * where newer versions of CANN answer 0.
 */
#ifndef ACL_ACL_PROF_H
#define ACL_ACL_PROF_H

#include "acl_base.h"
#include "acl_rt.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque. aclprofAicoreEvents: there is no way to make one; pass NULL. */
typedef struct aclprofConfig aclprofConfig;
typedef struct aclprofStepInfo aclprofStepInfo;
typedef struct aclprofSubscribeConfig aclprofSubscribeConfig;
typedef struct aclprofAicoreEvents aclprofAicoreEvents;

/*
 * What is noted, for aclprofCreateConfig.
 *
 *     ACL_PROF_ACL_API, API_STATS        calls of acl, aclnn and HCCL
 *     ACL_PROF_TASK_TIME, _L0, _L2, _L3  tasks of streams
 *     ACL_PROF_HCCL_TRACE                collectives, which the task times have too
 *     ACL_PROF_TASK_MEMORY               bytes of a device's memory in use
 *     ACL_PROF_MSPROFTX                  marks and ranges: stamps, mstx/ms_tools_ext.h
 *     ACL_PROF_TRAINING_TRACE            steps, which the task times have too
 *
 * AICORE_METRICS, L2CACHE and OP_ATTR are counted by AI cores alone; there are no AI CPUs (AICPU),
 * no layer below acl (RUNTIME_API) and no graph engine (GE_API_L0, GE_API_L1).
 */
#define ACL_PROF_ACL_API 0x0001ULL
#define ACL_PROF_TASK_TIME 0x0002ULL
#define ACL_PROF_AICORE_METRICS 0x0004ULL
#define ACL_PROF_AICPU 0x0008ULL
#define ACL_PROF_L2CACHE 0x0010ULL
#define ACL_PROF_HCCL_TRACE 0x0020ULL
#define ACL_PROF_TRAINING_TRACE 0x0040ULL
#define ACL_PROF_MSPROFTX 0x0080ULL
#define ACL_PROF_RUNTIME_API 0x0100ULL
#define ACL_PROF_GE_API_L0 0x0200ULL
#define ACL_PROF_TASK_TIME_L0 0x0800ULL
#define ACL_PROF_TASK_MEMORY 0x1000ULL
#define ACL_PROF_TASK_TIME_L2 0x2000ULL
#define ACL_PROF_OP_ATTR 0x4000ULL
#define ACL_PROF_TASK_TIME_L3 0x8000ULL
#define ACL_PROF_GE_API_L1 0x01000000ULL
#define ACL_PROF_API_STATS 0x400000000ULL

#define ACL_PROF_MAX_OP_NAME_LEN 257
#define ACL_PROF_MAX_OP_TYPE_LEN 65

/* What is counted of the AI cores. */
typedef enum {
    ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
    ACL_AICORE_PIPE_UTILIZATION = 1,
    ACL_AICORE_MEMORY_BANDWIDTH = 2,
    ACL_AICORE_L0B_AND_WIDTH = 3,
    ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
    ACL_AICORE_MEMORY_UB = 5,
    ACL_AICORE_L2_CACHE = 6,
    ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7,
    ACL_AICORE_MEMORY_ACCESS = 8,
    ACL_AICORE_NONE = 255
} aclprofAicoreMetrics;

typedef enum {
    ACL_SUBSCRIBE_OP = 0,
    ACL_SUBSCRIBE_SUBGRAPH = 1,
    ACL_SUBSCRIBE_OP_THREAD = 2,
    ACL_SUBSCRIBE_NONE = 255
} aclprofSubscribeOpFlag;

typedef enum { ACL_SUBSCRIBE_ATTRI_THREADID = 0, ACL_SUBSCRIBE_ATTRI_NONE } aclprofSubscribeOpAttri;

typedef enum { ACL_STEP_START = 0, ACL_STEP_END = 1 } aclprofStepTag;

/* Settings beside those of a configuration, for aclprofSetConfig. ACL_PROF_STORAGE_LIMIT and
 * ACL_PROF_PATH have effect; the others are about sensors of a device and tools of the system, and
 * are checked alone. */
typedef enum {
    ACL_PROF_ARGS_MIN = 0,
    ACL_PROF_STORAGE_LIMIT = 1,
    ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,
    ACL_PROF_LLC_MODE = 4,
    ACL_PROF_SYS_IO_FREQ = 5,
    ACL_PROF_SYS_INTERCONNECTION_FREQ = 6,
    ACL_PROF_DVPP_FREQ = 7,
    ACL_PROF_HOST_SYS = 8,
    ACL_PROF_HOST_SYS_USAGE = 9,
    ACL_PROF_HOST_SYS_USAGE_FREQ = 10,
    ACL_PROF_LOW_POWER_FREQ = 11,
    ACL_PROF_SYS_MEM_SERVICEFLOW = 12,
    ACL_PROF_SYS_CPU_FREQ = 13,
    ACL_PROF_OPTYPE = 14,
    ACL_PROF_NTS_METRICS = 15,
    ACL_PROF_PATH = 16,
    ACL_PROF_ARGS_MAX = 17
} aclprofConfigType;

typedef enum { ACL_PROF_MESSAGE_TYPE_TENSOR_INFO = 0 } aclprofMessageType;

#define ACL_PROF_TENSOR_DATA_SHAPE_LEN 8
#define ACL_PROF_EVENT_ATTR_VERSION 1

/* A program may have these three of its own; then it defines the name before. */
#ifndef ACL_PROF_TENSOR_INFO_DEFINED
#define ACL_PROF_TENSOR_INFO_DEFINED

typedef struct aclprofTensor {
    uint32_t type; /* 0: input, 1: output */
    uint32_t format;
    uint32_t dataType;
    uint32_t shapeDim;
    uint32_t shape[ACL_PROF_TENSOR_DATA_SHAPE_LEN];
} aclprofTensor;

typedef struct aclprofTensorInfo {
    uint64_t opNameId; /* of aclprofStr2Id */
    uint64_t opTypeId;
    uint32_t resv;
    uint32_t tensorNum;
    uint32_t kernelType;
    uint32_t blockNums;
    void *stream;
    aclprofTensor *tensors;
} aclprofTensorInfo;

typedef struct aclprofEventAttributes {
    uint16_t version;
    uint16_t size;
    uint32_t messageType;
    union Message {
        aclprofTensorInfo *tensorInfo;
    } message;
} aclprofEventAttributes;
#endif

/*
 * aclprofInit: the folder below which profiles are made; it is made if it is not there. length: the
 * bytes of the path, 1 to 4095.
 * Errors: profilerResultPath NULL, another length 100000; called before 100002; a folder that
 * cannot be made or written 100003.
 */
ACL_FUNC_VISIBILITY aclError aclprofInit(const char *profilerResultPath, size_t length);

/* Ends the profile, also one that runs. Errors: without aclprofInit 100043; what could not be
 * written 500005. */
ACL_FUNC_VISIBILITY aclError aclprofFinalize(void);

/*
 * aclprofCreateConfig: what is noted of these devices; release with aclprofDestroyConfig. NULL with
 * a text where deviceIdList is NULL, has a device twice or one that is not there, where
 * aicoreEvents is not NULL, and without devices unless ACL_PROF_MSPROFTX is among dataTypeConfig.
 */
ACL_FUNC_VISIBILITY aclprofConfig *aclprofCreateConfig(uint32_t *deviceIdList, uint32_t deviceNums,
                                                       aclprofAicoreMetrics aicoreMetrics,
                                                       const aclprofAicoreEvents *aicoreEvents,
                                                       uint64_t dataTypeConfig);
/* Errors: no live configuration 100000. */
ACL_FUNC_VISIBILITY aclError aclprofDestroyConfig(const aclprofConfig *profilerConfig);

/*
 * aclprofStart: begins to note. Several configurations may run at once, if no device is in two of
 * them. aclprofWarmup, which CANN needs for its sensors, only checks; it comes before.
 * Errors: no live configuration, dataTypeConfig 0, aicoreMetrics that are none 100000; bits of
 * dataTypeConfig that mean nothing 200007; without aclprofInit 100043; a device that is noted
 * already 100042; a folder that cannot be written 100003; aclprofWarmup while a profile runs
 * 148047.
 */
ACL_FUNC_VISIBILITY aclError aclprofStart(const aclprofConfig *profilerConfig);
ACL_FUNC_VISIBILITY aclError aclprofWarmup(const aclprofConfig *profilerConfig);

/*
 * aclprofStop: with a configuration like the one that was started.
 * Errors: as aclprofStart; no start of these devices 100043; another dataTypeConfig 100010; what
 * could not be written 500005.
 */
ACL_FUNC_VISIBILITY aclError aclprofStop(const aclprofConfig *profilerConfig);

/*
 * aclprofSetConfig: config is a text of configLength bytes, at most 256. ACL_PROF_STORAGE_LIMIT:
 * bytes of a profile ("200MB" and more), of which the newest stay; ACL_PROF_PATH: another folder.
 * Errors: an unknown type, config NULL, another length 100000; a value that is not allowed 100010.
 */
ACL_FUNC_VISIBILITY aclError aclprofSetConfig(aclprofConfigType configType, const char *config,
                                              size_t configLength);

/* What torch_npu asks for: features that only some versions of CANN have (there are none here:
 * those that exist are counted by AI cores), and that devices which are set later are noted too.
 * Errors: a NULL 100000. */
ACL_FUNC_VISIBILITY aclError aclprofGetSupportedFeatures(size_t *featuresSize, void **featuresData);
ACL_FUNC_VISIBILITY aclError aclprofGetSupportedFeaturesV2(size_t *featuresSize,
                                                           void **featuresData);
ACL_FUNC_VISIBILITY aclError aclprofRegisterDeviceCallback(void);

/*
 * Steps: the begin and the end of one is a task of the stream (NULL: the default one).
 * aclprofDestroyStepInfo releases what aclprofCreateStepInfo makes.
 * Errors: no live step, another tag, the same tag again 100000; what a stream refuses 107000 and
 * others.
 */
ACL_FUNC_VISIBILITY aclprofStepInfo *aclprofCreateStepInfo(void);
ACL_FUNC_VISIBILITY void aclprofDestroyStepInfo(aclprofStepInfo *stepinfo);
ACL_FUNC_VISIBILITY aclError aclprofGetStepTimestamp(aclprofStepInfo *stepInfo, aclprofStepTag tag,
                                                     aclrtStream stream);

/*
 * Stamps: marks and ranges while a profile with ACL_PROF_MSPROFTX runs. A stamp has one message, of
 * at most 127 bytes, and one range at a time. A push ends with the pop of its thread; a range with
 * aclprofRangeStop on any. aclprofDestroyStamp releases a stamp.
 * Errors: no such profile, a pop without a push 100043; no live stamp, one whose range has not
 * ended, a message or number that is not allowed 100000. CANN answers -1 for each of them.
 */
ACL_FUNC_VISIBILITY void *aclprofCreateStamp(void);
ACL_FUNC_VISIBILITY void aclprofDestroyStamp(void *stamp);
ACL_FUNC_VISIBILITY aclError aclprofSetStampTraceMessage(void *stamp, const char *msg,
                                                         uint32_t msgLen);
ACL_FUNC_VISIBILITY aclError aclprofMark(void *stamp);
ACL_FUNC_VISIBILITY aclError aclprofPush(void *stamp);
ACL_FUNC_VISIBILITY aclError aclprofPop(void);
ACL_FUNC_VISIBILITY aclError aclprofRangeStart(void *stamp, uint32_t *rangeId);
ACL_FUNC_VISIBILITY aclError aclprofRangeStop(uint32_t rangeId);

/* aclprofMarkEx: a mark on the host and on a stream. Errors: as stamps; stream NULL 100000. */
ACL_FUNC_VISIBILITY aclError aclprofMarkEx(const char *msg, size_t msgLen, aclrtStream stream);

/* aclrtProfTrace: a mark on a stream whose text is the bytes of userdata in hexadecimal, with zeros
 * up to 18. Errors: userdata NULL 100000; length not from 1 to 18 107000; stream errors. */
ACL_FUNC_VISIBILITY aclError aclrtProfTrace(void *userdata, int32_t length, aclrtStream stream);

/*
 * aclprofStr2Id: a number for a name, the same in every process; 0 for NULL. aclprofRangePushEx,
 * aclprofRangePop: a region of the thread under such a name; of its tensors nothing is noted.
 * Errors: attr or its tensors NULL, another messageType, a pop without a push 100000.
 */
ACL_FUNC_VISIBILITY uint64_t aclprofStr2Id(const char *message);
ACL_FUNC_VISIBILITY aclError aclprofRangePushEx(aclprofEventAttributes *attr);
ACL_FUNC_VISIBILITY aclError aclprofRangePop(void);

/*
 * What the operators of a graph took, through a pipe: modelId is what aclmdlRIGetId gives, fd
 * points to the pipe's end that is written (int). Release with aclprofDestroySubscribeConfig. Where
 * the pipe is full, the library waits for its reader. Errors: fd NULL: NULL; no live configuration,
 * one that asks for nothing 100000; no such graph, none that is subscribed 100011; subscribed
 * already 148046; between aclprofInit and aclprofFinalize 148047.
 */
ACL_FUNC_VISIBILITY aclprofSubscribeConfig *aclprofCreateSubscribeConfig(
    int8_t timeInfoSwitch, aclprofAicoreMetrics aicoreMetrics, void *fd);
ACL_FUNC_VISIBILITY aclError
aclprofDestroySubscribeConfig(const aclprofSubscribeConfig *profSubscribeConfig);
ACL_FUNC_VISIBILITY aclError
aclprofModelSubscribe(uint32_t modelId, const aclprofSubscribeConfig *profSubscribeConfig);
ACL_FUNC_VISIBILITY aclError aclprofModelUnSubscribe(uint32_t modelId);

/*
 * Reads what came through the pipe: opInfo has opInfoLen bytes, whole operators of
 * aclprofGetOpDescSize each, in the process that wrote them. Times are nanoseconds. Lengths are
 * with the end of the text. Errors: a NULL, bytes that are none, an index or room that does not fit
 * 100000; functions without a status give 0, NULL or ACL_SUBSCRIBE_NONE.
 */
ACL_FUNC_VISIBILITY aclError aclprofGetOpDescSize(size_t *opDescSize);
ACL_FUNC_VISIBILITY aclError aclprofGetOpNum(const void *opInfo, size_t opInfoLen,
                                             uint32_t *opNumber);
ACL_FUNC_VISIBILITY aclError aclprofGetOpTypeLen(const void *opInfo, size_t opInfoLen,
                                                 uint32_t index, size_t *opTypeLen);
ACL_FUNC_VISIBILITY aclError aclprofGetOpType(const void *opInfo, size_t opInfoLen, uint32_t index,
                                              char *opType, size_t opTypeLen);
ACL_FUNC_VISIBILITY aclError aclprofGetOpNameLen(const void *opInfo, size_t opInfoLen,
                                                 uint32_t index, size_t *opNameLen);
ACL_FUNC_VISIBILITY aclError aclprofGetOpName(const void *opInfo, size_t opInfoLen, uint32_t index,
                                              char *opName, size_t opNameLen);
ACL_FUNC_VISIBILITY uint64_t aclprofGetOpStart(const void *opInfo, size_t opInfoLen,
                                               uint32_t index);
ACL_FUNC_VISIBILITY uint64_t aclprofGetOpEnd(const void *opInfo, size_t opInfoLen, uint32_t index);
ACL_FUNC_VISIBILITY uint64_t aclprofGetOpDuration(const void *opInfo, size_t opInfoLen,
                                                  uint32_t index);
ACL_FUNC_VISIBILITY size_t aclprofGetModelId(const void *opInfo, size_t opInfoLen, uint32_t index);
ACL_FUNC_VISIBILITY aclprofSubscribeOpFlag aclprofGetOpFlag(const void *opInfo, size_t opInfoLen,
                                                            uint32_t index);
ACL_FUNC_VISIBILITY const char *aclprofGetOpAttriValue(const void *opInfo, size_t opInfoLen,
                                                       uint32_t index,
                                                       aclprofSubscribeOpAttri attri);

#ifdef __cplusplus
}
#endif

#endif
