/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_codes/rt_error_codes.h: status codes of the runtime layer.
 *
 * Most aclrt functions answer with these; acl_base_rt.h has the codes of the acl layer, which
 * tests arguments first. 1xxxxx: the caller or the environment is wrong. 2xxxxx: a resource or a
 * capability is missing. 5xxxxx: the work itself failed. All codes are listed, so that programs
 * build; here the ones that occur are those that the functions of acl_rt.h name.
 */
#ifndef ACL_ERROR_CODES_RT_ERROR_CODES_H
#define ACL_ERROR_CODES_RT_ERROR_CODES_H

#define ACL_RT_SUCCESS 0

/* table: status.def RT */
#define ACL_ERROR_RT_PARAM_INVALID 107000 /* an argument is not valid */
#define ACL_ERROR_RT_INVALID_DEVICEID 107001 /* no device has this number */
#define ACL_ERROR_RT_CONTEXT_NULL 107002 /* thread has no usable context */
#define ACL_ERROR_RT_STREAM_CONTEXT 107003 /* stream of another context */
#define ACL_ERROR_RT_MODEL_CONTEXT 107004 /* model of another context */
#define ACL_ERROR_RT_STREAM_MODEL 107005 /* stream of another model */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID 107006 /* event holds no time stamp */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL 107007 /* end lies before start */
#define ACL_ERROR_RT_ADDR_UNALIGNED 107008 /* address not aligned */
#define ACL_ERROR_RT_FILE_OPEN 107009 /* a file cannot be opened */
#define ACL_ERROR_RT_FILE_WRITE 107010 /* a file cannot be written */
#define ACL_ERROR_RT_STREAM_SUBSCRIBE 107011 /* stream has a subscriber */
#define ACL_ERROR_RT_THREAD_SUBSCRIBE 107012 /* thread has no subscription */
#define ACL_ERROR_RT_GROUP_NOT_SET 107013 /* no core group is set */
#define ACL_ERROR_RT_GROUP_NOT_CREATE 107014 /* no core group exists */
#define ACL_ERROR_RT_STREAM_NO_CB_REG 107015 /* no subscriber for callbacks */
#define ACL_ERROR_RT_INVALID_MEMORY_TYPE 107016 /* no such kind of memory */
#define ACL_ERROR_RT_INVALID_HANDLE 107017 /* handle is dead or of another kind */
#define ACL_ERROR_RT_INVALID_MALLOC_TYPE 107018 /* no such way to allocate */
#define ACL_ERROR_RT_WAIT_TIMEOUT 107019 /* waited too long */
#define ACL_ERROR_RT_TASK_TIMEOUT 107020 /* task took too long */
#define ACL_ERROR_RT_SYSPARAMOPT_NOT_SET 107021 /* option was never set */
#define ACL_ERROR_RT_DEVICE_TASK_ABORT 107022 /* device drops its tasks */
#define ACL_ERROR_RT_STREAM_ABORT 107023 /* stream was aborted */
#define ACL_ERROR_RT_CAPTURE_DEPENDENCY 107024 /* capture depends on outside work */
#define ACL_ERROR_RT_STREAM_UNJOINED 107025 /* captured stream not joined */
#define ACL_ERROR_RT_MODEL_CAPTURED 107026 /* model is being captured */
#define ACL_ERROR_RT_STREAM_CAPTURED 107027 /* stream is being captured */
#define ACL_ERROR_RT_EVENT_CAPTURED 107028 /* event is being captured */
#define ACL_ERROR_RT_STREAM_NOT_CAPTURED 107029 /* stream is not captured */
#define ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT 107030 /* not in this capture mode */
#define ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT 107031 /* default stream in a capture */
#define ACL_ERROR_STREAM_CAPTURE_CONFLICT 107032 /* captures exclude each other */
#define ACL_ERROR_STREAM_TASK_GROUP_STATUS 107033 /* task group in a wrong state */
#define ACL_ERROR_STREAM_TASK_GROUP_INTR 107034 /* task group was broken off */
#define ACL_ERROR_RT_TASK_ABORT_STOP 107035 /* dropping of tasks was stopped */
#define ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED 107036 /* not where capture began */
#define ACL_ERROR_RT_MODEL_RUNNING 107037 /* model is running */
#define ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD 107038 /* another thread's capture */
#define ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY 107039 /* array given is too short */
#define ACL_ERROR_RT_MODEL_UPDATE_FAILED 107040 /* model cannot be updated */
#define ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC 107041 /* capture blocks this call */
#define ACL_ERROR_RT_SYMBOL_NOT_FOUND 107042 /* no such symbol */
#define ACL_ERROR_RT_INVALID_SYMBOL 107043 /* symbol is not valid */
#define ACL_ERROR_RT_INVALID_DEVICE_FUNCTION 107044 /* not a device function */
#define ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING 107045 /* inner graph is captured */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT 207000 /* not carried out here */
#define ACL_ERROR_RT_MEMORY_ALLOCATION 207001 /* out of memory */
#define ACL_ERROR_RT_MEMORY_FREE 207002 /* memory cannot be freed */
#define ACL_ERROR_RT_AICORE_OVER_FLOW 207003 /* overflow on an AI core */
#define ACL_ERROR_RT_NO_DEVICE 207004 /* there is no device */
#define ACL_ERROR_RT_RESOURCE_ALLOC_FAIL 207005 /* resource cannot be had */
#define ACL_ERROR_RT_NO_PERMISSION 207006 /* not permitted */
#define ACL_ERROR_RT_NO_EVENT_RESOURCE 207007 /* no event left */
#define ACL_ERROR_RT_NO_STREAM_RESOURCE 207008 /* no stream left */
#define ACL_ERROR_RT_NO_NOTIFY_RESOURCE 207009 /* no notify left */
#define ACL_ERROR_RT_NO_MODEL_RESOURCE 207010 /* no model left */
#define ACL_ERROR_RT_NO_CDQ_RESOURCE 207011 /* no descriptor queue left */
#define ACL_ERROR_RT_OVER_LIMIT 207012 /* limit exceeded */
#define ACL_ERROR_RT_QUEUE_EMPTY 207013 /* queue is empty */
#define ACL_ERROR_RT_QUEUE_FULL 207014 /* queue is full */
#define ACL_ERROR_RT_REPEATED_INIT 207015 /* initialised before */
#define ACL_ERROR_RT_AIVEC_OVER_FLOW 207016 /* overflow on a vector core */
#define ACL_ERROR_RT_OVER_FLOW 207017 /* overflow */
#define ACL_ERROR_RT_DEVICE_OOM 207018 /* out of device memory */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT_UPDATE_OP 207019 /* operator cannot change */
#define ACL_ERROR_RT_TIMEOUT 207020 /* took too long */
#define ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED 207021 /* no such link here */
#define ACL_ERROR_RT_INTERNAL_ERROR 507000 /* error inside the runtime */
#define ACL_ERROR_RT_TS_ERROR 507001 /* task scheduler failed */
#define ACL_ERROR_RT_STREAM_TASK_FULL 507002 /* stream holds no more tasks */
#define ACL_ERROR_RT_STREAM_TASK_EMPTY 507003 /* stream holds no task */
#define ACL_ERROR_RT_STREAM_NOT_COMPLETE 507004 /* stream is still busy */
#define ACL_ERROR_RT_END_OF_SEQUENCE 507005 /* end of the data */
#define ACL_ERROR_RT_EVENT_NOT_COMPLETE 507006 /* event not reached yet */
#define ACL_ERROR_RT_CONTEXT_RELEASE_ERROR 507007 /* device is not set */
#define ACL_ERROR_RT_SOC_VERSION 507008 /* product not recognised */
#define ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT 507009 /* no such kind of task */
#define ACL_ERROR_RT_LOST_HEARTBEAT 507010 /* device does not answer */
#define ACL_ERROR_RT_MODEL_EXECUTE 507011 /* model failed */
#define ACL_ERROR_RT_REPORT_TIMEOUT 507012 /* no callback in time */
#define ACL_ERROR_RT_SYS_DMA 507013 /* copy engine failed */
#define ACL_ERROR_RT_AICORE_TIMEOUT 507014 /* kernel took too long */
#define ACL_ERROR_RT_AICORE_EXCEPTION 507015 /* kernel failed */
#define ACL_ERROR_RT_AICORE_TRAP_EXCEPTION 507016 /* kernel trapped */
#define ACL_ERROR_RT_AICPU_TIMEOUT 507017 /* CPU kernel took too long */
#define ACL_ERROR_RT_AICPU_EXCEPTION 507018 /* CPU kernel failed */
#define ACL_ERROR_RT_AICPU_DATADUMP_RSP_ERR 507019 /* dump not confirmed */
#define ACL_ERROR_RT_AICPU_MODEL_RSP_ERR 507020 /* model not confirmed */
#define ACL_ERROR_RT_PROFILING_ERROR 507021 /* profiling failed */
#define ACL_ERROR_RT_IPC_ERROR 507022 /* processes cannot talk */
#define ACL_ERROR_RT_MODEL_ABORT_NORMAL 507023 /* model was ended */
#define ACL_ERROR_RT_KERNEL_UNREGISTERING 507024 /* kernel is being removed */
#define ACL_ERROR_RT_RINGBUFFER_NOT_INIT 507025 /* ring buffer not set up */
#define ACL_ERROR_RT_RINGBUFFER_NO_DATA 507026 /* ring buffer is empty */
#define ACL_ERROR_RT_KERNEL_LOOKUP 507027 /* no such kernel */
#define ACL_ERROR_RT_KERNEL_DUPLICATE 507028 /* kernel is there already */
#define ACL_ERROR_RT_DEBUG_REGISTER_FAIL 507029 /* debugger not registered */
#define ACL_ERROR_RT_DEBUG_UNREGISTER_FAIL 507030 /* debugger not removed */
#define ACL_ERROR_RT_LABEL_CONTEXT 507031 /* label of another context */
#define ACL_ERROR_RT_PROGRAM_USE_OUT 507032 /* no program slot left */
#define ACL_ERROR_RT_DEV_SETUP_ERROR 507033 /* device cannot be set up */
#define ACL_ERROR_RT_VECTOR_CORE_TIMEOUT 507034 /* vector kernel took too long */
#define ACL_ERROR_RT_VECTOR_CORE_EXCEPTION 507035 /* vector kernel failed */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION 507036 /* vector kernel trapped */
#define ACL_ERROR_RT_CDQ_BATCH_ABNORMAL 507037 /* descriptor batch failed */
#define ACL_ERROR_RT_DIE_MODE_CHANGE_ERROR 507038 /* die mode cannot change */
#define ACL_ERROR_RT_DIE_SET_ERROR 507039 /* die cannot be chosen */
#define ACL_ERROR_RT_INVALID_DIEID 507040 /* no such die */
#define ACL_ERROR_RT_DIE_MODE_NOT_SET 507041 /* die mode is not set */
#define ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW 507042 /* kernel read outside */
#define ACL_ERROR_RT_AICORE_TRAP_WRITE_OVERFLOW 507043 /* kernel wrote outside */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_READ_OVERFLOW 507044 /* vector read outside */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW 507045 /* vector wrote outside */
#define ACL_ERROR_RT_STREAM_SYNC_TIMEOUT 507046 /* stream not done in time */
#define ACL_ERROR_RT_EVENT_SYNC_TIMEOUT 507047 /* event not reached in time */
#define ACL_ERROR_RT_FFTS_PLUS_TIMEOUT 507048 /* sub-task took too long */
#define ACL_ERROR_RT_FFTS_PLUS_EXCEPTION 507049 /* sub-task failed */
#define ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION 507050 /* sub-task trapped */
#define ACL_ERROR_RT_SEND_MSG 507051 /* message not sent */
#define ACL_ERROR_RT_COPY_DATA 507052 /* data not copied */
#define ACL_ERROR_RT_DEVICE_MEM_ERROR 507053 /* device memory is faulty */
#define ACL_ERROR_RT_HBM_MULTI_BIT_ECC_ERROR 507054 /* memory lost several bits */
#define ACL_ERROR_RT_SUSPECT_DEVICE_MEM_ERROR 507055 /* memory may be faulty */
#define ACL_ERROR_RT_LINK_ERROR 507056 /* link failed */
#define ACL_ERROR_RT_SUSPECT_REMOTE_ERROR 507057 /* other side may be faulty */
#define ACL_ERROR_RT_DRV_INTERNAL_ERROR 507899 /* error inside the driver */
#define ACL_ERROR_RT_AICPU_INTERNAL_ERROR 507900 /* error on the control CPU */
#define ACL_ERROR_RT_SOCKET_CLOSE 507901 /* socket was closed */
#define ACL_ERROR_RT_AICPU_INFO_LOAD_RSP_ERR 507902 /* load not confirmed */
#define ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED 507903 /* capture is void */
#define ACL_ERROR_RT_COMM_OP_RETRY_FAIL 507904 /* retry of a transfer failed */
#define ACL_ERROR_SNAPSHOT_LOCK_TIMEOUT 507905 /* snapshot lock took too long */
#define ACL_ERROR_SNAPSHOT_LOCK_FAILED 507906 /* snapshot lock failed */
#define ACL_ERROR_SNAPSHOT_UNLOCK_FAILED 507907 /* snapshot unlock failed */
#define ACL_ERROR_SNAPSHOT_BACKUP_FAILED 507908 /* snapshot not saved */
#define ACL_ERROR_SNAPSHOT_RESTORE_FAILED 507909 /* snapshot not restored */
#define ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED 507910 /* memory is registered */
#define ACL_ERROR_HOST_MEMORY_NOT_REGISTERED 507911 /* memory is not registered */
#define ACL_ERROR_SNAPSHOT_CALLBACK_FAILED 507912 /* snapshot callback failed */
#define ACL_ERROR_SNAPSHOT_REGISTER_CALLBACK_FAILED 507913 /* callback not taken */
#define ACL_ERROR_RT_L3_PORT_ERROR 507914 /* port failed */
#define ACL_ERROR_RT_CCU_TIMEOUT 507915 /* collective took too long */
#define ACL_ERROR_RT_CCU_EXCEPTION 507916 /* collective failed */
/* end of table */

#endif
