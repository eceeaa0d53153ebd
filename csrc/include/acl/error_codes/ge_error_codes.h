/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_codes/ge_error_codes.h: status codes of the graph engine.
 *
 * Listed so that programs build. There is no graph engine here: no function returns them.
 */
#ifndef ACL_ERROR_CODES_GE_ERROR_CODES_H
#define ACL_ERROR_CODES_GE_ERROR_CODES_H

#include <stdint.h>

/* table: status.def GE */
static const uint32_t ACL_ERROR_GE_PARAM_INVALID = 145000; /* an argument is not valid */
static const uint32_t ACL_ERROR_GE_EXEC_NOT_INIT = 145001; /* not initialised */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID = 145002; /* no model at this path */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ID_INVALID = 145003; /* no model has this id */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID = 145006; /* wrong model size */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID = 145007; /* wrong model address */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_QUEUE_ID_INVALID = 145008; /* no such queue */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_REPEATED = 145009; /* model is loaded */
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_ADDR_INVALID = 145011; /* wrong input address */
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_LENGTH_INVALID = 145012; /* wrong input size */
static const uint32_t ACL_ERROR_GE_DYNAMIC_BATCH_SIZE_INVALID = 145013; /* wrong batch size */
static const uint32_t ACL_ERROR_GE_AIPP_BATCH_EMPTY = 145014; /* image batch is empty */
static const uint32_t ACL_ERROR_GE_AIPP_NOT_EXIST = 145015; /* model takes no images */
static const uint32_t ACL_ERROR_GE_AIPP_MODE_INVALID = 145016; /* wrong image mode */
static const uint32_t ACL_ERROR_GE_OP_TASK_TYPE_INVALID = 145017; /* no such kind of task */
static const uint32_t ACL_ERROR_GE_OP_KERNEL_TYPE_INVALID = 145018; /* no such kind of kernel */
static const uint32_t ACL_ERROR_GE_PLGMGR_PATH_INVALID = 145019; /* no plugin at this path */
static const uint32_t ACL_ERROR_GE_FORMAT_INVALID = 145020; /* format is not valid */
static const uint32_t ACL_ERROR_GE_SHAPE_INVALID = 145021; /* shape is not valid */
static const uint32_t ACL_ERROR_GE_DATATYPE_INVALID = 145022; /* data type is not valid */
static const uint32_t ACL_ERROR_GE_MEMORY_ALLOCATION = 245000; /* out of memory */
static const uint32_t ACL_ERROR_GE_MEMORY_OPERATE_FAILED = 245001; /* host memory failed */
static const uint32_t ACL_ERROR_GE_DEVICE_MEMORY_OPERATE_FAILED = 245002; /* device memory failed */
static const uint32_t ACL_ERROR_GE_SUBHEALTHY = 345102; /* part of the devices is down */
static const uint32_t ACL_ERROR_GE_USER_RAISE_EXCEPTION = 345103; /* user code failed */
static const uint32_t ACL_ERROR_GE_DATA_NOT_ALIGNED = 345104; /* inputs out of step */
static const uint32_t ACL_ERROR_GE_INTERNAL_ERROR = 545000; /* error inside the engine */
static const uint32_t ACL_ERROR_GE_LOAD_MODEL = 545001; /* model cannot be loaded */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_PARTITION_FAILED = 545002; /* part not loaded */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_WEIGHT_PARTITION_FAILED =
    545003; /* weights not loaded */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_TASK_PARTITION_FAILED = 545004; /* tasks not loaded */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_KERNEL_PARTITION_FAILED =
    545005; /* kernels not loaded */
static const uint32_t ACL_ERROR_GE_EXEC_RELEASE_MODEL_DATA = 545006; /* model data not released */
static const uint32_t ACL_ERROR_GE_COMMAND_HANDLE = 545007; /* command failed */
static const uint32_t ACL_ERROR_GE_GET_TENSOR_INFO = 545008; /* tensor cannot be described */
static const uint32_t ACL_ERROR_GE_UNLOAD_MODEL = 545009; /* model cannot be unloaded */
static const uint32_t ACL_ERROR_GE_MODEL_EXECUTE_TIMEOUT = 545601; /* model took too long */
static const uint32_t ACL_ERROR_GE_REDEPLOYING = 545602; /* model is being moved */
/* end of table */

#endif
