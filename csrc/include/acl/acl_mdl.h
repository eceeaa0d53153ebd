/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_mdl.h: offline models.
 *
 * Only the types are here, because acl.h includes this header. There are no models here: the
 * aclmdl functions are not declared.
 */
#ifndef ACL_ACL_MDL_H
#define ACL_ACL_MDL_H

#include "acl_base.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque; there is no way to make one here. */
typedef struct aclmdlDataset aclmdlDataset;
typedef struct aclmdlDesc aclmdlDesc;

#ifdef __cplusplus
}
#endif

#endif
