/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_op.h: single operators, the interface before aclnn.
 *
 * Only the types are here, because acl.h includes this header. The aclop functions are not
 * declared, but for two of acl_op_compiler.h: they are not implemented, and a program that uses
 * them is told so by its compiler. (The names that torch_npu needs to load are exported; they fail
 * with 207000, or NULL, and a text.)
 */
#ifndef ACL_ACL_OP_H
#define ACL_ACL_OP_H

#include "acl_base.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque; there is no way to make one here. */
typedef struct aclopAttr aclopAttr;
typedef struct aclopHandle aclopHandle;
typedef struct aclopKernelDesc aclopKernelDesc;

#ifdef __cplusplus
}
#endif

#endif
