/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl.h: the runtime, in one include.
 *
 * Most programs include this and the headers of their operators:
 *
 *     #include "acl/acl.h"
 *     #include "aclnnop/aclnn_embedding_dense_backward.h"
 *
 * acl_rt.h            initialisation, devices, streams, events, memory: start reading here
 * acl_base_rt.h       data types, layouts, status codes, conversions (through acl_rt.h)
 * acl_rt_memory_soma.h, not included here: pools of device memory
 * acl_op.h, acl_mdl.h the interfaces before aclnn: types only
 */
#ifndef ACL_ACL_H
#define ACL_ACL_H

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#endif
