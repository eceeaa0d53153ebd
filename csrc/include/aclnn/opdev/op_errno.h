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
/* end of table */

/* A second spelling, which programs may use. */
#define ACLNN_ERR_INNER_KEY_CONFILICT ACLNN_ERR_INNER_KEY_CONFLICT

#endif
