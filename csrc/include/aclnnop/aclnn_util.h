/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnop/aclnn_util.h: ACLNN_API, which exports the functions of an operator. */
#ifndef ACLNNOP_ACLNN_UTIL_H
#define ACLNNOP_ACLNN_UTIL_H

#ifdef ACLNN_CDEF
#define ACLNN_API
#else
#define ACLNN_API __attribute__((visibility("default")))
#endif

#endif
