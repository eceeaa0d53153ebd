/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_base_mdl.h: tensor descriptions, of the interface before aclnn.
 *
 * Only the type is here. aclCreateTensorDesc, aclGetTensorDesc* and aclSetTensor* describe the
 * operands of single operators (acl_op.h) and models (acl_mdl.h), which are not implemented;
 * leaving them out makes a program that wants them fail when it is compiled, not when it runs. An
 * aclnn program describes its operands with aclCreateTensor (aclnn/acl_meta.h).
 */
#ifndef ACL_ACL_BASE_MDL_H
#define ACL_ACL_BASE_MDL_H

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque; there is no way to make one here. */
typedef struct aclTensorDesc aclTensorDesc;

#ifdef __cplusplus
}
#endif

#endif
