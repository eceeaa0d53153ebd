/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_codes/rt_error_codes.h: status codes of the runtime layer.
 *
 * Most aclrt functions answer with these; acl_base_rt.h has the codes of the acl layer, which
 * tests arguments first. 1xxxxx: the caller or the environment is wrong. 2xxxxx: a resource or a
 * capability is missing. 5xxxxx: the work itself failed. All codes are listed, so that programs
 * build; here the ones that occur are those that the functions of acl_rt.h name.
 */
#ifndef ACL_ERROR_CODES_RT_ERROR_CODES_H
#define ACL_ERROR_CODES_RT_ERROR_CODES_H

#define ACL_RT_SUCCESS 0

/* table: status.def RT */
/* end of table */

#endif
