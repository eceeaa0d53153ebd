/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_op_compiler.h: the compiler of single operators, the interface before aclnn.
 *
 * There is no compiler of operators here, and nothing of its interface is declared. The header is
 * there for programs that include it beside acl.h and call none of it; one that does is told so
 * when it is compiled. (The names that torch_npu needs to load are exported, as in acl_op.h.)
 */
#ifndef ACL_ACL_OP_COMPILER_H
#define ACL_ACL_OP_COMPILER_H

#include "acl_base.h"
#include "acl_op.h"

#endif
