/* SPDX-License-Identifier: Apache-2.0 */
/* Status codes as the vendor numbers them. The one table is status.def. */
#ifndef ACLNN_PY_BASE_STATUS_H
#define ACLNN_PY_BASE_STATUS_H

#include <stdbool.h>

/* The C name of a status, "ACL_SUCCESS" for 0, or "unknown status". Never NULL. */
const char *status_name(int status);

/* Finds the status of a name that status_name gives; false when there is none of that name. */
bool status_parse(const char *name, int *status);

/* The class of error texts under which a status is reported, unless the caller names another. */
const char *status_message_code(int status);

/* What an HcclResult other than 0 means, as HcclGetErrorString says it; "unknown error" for a
 * number that is none. */
const char *status_hccl_text(int status);

#endif
