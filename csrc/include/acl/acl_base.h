/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_base.h: the types and status codes that everything else uses.
 *
 * Nothing stands here; acl_base_rt.h is where to read.
 */
#ifndef ACL_ACL_BASE_H
#define ACL_ACL_BASE_H

#include "acl_base_mdl.h"
#include "acl_base_rt.h"
#include "error_codes/ge_error_codes.h"
#include "error_codes/rt_error_codes.h"

#endif
