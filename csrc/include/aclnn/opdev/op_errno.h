/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opdev/op_errno.h: status codes of the aclnn functions.
 *
 * 16xxxx: an argument is wrong, the caller can mend it. 36xxxx: the runtime below failed. 56xxxx:
 * inside. Of the last group the functions here return 561000 (not a usable executor), 561103
 * (NULL where acl_meta.h says so; no memory) and what an operator's header names. In CANN this
 * header is internal; acl_meta.h includes it here because programs use the names.
 */
#ifndef ACLNN_OPDEV_OP_ERRNO_H
#define ACLNN_OPDEV_OP_ERRNO_H

#define ACLNN_SUCCESS 0

/* table: status.def ACLNN */
#define ACLNN_ERR_PARAM_NULLPTR 161001 /* a required pointer is NULL */
#define ACLNN_ERR_PARAM_INVALID 161002 /* an argument breaks a rule */
#define ACLNN_ERR_RUNTIME_ERROR 361001 /* a call into the runtime failed */
#define ACLNN_ERR_INNER 561000 /* not a usable executor, or an inner error */
#define ACLNN_ERR_INNER_INFERSHAPE_ERROR 561001 /* shape cannot be inferred */
#define ACLNN_ERR_INNER_TILING_ERROR 561002 /* work cannot be split */
#define ACLNN_ERR_INNER_FIND_KERNEL_ERROR 561003 /* no kernel for these types */
#define ACLNN_ERR_INNER_CREATE_EXECUTOR 561101 /* no executor created */
#define ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR 561102 /* executor not handed over */
#define ACLNN_ERR_INNER_NULLPTR 561103 /* inner pointer, or handle, is NULL */
#define ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE 561104 /* attribute of wrong size */
#define ACLNN_ERR_INNER_KEY_CONFLICT 561105 /* kernel key is ambiguous */
#define ACLNN_ERR_INNER_INVALID_IMPL_MODE 561106 /* no such precision mode */
#define ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND 561107 /* ASCEND_OPP_PATH is not set */
#define ACLNN_ERR_INNER_LOAD_JSON_FAILED 561108 /* JSON cannot be loaded */
#define ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND 561109 /* JSON lacks a value */
#define ACLNN_ERR_INNER_JSON_FORMAT_INVALID 561110 /* JSON has a wrong format */
#define ACLNN_ERR_INNER_JSON_DTYPE_INVALID 561111 /* JSON has a wrong data type */
#define ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND 561112 /* no kernel package */
#define ACLNN_ERR_INNER_OP_FILE_INVALID 561113 /* operator file is malformed */
#define ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND 561114 /* too many attributes */
#define ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH 561115 /* attribute too short */
#define ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE 561116 /* too many inputs */
#define ACLNN_ERR_INNER_INPUT_JSON_IS_NULL 561117 /* JSON has no inputs */
#define ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID 561118 /* wrong fixed workspace */
#define ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID 561119 /* wrong block count */
/* end of table */

/* A second spelling, which programs may use. */
#define ACLNN_ERR_INNER_KEY_CONFILICT ACLNN_ERR_INNER_KEY_CONFLICT

#endif
